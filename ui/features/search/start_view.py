"""The left half of the search page before a search: saved searches, recent searches, recent briefs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from briefbank.domain.userdata import SavedSearch
from ui.features.search.history_keys import Deed, HistoryListKeys
from ui.i18n.translate import tr
from ui.kit.controls import IconLabel, Notice, label
from ui.kit.page_parts import scroll_area
from ui.shared import history_rows
from ui.shared.history_rows import Remembered, asked_row, document_row, saved_row
from ui.shared.row_model import Row
from ui.shared.row_section import RowSection

TITLE = tr("Search your office’s briefs.")
TEXT = tr(
    "Type the issue as you would say it to a colleague. The newest of the relevant passages come first."
)
NOTHING_YET = tr(
    "The searches that you ask, those that you save with Ctrl+S, and the briefs that you open will stand "
    "here. They are kept on this computer, for you alone."
)
OFF = tr("Searches and opened briefs are not remembered on this computer; the settings say so.")
SHOWN = 5  # The rows of each list shown before somebody asks for all
LONGEST = 40  # The most recent searches listed here; the list under the box has all of them


class StartView(QFrame):
    """Explains how to begin and lists earlier searches and briefs. Up on the first row moves to the box."""

    opened = Signal(object)  # A SavedSearch, an AskedSearch or a RecentDocument
    forget_wanted = Signal(object)
    rename_wanted = Signal(object)
    move_wanted = Signal(object, int)
    undo_wanted = Signal()
    left_upwards = Signal()
    typed = Signal(object)  # A QKeyEvent that belongs to the search box

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setMinimumWidth(340)
        self._icon = IconLabel(44, "search", "edge")
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
        self._top_spacer = QWidget()
        column.addWidget(self._top_spacer, 2)
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

    def _connect(self, section: RowSection) -> None:
        keys = HistoryListKeys(section.list, self._menu_entries)
        section.list.opened.connect(self.opened)
        keys.forget_wanted.connect(self.forget_wanted)
        keys.rename_wanted.connect(self.rename_wanted)
        keys.move_wanted.connect(self.move_wanted)
        keys.undo_wanted.connect(self.undo_wanted)
        keys.typed.connect(self.typed)
        keys.left_upwards.connect(lambda: self._leave_section(section, -1))
        keys.left_downwards.connect(lambda: self._leave_section(section, 1))

    def _menu_entries(self, target: Any) -> Sequence[Deed]:
        """Return the menu actions of a row."""
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

    # --- content ---

    def show_remembered(self, remembered: Remembered) -> None:
        """Show these lists. A list that had the focus keeps it, on the same row."""
        focused = next((section for section in self.sections if section.list.hasFocus()), None)
        row, target = (focused.list.currentIndex().row(), focused.list.current()) if focused else (-1, None)
        self._show_section(self.saved, list(map(saved_row, remembered.saved)))
        self._show_section(self.asked, list(map(asked_row, remembered.asked[:LONGEST])))
        self._show_section(self.documents, list(map(document_row, remembered.documents)))
        self.remark.setText(_remark(remembered))
        self.remark.setVisible(bool(self.remark.text()))
        self._icon.setVisible(remembered.is_empty)
        self._top_spacer.setVisible(remembered.is_empty)
        if focused is not None and (count := focused.list.row_model.rowCount()):
            now = focused.list.row_model.place_of(lambda row_target: history_rows.is_same(row_target, target))
            focused.list.choose(now if now >= 0 else min(max(row, 0), count - 1))
        elif focused is not None and not self.focus_first():
            self.left_upwards.emit()

    def _show_section(self, section: RowSection, rows: list[Row]) -> None:
        """Show the rows of a section if they changed. A list that was fully unfolded stays so."""
        if self._rows.get(section) == rows:
            return
        whole = section.list.row_model.rowCount() > SHOWN
        self._rows[section] = rows
        section.show_rows(rows)
        if whole and len(rows) > SHOWN:
            section.list.show_rows(rows)
            section.more.hide()

    def say(self, text: str, *, undo: bool = False) -> None:
        """Show what was done; ``undo``: offer to undo it."""
        self.notice.say(text, tr("Undo") if undo else "")

    def target(self) -> object:
        """Return the target of the selected row in the list that has the focus."""
        return next((section.list.current() for section in self.sections if section.list.hasFocus()), None)

    # --- the keyboard ---

    def focus_first(self) -> bool:
        """Move the focus to the first list that has rows; tell whether there is one."""
        return self._focus_next(0, 1, self.sections)

    def _leave_section(self, section: RowSection, by: int) -> None:
        """Move to the next list or to the one before; from the first list up to the box."""
        index = self.sections.index(section)
        remaining = self.sections[index + 1 :] if by > 0 else self.sections[:index][::-1]
        if not self._focus_next(0 if by > 0 else -1, by, remaining) and by < 0:
            self.left_upwards.emit()

    def _focus_next(self, row: int, by: int, sections: Sequence[RowSection]) -> bool:
        for section in sections:
            if not section.isHidden():
                section.list.setFocus(Qt.FocusReason.OtherFocusReason)
                section.list.choose(row if by > 0 else section.list.row_model.rowCount() - 1)
                return True
        return False


def _remark(remembered: Remembered) -> str:
    if not remembered.on:
        return OFF
    return NOTHING_YET if remembered.is_empty else ""
