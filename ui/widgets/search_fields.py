"""The fields in the head of the search page: the box, the dates, and the day whose law is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit

from ui import tongue, words
from ui.dates import typed_range
from ui.icons import icon
from ui.theme import colours
from ui.tongue import tr
from ui.widgets.controls import ChoiceBox

EXAMPLE = tr("For example: traffic stop extended without reasonable suspicion")
TODAY = tr("Today")
WRONG_DATE = tr("Not a date. Try 2015.")
LONGEST = 60_000
"""Characters: whole paragraphs of facts may be pasted."""
WIDE_DAY = date(2015, 9, 15)
"""A day in one of the widest months, for which there is to be room."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What stands in a box; selected is what lies between ``anchor`` and ``cursor``, whichever is first."""

    text: str
    anchor: int
    cursor: int


class SearchField(QLineEdit):
    """The box: a glass in front, a button that clears, and Down into the results."""

    left_downwards = Signal()
    cleared = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("searchField")
        self.setPlaceholderText(EXAMPLE)
        self.setAccessibleName(tr("Search the library"))
        self.setAcceptDrops(False)
        self.setMaxLength(LONGEST)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self.setFont(font)
        self._glass = QAction(self)
        self._clear = QAction(tr("Clear the search"), self)
        self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self._clear.triggered.connect(self.empty)
        self._clear.setVisible(False)
        self.textChanged.connect(lambda text: self._clear.setVisible(bool(text)))
        self.repeats = False
        """Whether what is edited now comes from a key that is held down."""
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

    def typed(self) -> Typed:
        cursor = self.cursorPosition()
        if not self.hasSelectedText():
            return Typed(self.text(), cursor, cursor)
        ends = self.selectionStart(), self.selectionEnd()
        return Typed(self.text(), ends[0] if cursor == ends[1] else ends[1], cursor)

    def stand_as(self, typed: Typed) -> None:
        """As another box does, with its cursor and what is selected; nothing is emitted."""
        self.put(typed.text)
        self.setCursorPosition(typed.anchor)
        if typed.cursor != typed.anchor:
            self.setSelection(typed.anchor, typed.cursor - typed.anchor)

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
            self.repeats = event.isAutoRepeat()
            super().keyPressEvent(event)
            self.repeats = False

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
        self.setPlaceholderText(tr("Any date"))
        self.setAccessibleName(tr("{name}: date of filing").format(name=name))
        self.setToolTip(tr("A year, a month or a day: 2015, March 2015, 3/15/2015"))
        self.setAcceptDrops(False)
        shown = tongue.short_day(WIDE_DAY), self.placeholderText()
        self.setFixedWidth(max(map(self.fontMetrics().horizontalAdvance, shown)) + 26)
        self.editingFinished.connect(self._settle)

    @property
    def wrong(self) -> bool:
        return bool(self.text().strip()) and typed_range(self.text()) is None

    def day(self) -> date | None:
        found = typed_range(self.text())
        return found[0 if self._first else 1] if found else None

    def show_day(self, value: date | None) -> None:
        """A date that is known, or (None) any; nothing is emitted."""
        self.setText(tongue.short_day(value) if value else "")
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


class LawDateBox(ChoiceBox):
    """The day whose law is asked for: today, one that is typed, or the filing date of the open brief."""

    settled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.brief_day: Callable[[], date | None] = lambda: None
        """The filing date of the brief that is open; asked for when the list is looked at."""
        self._shown: date | None = None
        self._said = TODAY
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setCompleter(QCompleter(self))
        self.setAccessibleName(tr("Law as of"))
        self.setToolTip(
            tr(
                "Search the law as it was on a day: today, a date that you type (of a month or a year its "
                "last day), or the filing date of the open brief"
            )
        )
        written = f"{WIDE_DAY.day} {tongue.month(WIDE_DAY.month)} {WIDE_DAY.year}"
        self.setFixedWidth(self.fontMetrics().horizontalAdvance(written) + 38)
        self._edit().setAcceptDrops(False)
        self._edit().setAccessibleName(tr("Law as of"))
        self._edit().editingFinished.connect(self._settle)
        self.activated.connect(self._chosen)
        self._offer()
        self.show_day(None)

    def _edit(self) -> QLineEdit:
        edit = self.lineEdit()
        assert edit is not None
        return edit

    @property
    def wrong(self) -> bool:
        text = self.currentText().strip()
        return text.casefold() not in ("", TODAY.casefold()) and typed_range(text) is None

    def day(self) -> date | None:
        """None for today, and for what is no date."""
        found = typed_range(self.currentText())
        return found[1] if found else None

    def show_day(self, value: date | None) -> None:
        """Nothing is emitted."""
        self._said = tongue.short_day(value) if value else TODAY
        self.setEditText(self._said)
        self._edit().setCursorPosition(0)
        self._mark()

    def _offer(self) -> None:
        """What can be chosen now; what stands in the box stays."""
        text, day = self.currentText(), self.brief_day()
        self.clear()
        self.addItem(TODAY, None)
        if day is not None:
            self.addItem(tr("The open brief’s date: {day}").format(day=words.day(day)), day)
            self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + 24)
        self.setCurrentIndex(-1)
        self.setEditText(text)

    def _chosen(self, row: int) -> None:
        """Qt says so too of what stood there, when Tab leaves the box: nothing is asked again then."""
        before = self._said
        self.show_day(self.itemData(row))
        if self._said != before:
            self.settled.emit()

    def _settle(self) -> None:
        """A month or a year is shown as the day that it stands for."""
        if self.currentText() == self._said:
            return
        if self.wrong:
            self._said = self.currentText()
            self._mark()
        else:
            self.show_day(self.day())
        self.settled.emit()

    def _mark(self) -> None:
        """A wrong date gets a red edge and words; not the colour alone."""
        self.setProperty("wrong", self.wrong)
        for part in (self, self._edit()):
            part.setAccessibleDescription(WRONG_DATE if self.wrong else "")
        self.style().unpolish(self)
        self.style().polish(self)

    def showPopup(self) -> None:
        self._offer()
        super().showPopup()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._offer()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
