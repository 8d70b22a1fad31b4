"""What can be done with a document because of the law that it cites: the same in every menu of one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QMenu

from briefbank.models import Document
from ui.tongue import tr


def add_law_actions(menu: QMenu, document: Document, same: SignalInstance, day: SignalInstance) -> None:
    """``same`` takes the document, ``day`` its filing date; without a date the second cannot be chosen."""
    menu.addAction(tr("Briefs that cite the same authorities…"), partial(same.emit, document))
    action = menu.addAction(
        tr("Search the law as of this brief’s date"),
        lambda: day.emit(document.filed) if document.filed else None,
    )
    action.setEnabled(document.filed is not None)
