"""A question before something that cannot simply be undone."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from ui.icons import pixmap
from ui.theme import colours

ICON = 32


def confirmed(parent: QWidget, title: str, question: str, meaning: str, *, yes: str, no: str) -> bool:
    """Ask, with ``no`` as what Enter and Escape choose; ``meaning``: what becomes of things. Blocks."""
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIconPixmap(pixmap("warning", colours().warn, ICON, parent.devicePixelRatioF()))
    box.setText(question)
    box.setInformativeText(meaning)
    agreed = box.addButton(yes, QMessageBox.ButtonRole.DestructiveRole)
    kept = box.addButton(no, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(kept)
    box.setEscapeButton(kept)
    box.exec()
    return box.clickedButton() is agreed
