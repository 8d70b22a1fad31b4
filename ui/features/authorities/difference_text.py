"""A text with what was removed from it and what was added to it, as session laws show it.

Removed text is struck through and in brackets, added text is underlined (the way of the New Jersey session
laws). The differences can be visited one by one.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from briefbank.domain.authority_reports import Difference
from ui.i18n.translate import tr
from ui.shared.text_layout import look_of
from ui.style.theme import colours


class DifferenceText(QTextEdit):
    """A read-only view of the differences; its words are source text and can be copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._differences: tuple[Difference, ...] = ()
        self._places: list[tuple[int, int]] = []
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(tr("Text of the version"))
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(14)

    def show_differences(self, differences: Sequence[Difference]) -> None:
        """Show differences from the top."""
        self._differences = tuple(differences)
        self._fill()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    @property
    def places(self) -> int:
        """The number of places that differ."""
        return len(self._places)

    def go_to(self, index: int) -> None:
        """Select a place that differs and bring it into view."""
        cursor = self.textCursor()
        cursor.setPosition(self._places[index][0])
        cursor.setPosition(self._places[index][1], QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def _fill(self) -> None:
        """Insert the text in one edit, or each run would cause a new layout of the whole text."""
        c = colours()
        self.clear()
        self._places = []
        cursor, fresh = QTextCursor(self.document()), True
        cursor.beginEditBlock()
        for difference in self._differences:
            start, words = cursor.position(), difference.text.rstrip()
            shown = f"[{words}]" if difference.change == "removed" else words
            cursor.insertText(shown, look_of(difference.change, c))
            if difference.change != "same":
                self._places.append((start if fresh else self._places.pop()[0], cursor.position()))
            fresh = difference.change == "same"
            cursor.insertText(difference.text[len(words) :] or ("" if fresh else " "), look_of("same", c))
        cursor.endEditBlock()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_differences"):
            self._fill()
