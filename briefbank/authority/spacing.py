"""Text with single spaces, so that a line or page that ends inside a citation does not hide it, and the way
back to the places of the text itself."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

SOFT = "\u00ad"
"""Stands for a hyphen at a line end between digits: part of the number (2C:44-1), the sign of a range
(635-36), or only set there by the printer."""
DASHES = f"-–‑‐{SOFT}"
"""Whatever may stand for a hyphen in a number."""
DASH = f"\\{DASHES}"
"""The same, to stand in a character class."""

_GAP = re.compile(rf"(?P<hyphen>[{DASH}])(?:[^\S ]| (?=\s))\s*+(?=\w)|(?:[^\S ]| (?=\s))\s*+")
_UNEVEN = re.compile(r"[^\S ]|  |\[\*")
_STAR_PAGE = re.compile(r"\s{0,4}\[\*{1,3}\d{1,5}\]\s*+")
_GAP_OR_STAR_PAGE = re.compile(rf"{_STAR_PAGE.pattern}|{_GAP.pattern}")
_LINE_END = re.compile(r"[\n\r\f\v\x85\u2028\u2029]")


def single_spaced(text: str) -> tuple[str, Callable[[int], int]]:
    """The text with single spaces, words put together again that were broken at a hyphen, and the marks of
    star pages ("[*15]") left out; and the way back from its offsets. Linear time."""
    if not _UNEVEN.search(text):
        return text, _unchanged
    parts: list[str] = []
    starts: list[int] = [0]
    shifts: list[int] = [0]
    at = length = 0
    for match in (_GAP_OR_STAR_PAGE if "[*" in text else _GAP).finditer(text):
        between = _instead(match, text)
        parts += [text[at : match.start()], between]
        length += match.start() - at + len(between)
        at = match.end()
        starts.append(length)
        shifts.append(at - length)
    parts.append(text[at:])

    def back(offset: int) -> int:
        return offset + shifts[bisect_right(starts, offset) - 1]

    return "".join(parts), back


def _unchanged(offset: int) -> int:
    return offset


def _instead(match: re.Match[str], text: str) -> str:
    hyphen = match.group("hyphen")
    if not hyphen:
        return " "
    if not _LINE_END.search(text, match.start(), match.end()):
        return hyphen + " "
    before, after = text[match.start() - 1 : match.start()], text[match.end()]
    if before.isdigit() and after.isdigit():
        return SOFT
    return "" if before.isalpha() and after.islower() else hyphen
