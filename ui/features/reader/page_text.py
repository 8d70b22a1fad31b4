"""The text of one page with the position of every character: the text at a point, the boxes of a range.

Pure numbers and text, no widget. A range is a half-open range of the page's raw text, in the order in which
the file holds its characters, as PDF readers commonly select.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from briefbank.domain.pages import Box
from briefbank.exports.quotations import joined

LINE_GAP = 4.0
"""The white space, in line heights, beyond which another line begins: columns, or tables of a caption."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """A run of characters that stand beside each other."""

    start: int
    end: int
    box: Box


class PageTextLayer:
    """The raw text of a page with one box for each character, None for a character that is not visible."""

    def __init__(self, raw: str, boxes: Sequence[Box | None]) -> None:
        self.raw = raw[: len(boxes)]
        self._boxes = boxes
        self.lines = list(_lines(self.raw, boxes))

    # --- points: in points from the page's top left corner ---

    def over(self, x: float, y: float) -> bool:
        """Tell whether a line of text lies at a point."""
        return any(
            line.box.x0 - 3 <= x <= line.box.x1 + 3 and line.box.y0 - 1 <= y <= line.box.y1 + 1
            for line in self.lines
        )

    def at(self, x: float, y: float) -> int:
        """Return the index between two characters that is nearest to a point; 0 on a page without text."""
        if not self.lines:
            return 0
        line = min(self.lines, key=lambda char: _distance(char.box, x, y))
        for index in range(line.start, line.end):
            box = self._boxes[index]
            if box is not None and x < (box.x0 + box.x1) / 2:
                return index
        return line.end

    def word(self, index: int) -> tuple[int, int]:
        """Return the range of the word around an index; an empty range where there is none."""
        start = end = min(index, len(self.raw))
        while start > 0 and not self.raw[start - 1].isspace():
            start -= 1
        while end < len(self.raw) and not self.raw[end].isspace():
            end += 1
        return start, end

    def line_start(self, index: int) -> int:
        """Return the start of the line of an index."""
        return self.lines[self._line(index)].start if self.lines else 0

    def next_line(self, index: int, forward: bool) -> int:
        """Return the end of the line, or of the next one from an end; backwards the start in the same way."""
        at = self._line(index)
        line = self.lines[at]
        if forward:
            return line.end if index < line.end else self.lines[min(at + 1, len(self.lines) - 1)].end
        return line.start if index > line.start else self.lines[max(at - 1, 0)].start

    def next_word(self, index: int, forward: bool) -> int:
        """Return the end of the word after an index; backwards the start of the word before it."""
        step, end = (1, len(self.raw)) if forward else (-1, 0)
        look = 0 if forward else -1
        while index != end and self.raw[index + look].isspace():
            index += step
        while index != end and not self.raw[index + look].isspace():
            index += step
        return index

    def _line(self, index: int) -> int:
        """Return the number of the line that an index is in, or else of the line before it."""
        return max(0, sum(1 for line in self.lines if line.start <= index) - 1)

    # --- ranges ---

    def boxes(self, start: int, end: int) -> list[Box]:
        """Return one box for each line that a range touches, as high as the line."""
        boxes_of_range = []
        for line in self.lines:
            inside = [
                box
                for index in range(max(start, line.start), min(end, line.end))
                if (box := self._boxes[index]) is not None
            ]
            if inside:
                left, right = min(box.x0 for box in inside), max(box.x1 for box in inside)
                boxes_of_range.append(Box(left, line.box.y0, right, line.box.y1))
        return boxes_of_range

    def text(self, start: int, end: int) -> str:
        """Return the words of a range in one line, rejoined where the end of a line had divided them."""
        pieces = (self.raw[max(start, line.start) : min(end, line.end)] for line in self.lines)
        return joined([" ".join(piece.split()) for piece in pieces if piece])


def _lines(raw: str, boxes: Sequence[Box | None]) -> Iterator[TextLine]:
    start, last, line_box = 0, 0, None
    for index in range(len(raw)):
        box = boxes[index]
        if box is None or raw[index].isspace():
            continue
        if line_box is not None and not _on_line(line_box, box):
            yield TextLine(start, last + 1, line_box)
            line_box = None
        start = index if line_box is None else start
        line_box = box if line_box is None else _union(line_box, box)
        last = index
    if line_box is not None:
        yield TextLine(start, last + 1, line_box)


def _on_line(line: Box, box: Box) -> bool:
    height = line.y1 - line.y0
    shared = min(line.y1, box.y1) - max(line.y0, box.y0)
    if shared <= 0.5 * min(height, box.y1 - box.y0):
        return False
    return -height <= box.x0 - line.x1 <= LINE_GAP * height


def _union(a: Box, b: Box) -> Box:
    return Box(min(a.x0, b.x0), min(a.y0, b.y0), max(a.x1, b.x1), max(a.y1, b.y1))


def _distance(box: Box, x: float, y: float) -> float:
    """Return a distance that weighs above and below more than beside: a margin belongs to the line next to
    it."""
    across = max(box.x0 - x, x - box.x1, 0.0)
    down = max(box.y0 - y, y - box.y1, 0.0)
    return across**2 + (4 * down) ** 2
