"""The window shown while the library is being opened: a second, or longer where an index is repaired.

One can type at once: the box stands where that of the main window will, and the typed text goes on there (see
:mod:`ui.window.typing_handover`). The window needs none of the code of the pages, which is loaded meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMargins, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QInputMethodEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QMenuBar, QVBoxLayout, QWidget

from briefbank.domain.searches import Order
from briefbank.text.messages import Message
from ui.features.search.fields import SearchField
from ui.features.search.search_row import AROUND, SearchRow
from ui.i18n.translate import tr, translate_core
from ui.kit import rail
from ui.kit.announce import announce
from ui.kit.controls import IconLabel, label
from ui.kit.drop_target import DropTarget
from ui.shared import window_state, wording
from ui.shared.pages import RAIL

OPENING = tr("Opening the library …")
CAN_TYPE = tr("You can type your search now. It starts as soon as the library is open.")


class FirstField(SearchField):
    """A search box that knows the text being composed in it: an accent, or a word of several keys."""

    def __init__(self) -> None:
        super().__init__()
        self._composed = ""
        self.setAccessibleDescription(CAN_TYPE)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        super().inputMethodEvent(event)
        self._composed = event.preeditString()

    def finish_composing(self) -> None:
        """Turn composed text into text, by the input method or, where that returns nothing, as it is."""
        QGuiApplication.inputMethod().commit()
        if self._composed:
            event = QInputMethodEvent()
            event.setCommitString(self._composed)
            QApplication.sendEvent(self, event)


class OpeningWindow(QWidget):
    """A window with the size and the place of the main window."""

    closed = Signal()
    files_dropped = Signal(object)
    """Paths of files and folders of this computer, to be added when the library is open."""

    def __init__(self, order: Order = Order.NEWEST) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle("BriefBank")
        self.setAccessibleName(tr("BriefBank is opening the library"))
        self.setMinimumSize(window_state.LEAST)
        self.field = FirstField()
        self.entered = False
        """True when Enter was pressed after the text in the box was typed."""
        self.row = SearchRow(self.field)
        self.row.order.choose(order)
        self.state = label(OPENING, role="muted")
        self.hint = label(CAN_TYPE, role="muted")
        self._files = 0
        self.drop = DropTarget(self)
        self._lay_out()
        self.field.textEdited.connect(lambda _text: self._enter(False))
        self.field.cleared.connect(lambda: self._enter(False))
        self.field.returnPressed.connect(lambda: self._enter(True))
        self.drop.dropped.connect(self._dropped)
        self.resize(window_state.USUAL)
        window_state.put_in_place(self)
        self.field.setFocus()

    def _lay_out(self) -> None:
        """Lay out the window with free strips in place of the menus and the rail, so that nothing moves
        later."""
        side = QFrame()
        side.setObjectName("rail")
        side.setFixedWidth(rail.rail_width(self.font(), [name for _icon, name, _keys in RAIL]))
        right = QVBoxLayout()
        right.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(AROUND)
        head.addLayout(self.row)
        right.addLayout(head)
        right.addLayout(self._middle(), 1)
        below = QHBoxLayout()
        below.setSpacing(0)
        below.addWidget(side)
        below.addLayout(right, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(QMargins())
        whole.setSpacing(0)
        whole.addSpacing(_menu_height())
        whole.addLayout(below, 1)

    def _middle(self) -> QVBoxLayout:
        icon = IconLabel(52, "briefbank", "accent")
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addStretch(2)
        for widget in (icon, label("BriefBank", scale=1.7, bold=True), self.state, self.hint):
            widget.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(widget)
        column.addStretch(3)
        return column

    def show_progress(self, stage: Message, done: int, total: int) -> None:
        """Show the stage of the opening that takes long."""
        counted = tr("{stage}: {done:,} of {total:,}") if total else "{stage} …"
        self.state.setText(counted.format(stage=translate_core(stage), done=done, total=total))

    def _enter(self, entered: bool) -> None:
        self.entered = entered

    def _dropped(self, paths: Sequence[Path]) -> None:
        self._files += len(paths)
        files = wording.count(self._files, tr("file or folder"), tr("files or folders"))
        self.hint.setText(tr("{files} will be added as soon as the library is open.").format(files=files))
        announce(self, self.hint.text())
        self.files_dropped.emit(paths)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        announce(self, OPENING)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()


def _menu_height() -> int:
    """Return the height of the main window's menus; 0 where the system shows them elsewhere."""
    menus = QMenuBar()
    if menus.isNativeMenuBar():
        return 0
    menus.addAction("BriefBank")
    return menus.sizeHint().height()
