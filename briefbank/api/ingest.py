"""The adding of files, and the folders whose files are added by themselves."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from briefbank.domain.ingest import Enqueued, FileOutcome, FileProgress, UnconfirmedPaths, WatchedFolder
from briefbank.domain.ingest_report import IngestReport, ReportedFile, Searchable
from briefbank.domain.pages import OcrSetting
from briefbank.domain.survey import Survey
from briefbank.jobs import Reporter


class IngestApi(Protocol):
    """The queue of files that are to be added or read again, and the work on it."""

    paused: bool
    """True if a person paused the ingest; kept across restarts."""

    def add(
        self,
        dropped: Sequence[Path],
        reporter: Reporter,
        *,
        sample: bool = False,
        passwords: Mapping[Path, str] | None = None,
        thorough: bool = False,
    ) -> list[FileOutcome]:
        """Call ``enqueue`` and ``run``; return the outcomes of these files, and of any that waited before."""

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

    def run(self, reporter: Reporter, *, scans_now: bool = False) -> list[FileOutcome]:
        """Add the queued files, also from earlier starts; words are searchable as each file ends.

        Scans of large drops wait for the hours of the settings, if there are any, unless ``scans_now``.

        One call at a time. Raises Cancelled (a pause: the rest stays queued), StoreBusy when another program
        is adding files, and StoreError.
        """

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

    def leave_out(self, paths: Collection[Path], *, wanted: bool = True) -> None:
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

    def read_older_again(self) -> int:
        """Have the next ``run`` read all documents again in whose annotations another release left gaps;
        return how many.

        Marks and corrections stay. After an interruption it can be called again. Raises StoreError.
        """


class WatchedFoldersApi(Protocol):
    """The watched folders, and what a library asks to be read that this user did not name."""

    def folders(self) -> list[WatchedFolder]:
        """Return the folders in the order of their addition, with the problem of the last poll. Raises
        StoreError."""

    def watch(self, path: Path) -> None:
        """Add the files in a folder and its subfolders, and those that appear in it later. A folder that
        someone else added is confirmed. Raises BriefBankError for an unsuitable folder."""

    def unwatch(self, path: Path) -> None:
        """Stop watching a folder; documents added from it stay. Raises StoreError."""

    def poll(self, reporter: Reporter) -> int:
        """Queue new files of watched folders, once they are completely written; return how many."""

    def unconfirmed(self) -> UnconfirmedPaths:
        """Return the folders and files that this library asks to be read and this user did not confirm. None
        of them is read before ``confirm``. Raises StoreError."""

    def confirm(self) -> None:
        """Watch the ``unconfirmed`` folders and let the files be added. Raises StoreError."""

    def decline(self) -> None:
        """Stop watching the ``unconfirmed`` folders, and remove the files from the queue. Raises
        StoreError."""
