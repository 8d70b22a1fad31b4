"""The selection on the reader's pages, from the point where the pointer was pressed to its present point.

Both ends are kept as points, so that a selection can begin before the text of its page has arrived. Its
extent is computed from the texts that have arrived.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from briefbank.domain.pages import Box
from briefbank.exports.quotations import joined
from ui.features.reader.page_text import PageTextLayer
from ui.features.reader.text_store import TextStore

PAGES_AT_MOST = 12  # The most pages of one selection


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
        self._texts: TextStore | None = None
        self._anchor: PagePoint | None = None
        self._head: PagePoint | None = None

    def use(self, texts: TextStore | None) -> None:
        """Use the texts of another document, or of none; the selector then owns the store and closes it."""
        if self._texts is not None:
            self._texts.close()
        self._texts = texts
        self.clear()
        if texts is not None:
            texts.ready.connect(lambda _page: self.changed.emit())

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
            self._texts.want(page)


def _index(text: PageTextLayer, spot: PagePoint) -> int:
    return spot.index if spot.index >= 0 else text.at(spot.x, spot.y)
