"""Continuous pages that scroll, zoom, turn and show highlights; painted here, fetched by PageStore.

The passage has a soft band and the matching words a stronger one, both multiplied with the page like a
highlighter, so that the text stays as black as it is. A page not fetched yet is shown as blank paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QRectF, Signal
from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from briefbank.domain.pages import Box, PageHighlight
from ui.features.reader.page_geometry import PageDisplay
from ui.features.reader.page_painting import (
    PAPER,
    paint_edge,
    paint_failure,
    paint_marks,
    paint_remark,
    upright,
)
from ui.features.reader.page_store import Marks, PageStore
from ui.features.reader.scaled_pages import ScaledPages
from ui.i18n.translate import tr
from ui.kit.focus_frame import paint_focus
from ui.style.theme import colours


class PageCanvas(ScaledPages):
    """The pages of one document; empty until ``show_pages``."""

    drawn = Signal(int)  # A page's picture arrived, or could not be drawn
    failed = Signal(int)  # A page could not be drawn

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Pages"))
        self._store: PageStore | None = None
        self._remarks: dict[int, str] = {}
        self._pending_jump: int | None = None

    # --- what is shown ---

    def show_pages(
        self,
        store: PageStore,
        sizes: Sequence[tuple[float, float]],
        remarks: Mapping[int, str],
        *,
        jump_follows: bool,
        display: PageDisplay | None = None,
    ) -> None:
        """Show a document's pages in place of those shown before; the canvas then owns the store and closes
        it.

        ``remarks`` are sentences on pages, shown in a band along the top of each. With ``jump_follows``
        nothing is rendered before ``highlight`` or ``jump`` has set the position. Without a ``display`` the
        pages are upright and as large as those before.
        """
        self.clear()
        self._pending_jump = 0 if jump_follows else None
        self._store, self._remarks = store, dict(remarks)
        store.page_ready.connect(self._page_ready)
        store.marks_ready.connect(self._marks_ready)
        store.placed.connect(self._placed)
        self._set_papers(sizes, display)
        self._scroll_to(0)

    def clear(self) -> None:
        if self._store is not None:
            self._store.close()
        self._store = None
        self._remarks = {}
        self._pending_jump = None
        self._set_papers((), None)
        self.viewport().update()

    def highlight(self, highlights: Sequence[PageHighlight], page: int, *, stay: bool = False) -> None:
        """Mark a passage and its words, and jump to the first marked word, or to ``page`` without one, unless
        ``stay`` is set."""
        if self._store is None:
            return
        self._pending_jump = None if stay else page
        self._store.highlight(highlights)
        self.viewport().update()

    def marks(self) -> dict[int, Marks]:
        return self._store.marks if self._store else {}

    def jump_to_text(self, page: int, start: int, end: int) -> None:
        """Bring a range of a page's raw text into view as soon as its position is known."""
        if self._store is not None:
            self._store.place(page, start, end)

    def _placed(self, page: int, boxes: Sequence[Box]) -> None:
        self.jump(page, boxes[0] if boxes else None)

    @property
    def busy(self) -> bool:
        """Whether a page is being drawn."""
        return self._store is not None and self._store.busy

    def jump(self, page: int, box: Box | None = None) -> None:
        if 0 <= page < len(self._geometry.sizes):
            self._pending_jump = None
        super().jump(page, box)

    def _marks_ready(self, page: int) -> None:
        self.viewport().update()
        if page != -1 or self._pending_jump is None or self._store is None:
            return
        target, self._pending_jump = self._pending_jump, None
        marks = self._store.marks
        for kind in ("words", "passage"):
            for number in sorted(marks):
                boxes: tuple[Box, ...] = getattr(marks[number], kind)
                if boxes:
                    self.jump(number, min(boxes, key=lambda box: (box.y0, box.x0)))
                    return
        self.jump(target)

    # --- fetching ---

    def _scrolled(self) -> None:
        self._fetch()
        super()._scrolled()

    def _fetch(self) -> None:
        """Request the pages in view, then the page after and the page before."""
        if self._store is None or not self._geometry.sizes or self._pending_jump is not None:
            return
        seen = self._visible()
        near = [page for page in (seen.stop, seen.start - 1) if 0 <= page < len(self._geometry.sizes)]
        pages = [*seen, *near]
        scale = self._geometry.scale * self.devicePixelRatioF()
        self._store.want(pages, scale, {page: self._geometry.papers[page] for page in pages})

    def _page_ready(self, page: int) -> None:
        self.viewport().update()
        self._fetch()
        self.drawn.emit(page)
        if self._store is not None and self._store.failure(page):
            self.failed.emit(page)

    # --- painting ---

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()  # Qt paints only the frame around it again

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), QColor(colours().sunken))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for page in self._visible():
            width, height = self._geometry.page_size(page)
            top = self._geometry.tops[page] - self.verticalScrollBar().value()
            geometry = round(self._left(page)), round(top), round(width), round(height)
            self._paint_page(painter, page, QRectF(*geometry))  # whole pixels keep a turned picture sharp
        if self.hasFocus() and self._geometry.sizes:
            paint_focus(painter, self.viewport().rect())
        painter.end()

    def _paint_page(self, painter: QPainter, page: int, paper: QRectF) -> None:
        painter.fillRect(paper, PAPER)
        assert self._store is not None
        picture = self._store.picture(page)
        with upright(painter, paper, self._geometry.turns) as area:
            if picture is not None:
                painter.drawImage(area, picture.image)
            marks = self._store.marks.get(page)
            if marks is not None:
                paint_marks(painter, marks, self._geometry.scale)
            self._paint_over(painter, page)
        if picture is None and (failure := self._store.failure(page)):
            paint_failure(painter, failure, paper)
        if remark := self._remarks.get(page):
            paint_remark(painter, remark, paper, self.font())
        paint_edge(painter, paper)

    def _paint_over(self, painter: QPainter, page: int) -> None:
        """Paint what a subclass lays over a page and its marks, in the paper's directions."""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.viewport().update()
