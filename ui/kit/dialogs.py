"""Dialogs: a question before a loss, a text to read, the name of a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QMessageBox, QPushButton, QWidget

from ui.i18n.translate import tr
from ui.kit.controls import label, push_button
from ui.kit.layout import DIALOG, STRETCH, add, column, row
from ui.style.theme import colours, pixmap

ICON = 32
_DEVICE = re.compile(r"(?i)con|prn|aux|nul|com\d|lpt\d")
"""Names that Windows keeps for devices, whatever suffix follows."""


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


class ReadingDialog(QDialog):
    """A dialog whose content goes into ``column``; then ``end`` adds the buttons below."""

    def __init__(self, title: str, least: QSize, size: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setMinimumSize(least)
        self.resize(size)
        self.column = column(label(title, scale=1.3, bold=True), on=self, margins=DIALOG)
        self.closing = push_button(tr("Close"), main=True)
        self.closing.setAutoDefault(False)
        self.closing.clicked.connect(self.accept)
        self._buttons = row(STRETCH, self.closing)

    def end(self, beside: QLabel | None = None) -> None:
        """Add the row of buttons; ``beside``: small print in that row."""
        if beside is not None:
            self._buttons.insertWidget(0, beside, 1)
        add(self.column, self._buttons)

    def add_button(self, button: QPushButton) -> None:
        """Add a button before the one that closes."""
        button.setAutoDefault(False)
        self._buttons.insertWidget(self._buttons.count() - 1, button)
        self.setTabOrder(button, self.closing)


def chosen_file(parent: QWidget, title: str, name: str, forms: Mapping[str, str]) -> Path | None:
    """Ask where to write; return None when it was cancelled. The dialog asks before a file is replaced.

    ``forms``: endings without a dot, in order, and their names. The dialog itself adds the ending of the
    chosen format, so that it asks about the very file that will be written. Blocks.
    """
    filters = {f"{words} (*.{ending})": ending for ending, words in forms.items()}
    dialog = QFileDialog(parent, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters(list(filters))
    dialog.setDefaultSuffix(next(iter(forms)))
    dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(filters[chosen]))
    dialog.selectFile(name)
    return Path(dialog.selectedFiles()[0]) if dialog.exec() else None


def file_name(text: str, usual: str, longest: int = 60) -> str:
    """Return words as a file name that every system accepts; ``usual`` when nothing of them is left."""
    allowed = "".join(sign if sign.isalnum() or sign in " -_" else " " for sign in text)
    name = " ".join(allowed.split())[:longest].strip()
    return usual if not name or _DEVICE.fullmatch(name) else name


def grow_dialog(dialog: QDialog) -> None:
    """Make a dialog high enough for its present text, so that no field is squeezed; it never shrinks."""
    layout = dialog.layout()
    needed = layout.totalHeightForWidth(dialog.width()) if layout is not None else 0
    if dialog.isVisible() and needed > dialog.height():
        dialog.resize(dialog.width(), needed)


def fit_dialog(dialog: QDialog) -> None:
    """Make a dialog that is just being shown as high as its words need at its width. Qt reckons with their
    preferred width, which is smaller, and spreads the excess height between them."""
    layout = dialog.layout()
    if layout is not None:
        dialog.resize(dialog.width(), layout.totalHeightForWidth(dialog.width()))


def forget_when_closed(owner: object, name: str, dialog: QWidget) -> None:
    """Set an attribute of ``owner`` to None when its dialog is destroyed, unless it holds another by then."""
    key = id(dialog)

    def forget(_object: QObject | None = None) -> None:
        if id(getattr(owner, name)) == key:
            setattr(owner, name, None)

    dialog.destroyed.connect(forget)
