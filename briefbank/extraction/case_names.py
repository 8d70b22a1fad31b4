"""Finds the case in a caption: the blocks of parties on both sides of its "v.", or the party after "In re".

Captions are set in columns, brackets and centred lines, so the position of each line counts: the sides of a
"v." are the lines above and below it in its own column. Consolidated captions have several cases.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.extraction.parties import first_party
from briefbank.extraction.roles import ends_with_role
from briefbank.extraction.text import Line

_VERSUS = re.compile(r"-?\s?(?:v|vs|vv|\ufffd)\.?\s?-?[,:]?|-?\s?against\s?-?|versus", re.IGNORECASE)
_INLINE = re.compile(r"^(?P<first>.{2,160}?)[,;]?\s+(?:vs?\.|versus|VS?\.)\s+(?P<second>.{2,200})$")
_IN_RE = re.compile(
    r"^(?P<kind>in\s+re(?:\s+the)?:?|in\s+the\s+matter\s+of:?|in\s+the\s+interests?\s+of:?"
    r"|(?:the\s+)?matter\s+of|ex\s+parte"
    r"|state(?:\s+of\s+new\s+jersey)?,?\s+in\s+the\s+interest\s+of)\s*(?P<name>.*)$",
    re.IGNORECASE,
)
_RE_LINE = re.compile(r"^re:\s*(?P<title>.+? v\.? .+)$", re.IGNORECASE)
_END_OF_PARTIES = re.compile(
    r"\bcourt\b|\bcircuit\b|\bcounty of\b|^in the\b|\bdivision\b(?! of\b)|\bdistrict of\b"
    r"|\bdocket\b|^nos?[.:]"
    r"|\bcase nos?\b|\bcivil action\b|\bcriminal action\b|^on (?:appeal|petition|writ|certif|motion"
    r"|remand)|^appeal(?:s)? from"
    r"|\bindictment\b|\bbrief\b|\bpetition for\b|\bbefore\b|\battorneys? for\b|\bjudge\b|\bcounsel\b"
    r"|^_{3,}|\bfiled\b|\bappeals board\b|\bbureau\b|\bdecided\b|\bargued\b|\bsubmitted\b|@"
    r"|\d{3}[-.) ]{1,2}\d{3}[-.]\d{4}|^\(?s?bn\b|\besq\b"
    r"|\btribunal\b|^(?:región|regi[oó]n judicial|sala|sobre:|fecha:|estado libre)\b|\bn[uú]m\.",
    re.IGNORECASE,
)
_CASE_BELOW = re.compile(
    r"(?:on )?(?:an? )?(?:direct |interlocutory )?(?:appeals?|certification|certified question|writ|review"
    r"|remand|petitions? for (?:an? )?(?:writ of )?(?:certiorari|certification|review))\b"
    r".{0,60}\b(?:from|to)\b|sat below",
    re.IGNORECASE,
)
_RULE = re.compile(r"^[_\-–—=*\s]{3,}$")
_BORDER = re.compile(r"[_.\-–—=*~ ]{6,}[xX+/\\]?(?:\s|$)|[xX]$|[xX][_.\-–—=~]{3,}[xX]?$")
"""A line drawn above or below the parties; in New York it ends in an X, which recognition may leave alone."""
_BRACKET = re.compile(r"^[):|§]\s|\s*[):|§*]+\s*$|\s[)§|:]\s")
_NUMBER_AFTER = re.compile(r",?\s+(?:(?:Appeal|Docket|Case)\s+)?Nos?\.|\s\(", re.IGNORECASE)
_NUMBER_BESIDE = re.compile(
    r"\s(?:(?:case|docket|civil|criminal|index|indictment|ind\.|no)\b.{0,30}?\d"
    r"|\d{1,2}[ :-](?:\d\d-)?(?:civ|crim|cr|cv)\b)",
    re.IGNORECASE,
)
_REPORTER = re.compile(r"\b\d{1,4} [A-Z][\w.’' ]{1,20}? \d{1,5}\b")
"""Volume, reporter and page: a citation of another case, not the name of this one."""
_PAPER = re.compile(
    r"^(?:transcript|deposition|testimony|hearing|trial|proceedings|minutes|brief|memorandum|motion|appendix|exhibits?"
    r"|statement|affidavit|certification)\b[^,:–—]{0,60}(?:[,:]| [–—-])\s+",
    re.IGNORECASE,
)
"""The name of a paper before the name of the case: "Transcript of Hearing, State v. Doe"."""
_STATE = re.compile(r"(?:the )?state(?: of [a-z ]{4,20})?,?", re.IGNORECASE)
_MAX_BLOCK_LINES, _MAX_BLOCKS = 12, 6
_MAX_LINE_DISTANCE = 75.0
"""The maximum distance in points between two lines of one caption."""


@dataclass(frozen=True, slots=True)
class CaseName:
    """A case as a caption names it. ``sides`` are the first party of each side, or one as 'In re<TAB>name'.

    ``blocks`` are all parties' blocks in the order of the caption, with the role at the end of each.
    """

    sides: tuple[str, ...]
    blocks: tuple[str, ...]
    page: int

    @property
    def is_complete(self) -> bool:
        """Tell whether the case has two sides and all its parties have roles."""
        return len(self.sides) == 2 and all(map(ends_with_role, self.blocks))


def case_names(first: Sequence[Line], later: Sequence[Line], *, overprinted: bool = False) -> list[CaseName]:
    """Return the cases that the first page names, then those of ``later`` pages; the likeliest first.

    What stands below "On appeal from" can be the case below. It counts only where no case stands above, and
    only with a "v." on a line of its own, because in two columns that line comes before the parties. Where an
    older caption is ``overprinted``, its "On appeal from" stands above the case and says nothing of it.
    """
    below = next((at for at, line in enumerate(first) if _CASE_BELOW.match(line.text)), len(first))
    if overprinted:
        below = len(first)
    own = [*_versus(first, range(below)), *_in_re(first[:below]), *_inline(first[:below])]
    return [
        *(own or _versus(first, range(below, len(first)))),
        *_inline(later),
        *_versus(later, range(len(later))),
        *_in_re(later),
    ]


def without_bracket(text: str) -> str:
    """Return the left side of a line that a caption's bracket (')', ':', '|') divides."""
    return _BRACKET.split(text, maxsplit=1)[0].strip() if _BRACKET.search(text) else text


# --- "v." on a line of its own -------------------------------------------------------------------


def _versus(lines: Sequence[Line], indexes: range) -> list[CaseName]:
    """Return the cases whose "v." is at one of the indexes."""
    found: list[CaseName] = []
    for index in indexes:
        line = lines[index]
        if not _VERSUS.fullmatch(without_bracket(line.text)):
            continue
        above, below = _blocks(lines, index, -1), _blocks(lines, index, 1)
        names = first_party(above[0]), first_party(below[0])
        if all(names):
            found.append(CaseName(names, (*above[::-1], *below), line.page))
    return found


def _blocks(lines: Sequence[Line], index: int, step: int) -> list[str]:
    """Return the blocks above (``step`` -1) or below a "v.", nearest first; all but the first end in a
    role."""
    blocks: list[list[str]] = [[]]
    previous = lines[index]
    at = index + step
    while 0 <= at < len(lines) and len(blocks[-1]) < _MAX_BLOCK_LINES:
        line, text = lines[at], _without_number(without_bracket(lines[at].text))
        at += step
        if not text or (not blocks[-1] and _RULE.match(text)):
            continue
        if not _same_column(line, lines[index], lines):
            continue
        if _ends_parties(line, text, lines[index], previous, step):
            break
        if step < 0 and blocks[-1] and ends_with_role(text):
            blocks.append([])
        blocks[-1].append(text)
        previous = line
        if step > 0 and ends_with_role(" ".join(blocks[-1])):
            blocks.append([])
        if len(blocks) > _MAX_BLOCKS:
            break
    joined = [" ".join(block[::step]) for block in blocks]
    return [joined[0], *(block for block in joined[1:] if ends_with_role(block))]


def _without_number(text: str) -> str:
    """Return a line with a party's role without the docket number that the right column has beside it."""
    beside = _NUMBER_BESIDE.search(text)
    return text[: beside.start()] if beside and ends_with_role(text[: beside.start()]) else text


def _ends_parties(line: Line, text: str, versus: Line, previous: Line, step: int) -> bool:
    """Tell whether the caption's parties end before this line."""
    far = abs(line.middle - previous.middle) > _MAX_LINE_DISTANCE
    again = step > 0 and bool(_VERSUS.fullmatch(text))
    if _BORDER.match(line.text):
        return True
    return line.page != versus.page or bool(_END_OF_PARTIES.search(text)) or far or again


def _same_column(line: Line, versus: Line, lines: Sequence[Line]) -> bool:
    """Tell whether the line is in the caption's column; a page without geometry has one column."""
    if versus.box.x1 <= versus.box.x0:
        return True
    left = min(other.box.x0 for other in lines)
    right = max(other.box.x1 for other in lines)
    if abs((versus.box.x0 + versus.box.x1) / 2 - (left + right) / 2) < 0.09 * (right - left):
        return True  # a centred caption has no columns
    return line.box.x0 < versus.box.x1 + 115 and line.box.x0 < versus.box.x0 + 0.35 * (right - left)


# --- a case's name on one line -------------------------------------------------------------------


def _inline(lines: Sequence[Line]) -> list[CaseName]:
    found: list[CaseName] = []
    for line in lines:
        text = _PAPER.sub("", without_bracket(line.text)[:400])
        reference = _RE_LINE.match(text)
        match = _INLINE.match(reference.group("title") if reference else text)
        if not match or (not reference and not _is_title_line(text)):
            continue
        sides = match.group("first"), _NUMBER_AFTER.split(match.group("second"))[0]
        names = first_party(sides[0]), first_party(sides[1])
        if all(names):
            found.append(CaseName(names, sides, line.page))
    return found


def _is_title_line(line: str) -> bool:
    """Tell whether a line is only a case name: short, capitals or title case, no part of a sentence or
    list."""
    text = line.rstrip(" .,")
    if _REPORTER.search(text) or re.search(
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


# --- cases with one party ------------------------------------------------------------------------


def _in_re(lines: Sequence[Line]) -> list[CaseName]:
    found: list[CaseName] = []
    for index, line in enumerate(lines[:60]):
        text = _PAPER.sub("", without_bracket(line.text)[:400])
        below = lines[index + 1 : index + 2] if re.search(r"(?i)\bin the$", text) else ()
        match = _IN_RE.match(" ".join([text, *(without_bracket(each.text) for each in below)]))
        if not match or line.text[:1].islower() or _REPORTER.search(text):
            continue
        if re.match(r"(?i)united states|supreme|superior|court|district", match.group("name")):
            continue
        name, role = _continued_name(lines, index + len(below), match.group("name"))
        party = first_party(_NUMBER_AFTER.split(name)[0])
        if party:
            kind = " ".join(match.group("kind").rstrip(":").split()).lower()
            lead = _title_prefix(kind, without_bracket(lines[index - 1].text) if index else "")
            blocks = (f"{name} {role}",) if "Interest" in lead or role else ()  # 'In re' may name a thing
            found.append(CaseName((f"{lead}\t{party}",), blocks, line.page))
    return found


def _continued_name(lines: Sequence[Line], index: int, name: str) -> tuple[str, str]:
    """Return the name with its continuation lines, and the line with the party's role below it."""
    for later in lines[index + 1 : index + 5]:
        text = without_bracket(later.text)
        near = _same_column(later, lines[index], lines) and abs(later.middle - lines[index].middle) < 60
        if near and ends_with_role(text):
            return name, text
        complete = bool(name.strip(" .,")) and name.rstrip().endswith((".", ","))
        if complete or _END_OF_PARTIES.search(later.text) or ends_with_role(later.text):
            break
        if near:
            name = f"{name} {text}"
    return name, ""


def _title_prefix(kind: str, above: str) -> str:
    """Return the beginning of a title with one party, from the caption's words in lower case and the line
    above."""
    if "interest" in kind:
        by_state = "state" in kind or _STATE.fullmatch(above)
        return "State in the Interest of" if by_state else "In the Interest of"
    return "Ex parte" if kind == "ex parte" else "In re"
