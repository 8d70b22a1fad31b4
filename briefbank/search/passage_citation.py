"""The citation of a passage of a document: its pages, the case, docket, court and day.

"Brief for Appellant at 12–13, State v. Doe, No. A-1234-19 (N.J. Super. Ct. App. Div. filed Mar. 3, 2015)".
The form is that of The Bluebook for what is filed in another case (rule 10.8.3, with B17.1.1 for the
document's name and its pages, 10.8.1 for the docket and "filed", 10.2.1(g) for the surnames, 10.4 for the
court, 3.2(a) for the pages); a decision is cited as a slip opinion (rule 10.8.1(b)). It is built only from
known facts: a field that was not found is left out, and a page without a printed label is given as a page of
the file, which the reader can turn to but a court should not see.
"""

from __future__ import annotations

from datetime import date

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Document
from briefbank.domain.kinds import Kind
from briefbank.domain.passages import Passage
from briefbank.search.court_names import abbreviated
from briefbank.text.case_titles import names_itself, parted
from briefbank.text.page_numbers import own
from briefbank.text.surnames import with_surnames

_MONTHS = ("Jan.", "Feb.", "Mar.", "Apr.", "May", "June", "July", "Aug.", "Sept.", "Oct.", "Nov.", "Dec.")
_NAMES = {Kind.BRIEF: "Brief", Kind.DIRECTIVE: "Directive", Kind.MEMO: "Memorandum", Kind.MAIL: "E-mail"}
_FILED = (Kind.BRIEF, Kind.MEMO, Kind.OTHER)
SLIP = "slip op."
LONG_PAGE = 3
"""The number of digits from which the last page of a range is given by its last two alone: '1045–46'."""


def reference(document: Document, passage: Passage, last_label: str = "") -> str:
    """Return a passage's citation; never empty. ``last_label``: printed on its last page, if known."""
    page = _pages(passage, last_label)
    title = document.title or document.file_name
    docket = [_docket(document.docket)] if document.docket else []
    if document.kind is Kind.OPINION and not names_itself(document.title):
        parts = [cited_case(document) or title, *docket, _with_page(SLIP, page)]
    else:
        name, rest = _name_and_rest(document, title)
        parts = [_with_page(name, page), *([rest] if rest else []), *docket]
    court = _court(document)
    return ", ".join(parts) + (f" ({court})" if court else "")


def cited_case(document: Document) -> str:
    """Return the name of a document's case as it is cited; empty for none. A person's title stays as it is
    typed."""
    case, _own = parted(document.title or document.file_name)
    return case if CaptionField.TITLE in document.corrected else with_surnames(case)


def _name_and_rest(document: Document, title: str) -> tuple[str, str]:
    """Return the name of the document, and what is named after its pages: its case, or another title."""
    usual = document.paper or _NAMES.get(document.kind, "")
    if usual.endswith("Brief") and document.side:
        usual = f"{usual} for {document.side}"
    own = parted(title)[1]
    if case := cited_case(document):
        return (own or usual, case) if own or usual else (case, "")
    return (usual, title) if usual and not names_itself(document.title) else (title, "")


def _with_page(name: str, page: str) -> str:
    return f"{name} {page}" if page.startswith("at ") else f"{name}, {page}"


def _pages(passage: Passage, last_label: str) -> str:
    """Return 'at 12–13' by printed labels; pages of the file where its first page has none."""
    first, last = passage.first_page, passage.last_page
    if passage.page_label:
        ends = own(passage.page_label), own(last_label) if last > first else ""
        return f"at {_range(*ends)}"
    return f"file pages {_range(str(first + 1), str(last + 1))}" if last > first else f"file page {first + 1}"


def _range(first: str, last: str) -> str:
    """Return both ends with an en dash; of long numbers the last two digits of the second."""
    if not last or last == first:
        return first
    numbers = first.isdecimal() and last.isdecimal() and len(first) == len(last) >= LONG_PAGE
    short = last[-2:] if numbers and first[:-2] == last[:-2] else last
    return f"{first}–{short}"


def _docket(docket: str) -> str:
    numbers = [number.strip() for number in docket.split(";") if number.strip()]
    if numbers and numbers[0].lower().startswith("no"):
        return ", ".join(numbers)
    return f"{'Nos.' if len(numbers) > 1 else 'No.'} {', '.join(numbers)}"


def _court(document: Document) -> str:
    """Return court and day; a decision or directive has the day alone, since it is not filed but given."""
    filed = "filed " if document.kind in _FILED else ""
    day = f"{filed}{_day(document.filed)}" if document.filed else ""
    return " ".join(part for part in (abbreviated(document.court), day) if part)


def _day(value: date) -> str:
    return f"{_MONTHS[value.month - 1]} {value.day}, {value.year}"
