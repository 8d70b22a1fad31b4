"""The citation of a passage of a document: its pages, the case, docket, court and day.

"Brief for Appellant at 12–13, State v. Doe, No. A-1234-19 (N.J. Super. Ct. App. Div. filed Mar. 3, 2015)".
The form is that of The Bluebook for what is filed in another case (rule 10.8.3, with B17.1.1 for the
document's name and its pages, 10.8.1 for the docket and "filed", 10.2.1(g) for the surnames, 3.2(a) for the
pages); a decision is cited as a slip opinion (rule 10.8.1(b)). Courts are abbreviated by rule 10.4 with
tables T1, T7 and T10, and rule 6.1(a) for the spaces; a court that these rules do not know keeps its name. A
field that was not found is left out, and a page without a printed label is given as a page of the file.
"""

from __future__ import annotations

import re
from functools import lru_cache

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.text.case_names import STATES, names_itself, parted, with_surnames
from briefbank.text.page_numbers import own


def _table(text: str) -> dict[str, str]:
    pairs = (line.partition(": ") for line in text.split(";"))
    return {long.strip(): short.strip() for long, _, short in pairs}


_STATE = re.compile(rf"\b(?:{'|'.join(sorted(STATES, key=len, reverse=True))})\b(?! county)")
_HIGHEST = ("supreme judicial court", "supreme court of appeals")
"""The highest courts of the states that name them so (Maine, Massachusetts, West Virginia)."""
_COURTS = _table(
    """
    court of criminal appeals: Crim. App.; court of civil appeals: Civ. App.;
    court of special appeals: Ct. Spec. App.; district court of appeal: Dist. Ct. App.;
    court of appeal: Ct. App.; appellate court: App. Ct.; appeals court: App. Ct.;
    superior court: Super. Ct.; commonwealth court: Commw. Ct.; court of common pleas: Ct. Com. Pl.;
    court of chancery: Ch.; circuit court: Cir. Ct.; district court: Dist. Ct.; county court: Cnty. Ct.;
    family court: Fam. Ct.; municipal court: Mun. Ct.; tax court: Tax Ct.; court of claims: Ct. Cl.
    """
)
"""Courts below the highest; a longer name stands before one that it contains."""
_DIVISIONS = _table("appellate division: App. Div.; law division: Law Div.; chancery division: Ch. Div.")
_CIRCUITS = _table(
    """
    first circuit: 1st Cir.; second circuit: 2d Cir.; third circuit: 3d Cir.; fourth circuit: 4th Cir.;
    fifth circuit: 5th Cir.; sixth circuit: 6th Cir.; seventh circuit: 7th Cir.; eighth circuit: 8th Cir.;
    ninth circuit: 9th Cir.; tenth circuit: 10th Cir.; eleventh circuit: 11th Cir.;
    district of columbia circuit: D.C. Cir.; federal circuit: Fed. Cir.
    """
)
_QUARTERS = _table(
    "northern: N.D.; southern: S.D.; eastern: E.D.; western: W.D.; middle: M.D.; central: C.D."
)
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
    day, filed = "", document.filed
    if filed:  # a decision or directive is not filed but given
        said = "filed " if document.kind in _FILED else ""
        day = f"{said}{_MONTHS[filed.month - 1]} {filed.day}, {filed.year}"
    court = " ".join(part for part in (abbreviated(document.court), day) if part)
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


@lru_cache(maxsize=1024)
def abbreviated(court: str) -> str:
    """Return a court's name as a citation gives it; an unknown or already abbreviated one stays as it is."""
    name = " ".join(court.lower().replace("’", "'").split())
    if "united states" in name or name.startswith("u.s. "):
        return _federal_court(name) or court
    state = _STATE.search(name)
    return (_state_court(name, STATES[state.group()]) if state else "") or court


def _federal_court(name: str) -> str:
    if "supreme court" in name:
        return "U.S."
    if "court of appeals" in name:
        return next((short for long, short in _CIRCUITS.items() if long in name), "")
    if name.endswith("district of columbia"):
        return "D.D.C."
    district = re.search(r"\b(?:(?P<quarter>\w+) )?district of (?P<state>[a-z ]+)", name)
    state = _STATE.match(district["state"]) if district else None
    if district is None or state is None:
        return ""
    short = f"{_QUARTERS.get(district['quarter'] or '', 'D.')} {STATES[state.group()]}"
    short = f"Bankr. {short}" if "bankruptcy" in name else short
    # No spaces between single capitals, but before longer abbreviations: 'S.D.N.Y.', 'E.D. Pa.'.
    return re.sub(r"(?<=\b[A-Z]\.) (?=(?:[A-Z]\.)+(?:$| ))", "", short)


def _state_court(name: str, state: str) -> str:
    new_york = state == "N.Y."
    if new_york and "appellate division" in name:
        return "N.Y. App. Div."
    if any(highest in name for highest in _HIGHEST):
        return state
    if "supreme court" in name:
        return "N.Y. Sup. Ct." if new_york else state
    if "court of appeals" in name and state in ("N.Y.", "Md.", "D.C."):
        return state
    short = next((short for long, short in _COURTS.items() if long in name), "")
    division = next((short for long, short in _DIVISIONS.items() if long in name), "")
    return " ".join(part for part in (state, short, division) if part) if short else ""
