"""The dialog in which the audit log is read, narrowed and exported."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from briefbank.domain.maintenance import AuditEntry, AuditEvent
from briefbank.text.messages import Message
from ui.features.maintenance import record_texts
from ui.i18n.translate import tr
from ui.kit.controls import ChoiceBox, Notice, push_button
from ui.shared.list_dialog import ListDialog


class RecordDialog(ListDialog):
    """A modeless dialog that reports requests by its signals."""

    narrowed = Signal()

    def __init__(self, parent: QWidget | None = None, *, of_office: bool = False) -> None:
        """``of_office``: the record names persons, and has what only an office's has."""
        intro = record_texts.OFFICE_INTRO if of_office else record_texts.INTRO
        super().__init__(record_texts.TITLE, intro, record_texts.TITLE, parent)
        self.choice = ChoiceBox()
        self.choice.setAccessibleName(tr("Which entries"))
        for words, acts in record_texts.GROUPS + (record_texts.OFFICE_GROUPS if of_office else ()):
            self.choice.addItem(words, acts)
        self.state = Notice(left=14, inset=True)
        self.state.say(record_texts.LOOKING)
        self.older = push_button(tr("Show older ones"))
        self.export = push_button(tr("Export…"), tip=tr("Write these entries, all of them, into a table"))
        self.older.setEnabled(False)
        self.export.setEnabled(False)
        self.add_above(self.choice)
        self.add_above(self.state)
        self.add_button(self.older)
        self.add_button(self.export)
        self.setTabOrder(self.choice, self.list)
        self.choice.currentIndexChanged.connect(lambda _place: self.narrowed.emit())
        self.resize(760, 600)

    def acts(self) -> frozenset[AuditEvent]:
        """Return what the list is narrowed to; empty for everything."""
        chosen: frozenset[AuditEvent] = self.choice.currentData()
        return chosen

    def show_entries(self, entries: Sequence[AuditEntry], *, more: bool, from_row: int = 0) -> None:
        """Show entries. ``more`` tells that there are older ones; ``from_row`` is where to go on reading. The
        choice keeps the keyboard where it had it."""
        has_focus = self.choice.hasFocus()
        self.show_list(
            record_texts.rows(entries),
            record_texts.extent(len(entries), more),
            record_texts.NOTHING,
            record_texts.ALL if self.acts() else "",
        )
        self.older.setEnabled(more)
        self.export.setEnabled(bool(entries))
        if has_focus:
            self.choice.setFocus()
        elif entries:
            self.list.choose(min(from_row, self.list.row_model.rowCount() - 1))

    def show_problems(self, problems: Sequence[Message]) -> None:
        """Show what the verification of the whole log found."""
        if problems:
            self.state.say(record_texts.not_whole(problems), bad=True)
        else:
            self.state.say(record_texts.WHOLE)
