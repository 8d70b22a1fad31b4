"""Removes a document from the library when the table of documents asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank.domain.documents import Document
from briefbank.domain.maintenance import KnownBackup
from ui.features.documents.view import DocumentsView
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane
from ui.shared import wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi


class RemovalController(QObject):
    """The controller of removals. It runs in the writer's lane."""

    status = Signal(str)
    removed = Signal(object)  # A Document that is not in the library any more
    library_changed = Signal()

    def __init__(self, library: LibraryApi, jobs: Jobs, documents: DocumentsView) -> None:
        super().__init__(documents)
        self._library, self._jobs = library, jobs
        self._documents = documents
        documents.remove_wanted.connect(self.remove)

    def remove(self, document_ids: Sequence[int]) -> None:
        """Find out which backups hold the only one of these documents, ask, and remove it after a yes."""
        if len(document_ids) > 1:
            self.status.emit(tr("Documents are removed one at a time: choose one of them."))
            return
        (document_id,), library = document_ids, self._library
        job = self._jobs.start(
            Lane.READER,
            lambda _reporter: (
                library.documents.get(document_id),
                library.maintenance.backups_with(document_id),
            ),
            topic="backups",
        )
        job.done.connect(lambda result: self._ask(*result))
        job.failed.connect(lambda error: self.status.emit(str(error)))

    def _ask(self, document: Document, backups: Sequence[KnownBackup]) -> None:
        if not self._documents.confirm_removal(document, backups):
            return
        library, document_id = self._library, document.id
        job = self._jobs.start(Lane.WRITER, lambda reporter: library.documents.remove(document_id, reporter))
        job.done.connect(lambda _nothing: self._removed(document))
        job.failed.connect(lambda error: self.status.emit(str(error)))

    def _removed(self, document: Document) -> None:
        self.status.emit(tr("“{title}” was removed from the library.").format(title=wording.title(document)))
        self.removed.emit(document)
        self.library_changed.emit()
