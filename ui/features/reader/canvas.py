"""The pages of the open document below each other: they scroll, zoom, turn, and show marks, text and links.

The passage has a soft band and the matching words a stronger one, both laid over the page like a
highlighter, so that the letters stay as they are. A page that has not arrived yet is shown as blank paper.
Text is selected with the pointer, as in other PDF readers, or with Shift and the arrow keys. A link shows its
target, jumps within the document, and only asks when it leads outside it; for the keyboard, the links of a
page are in its menu.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QMenu, QToolTip, QWidget

from briefbank.domain.pages import Box, PageHighlight, PageLink, TextMatch
from briefbank.text.characters import escape_hidden
from ui.features.reader.page_cache import BYTES_KEPT, Marks, PageCache, Part, picture_bytes
from ui.features.reader.painting import (
    GAP,
    LARGE,
    SCREEN,
    SIDE,
    SMALL,
    STEPS,
    Fit,
    PageGeometry,
    page_colours,
    paint_failure,
    paint_found,
    paint_marks,
    paint_remark,
    paint_selection,
    step_from,
    upright,
)
from ui.features.reader.text import PagePoint, TextSelector
from ui.i18n.translate import tr
from ui.kit.controls import keep_bar
from ui.kit.keyboard import with_keys
from ui.kit.text import isolated, tip
from ui.style.theme import colours, paint_focus

STILL = 4  # The pixels that the pointer may move between press and release of a click
SHOWN_LETTERS = 60  # The most characters of an address in the menu; the dialog shows all of it
LISTED = 30  # The most links of a page in its menu
NOTHING_HERE = tr("This link does nothing in BriefBank.")


class PageCanvas(QAbstractScrollArea):
    """The pages of one document; empty until ``show_pages``."""

    page_changed = Signal(int)
    zoom_changed = Signal(float)  # The zoom; 1.0 is the size of the paper
    turned = Signal(int)  # The number of clockwise quarter turns of the pages
    failed = Signal(int)  # A page could not be drawn
    copy_wanted = Signal()
    collect_wanted = Signal()  # The selected text is to be put into a collection
    like_wanted = Signal()  # Passages like the selected text are wanted
    link_wanted = Signal(object)  # A PageLink that does not lead to a page of the document

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Pages"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        keep_bar(self)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.setSingleStep(48)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.cache: PageCache | None = None
        self.sheets = PageGeometry((), SCREEN)
        self._fit = Fit.AUTO
        self._text: tuple[float, float] | None = None
        """Where the text of the pages begins and ends across, in points."""
        self._page = -1
        self._remarks: dict[int, str] = {}
        self._pending_jump: int | None = None
        """The page to go to when the marks have arrived and mark nothing; nothing is drawn before."""
        self._matches: dict[int, list[TextMatch]] = {}
        self._current: TextMatch | None = None
        self._press_point: QPointF | None = None
        self.selector = TextSelector(self)
        self.selector.changed.connect(self.viewport().update)
        self.page_changed.connect(self._want_text)
        self.viewport().setMouseTracking(True)

    # --- what is shown ---

    def show_pages(
        self,
        cache: PageCache,
        sizes: Sequence[tuple[float, float]],
        remarks: Mapping[int, str],
        text: tuple[float, float] | None,
    ) -> None:
        """Show a document's pages, upright, as large as those shown before; the canvas then owns the cache
        and closes it. Nothing is drawn before ``highlight`` or ``jump`` has set the position.

        ``remarks`` are sentences on pages, shown in a band along the top of each. ``text``: where their text
        begins and ends across, in points.
        """
        self.clear()
        self._pending_jump = 0
        self.cache, self._remarks, self._text = cache, dict(remarks), text
        cache.arrived.connect(self._arrived)
        cache.marked.connect(self._marked)
        self.sheets = PageGeometry(sizes, self.sheets.scale)
        self._rescale()
        self._scroll_to(0)
        self.selector.use(cache)  # last: the text of the first page may not be needed

    def clear(self) -> None:
        self.selector.use(None)
        self.show_found(())
        if self.cache is not None:
            self.cache.close()
        self.cache, self._remarks, self._text = None, {}, None
        self._pending_jump = None
        self.sheets, self._page = PageGeometry((), self.sheets.scale), -1

    @property
    def page(self) -> int:
        """The page that most of the view is on; -1 when nothing is shown."""
        return self._page

    # --- marks ---

    def highlight(self, highlights: Sequence[PageHighlight], page: int) -> None:
        """Mark a passage and its words, and jump to the first marked word, or to ``page`` without one."""
        if self.cache is not None:
            self._pending_jump = page
            self.cache.highlight(highlights)
            self.viewport().update()

    def marks(self) -> dict[int, Marks]:
        return self.cache.marks if self.cache else {}

    def _marked(self) -> None:
        self.viewport().update()
        if self._pending_jump is None:
            return
        target, self._pending_jump = self._pending_jump, None
        marks = self.marks()
        for kind in ("words", "passage"):
            for number in sorted(marks):
                boxes: tuple[Box, ...] = getattr(marks[number], kind)
                if boxes:
                    self.jump(number, min(boxes, key=lambda box: (box.y0, box.x0)))
                    return
        self.jump(target)

    def show_found(self, matches: Sequence[TextMatch]) -> None:
        """Mark the words that were found, in place of those marked before; the view stays where it is."""
        self._matches, self._current = {}, None
        for match in matches:
            for page in {piece.page for piece in match.pieces}:
                self._matches.setdefault(page, []).append(match)
        self._fetch_matches()
        self.viewport().update()

    def go_to_found(self, match: TextMatch) -> None:
        """Bring one of the matches into view; it stands out from now on."""
        self._current, first = match, match.pieces[0]
        self.jump_to_text(first.page, first.start, first.end)
        self.viewport().update()

    def _fetch_matches(self) -> None:
        """Request the texts of the pages in view, which say where on them the matches stand."""
        for page in self._visible():
            if page in self._matches and self.cache is not None:
                self.cache.want_text(page)

    # --- fetching ---

    def _fetch(self) -> None:
        """Request the pages in view, then, as far as there is memory for them, the page after and the page
        before."""
        if self.cache is None or not self.sheets.sizes or self._pending_jump is not None:
            return
        seen = self._visible()
        scale, sizes = self.sheets.scale * self.devicePixelRatioF(), self.sheets.sizes
        pages = list(seen)
        needed = sum(picture_bytes(scale, *sizes[page]) for page in pages)
        for page in (seen.stop, seen.start - 1):
            if 0 <= page < len(sizes):
                needed += picture_bytes(scale, *sizes[page])
                if needed > BYTES_KEPT:
                    break
                pages.append(page)
        self.cache.want(Part.PICTURE, pages, [scale] * len(pages))
        self._fetch_matches()

    def _arrived(self, part: Part, page: int) -> None:
        if self.cache is None or part is not Part.PICTURE:
            return
        self.viewport().update()
        self.cache.want_links(page)
        if self.cache.failure(page):
            self.failed.emit(page)

    def set_dark(self, dark: bool) -> None:
        """Show light letters on dark paper, or the pages as they are."""
        if self.cache is not None:
            self.cache.set_dark(dark)
            self.viewport().update()

    @property
    def busy(self) -> bool:
        """Whether a page is being drawn."""
        return self.cache is not None and self.cache.busy

    # --- where things are ---

    def _scrolled(self) -> None:
        self._fetch()
        if not self.sheets.sizes:
            return
        third = self.verticalScrollBar().value() + self.viewport().height() * 0.4
        page = self.sheets.page_at(third)
        if page != self._page:
            self._page = page
            self.page_changed.emit(page)
        self.viewport().update()

    def _visible(self) -> range:
        top = self.verticalScrollBar().value()
        return self.sheets.between(top, top + self.viewport().height())

    def left_of(self, page: int) -> float:
        width = self.sheets.page_size(page)[0]
        room = max(self.sheets.width, float(self.viewport().width()))
        return (room - width) / 2 - self.horizontalScrollBar().value()

    def spot_at(self, point: QPointF) -> PagePoint:
        """Return the page and the point of its paper under a point of the viewport; beside and between pages
        the nearest page."""
        y = point.y() + self.verticalScrollBar().value()
        page, scale = self.sheets.page_at(y), self.sheets.scale
        x, y = (point.x() - self.left_of(page)) / scale, (y - self.sheets.tops[page]) / scale
        return PagePoint(page, *self.sheets.on_paper(page, x, y))

    # --- going somewhere ---

    def jump(self, page: int, box: Box | None = None) -> None:
        """Bring a page, or a box on its paper, into view, a third from the top."""
        if not 0 <= page < len(self.sheets.sizes):
            return
        self._pending_jump = None
        if box is None:
            self._scroll_to(self.sheets.tops[page] - GAP)
            return
        scale, viewport, seen = self.sheets.scale, self.viewport(), self.sheets.seen(page, box)
        self._scroll_to(self.sheets.tops[page] + seen.y0 * scale - viewport.height() * 0.3)
        across = self.horizontalScrollBar().value()
        left, width = self.left_of(page) + seen.x0 * scale, (seen.x1 - seen.x0) * scale
        if not 0 <= left <= viewport.width() - min(width, 4 * SIDE):
            self.horizontalScrollBar().setValue(round(left + across - viewport.width() * 0.3))

    def jump_to_text(self, page: int, start: int, end: int) -> None:
        """Bring a range of a page's raw text into view as soon as its position is known."""
        if self.cache is not None:
            cache = self.cache
            cache.place(
                page,
                start,
                end,
                lambda boxes: self.jump(page, boxes[0] if boxes else None) if self.cache is cache else None,
            )

    def _scroll_to(self, y: float) -> None:
        self.verticalScrollBar().setValue(round(y))
        self._scrolled()

    # --- scale and turn ---

    @property
    def zoom(self) -> float:
        return self.sheets.scale / SCREEN

    def zoom_in(self) -> None:
        self.set_zoom(step_from(self.zoom, 1))

    def zoom_out(self) -> None:
        self.set_zoom(step_from(self.zoom, -1))

    def set_zoom(self, zoom: float) -> None:
        self._fit = Fit.FREE
        self._apply_scale(min(STEPS[-1], max(STEPS[0], zoom)) * SCREEN)

    def fit(self, fit: Fit) -> None:
        self._fit = fit
        self._rescale()

    def fit_page(self) -> None:
        """Fit the whole page in view, from its top."""
        page = self._page
        self.fit(Fit.PAGE)
        self.jump(page)

    def turn(self, by: int) -> None:
        """Turn all pages by quarters, clockwise for positive numbers; the page in view stays in view."""
        old, page = self.sheets, self._page
        self.sheets = PageGeometry(old.papers, old.scale, old.turns + by)
        self._rescale()
        self.jump(page)
        self.turned.emit(self.sheets.turns)

    @property
    def _fits_text(self) -> bool:
        """Whether the text is fitted: on request, or because the letters would be too small at the width."""
        if self._text is None or self.sheets.turns:
            return False
        small = self.sheets.fit_scale(self.viewport().width()) < SMALL
        return self._fit is Fit.TEXT or (self._fit is Fit.AUTO and small)

    def _rescale(self) -> None:
        """Apply the fitting scale, or the present one for other sizes."""
        self._apply_scale(self._fitting_scale() if self.sheets.sizes else self.sheets.scale)
        if self._fits_text and self._text is not None and self._page >= 0:
            middle = (self._text[0] + self._text[1]) / 2 * self.sheets.scale
            across = self.horizontalScrollBar()
            across.setValue(
                round(self.left_of(self._page) + across.value() + middle - self.viewport().width() / 2)
            )

    def _fitting_scale(self) -> float:
        geometry, room = self.sheets, self.viewport().size()
        if self._fit is Fit.FREE:
            return geometry.scale
        if self._fit is Fit.PAGE:
            fitting = geometry.page_scale(max(0, self._page), room.width(), room.height())
        elif self._fits_text and self._text is not None:
            most = SCREEN if self._fit is Fit.AUTO else 2 * SCREEN
            fitting = min(geometry.text_scale(room.width(), self._text), most)
        else:
            fitting = geometry.fit_scale(room.width())
            fitting = min(fitting, LARGE) if self._fit is Fit.AUTO else fitting
        return min(STEPS[-1] * SCREEN, fitting)

    def _apply_scale(self, scale: float) -> None:
        """Change the scale and keep the position in the middle of the view."""
        old, bar = self.sheets, self.verticalScrollBar()
        middle = bar.value() + self.viewport().height() / 2
        page = old.page_at(middle)
        inside = (middle - old.tops[page]) / old.scale if old.tops else 0.0
        self.sheets = PageGeometry(old.papers, scale, old.turns)
        self._set_bars()
        if old.tops:
            self._scroll_to(self.sheets.tops[page] + inside * scale - self.viewport().height() / 2)
        self.zoom_changed.emit(self.zoom)
        self.viewport().update()

    def _set_bars(self) -> None:
        view, policy = self.viewport().size(), Qt.ScrollBarPolicy
        self.verticalScrollBar().setRange(0, max(0, round(self.sheets.height) - view.height()))
        self.verticalScrollBar().setPageStep(max(48, view.height() - 48))
        self.setHorizontalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if self._fits_text else policy.ScrollBarAsNeeded
        )
        excess = round(self.sheets.width) - view.width()
        self.horizontalScrollBar().setRange(0, max(0, excess if excess > 1 else 0))
        self.horizontalScrollBar().setPageStep(view.width())

    # --- painting ---

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), QColor(colours().sunken))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for page in self._visible():
            width, height = self.sheets.page_size(page)
            top = self.sheets.tops[page] - self.verticalScrollBar().value()
            geometry = round(self.left_of(page)), round(top), round(width), round(height)
            self._paint_page(painter, page, QRectF(*geometry))  # whole pixels keep a turned picture sharp
        if self.hasFocus():
            paint_focus(painter, self.viewport().rect())
        painter.end()

    def _paint_page(self, painter: QPainter, page: int, paper: QRectF) -> None:
        assert self.cache is not None
        c, scale, picture = page_colours(self.cache.dark), self.sheets.scale, self.cache.picture(page)
        painter.fillRect(paper, c.paper)
        with upright(painter, paper, self.sheets.turns) as area:
            if picture is not None:
                painter.drawImage(area, picture.image)
            if (marks := self.cache.marks.get(page)) is not None:
                paint_marks(painter, marks, scale, c)
            if (matches := self._matches.get(page)) and (text := self.cache.text(page)) is not None:
                for match in matches:
                    pieces = [piece for piece in match.pieces if piece.page == page]
                    boxes = [box for piece in pieces for box in text.boxes(piece.start, piece.end)]
                    paint_found(painter, boxes, match is self._current, scale, c)
            if selected := self.selector.boxes(page):
                paint_selection(painter, selected, scale, c)
        if picture is None and (failure := self.cache.failure(page)):
            paint_failure(painter, failure, paper, c)
        if remark := self._remarks.get(page):
            paint_remark(painter, remark, paper, self.font())
        painter.setPen(QPen(QColor(colours().line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(paper)

    # --- pointer ---

    def _link_at(self, point: QPointF) -> PageLink | None:
        if self.cache is None or not self.sheets.sizes:
            return None
        spot = self.spot_at(point)
        return self.cache.link_at(spot.page, spot.x, spot.y)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        left = event.button() == Qt.MouseButton.LeftButton
        self._press_point = event.position() if left else None
        if left and self.sheets.sizes:
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.selector.press(self.spot_at(event.position()), extend=shift)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self.sheets.sizes:
            return
        spot = self.spot_at(event.position())
        if event.buttons() & Qt.MouseButton.LeftButton:
            y, bar = event.position().y(), self.verticalScrollBar()  # above or below the view it scrolls
            bar.setValue(bar.value() + round(min(0.0, y) + max(0.0, y - self.viewport().height())))
            self.selector.drag(spot)
        over = self.selector.over_text(spot)
        shape = Qt.CursorShape.IBeamCursor if over else Qt.CursorShape.ArrowCursor
        if not event.buttons() and self._link_at(event.position()) is not None:
            shape = Qt.CursorShape.PointingHandCursor
        self.viewport().setCursor(shape)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.sheets.sizes:
            self.selector.select_word(self.spot_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Follow a link on a click; a drag selects text instead."""
        pressed, self._press_point = self._press_point, None
        super().mouseReleaseEvent(event)
        if pressed is None or (event.position() - pressed).manhattanLength() > STILL:
            return
        if event.modifiers() == Qt.KeyboardModifier.NoModifier and (link := self._link_at(pressed)):
            self.follow(link)

    def follow(self, link: PageLink) -> None:
        """Go to a page of the document, or emit ``link_wanted`` for a link that leads elsewhere."""
        if link.page is not None:
            self.jump(link.page)
        else:
            self.link_wanted.emit(link)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self.zoom * (1.0 + event.angleDelta().y() / 1200))
            event.accept()
        else:
            super().wheelEvent(event)

    # --- keys ---

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._select_by_key(event):
            return
        bar, key = self.verticalScrollBar(), event.key()
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        moves = {
            Qt.Key.Key_Space: -bar.pageStep() if back else bar.pageStep(),
            Qt.Key.Key_Home: -bar.maximum(),
            Qt.Key.Key_End: bar.maximum(),
        }
        if Qt.Key(key) in moves:
            bar.setValue(bar.value() + moves[Qt.Key(key)])
        else:
            super().keyPressEvent(event)

    def _select_by_key(self, event: QKeyEvent) -> bool:
        """Perform a key's action on the selection; return False when it has none."""
        key, empty = event.key(), self.selector.is_empty
        arrows = (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Up)
        if key in arrows and event.modifiers() == Qt.KeyboardModifier.ShiftModifier and self.sheets.sizes:
            begin = self.spot_at(QPointF(0, self.viewport().height() * 0.3))
            forward = key in (Qt.Key.Key_Right, Qt.Key.Key_Down)
            self.selector.extend(begin, forward=forward, lines=key in (Qt.Key.Key_Down, Qt.Key.Key_Up))
        elif event.matches(QKeySequence.StandardKey.Copy) and not empty:
            self.copy_wanted.emit()
        elif key == Qt.Key.Key_M and event.modifiers() == Qt.KeyboardModifier.NoModifier and not empty:
            self.like_wanted.emit()
        elif key == Qt.Key.Key_Escape and not empty:
            self.selector.clear()
        else:
            return False
        return True

    def _want_text(self, page: int) -> None:
        """Request the text of a page for the keyboard."""
        if self.hasFocus():
            self.selector.want(page)

    # --- menu ---

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu, view = self.menu(), self.viewport()
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        corner = view.mapToGlobal(QPoint(view.width() // 3, view.height() // 3))
        menu.popup(corner if by_key else event.globalPos()) if menu.actions() else menu.close()

    def menu(self) -> QMenu:
        """Return the menu with the actions on the selected text and the page's links."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if not self.selector.is_empty:
            menu.addAction(with_keys(tr("Copy with citation"), "Ctrl+C"), self.copy_wanted.emit)
            menu.addAction(with_keys(tr("Find passages like this"), "M"), self.like_wanted.emit)
            collect = with_keys(tr("Put into a collection…"), "Ctrl+D")
            menu.addAction(collect, self.collect_wanted.emit)
        links = self.cache.links(self.page) if self.cache is not None else []
        if links:
            if menu.actions():
                menu.addSeparator()
            menu.addSection(tr("Links on this page"))
        for link in links[:LISTED]:
            words = described(link)
            shown = words if len(words) <= SHOWN_LETTERS else f"{words[: SHOWN_LETTERS - 1]}…"
            menu.addAction(shown.replace("&", "&&"), partial(self.follow, link))
        return menu

    # --- events ---

    def event(self, event: QEvent) -> bool:
        """Draw the pages anew when the window came to a screen of another resolution."""
        done = super().event(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._fetch()
        return done

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            link = self._link_at(QPointF(event.pos()))
            if link is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), tip(described(link)), self.viewport())
            return True
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._rescale()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()  # Qt paints only the frame around it again
        self._want_text(self.page)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.viewport().update()


def described(link: PageLink) -> str:
    """Return the target of a link in one line."""
    if link.page is not None:
        return tr("To file page {number}").format(number=link.page + 1)
    return isolated(escape_hidden(link.address)) if link.address else NOTHING_HERE
