"""A view that scrolls over pages and knows their scale and turn; its subclasses know their content."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from briefbank.domain.pages import Box
from ui.features.reader.page_geometry import (
    GAP,
    SCREEN,
    SIDE,
    STEPS,
    Fit,
    PageDisplay,
    PageGeometry,
    step_from,
)
from ui.kit.scroll_bars import keep_bar


class ScaledPages(QAbstractScrollArea):
    """Scrolls, zooms, fits and turns all pages of a document together."""

    page_changed = Signal(int)
    zoom_changed = Signal(float)  # The zoom; 1.0 is the size of the paper
    turned = Signal(int)  # The number of clockwise quarter turns of the pages

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        keep_bar(self)
        self.verticalScrollBar().setSingleStep(48)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self._geometry = PageGeometry((), SCREEN)
        self._fit = Fit.WIDTH
        self._page = -1

    # --- pages ---

    def _set_papers(self, papers: Sequence[tuple[float, float]], display: PageDisplay | None) -> None:
        """Replace the pages; without a display they are upright and as large as those before."""
        scale = display.zoom * SCREEN if display is not None else self._geometry.scale
        self._fit = display.fit if display is not None else self._fit
        self._geometry = PageGeometry(papers, scale, display.turns if display is not None else 0)
        self._page = -1
        if papers:
            self._rescale()

    @property
    def page(self) -> int:
        """The page that most of the view is on; -1 when nothing is shown."""
        return self._page

    def _scrolled(self) -> None:
        if not self._geometry.sizes:
            return
        third = self.verticalScrollBar().value() + self.viewport().height() * 0.4
        page = self._geometry.page_at(third)
        if page != self._page:
            self._page = page
            self.page_changed.emit(page)
        self.viewport().update()

    def _visible(self) -> range:
        top = self.verticalScrollBar().value()
        return self._geometry.between(top, top + self.viewport().height())

    def _left(self, page: int) -> float:
        width = self._geometry.page_size(page)[0]
        room = max(self._geometry.width, float(self.viewport().width()))
        return (room - width) / 2 - self.horizontalScrollBar().value()

    def _paper_point(self, point: QPointF) -> tuple[int, float, float]:
        """Return the page and the point of its paper under a point of the viewport; beside and between pages
        the nearest page."""
        y = point.y() + self.verticalScrollBar().value()
        page, scale = self._geometry.page_at(y), self._geometry.scale
        x, y = (point.x() - self._left(page)) / scale, (y - self._geometry.tops[page]) / scale
        return page, *self._geometry.on_paper(page, x, y)

    # --- going somewhere ---

    def jump(self, page: int, box: Box | None = None) -> None:
        """Bring a page, or a box on its paper, into view, a third from the top."""
        if not 0 <= page < len(self._geometry.sizes):
            return
        if box is None:
            self._scroll_to(self._geometry.tops[page] - GAP)
            return
        scale, viewport, seen = self._geometry.scale, self.viewport(), self._geometry.seen(page, box)
        self._scroll_to(self._geometry.tops[page] + seen.y0 * scale - viewport.height() * 0.3)
        left = self._left(page) + self.horizontalScrollBar().value() + seen.x0 * scale
        if not SIDE <= left - self.horizontalScrollBar().value() <= viewport.width() - 4 * SIDE:
            self.horizontalScrollBar().setValue(round(left - viewport.width() * 0.3))

    def bring(self, page: int, box: Box) -> None:
        """Bring a box into view like ``jump``, but leave the view as it is when the box is already
        visible."""
        if not 0 <= page < len(self._geometry.sizes):
            return
        scale, seen, view = self._geometry.scale, self._geometry.seen(page, box), self.viewport()
        top = self._geometry.tops[page] - self.verticalScrollBar().value()
        left = self._left(page)
        above, below = top + seen.y0 * scale, top + seen.y1 * scale
        before, behind = left + seen.x0 * scale, left + seen.x1 * scale
        down, across = 0 <= above < below <= view.height(), 0 <= before < behind <= view.width()
        if not (down and across):
            self.jump(page, box)

    def _scroll_to(self, y: float) -> None:
        self.verticalScrollBar().setValue(round(y))
        self._scrolled()

    # --- scale and turn ---

    @property
    def display(self) -> PageDisplay:
        """The present display of the document."""
        return PageDisplay(self._geometry.turns, self._fit, self.zoom)

    @property
    def zoom(self) -> float:
        return self._geometry.scale / SCREEN

    def zoom_in(self) -> None:
        self.set_zoom(step_from(self.zoom, 1))

    def zoom_out(self) -> None:
        self.set_zoom(step_from(self.zoom, -1))

    def set_zoom(self, zoom: float) -> None:
        self._fit = Fit.FREE
        self._apply_scale(min(STEPS[-1], max(STEPS[0], zoom)) * SCREEN)

    def fit_width(self) -> None:
        self._fit = Fit.WIDTH
        self._rescale()

    def fit_page(self) -> None:
        """Fit the whole page in view, from its top."""
        self._fit, page = Fit.PAGE, self._page
        self._rescale()
        self.jump(page)

    def turn(self, by: int) -> None:
        """Turn all pages by quarters, clockwise for positive numbers; the page in view stays in view."""
        old, page = self._geometry, self._page
        self._geometry = PageGeometry(old.papers, old.scale, old.turns + by)
        self._rescale()
        self.jump(page)
        self.turned.emit(self._geometry.turns)

    def _rescale(self) -> None:
        """Apply the fitting scale, or the present one for other sizes."""
        self._apply_scale(self._fitting_scale() if self._geometry.sizes else self._geometry.scale)

    def _fitting_scale(self) -> float:
        geometry, room = self._geometry, self.viewport().size()
        if self._fit is Fit.FREE:
            return geometry.scale
        if self._fit is Fit.PAGE:
            fitting = geometry.page_scale(max(0, self._page), room.width(), room.height())
        else:
            fitting = geometry.fit_scale(room.width())
        return min(STEPS[-1] * SCREEN, fitting)

    def _apply_scale(self, scale: float) -> None:
        """Change the scale and keep the position in the middle of the view."""
        old, bar = self._geometry, self.verticalScrollBar()
        middle = bar.value() + self.viewport().height() / 2
        page = old.page_at(middle)
        inside = (middle - old.tops[page]) / old.scale if old.tops else 0.0
        self._geometry = PageGeometry(old.papers, scale, old.turns)
        self._set_bars()
        if old.tops:
            self._scroll_to(self._geometry.tops[page] + inside * scale - self.viewport().height() / 2)
        self.zoom_changed.emit(self.zoom)
        self.viewport().update()

    def _set_bars(self) -> None:
        view = self.viewport().size()
        self.verticalScrollBar().setRange(0, max(0, round(self._geometry.height) - view.height()))
        self.verticalScrollBar().setPageStep(max(48, view.height() - 48))
        excess = round(self._geometry.width) - view.width()
        self.horizontalScrollBar().setRange(0, max(0, excess if excess > 1 else 0))
        self.horizontalScrollBar().setPageStep(view.width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._rescale()

    # --- keys and wheel ---

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
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            across = self.horizontalScrollBar()
            across.setValue(across.value() + (48 if key == Qt.Key.Key_Right else -48))
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self.zoom * (1.0 + event.angleDelta().y() / 1200))
            event.accept()
        else:
            super().wheelEvent(event)
