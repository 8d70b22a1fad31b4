"""Shows on the Library page what the library holds: its size, the list asked for, and the rows in view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, SignalInstance

from briefbank.domain.documents import Document
from briefbank.errors import BriefBankError, Cancelled
from ui.features.documents.folder_choice import MOST
from ui.features.documents.view import DocumentsView
from ui.jobs import Job, JobReporter, Jobs, Lane

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

SIZE, LIST, ROWS, FOLDERS, ONE = (
    *("documents", "document list", "document rows", "document folders"),
    "document opened",
)
"""The topics of its jobs."""


@dataclass(frozen=True, slots=True)
class LibraryContents:
    """What a library holds at one moment, as far as the whole window shows it."""

    documents: int
    passages: int
    opened: Mapping[int, Document | None]
    """The documents that are open in the window, by id; None for one that is gone."""


class DocumentListController(QObject):
    """The controller of the page. The list is read while the page is in view, else when it is next shown."""

    status = Signal(str)
    contents_read = Signal(object)  # The LibraryContents after each change
    open_wanted = Signal(object)
    beside_wanted = Signal(object)  # The Document to open, in the other of two readers

    def __init__(
        self,
        library: LibraryApi,
        jobs: Jobs,
        view: DocumentsView,
        opened: Callable[[], Iterable[Document]],
    ) -> None:
        """``opened`` returns the documents that are open in the window."""
        super().__init__(view)
        self._library, self._jobs, self._view, self._opened = library, jobs, view, opened
        self._current = False
        view.shown.connect(self._show)
        view.list_wanted.connect(self._read_list)
        view.model.rows_wanted.connect(self._read_rows)
        view.open_wanted.connect(partial(self._read_one, self.open_wanted))
        view.beside_wanted.connect(partial(self._read_one, self.beside_wanted))

    def refresh(self) -> None:
        """Show the library as it is now."""
        self._jobs.drop(ROWS)
        self._view.model.outdate()
        self._current = False
        opened = [document.id for document in self._opened()]
        self._start(SIZE, partial(_contents, self._library, opened)).done.connect(self._show_contents)
        if self._view.isVisible():
            self._show()

    def _show_contents(self, now: LibraryContents) -> None:
        self._view.show_size(now.documents, now.passages)
        self.contents_read.emit(now)

    def _show(self) -> None:
        if self._current:
            return
        self._current = True
        self._read_list()
        library, also = self._library, self._view.wanted().folder
        job = self._start(FOLDERS, lambda _reporter: library.documents.folders(MOST, also))
        job.done.connect(self._view.show_folders)

    def _read_list(self) -> None:
        if not self._view.isVisible():
            self._current = False
            return
        library, selection = self._library, self._view.wanted()
        job = self._start(LIST, lambda _reporter: library.documents.ids(selection), Lane.LISTS)
        job.done.connect(partial(self._view.show_list, selection))

    def _read_rows(self, ids: Sequence[int]) -> None:
        library, model = self._library, self._view.model
        job = self._start(ROWS, lambda _reporter: library.documents.listed(ids))
        job.done.connect(partial(model.show_rows, ids))
        job.failed.connect(lambda _error: model.ask_again())

    def _read_one(self, signal: SignalInstance, document_id: int) -> None:
        library = self._library
        job = self._start(ONE, lambda _reporter: library.documents.get(document_id))
        job.done.connect(signal.emit)

    def _start(self, topic: str, work: Callable[[JobReporter], object], lane: Lane = Lane.READER) -> Job:
        job = self._jobs.start(lane, work, topic=topic)
        job.failed.connect(self._failed)
        return job

    def _failed(self, error: BriefBankError) -> None:
        if not isinstance(error, Cancelled):
            self.status.emit(str(error))


def _contents(library: LibraryApi, opened: Sequence[int], _reporter: JobReporter) -> LibraryContents:
    documents, passages = library.documents.totals()
    known = library.documents.some(opened)
    return LibraryContents(documents, passages, {id_: known.get(id_) for id_ in opened})
