"""Keys as they are called on the keyboards of the window's language, for menus that open on a right click."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence


def with_keys(text: str, keys: str) -> str:
    """The words of an entry with its keys at the right edge, as Qt's menus take them. GUI thread.

    ``keys`` as in QKeySequence, "Ctrl+Enter"; the entry itself does not listen to them.
    """
    return f"{text}\t{QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)}"
