"""The office's list of good law: a table to add to, change, take lines out of, import and export."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from briefbank.domain.authorities import GoodLawEntry
from briefbank.errors import BriefBankError
from ui.features.authorities import good_law_model as table
from ui.i18n.translate import tr
from ui.kit.confirmation import confirmed
from ui.kit.controls import Notice, push_button
from ui.kit.page_parts import list_head, page_body
from ui.kit.row_table import RowTable
from ui.shared import law_texts, wording
from ui.shared.list_state import ListState

INTRO = tr(
    "What your office knows of authorities: overruled, limited, superseded, or still good. Passages that "
    "rely on a listed authority say so in results, in the reader and when they are copied."
)
LINES = tr("line"), tr("lines"), tr("No line has these words.")
NONE_YET = (
    "list",
    tr("Your office’s list is empty."),
    tr("Add an authority, import a CSV file, or look at what sentences of your library propose."),
)

LETTERS = {table.STANDING: 15, table.SINCE: 17, table.ENTERED: 24}
"""The widths of columns, in letters; the others share the rest."""
ICON = 26  # The width of the sign before a standing, in pixels


class GoodLawView(QWidget):
    """A view of the list that reports requests by its signals."""

    add_wanted = Signal()
    change_wanted = Signal(object)  # The GoodLawEntry
    remove_wanted = Signal(object)  # The ids of lines
    import_wanted = Signal()
    export_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = table.GoodLawModel(self)
        self.table = EntryTable(self.model)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Narrow by authority, standing or note"))
        self.field.setAccessibleName(tr("Narrow your office’s list"))
        self.notice = Notice()
        self._states = ListState(self.table, tr("Reading your office’s list …"))
        self.message, self.extent = self._states.message, self._states.extent
        self.add = push_button(tr("Add…"), main=True, tip=tr("Enter an authority on the list (Insert)"))
        self.change = push_button(tr("Change…"), tip=tr("Change the chosen line (Enter)"))
        self.remove = push_button(tr("Remove…"), tip=tr("Take the chosen lines off the list (Delete)"))
        self.importing = push_button(tr("Import…"), tip=tr("Take in a CSV file, all of it or nothing"))
        self.export = push_button(tr("Export…"), tip=tr("Write the list as a CSV file"))
        buttons = self.importing, self.export, self.remove, self.change, self.add
        head = list_head(INTRO, self.field, self.extent, buttons)
        page_body(self, head, self._states, notice=self.notice)
        self._connect()
        self._enable()

    def _connect(self) -> None:
        self.field.textChanged.connect(self._narrow)
        self.table.delete_pressed.connect(self._remove)
        self.table.insert_pressed.connect(self.add_wanted)
        self.table.activated.connect(lambda _index: self._change())
        self.add.clicked.connect(self.add_wanted)
        self.change.clicked.connect(self._change)
        self.remove.clicked.connect(self._remove)
        self.importing.clicked.connect(self.import_wanted)
        self.export.clicked.connect(self.export_wanted)
        self.table.selectionModel().selectionChanged.connect(lambda *_which: self._enable())

    # --- display ---

    def show_entries(self, entries: Sequence[GoodLawEntry]) -> None:
        """Show entries; the current line stays where it is still there."""
        row = self.table.currentIndex().row()
        current_id = self.model.at(row).id if row >= 0 else 0
        self.model.show(entries)
        self._show_state()
        same = self.model.row_of(current_id)
        if row >= 0 and self.model.rowCount():
            self.table.selectRow(same if same >= 0 else min(row, self.model.rowCount() - 1))
        self._enable()

    def choose(self, entry_id: int) -> None:
        """Make a line the current one, where it is shown."""
        if (row := self.model.row_of(entry_id)) >= 0:
            self.table.selectRow(row)

    def show_failure(self, error: BriefBankError) -> None:
        """Report that the list could not be read."""
        self.model.show(())
        self._states.fail(error)
        self._enable()

    def _narrow(self, text: str) -> None:
        self.model.narrow(text)
        self._show_state()
        self._enable()

    def _show_state(self) -> None:
        self._states.show_extent(self.model.rowCount(), self.model.total, LINES, NONE_YET)

    def _enable(self) -> None:
        chosen = self._chosen()
        self.change.setEnabled(len(chosen) == 1)
        self.remove.setEnabled(bool(chosen))
        self.export.setEnabled(self.model.total > 0)
        self.field.setEnabled(self.model.total > 0)

    def first(self) -> QWidget:
        """Return the widget that gets the keyboard first."""
        filled = self.model.rowCount() > 0
        if filled and not self.table.currentIndex().isValid():
            self.table.selectRow(0)
        return self.table if filled else self.add

    # --- requests ---

    def _chosen(self) -> list[GoodLawEntry]:
        return [self.model.at(row) for row in self.table.chosen_rows()]

    def _change(self) -> None:
        if len(chosen := self._chosen()) == 1:
            self.change_wanted.emit(chosen[0])

    def _remove(self) -> None:
        chosen = self._chosen()
        if chosen and confirm_removal(self, chosen):
            self.remove_wanted.emit([entry.id for entry in chosen])


def confirm_removal(parent: QWidget, entries: Sequence[GoodLawEntry]) -> bool:
    """Ask for confirmation, because authorities off the list cause no more warnings."""
    what = wording.beginning(entries[0].name or entries[0].canonical, 120) if len(entries) == 1 else ""
    return confirmed(
        parent,
        tr("Remove from your office’s list"),
        wording.counted(
            len(entries),
            tr("Take “{what}” off your office’s list?"),
            tr("Take these {number} lines off your office’s list?"),
            what=what,
        ),
        tr("Passages that rely on it no longer say so. The documents themselves stay."),
        yes=tr("Remove"),
        no=tr("Keep"),
    )


class EntryTable(RowTable):
    """The lines of the list, several of which can be chosen."""

    insert_pressed = Signal()

    def __init__(self, model: table.GoodLawModel) -> None:
        super().__init__(model, tr("Your office’s list"), LETTERS, (table.AUTHORITY, table.BY, table.NOTE))
        self.make_room(table.STANDING, law_texts.STANDING_WORDS.values(), ICON)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Insert:
            self.insert_pressed.emit()
        else:
            super().keyPressEvent(event)
