"""Removes the line numbers that pleading paper prints down its left margin.

They are lines of their own before, after or between the lines of text, or precede the text of a line. Numbers
count as line numbers only where many of them stand in one column at the left of the page and count upwards.
The whole column is then removed, even where OCR misread a number in it ("t6", "l2").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from briefbank.extraction.text import Line, without_start

_ALONE = re.compile(r"\d{1,2}")
_LEADING_NUMBER = re.compile(r"(\d{1,2})(?:\s|$)")
_NUMBERS_ON_ONE_LINE = re.compile(r"1 2 3 4 5 6 7 8(?: \d{1,2})+")
_MIN_NUMBERS = 8
_COLUMN_TOLERANCE = 9.0
"""The maximum distance in points between the right ends of the numbers of one column."""


def without_line_numbers(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without line numbers; the same lines where there are none.

    Linear time except for sorting.
    """
    lines = [line for line in lines if not _NUMBERS_ON_ONE_LINE.fullmatch(line.text)]
    alone = [line for line in lines if _ALONE.fullmatch(line.text)]
    glued = [
        (line, m) for line in lines if (m := _LEADING_NUMBER.match(line.text)) and m.end() < len(line.text)
    ]
    if len(alone) + len(glued) < _MIN_NUMBERS:
        return lines
    column = _column_of(alone, lines)
    if column is not None:
        lines = [line for line in lines if not _is_in_column(line, column)]
        glued = [(line, m) for line, m in glued if line.box.x0 < column + 2]
    elif len(glued) < len(lines) * 0.5 or not _counts_up(
        [line for line, _ in glued], [int(m.group(1)) for _, m in glued]
    ):
        return lines
    marked = {id(line): m.end(1) for line, m in glued}
    stripped = [without_start(line, marked[id(line)]) if id(line) in marked else line for line in lines]
    return [line for line in stripped if line is not None]


def _column_of(alone: list[Line], lines: Sequence[Line]) -> float | None:
    """Return the right end of the column of line numbers, or None when the numbers are something else."""
    if len(alone) < _MIN_NUMBERS:
        return None
    right = median(line.box.x1 for line in alone)
    column = [line for line in alone if abs(line.box.x1 - right) <= _COLUMN_TOLERANCE]
    if not _counts_up(column, [int(line.text) for line in column]):
        return None
    others = sorted(line.box.x0 for line in lines if len(line.text) > 12)
    if others and others[len(others) // 4] < right - 1 and right > 0:
        return None
    return right


def _is_in_column(line: Line, right: float) -> bool:
    if len(line.text) > 3:
        return False
    return abs(line.box.x1 - right) <= _COLUMN_TOLERANCE and not line.text.isspace()


def _counts_up(column: list[Line], values: list[int]) -> bool:
    """Tell whether enough of the numbers follow each other by one from top to bottom."""
    if len(values) < _MIN_NUMBERS:
        return False
    ordered = [
        v for _, v in sorted(zip((line.middle for line in column), values, strict=True), key=lambda p: p[0])
    ]
    steps = sum(1 for a, b in pairwise(ordered) if b == a + 1)
    return steps >= max(_MIN_NUMBERS - 2, 0.6 * (len(ordered) - 1))
