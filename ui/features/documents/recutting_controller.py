"""Lets the local model cut the long sections of a document when the table of documents asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank.domain.documents import Document
from briefbank.domain.searches import AidStep
from briefbank.text.messages import Message
from ui.features.documents.view import DocumentsView
from ui.i18n.translate import tr, translate_core
from ui.jobs import Job, Jobs, Lane
from ui.shared import wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

TOPIC = "cut sections"


class RecuttingController(QObject):
    """The controller of cutting. It runs in the model's lane and reports its progress in the status line."""

    status = Signal(str)
    library_changed = Signal()

    def __init__(self, library: LibraryApi, jobs: Jobs, documents: DocumentsView) -> None:
        super().__init__(documents)
        self._library, self._jobs, self._documents = library, jobs, documents
        self._job: Job | None = None
        documents.cut_wanted.connect(self.cut)
        documents.cut_stopped.connect(self.stop)

    def refresh(self) -> None:
        """Ask again whether cutting is possible, after a model was chosen or unloaded, or an aid switched."""
        library = self._library
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.query_expansion.may_cut(), topic="may cut"
        )
        job.done.connect(self._documents.offer_cutting)

    def cut(self, document: Document) -> None:
        if self._jobs.busy(TOPIC):
            self.status.emit(tr("The sections of another document are being cut. Wait until that is done."))
            return
        reads = tr("The language model reads “{title}”. That takes minutes.")
        self.status.emit(reads.format(title=wording.title(document)))
        library, number = self._library, document.id
        job = self._job = self._jobs.start(
            Lane.MODEL, lambda reporter: library.query_expansion.recut(number, reporter), topic=TOPIC
        )
        self._documents.show_cutting(True)
        job.progressed.connect(self._show_progress)
        job.ended.connect(lambda: self._documents.show_cutting(False))
        job.done.connect(self._done)
        job.failed.connect(lambda error: self.status.emit(str(error)))

    def stop(self) -> None:
        """Request a stop. The answer is still waited for, because the document may have been cut just now."""
        if self._job is not None:
            self._job.cancel()
            self.status.emit(tr("Cutting is being stopped."))

    def _show_progress(self, stage: Message, done: int, total: int) -> None:
        words = translate_core(stage)
        amount = tr("{stage}: {done:,} of {total:,}.").format(stage=words, done=done, total=total)
        self.status.emit(amount if total else f"{words} …")

    def _done(self, step: AidStep) -> None:
        self.status.emit(translate_core(step.failed or step.said))
        if not step.failed:
            self.library_changed.emit()
