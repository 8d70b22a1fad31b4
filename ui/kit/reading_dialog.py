"""A dialog for reading only: a heading, the content, and a button that closes it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ui.i18n.translate import tr
from ui.kit.controls import label, push_button


class ReadingDialog(QDialog):
    """A dialog whose content goes into ``column``; then ``end`` adds the button below."""

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
        """Add the row with the button; ``beside``: small print in that row."""
        row = QHBoxLayout()
        if beside is None:
            row.addStretch(1)
        else:
            row.addWidget(beside, 1)
        close = push_button(tr("Close"), main=True)
        close.clicked.connect(self.accept)
        row.addWidget(close)
        self.column.addLayout(row)
