"""Reads a document's caption: the case's title, the court and the docket numbers.

Captions are set in columns, brackets and centred lines, so they are read line by line where they stand: the
sides of a "v." are the lines above and below it in its own column. What is found must be borne out by the
rest of the document; a field in doubt stays empty, because a wrong title is worse than none.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from briefbank.models import Caption
from briefbank.reading.clean import CleanPage
from briefbank.reading.filed import filed_date
from briefbank.reading.parties import CaseWords, first_party, in_title_case, sovereign
from briefbank.reading.stamp import without_stamps
from briefbank.reading.text import Line

_PAGES = 3
_LINES = 90
_VERSUS = re.compile(r"-?\s?(?:v|vs|vv)\.?\s?-?[,:]?|-?\s?against\s?-?|versus", re.IGNORECASE)
_INLINE = re.compile(r"^(?P<first>.{2,160}?)[,;]?\s+(?:vs?\.|versus|VS?\.)\s+(?P<second>.{2,200})$")
_IN_RE = re.compile(
    r"^(?P<kind>in\s+re(?:\s+the)?:?|in\s+the\s+matter\s+of:?|in\s+the\s+interests?\s+of:?"
    r"|(?:the\s+)?matter\s+of|ex\s+parte"
    r"|state(?:\s+of\s+new\s+jersey)?\s+in\s+the\s+interest\s+of)\s*(?P<name>.*)$",
    re.IGNORECASE,
)
_RE_LINE = re.compile(r"^re:\s*(?P<title>.+? v\.? .+)$", re.IGNORECASE)
_STOP = re.compile(
    r"\bcourt\b|\bcircuit\b|\bcounty of\b|^in the\b|\bdivision\b|\bdistrict of\b|\bdocket\b|^nos?[.:]"
    r"|\bcase nos?\b|\bcivil action\b|\bcriminal action\b|^on (?:appeal|petition|writ|certif|motion"
    r"|remand)|^appeal(?:s)? from"
    r"|\bindictment\b|\bbrief\b|\bpetition for\b|\bbefore\b|\battorneys? for\b|\bjudge\b|\bcounsel\b"
    r"|^_{3,}|\bfiled\b|\bappeals board\b|\bbureau\b|\bdecided\b|\bargued\b|\bsubmitted\b|@"
    r"|\d{3}[-.) ]{1,2}\d{3}[-.]\d{4}|^\(?s?bn\b|\besq\b",
    re.IGNORECASE,
)
_COURT = re.compile(
    r"^(?:in the |the )?(?P<court>(?:united states |u\.s\. )?(?:supreme court|superior court"
    r"|court of (?:criminal |civil |special |general )?appeals?|court of appeal"
    r"|district court of appeal|district court|circuit court|appellate court|court of common pleas"
    r"|commonwealth court|supreme judicial court|family court|county court|municipal court"
    r"|bankruptcy court|tax court|court of claims|court of chancery|court of (?:federal claims"
    r"|international trade|last resort|veterans appeals))\b.{0,90}"
    r"|.{0,60}\b(?:appeals board|board of (?:immigration appeals|review|parole)"
    r"|board of veterans[’'] appeals)|(?:state|commonwealth) of [a-z ]{3,20} (?:supreme court"
    r"|court of appeals|appellate court))",
    re.IGNORECASE,
)
_COURT_MORE = re.compile(
    r"^(?:for the\b.{0,60}\b(?:circuit|district|division)\b.*|of (?:the )?(?:state of )?[a-z ]{3,30}"
    r"|state of [a-z ]{3,20}|appellate division.*|law division.*|chancery division.*|family part.*"
    r"|(?:[a-z]+ )?(?:district|division|department|county)(?: of [a-z ]{3,30})?"
    r"|(?:northern|southern|eastern|western|middle|central) district of [a-z ]+|county of [a-z ]+"
    r"|.{3,30} county|(?:first|second|third|fourth|fifth|sixth|\d+\w\w) (?:appellate )?(?:district"
    r"|department|circuit|division).*|[a-z]+ vicinage)$",
    re.IGNORECASE,
)
_DOCKET = re.compile(
    r"\b(?P<lead>(?:(?:appellate |superior |supreme )?(?:court )?(?:docket|case|appeal|civil action"
    r"|criminal action|cause|record|index|app\. ?div\.?|civ\.|crim\.|c\.?a\.)\s*(?:case\s*)?(?:nos?\.?"
    r"|numbers?|#)|nos?\.|docket|case)\s*[:.]?\s*)"
    r"(?P<numbers>(?:[A-Z0-9][\w:.\-–—/]*\d[\w:.\-–/]*(?:\([A-Z]+\))?|MDL [\w\-]+)(?:\s*(?:,|;|&"
    r"|and)\s*(?:nos?\.?\s*)?[A-Z0-9][\w:\-–/]*\d[\w:\-–/]*(?:\([A-Z]+\))?){0,8})",
    re.IGNORECASE,
)
_NOT_DOCKET = re.compile(
    r"indictment|ind\.|attorney|bar|state file|sbn|accusation|complaint|warrant|opinion|telephone|room"
    r"|suite|usdc|agency|lower|trial court|below|district court|l\.t\.",
    re.IGNORECASE,
)
_STAMP_CASE = re.compile(
    r"\b(?:Case|Appeal|No\.)[:\s]*(?:No\.?\s*)?(?P<number>\d{1,2}[:-][\w:.\-]*\d+|\d\d-\d{2,6})",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"^[):|§]\s|\s*[):|§*]+\s*$|\s[)§|:]\s")
_FROM_BELOW = re.compile(
    r"^(?:on )?(?:an? )?(?:interlocutory )?(?:appeals?|petition|certification|writ|motion|direct appeal"
    r"|review|certified|remand)\b.{0,40}\b(?:from|to|of|for|by)\b|^sat below"
    r"|^(?:united states district court|from the)|^on (?:appeal|petition|writ|certif)",
    re.IGNORECASE,
)


def read_caption(
    pages: Sequence[CleanPage], front: Sequence[Line], words: CaseWords, service: Sequence[str]
) -> Caption:
    """The caption of cleaned pages.

    ``front`` are the lines before the document's running text begins, ``service`` the text of the signature
    and service parts in order. A docket number or a date is taken only from a document that names a court or
    a case: a report has numbers and dates too.
    """
    lines = [line for line in front if line.page < pages[0].index + _PAGES][: 2 * _LINES] if pages else []
    lines = without_stamps(lines)
    first = [line for line in lines if line.page == pages[0].index]
    title = _title(lines, first, words)
    court = _court(first, words) or _court(lines, words)
    filed, source = filed_date(pages, service)
    if not title and not court:
        return Caption() if source != "stamp" else Caption(filed=filed, filed_source=source)
    return Caption(title, court, _docket(first, lines, pages), filed, source)


def _title(lines: Sequence[Line], first: Sequence[Line], words: CaseWords) -> str:
    later = [line for line in lines if line.page != first[0].page] if first else []
    candidates = [*_versus_titles(first), *_in_re_titles(first), *_inline_titles(first)]
    candidates += [*_inline_titles(later), *_versus_titles(later), *_in_re_titles(later)]
    borne_out = [found for found in candidates if _borne_out(found, words)]
    if borne_out:
        return _written(borne_out[0], words)
    if len(set(candidates)) == 1 and not _two_layers(first):
        return _written(candidates[0], words)
    return ""


def _written(found: tuple[str, ...], words: CaseWords) -> str:
    if len(found) == 1:
        return _in_re(found[0], words)
    return " v. ".join(in_title_case(sovereign(side), words) for side in found)


def _two_layers(lines: Sequence[Line]) -> bool:
    """Whether lines are printed over each other: a page can hide an older caption under its own."""
    for earlier, later in itertools.combinations(lines[:_LINES], 2):
        a, b = earlier.box, later.box
        wide = min(a.x1, b.x1) - max(a.x0, b.x0) > 0.5 * min(a.x1 - a.x0, b.x1 - b.x0)
        high = min(a.y1, b.y1) - max(a.y0, b.y0) > 0.5 * max(0.1, min(earlier.height, later.height))
        if wide and high and min(len(earlier.text), len(later.text)) > 5:
            return True
    return False


def _borne_out(sides: tuple[str, ...], words: CaseWords) -> bool:
    """Whether running text of the document has a word of each side that is not a sovereign."""
    for side in sides:
        if sovereign(side) != side:
            continue
        long = re.findall(r"[A-Za-z’']{3,}", side.partition("\t")[2] or side)
        if long and not any(words.knows(word) for word in long):
            return False
    return True


def _in_re(name: str, words: CaseWords) -> str:
    lead, _, rest = name.partition("\t")
    return f"{lead} {in_title_case(rest, words)}"


def _without_bracket(text: str) -> str:
    """The left side of a line that a caption's bracket (')', ':', '|') divides."""
    return _BRACKET.split(text, maxsplit=1)[0].strip() if _BRACKET.search(text) else text


def _versus_titles(lines: Sequence[Line]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for index, line in enumerate(lines):
        if not _VERSUS.fullmatch(_without_bracket(line.text)):
            continue
        above = _side(lines, index, -1)
        below = _side(lines, index, 1)
        names = first_party(above), first_party(below)
        if all(names):
            found.append(names)
    return found


def _side(lines: Sequence[Line], index: int, step: int) -> str:
    """The lines of one party's block, joined, in reading order."""
    taken: list[str] = []
    at = index + step
    previous = lines[index]
    while 0 <= at < len(lines) and len(taken) < 12:
        line = lines[at]
        text = _without_bracket(line.text)
        at += 0 if text else step
        if not text:
            continue
        if line.page != lines[index].page or _STOP.search(text):
            break
        if abs(line.middle - previous.middle) > 75 or (step > 0 and _VERSUS.fullmatch(text)):
            break
        if _same_column(line, lines[index], lines):
            if step < 0 and taken and _ends_party(text):
                break
            taken.append(text)
            previous = line
        if step > 0 and taken and _ends_party(" ".join(taken)):
            break
        at += step
    return " ".join(taken if step > 0 else taken[::-1])


def _ends_party(text: str) -> bool:
    return bool(
        re.search(
            r"(?:plaintiff|defendant|petitioner|respondent|appell(?:ant|ee)|interest|movant"
            r"|intervenor)s?\s*[.,;]?\s*$",
            text,
            re.IGNORECASE,
        )
    )


def _same_column(line: Line, versus: Line, lines: Sequence[Line]) -> bool:
    """Whether the line is in the caption's column; a page without geometry has one column."""
    if versus.box.x1 <= versus.box.x0:
        return True
    left = min(other.box.x0 for other in lines)
    right = max(other.box.x1 for other in lines)
    if abs((versus.box.x0 + versus.box.x1) / 2 - (left + right) / 2) < 0.09 * (right - left):
        return True  # a centred caption has no columns
    return line.box.x0 < versus.box.x1 + 115 and line.box.x0 < versus.box.x0 + 0.35 * (right - left)


def _inline_titles(lines: Sequence[Line]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for index, line in enumerate(lines):
        text = _without_bracket(line.text)
        reference = _RE_LINE.match(text)
        match = _INLINE.match(reference.group("title") if reference else text)
        if not match or (not reference and not _is_title_line(lines, index)):
            continue
        names = (
            first_party(match.group("first")),
            first_party(re.split(r",?\s+(?:Case\s+)?Nos?\.|\s\(", match.group("second"))[0]),
        )
        if all(names):
            found.append(names)
    return found


def _is_title_line(lines: Sequence[Line], index: int) -> bool:
    """A line that is a case's name alone: short, capitals or title case, not part of a sentence or a list."""
    text = lines[index].text.rstrip(" .,")
    if re.search(
        r"\d{2,} [A-Z]|\.{4}|\d$|[.;:]\s",
        re.sub(r"\bv\.|\b[A-Z]\.|\b(?:Inc|Co|Corp|Ltd|al|Dep[’']t|vs)\.", "", text),
    ):
        return False
    words = [
        w
        for w in re.findall(r"[A-Za-z][\w’']*", text)
        if w.lower() not in ("v", "vs", "of", "the", "and", "et", "al", "for", "in", "a")
    ]
    return bool(words) and len(text) < 130 and all(w[0].isupper() for w in words)


def _in_re_titles(lines: Sequence[Line]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for index, line in enumerate(lines[:60]):
        match = _IN_RE.match(_without_bracket(line.text))
        if not match or (line.text[:1].islower()):
            continue
        kind = " ".join(match.group("kind").rstrip(":").split()).lower()
        name = match.group("name")
        if re.match(r"(?i)united states|supreme|superior|court|district", name):
            continue
        for later in lines[index + 1 : index + 5]:
            complete = bool(name.strip(" .,")) and name.rstrip().endswith((".", ","))
            if complete or _STOP.search(later.text) or _ends_party(later.text):
                break
            if _same_column(later, line, lines) and abs(later.middle - line.middle) < 60:
                name = f"{name} {_without_bracket(later.text)}"
        party = first_party(re.split(r",?\s+(?:Case\s+)?Nos?\.", name)[0])
        if party:
            found.append((f"{_lead(kind)}\t{party}",))
    return found


def _lead(kind: str) -> str:
    """How a title with one party begins, from the caption's words in lower case."""
    if "interest" in kind:
        return "State in the Interest of" if "state" in kind else "In the Interest of"
    return "Ex parte" if kind == "ex parte" else "In re"


def _court(lines: Sequence[Line], words: CaseWords) -> str:
    below = False
    for index, line in enumerate(lines[:70]):
        text = _without_bracket(line.text)
        if _FROM_BELOW.match(text) and not re.match(r"(?i)united states", text):
            below = True
        match = _COURT.match(text) if not below or not text[:1].isupper() else None
        below = below and not re.search(r"[.:]$", text)
        if (
            not match
            or len(text.split()) > 14
            or text.rstrip().endswith((",", ";"))
            or re.search(r"\b(?:affirm|order|held|has|was|is)\b", text)
        ):
            continue
        parts = [re.sub(r"^(?:in the|the)\s+", "", text, flags=re.IGNORECASE).strip(" ,")]
        for later in lines[index + 1 : index + 4]:
            more = _without_bracket(later.text).strip(" ,")
            if not _COURT_MORE.match(more) or (later.box.x0 and abs(later.middle - line.middle) > 70):
                break
            parts.append(more)
        return _court_name(parts, words)
    return ""


def _court_name(parts: Sequence[str], words: CaseWords) -> str:
    cased = [in_title_case(part, words) for part in parts]
    name = cased[0]
    for part in cased[1:]:
        name += f" {part[0].lower()}{part[1:]}" if re.match(r"(?i)(?:for|of) ", part) else f", {part}"
    return name


def _docket(first: Sequence[Line], lines: Sequence[Line], pages: Sequence[CleanPage]) -> str:
    stamped = _stamped_case(pages)
    found: list[str] = []
    below = False
    for line in first:
        below = below or bool(_FROM_BELOW.match(line.text))
        if below and stamped is None and found:
            break
        found += [] if below else _dockets_in(line.text)
    if stamped:
        same = any(number.startswith(stamped) for number in found)
        found = [number for number in found if _alike(number, stamped)] if same else [stamped]
    if not found:
        found = [number for line in lines[len(first) :][:20] for number in _dockets_in(line.text)][:1]
    return "; ".join(dict.fromkeys(found))


def _alike(number: str, other: str) -> bool:
    """Numbers of one court look alike: '19-1083' and '19-1081', not '2017-1118'."""
    return re.sub(r"\d", "#", number.split("(")[0]) == re.sub(r"\d", "#", other.split("(")[0])


def _dockets_in(text: str) -> list[str]:
    numbers: list[str] = []
    for match in _DOCKET.finditer(text[:400]):
        before = text[max(0, match.start() - 24) : match.start("numbers")]
        if _NOT_DOCKET.search(before):
            continue
        for number in re.split(r"\s*(?:,|;|&|\band\b)\s*(?:[Nn]os?\.?\s*)?", match.group("numbers")):
            number = number.strip(" .,;:–—-")
            if re.search(r"\d", number) and len(number) >= 4:
                numbers.append(number)
    return numbers


def _stamped_case(pages: Sequence[CleanPage]) -> str | None:
    for page in pages[:1]:
        for stamp in page.stamps:
            match = _STAMP_CASE.search(stamp.text)
            if match:
                return match.group("number").rstrip(".:-")
    return None
