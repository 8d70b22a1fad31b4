"""A question before something that cannot simply be undone."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from ui.style.icons import pixmap
from ui.style.theme import colours

ICON = 32


def confirmed(parent: QWidget, title: str, question: str, meaning: str, *, yes: str, no: str) -> bool:
    """Ask, with ``no`` as the choice of Enter and Escape; ``meaning``: the consequences in words. Blocks."""
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIconPixmap(pixmap("warning", colours().warn, ICON, parent.devicePixelRatioF()))
    box.setText(question)
    box.setInformativeText(meaning)
    yes_button = box.addButton(yes, QMessageBox.ButtonRole.DestructiveRole)
    no_button = box.addButton(no, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(no_button)
    box.setEscapeButton(no_button)
    box.exec()
    return box.clickedButton() is yes_button
