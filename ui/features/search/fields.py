"""The fields in the head of the search page: the box, the dates, and the day whose law is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit

from ui.i18n import translate
from ui.i18n.translate import tr
from ui.kit.controls import ChoiceBox
from ui.shared import wording
from ui.shared.date_ranges import typed_range
from ui.style.icons import icon
from ui.style.theme import colours

EXAMPLE = tr("For example: traffic stop extended without reasonable suspicion")
TODAY = tr("Today")
WRONG_DATE = tr("Not a date. Try 2015.")
LONGEST = 60_000  # The most characters of a search: whole paragraphs of facts may be pasted
WIDE_DAY = date(2015, 9, 15)  # A day in one of the widest months, for measuring the width of a field


@dataclass(frozen=True, slots=True)
class TypedText:
    """The text of a box and its selection, which lies between ``anchor`` and ``cursor``, whichever is
    first."""

    text: str
    anchor: int
    cursor: int


class SearchField(QLineEdit):
    """The search box: a magnifying glass in front, a button that clears, and Down to reach the results."""

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
        self._search_action = QAction(self)
        self._clear_action = QAction(tr("Clear the search"), self)
        self.addAction(self._search_action, QLineEdit.ActionPosition.LeadingPosition)
        self.addAction(self._clear_action, QLineEdit.ActionPosition.TrailingPosition)
        self._clear_action.triggered.connect(self.empty)
        self._clear_action.setVisible(False)
        self.textChanged.connect(lambda text: self._clear_action.setVisible(bool(text)))
        self.repeats = False
        """Whether the present edit comes from a key that is held down."""
        self._tint()

    def empty(self) -> None:
        self.clear()
        self.cleared.emit()
        self.setFocus()

    def put(self, text: str) -> None:
        """Replace the text so that Undo restores the former one; emit no signal."""
        before = self.blockSignals(True)
        self.selectAll()
        self.insert(text)
        self.blockSignals(before)
        self._clear_action.setVisible(bool(text))

    def typed(self) -> TypedText:
        cursor = self.cursorPosition()
        if not self.hasSelectedText():
            return TypedText(self.text(), cursor, cursor)
        ends = self.selectionStart(), self.selectionEnd()
        return TypedText(self.text(), ends[0] if cursor == ends[1] else ends[1], cursor)

    def stand_as(self, typed: TypedText) -> None:
        """Take over text, cursor and selection of another box; emit no signal."""
        self.put(typed.text)
        self.setCursorPosition(typed.anchor)
        if typed.cursor != typed.anchor:
            self.setSelection(typed.anchor, typed.cursor - typed.anchor)

    def point_at(self, position: int) -> None:
        """Select the word or sign at a character, counted in the text without its leading blanks."""
        text = self.text()
        start, end = wording.piece_range(text, position + len(text) - len(text.lstrip()))
        self.setSelection(start, end - start)

    def _tint(self) -> None:
        self._search_action.setIcon(icon("search", colours().muted))
        self._clear_action.setIcon(icon("clear", colours().muted))

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
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_search_action"):
            self._tint()


class DateField(QLineEdit):
    """A field for a year, a month or a day in any usual form; empty means any."""

    settled = Signal()

    def __init__(self, name: str, *, first: bool) -> None:
        super().__init__()
        self._range_start = first
        self._shown_text = ""
        self.setPlaceholderText(tr("Any date"))
        self.setAccessibleName(tr("{name}: date of filing").format(name=name))
        self.setToolTip(tr("A year, a month or a day: 2015, March 2015, March 15, 2015"))
        self.setAcceptDrops(False)
        shown = translate.short_day(WIDE_DAY), self.placeholderText()
        self.setFixedWidth(max(map(self.fontMetrics().horizontalAdvance, shown)) + 26)
        self.editingFinished.connect(self._settle)

    @property
    def wrong(self) -> bool:
        return bool(self.text().strip()) and typed_range(self.text()) is None

    def day(self) -> date | None:
        days = typed_range(self.text())
        return days[0 if self._range_start else 1] if days else None

    def show_day(self, value: date | None) -> None:
        """Show a date, or any date for None; emit no signal."""
        self.setText(translate.short_day(value) if value else "")
        self._shown_text = self.text()
        self._mark_wrong()

    def _settle(self) -> None:
        """Take what was typed. A day is shown as the window writes days, a month or a year as typed."""
        if self.text() == self._shown_text:
            return
        days = typed_range(self.text())
        if days and days[0] == days[1]:
            self.show_day(days[0])
        else:
            self._shown_text = self.text()
            self._mark_wrong()
        self.settled.emit()

    def _mark_wrong(self) -> None:
        """Mark a wrong date with a red edge and in words, not by colour alone."""
        self.setProperty("wrong", self.wrong)
        self.setAccessibleDescription(WRONG_DATE if self.wrong else "")
        self.style().unpolish(self)
        self.style().polish(self)


class LawDateBox(ChoiceBox):
    """The day whose law is asked for: today, a typed day, or the filing date of the open brief."""

    settled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.brief_day: Callable[[], date | None] = lambda: None
        """Returns the filing date of the open brief; called when the list is opened."""
        self._shown_text = TODAY
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
        written = f"{WIDE_DAY.day} {translate.month(WIDE_DAY.month)} {WIDE_DAY.year}"
        self.setFixedWidth(self.fontMetrics().horizontalAdvance(written) + 38)
        self._line_edit().setAcceptDrops(False)
        self._line_edit().setAccessibleName(tr("Law as of"))
        self._line_edit().editingFinished.connect(self._settle)
        self.activated.connect(self._chosen)
        self._offer()
        self.show_day(None)

    def _line_edit(self) -> QLineEdit:
        edit = self.lineEdit()
        assert edit is not None
        return edit

    @property
    def wrong(self) -> bool:
        text = self.currentText().strip()
        return text.casefold() not in ("", TODAY.casefold()) and typed_range(text) is None

    def day(self) -> date | None:
        """Return the day; None for today and for a text that is no date."""
        days = typed_range(self.currentText())
        return days[1] if days else None

    def show_day(self, value: date | None) -> None:
        """Show a day, or today for None; emit no signal."""
        self._shown_text = translate.short_day(value) if value else TODAY
        self.setEditText(self._shown_text)
        self._line_edit().setCursorPosition(0)
        self._mark_wrong()

    def _offer(self) -> None:
        """Fill the list with what can be chosen now; the text of the box stays."""
        text, day = self.currentText(), self.brief_day()
        self.clear()
        self.addItem(TODAY, None)
        if day is not None:
            self.addItem(tr("The open brief’s date: {day}").format(day=wording.day(day)), day)
            self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + 24)
        self.setCurrentIndex(-1)
        self.setEditText(text)

    def _chosen(self, row: int) -> None:
        """Take the chosen row. Qt also emits this for the unchanged row when Tab leaves the box; nothing is
        asked then."""
        before = self._shown_text
        self.show_day(self.itemData(row))
        if self._shown_text != before:
            self.settled.emit()

    def _settle(self) -> None:
        """Take what was typed. A month or a year is shown as the day that it stands for."""
        if self.currentText() == self._shown_text:
            return
        if self.wrong:
            self._shown_text = self.currentText()
            self._mark_wrong()
        else:
            self.show_day(self.day())
        self.settled.emit()

    def _mark_wrong(self) -> None:
        """Mark a wrong date with a red edge and in words, not by colour alone."""
        self.setProperty("wrong", self.wrong)
        for part in (self, self._line_edit()):
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
