"""How to cite a passage of a document, in the manner of the Bluebook's court-document rules (B17, B10).

"Brief at 12, State v. Doe, No. A-1234-19 (N.J. Super. Ct. App. Div. filed Mar. 3, 2015)". Built from what is
known and from nothing else: a field that was not found is left out, and a page without a printed label is
given as a page of the file, which the reader can turn to but a court should not see.
"""

from __future__ import annotations

from datetime import date

from briefbank.models import Document, Kind, Passage

_MONTHS = ("Jan.", "Feb.", "Mar.", "Apr.", "May", "June", "July", "Aug.", "Sept.", "Oct.", "Nov.", "Dec.")
_NAMES = {
    Kind.BRIEF: "Brief",
    Kind.OPINION: "Opinion",
    Kind.DIRECTIVE: "Directive",
    Kind.MEMO: "Memorandum",
    Kind.STATUTE: "",
    Kind.RULE: "",
    Kind.OTHER: "",
}
_NAMES_ITSELF = ("brief", "reply", "petition", "memorandum", "memo", "opinion", "directive", "motion")
"""A title that begins so says what the document is."""


def reference(document: Document, passage: Passage) -> str:
    """The citation of a passage; never empty."""
    page = f"at {passage.page_label}" if passage.page_label else f"file page {passage.first_page + 1}"
    title = document.title or document.file_name
    name = "" if document.title.lower().startswith(_NAMES_ITSELF) else _NAMES[document.kind]
    parts = [_with_page(name, page), title] if name else [_with_page(title, page)]
    if document.docket:
        parts.append(_docket(document.docket))
    court = _court(document)
    return ", ".join(parts) + (f" ({court})" if court else "")


def _with_page(name: str, page: str) -> str:
    return f"{name} {page}" if page.startswith("at ") else f"{name}, {page}"


def _docket(docket: str) -> str:
    numbers = [number.strip() for number in docket.split(";") if number.strip()]
    if numbers and numbers[0].lower().startswith("no"):
        return ", ".join(numbers)
    return f"{'Nos.' if len(numbers) > 1 else 'No.'} {', '.join(numbers)}"


def _court(document: Document) -> str:
    filed = f"filed {_day(document.filed)}" if document.filed else ""
    return " ".join(part for part in (document.court, filed) if part)


def _day(value: date) -> str:
    return f"{_MONTHS[value.month - 1]} {value.day}, {value.year}"
