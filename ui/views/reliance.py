"""The report which documents rely on an authority, newest first, to read and to save as CSV."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from briefbank.errors import BriefBankError
from briefbank.law import Authority
from briefbank.law_reports import Reliance
from ui import words
from ui.models.authorities import reliance_row
from ui.widgets.controls import ElidedLabel, Notice, label, push_button
from ui.widgets.message_pane import MessagePane
from ui.widgets.rows import RowList


class RelianceDialog(QDialog):
    """Not modal: a passage can be read beside it."""

    opened = Signal(object)
    """A Spot, or a Document without passages."""
    save_wanted = Signal(object)
    """The reliances that are shown."""

    def __init__(self, authority: Authority, cites: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Which briefs rely on this")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.authority, self._cites = authority, cites
        self._shown: tuple[Reliance, ...] = ()
        self.extent = label("", role="muted")
        self.notice = Notice()
        self.message = MessagePane()
        self.list = RowList("Documents that rely on it")
        self.save = push_button("Save as CSV…")
        self.closing = push_button("Close", main=True)
        self.save.setEnabled(False)
        self._lay_out()
        self.list.opened.connect(self.opened)
        self.save.clicked.connect(lambda: self.save_wanted.emit(self._shown))
        self.closing.clicked.connect(self.accept)
        self.message.say("waiting", "Looking …", "")
        self.resize(720, 560)

    def _lay_out(self) -> None:
        column, buttons = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(8)
        name = ElidedLabel(str(self.authority), lines=3)
        self._states = QStackedWidget()
        self._states.addWidget(self.message)
        self._states.addWidget(self.list)
        column.addWidget(label("Which briefs rely on this", scale=1.3, bold=True))
        column.addWidget(name)
        column.addWidget(self.extent)
        column.addWidget(self.notice)
        column.addWidget(self._states, 1)
        buttons.setSpacing(10)
        buttons.addStretch(1)
        buttons.addWidget(self.save)
        buttons.addWidget(self.closing)
        column.addLayout(buttons)
        for button in (self.save, self.closing):
            button.setAutoDefault(False)

    def show_reliances(self, found: Sequence[Reliance]) -> None:
        self._shown = tuple(found)
        self.list.show_rows([reliance_row(each, self._cites) for each in found])
        passages = words.count(sum(len(each.passages) for each in found), "passage")
        documents = words.count(len(found), "document")
        self.extent.setText(f"{documents}, {passages}, newest first" if found else "")
        self.save.setEnabled(bool(found))
        if not found:
            self.message.say("done", "No document of the library relies on it.", "")
        self._states.setCurrentWidget(self.list if found else self.message)
        if found:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_failure(self, error: BriefBankError) -> None:
        self.message.say("warning", error.title, error.remedy)

    def say(self, text: str, *, bad: bool = False) -> None:
        self.notice.say(text, bad=bad)
