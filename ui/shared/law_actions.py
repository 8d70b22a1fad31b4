"""The actions on the law that a document cites, the same in every menu of a document."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QMenu

from briefbank.domain.documents import Document
from ui.i18n.translate import tr


def add_law_actions(menu: QMenu, document: Document, same: SignalInstance, day: SignalInstance) -> None:
    """Add the actions. ``same`` takes the document, ``day`` its filing date, without which it is disabled."""
    menu.addAction(tr("Briefs that cite the same authorities…"), partial(same.emit, document))
    action = menu.addAction(
        tr("Search the law as of this brief’s date"),
        lambda: day.emit(document.filed) if document.filed else None,
    )
    action.setEnabled(document.filed is not None)
