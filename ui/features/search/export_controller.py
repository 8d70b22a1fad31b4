"""Writes all results of a search, or a collection, to a file: asks where, and shows the progress."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from briefbank.domain.userdata import Collection, SharedCollection
from briefbank.errors import BriefBankError, Cancelled
from briefbank.text.messages import Message
from ui.features.search.navigation_history import Question
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane, Work
from ui.kit.save_dialog import chosen_file, file_name
from ui.shared import wording
from ui.shared.job_progress import JobProgress

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

FORMS = {"docx": tr("Word file"), "csv": tr("Table")}


class ExportController(QObject):
    """Runs one export at a time; searching can go on meanwhile."""

    status = Signal(str)

    def __init__(self, library: LibraryApi, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._library, self._jobs, self._window = library, jobs, window
        self._question: Question | None = None
        self.progress: JobProgress | None = None

    def follow(self, question: Question | None) -> None:
        """Note the question whose answer is now on the screen."""
        self._question = question

    # --- results ---

    def export_results(self) -> None:
        if self._question is None:
            self.status.emit(tr("There are no results to export: search first."))
        elif self._can_start():
            question = self._question
            name = file_name(question.request.text, tr("Results"))
            path = chosen_file(self._window, tr("Export the results"), name, FORMS)
            if path is not None:
                self.write_results(question, path)

    def write_results(self, question: Question, path: Path) -> None:
        library, request, origin = self._library, question.request, question.origin
        self._start(path, lambda reporter: library.exports.results(request, path, reporter, query=origin))

    # --- collections ---

    def export_collection(self, collection: Collection | SharedCollection) -> None:
        if self._can_start():
            usual = tr("Collection")
            formats = {"docx": FORMS["docx"]}
            name = file_name(collection.name, usual)
            path = chosen_file(self._window, tr("Export the collection"), name, formats)
            if path is not None:
                self.write_collection(collection, path)

    def write_collection(self, collection: Collection | SharedCollection, path: Path) -> None:
        exports, id_ = self._library.exports, collection.id
        is_shared = isinstance(collection, SharedCollection)
        write = exports.shared_collection if is_shared else exports.collection
        self._start(path, lambda reporter: write(id_, path, reporter))

    # --- progress ---

    def _can_start(self) -> bool:
        if self._jobs.busy("export"):
            self.status.emit(tr("A file is still being written. Wait until it is done, or stop it."))
            return False
        return True

    def _start(self, path: Path, work: Work) -> None:
        job = self._jobs.start(Lane.READER, work, topic="export")
        self.progress = JobProgress(
            job, tr("Exporting"), tr("Collecting the passages …"), _progress_text, self._window
        )
        job.done.connect(partial(self._done, path))
        job.failed.connect(self._failed)
        job.ended.connect(self._ended)

    def _done(self, path: Path, written: int) -> None:
        many = wording.count(written, tr("passage was written"), tr("passages were written"))
        self.status.emit(tr("{many} to {file}.").format(many=many, file=path.name))

    def _failed(self, error: BriefBankError) -> None:
        stopped = tr("The export was stopped. No file was written.")
        self.status.emit(stopped if isinstance(error, Cancelled) else str(error))

    def _ended(self) -> None:
        self.progress = None


def _progress_text(_stage: Message, done: int, total: int) -> str:
    return tr("{done} of {total} passages").format(done=translate.number(done), total=translate.number(total))
