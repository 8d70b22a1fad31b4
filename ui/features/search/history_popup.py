"""The list under the search box: saved and recent searches, filtered while one types.

It is a child of the window and no window of its own, so that the box keeps receiving what is typed. It opens
on request and closes when the focus goes elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from ui.features.search.fields import SearchField
from ui.features.search.history_keys import Deed, HistoryListKeys
from ui.i18n.translate import tr
from ui.kit.controls import Notice, label
from ui.shared.row_list import RowList
from ui.shared.row_model import Row

MOST = 0.6  # The greatest share of the window's height below the box
SHOWN = 60  # The most rows; for an older search one types a word of it
EDGE = 5  # The pixels around the rows that keep the rounded corners free
NOTHING = tr("No search is remembered yet.")
NONE_FITS = tr("No remembered search has these words.")
KEYS = tr("Enter searches again, Delete forgets, Esc closes")


class HistoryPopup(QFrame):
    """A list as wide as the box, laid over what is below the box."""

    opened = Signal(object)  # The target of a row
    forget_wanted = Signal(object)
    rename_wanted = Signal(object)
    undo_wanted = Signal()

    def __init__(self, field: SearchField, matching: Callable[[str, int], Sequence[Row]]) -> None:
        """``matching``: returns the rows that match a text, about as many as asked for."""
        super().__init__(field.window())
        self.setObjectName("recall")
        self.setAccessibleName(tr("Searches that are remembered"))
        self._field, self._matching = field, matching
        self._query = ""
        self.list = RowList(tr("Searches that are remembered"))
        self.nothing = label("", role="muted", wrap=True)
        self.nothing.setContentsMargins(14, 12, 14, 12)
        self._foot = label(KEYS, role="muted", scale=0.9)
        self._foot.setObjectName("recallFoot")
        self._foot.setContentsMargins(14, 6, 14, 8)
        self._foot.setIndent(0)  # the border above would otherwise indent the text
        self.notice = Notice()
        column = QVBoxLayout(self)
        column.setContentsMargins(EDGE, EDGE, EDGE, EDGE)
        column.setSpacing(0)
        for part in (self.notice, self.nothing, self.list, self._foot):
            column.addWidget(part)
        self._connect()
        self.hide()

    def _connect(self) -> None:
        self.keys = HistoryListKeys(self.list, self._menu_entries)
        self.list.opened.connect(self.opened)
        self.keys.forget_wanted.connect(self.forget_wanted)
        self.keys.rename_wanted.connect(self.rename_wanted)
        self.keys.undo_wanted.connect(self.undo_wanted)
        self.notice.acted.connect(self.undo_wanted)
        self.keys.left_upwards.connect(self._focus_box)
        self.keys.typed.connect(self.type_in_box)
        self._field.textEdited.connect(self._text_edited)
        self._field.returnPressed.connect(self.close_list)
        for part in (self._field, self.list, self._field.window()):
            part.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._focus_moved)

    def _menu_entries(self, target: Any) -> Sequence[Deed]:
        return (
            (tr("Search"), lambda: self.opened.emit(target)),
            (tr("Forget this"), lambda: self.forget_wanted.emit(target)),
        )

    # --- opening and closing ---

    def open_list(self, typed: str = "") -> None:
        """Show the searches that match a text; focus the list if it has rows."""
        self._query = typed
        self.notice.say("")
        self.refresh()
        self._place()
        self.show()
        self.raise_()
        if self.list.row_model.rowCount():
            self.list.choose(0)
            self.list.setFocus(Qt.FocusReason.PopupFocusReason)
        else:
            self._field.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_list(self) -> None:
        """Close the list; the focus returns to the box if it was in the list."""
        inside = self.isAncestorOf(self._field.window().focusWidget() or self._field)
        self.hide()
        if inside:
            self._field.setFocus(Qt.FocusReason.PopupFocusReason)

    def refresh(self) -> None:
        """Update the list after a change of the stored searches or of the text typed."""
        row, inside = self.list.currentIndex().row(), self.list.hasFocus()
        rows = self._matching(self._query, SHOWN)
        if inside and not rows:  # before the list is hidden: Qt would move the focus elsewhere
            self._focus_box()
        self.list.show_rows(rows)
        self.nothing.setText(NONE_FITS if self._query.strip() else NOTHING)
        for part, shown in ((self.nothing, not rows), (self.list, bool(rows)), (self._foot, bool(rows))):
            part.setVisible(shown)
        if rows and inside:
            self.list.choose(min(max(row, 0), len(rows) - 1))
        if self.isVisible():
            self._place()

    def say(self, text: str, *, undo: bool = False) -> None:
        self.notice.say(text, tr("Undo") if undo else "")
        self._place()

    def _place(self) -> None:
        """Place the list under the box, as high as its rows, within the window."""
        window = self._field.window()
        corner = self._field.mapTo(window, QPoint(0, self._field.height() + 4))
        room = round((window.height() - corner.y()) * MOST)
        self.setFixedWidth(self._field.width())
        self.list.setFixedWidth(self._field.width() - 2 * EDGE)
        rows = range(self.list.row_model.rowCount())
        self.list.setFixedHeight(min(sum(map(self.list.sizeHintForRow, rows)) + 2, room))
        self.move(corner)
        self.adjustSize()

    # --- the keyboard ---

    def _text_edited(self, text: str) -> None:
        if self.isVisible():
            self._query = text
            self.refresh()

    def _focus_box(self) -> None:
        self._field.setFocus(Qt.FocusReason.PopupFocusReason)

    def type_in_box(self, event: QKeyEvent) -> None:
        """Pass a key to the box, which takes the focus."""
        self._focus_box()
        QApplication.sendEvent(self._field, event)

    def _focus_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self.isVisible() and now is not None and now is not self._field and not self.isAncestorOf(now):
            self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self.isVisible():
            return False
        if event.type() == QEvent.Type.Resize and watched is self._field.window():
            self.hide()
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() == Qt.Key.Key_Escape:
            self.close_list()
            return True
        if watched is self._field and event.key() == Qt.Key.Key_Down and self.list.row_model.rowCount():
            self.list.choose(0)
            self.list.setFocus(Qt.FocusReason.PopupFocusReason)
            return True
        return False
