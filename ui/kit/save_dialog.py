"""The system's dialog for the name of a file to be written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget


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
    kept = "".join(sign if sign.isalnum() or sign in " -_" else " " for sign in text)
    return " ".join(kept.split())[:longest].strip() or usual
