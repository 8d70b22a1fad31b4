"""The part of a settings panel in which the folder of a model is chosen, and which shows the outcome."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from briefbank.errors import BriefBankError
from ui.i18n.translate import tr
from ui.kit.controls import label, push_button
from ui.kit.restyle import restyle

LOADING = tr("The model is loaded and tried. That takes half a minute where it is new to this computer.")


class ModelChoice(QWidget):
    """A folder, two buttons, and a line for messages."""

    chosen = Signal(object)  # A folder, or None to go without

    def __init__(self, choose: str, without: str, parent: QWidget | None = None) -> None:
        """Label the buttons with ``choose`` and ``without``."""
        super().__init__(parent)
        self.folder = label("", wrap=True)
        self.choose, self.without = push_button(choose), push_button(without)
        self.message = label("", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.folder)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self.choose)
        row.addWidget(self.without)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self.message)
        self.choose.clicked.connect(self._choose)
        self.without.clicked.connect(lambda: self.chosen.emit(None))
        self.show_folder(None)
        self.say("")

    def show_folder(self, folder: Path | None) -> None:
        """Show the folder that the settings name."""
        self.folder.setText(tr("Chosen folder: {folder}").format(folder=folder) if folder else "")
        self.folder.setVisible(folder is not None)
        self.without.setEnabled(folder is not None)

    def say(self, text: str, *, bad: bool = False) -> None:
        restyle(self.message, role="bad" if bad else "")
        self.message.setText(text)
        self.message.setVisible(bool(text))

    def fail(self, error: BriefBankError) -> None:
        """Show an error; the earlier choice stays."""
        self.set_busy(False)
        self.say(str(error), bad=True)

    def set_busy(self, busy: bool) -> None:
        """Set the buttons: while a model is tried, no other is chosen."""
        self.choose.setEnabled(not busy)
        self.without.setEnabled(not busy and not self.folder.isHidden())
        if busy:
            self.say(LOADING)

    def _choose(self) -> None:
        if folder := QFileDialog.getExistingDirectory(self, tr("Choose the folder of a model")):
            self.chosen.emit(Path(folder))
