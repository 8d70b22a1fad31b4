"""The list of folders by which the table of documents is narrowed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker

from briefbank.text.folders import levels, telling_levels
from ui.i18n.translate import number, tr
from ui.kit.controls import ChoiceBox
from ui.shared import wording

MOST = 60
"""The folders that are listed, those with most documents; all others are found by typing their names."""


def show_folders(box: ChoiceBox, folders: Sequence[str]) -> None:
    """List the folders of the documents, each with all that lies in it; hide the list where there are none.

    The chosen one stays chosen; where its last document went, all documents are shown again.
    """
    counts = Counter(level for folder in folders for level in levels(folder))
    chosen = box.currentData() or ""
    shown = {*sorted(telling_levels(counts, len(folders)), key=lambda each: (-counts[each], each))[:MOST]}
    shown |= {chosen} & counts.keys()
    with QSignalBlocker(box):
        box.clear()
        box.addItem(tr("All folders"), "")
        for folder in sorted(shown, key=str.casefold):
            box.addItem(f"{wording.folder(folder)}  ({number(counts[folder])})", folder)
        box.setCurrentIndex(max(0, box.findData(chosen)))
    if box.currentData() != chosen:
        box.currentIndexChanged.emit(0)
    box.setVisible(bool(counts))
