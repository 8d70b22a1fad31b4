"""Separates footnotes from the body text.

A footnote begins low on the page with a number or a sign: in smaller print, or after a raised mark that
stands alone, or (set as large as the text) with the next number and closer lines than the body's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from briefbank.extraction.blocks import Block, Metrics, Style
from briefbank.extraction.clean import CleanPage
from briefbank.extraction.text import Line

_PRINTED_NOTE = re.compile(r"n\d{1,3}(?=\s+[A-Z“\"(\[])")
_MAX_SKIPPED_NOTES = 20
"""The number of notes that may be missing before the first, or between two: excerpts of briefs are printed
too."""
_NOTE_MARK = re.compile(r"(?:\d{1,3}|[*†‡§]{1,3})(?=[\s.)]|[A-Z“\"]|$)")


def note_lines(page: CleanPage, style: Style, metrics: Metrics, open_note: bool, counted: int) -> list[Line]:
    """Return the lines of the page's footnotes in reading order.

    ``open_note`` says that the last page's last footnote did not end there, ``counted`` is its number.
    """
    return _small_notes(page, style, metrics, open_note, counted) or _spaced_notes(page, metrics, counted + 1)


def _small_notes(
    page: CleanPage, style: Style, metrics: Metrics, open_note: bool, counted: int
) -> list[Line]:
    """Return the lines of the page's footnotes, from the topmost mark at the foot of the page downwards."""
    if not metrics.geometry or not style.size or not page.lines:
        return []
    ordered = sorted(page.lines, key=lambda line: line.middle)
    start = _foot_start(ordered, style)
    foot = _Foot(ordered, style, metrics, page.height, start, counted)
    first = next((line for at, line in enumerate(ordered) if foot.begins_note(at)), None)
    if first is not None:
        top = first.middle - 4
        if start is not None and open_note:
            top = min(top, start - 1)
        return [line for line in page.lines if line.middle >= top]
    if start is not None and open_note:
        return [line for line in page.lines if line.middle >= start - 1]
    return []


def last_number(notes: list[Line], counted: int) -> int:
    """Return the number of the last footnote so far, as long as the numbers are consecutive."""
    for line in notes:
        match = re.match(r"\d{1,3}(?!\d)", line.text)
        if match and counted < int(match.group()) <= counted + 3:
            counted = int(match.group())
    return counted


def _spaced_notes(page: CleanPage, metrics: Metrics, expected: int) -> list[Line]:
    """Return footnotes as large as the text, found by the next number and by closer lines than the body's."""
    if not metrics.geometry:
        return []
    ordered = sorted(page.lines, key=lambda line: line.middle)
    mark = re.compile(rf"(?:{expected}|{expected + 1}|{expected + 2})(?:\s+[A-Z“\"(\[]|[A-Z][a-z]|[“\"])")
    possible = [
        index
        for index, line in enumerate(ordered)
        if index
        and mark.match(line.text)
        and line.box.x0 < metrics.left + 75
        and line.middle > page.height * 0.25
    ]
    for index in possible[:4]:
        line, rest = ordered[index], ordered[index:]
        steps = [b.middle - a.middle for a, b in pairwise(rest)]
        close = bool(steps) and median(steps) < 0.8 * metrics.pitch and max(steps) < 1.1 * metrics.pitch
        if close and line.middle - ordered[index - 1].middle + 2 >= 0.8 * metrics.pitch:
            return [other for other in page.lines if other.middle >= line.middle - 2]
    return []


def _foot_start(ordered: list[Line], style: Style) -> float | None:
    """Return where the run of small lines at the foot of the page begins, or None."""
    start = None
    for line in reversed(ordered):
        if line.size > style.size * 0.94 and len(line.text) > 3:
            break
        start = line.middle
    return None if start is None or start == ordered[0].middle else start


@dataclass(frozen=True, slots=True)
class _Foot:
    """A page's lines from top to bottom, and the measures that show which of them begins a footnote."""

    ordered: list[Line]
    style: Style
    metrics: Metrics
    height: float
    start: float | None
    counted: int

    def begins_note(self, at: int) -> bool:
        line = self.ordered[at]
        match = _NOTE_MARK.match(line.text)
        if not match or line.box.x0 > self.metrics.left + 75 or line.middle < self.height * 0.2:
            return False
        if match.group().isdecimal() and not 0 < int(match.group()) <= self.counted + 20:
            return False
        if match.end() == len(line.text):
            return self._is_raised_mark(at)
        return (
            self.start is not None and line.middle >= self.start - 1 and line.size <= self.style.size * 0.94
        )

    def _is_raised_mark(self, at: int) -> bool:
        """Tell whether a raised mark stands as a line of its own, with text beside it."""
        line = self.ordered[at]
        beside = [*self.ordered[max(0, at - 3) : at], *self.ordered[at + 1 : at + 4]]
        return line.size <= self.style.size * 0.82 and any(
            abs(other.middle - line.middle) < 9 and other.box.x0 >= line.box.x1 - 2 for other in beside
        )


def caller(note: Block, blocks: Sequence[Block]) -> int | None:
    """Return the index of the block of a page that calls the footnote, or None where no call is found.

    A call is the note's number raised: directly after a word or its punctuation, or a line of its own.
    """
    first = note.lines[0].text
    mark = _PRINTED_NOTE.match(first) or _NOTE_MARK.match(first)
    if mark is None:
        return None
    glued = r"\b" if mark.group().startswith("n") else r"[^\W\d][.,;:?!)\]]?[”’\"']{0,2}"
    call = re.compile(rf"{glued}{re.escape(mark.group())}(?![\w.])")
    for place, block in enumerate(blocks):
        if any(line.text == mark.group() or call.search(line.text) for line in block.lines):
            return place
    return None


def printed_notes(blocks: Sequence[Block], counted: int) -> tuple[list[Block], list[Block], int]:
    """Return a page's blocks without the footnotes among them, these footnotes, and the number of the last.

    Research services print a brief's text with its footnotes between the paragraphs, each beginning "n12".
    """
    body: list[Block] = []
    notes: list[Block] = []
    for block in blocks:
        mark = _PRINTED_NOTE.match(block.lines[0].text)
        if mark is not None and counted < int(mark.group()[1:]) <= counted + _MAX_SKIPPED_NOTES:
            counted = int(mark.group()[1:])
            notes.append(block)
        else:
            body.append(block)
    return body, notes, counted


def goes_on(notes: Sequence[Line]) -> bool:
    """Tell whether a page's notes begin with the rest of the last page's: with no mark."""
    return bool(notes) and _NOTE_MARK.match(notes[0].text) is None


def note_blocks(lines: Sequence[Line]) -> list[Block]:
    """Return one block for each footnote; lines before the first mark are one block too."""
    blocks: list[Block] = []
    for line in lines:
        if not blocks or _NOTE_MARK.match(line.text):
            blocks.append(Block([line], note=True))
        else:
            blocks[-1].lines.append(line)
    return blocks
