"""Text with single spaces, in which no line or page break hides a citation, and the mentions that finders
find in it.

Mentions are not yet resolved against each other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from briefbank.domain.authorities import CitationForm, CitationKind

SOFT = "\u00ad"
"""A stand-in for a hyphen at a line end between digits. The hyphen may be part of the number (2C:44-1), the
sign of a range (635-36), or only the printer's."""
_UNICODE_DASHES = "‐‑‒–—―−﹘﹣－"
DASHES = f"-{_UNICODE_DASHES}{SOFT}"  # the characters that may stand for a hyphen in a number
DASH = f"\\-–‑‐{SOFT}"
"""The hyphens that a text with single spaces may have in a number, escaped for a character class."""

_UNICODE_DASH = re.compile(f"[{_UNICODE_DASHES}]")
_NUMBER_BEFORE = re.compile(rf"(?:\d[A-Za-z]{{0,3}} ?|\b[A-Z]{{1,3}}|[{DASHES}]\s?[A-Za-z]{{1,5}})$")
_NUMBER_AFTER = re.compile(
    rf"\s*(?:(?:\[?\*{{0,3}}|[A-Za-z]{{1,5}}[{DASHES}]\s*)\d(?!\d{{0,3}} [A-Z][A-Za-z]*\.)"
    r"|[b-z](?!\w)|a(?![\w ]))"
)
"""The rest of a number. A volume and its reporter ("§ 1983—42 U.S.C.") or a word ("—a statute") is none."""
_GAP = re.compile(rf"(?P<hyphen>[{DASH}])(?:[^\S ]| (?=\s))\s*+(?=\w)|(?:[^\S ]| (?=\s))\s*+")
_UNEVEN = re.compile(r"[^\S ]|  |\[ ?\*|\* ?\d")
_BARE = r"\*{0,3}\d{1,5}"
_TEXT_FOLLOWS = r"(?=\s{1,9}(?:[\w§¶-]|\((?:[A-Za-z]{1,4}\)|\d{1,3}\)|\d [A-Z])))\s*+"
_NUMBER_FOLLOWS = r"\s{1,9}(?=\d|[A-Z]|[a-z](?!\w))"
_STAR_PAGE = (
    r"\[ ?\*{1,4} ?\d{1,5} ?\]\s*+"
    rf"|\*(?:(?<=[\w.)]\*){_BARE}{_TEXT_FOLLOWS}|(?<=[{DASHES}:]\*){_BARE}{_NUMBER_FOLLOWS})"
    r"|\s(?=\s{0,8}[\[*])(?:\s{0,8}\[ ?\*{1,4} ?\d{1,5} ?\]\s*+"
    r"|(?<=\d\s)\*{1,4} \d{1,5}\s++(?=[A-Z])"
    r"|(?<![\s,;&(—-]\s)(?<!\bat\s)(?<!\band\s)(?<!\bto\s)(?<!\bor\s)(?<!\bp\.\s)(?<!\bpp\.\s)"
    rf"\s{{0,8}}\*{_BARE}{_TEXT_FOLLOWS}"
    rf"|(?<=[{DASHES}:]\s)\s{{0,8}}\*{_BARE}{_NUMBER_FOLLOWS}"
    rf"|\s{{0,8}}\*{_BARE}(?: (?=\d)|\s{{1,9}}(?=[§¶]|(?:tit|art|amend|ch|cl|pt|rule|subd)\b)))"
)
"""The mark of a star page: in brackets, or bare where it can be no pin cite. A pin cite follows "at", a comma
or the first page of a range, unless the page itself is still to come. Every branch begins with a character,
by which the scan passes over most of a text."""
_GAP_OR_STAR_PAGE = re.compile(rf"{_STAR_PAGE}|{_GAP.pattern}")
_LINE_END = re.compile(r"[\n\r\f\v\x85\u2028\u2029]")


def single_spaced(text: str) -> tuple[str, Callable[[int], int]]:
    """Return the text with single spaces, and a function from its offsets to those of the original text.
    Words broken at a hyphen are rejoined, the marks of star pages ("[*15]") are left out, and every dash in a
    number is a plain hyphen. Linear time."""
    text = _UNICODE_DASH.sub(_hyphen_in_number, text)
    if not _UNEVEN.search(text):
        return text, lambda offset: offset
    parts: list[str] = []
    starts: list[int] = [0]
    shifts: list[int] = [0]
    at = length = 0
    for match in (_GAP_OR_STAR_PAGE if "*" in text else _GAP).finditer(text):
        between = _replacement(match, text)
        parts += [text[at : match.start()], between]
        length += match.start() - at + len(between)
        at = match.end()
        starts.append(length)
        shifts.append(at - length)
    parts.append(text[at:])
    return "".join(parts), lambda offset: offset + shifts[bisect_right(starts, offset) - 1]


def _hyphen_in_number(match: re.Match[str]) -> str:
    text, at = match.string, match.start()
    in_number = _NUMBER_BEFORE.search(text, max(0, at - 8), at) and _NUMBER_AFTER.match(text, at + 1)
    return "-" if in_number else match.group()


def _replacement(match: re.Match[str], text: str) -> str:
    if "*" in match.group():
        # a space, unless the texts around a star page are parts of one number
        before, after = text[max(0, match.start() - 2) : match.start()], text[match.end() : match.end() + 1]
        if before[-1:] in DASHES or after in DASHES or ":" in (before[-1:], after):
            return ""
        decimal = before[:1].isdigit() and before[1:] == "." and after.isdigit()
        return "" if decimal and match.group() == match.group().strip() else " "
    hyphen = match["hyphen"]
    if not hyphen:
        return " "
    if not _LINE_END.search(text, match.start(), match.end()):
        return hyphen + " "
    before, after = text[match.start() - 1 : match.start()], text[match.end()]
    if before.isdigit() and after.isdigit():
        return SOFT
    return "" if before.isalpha() and after.islower() else hyphen


AUTHORITY_KINDS = frozenset(CitationKind) - {CitationKind.DOCKET, CitationKind.RECORD}
"""The kinds that can be looked up by name alone; dockets and record cites need the document around them."""
PROVISIONS = AUTHORITY_KINDS - {CitationKind.CASE, CitationKind.JOURNAL}
"""Statutes, rules, regulations and the like, and what is none of the other kinds."""
NAMED_KINDS = frozenset((CitationKind.CASE, CitationKind.JOURNAL, CitationKind.DOCKET, CitationKind.OTHER))
"""The kinds that are cited by the names of parties or authors."""


ACT, OTHER = "act", "other"
"""Sources of a bare section besides a title: a statute that is not named in full, and anything else."""


@dataclass(slots=True)
class Mention:
    """A citation at its place in a text. One that refers to an earlier one has no canonical form yet but a
    ``key``: the volume and reporter of "550 U.S. at 556", the number of "§ 5", the name before "supra"."""

    start: int
    end: int
    canonical: str
    kind: CitationKind
    form: CitationForm = CitationForm.FULL
    certain: bool = True
    key: str = ""
    prefix: str = ""  # The code of a numbered provision in full form: "Cal. Penal Code §".
    source: str = ""
    """What a section without a code is of: the number of a title, ``ACT``, ``OTHER``; empty if unsaid."""
    points_at: str = ""  # The page that "id." points at, with the star of an unreported decision ("*4")
    prose: bool = False  # The authority is named in prose ("the Fourth Amendment"), to which no "id." refers
    page: int = 0  # The page that a short form points at; 0 if unknown


Finder = Callable[[str], Iterator[Mention]]
"""A function that finds mentions in a text with single spaces, in linear time and without raising."""

_PLAIN_DASH = str.maketrans(dict.fromkeys(DASHES, "-"))


def plain_number(written: str) -> str:
    """Return a section or docket number without spaces and with single plain hyphens."""
    return written.translate(_PLAIN_DASH).replace(" ", "").replace("--", "-")


def unbroken(written: str) -> str:
    """Return a volume or page as one number, without the hyphens of line ends."""
    return written.replace(SOFT, "")
