"""The documents of a library: their list and captions, their pages, the intake of files, offline copies."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import (
    ALL,
    Attachments,
    CaptionEntry,
    Document,
    DocumentList,
    LibraryChange,
    LibraryState,
    ListedDocument,
)
from briefbank.domain.ingest import (
    Enqueued,
    FileGroup,
    FileOutcome,
    FileProgress,
    IngestReport,
    IngestState,
    ReportedFile,
    Searchable,
    Survey,
    UnconfirmedPaths,
    WatchedFolder,
)
from briefbank.domain.maintenance import EncryptionState
from briefbank.domain.office import OfflineChoice, OfflineGrant, OfflineLease, OfflineReport, OfflineState
from briefbank.domain.pages import (
    Box,
    Findable,
    OcrSetting,
    OutlineEntry,
    Page,
    PageHighlight,
    PageImage,
    PageLink,
    Passage,
)
from briefbank.domain.searches import Hit
from briefbank.jobs import Reporter
from briefbank.text.messages import Message


class DocumentsApi(Protocol):
    def each(self, selection: DocumentList = ALL) -> Iterator[Document]:
        """Yield the documents of a list in its order; without one all, the newest filed first. What is
        removed meanwhile is passed over. Raises StoreError at any step."""

    def ids(self, selection: DocumentList) -> Sequence[int]:
        """Return the ids of the documents of a list in its order: a few megabytes for half a million."""

    def listed(self, document_ids: Iterable[int]) -> dict[int, ListedDocument]:
        """Return those of these documents that exist as rows of a list, by id."""

    def folders(self, most: int, also: str = "") -> dict[str, int]:
        """Return folders that tell the documents apart, each with its number of documents, those in it
        included: at most so many, those with most documents, and ``also`` where it has any."""

    def totals(self) -> tuple[int, int]:
        """Return how many documents there are, and their passages, without reading any of them."""

    def state(self) -> LibraryState:
        """Return the state of the documents, for ``change_since``. A millisecond for 200,000 documents.
        Raises IndexFault and StoreError."""

    def change_since(self, before: LibraryState) -> LibraryChange:
        """Return what became of the documents since an earlier ``state``."""

    def some(self, document_ids: Iterable[int]) -> dict[int, Document]:
        """Return those of these documents that exist, by id."""

    def get(self, document_id: int) -> Document:
        """Return a document. Raises NotInLibrary."""

    def pages(self, document_id: int) -> list[Page]: ...

    def passages(self, document_id: int) -> list[Passage]: ...

    def surroundings(self, passage_id: int) -> list[Passage]:
        """Return the whole section in which a passage stands, in document order. Raises NotInLibrary when the
        passage is no longer there."""

    def caption(self, document_id: int) -> tuple[CaptionEntry, ...]:
        """Return an entry for each CaptionField in order: a person's correction, else the value read, else an
        empty one. Raises NotInLibrary."""

    def attachments(self, document_id: int) -> Attachments:
        """Return what a document is attached to, and what is attached to it. Raises NotInLibrary."""

    def correct(self, document_id: int, field: CaptionField, value: str | None) -> Document:
        """Store a person's correction permanently; empty means that the document has no such value.

        None withdraws a correction, so that the value read applies. Takes seconds in a large library where an
        older correction is replaced or withdrawn, whose words are overwritten. Raises CorrectionRefused for a
        date or a kind that cannot be understood, NotInLibrary and StoreError.
        """

    def correct_many(
        self, document_ids: Sequence[int], field: CaptionField, value: str | None, reporter: Reporter
    ) -> list[int]:
        """Do as ``correct`` to each of these documents, or to none; return those that are not in the library.

        Raises CorrectionRefused, StoreError, and Cancelled until the catalogue has all: then nothing changed.
        """

    def remove(self, document_id: int, reporter: Reporter | None = None) -> None:
        """Remove a document, its copies and everything made from it, from the disk too. Raises NotInLibrary.

        Seconds for a large library, since the files that hold its words are rewritten.
        """

    def remove_many(self, document_ids: Sequence[int], reporter: Reporter) -> None:
        """Remove documents as ``remove`` does, in about the time of one; skip those that are gone already."""


class PageView(Protocol):
    """The pages of one PDF, rendered in a child process. Calls block: use a worker thread."""

    def sizes(self) -> list[tuple[float, float]]:
        """Return width and height of each page in points, as displayed."""

    def render(self, page: int, scale: float) -> PageImage:
        """Render one page at ``scale`` pixels per point."""

    def boxes(self, page: int, ranges: Sequence[tuple[int, int]]) -> list[Box]:
        """Return the boxes of ranges of the page's raw text: one for each piece of a line."""

    def characters(self, page: int) -> list[Box | None]:
        """Return the box of each character of the page's raw text; None for an invisible one."""

    def links(self, page: int) -> list[PageLink]:
        """Return the links on a page with their targets, which are not followed."""

    def attached(self) -> int:
        """Return the number of files embedded in this one."""

    def has_active_content(self) -> bool:
        """Tell whether it holds scripts, attached files or the like, which other programs might open."""

    def close(self) -> None: ...


class ReaderApi(Protocol):
    def prepare_pages(self) -> None:
        """Keep a spare process from now on, so that documents open at once. Milliseconds."""

    def open_pages(self, document_id: int) -> PageView:
        """Return a renderer for a document's pages; the caller closes it. Raises the exceptions of
        ``readable_pdf_path``."""

    def pdf_path(self, document_id: int) -> Path:
        """Return the PDF to which the passages' spans refer: the reading copy, or else the original."""

    def readable_pdf_path(self, document_id: int) -> Path:
        """Return ``pdf_path``, checked to be readable. Raises NotInLibrary, StoreAway and FileAway."""

    def outside(self, document_id: int, page: int) -> tuple[Path, tuple[str, ...]]:
        """Return the PDF for the system's own viewer, and the command that opens it at a page (0-based),
        empty where no such command is known. Raises OutsideRefused, and the exceptions of
        ``readable_pdf_path``."""

    def highlights(self, hit: Hit) -> list[PageHighlight]:
        """Return the ranges to highlight for a result, page by page."""

    def findable(self, document_id: int) -> Findable:
        """Prepare the document's text for finding words in it; up to a second. Raises NotInLibrary."""

    def outline(self, document_id: int) -> tuple[OutlineEntry, ...]:
        """Return the document's headings in order; empty where none was detected."""

    def citation(self, document_id: int, page: int, last: int | None = None) -> str:
        """Return a document's citation for a page (0-based), or pages up to ``last``. Raises NotInLibrary."""


class IngestApi(Protocol):
    """The queue of files that are to be added or read again, and the work on it."""

    paused: bool  # True if a person paused the ingest; kept across restarts

    def add(
        self,
        dropped: Sequence[Path],
        reporter: Reporter,
        *,
        sample: bool = False,
        passwords: Mapping[Path, str] | None = None,
        thorough: bool = False,
    ) -> list[FileOutcome]:
        """Enqueue files and add them; return their outcomes, and those of any that waited before."""
        self.enqueue(dropped, reporter, sample=sample, passwords=passwords, thorough=thorough)
        return self.run(reporter)

    def survey(
        self, dropped: Sequence[Path], reporter: Reporter, *, large_only: bool = False
    ) -> Survey | None:
        """Return what lies at the paths, without adding anything; with ``large_only`` None when that is
        little, which is found out quickly. Patterns of the settings are not applied. Some 15 seconds for
        50,000 files on a local disk. Raises Cancelled and StoreError."""

    def enqueue(
        self,
        dropped: Sequence[Path],
        reporter: Reporter,
        *,
        sample: bool = False,
        passwords: Mapping[Path, str] | None = None,
        thorough: bool = False,
        patterns: Collection[str] = (),
    ) -> Enqueued:
        """Queue files, all files in folders and all members of ZIP archives and mailboxes to be added. What
        is attached to a mail is added after it.

        More than 200 files are queued in batches, the newest first, behind those that a person waits for; a
        ``run`` may begin before this call ends. ``patterns`` and those of the settings leave out files in
        folders.

        Links that lead out of a folder, files that systems and programs leave in folders, and pictures in
        folders that are too small for a page are passed over and counted. The queued ones stay queued until
        they are finished, even when the program stops. ``passwords`` are used once, held in memory until then
        and not stored. ``thorough`` has them read with repair, longer limits and more careful recognition,
        unless the program stops before. Raises Cancelled and StoreError.

        Files that were left out are passed over in folders and archives, and counted; one that is dropped
        itself is taken back.
        """

    def enqueue_attached(self, document_id: int, reporter: Reporter) -> Enqueued:
        """Queue the files that are attached inside a PDF; those of a mail were added with it.

        Each becomes a document that knows the PDF. Raises NotInLibrary, FileRefused, Cancelled and
        StoreError.
        """

    def finish_drops(self, reporter: Reporter) -> None:
        """Queue the rest of drops whose queueing was interrupted by the end of the program. Raises Cancelled
        and StoreError."""

    def run(self, reporter: Reporter) -> list[FileOutcome]:
        """Add the queued files, also from earlier starts; words are searchable as each file ends.

        One call at a time. Raises Cancelled (a pause: the rest stays queued), StoreBusy when another program
        is adding files, and StoreError.
        """

    def state(self, since: int | None = None) -> IngestState:
        """Return the state of the round that began after a row of the ledger, or (None) of the files that
        wait now. Milliseconds for a thousand files."""

    def files(
        self, group: FileGroup, start: int = 0, most: int = 100, reason: Message | None = None
    ) -> list[FileOutcome]:
        """Return a part of a group of files: open ones as they will be read, with what they wait for; refused
        ones by reason, the most frequent first; others newest first. ``reason``: only files with it."""

    def waiting(self) -> list[FileProgress]:
        """Return the files that wait to be added here, in the order in which they are to be read."""

    def cancel(self, paths: Collection[Path] | None = None) -> list[FileOutcome]:
        """Remove these files, or (None) all waiting ones, from the queue; return their outcomes. Documents
        that were added stay."""

    def history(self) -> list[FileOutcome]:
        """Return the outcomes of earlier files, newest first."""

    def report(self) -> IngestReport:
        """Return what became of all files that were ever queued, in numbers. Raises StoreError."""

    def reported_files(self) -> list[ReportedFile]:
        """Return the same file by file, in the order in which they were queued. Raises StoreError."""

    def searchable(self) -> Searchable:
        """Return how many files can be searched, while others wait. Milliseconds. Raises StoreError."""

    def clear_refused(self) -> None:
        """Remove the files that were refused and not left out from the history. Raises StoreError."""

    def leave_out(self, paths: Collection[Path], *, skip: bool = True) -> None:
        """Leave refused files out from now on, or (False) no longer. Raises StoreError."""

    def read_again(
        self,
        document_id: int,
        pages: Collection[int] | None = None,
        *,
        setting: OcrSetting = OcrSetting.STANDARD,
        engine: str = "",
    ) -> None:
        """Have the next ``run`` recognise pages (0-based) of a document, or (None) all its scanned ones,
        again; until then it stays as it is. Raises NotInLibrary, also for a page that it does not have."""


class WatchedFoldersApi(Protocol):
    """The watched folders, and what a library asks to be read that this user did not name."""

    def folders(self) -> list[WatchedFolder]:
        """Return the folders in the order of addition, with the last poll's problem. Raises StoreError."""

    def watch(self, path: Path) -> None:
        """Add the files in a folder and its subfolders, and those that appear in it later. A folder that
        someone else added is confirmed. Raises BriefBankError for an unsuitable folder."""

    def unwatch(self, path: Path) -> None: ...

    def poll(self, reporter: Reporter) -> int:
        """Queue new files of watched folders, once they are completely written; return how many."""

    def unconfirmed(self) -> UnconfirmedPaths:
        """Return the folders and files that this library asks to be read and this user did not confirm. None
        of them is read before ``confirm``. Raises StoreError."""

    def confirm(self) -> None:
        """Watch the ``unconfirmed`` folders and let the files be added. Raises StoreError."""

    def decline(self) -> None:
        """Stop watching the ``unconfirmed`` folders and take the files off the queue. Raises StoreError."""


class OfflineGrantsApi(Protocol):
    """The offline copies of an office: who has which, and until when."""

    def take(self, choice: OfflineChoice, disk: EncryptionState) -> OfflineLease:
        """Give the asking person an offline copy at this computer, or renew it, and note that in the
        activity log.

        ``disk`` is what the computer says of its own. Raises OfflineRefused where that is not encrypted and
        the office requires it, and TooMuchOffline.
        """

    def returned(self) -> None:
        """Note that the person has no offline copy at this computer any more."""

    def given(self) -> list[OfflineGrant]:
        """Return all offline copies, those whose time ends last first."""


class OfflineMattersApi(Protocol):
    """A client's offline copy. Methods raise StoreError, and what the server's calls raise if they ask it."""

    @property
    def folder(self) -> Path:
        """Return the folder of the library that the offline copy is. Immediate."""

    def lease(self) -> OfflineLease | None:
        """Return for how long the offline copy is given; None where there is none. Reads one small file."""

    def state(self) -> OfflineState | None:
        """Return what is in the offline copy; None where there is none. Asks no server."""

    def take(self, choice: OfflineChoice, reporter: Reporter) -> OfflineReport:
        """Take documents along, beside those that are in the offline copy, and do what ``sync`` does."""

    def sync(self, reporter: Reporter) -> OfflineReport:
        """Send what was done in the offline copy, bring it up to date with the office, and renew its time.

        After a stop the next one goes on. Raises NothingOffline, OfflineOfAnother, OfflineRefused and
        Cancelled.
        """

    def leave(self, reporter: Reporter, *, unsent_too: bool = False) -> None:
        """Delete the offline copy. Asks the server only to note it. Raises NothingOffline; and
        OfflineNotSent, unless ``unsent_too``, where the office lacks something done in it."""
