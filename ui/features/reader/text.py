"""The text of pages with the position of every character, its selection, and the quotation made of that.

A range is a half-open range of a page's raw text, in the order in which the file holds its characters, as PDF
readers commonly select. Both ends of a selection are kept as points, so that it can begin before the text of
its page has arrived.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank.domain.pages import Box, Passage
from briefbank.exports.quotations import CitedQuotation, joined, least_certain, quotation
from ui.jobs import JobReporter

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.features.reader.page_cache import PageCache

Ranges = Sequence[tuple[int, int, int]]  # Page numbers, each with a half-open range of the page's raw text
LINE_GAP = 4.0
"""The white space, in line heights, beyond which another line begins: columns, or tables of a caption."""
PAGES_AT_MOST = 12  # The most pages of one selection


# --- the text of one page ---


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
        self.characters = boxes
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
            box = self.characters[index]
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
                if (box := self.characters[index]) is not None
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


# --- the selection ---


@dataclass(frozen=True, slots=True)
class PagePoint:
    """A point on a page, in points from its top left corner; or, with ``index``, a position in its text."""

    page: int
    x: float = 0.0
    y: float = 0.0
    index: int = -1


class TextSelector(QObject):
    """The selection of one canvas."""

    changed = Signal()  # The selection changed, or its text arrived

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._texts: PageCache | None = None
        self._anchor: PagePoint | None = None
        self._head: PagePoint | None = None

    def use(self, texts: PageCache | None) -> None:
        """Use the texts of another document, or of none."""
        self._texts = texts
        self.clear()
        if texts is not None:
            texts.arrived.connect(lambda _part, _page: self.changed.emit())

    def clear(self) -> None:
        self._anchor = self._head = None
        self.changed.emit()

    # --- selecting ---

    def press(self, spot: PagePoint, *, extend: bool = False) -> None:
        """Begin a selection at a point, or (``extend``) move its end there."""
        self.want(spot.page)
        if extend and self._anchor is not None:
            self.drag(spot)
            return
        self._anchor, self._head = spot, None
        self.changed.emit()

    def drag(self, spot: PagePoint) -> None:
        if self._anchor is None:
            return
        first = self._anchor.page
        page = max(first - PAGES_AT_MOST + 1, min(first + PAGES_AT_MOST - 1, spot.page))
        self._head = spot if page == spot.page else PagePoint(page, spot.x, 1e6 if page > first else -1e6)
        for between in range(min(first, page), max(first, page) + 1):
            self.want(between)
        self.changed.emit()

    def select_word(self, spot: PagePoint) -> None:
        """Select the word at a point, once the page's text has arrived."""
        text = self._text(spot.page)
        if text is not None and text.over(spot.x, spot.y):
            start, end = text.word(text.at(spot.x, spot.y))
            self._anchor, self._head = PagePoint(spot.page, index=start), PagePoint(spot.page, index=end)
            self.changed.emit()

    def extend(self, begin: PagePoint, *, forward: bool, lines: bool) -> None:
        """Move the end by a word, or by a line, within its page, as the keyboard asks. Without a selection
        begin at the line at ``begin``. Do nothing until the text of the page has arrived."""
        anchor, head = self._anchor or begin, self._head or self._anchor or begin
        text = self._text(head.page)
        if text is None or not text.lines:
            return
        if self._anchor is None:
            anchor = head = PagePoint(begin.page, index=text.line_start(text.at(begin.x, begin.y)))
        move = text.next_line if lines else text.next_word
        self._anchor, self._head = anchor, PagePoint(head.page, index=move(_index(text, head), forward))
        self.changed.emit()

    def over_text(self, spot: PagePoint) -> bool:
        """Tell whether a point lies on text; request the text of its page for the next time."""
        self.want(spot.page)
        text = self._text(spot.page)
        return text is not None and text.over(spot.x, spot.y)

    # --- what is selected ---

    @property
    def is_empty(self) -> bool:
        return not any(start < end for _page, _text, start, end in self._ranges())

    @property
    def page(self) -> int:
        """The first page of the selection; -1 for none."""
        return next((page for page, _text, start, end in self._ranges() if start < end), -1)

    def text(self) -> str:
        return joined([text.text(start, end) for _page, text, start, end in self._ranges()])

    def ranges(self) -> list[tuple[int, int, int]]:
        """Return the page and the half-open range of its raw text, for each page of the selection."""
        return [(page, start, end) for page, _text, start, end in self._ranges() if start < end]

    def lacks_text(self) -> bool:
        """Tell whether the text of a page of the selection has not arrived yet, and request it."""
        if self._anchor is None or self._head is None:
            return False
        first, last = sorted((self._anchor.page, self._head.page))
        missing = [page for page in range(first, last + 1) if self._text(page) is None]
        for page in missing:
            self.want(page)
        return bool(missing)

    def boxes(self, page: int) -> list[Box]:
        """Return the boxes to mark on a page."""
        for range_page, text, start, end in self._ranges():
            if range_page == page:
                return text.boxes(start, end)
        return []

    def _ranges(self) -> Iterator[tuple[int, PageTextLayer, int, int]]:
        """Yield page, text and selected range for the pages whose text has arrived."""
        if self._anchor is None or self._head is None:
            return
        first, last = self._anchor, self._head
        if first.page > last.page:
            first, last = last, first
        for page in range(first.page, last.page + 1):
            text = self._text(page)
            if text is None:
                continue
            start = _index(text, first) if page == first.page else 0
            end = _index(text, last) if page == last.page else len(text.raw)
            yield page, text, min(start, end), max(start, end)

    def _text(self, page: int) -> PageTextLayer | None:
        return self._texts.text(page) if self._texts is not None else None

    def want(self, page: int) -> None:
        """Request the text of a page where a selection may begin."""
        if self._texts is not None:
            self._texts.want_text(page)


def _index(text: PageTextLayer, spot: PagePoint) -> int:
    return spot.index if spot.index >= 0 else text.at(spot.x, spot.y)


# --- the quotation ---


def quoted_selection(
    library: LibraryApi, document_id: int, ranges: Ranges, text: str, _reporter: JobReporter
) -> CitedQuotation:
    """Return the selected words with the alerts of the passages that they touch. A job's work."""
    touched = [passage for passage in library.documents.passages(document_id) if _touches(passage, ranges)]
    alerts_of = library.good_law.alerts(touched)
    alerts = dict.fromkeys(alert for passage in touched for alert in alerts_of.get(passage.id, ()))
    pages = {page for page, _start, _end in ranges}
    doubt = least_certain(
        page.confidence for page in library.documents.pages(document_id) if page.index in pages
    )
    citation = library.reader.citation(document_id, min(pages), max(pages))
    return quotation(text, citation, library.documents.get(document_id), alerts, doubt)


def _touches(passage: Passage, ranges: Ranges) -> bool:
    return any(
        span.page == page and span.start < end and start < span.end
        for span in passage.spans
        for page, start, end in ranges
    )
