"""The window that is shown instead of the main one when a library cannot be opened."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from briefbank.errors import BriefBankError, OnlyServerOpens, StoreDamaged
from ui.i18n.translate import tr
from ui.kit.controls import IconLabel, label, push_button
from ui.kit.restyle import restyle
from ui.shared.office_joining import chosen_invitation
from ui.window.office_controller import GO_ON


class FailureWindow(QWidget):
    """A window with the error and its remedy, which offers another library, another try, or to leave."""

    library_chosen = Signal(object)  # A folder (Path)
    backup_chosen = Signal(object)  # The folder (Path) of a backup to restore
    offline_wanted = Signal()  # What was taken along from the office is to be opened
    invitation_chosen = Signal(object)  # The path of an invitation to an office's library

    def __init__(self, error: BriefBankError, folder: Path, *, has_offline: bool = False) -> None:
        """``has_offline``: something was taken along from the office, and can be opened in its place."""
        super().__init__()
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle("BriefBank")
        self.setMinimumSize(740 if has_offline else 620, 300)
        icon = IconLabel(48, "warning", "warn")
        self.title = label(error.title, scale=1.45, bold=True, wrap=True)
        self.remedy = label(error.remedy, scale=1.05, wrap=True)
        where = label(tr("Library: {folder}").format(folder=folder), role="muted", wrap=True)
        self.again = push_button(tr("Try again"), main=True)
        self.choose = push_button(tr("Choose another library…"))
        self.restore = push_button(tr("Restore a backup…"))
        if not isinstance(error, StoreDamaged):
            self.restore.hide()
        self.restore.clicked.connect(self._choose_backup)
        self.join = push_button(tr("Join your office…"))
        if not isinstance(error, OnlyServerOpens):
            self.join.hide()
        self.join.clicked.connect(self._choose_invitation)
        self.offline = push_button(GO_ON)
        self.offline.setVisible(has_offline)
        self.offline.clicked.connect(self.offline_wanted)
        self.message = label("", scale=1.05, wrap=True)
        self.quit = push_button(tr("Quit"))
        self.choose.clicked.connect(self._choose)
        self.quit.clicked.connect(self.close)
        words = QVBoxLayout()
        words.setSpacing(10)
        for widget in (self.title, self.remedy, where, self.message):
            words.addWidget(widget)
        words.addStretch(1)
        top = QHBoxLayout()
        top.setSpacing(20)
        top.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(words, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        buttons.addWidget(self.quit)
        buttons.addStretch(1)
        buttons.addWidget(self.choose)
        buttons.addWidget(self.restore)
        buttons.addWidget(self.join)
        buttons.addWidget(self.offline)
        buttons.addWidget(self.again)
        column = QVBoxLayout(self)
        column.setContentsMargins(34, 34, 34, 26)
        column.addLayout(top, 1)
        column.addLayout(buttons)
        self.again.setFocus()

    def say(self, text: str, *, bad: bool = False) -> None:
        """Say what came of an invitation."""
        restyle(self.message, role="bad" if bad else "")
        self.message.setText(text)

    def _choose_invitation(self) -> None:
        if path := chosen_invitation(self):
            self.invitation_chosen.emit(path)

    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, tr("Choose a library folder"))
        if folder:
            self.library_chosen.emit(Path(folder))

    def _choose_backup(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, tr("Choose the folder of the backup"))
        if folder:
            self.backup_chosen.emit(Path(folder))
