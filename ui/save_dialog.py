"""The system's dialog for the name of a file that is to be written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget


def chosen_file(parent: QWidget, title: str, name: str, forms: Mapping[str, str]) -> Path | None:
    """Where to write; None when it was left. It asks before a file is replaced.

    ``forms``: endings without a dot, in order, and what each is called. The dialog itself adds the ending of
    the form that is chosen, so that it asks about the very file that will be written. Blocks.
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
    """Words as the name of a file that every system takes; ``usual`` where nothing of them is left."""
    kept = "".join(sign if sign.isalnum() or sign in " -_" else " " for sign in text)
    return " ".join(kept.split())[:longest].strip() or usual
