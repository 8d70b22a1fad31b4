"""The review queue: opens documents with alerts one by one, each at its first such page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank.domain.documents import Document
from briefbank.errors import BriefBankError, Cancelled, NotInLibrary
from ui.features.documents.review_bar import ReviewBar
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane
from ui.shared import wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi


class ReviewController(QObject):
    """The controller of one queue at a time; documents that were removed meanwhile are passed over."""

    document_wanted = Signal(object)  # A Document that is to be opened at its first page with a remark
    status = Signal(str)

    def __init__(self, library: LibraryApi, jobs: Jobs, bar: ReviewBar) -> None:
        super().__init__(bar)
        self._library, self._jobs, self.bar = library, jobs, bar
        self._ids: list[int] = []
        self._place = 0
        bar.step_wanted.connect(self.step)
        bar.close_button.clicked.connect(self.stop)

    def begin(self, document_ids: Sequence[int]) -> None:
        """Open the first of these documents."""
        self._ids, self._place = list(document_ids), 0
        self._open()

    def step(self, by: int) -> None:
        """Go to the next document, or (-1) the one before; stay where there is none."""
        if 0 <= self._place + by < len(self._ids):
            self._place += by
            self._open()

    def stop(self) -> None:
        self._ids = []
        self._jobs.drop("look through")
        self.bar.hide()

    def _open(self) -> None:
        if not self._ids:
            self.stop()
            self.status.emit(tr("Nothing is left of them to look at."))
            return
        id_ = self._ids[self._place]
        library = self._library
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.documents.get(id_), topic="look through"
        )
        job.done.connect(self._show)
        job.failed.connect(partial(self._failed, id_))

    def _show(self, document: Document) -> None:
        self.bar.show_place(self._place + 1, len(self._ids), wording.title(document))
        self.document_wanted.emit(document)

    def _failed(self, document_id: int, error: BriefBankError) -> None:
        if isinstance(error, NotInLibrary) and document_id in self._ids:
            self._ids.remove(document_id)
            self._place = min(self._place, max(0, len(self._ids) - 1))
            self._open()
        elif not isinstance(error, Cancelled):
            self.status.emit(str(error))
