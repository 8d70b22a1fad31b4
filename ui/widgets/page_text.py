"""The text of one page with the place of every character: what lies under a point, what a stretch covers.

Pure numbers and text, no widget. A stretch is a half-open range of the page's raw text, in the order in which
the file holds its characters, as PDF readers commonly select.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from briefbank.models import Box
from briefbank.quotations import joined

LINE_GAP = 4.0
"""Line heights of white space beyond which what follows is another line: columns, tables of a caption."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """A run of characters that stand beside each other."""

    start: int
    end: int
    box: Box


class PageText:
    """The raw text of a page and one box for each of its characters, None for one that is not seen."""

    def __init__(self, raw: str, boxes: Sequence[Box | None]) -> None:
        self.raw = raw[: len(boxes)]
        self._boxes = boxes
        self.lines = list(_lines(self.raw, boxes))

    # --- points: in points from the page's top left corner ---

    def over(self, x: float, y: float) -> bool:
        """Whether a line of text lies here."""
        return any(
            line.box.x0 - 3 <= x <= line.box.x1 + 3 and line.box.y0 - 1 <= y <= line.box.y1 + 1
            for line in self.lines
        )

    def at(self, x: float, y: float) -> int:
        """The place between two characters that is nearest to a point; 0 on a page without text."""
        if not self.lines:
            return 0
        line = min(self.lines, key=lambda each: _distance(each.box, x, y))
        for index in range(line.start, line.end):
            box = self._boxes[index]
            if box is not None and x < (box.x0 + box.x1) / 2:
                return index
        return line.end

    def word(self, index: int) -> tuple[int, int]:
        """The word around a place; of no length where there is none."""
        start = end = min(index, len(self.raw))
        while start > 0 and not self.raw[start - 1].isspace():
            start -= 1
        while end < len(self.raw) and not self.raw[end].isspace():
            end += 1
        return start, end

    def line_start(self, index: int) -> int:
        """Where the line of a place begins."""
        return self.lines[self._line(index)].start if self.lines else 0

    def next_line(self, index: int, forward: bool) -> int:
        """The end of the line, or of the next one when the place is an end; backwards its beginning."""
        at = self._line(index)
        line = self.lines[at]
        if forward:
            return line.end if index < line.end else self.lines[min(at + 1, len(self.lines) - 1)].end
        return line.start if index > line.start else self.lines[max(at - 1, 0)].start

    def next_word(self, index: int, forward: bool) -> int:
        """The end of the word after a place; backwards the beginning of the one before it."""
        step, end = (1, len(self.raw)) if forward else (-1, 0)
        look = 0 if forward else -1
        while index != end and self.raw[index + look].isspace():
            index += step
        while index != end and not self.raw[index + look].isspace():
            index += step
        return index

    def _line(self, index: int) -> int:
        """The number of the line that a place is in, or else the one before it."""
        return max(0, sum(1 for line in self.lines if line.start <= index) - 1)

    # --- stretches ---

    def boxes(self, start: int, end: int) -> list[Box]:
        """One box for each line that a stretch touches, as high as the line."""
        found = []
        for line in self.lines:
            inside = [
                box
                for index in range(max(start, line.start), min(end, line.end))
                if (box := self._boxes[index]) is not None
            ]
            if inside:
                left, right = min(box.x0 for box in inside), max(box.x1 for box in inside)
                found.append(Box(left, line.box.y0, right, line.box.y1))
        return found

    def text(self, start: int, end: int) -> str:
        """The words of a stretch in one line, put together again where a line's end had divided them."""
        pieces = (self.raw[max(start, line.start) : min(end, line.end)] for line in self.lines)
        return joined([" ".join(piece.split()) for piece in pieces if piece])


def _lines(raw: str, boxes: Sequence[Box | None]) -> Iterator[TextLine]:
    start, last, around = 0, 0, None
    for index in range(len(raw)):
        box = boxes[index]
        if box is None or raw[index].isspace():
            continue
        if around is not None and not _beside(around, box):
            yield TextLine(start, last + 1, around)
            around = None
        start = index if around is None else start
        around = box if around is None else _both(around, box)
        last = index
    if around is not None:
        yield TextLine(start, last + 1, around)


def _beside(line: Box, box: Box) -> bool:
    height = line.y1 - line.y0
    shared = min(line.y1, box.y1) - max(line.y0, box.y0)
    if shared <= 0.5 * min(height, box.y1 - box.y0):
        return False
    return -height <= box.x0 - line.x1 <= LINE_GAP * height


def _both(a: Box, b: Box) -> Box:
    return Box(min(a.x0, b.x0), min(a.y0, b.y0), max(a.x1, b.x1), max(a.y1, b.y1))


def _distance(box: Box, x: float, y: float) -> float:
    """Above and below count more than beside: a margin belongs to the line next to it."""
    across = max(box.x0 - x, x - box.x1, 0.0)
    down = max(box.y0 - y, y - box.y1, 0.0)
    return across**2 + (4 * down) ** 2
