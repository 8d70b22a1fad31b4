"""Continuous pages that scroll, zoom and show highlights; drawn here, fetched by PageStore.

The passage lies under a soft band and the matching words under a stronger one, both multiplied with the
page as a highlighter does, so that the text stays as black as it is. A page that is not there yet is shown
as blank paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from briefbank.models import Box, PageHighlight
from ui.theme import colours
from ui.widgets.page_geometry import GAP, SIDE, PageGeometry
from ui.widgets.page_painting import paint_marks, paint_remark
from ui.widgets.page_store import Marks, PageStore

PAPER = QColor("#ffffff")
INK = QColor("#3a3f45")
ZOOM_STEP = 1.15
SMALLEST, LARGEST = 0.25, 4.0
"""Scale against 96 pixels an inch."""
SCREEN = 96 / 72
"""Logical pixels per point at 100 %."""


class PageCanvas(QAbstractScrollArea):
    """The pages of one document; empty until ``show_pages``."""

    page_changed = Signal(int)
    zoom_changed = Signal(float)
    """1.0 is the size of the paper."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Pages")
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalScrollBar().setSingleStep(48)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self._store: PageStore | None = None
        self._remarks: dict[int, str] = {}
        self._geometry = PageGeometry((), 1.0)
        self._fit = True
        self._page = -1
        self._waiting_jump: int | None = None

    # --- what is shown ---

    def show_pages(
        self,
        store: PageStore,
        sizes: Sequence[tuple[float, float]],
        remarks: Mapping[int, str],
        *,
        jump_follows: bool,
    ) -> None:
        """Take a document's pages in place of those shown before; the store becomes ours to close.

        ``remarks`` are sentences on pages, shown in a band along the top of each. With ``jump_follows``
        nothing is rendered before ``highlight`` has said where to.
        """
        self.clear()
        self._waiting_jump = 0 if jump_follows else None
        self._store, self._remarks = store, dict(remarks)
        store.page_ready.connect(self._page_ready)
        store.marks_ready.connect(self._marks_ready)
        self._geometry = PageGeometry(sizes, self._geometry.scale)
        self._apply_scale(self._fitting() if self._fit else self._geometry.scale)
        self._to(0)

    def clear(self) -> None:
        if self._store is not None:
            self._store.close()
        self._store = None
        self._remarks = {}
        self._page, self._waiting_jump = -1, None
        self._geometry = PageGeometry((), self._geometry.scale)
        self.viewport().update()

    def highlight(self, highlights: Sequence[PageHighlight], page: int) -> None:
        """Mark a passage and its words; jumps to the first marked word, or to ``page`` without one."""
        if self._store is None:
            return
        self._waiting_jump = page
        self._store.highlight(highlights)
        self.viewport().update()

    def marks(self) -> dict[int, Marks]:
        return self._store.marks if self._store else {}

    @property
    def page(self) -> int:
        """The page that most of the view is on; -1 when nothing is shown."""
        return self._page

    def jump(self, page: int, box: Box | None = None) -> None:
        """Bring a page, or a box on it, comfortably into view: a third from the top."""
        if not 0 <= page < len(self._geometry.sizes):
            return
        self._waiting_jump = None
        if box is None:
            self._to(self._geometry.tops[page] - GAP)
            return
        scale, viewport = self._geometry.scale, self.viewport()
        self._to(self._geometry.tops[page] + box.y0 * scale - viewport.height() * 0.3)
        left = self._left(page) + self.horizontalScrollBar().value() + box.x0 * scale
        if not SIDE <= left - self.horizontalScrollBar().value() <= viewport.width() - 4 * SIDE:
            self.horizontalScrollBar().setValue(round(left - viewport.width() * 0.3))

    def _to(self, y: float) -> None:
        self.verticalScrollBar().setValue(round(y))
        self._scrolled()

    def _marks_ready(self, page: int) -> None:
        self.viewport().update()
        if page != -1 or self._waiting_jump is None or self._store is None:
            return
        target, self._waiting_jump = self._waiting_jump, None
        marks = self._store.marks
        for kind in ("words", "passage"):
            for number in sorted(marks):
                boxes: tuple[Box, ...] = getattr(marks[number], kind)
                if boxes:
                    self.jump(number, min(boxes, key=lambda box: (box.y0, box.x0)))
                    return
        self.jump(target)

    # --- scale ---

    @property
    def zoom(self) -> float:
        return self._geometry.scale / SCREEN

    def zoom_in(self) -> None:
        self.set_zoom(self.zoom * ZOOM_STEP)

    def zoom_out(self) -> None:
        self.set_zoom(self.zoom / ZOOM_STEP)

    def set_zoom(self, zoom: float) -> None:
        self._fit = False
        self._apply_scale(min(LARGEST, max(SMALLEST, zoom)) * SCREEN)

    def fit_width(self) -> None:
        self._fit = True
        self._apply_scale(self._fitting())

    def _fitting(self) -> float:
        return min(LARGEST * SCREEN, self._geometry.fit_scale(self.viewport().width()))

    def _apply_scale(self, scale: float) -> None:
        """Change the scale and keep the place that is in the middle of the view."""
        old, bar = self._geometry, self.verticalScrollBar()
        middle = bar.value() + self.viewport().height() / 2
        page = old.page_at(middle)
        inside = (middle - old.tops[page]) / old.scale if old.tops else 0.0
        self._geometry = PageGeometry(old.sizes, scale)
        self._set_bars()
        if old.tops:
            self._to(self._geometry.tops[page] + inside * scale - self.viewport().height() / 2)
        self.zoom_changed.emit(self.zoom)
        self.viewport().update()

    def _set_bars(self) -> None:
        view = self.viewport().size()
        self.verticalScrollBar().setRange(0, max(0, round(self._geometry.height) - view.height()))
        self.verticalScrollBar().setPageStep(max(48, view.height() - 48))
        over = round(self._geometry.width) - view.width()
        self.horizontalScrollBar().setRange(0, max(0, over if over > 1 else 0))
        self.horizontalScrollBar().setPageStep(view.width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._apply_scale(self._fitting() if self._fit and self._geometry.sizes else self._geometry.scale)

    # --- scrolling ---

    def _scrolled(self) -> None:
        if not self._geometry.sizes:
            return
        self._fetch()
        third = self.verticalScrollBar().value() + self.viewport().height() * 0.4
        page = self._geometry.page_at(third)
        if page != self._page:
            self._page = page
            self.page_changed.emit(page)
        self.viewport().update()

    def _visible(self) -> range:
        top = self.verticalScrollBar().value()
        return self._geometry.between(top, top + self.viewport().height())

    def _fetch(self) -> None:
        """Ask for what is in view, then for one page after and before it."""
        if self._store is None or not self._geometry.sizes or self._waiting_jump is not None:
            return
        seen = self._visible()
        near = [page for page in (seen.stop, seen.start - 1) if 0 <= page < len(self._geometry.sizes)]
        wanted = [*seen, *near]
        scale = self._geometry.scale * self.devicePixelRatioF()
        self._store.want(wanted, scale, {page: self._geometry.sizes[page] for page in wanted})

    def _page_ready(self, _page: int) -> None:
        self.viewport().update()
        self._fetch()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar, key = self.verticalScrollBar(), event.key()
        step = bar.pageStep()
        moves = {
            Qt.Key.Key_Down: bar.singleStep(),
            Qt.Key.Key_Up: -bar.singleStep(),
            Qt.Key.Key_PageDown: step,
            Qt.Key.Key_PageUp: -step,
            Qt.Key.Key_Space: -step if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else step,
            Qt.Key.Key_Home: -bar.maximum(),
            Qt.Key.Key_End: bar.maximum(),
        }
        if Qt.Key(key) in moves:
            bar.setValue(bar.value() + moves[Qt.Key(key)])
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self.zoom * (1.0 + event.angleDelta().y() / 1200))
            event.accept()
        else:
            super().wheelEvent(event)

    # --- painting ---

    def _left(self, page: int) -> float:
        width = self._geometry.page_size(page)[0]
        room = max(self._geometry.width, float(self.viewport().width()))
        return (room - width) / 2 - self.horizontalScrollBar().value()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), QColor(colours().sunken))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for page in self._visible():
            width, height = self._geometry.page_size(page)
            top = self._geometry.tops[page] - self.verticalScrollBar().value()
            self._paint_page(painter, page, QRectF(round(self._left(page)), round(top), width, height))
        if self.hasFocus() and self._geometry.sizes:
            painter.setPen(QPen(QColor(colours().accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))
        painter.end()

    def _paint_page(self, painter: QPainter, page: int, paper: QRectF) -> None:
        painter.fillRect(paper, PAPER)
        assert self._store is not None
        picture = self._store.picture(page)
        if picture is not None:
            painter.drawImage(paper, picture.image)
        elif failure := self._store.failure(page):
            painter.setPen(INK)
            painter.drawText(
                paper.adjusted(40, 40, -40, -40),
                Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter,
                failure,
            )
        marks = self._store.marks.get(page)
        if marks is not None:
            paint_marks(painter, marks, paper.topLeft(), self._geometry.scale)
        self._paint_over(painter, page, paper)
        if remark := self._remarks.get(page):
            paint_remark(painter, remark, paper, self.font())
        painter.setPen(QPen(QColor(colours().line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(paper)

    def _paint_over(self, painter: QPainter, page: int, paper: QRectF) -> None:
        """For what a canvas of a special kind lays over a page and its marks."""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.viewport().update()
