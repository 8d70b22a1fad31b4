"""Shows the audit log, verifies it, and writes it into a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from briefbank.domain.maintenance import AuditEntry
from briefbank.errors import BriefBankError
from briefbank.text.messages import Message
from ui.features.maintenance.audit_record_view import RecordDialog
from ui.features.search.export_controller import FORMS
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane
from ui.kit.save_dialog import chosen_file
from ui.shared import wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

STEP = 300  # The number of entries that are shown at first, and of those that are added each time
LIST, WHOLE = "record", "record whole"


class RecordController(QObject):
    """The controller of one dialog at a time; requesting it again brings it to the front, and up to date."""

    def __init__(self, library: LibraryApi, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._library, self._jobs, self._window = library, jobs, window
        self._limit, self._shown = STEP, 0
        self.dialog: RecordDialog | None = None

    def show_dialog(self) -> None:
        if self.dialog is None:
            dialog = RecordDialog(self._window, of_office=self._library.office is not None)
            dialog.finished.connect(self._closed)
            self.fill(dialog)
            dialog.show()
        else:
            self.refresh()
            self.dialog.raise_()
            self.dialog.activateWindow()

    def fill(self, dialog: RecordDialog) -> None:
        """Show the record in a dialog, and do what it asks for."""
        self.dialog = dialog
        dialog.narrowed.connect(self._narrowed)
        dialog.older.clicked.connect(self._older)
        dialog.export.clicked.connect(self._choose_file)
        self.refresh()

    def refresh(self) -> None:
        """Bring the dialog up to date."""
        self._narrowed()
        self._verify()

    def _closed(self) -> None:
        self.dialog = None
        for topic in (LIST, WHOLE):
            self._jobs.drop(topic)

    # --- the list ---

    def _narrowed(self) -> None:
        self._limit, self._shown = STEP, 0
        self._fetch()

    def _older(self) -> None:
        assert self.dialog is not None
        self._shown = self.dialog.list.row_model.rowCount()
        self._limit += STEP
        self._fetch()

    def _fetch(self) -> None:
        assert self.dialog is not None
        library, acts, limit = self._library, self.dialog.acts(), self._limit + 1
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.audit.entries(acts=acts, limit=limit), topic=LIST
        )
        job.done.connect(self._show)
        job.failed.connect(self.dialog.show_failure)

    def _show(self, entries: list[AuditEntry]) -> None:
        if self.dialog is not None:
            shown = entries[: self._limit]
            self.dialog.show_entries(shown, more=len(entries) > len(shown), from_row=self._shown)

    def _verify(self) -> None:
        library = self._library
        job = self._jobs.start(Lane.READER, lambda _reporter: library.audit.verify(), topic=WHOLE)
        job.done.connect(self._show_problems)

    def _show_problems(self, problems: list[Message]) -> None:
        if self.dialog is not None:
            self.dialog.show_problems(problems)

    # --- a file ---

    def _choose_file(self) -> None:
        assert self.dialog is not None
        path = chosen_file(self.dialog, tr("Export the record"), tr("Record"), {"csv": FORMS["csv"]})
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Write all entries of the chosen group, including those that are not shown yet."""
        assert self.dialog is not None
        library, acts = self._library, self.dialog.acts()
        job = self._jobs.start(
            Lane.READER,
            lambda _reporter: library.exports.record(library.audit.entries(acts=acts), path),
            topic="record file",
        )
        job.done.connect(partial(self._written, path))
        job.failed.connect(self._failed)

    def _written(self, path: Path, number: int) -> None:
        if self.dialog is not None:
            many = wording.count(number, tr("entry was written"), tr("entries were written"))
            self.dialog.state.say(tr("{many} to {file}.").format(many=many, file=path.name))

    def _failed(self, error: BriefBankError) -> None:
        if self.dialog is not None:
            self.dialog.state.say(str(error), bad=True)
