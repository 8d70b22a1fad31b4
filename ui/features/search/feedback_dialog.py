"""The dialog of the feedback that counts for a person: what was marked for which search, and how to take it
back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from briefbank.domain.office import Action, Person
from briefbank.domain.searches import Feedback
from briefbank.errors import BriefBankError
from ui.features.search import feedback_model as table
from ui.i18n.translate import tr
from ui.kit.confirmation import confirmed
from ui.kit.controls import Notice, label, push_button
from ui.kit.row_table import RowTable
from ui.shared import wording
from ui.shared.list_state import ListState

INTRO = tr(
    "What you marked as helpful or not lets similar searches show it higher or lower, on this computer only. "
    "A mark that is taken back counts no more."
)
INTRO_OF_EDITORS = tr(
    "What editors such as you mark as helpful or not lets similar searches show it higher or lower for "
    "everybody in the office. A mark that is taken back counts no more."
)
INTRO_OF_READERS = tr(
    "What you mark as helpful or not lets similar searches show it higher or lower for you alone. Marks of "
    "the office’s editors count for everybody, except where you marked the same passage for the same search."
)
MARKS = tr("mark"), tr("marks"), tr("No mark has these words.")
NONE_YET = (
    "thumb-up",
    tr("You have not marked a passage yet."),
    tr("Press + or - on a result to say whether it helps with what you searched for."),
)

LETTERS = {table.MARK: 17, table.SEARCH: 28, table.DOCUMENT: 26, table.GIVEN: 18}
"""The widths of the columns in characters; the passage gets the rest."""


class FeedbackDialog(QDialog):
    """A modeless dialog. It shows the marks it is given and emits signals for what is wanted."""

    forget_wanted = Signal(object)  # The keys of the marks to take back; None for all
    export_wanted = Signal()
    import_wanted = Signal()

    def __init__(self, parent: QWidget | None = None, person: Person | None = None) -> None:
        """``person``: who is signed in where the library is an office's."""
        super().__init__(parent)
        self._person, self._edits = person, person is None or person.may(Action.EDIT)
        self.setWindowTitle(tr("Your marks"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.model = table.FeedbackModel(self, office=person is not None)
        letters = LETTERS if person is None else LETTERS | {table.MARK: 22}
        self.table = RowTable(self.model, tr("Marks"), letters, (table.PASSAGE,))
        self.table.setObjectName("marks")
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Narrow by search, document or words"))
        self.field.setAccessibleName(tr("Narrow the list of marks"))
        self.notice = Notice(left=14, inset=True)
        self._states = ListState(self.table, tr("Reading your marks …"))
        self.message, self.extent = self._states.message, self._states.extent
        self.take_back = push_button(tr("Take back"), tip=tr("Take back the chosen marks (Delete)"))
        self.take_all = push_button(tr("Take all back…"))
        self.importing, self.export = push_button(tr("Import…")), push_button(tr("Export…"))
        self.closing = push_button(tr("Close"), main=True)
        self._lay_out()
        self._connect()
        self._enable()
        self.resize(960, 560)

    def _lay_out(self) -> None:
        column, narrow, buttons = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(10)
        narrow.addWidget(self.field, 1)
        narrow.addSpacing(12)
        narrow.addWidget(self.extent)
        buttons.setSpacing(10)
        for button in (self.take_back, self.take_all):
            buttons.addWidget(button)
        buttons.addStretch(1)
        for button in (self.importing, self.export, self.closing):
            buttons.addWidget(button)
        column.addWidget(label(tr("Your marks"), scale=1.4, bold=True))
        column.addWidget(label(self._intro(), role="muted", wrap=True))
        column.addLayout(narrow)
        column.addWidget(self.notice)
        column.addWidget(self._states, 1)
        column.addLayout(buttons)
        for button in (self.take_back, self.take_all, self.importing, self.export, self.closing):
            button.setAutoDefault(False)
        for button in (self.importing, self.export):  # these are for all in the office
            button.setVisible(self._edits)

    def _intro(self) -> str:
        if self._person is None:
            return INTRO
        return INTRO_OF_EDITORS if self._edits else INTRO_OF_READERS

    def _connect(self) -> None:
        self.field.textChanged.connect(self._narrow)
        self.table.delete_pressed.connect(self._take_chosen)
        self.take_back.clicked.connect(self._take_chosen)
        self.take_all.clicked.connect(self._take_all)
        self.importing.clicked.connect(self.import_wanted)
        self.export.clicked.connect(self.export_wanted)
        self.closing.clicked.connect(self.accept)
        self.table.selectionModel().selectionChanged.connect(lambda *_which: self._enable())

    # --- what is shown ---

    def show_feedback(self, marks: Sequence[Feedback]) -> None:
        row = self.table.currentIndex().row()
        self.model.show(marks)
        self._show_state()
        if row >= 0 and self.model.rowCount():
            self.table.selectRow(min(row, self.model.rowCount() - 1))
        self._enable()

    def show_failure(self, error: BriefBankError) -> None:
        """Show that the marks could not be read."""
        self.model.show(())
        self._states.fail(error)
        self._enable()

    def _narrow(self, text: str) -> None:
        self.model.narrow(text)
        self._show_state()
        self._enable()

    def _show_state(self) -> None:
        self._states.show_extent(self.model.rowCount(), self.model.total, MARKS, NONE_YET)

    def _enable(self) -> None:
        self.take_back.setEnabled(bool(self._chosen()))
        self.take_all.setEnabled(bool(self._own()))
        self.export.setEnabled(self.model.total > 0)

    # --- what is wanted ---

    def _chosen(self) -> list[str]:
        chosen = (self.model.at(row) for row in self.table.chosen_rows())
        return [mark.key for mark in chosen if self._is_own(mark)]

    def _is_own(self, mark: Feedback) -> bool:
        """Tell whether the person may take a mark back."""
        return self._edits or not mark.for_all

    def _own(self) -> list[Feedback]:
        return [mark for mark in self.model.everything if self._is_own(mark)]

    def _take_chosen(self) -> None:
        if keys := self._chosen():
            self.forget_wanted.emit(keys)

    def _take_all(self) -> None:
        if self.confirm_all():
            self.forget_wanted.emit(None)

    def confirm_all(self) -> bool:
        """Ask for confirmation: marks that were taken back cannot be restored without an export."""
        return confirmed(
            self,
            tr("Take all marks back"),
            wording.counted(
                len(self._own()), tr("Take this mark back?"), tr("Take all {number} marks back?")
            ),
            tr(
                "Searches will order passages as if you had never marked any. Export them first if you may "
                "want them again."
            ),
            yes=tr("Take all back"),
            no=tr("Keep them"),
        )
