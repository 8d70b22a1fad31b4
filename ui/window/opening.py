"""The window shown while the library is being opened, a second, or longer where an index is repaired; and the
window that says why a library did not open.

One can type at once: the box stands where that of the main window will. The window needs none of the code of
the pages, which is loaded meanwhile. While the main window is being made no event is handled: keys then wait
for the first window, and so do keys until the system has given the keyboard to the new one. Both windows are
there until then, one over the other, and the first sends on what it still gets.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QCloseEvent, QGuiApplication, QInputMethodEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMenuBar, QVBoxLayout, QWidget

from briefbank.domain.searches import Order
from briefbank.errors import BriefBankError, OnlyServerOpens, ServerAway, StoreDamaged
from briefbank.text.messages import Message
from ui.features.search.box import AROUND, SearchField, SearchRow
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import IconLabel, label, push_button
from ui.kit.keyboard import announce
from ui.kit.layout import STRETCH, TOP, Stretch, column, row
from ui.shared import window_state, wording
from ui.shared.actions import chosen_invitation
from ui.shared.pages import SEARCH, DropTarget, Rail
from ui.style.theme import restyle

if TYPE_CHECKING:
    from ui.main_window import MainWindow

OPENING = tr("Opening the library …")
CAN_TYPE = tr("You can type your search now. It starts as soon as the library is open.")
LATEST_MS = 500
"""The time after which the first window closes also where the system does not activate the other, since
whoever has gone on with another program must not find two."""
GO_ON = tr("Go on with what was taken along")
AGAIN_MS = 30_000  # The time after which an office server that was away is asked again
TYPED = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.InputMethod)


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
        self.row.filters.setEnabled(False)
        self.row.order.choose(order)
        self.row.filters.setEnabled(False)
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
        window_state.restore_place(self)
        self.field.setFocus()

    def _lay_out(self) -> None:
        """Lay out the window with what the main window has at the same place, so that nothing moves later."""
        side = Rail()
        side.setEnabled(False)
        head = column(self.row)
        head.setContentsMargins(AROUND)
        below = row(side, (column(head, (self._middle(), 1), spacing=0), 1), spacing=0)
        column(_menu_height(), (below, 1), on=self, spacing=0)

    def _middle(self) -> QVBoxLayout:
        icon = IconLabel(52, "briefbank", "accent")
        parts = icon, label("BriefBank", scale=1.7, bold=True), self.state, self.hint
        for widget in parts:
            widget.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        return column(Stretch(2), *parts, Stretch(3), spacing=6)

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


class Handover(QObject):
    """The change from the first window to the main window; lives until the first is closed. GUI thread."""

    def __init__(self, first: OpeningWindow, window: MainWindow) -> None:
        super().__init__(window)
        self._first, self._window = first, window
        self._ended = False
        self._field = window.search_page.bar.field
        window_state.stand_alike(window, first)
        window.show()
        self._move_text()
        for watched in (first, first.field, window):
            watched.installEventFilter(self)
        QTimer.singleShot(LATEST_MS, self, self._end)

    def _move_text(self) -> None:
        """Move the text of the first box, if any, to the search page; else the page that was shown last
        stays."""
        self._first.field.finish_composing()
        if self._first.field.text():
            self._to_box()
            self._window.search_page.bar.take_over(self._first.field.typed(), entered=self._first.entered)

    def _to_box(self) -> None:
        if self._window.pages.currentIndex() != SEARCH:
            self._window.show_page(SEARCH)
        self._field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._first.field and kind in TYPED:
            self._to_box()
            QApplication.sendEvent(self._field, event)
            return True
        if watched is self._window and kind == QEvent.Type.WindowActivate:
            QTimer.singleShot(0, self, self._end)
        elif watched is self._window and kind == QEvent.Type.Close:
            self._end()
        elif watched is self._first and kind == QEvent.Type.Close:
            self._window.close()  # the person wanted to end the program
        return False

    def _end(self) -> None:
        """Close the first window, after the other was shown: the last to close ends the program."""
        if self._ended:
            return
        self._ended = True
        for watched in (self._first, self._first.field, self._window):
            watched.removeEventFilter(self)
        self._first.close()
        self._first.deleteLater()
        self.deleteLater()


class FailureWindow(QWidget):
    """A window with an error and its remedy, which offers another library, another try, or to leave."""

    library_chosen = Signal(object)  # A folder (Path)
    backup_chosen = Signal(object)  # The folder (Path) of a backup to restore
    offline_wanted = Signal()  # What was taken along from the office is to be opened
    invitation_chosen = Signal(object)  # The path of an invitation to an office's library

    def __init__(
        self, error: BriefBankError, folder: Path, *, office: str = "", has_offline: bool = False
    ) -> None:
        """``office``: the address of the office's server, whose library did not open, in place of the one in
        ``folder``. ``has_offline``: something was taken along from it, and can be opened instead."""
        super().__init__()
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle("BriefBank")
        self.setMinimumSize(740 if has_offline else 620, 300)
        self.title = label(error.title, scale=1.45, bold=True, wrap=True)
        remedy = label(error.remedy, scale=1.05, wrap=True)
        location = tr("Office server: {address}") if office else tr("Library: {folder}")
        where = label(location.format(folder=folder, address=office), role="muted", wrap=True)
        self.message = label("", scale=1.05, wrap=True)
        self.again = push_button(tr("Try again"), main=True)
        self.choose = push_button(tr("Choose another library…"))
        self.restore = push_button(tr("Restore a backup…"))
        self.join = push_button(tr("Join your office…"))
        self.offline = push_button(GO_ON)
        quit_button = push_button(tr("Quit"))
        words = column(self.title, remedy, where, self.message, STRETCH)
        others = self.choose, self.restore, self.join, self.offline, self.again
        column(
            (row((IconLabel(48, "warning", "warn"), TOP), (words, 1), spacing=20), 1),
            row(quit_button, STRETCH, *others),
            on=self,
            margins=(34, 34, 34, 26),
        )
        self.restore.setVisible(isinstance(error, StoreDamaged))
        self.join.setVisible(bool(office) or isinstance(error, OnlyServerOpens))
        self.offline.setVisible(has_offline)
        title = tr("Choose a library folder")
        self.choose.clicked.connect(partial(self._choose_folder, title, self.library_chosen))
        title = tr("Choose the folder of the backup")
        self.restore.clicked.connect(partial(self._choose_folder, title, self.backup_chosen))
        self.join.clicked.connect(self._choose_invitation)
        self.offline.clicked.connect(self.offline_wanted)
        quit_button.clicked.connect(self.close)
        self.again.setFocus()
        if isinstance(error, ServerAway):
            timer = QTimer(self, interval=AGAIN_MS)
            timer.timeout.connect(self.again.click)
            timer.start()

    def say(self, text: str, *, bad: bool = False) -> None:
        """Say what came of an invitation."""
        restyle(self.message, role="bad" if bad else "")
        self.message.setText(text)

    def _choose_folder(self, title: str, chosen: SignalInstance) -> None:
        if folder := QFileDialog.getExistingDirectory(self, title):
            chosen.emit(Path(folder))

    def _choose_invitation(self) -> None:
        if path := chosen_invitation(self):
            self.invitation_chosen.emit(path)
