"""The dialog in which the record of what was done is read, narrowed and exported."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from briefbank.acts import Act, Entry
from ui import record_words
from ui.tongue import tr
from ui.views.list_dialog import ListDialog
from ui.widgets.controls import ChoiceBox, Notice, push_button


class RecordDialog(ListDialog):
    """Not modal. Says by its signals what is wanted; shows what it is given."""

    narrowed = Signal()
    older_wanted = Signal()
    export_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(record_words.TITLE, record_words.INTRO, record_words.TITLE, parent)
        self.choice = ChoiceBox()
        self.choice.setAccessibleName(tr("Which entries"))
        for words, acts in record_words.GROUPS:
            self.choice.addItem(words, acts)
        self.state = Notice(left=14, inset=True)
        self.state.say(record_words.LOOKING)
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
        self.older.clicked.connect(self.older_wanted)
        self.export.clicked.connect(self.export_wanted)
        self.resize(760, 600)

    def acts(self) -> frozenset[Act]:
        """What the list is narrowed to; empty: everything."""
        chosen: frozenset[Act] = record_words.GROUPS[self.choice.currentIndex()][1]
        return chosen

    def show_entries(self, entries: Sequence[Entry], *, more: bool, from_row: int = 0) -> None:
        """``more``: there are older ones; ``from_row``: where to go on reading. The keyboard stays with the
        choice, where it was made there."""
        held = self.choice.hasFocus()
        self.show_list(
            record_words.rows(entries),
            record_words.extent(len(entries), more),
            record_words.NOTHING,
            record_words.ALL if self.acts() else "",
        )
        self.older.setEnabled(more)
        self.export.setEnabled(bool(entries))
        if held:
            self.choice.setFocus()
        elif entries:
            self.list.choose(min(from_row, self.list.row_model.rowCount() - 1))

    def show_problems(self, problems: Sequence[str]) -> None:
        """What the look at the whole record found."""
        if problems:
            self.state.say(record_words.not_whole(problems), bad=True)
        else:
            self.state.say(record_words.WHOLE)

    def say(self, text: str, *, bad: bool = False) -> None:
        """How an export went, where the state of the record stood."""
        self.state.say(text, bad=bad)
