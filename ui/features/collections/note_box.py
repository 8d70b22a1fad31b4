"""A box for a note, which is kept while a person types, without a button."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QPlainTextEdit

from ui.i18n.translate import tr

PAUSE_MS = 500
"""The pause after the last key, after which the note is kept. Leaving the box or showing another note keeps
it sooner."""
HEIGHT = 84
LONGEST = 20_000  # The most characters of one note


class NoteBox(QPlainTextEdit):
    """A box that holds one note at a time, that of ``key``."""

    written = Signal(int, str)  # The entry, and its whole note

    def __init__(self) -> None:
        super().__init__()
        self._key, self._kept = 0, ""
        self.setFixedHeight(HEIGHT)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self.keep)
        self.textChanged.connect(self._pause.start)
        self.show_note(0, "")

    def show_note(self, key: int, note: str, *, is_own: bool = True) -> None:
        """Show the note of an entry; 0 when none is chosen. What was typed on another entry is kept first;
        what is being typed on this one stays. A note that is not the person's own is only read."""
        self.keep()
        if is_own and key == self._key and self.hasFocus():
            return
        self._key, self._kept = key, note
        self.blockSignals(True)
        self.setPlainText(note)
        self.blockSignals(False)
        self.setEnabled(bool(key))
        self.setReadOnly(not is_own)
        self.setAccessibleName(
            tr("Your note on the chosen passage") if is_own else tr("Note on the chosen passage")
        )
        self.setPlaceholderText(_placeholder(key, is_own))

    def keep(self) -> None:
        """Emit what was typed and not yet kept."""
        self._pause.stop()
        note = self.toPlainText()[:LONGEST]
        if self._key and not self.isReadOnly() and note != self._kept:
            self._kept = note
            self.written.emit(self._key, note)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.keep()


def _placeholder(key: int, is_own: bool) -> str:
    if not is_own:
        return tr("No note")
    return tr("Why this passage helps, what to say about it") if key else tr("Choose a passage to note on it")
