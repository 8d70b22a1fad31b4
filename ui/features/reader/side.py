"""The panel beside a document's pages: its headings, or its pages as thumbnails.

The selected row follows the reading. A row that a person selects, by keyboard or pointer, is gone to. The
outline is fetched when it is first shown. Where the panel would leave no legible page beside it, it is shown
only while it is used.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QImage,
    QKeyEvent,
    QPainter,
    QPen,
    QResizeEvent,
    QShowEvent,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
)

from briefbank.domain.pages import OutlineEntry
from ui.features.reader.canvas import PageCanvas
from ui.features.reader.page_cache import PageCache, Part
from ui.features.reader.painting import LEGIBLE, page_colours, upright
from ui.i18n.translate import tr
from ui.kit.controls import SegmentedControl, keep_bar, label
from ui.kit.keyboard import LettersElsewhere
from ui.kit.layout import CENTRE, column, panes
from ui.kit.text import lay_out, plain_tip
from ui.page import Page
from ui.shared import wording
from ui.style.theme import colours, paint_focus

Index = QModelIndex | QPersistentModelIndex


# --- the two lists ---


class TextModel(QAbstractListModel):
    """Rows of three texts each: what is shown, what is read aloud, and the tooltip."""

    ROLES = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: Sequence[tuple[str, str, str]] = ()

    def show(self, rows: Sequence[tuple[str, str, str]]) -> None:
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (as Qt declares it)
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if not index.isValid() or role not in self.ROLES:
            return None
        text = self._rows[index.row()][self.ROLES.index(role)]
        return plain_tip(text) if role == Qt.ItemDataRole.ToolTipRole else text


class FollowingList(LettersElsewhere, QListView):
    """A list whose rows are selected by keyboard or pointer (``row_chosen``), or silently by ``follow``."""

    row_chosen = Signal(int)
    left = Signal()  # Escape was pressed: the pages should get the focus

    def __init__(self, name: str) -> None:
        super().__init__()
        self._following = False
        self.rows = TextModel(self)
        self.setModel(self.rows)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        keep_bar(self)
        self.verticalScrollBar().setSingleStep(24)
        self.clicked.connect(lambda index: self.row_chosen.emit(index.row()))

    @property
    def row(self) -> int:
        """The selected row; -1 for none."""
        return self.currentIndex().row()

    def follow(self, row: int) -> None:
        """Select the row of what is in view on the pages; -1 selects none."""
        if row == self.row:
            return
        self._following = True
        self.setCurrentIndex(self.rows.index(row, 0))
        self._following = False

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        by_key = self.hasFocus() and not self._following
        if by_key and current.isValid() and self.state() == QAbstractItemView.State.NoState:
            self.row_chosen.emit(current.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.row >= 0:
            self.row_chosen.emit(self.row)
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _paint_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
    c = colours()
    if option.state & QStyle.StateFlag.State_Selected:
        painter.fillRect(option.rect, QColor(c.accent_soft))
        painter.fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), QColor(c.accent))
    elif option.state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(option.rect, QColor(c.hover))
    if option.state & QStyle.StateFlag.State_HasFocus:
        paint_focus(painter, option.rect)


INDENT, BESIDE, ABOVE = 12, 12, 5
LINES = 3  # The most lines of one heading; its tooltip has the whole
MANY = 400  # The number of headings above which each has one line, so that not all heights are computed


class OutlineDelegate(QStyledItemDelegate):
    """Paints the heading in up to three lines, indented by its level, with its page at the right."""

    def __init__(self, view: OutlineList) -> None:
        super().__init__(view)
        self._view = view

    def _lay_out(self, entry: OutlineEntry) -> tuple[QTextLayout, int]:
        """Return the lines of a heading, and where they begin across."""
        font, left = self._view.font(), BESIDE + INDENT * min(entry.level, 5)
        beside = QFontMetrics(font).horizontalAdvance(_page_number(entry)) + 10 + BESIDE
        room = self._view.viewport().width() - left - beside
        lines = 1 if self._view.uniformItemSizes() else LINES
        return lay_out(entry.text, font, max(40, room), lines, right=False), left

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        layout, _left = self._lay_out(self._view.entries[index.row()])
        return QSize(self._view.viewport().width(), ceil(layout.boundingRect().height()) + 2 * ABOVE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c, entry = colours(), self._view.entries[index.row()]
        layout, left = self._lay_out(entry)
        painter.save()
        _paint_ground(painter, option)
        painter.setFont(self._view.font())
        painter.setPen(QColor(c.text))
        layout.draw(painter, QPointF(option.rect.left() + left, option.rect.top() + ABOVE))
        painter.setPen(QColor(c.text if option.state & QStyle.StateFlag.State_Selected else c.muted))
        number = option.rect.adjusted(left, ABOVE, -BESIDE, 0)
        painter.drawText(number, Qt.AlignmentFlag.AlignRight, _page_number(entry))
        painter.restore()


def _page_number(entry: OutlineEntry) -> str:
    return entry.label or f"({entry.page + 1})"


class OutlineList(FollowingList):
    """The headings of the document."""

    def __init__(self) -> None:
        super().__init__(tr("Outline"))
        self.entries: Sequence[OutlineEntry] = ()
        self.setItemDelegate(OutlineDelegate(self))

    def show_entries(self, entries: Sequence[OutlineEntry]) -> None:
        self.entries = entries
        self.setUniformItemSizes(len(entries) > MANY)
        phrase, rows = tr("{heading}, level {level}, {page}"), []
        for entry in entries:
            page = wording.page(entry.label, entry.page)
            spoken = phrase.format(heading=entry.text, level=entry.level + 1, page=page)
            rows.append((entry.text, spoken, f"{entry.text}\n{page}"))
        self.rows.show(rows)

    def follow_page(self, page: int) -> None:
        """Mark the heading that a page stands under: the first that begins on it, else the last before it.

        A heading of this page that was just selected stays marked.
        """
        pages = [entry.page for entry in self.entries]
        if 0 <= self.row < len(pages) and pages[self.row] == page:
            return
        first = bisect_left(pages, page)
        self.follow(first if first < len(pages) and pages[first] == page else first - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the rows anew at another width; Qt does so only at another height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.doItemsLayout()


BOX = QSize(128, 166)  # The logical pixels into which a thumbnail is fitted: a Letter page fills them
AROUND, BELOW = 8, 24
ROW_HEIGHT = BOX.height() + 2 * AROUND + BELOW
SETTLE_MS = 60  # The pause after scrolling before thumbnails are drawn, so that pages scrolled past never are


class PageDelegate(QStyledItemDelegate):
    """Paints the thumbnails that have arrived, and blank paper for the others."""

    def __init__(self, view: PageList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(self._view.viewport().width(), ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c, here = colours(), bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        _paint_ground(painter, option)
        paper = self._view.paper(index.row(), option.rect)
        painter.fillRect(paper, page_colours(self._view.is_dark).paper)
        picture = self._view.picture(index.row())
        if picture is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            with upright(painter, paper, self._view.turns) as inside:
                painter.drawImage(inside, picture)
        painter.setPen(QPen(QColor(c.edge), 2 if here else 1))  # the accent is the colour of the focus
        painter.drawRect(paper)
        painter.setFont(self._view.font())
        painter.setPen(QColor(c.text if here else c.muted))
        line = option.rect.adjusted(0, ROW_HEIGHT - BELOW - 2, 0, -2)
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, str(index.data()))
        painter.restore()


class PageList(FollowingList):
    """Pages as rows; only those in view are drawn."""

    def __init__(self) -> None:
        super().__init__(tr("Pages as pictures"))
        self.setUniformItemSizes(True)
        self.setItemDelegate(PageDelegate(self))
        self.turns = 0
        self._sizes: Sequence[tuple[float, float]] = ()
        self._cache: PageCache | None = None
        self._settle_timer = QTimer(self)
        self._settle_timer.setSingleShot(True)
        self._settle_timer.setInterval(SETTLE_MS)
        self._settle_timer.timeout.connect(self.fetch)
        self.verticalScrollBar().valueChanged.connect(lambda _value: self._settle_timer.start())

    def show_pages(
        self, cache: PageCache, sizes: Sequence[tuple[float, float]], labels: Sequence[str]
    ) -> None:
        """Show another document's pages."""
        self._cache, self._sizes, self.turns = cache, sizes, 0
        cache.arrived.connect(self._arrived)
        rows = []
        for page, text in enumerate(labels):
            where = wording.page_of(text, page, len(labels))
            where = where[0].upper() + where[1:]
            rows.append((f"{text}  ({page + 1})" if text else f"({page + 1})", where, where))
        self.rows.show(rows)
        self._settle_timer.start()

    def clear(self) -> None:
        self._cache, self._sizes = None, ()
        self.rows.show(())

    def turn(self, turns: int) -> None:
        """Show the pages turned by a number of quarters."""
        self.turns = turns
        self.viewport().update()

    def picture(self, page: int) -> QImage | None:
        picture = self._cache.picture(page, Part.THUMBNAIL) if self._cache is not None else None
        return picture.image if picture is not None else None

    @property
    def is_dark(self) -> bool:
        return self._cache is not None and self._cache.dark

    def paper(self, page: int, rect: QRect) -> QRectF:
        """Return the rectangle of a page's thumbnail in its row."""
        width, height = self._sizes[page]
        across, down = (height, width) if self.turns % 2 else (width, height)
        scale = min(BOX.width() / across, BOX.height() / down)
        size = QSize(max(1, round(across * scale)), max(1, round(down * scale)))
        left = rect.x() + (rect.width() - size.width()) // 2
        top = rect.y() + AROUND + (BOX.height() - size.height()) // 2
        return QRectF(left, top, size.width(), size.height())

    def _arrived(self, part: Part, page: int) -> None:
        if part is Part.THUMBNAIL:
            self.update(self.rows.index(page, 0))

    def fetch(self) -> None:
        """Request the next thumbnail missing in view. Cheap when there is none."""
        if self._cache is None or not self.isVisible():
            return
        top = self.verticalScrollBar().value()
        last = (top + self.viewport().height()) // ROW_HEIGHT
        seen = range(top // ROW_HEIGHT, min(last + 1, len(self._sizes)))
        ratio = self.devicePixelRatioF()
        sizes = (self._sizes[page] for page in seen)
        scales = [min(BOX.width() / max(w, 1), BOX.height() / max(h, 1)) * ratio for w, h in sizes]
        self._cache.want(Part.THUMBNAIL, seen, scales)

    def event(self, event: QEvent) -> bool:
        """Draw the thumbnails anew when the window came to a screen of another resolution."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._settle_timer.start()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle_timer.start()


# --- the panel ---

OUTLINE, PAGES = "outline", "pages"
NARROWEST = 176  # The least width in pixels at which thumbnails are still of use
USUAL_WIDTH = 196  # The width of the panel until a person changes it
NO_OUTLINE = tr("No headings were found in this document. Its pages are under “Pages”.")


class ReaderSide(QFrame):
    """Two lists, one of them shown, and the splitter in which the panel stands beside the pages."""

    def __init__(self, page: Page, canvas: PageCanvas, button: QToolButton) -> None:
        """``page`` runs the jobs, ``button`` is on while the panel is shown."""
        super().__init__()
        self._page, self._canvas, self._button = page, canvas, button
        self._document_id = 0
        self._fetched = False
        """Whether the outline of the document is shown or on its way."""
        self._narrow = False
        """Whether there is no room for a legible page beside the panel."""
        self._folded = False
        """Whether the panel is to be shown again as soon as there is room."""
        self.setObjectName("readerSide")
        outline = OUTLINE, tr("Outline"), tr("The headings of this document")
        pages = PAGES, tr("Pages"), tr("The pages of this document as small pictures")
        self.switch = SegmentedControl(tr("Beside the pages"), (outline, pages))
        self.outline, self.pages = OutlineList(), PageList()
        self.none = label(NO_OUTLINE, role="muted", wrap=True)
        self.none.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.none.setContentsMargins(14, 8, 12, 8)
        self._stack = QStackedWidget()
        self._stack.setMinimumWidth(NARROWEST)
        for part in (self.none, self.outline, self.pages):
            self._stack.addWidget(part)
        column((self.switch, CENTRE), (self._stack, 1), on=self, margins=(0, 8, 0, 0), spacing=8)
        sizes = USUAL_WIDTH, 10 * USUAL_WIDTH
        self.splitter = panes(self, canvas, sizes=sizes, shares=(0, 1))
        canvas.page_changed.connect(self.show_page)
        canvas.turned.connect(self.pages.turn)
        canvas.installEventFilter(self)
        self.splitter.installEventFilter(self)
        self.switch.changed.connect(lambda _value: self._show_list())
        self.pages.row_chosen.connect(lambda row: canvas.jump(row) if row != canvas.page else None)
        self.outline.row_chosen.connect(self._go_to_heading)
        for part in (self.outline, self.pages):
            part.left.connect(self._focus_pages)
            part.clicked.connect(lambda _index: self._fold())
        button.clicked.connect(self.toggle)
        self._show_list()
        self._set_shown(False)

    # --- the document ---

    def begin(
        self, document_id: int, cache: PageCache, sizes: Sequence[tuple[float, float]], labels: Sequence[str]
    ) -> None:
        """Follow the document whose pages are now on the screen."""
        self._document_id = document_id
        self._fold()
        self.pages.show_pages(cache, sizes, labels)
        self.show_page(self._canvas.page)
        if self.isVisible():
            self._fetch_outline()

    def end(self) -> None:
        self._page.jobs.drop("outline", self._page)
        self._document_id, self._fetched = 0, False
        self.outline.show_entries(())
        self.pages.clear()

    def _fetch_outline(self) -> None:
        if not self._document_id or self._fetched:
            return
        self._fetched = True
        library, document_id = self._page.library, self._document_id
        self._page.run(
            lambda _reporter: library.reader.outline(document_id),
            then=self._show_outline,
            failed=lambda _error: self._show_outline(()),
            topic="outline",
        )

    def _show_outline(self, entries: Sequence[OutlineEntry]) -> None:
        waiting = self._stack.currentWidget() is self.none and self.switch.button(OUTLINE).hasFocus()
        self.outline.show_entries(entries)
        self._show_list()
        self.outline.follow_page(self._canvas.page)
        if waiting:
            self._take_focus()

    def show_page(self, page: int) -> None:
        """Follow the page that is now in view."""
        self.outline.follow_page(page)
        self.pages.follow(page)

    def _go_to_heading(self, row: int) -> None:
        entry = self.outline.entries[row]
        self._canvas.jump_to_text(entry.page, entry.start, entry.end)

    # --- the lists ---

    @property
    def shown(self) -> str:
        """The list shown: OUTLINE or PAGES."""
        return str(self.switch.value)

    def _show_list(self) -> None:
        if self.shown == PAGES:
            self._stack.setCurrentWidget(self.pages)
            self.pages.fetch()
            return
        self._stack.setCurrentWidget(self.outline if self.outline.entries else self.none)
        if self.isVisible():
            self._fetch_outline()

    def _take_focus(self) -> None:
        """Focus the list that is shown, or the switch until the list has rows."""
        shown = self._stack.currentWidget()
        target = shown if isinstance(shown, FollowingList) else self.switch.button(self.shown)
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _focus_pages(self) -> None:
        self._canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- shown and closed ---

    def toggle(self) -> None:
        """Open the panel and focus it, or close it and return to the pages (F9)."""
        self._set_shown(self.isHidden())
        if self.isHidden():
            self._focus_pages()
        else:
            self._take_focus()

    @property
    def state(self) -> str:
        """The list of the panel that is shown, kept until the next start; empty while the panel is closed."""
        return self.shown if self._folded or not self.isHidden() else ""

    @state.setter
    def state(self, kept: str) -> None:
        if kept in self.switch.values:
            self.switch.choose(kept)
        self._set_shown(kept == self.shown and not self._narrow)
        self._folded = kept == self.shown and self._narrow

    def _set_shown(self, shown: bool) -> None:
        self._folded = False
        self.setVisible(shown)
        self._button.setChecked(shown)

    def _fold(self) -> None:
        """Close the panel where there is no room for it beside a legible page."""
        if self._narrow and not self.isHidden():
            self._set_shown(False)

    def _arrange(self) -> None:
        """Follow the width of panel and pages together."""
        narrow = self.splitter.width() < LEGIBLE + self.minimumSizeHint().width()
        if narrow == self._narrow:
            return
        self._narrow, shown = narrow, not self.isHidden()
        if narrow:
            if self.isAncestorOf(self.window().focusWidget()):
                self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)
            self._set_shown(False)
            self._folded = shown
        elif self._folded:
            self._set_shown(True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.splitter and event.type() == QEvent.Type.Resize:
            self._arrange()
        elif watched is self._canvas and event.type() == QEvent.Type.FocusIn:
            self._fold()
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_list()
