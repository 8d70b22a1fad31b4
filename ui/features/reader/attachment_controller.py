"""Looks up what the open document hangs together with by attachment, once it is on the screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank.domain.documents import Attachments, Document
from ui.jobs import Lane
from ui.shared.scoped_jobs import Lanes

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.features.reader.controller import ReaderController


class AttachmentController(QObject):
    """Fills the attachment line of a reader; a failed look-up shows nothing."""

    add_wanted = Signal(int)  # The id of a PDF whose attached files are to be added

    def __init__(self, library: LibraryApi, jobs: Lanes, reader: ReaderController) -> None:
        super().__init__(reader)
        self._library, self._jobs, self._reader = library, jobs, reader
        line = reader.view.attachments
        line.document_wanted.connect(reader.open_document)
        line.add_wanted.connect(self._add)
        reader.opened.connect(lambda _document_id: self.refresh())

    def refresh(self) -> None:
        """Look up again, because files may have been added or removed."""
        document = self._reader.document
        if document is None:
            return
        library, document_id = self._library, document.id
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.documents.attachments(document_id), topic="attachments"
        )
        job.done.connect(partial(self._show, document))

    def _show(self, document: Document, attachments: Attachments) -> None:
        now = self._reader.document
        if now is not None and now.id == document.id:
            self._reader.view.attachments.show_attachments(now, attachments)

    def _add(self) -> None:
        if self._reader.document is not None:
            self.add_wanted.emit(self._reader.document.id)
