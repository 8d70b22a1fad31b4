"""Connects the finder of the governing provision to the library."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from briefbank.domain.authority_reports import ProvisionCandidate
from briefbank.domain.searches import Hit
from briefbank.errors import BriefBankError, Cancelled
from briefbank.exports.quotations import quotation
from briefbank.text.messages import as_message
from ui.features.draft.governing_view import Governing, GoverningDialog
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Jobs, Lane
from ui.shared import copying

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

TOPIC = "governing"
STOPPED = Cancelled(as_message(tr("The search was stopped.")), as_message(tr("Press Find to look again.")))


class GoverningController(QObject):
    """The controller of one dialog at a time; an answer that is no longer wanted is dropped."""

    status = Signal(str)
    hit_found = Signal(object)  # A Hit to open in the reader

    def __init__(self, library: LibraryApi, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._library, self._jobs, self._window = library, jobs, window
        self.dialog: GoverningDialog | None = None

    def show_dialog(self) -> None:
        """Open the dialog, or bring it to the front with its contents."""
        if self.dialog is None:
            self.dialog = GoverningDialog(self._window)
            self.dialog.find_wanted.connect(self.find)
            self.dialog.opened.connect(self.open)
            self.dialog.copy_wanted.connect(self.copy)
            self.dialog.destroyed.connect(self._closed)
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        self.dialog.statement.setFocus()

    def _closed(self) -> None:
        self.dialog = None
        self._jobs.drop(TOPIC)

    def find(self, statement: str, condition: str) -> None:
        if self.dialog is not None:
            self.dialog.show_searching()
        work = partial(_find, self._library, statement, condition)
        job = self._jobs.start(Lane.READER, work, topic=TOPIC)
        job.done.connect(self._found)
        job.failed.connect(self._failed)

    def _found(self, governing: Governing) -> None:
        if self.dialog is not None:
            self.dialog.show_answer(governing)

    def _failed(self, error: BriefBankError) -> None:
        if self.dialog is not None:
            self.dialog.show_failure(STOPPED if isinstance(error, Cancelled) else error)

    def open(self, candidate: ProvisionCandidate) -> None:
        hit = Hit(1, candidate.passage, candidate.document, 0.0, (), (), (), candidate.citation)
        self.hit_found.emit(hit)

    def copy(self, candidate: ProvisionCandidate, text: str) -> None:
        copying.put(quotation(text, candidate.citation, candidate.document))
        self.status.emit(tr("The provision was copied with its citation."))


def _find(library: LibraryApi, statement: str, condition: str, reporter: JobReporter) -> Governing:
    reporter.check()
    answer = library.provision_finder.find(statement, condition, reporter=reporter)
    words = [
        library.validity.text(candidate.provision.id) if candidate.provision else candidate.passage.text
        for candidate in answer.candidates
    ]
    return Governing(answer, tuple(words))
