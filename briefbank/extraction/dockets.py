"""Reads the docket numbers of the court that a document is filed with.

A caption has other numbers too: of the court appealed from, of an indictment, of a lawyer. A number counts
only where it is introduced as a number of this court. A doubtful number (letters misread among its digits)
does not count, because a wrong docket number is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry
from briefbank.extraction.clean import CleanPage
from briefbank.extraction.text import Line
from briefbank.text.docket_numbers import DASHES

_NUMBER = (
    r"(?:MDL [\w\-]+|\d{1,5} (?:[EWM]DA|[EWM]A[PL]|C\.?D\.?) (?:19|20)\d\d"
    r"|\d\d (?:crim|cr|civ|cv)\.? \d{1,6}|(?:19|20)\d\d [CK][A-Z]? \d{3,5}"
    rf"|\d{{2,3}},\d{{3}}(?![\d,])|[A-Z0-9][{DASHES}\w:./]*\d[{DASHES}\w:./]*(?:\([A-Z]+\))?)"
)
_DOCKET = re.compile(
    r"\b(?P<lead>(?:(?:appellate |superior |supreme )?(?:court )?(?:docket|case|appeal|civil action"
    r"|criminal action|cause|record|index|app\. ?div\.?|civ\.|crim\.|c\.?a\.)\s*(?:case\s*)?(?:nos?\.?"
    r"|numbers?|#)|nos?\.|docket|case"
    r"|(?:(?:caso|apelaci[oó]n|recurso|civil|criminal|causa|expediente|radicado)\s*)?(?:n[uú]ms?\b\.?|número|n\.?º)"
    r"|expediente|radicado)\s*[:.]?\s*)"
    rf"(?P<numbers>{_NUMBER}(?:\s*(?:,|;|&|and)\s*(?:nos?\.?\s*)?{_NUMBER}){{0,8}})",
    re.IGNORECASE,
)
_NOT_DOCKET = re.compile(
    r"\bd\.\s?c\.|\bart\.|indictment|ind\.|attorney|bar|state file|sbn|accusation|complaint|warrant"
    r"|opinion|telephone|room|suite|usdc|agency|lower|trial court|below|district court|l\.t\.|prosecutor"
    r"|promis|municipal",
    re.IGNORECASE,
)
_COURTS = re.compile(
    r"\b(?:superior|supreme|app(?:ellate)?|circuit|county|municipal|family)\b", re.IGNORECASE
)
_STAMP_CASE = re.compile(
    r"\b(?:Case|Appeal|No\.)[:\s]*(?:No\.?\s*)?(?P<number>\d{1,2}[:-][\w:.\-]*\d+|\d\d-\d{2,6})",
    re.IGNORECASE,
)
_COURT_FORMATS = {
    "new jersey, appellate": re.compile(r"AM?-\d{3,6}-\d\d(?:T\d[A-Z]?)?", re.IGNORECASE),
    "court of appeal of the state of california": re.compile(r"[A-H]\d{6}"),
    "supreme court of california": re.compile(r"S\d{6}"),
}
"""The format of all numbers of a court, by words of its name; such numbers may stand without a label."""
_DISTRICT_COURT = "United States District Court"
_DISTRICT_NUMBER = re.compile(
    r"(?<![\w.:§-])(?P<number>(?:\d:)?\d\d[ -](?:civ|crim|cr|cv)\.?[ -]\d{2,6})(?![\w/])", re.IGNORECASE
)
"""A number of a federal district court, which needs no label: '15 Civ. 7433 (RWS)'."""
_CONSOLIDATED = re.compile(r"\W{0,3}consolidated\b", re.IGNORECASE)
_EDGE_CHARACTERS = " .,;:()"
_MISREAD = re.compile(r"(?<![A-Za-z])[OIl|]\d|\d[OIl|](?![A-Za-z])|\d[SB]\d|[-:][SB]\d|(?<![A-Za-z])[a-z]\d")
"""A letter that text recognition may have read in place of a digit."""
_NUMBER_SUFFIX = re.compile(r"\([A-Z]{1,4}\)$")
"""A suffix that is not part of a number: the judge's initials, or (L) and (Con) for lead and consolidated
cases."""
FROM_BELOW = re.compile(
    r"^(?:on )?(?:an? )?(?:interlocutory )?(?:appeals?|petition|certification|writ|motion|direct appeal"
    r"|review|certified|remand)\b.{0,40}\b(?:from|to|of|for|by)\b|^sat below"
    r"|^(?:united states district court|from the)|^on (?:appeal|petition|writ|certif)",
    re.IGNORECASE,
)
"""A line after which the caption concerns the court below."""
_LATER_LINES = 20


def dockets(
    first: Sequence[Line], later: Sequence[Line], pages: Sequence[CleanPage], court: str
) -> CaptionEntry | None:
    """Return the numbers joined by '; ', in the order of the caption; None where none is certain.

    ``first`` are the first page's lines, ``later`` those after it. ``court`` is the name of the document's
    own court or empty: a number with another court's name is that of the court below.
    """
    stamped = _stamped_case(pages)
    found = _own_numbers(first, court, stop=stamped is None)
    if stamped:
        same = any(number.startswith(stamped) for number in found)
        found = [number for number in found if _same_format(number, stamped)] if same else [stamped]
        return _entry(found, "caption" if same else "stamp", 0.95 if same else 0.85, pages[0].index)
    if found:
        return _entry(found, "caption", 0.9, pages[0].index)
    rest = later[:_LATER_LINES]
    return _entry(_own_numbers(rest, court, stop=True)[:1], "caption", 0.7, rest[0].page) if rest else None


def _entry(numbers: Iterable[str], source: str, confidence: float, page: int) -> CaptionEntry | None:
    value = "; ".join(dict.fromkeys(numbers))
    return CaptionEntry(CaptionField.DOCKET, value, source, confidence, page) if value else None


def _own_numbers(lines: Sequence[Line], court: str, *, stop: bool) -> list[str]:
    found: list[str] = []
    below = False
    for line in lines:
        below = below or bool(FROM_BELOW.match(line.text) and not _is_own_court(line.text, court))
        if below and found and stop:
            break
        found += [] if below else dockets_in(line.text, court)
    return found


def _is_own_court(text: str, court: str) -> bool:
    """Tell whether a line that resembles the court below is the name of the document's own court."""
    said = text.lower().strip(" ,.")
    return bool(said) and court.lower().startswith(said)


def dockets_in(text: str, court: str = "") -> list[str]:
    """Return the docket numbers in a line, in order; linear, at most its first 400 characters."""
    text = text[:400]
    for name, form in _COURT_FORMATS.items():
        if name in court.lower() and (
            form.fullmatch(text.strip(_EDGE_CHARACTERS)) or _CONSOLIDATED.match(text)
        ):
            return [number.upper() for number in form.findall(text)]
    numbers: list[str] = []
    for match in _DOCKET.finditer(text):
        before = text[max(0, match.start() - 24) : match.start("numbers")]
        if _NOT_DOCKET.search(before) or _names_other_court(before, court):
            continue
        for part in re.finditer(_NUMBER, match.group("numbers"), re.IGNORECASE):
            number = _NUMBER_SUFFIX.sub("", part.group().strip(f" .,;:{DASHES}"))
            if re.search(r"\d", number) and len(number) >= 4 and not _is_doubtful(number, court):
                numbers.append(number.replace(",", ""))
    if not numbers and court.startswith(_DISTRICT_COURT):
        return [match["number"] for match in _DISTRICT_NUMBER.finditer(text)]
    return numbers


def _names_other_court(before: str, court: str) -> bool:
    """Tell whether the words before a number name another court than the document's own."""
    own = court.lower()
    return bool(own) and any(match.group().lower()[:3] not in own for match in _COURTS.finditer(before))


def _is_doubtful(number: str, court: str) -> bool:
    """Tell whether a number is misread, malformed, or a rule in place of a future number:
    '1:21-cv-______'."""
    if any(name in court.lower() and not form.fullmatch(number) for name, form in _COURT_FORMATS.items()):
        return True
    return "__" in number or bool(_MISREAD.search(number))


def _same_format(number: str, other: str) -> bool:
    """Tell whether two numbers have one format: '19-1083' and '19-1081', not '2017-1118'."""
    return re.sub(r"\d", "#", number) == re.sub(r"\d", "#", other)


def _stamped_case(pages: Sequence[CleanPage]) -> str | None:
    for page in pages[:1]:
        for stamp in page.stamps:
            match = _STAMP_CASE.search(stamp.text[:400])
            if match and not _is_doubtful(match.group("number"), ""):
                return match.group("number").rstrip(".:-")
    return None
