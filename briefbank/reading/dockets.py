"""Reads the docket numbers of the court that a document is filed with.

A caption names other numbers too: of the court appealed from, of an indictment, of a lawyer. Only what is
introduced as a number of this court counts, and a number in doubt (letters misread among its digits) does
not: a wrong docket number is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from briefbank.models import CaptionEntry, CaptionField
from briefbank.reading.clean import CleanPage
from briefbank.reading.text import Line

_NUMBER = (
    r"(?:MDL [\w\-]+|\d{1,5} (?:[EWM]DA|[EWM]A[PL]|C\.?D\.?) (?:19|20)\d\d"
    r"|\d{2,3},\d{3}(?![\d,])|[A-Z0-9][\w:.\-–—/]*\d[\w:.\-–/]*(?:\([A-Z]+\))?)"
)
_DOCKET = re.compile(
    r"\b(?P<lead>(?:(?:appellate |superior |supreme )?(?:court )?(?:docket|case|appeal|civil action"
    r"|criminal action|cause|record|index|app\. ?div\.?|civ\.|crim\.|c\.?a\.)\s*(?:case\s*)?(?:nos?\.?"
    r"|numbers?|#)|nos?\.|docket|case)\s*[:.]?\s*)"
    rf"(?P<numbers>{_NUMBER}(?:\s*(?:,|;|&|and)\s*(?:nos?\.?\s*)?{_NUMBER}){{0,8}})",
    re.IGNORECASE,
)
_NOT_DOCKET = re.compile(
    r"indictment|ind\.|attorney|bar|state file|sbn|accusation|complaint|warrant|opinion|telephone|room"
    r"|suite|usdc|agency|lower|trial court|below|district court|l\.t\.|prosecutor|promis|municipal",
    re.IGNORECASE,
)
_COURTS = re.compile(
    r"\b(?:superior|supreme|app(?:ellate)?|circuit|county|municipal|family)\b", re.IGNORECASE
)
_STAMP_CASE = re.compile(
    r"\b(?:Case|Appeal|No\.)[:\s]*(?:No\.?\s*)?(?P<number>\d{1,2}[:-][\w:.\-]*\d+|\d\d-\d{2,6})",
    re.IGNORECASE,
)
_FORMS = {
    "new jersey, appellate": re.compile(r"AM?-\d{3,6}-\d\d(?:T\d[A-Z]?)?", re.IGNORECASE),
    "court of appeal of the state of california": re.compile(r"[A-H]\d{6}"),
    "supreme court of california": re.compile(r"S\d{6}"),
}
"""By words of the court's name: the form of all its numbers, which therefore may stand alone."""
_CONSOLIDATED = re.compile(r"\W{0,3}consolidated\b", re.IGNORECASE)
_EDGES = " .,;:()"
_MISREAD = re.compile(r"(?<![A-Za-z])[OIl|]\d|\d[OIl|](?![A-Za-z])|\d[SB]\d|[-:][SB]\d|(?<![A-Za-z])[a-z]\d")
"""A letter that text recognition may have made of a digit."""
_JUDGE = re.compile(r"\([A-Z]{1,4}\)$")
"""What is not part of a number: the judge's initials, or (L) and (Con) for lead and consolidated cases."""
FROM_BELOW = re.compile(
    r"^(?:on )?(?:an? )?(?:interlocutory )?(?:appeals?|petition|certification|writ|motion|direct appeal"
    r"|review|certified|remand)\b.{0,40}\b(?:from|to|of|for|by)\b|^sat below"
    r"|^(?:united states district court|from the)|^on (?:appeal|petition|writ|certif)",
    re.IGNORECASE,
)
"""A line from which on the caption speaks of the court below."""
_LATER_LINES = 20


def dockets(
    first: Sequence[Line], later: Sequence[Line], pages: Sequence[CleanPage], court: str
) -> CaptionEntry | None:
    """The numbers joined by '; ', in the order of the caption; None where none is sure.

    ``first`` are the first page's lines, ``later`` those after it; ``court`` is the name of the document's
    own court or empty: a number that goes with another court's name is that of the court below.
    """
    stamped = _stamped_case(pages)
    found = _own(first, court, stop=stamped is None)
    if stamped:
        same = any(number.startswith(stamped) for number in found)
        found = [number for number in found if _alike(number, stamped)] if same else [stamped]
        return _entry(found, "caption" if same else "stamp", 0.95 if same else 0.85, pages[0].index)
    if found:
        return _entry(found, "caption", 0.9, pages[0].index)
    rest = later[:_LATER_LINES]
    return _entry(_own(rest, court, stop=True)[:1], "caption", 0.7, rest[0].page) if rest else None


def _entry(numbers: Iterable[str], source: str, confidence: float, page: int) -> CaptionEntry | None:
    value = "; ".join(dict.fromkeys(numbers))
    return CaptionEntry(CaptionField.DOCKET, value, source, confidence, page) if value else None


def _own(lines: Sequence[Line], court: str, *, stop: bool) -> list[str]:
    found: list[str] = []
    below = False
    for line in lines:
        below = below or bool(FROM_BELOW.match(line.text) and not _names(line.text, court))
        if below and found and stop:
            break
        found += [] if below else dockets_in(line.text, court)
    return found


def _names(text: str, court: str) -> bool:
    """Whether a line that reads like the court below is the name of the document's own court."""
    said = text.lower().strip(" ,.")
    return bool(said) and court.lower().startswith(said)


def dockets_in(text: str, court: str = "") -> list[str]:
    """The docket numbers that a line names, in order; linear, at most its first 400 characters."""
    text = text[:400]
    for name, form in _FORMS.items():
        if name in court.lower() and (form.fullmatch(text.strip(_EDGES)) or _CONSOLIDATED.match(text)):
            return [number.upper() for number in form.findall(text)]
    numbers: list[str] = []
    for match in _DOCKET.finditer(text):
        before = text[max(0, match.start() - 24) : match.start("numbers")]
        if _NOT_DOCKET.search(before) or _of_another(before, court):
            continue
        for part in re.finditer(_NUMBER, match.group("numbers"), re.IGNORECASE):
            number = _JUDGE.sub("", part.group().strip(" .,;:–—-"))
            if re.search(r"\d", number) and len(number) >= 4 and not _doubtful(number, court):
                numbers.append(number.replace(",", ""))
    return numbers


def _of_another(before: str, court: str) -> bool:
    """Whether the words before a number name another court than the document's own."""
    own = court.lower()
    return bool(own) and any(match.group().lower()[:3] not in own for match in _COURTS.finditer(before))


def _doubtful(number: str, court: str) -> bool:
    """Also a number that was not given yet, whose place is a rule: '1:21-cv-______'."""
    if any(name in court.lower() and not form.fullmatch(number) for name, form in _FORMS.items()):
        return True
    return "__" in number or bool(_MISREAD.search(number))


def _alike(number: str, other: str) -> bool:
    """Numbers of one court look alike: '19-1083' and '19-1081', not '2017-1118'."""
    return re.sub(r"\d", "#", number) == re.sub(r"\d", "#", other)


def _stamped_case(pages: Sequence[CleanPage]) -> str | None:
    for page in pages[:1]:
        for stamp in page.stamps:
            match = _STAMP_CASE.search(stamp.text[:400])
            if match and not _doubtful(match.group("number"), ""):
                return match.group("number").rstrip(".:-")
    return None
