"""Text with single spaces, in which no line or page break hides a citation, and the way back."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

SOFT = "\u00ad"
"""A stand-in for a hyphen at a line end between digits.

The hyphen may be part of the number (2C:44-1), the sign of a range (635-36), or only the printer's.
"""
DASHES = f"-–‑‐{SOFT}"
"""The characters that may stand for a hyphen in a number."""
DASH = f"\\{DASHES}"
"""The same characters, escaped for a character class."""

_GAP = re.compile(rf"(?P<hyphen>[{DASH}])(?:[^\S ]| (?=\s))\s*+(?=\w)|(?:[^\S ]| (?=\s))\s*+")
_UNEVEN = re.compile(r"[^\S ]|  |\[\*")
_STAR_PAGE = re.compile(r"\s{0,4}\[\*{1,3}\d{1,5}\]\s*+")
_GAP_OR_STAR_PAGE = re.compile(rf"{_STAR_PAGE.pattern}|{_GAP.pattern}")
_LINE_END = re.compile(r"[\n\r\f\v\x85\u2028\u2029]")


def single_spaced(text: str) -> tuple[str, Callable[[int], int]]:
    """Return the text with single spaces, and a function from its offsets to those of the original text.

    Words broken at a hyphen are rejoined, and the marks of star pages ("[*15]") are left out. Linear time.
    """
    if not _UNEVEN.search(text):
        return text, _unchanged
    parts: list[str] = []
    starts: list[int] = [0]
    shifts: list[int] = [0]
    at = length = 0
    for match in (_GAP_OR_STAR_PAGE if "[*" in text else _GAP).finditer(text):
        between = _replacement(match, text)
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


def _replacement(match: re.Match[str], text: str) -> str:
    hyphen = match.group("hyphen")
    if not hyphen:
        return " "
    if not _LINE_END.search(text, match.start(), match.end()):
        return hyphen + " "
    before, after = text[match.start() - 1 : match.start()], text[match.end()]
    if before.isdigit() and after.isdigit():
        return SOFT
    return "" if before.isalpha() and after.islower() else hyphen
