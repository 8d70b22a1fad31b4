"""Asks once for the password of one file or of several. The typed text is handed on and kept nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QRadioButton, QVBoxLayout, QWidget

from briefbank.text.characters import escape_hidden
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, label, push_button
from ui.kit.page_parts import fit_dialog


class PasswordDialog(QDialog):
    """A dialog that closes with the typed password, or with none."""

    entered = Signal(object, str)  # The Paths of the files that it is to be tried on, and the typed text

    def __init__(
        self, paths: Sequence[Path], protected: Sequence[Path], parent: QWidget | None = None
    ) -> None:
        """``protected`` are all files that wait for a password; it is offered to try it on them, too."""
        super().__init__(parent)
        self._scopes = _scopes(paths, protected)
        self.setWindowTitle(tr("Enter the password"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(460)
        name = escape_hidden(paths[0].name)
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(tr("Password of {name}").format(name=name))
        self.choices = [QRadioButton(words) for words, _ in self._scopes]
        self.choices[min(1, len(self.choices) - 1)].setChecked(True)  # of a folder, if others are in it
        self.add = push_button("", main=True)
        self.add.setDefault(True)
        self.add.setEnabled(False)
        leave = push_button(tr("Cancel"))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 22, 24, 18)
        column.setSpacing(10)
        said = tr("This file is protected by a password.")
        if len(paths) > 1:
            said = tr("{number} files are protected by a password.").format(
                number=translate.number(len(paths))
            )
        column.addWidget(label(said, scale=1.2, bold=True, wrap=True))
        if len(paths) == 1:
            column.addWidget(ElidedLabel(name))
        column.addWidget(self.field)
        for choice in self.choices if len(self.choices) > 1 else ():
            column.addWidget(choice)
        note = tr("BriefBank uses the password once and does not keep it. The text can then be searched.")
        if len(protected) > 1:
            note = note + " " + tr("Files that it does not open stay in the list.")
        column.addWidget(label(note, role="muted", wrap=True))
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(leave)
        buttons.addWidget(self.add)
        column.addLayout(buttons)
        self.field.textChanged.connect(lambda text: self.add.setEnabled(bool(text)))
        for choice in self.choices:
            choice.toggled.connect(self._name_button)
        self._name_button()
        leave.clicked.connect(self.reject)
        self.add.clicked.connect(self.accept)
        self.field.setFocus()

    def _chosen(self) -> tuple[Path, ...]:
        at = next(at for at, choice in enumerate(self.choices) if choice.isChecked())
        return self._scopes[at][1]

    def _name_button(self) -> None:
        several = len(self._chosen()) > 1
        self.add.setText(tr("Add the files") if several else tr("Add the file"))

    def showEvent(self, event: QShowEvent) -> None:
        fit_dialog(self)
        super().showEvent(event)

    def accept(self) -> None:
        typed = self.field.text()
        self.field.clear()
        super().accept()
        if typed:
            self.entered.emit(list(self._chosen()), typed)


def _scopes(paths: Sequence[Path], protected: Sequence[Path]) -> list[tuple[str, tuple[Path, ...]]]:
    """Return the sets of files, ever larger ones, that one password may be tried on, each with its words."""
    folder = paths[0].parent
    beside = tuple(dict.fromkeys((*paths, *(path for path in protected if path.parent == folder))))
    everything = tuple(dict.fromkeys((*paths, *protected)))
    scopes = [(tr("Only for this file") if len(paths) == 1 else tr("For these files"), tuple(paths))]
    if len(paths) == 1 and len(beside) > 1:
        said = tr("For all {number} protected files in “{folder}”")
        number = translate.number(len(beside))
        scopes.append((said.format(number=number, folder=escape_hidden(folder.name)), beside))
    if len(everything) > len(scopes[-1][1]):
        said = tr("For all {number} protected files of the list")
        scopes.append((said.format(number=translate.number(len(everything))), everything))
    return scopes
