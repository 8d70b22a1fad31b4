"""A dialog that is read and closed, and changes nothing: a heading, what is to be read, a button."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ui.tongue import tr
from ui.widgets.controls import label, push_button


class ReadingDialog(QDialog):
    """What is to be read goes into ``column``; then ``end`` puts the button below it."""

    def __init__(self, title: str, least: QSize, size: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setMinimumSize(least)
        self.resize(size)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(20, 18, 20, 16)
        self.column.setSpacing(12)
        self.column.addWidget(label(title, scale=1.3, bold=True))

    def end(self, beside: QLabel | None = None) -> None:
        """``beside``: small print in the button's row."""
        row = QHBoxLayout()
        if beside is None:
            row.addStretch(1)
        else:
            row.addWidget(beside, 1)
        close = push_button(tr("Close"), main=True)
        close.clicked.connect(self.accept)
        row.addWidget(close)
        self.column.addLayout(row)
