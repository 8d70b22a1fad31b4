"""What the left half of the search page shows before a search: saved searches, recent ones, recent briefs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from briefbank.personal.values import SavedSearch
from ui import recall_words
from ui.icons import pixmap
from ui.models.rows import Row
from ui.recall_words import Remembered, asked_row, document_row, saved_row
from ui.theme import colours
from ui.tongue import tr
from ui.widgets.controls import Notice, label
from ui.widgets.page_parts import scroll_area
from ui.widgets.recall_keys import Deed, RecallKeys
from ui.widgets.row_section import RowSection

TITLE = tr("Search your office’s briefs.")
TEXT = tr(
    "Type the issue as you would say it to a colleague. The newest of the relevant passages come first."
)
NOTHING_YET = tr(
    "The searches that you ask, those that you save with Ctrl+S, and the briefs that you open will stand "
    "here. They are kept on this computer, for you alone."
)
OFF = tr("Searches and opened briefs are not remembered on this computer; the settings say so.")
SHOWN = 5
"""Rows of each list before somebody asks for all."""
LONGEST = 40
"""Recent searches here; all of them are under the box."""


class BeginView(QFrame):
    """Says how to begin and offers what was there before. Up on the first row leaves for the box."""

    opened = Signal(object)
    """A SavedSearch, an AskedSearch or a RecentDocument."""
    forget_wanted = Signal(object)
    rename_wanted = Signal(object)
    move_wanted = Signal(object, int)
    undo_wanted = Signal()
    left_upwards = Signal()
    typed = Signal(object)
    """A QKeyEvent for the box."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setMinimumWidth(340)
        self._icon = label("")
        self._title = label(TITLE, scale=1.2, bold=True, wrap=True)
        self._text = label(TEXT, role="muted", wrap=True)
        self.remark = label("", role="muted", wrap=True)
        self.notice = Notice()
        self.notice.acted.connect(self.undo_wanted)
        self.saved = RowSection(tr("Saved searches"), first=SHOWN)
        self.asked = RowSection(tr("Recent searches"), first=SHOWN)
        self.documents = RowSection(tr("Recently opened briefs"), first=SHOWN)
        self.sections = self.saved, self.asked, self.documents
        self._rows: dict[RowSection, list[Row]] = {}
        self._lay_out()
        for section in self.sections:
            self._connect(section)
        self.show_remembered(Remembered())

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setObjectName("page")
        column = QVBoxLayout(inside)
        column.setContentsMargins(18, 26, 18, 18)
        column.setSpacing(12)
        self._above = QWidget()
        column.addWidget(self._above, 2)
        for words in (self._icon, self._title, self._text, self.remark):
            words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(words)
        column.addSpacing(6)
        for section in self.sections:
            column.addWidget(section)
        column.addStretch(3)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.notice)
        area = scroll_area(inside)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer.addWidget(area, 1)
        self._tint()

    def _connect(self, section: RowSection) -> None:
        keys = RecallKeys(section.list, self._deeds)
        section.list.opened.connect(self.opened)
        keys.forget_wanted.connect(self.forget_wanted)
        keys.rename_wanted.connect(self.rename_wanted)
        keys.move_wanted.connect(self.move_wanted)
        keys.undo_wanted.connect(self.undo_wanted)
        keys.typed.connect(self.typed)
        keys.left_upwards.connect(lambda: self._leave(section, -1))
        keys.left_downwards.connect(lambda: self._leave(section, 1))

    def _deeds(self, target: Any) -> Sequence[Deed]:
        """What the menu of a row offers."""
        if not isinstance(target, SavedSearch):
            return (
                (tr("Open"), lambda: self.opened.emit(target)),
                (tr("Forget this"), lambda: self.forget_wanted.emit(target)),
            )
        return (
            (tr("Open"), lambda: self.opened.emit(target)),
            (tr("Rename…"), lambda: self.rename_wanted.emit(target)),
            (tr("Move up"), lambda: self.move_wanted.emit(target, -1)),
            (tr("Move down"), lambda: self.move_wanted.emit(target, 1)),
            (tr("Remove"), lambda: self.forget_wanted.emit(target)),
        )

    # --- what is shown ---

    def show_remembered(self, remembered: Remembered) -> None:
        """Show these; a list that had the keyboard keeps it, at the same place."""
        held = next((each for each in self.sections if each.list.hasFocus()), None)
        row, target = (held.list.currentIndex().row(), held.list.current()) if held else (-1, None)
        self._put(self.saved, list(map(saved_row, remembered.saved)))
        self._put(self.asked, list(map(asked_row, remembered.asked[:LONGEST])))
        self._put(self.documents, list(map(document_row, remembered.documents)))
        self.remark.setText(_remark(remembered))
        self.remark.setVisible(bool(self.remark.text()))
        self._icon.setVisible(remembered.is_empty)
        self._above.setVisible(remembered.is_empty)
        if held is not None and (count := held.list.row_model.rowCount()):
            now = held.list.row_model.place_of(lambda each: recall_words.is_same(each, target))
            held.list.choose(now if now >= 0 else min(max(row, 0), count - 1))
        elif held is not None and not self.focus_first():
            self.left_upwards.emit()

    def _put(self, section: RowSection, rows: list[Row]) -> None:
        """Only a list that has changed is laid out again; one that was shown whole stays so."""
        if self._rows.get(section) == rows:
            return
        whole = section.list.row_model.rowCount() > SHOWN
        self._rows[section] = rows
        section.show_rows(rows)
        if whole and len(rows) > SHOWN:
            section.list.show_rows(rows)
            section.more.hide()

    def say(self, text: str, *, undo: bool = False) -> None:
        """What was done; ``undo``: it can be undone."""
        self.notice.say(text, tr("Undo") if undo else "")

    def target(self) -> object:
        """Of the chosen row in the list that has the keyboard."""
        return next((each.list.current() for each in self.sections if each.list.hasFocus()), None)

    # --- the keyboard ---

    def focus_first(self) -> bool:
        """Go to the first list that has rows; whether there is one."""
        return self._go(0, 1, self.sections)

    def _leave(self, section: RowSection, by: int) -> None:
        """On to the next list, or to the one before; from the first one to the box."""
        place = self.sections.index(section)
        others = self.sections[place + 1 :] if by > 0 else self.sections[:place][::-1]
        if not self._go(0 if by > 0 else -1, by, others) and by < 0:
            self.left_upwards.emit()

    def _go(self, row: int, by: int, sections: Sequence[RowSection]) -> bool:
        for section in sections:
            if not section.isHidden():
                section.list.setFocus(Qt.FocusReason.OtherFocusReason)
                section.list.choose(row if by > 0 else section.list.row_model.rowCount() - 1)
                return True
        return False

    def _tint(self) -> None:
        self._icon.setPixmap(pixmap("search", colours().edge, 44, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()


def _remark(remembered: Remembered) -> str:
    if not remembered.on:
        return OFF
    return NOTHING_YET if remembered.is_empty else ""
