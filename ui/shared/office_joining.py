"""Asks for the invitation of an office, and says what comes of joining it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from ui.i18n.translate import tr


def chosen_invitation(parent: QWidget) -> Path | None:
    """Ask for an invitation file; return None when that was cancelled. Blocks."""
    path, _kind = QFileDialog.getOpenFileName(parent, tr("Choose the invitation of your office"))
    return Path(path) if path else None


def joining(office: str) -> str:
    """Return what was decided, which takes effect at the next start."""
    return tr("This computer is to join {office}.").format(office=office)
