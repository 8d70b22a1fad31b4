"""The list of folders by which the table of documents is narrowed."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker

from ui.i18n.translate import number, tr
from ui.kit.controls import ChoiceBox
from ui.shared import wording

MOST = 60
"""The folders that are listed, those with most documents; all others are found by typing their names."""


def show_folders(box: ChoiceBox, counts: Mapping[str, int]) -> None:
    """List folders with their numbers of documents; hide the list where there are none.

    The chosen one stays chosen; where its last document went, all documents are shown again.
    """
    chosen = box.currentData() or ""
    with QSignalBlocker(box):
        box.clear()
        box.addItem(tr("All folders"), "")
        for folder in sorted(counts, key=str.casefold):
            box.addItem(f"{wording.folder(folder)}  ({number(counts[folder])})", folder)
        box.setCurrentIndex(max(0, box.findData(chosen)))
    if box.currentData() != chosen:
        box.currentIndexChanged.emit(0)
    box.setVisible(bool(counts))
