"""Key names in the window's language, for menus that open on a right click."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence


def with_keys(text: str, keys: str) -> str:
    """Return an entry's text with its keys at the right edge, in the form of Qt's menus. GUI thread.

    ``keys`` are written as for QKeySequence, "Ctrl+Enter"; the entry itself does not react to them.
    """
    return f"{text}\t{QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)}"
