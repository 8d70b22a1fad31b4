"""A list of painted rows: a title, some words with marks, a line below, and at the right a badge or a remark.

All lists on authorities are of this kind. A click selects a row, a double click or Enter opens it. A list
either scrolls by itself or is as high as its rows and scrolls with its page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QItemSelection,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QCursor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QTextLayout,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from briefbank.domain.authorities import GONE, Extent, Standing
from ui.i18n.translate import tr
from ui.kit.controls import label, link_button
from ui.kit.keyboard import LettersElsewhere
from ui.kit.layout import LEFT, STRETCH, add, column, row
from ui.kit.text import Fonts, changed, excerpt, lay_out, marked, plain_tip
from ui.shared.wording import STANDING_WORDS
from ui.style.theme import Colours, colours, paint_focus, pixmap

AnyIndex = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class Row:
    """The texts of one row, and its target."""

    title: str = ""
    text: str = ""  # Words of a document, which are marked in places; at most a few lines of it are shown
    marks: tuple[tuple[int, int], ...] = ()
    detail: str = ""  # The lines below in small print; each is cut off where it is too long
    side: str = ""  # The remark at the right of the title, where there is no standing
    standing: Standing | None = None
    target: object = None  # The object that is emitted when the row is opened
    warning: str = ""  # The warnings below the words; a line for each
    changes: tuple[tuple[int, int, str], ...] = ()
    """Half-open ranges of ``text`` that are 'removed' or 'added'; then all of the text is shown."""
    text_aloud: str = ""  # The text to be read aloud in place of ``text``
    actions: tuple[str, ...] = ()  # The buttons below; the list's menu and keys offer the same

    @property
    def spoken(self) -> str:
        """The row as one sentence to be read aloud."""
        words = STANDING_WORDS[self.standing] if self.standing else ""
        parts = (
            self.title,
            words or self.side,
            self.text_aloud or self.text,
            self.warning.replace("\n", " "),
            self.detail.replace("  ·  ", ", ").replace("\n", ", "),
        )
        return ". ".join(part.rstrip(".") for part in parts if part)


class RowModel(QAbstractListModel):
    """The rows in their order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def show(self, rows: Sequence[Row]) -> None:
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def rows(self) -> list[Row]:
        return list(self._rows)

    def row(self, number: int) -> Row:
        return self._rows[number]

    def place_of(self, matches: Callable[[Any], bool]) -> int:
        """Return the first row whose target is wanted; -1 for none."""
        return next((n for n, row in enumerate(self._rows) if matches(row.target)), -1)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title or row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip("\n".join(part for part in (row.title, row.text, row.detail) if part))
        return None


_ICONS = {
    Standing.OVERRULED: "refused",
    Standing.REVERSED: "reversed",
    Standing.VACATED: "vacated",
    Standing.ABROGATED: "abrogated",
    Standing.INVALIDATED: "invalidated",
    Standing.REPEALED: "repealed",
    Standing.SUPERSEDED: "superseded",
    Standing.DISAPPROVED: "disapproved",
    Standing.AMENDED: "correct",
    Standing.MODIFIED: "modified",
    Standing.LIMITED: "limited",
    Standing.QUESTIONED: "questioned",
    Standing.GOOD: "done",
}
ICONS = {standing: _ICONS[standing.whole] for standing in Standing}


def standing_colours(standing: Standing, c: Colours) -> tuple[str, str]:
    """Return ink and ground, by whether it holds, has a history on other grounds, needs a look, or is
    gone."""
    if standing is Standing.GOOD:
        return c.good, c.good_soft
    if standing.extent is Extent.ON_OTHER_GROUNDS:
        return c.accent, c.accent_soft
    if standing in GONE:
        return c.bad, c.bad_soft
    return c.warn, c.warn_soft


PAD_X, PAD_Y = 14.0, 10.0
GAP = 3.0  # The space between the lines of a row
TITLE_LINES, TEXT_LINES, WARNING_LINES = 2, 4, 3
MOST_LAID_OUT = 5000  # The rows whose layouts are kept
ICON = 14
CHOSEN = 3
"""The width of the bar at the left of the chosen row, which shows the choice without the row's ground."""
SIDE_SHARE = 0.42  # The largest share of the width for the remark at the right


def badge_size(standing: Standing, font: QFont) -> tuple[float, float]:
    """Return width and height of a badge."""
    metrics = QFontMetricsF(font)
    return metrics.horizontalAdvance(STANDING_WORDS[standing]) + ICON + 22, metrics.height() + 6


def paint_badge(painter: QPainter, field: QRectF, standing: Standing, font: QFont, ratio: float) -> None:
    """Paint an icon and words in a rounded field. The colour only adds to them."""
    ink, ground = standing_colours(standing, colours())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(field, field.height() / 2, field.height() / 2)
    corner = QPointF(field.left() + 8, field.center().y() - ICON / 2)
    painter.drawPixmap(corner, pixmap(ICONS[standing], ink, ICON, ratio))
    painter.setPen(QColor(ink))
    painter.setFont(font)
    words = field.adjusted(ICON + 13, 0, 0, 0)
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, STANDING_WORDS[standing])


class RowDelegate(QStyledItemDelegate):
    """A delegate that lays a row out once for a width."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self._layouts: dict[tuple[int, int], tuple[Row, list[tuple[QTextLayout, str]]]] = {}
        self.forget()

    def forget(self) -> None:
        """Forget all layouts, after a change of rows, font or colours."""
        self._layouts.clear()
        self._fonts = Fonts.of(self._view.font())
        self._title = QFont(self._fonts.body)
        self._title.setWeight(QFont.Weight.DemiBold)

    # --- sizes ---

    def height(self, row: Row) -> int:
        """Return the height in pixels, at the list's present width."""
        height = sum(
            self._piece_height(row, n, layout) + GAP for n, (layout, _) in enumerate(self._lines(row))
        )
        buttons = self._button_height() + BUTTON_GAP if row.actions else 0
        return round(height - GAP + 2 * PAD_Y + buttons) + 1

    def _button_height(self) -> float:
        return QFontMetricsF(self._fonts.small).height() + 10

    def button_places(self, row: Row, rect: QRect) -> list[QRectF]:
        """Return where the buttons of a row are, in a row that is painted in ``rect``."""
        metrics, height = QFontMetricsF(self._fonts.small), self._button_height()
        left, places = rect.left() + PAD_X, []
        for words in row.actions:
            places.append(
                QRectF(left, rect.bottom() - PAD_Y - height, metrics.horizontalAdvance(words) + 24, height)
            )
            left = places[-1].right() + 8
        return places

    def _piece_height(self, row: Row, number: int, layout: QTextLayout) -> float:
        """Return the height of a piece; the first has room for a badge beside it."""
        height = layout.boundingRect().height()
        if number == 0 and row.standing:
            height = max(height, badge_size(row.standing, self._fonts.small_bold)[1])
        return height

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, self.height(index.data(ROW_ROLE)))

    def _lines(self, row: Row) -> list[tuple[QTextLayout, str]]:
        """Return the laid out pieces of a row from top to bottom, each with the name of its colour."""
        width = self._view.viewport().width()
        cached = self._layouts.get((id(row), width))
        if cached is None or cached[0] is not row:
            if len(self._layouts) > MOST_LAID_OUT:
                self._layouts.clear()  # most are of rows that were replaced
            cached = self._layouts[id(row), width] = row, self._laid_out(row, width - 2 * PAD_X)
        return cached[1]

    def _laid_out(self, row: Row, inner: float) -> list[tuple[QTextLayout, str]]:
        fonts, beside = self._fonts, self._side_width(row, inner)
        pieces, first = [], max(60.0, inner - beside)
        if row.title:
            pieces.append((lay_out(row.title, self._title, first, TITLE_LINES), "text"))
        if row.text:
            width = inner if row.title else first
            pieces.append((self._words(row, width), "text"))
        for line in row.warning.split("\n") if row.warning else ():
            pieces.append((lay_out(line, fonts.small_bold, inner, WARNING_LINES), "warn"))
        for line in row.detail.split("\n") if row.detail else ():
            pieces.append((lay_out(line, fonts.small, inner, 1), "muted"))
        return pieces

    def _words(self, row: Row, width: float) -> QTextLayout:
        """Return a few lines around what is marked, or all of them where words are changed."""
        font, c, text = self._fonts.body, colours(), row.text.replace("\n", " ")
        if row.changes:
            return lay_out(text, font, width, 0, changed(row.changes, c))
        room = int(width / QFontMetricsF(font).averageCharWidth() * TEXT_LINES * 0.97)
        shown, marks = excerpt(text, row.marks, room)
        return lay_out(shown, font, width, TEXT_LINES, marked(marks, c))

    def _side_width(self, row: Row, inner: float) -> float:
        """Return the width that the badge or remark at the right takes from the first line."""
        if row.standing:
            return badge_size(row.standing, self._fonts.small_bold)[0] + 12
        if row.side:
            needed = QFontMetricsF(self._fonts.small).horizontalAdvance(row.side) + 16
            return min(needed, inner * SIDE_SHARE)
        return 0.0

    # --- painting ---

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row: Row = index.data(ROW_ROLE)
        c, rect = colours(), option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option, row)
        if index.row() + 1 < index.model().rowCount():
            painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), QColor(c.line))
        y = rect.top() + PAD_Y
        for number, (layout, colour) in enumerate(self._lines(row)):
            height = self._piece_height(row, number, layout)
            painter.setPen(QColor(getattr(c, colour)))
            above = (height - layout.boundingRect().height()) / 2
            layout.draw(painter, QPointF(rect.left() + PAD_X, y + above))
            y += height + GAP
        self._paint_side(painter, QRectF(rect), row)
        self._paint_buttons(painter, rect, row)
        painter.restore()

    def _paint_buttons(self, painter: QPainter, rect: QRect, row: Row) -> None:
        c, pointer = colours(), self._view.viewport().mapFromGlobal(QCursor.pos())
        painter.setFont(self._fonts.small)
        for words, rectangle in zip(row.actions, self.button_places(row, rect), strict=True):
            is_pointed_at = rectangle.contains(pointer) and self._view.viewport().underMouse()
            painter.setPen(QColor(c.accent if is_pointed_at else c.edge))
            painter.setBrush(QColor(c.hover if is_pointed_at else c.surface))
            painter.drawRoundedRect(rectangle.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
            painter.setPen(QColor(c.text))
            painter.drawText(rectangle, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, row: Row) -> None:
        c, rect = colours(), option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver) and row.target is not None
        painter.fillRect(rect, QColor(c.accent_soft if selected else c.hover if hovered else c.surface))
        if selected:
            painter.fillRect(QRect(rect.left(), rect.top(), CHOSEN, rect.height() - 1), QColor(c.accent))
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, rect.adjusted(0, 0, 0, -1))

    def _paint_side(self, painter: QPainter, rect: QRectF, row: Row) -> None:
        right, top = rect.right() - PAD_X, rect.top() + PAD_Y
        if row.standing:
            width, height = badge_size(row.standing, self._fonts.small_bold)
            area = QRectF(right - width, top, width, height)
            ratio = self._view.devicePixelRatioF()
            paint_badge(painter, area, row.standing, self._fonts.small_bold, ratio)
        elif row.side:
            room = self._side_width(row, rect.width() - 2 * PAD_X) - 16
            metrics = QFontMetricsF(self._fonts.small)
            text = metrics.elidedText(row.side, Qt.TextElideMode.ElideRight, room + 1)
            painter.setPen(QColor(colours().muted))
            painter.setFont(self._fonts.small)
            area = QRectF(right - room, top, room, metrics.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignRight, text)


BUTTON_GAP = 7.0  # The space between the words of a row and its buttons
BATCH = 60  # The number of rows laid out before the window answers again


class RowList(LettersElsewhere, QListView):
    """The rows from top to bottom. Up and Down move, Enter opens, Tab leaves the list."""

    opened = Signal(object)  # The target of a row that was double-clicked, or on which Enter was pressed
    acted = Signal(object, int)  # The target of a row of which a button was clicked, and which one, from 0
    moved = Signal(object)  # The target of the row that is chosen now; None when there is none

    def __init__(
        self, name: str, *, fitted: bool = False, one_click: bool = False, model: RowModel | None = None
    ) -> None:
        """``fitted``: as high as its rows, and scrolled with the page around it. ``one_click``: a click
        opens, as in a menu."""
        super().__init__()
        self._fitted = fitted
        self._pressed: tuple[QPersistentModelIndex, int] | None = None
        """The row and the button on which the mouse was pressed; other rows may come before its release."""
        self._keys: dict[int, Callable[[], object]] = {}
        self.row_model = model or RowModel()
        self.row_model.setParent(self)
        self.setModel(self.row_model)
        self._delegate = RowDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        self.setObjectName("rows")
        self.setTabKeyNavigation(False)
        self.setMinimumWidth(200)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        if fitted:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        else:
            self.setLayoutMode(QListView.LayoutMode.Batched)
            self.setBatchSize(BATCH)
        (self.clicked if one_click else self.doubleClicked).connect(lambda index: self._open(index))

    # --- rows ---

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show rows from the top, with none of them chosen."""
        self._delegate.forget()
        self.row_model.show(rows)
        self._fit()

    def current(self) -> Any:
        """Return the target of the chosen row; None when there is none."""
        chosen = self.selectedIndexes()
        return self.row_model.row(chosen[0].row()).target if chosen else None

    def choose(self, number: int) -> None:
        """Choose a row and bring it into view."""
        index = self.row_model.index(number)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def _open(self, index: QModelIndex) -> None:
        target = self.row_model.row(index.row()).target if index.isValid() else None
        if target is not None:
            self.opened.emit(target)

    # --- buttons of rows ---

    def _button_at(self, event: QMouseEvent) -> tuple[QPersistentModelIndex, int] | None:
        position = event.position()
        index = self.indexAt(position.toPoint())
        if not index.isValid() or event.button() is Qt.MouseButton.RightButton:
            return None
        places = self._delegate.button_places(self.row_model.row(index.row()), self.visualRect(index))
        number = next((n for n, button in enumerate(places) if button.contains(position)), None)
        return None if number is None else (QPersistentModelIndex(index), number)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = self._button_at(event)
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Act no second time on a button: by now it may be another row's, and not read."""
        self._pressed = None
        if self._button_at(event) is None:
            super().mouseDoubleClickEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        super().mouseReleaseEvent(event)
        if pressed is not None and pressed == self._button_at(event):
            self.acted.emit(self.row_model.row(pressed[0].row()).target, pressed[1])

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and self.row_model.row(index.row()).actions:
            self.update(index)

    # --- keys and focus ---

    def on_key(self, keys: str, act: Callable[[], object]) -> None:
        """Act on keys, such as 'Alt+Up', that are pressed in this list; menus do not get them then."""
        self._keys[QKeySequence.fromString(keys)[0].toCombined()] = act  # type: ignore[index]

    def event(self, event: QEvent) -> bool:
        is_own = isinstance(event, QKeyEvent) and event.keyCombination().toCombined() in self._keys
        if event.type() == QEvent.Type.ShortcutOverride and is_own:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        act = self._keys.get(event.keyCombination().toCombined())
        if act is not None:
            act()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Choose the first row, so that the keyboard has a place to start."""
        by_mouse = event.reason() == Qt.FocusReason.MouseFocusReason
        if not by_mouse and not self.currentIndex().isValid() and self.row_model.rowCount():
            self.choose(0)
        super().focusInEvent(event)
        self.show_in_page()

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Report the choice. Qt makes a row current when the list gets the keyboard; only a selected one is
        chosen."""
        super().selectionChanged(selected, deselected)
        self.show_in_page()
        self.moved.emit(self.current())

    def show_in_page(self) -> None:
        """Bring the current row into view by the page around, as a fitted list does not scroll."""
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        inside = area.widget() if area is not None else None
        if self._fitted and area is not None and inside is not None and self.hasFocus():
            row = self.visualRect(self.currentIndex())
            middle = self.viewport().mapTo(inside, row.center())
            area.ensureVisible(middle.x(), middle.y(), 0, row.height() // 2 + 20)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._fitted:
            event.ignore()
        else:
            super().wheelEvent(event)

    # --- size ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()
            self.scheduleDelayedItemsLayout()  # Qt places the rows anew only at another height

    def _fit(self) -> None:
        """Make the list as high as its rows, where it does not scroll by itself."""
        if self._fitted:
            self.setFixedHeight(self.rows_height())

    def rows_height(self) -> int:
        """Return the pixels in which all rows can be seen."""
        return sum(self._delegate.height(row) for row in self.row_model.rows()) + 2

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._delegate.forget()
            self._fit()


class RowSection(QFrame):
    """A section that is hidden while it has no rows."""

    def __init__(self, title: str, *, first: int = 6, one_click: bool = False) -> None:
        """Show ``first`` rows until somebody asks for all. ``one_click``: see RowList."""
        super().__init__()
        self.setObjectName("panel")
        self._first = first
        self._rows: list[Row] = []
        self.list = RowList(title, fitted=True, one_click=one_click)
        self.remark = label("", role="muted")
        self.more = link_button("")
        self.more.clicked.connect(self._show_all)
        heading = label(title, scale=1.15, bold=True)
        heading.setBuddy(self.list)
        head = row(heading, STRETCH, self.remark, margins=(14, 0))
        self._column = column(head, self.list, (self.more, LEFT), on=self, margins=(6, 14, 6, 8), spacing=6)
        self.hide()

    def add_buttons(self, *buttons: QPushButton) -> None:
        """Add buttons below the rows."""
        add(self._column, row(*buttons, STRETCH, margins=(14, 4, 14, 6)))

    def show_rows(self, rows: Sequence[Row], remark: str = "") -> None:
        """Show the first of these rows; none hides the section. The same rows stay as they are."""
        self.remark.setText(remark)
        self.setVisible(bool(rows))
        if self._rows == list(rows):
            return
        self._rows = list(rows)
        self.list.show_rows(self._rows[: self._first])
        self.more.setText(tr("Show all {len:,}").format(len=len(rows)))
        self.more.setAccessibleName(f"{self.more.text()}: {self.list.accessibleName()}")
        self.more.setVisible(len(rows) > self._first)

    def _show_all(self) -> None:
        """Show all rows, and give the keyboard to the first that was not shown before."""
        self.list.show_rows(self._rows)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.list.choose(self._first)
        self.more.hide()
