"""The dialog that asks for the name of a search to be saved or renamed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, label, push_button

LONGEST = 200  # The most characters of a name
KEPT = tr(
    "It stands on the page before a search, and says how many results are new since you opened it last."
)


class SearchNameDialog(QDialog):
    """Closes with the typed name or without one."""

    named = Signal(str)

    def __init__(self, title: str, name: str, about: str, parent: QWidget | None = None) -> None:
        """``about``: the filters of the search, in words."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.field = QLineEdit()
        self.field.setAccessibleName(tr("Name of the search"))
        self.field.setAcceptDrops(False)
        self.field.setMaxLength(LONGEST)
        self.field.setText(" ".join(name.split()))
        self.field.selectAll()
        self.save = push_button(tr("Save"), main=True)
        self.save.setDefault(True)
        leave = push_button(tr("Cancel"))
        leave.setAutoDefault(False)
        column, buttons = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(24, 22, 24, 18)
        column.setSpacing(10)
        column.addWidget(label(title, scale=1.2, bold=True))
        column.addWidget(self.field)
        note = ElidedLabel(about, lines=2)
        note.setProperty("role", "muted")
        if not about:
            note.hide()
        column.addWidget(note)
        column.addWidget(label(KEPT, role="muted", wrap=True))
        column.addSpacing(4)
        buttons.setSpacing(10)
        buttons.addStretch(1)
        buttons.addWidget(leave)
        buttons.addWidget(self.save)
        column.addLayout(buttons)
        self.field.textChanged.connect(lambda text: self.save.setEnabled(bool(text.strip())))
        leave.clicked.connect(self.reject)
        self.save.clicked.connect(self.accept)
        self.field.setFocus()
        self.resize(480, self.sizeHint().height())

    def accept(self) -> None:
        super().accept()
        self.named.emit(self.field.text())
