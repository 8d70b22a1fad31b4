"""The fields in the head of the search page: the box itself, and the dates."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit

from ui import words
from ui.dates import typed_range
from ui.icons import icon
from ui.theme import colours

EXAMPLE = "For example: traffic stop extended without reasonable suspicion"
WRONG_DATE = "Not a date. Try 2015."
LONGEST = 60_000
"""Characters: whole paragraphs of facts may be pasted."""


class SearchField(QLineEdit):
    """The box: a glass in front, a button that clears, and Down into the results."""

    left_downwards = Signal()
    cleared = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("searchField")
        self.setPlaceholderText(EXAMPLE)
        self.setAccessibleName("Search the library")
        self.setAcceptDrops(False)
        self.setMaxLength(LONGEST)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self.setFont(font)
        self._glass = QAction(self)
        self._clear = QAction("Clear the search", self)
        self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self._clear.triggered.connect(self.empty)
        self._clear.setVisible(False)
        self.textChanged.connect(lambda text: self._clear.setVisible(bool(text)))
        self._tint()

    def empty(self) -> None:
        self.clear()
        self.cleared.emit()
        self.setFocus()

    def put(self, text: str) -> None:
        """Put a text in place of what stands there, so that Undo brings that back; nothing is emitted."""
        before = self.blockSignals(True)
        self.selectAll()
        self.insert(text)
        self.blockSignals(before)
        self._clear.setVisible(bool(text))

    def point_at(self, position: int) -> None:
        """Select the word, or the sign, at a character of the text without its blanks at the start."""
        text = self.text()
        start, end = words.piece_range(text, position + len(text) - len(text.lstrip()))
        self.setSelection(start, end - start)

    def _tint(self) -> None:
        self._glass.setIcon(icon("search", colours().muted))
        self._clear.setIcon(icon("clear", colours().muted))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.left_downwards.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.empty()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_glass"):
            self._tint()


class DateField(QLineEdit):
    """A year, a month or a day in any usual form; empty means any."""

    settled = Signal()

    def __init__(self, name: str, *, first: bool) -> None:
        super().__init__()
        self._first = first
        self._shown = ""
        self.setPlaceholderText("Any date")
        self.setAccessibleName(f"{name} date")
        self.setToolTip("A year, a month or a day: 2015, March 2015, 3/15/2015")
        self.setAcceptDrops(False)
        self.setFixedWidth(self.fontMetrics().horizontalAdvance("15 September 2015") + 26)
        self.editingFinished.connect(self._settle)

    @property
    def wrong(self) -> bool:
        return bool(self.text().strip()) and typed_range(self.text()) is None

    def day(self) -> date | None:
        found = typed_range(self.text())
        return found[0 if self._first else 1] if found else None

    def show_day(self, value: date | None) -> None:
        """A date that is known, or (None) any; nothing is emitted."""
        self.setText(words.day(value) if value else "")
        self._shown = self.text()
        self._mark()

    def _settle(self) -> None:
        if self.text() == self._shown:
            return
        self._shown = self.text()
        self._mark()
        self.settled.emit()

    def _mark(self) -> None:
        """A wrong date gets a red edge and words; not the colour alone."""
        self.setProperty("wrong", self.wrong)
        self.setAccessibleDescription(WRONG_DATE if self.wrong else "")
        self.style().unpolish(self)
        self.style().polish(self)
