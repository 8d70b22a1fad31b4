"""Asks once for the password of a file. The typed text is handed on and kept nowhere."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from briefbank.text.hidden_characters import escape_hidden
from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, label, push_button
from ui.kit.page_parts import fit_dialog


class PasswordDialog(QDialog):
    """A dialog that closes with the typed password, or with none."""

    entered = Signal(object, str)
    """The file's Path and the typed text."""

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self.setWindowTitle(tr("Enter the password"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(460)
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(tr("Password of {name}").format(name=escape_hidden(path.name)))
        self.add = push_button(tr("Add the file"), main=True)
        self.add.setDefault(True)
        self.add.setEnabled(False)
        leave = push_button(tr("Cancel"))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 22, 24, 18)
        column.setSpacing(10)
        column.addWidget(label(tr("This file is protected by a password."), scale=1.2, bold=True, wrap=True))
        column.addWidget(ElidedLabel(escape_hidden(path.name)))
        column.addWidget(self.field)
        note = tr("BriefBank uses the password once and does not keep it. The text can then be searched.")
        column.addWidget(label(note, role="muted", wrap=True))
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(leave)
        buttons.addWidget(self.add)
        column.addLayout(buttons)
        self.field.textChanged.connect(lambda text: self.add.setEnabled(bool(text)))
        leave.clicked.connect(self.reject)
        self.add.clicked.connect(self.accept)
        self.field.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        fit_dialog(self)
        super().showEvent(event)

    def accept(self) -> None:
        typed = self.field.text()
        self.field.clear()
        super().accept()
        if typed:
            self.entered.emit(self._path, typed)
