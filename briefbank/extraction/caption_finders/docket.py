"""Reads the docket numbers of the court that a document is filed with.

A caption has other numbers too: of the court appealed from, of an indictment, of a lawyer. A number counts
only where it is introduced as a number of this court, and not where letters were misread among its digits,
because a wrong docket number is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry
from briefbank.extraction.caption_finders import Front
from briefbank.extraction.caption_names import FROM_BELOW
from briefbank.extraction.text import Line
from briefbank.text.docket_numbers import DASHES

_DOCKET_NUMBER = (
    r"(?:MDL [\w\-]+|\d{1,5} (?:[EWM]DA|[EWM]A[PL]|C\.?D\.?) (?:19|20)\d\d"
    r"|\d\d (?:crim|cr|civ|cv)\.? \d{1,6}|(?:19|20)\d\d [CK][A-Z]? \d{3,5}"
    rf"|\d{{2,3}},\d{{3}}(?![\d,])|[A-Z0-9][{DASHES}\w:./]*\d[{DASHES}\w:./]*(?:\([A-Z]+\))?)"
)
_DOCKET = re.compile(
    r"(?i)\b(?P<lead>(?:(?:appellate |superior |supreme )?(?:court )?(?:docket|case|appeal|civil action"
    r"|criminal action|cause|record|index|app\. ?div\.?|civ\.|crim\.|c\.?a\.)\s*(?:case\s*)?(?:nos?\.?"
    r"|numbers?|#)|nos?\.|docket|case"
    r"|(?:(?:caso|apelaci[oó]n|recurso|civil|criminal|causa|expediente|radicado)\s*)?(?:n[uú]ms?\b\.?|número|n\.?º)"
    r"|expediente|radicado)\s*[:.]?\s*)"
    rf"(?P<numbers>{_DOCKET_NUMBER}(?:\s*(?:,|;|&|and)\s*(?:nos?\.?\s*)?{_DOCKET_NUMBER}){{0,8}})"
)
_NOT_DOCKET = re.compile(
    r"(?i)\bd\.\s?c\.|\bart\.|indictment|ind\.|attorney|bar|state file|sbn|accusation|complaint|warrant"
    r"|opinion|telephone|room|suite|usdc|agency|lower|trial court|below|district court|l\.t\.|prosecutor"
    r"|promis|municipal"
)
_COURTS = re.compile(r"(?i)\b(?:superior|supreme|app(?:ellate)?|circuit|county|municipal|family)\b")
_STAMP_CASE = re.compile(
    r"(?i)\b(?:Case|Appeal|No\.)[:\s]*(?:No\.?\s*)?(?P<number>\d{1,2}[:-][\w:.\-]*\d+|\d\d-\d{2,6})"
)
_COURT_FORMATS = {
    "new jersey, appellate": re.compile(r"AM?-\d{3,6}-\d\d(?:T\d[A-Z]?)?", re.IGNORECASE),
    "court of appeal of the state of california": re.compile(r"[A-H]\d{6}"),
    "supreme court of california": re.compile(r"S\d{6}"),
}
"""The format of all numbers of a court, by words of its name; such numbers may stand without a label."""
_DISTRICT_NUMBER = re.compile(
    r"(?i)(?<![\w.:§-])(?P<number>(?:\d:)?\d\d[ -](?:civ|crim|cr|cv)\.?[ -]\d{2,6})(?![\w/])"
)
"""A number of a federal district court, which needs no label: '15 Civ. 7433 (RWS)'."""
_CONSOLIDATED = re.compile(r"\W{0,3}consolidated\b", re.IGNORECASE)
_MISREAD = re.compile(r"(?<![A-Za-z])[OIl|]\d|\d[OIl|](?![A-Za-z])|\d[SB]\d|[-:][SB]\d|(?<![A-Za-z])[a-z]\d")
"""A letter that text recognition may have read in place of a digit."""
_NUMBER_SUFFIX = re.compile(r"\([A-Z]{1,4}\)$")  # The judge's initials, or (L) and (Con): consolidated
_LATER_LINES = 20


def find(front: Front) -> CaptionEntry | None:
    """Return the numbers joined by '; ', in order; None where none is certain.

    A document that names neither a court nor a case has the number of a court's stamp alone. A number with
    another court's name is that of the court below.
    """
    first = front.first if front.named else ()
    later = front.lines[len(first) :][:_LATER_LINES] if front.named else ()
    stamps = (_STAMP_CASE.search(stamp.text[:400]) for page in front.pages[:1] for stamp in page.stamps)
    certain = (m["number"].rstrip(".:-") for m in stamps if m and not _is_doubtful(m["number"], ""))
    stamped = next(certain, None)
    numbers = _own_numbers(first, front.court, stop=stamped is None)
    source, confidence, page = "caption", 0.9, front.pages[0].index if front.pages else 0
    if stamped:
        if any(number.startswith(stamped) for number in numbers):
            form = re.sub(r"\d", "#", stamped)  # '19-1083' and '19-1081', not '2017-1118'
            numbers, confidence = [n for n in numbers if re.sub(r"\d", "#", n) == form], 0.95
        else:
            numbers, source, confidence = [stamped], "stamp", 0.85
    elif not numbers and later:
        numbers = _own_numbers(later, front.court, stop=True)[:1]
        confidence, page = 0.7, later[0].page
    value = "; ".join(dict.fromkeys(numbers))
    return CaptionEntry(CaptionField.DOCKET, value, source, confidence, page) if value else None


def _own_numbers(lines: Sequence[Line], court: str, *, stop: bool) -> list[str]:
    numbers: list[str] = []
    below = False
    for line in lines:
        text = line.text.lower().strip(" ,.")
        own_court = bool(text) and court.lower().startswith(text)
        below = below or (FROM_BELOW.match(line.text) is not None and not own_court)
        if below and numbers and stop:
            break
        numbers += [] if below else dockets_in(line.text, court)
    return numbers


def dockets_in(text: str, court: str = "") -> list[str]:
    """Return the docket numbers in a line, in order; linear, at most its first 400 characters."""
    text, own = text[:400], court.lower()
    for name, form in _COURT_FORMATS.items():
        if name in own and (form.fullmatch(text.strip(" .,;:()")) or _CONSOLIDATED.match(text)):
            return [number.upper() for number in form.findall(text)]
    numbers: list[str] = []
    for match in _DOCKET.finditer(text):
        before = text[max(0, match.start() - 24) : match.start("numbers")]
        # The words before a number may name another court than the document's own.
        other = own and any(name.group().lower()[:3] not in own for name in _COURTS.finditer(before))
        for part in re.finditer(_DOCKET_NUMBER, match["numbers"], re.IGNORECASE):
            number = _NUMBER_SUFFIX.sub("", part.group().strip(f" .,;:{DASHES}"))
            known = not other and not _NOT_DOCKET.search(before) and not _is_doubtful(number, court)
            if known and re.search(r"\d", number) and len(number) >= 4:
                numbers.append(number.replace(",", ""))
    if not numbers and court.startswith("United States District Court"):
        return [match["number"] for match in _DISTRICT_NUMBER.finditer(text)]
    return numbers


def _is_doubtful(number: str, court: str) -> bool:
    """Tell whether a number is misread, malformed, or a rule: '1:21-cv-______'."""
    if any(name in court.lower() and not form.fullmatch(number) for name, form in _COURT_FORMATS.items()):
        return True
    return "__" in number or bool(_MISREAD.search(number))
