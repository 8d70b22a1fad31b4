"""Shows what became of the files that were added, and writes it into a table."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from briefbank.domain.ingest import IngestReport, Searchable
from briefbank.errors import BriefBankError
from ui.features.intake.report_dialog import ReportDialog
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane
from ui.kit.page_parts import forget_when_closed
from ui.kit.save_dialog import chosen_file
from ui.shared import wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi


class ReportController(QObject):
    """The controller of one dialog at a time."""

    def __init__(self, library: LibraryApi, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._library, self._jobs, self._window = library, jobs, window
        self.dialog: ReportDialog | None = None

    def show_dialog(self) -> None:
        if self.dialog is None:
            self.dialog = ReportDialog(self._window)
            self.dialog.save.clicked.connect(self._choose_file)
            forget_when_closed(self, "dialog", self.dialog)
            self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        ingest = self._library.ingest
        job = self._jobs.start(
            Lane.READER, lambda _reporter: (ingest.report(), ingest.searchable()), topic="ingest report"
        )
        job.done.connect(lambda result: self._show(*result))
        job.failed.connect(self._failed)

    def _show(self, report: IngestReport, searchable: Searchable) -> None:
        if self.dialog is not None:
            self.dialog.show_report(report, searchable)

    def _choose_file(self) -> None:
        assert self.dialog is not None
        forms = {"csv": tr("Table for spreadsheets")}
        path = chosen_file(self.dialog, tr("Save each file as a table"), tr("Files added"), forms)
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Write each file, and what became of it."""
        library = self._library
        job = self._jobs.start(
            Lane.READER,
            lambda _reporter: library.exports.ingest_report(library.ingest.reported_files(), path),
            topic="ingest table",
        )
        job.done.connect(partial(self._written, path))
        job.failed.connect(self._failed)

    def _written(self, path: Path, number: int) -> None:
        if self.dialog is not None:
            many = wording.count(number, tr("file was listed"), tr("files were listed"))
            self.dialog.state.say(tr("{many} in {file}.").format(many=many, file=path.name))

    def _failed(self, error: BriefBankError) -> None:
        if self.dialog is not None:
            self.dialog.show_failure(error)
