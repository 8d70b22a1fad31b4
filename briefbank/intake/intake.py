"""The intake of one library: what is dropped goes into the ledger, and a crew works it off.

A stop of any kind leaves the rest in the ledger; the next ``run`` goes on there. One file's trouble is a
value, :class:`FileOutcome`, and never stops the others.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from briefbank import files
from briefbank.catalogue.ledger import NewFile
from briefbank.catalogue.store import Catalogue
from briefbank.desk import Opens
from briefbank.errors import FileRefused, NotInLibrary, StoreBusy
from briefbank.intake import sentences
from briefbank.intake.crew import Crew
from briefbank.intake.noting import Noting
from briefbank.intake.steps import FileSteps
from briefbank.jobs import Reporter
from briefbank.locks import ProcessLock, clear_unless_held
from briefbank.models import (
    Document,
    FileOutcome,
    FileProgress,
    FileStatus,
    OcrSetting,
    PageOrder,
    PageSource,
    Stage,
)
from briefbank.paths import OURS, LibraryPaths
from briefbank.reading import archives
from briefbank.reading.isolated import ReadingProcesses
from briefbank.reading.segments import Segmenter
from briefbank.storage import library_folder

log = logging.getLogger(__name__)

BUSY = "Another BriefBank is adding files to this library."
BUSY_REMEDY = "It takes these files in too. Wait until it has finished."

_PAUSED = "intake paused"


class Intake:
    """Any thread; one ``run`` at a time in this and all programs."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Catalogue,
        processes: ReadingProcesses,
        steps: FileSteps,
        locks: tuple[ProcessLock, ProcessLock],
        threads: int,
        noting: Noting,
    ) -> None:
        """``locks``: the library's for short changes, and the one that is held while files are added."""
        self._lock, self._running = locks
        self._paths, self._catalogue, self._processes, self._steps = paths, catalogue, processes, steps
        self._ledger = catalogue.intake
        self._crew = Crew(self._ledger, steps, threads, noting)

    # --- what is to be done ----------------------------------------------------------------------

    def enqueue(
        self,
        dropped: Sequence[Path],
        reporter: Reporter,
        *,
        sample: bool = False,
        passwords: Mapping[Path, str] | None = None,
    ) -> int:
        """Put files, all files in folders and all members of archives into the ledger; how many are new.

        ``passwords`` are held in memory until their files have ended or the program has. Raises Cancelled and
        StoreError.
        """
        found = list(self._opened_up(files.walk(path.absolute() for path in dropped), reporter))
        self._steps.passwords.update(passwords or {})
        for file in found:  # told first: a crew that is at work may take one the moment it is in the ledger
            reporter.file(FileProgress(file.path, Stage.WAITING))
        return self._ledger.start(found, sample)

    def read_again(
        self, document_id: int, pages: Collection[int] | None, setting: OcrSetting, engine: str
    ) -> None:
        """Let pages of a document, or (None) all that have no text of their own, be recognised anew.

        Raises NotInLibrary, also for a page that the document does not have.
        """
        if pages is None or pages:  # what is damaged is read again without looking at what there is
            known = self._catalogue.pages_of(document_id)
            if pages is None:
                pages = [page.index for page in known if page.source is not PageSource.TEXT]
            if wrong := sorted(set(pages) - {page.index for page in known}):
                raise NotInLibrary(f"The document has no page {wrong[0] + 1}.", f"It has {len(known)} pages.")
        orders = [PageOrder(page, setting=setting, engine=engine) for page in sorted(pages)]
        self._ledger.start_again(document_id, orders)

    def cut_again(self, document: Document, segmenter: Segmenter, reporter: Reporter) -> list[FileOutcome]:
        """Read a document again, its long sections cut where ``segmenter``, which can be pickled, says; for
        this run of the program. Otherwise as ``run``; when that raises StoreBusy, it is read by whoever is at
        it."""
        self._steps.segmenters[document.sha256] = segmenter
        self.read_again(document.id, [], OcrSetting.STANDARD, "")
        return self.run(reporter, document.id)

    def unconfirmed(self) -> list[Path]:
        """The files that would be opened and that this user did not let wait; ``run`` passes them over. Of a
        file in an archive it is the archive, whatever the row is called."""
        return [Path(file.archive) if file.archive else file.path for file in self._ledger.unconfirmed()]

    def confirm(self) -> None:
        """Let the ``unconfirmed`` files be added by the next ``run``."""
        self._ledger.confirm()

    def waiting(self) -> list[FileProgress]:
        """The files that have not ended, in the order in which they came."""
        return [FileProgress(file.path, file.stage) for file in self._ledger.waiting()]

    def cancel(self, paths: Collection[Path] | None) -> list[FileOutcome]:
        """Take files off the ledger, or (None) all that have not ended; how each ended."""
        with self._lock():  # a file that is just being stored is stored
            ended = self._ledger.cancel(sentences.STOPPED, paths)
        stopped = {file.row: _stopped(file.path) for file in ended}
        in_work = self._crew.withdraw(stopped)
        for file in ended:
            if file.row not in in_work:
                self._steps.clear_away(file)
        return list(stopped.values())

    @property
    def paused(self) -> bool:
        """Whether a person wants the work to rest; kept over restarts."""
        return bool(self._catalogue.state(_PAUSED))

    @paused.setter
    def paused(self, wanted: bool) -> None:
        self._catalogue.set_state(_PAUSED, "yes" if wanted else "")

    # --- doing it --------------------------------------------------------------------------------

    def run(self, reporter: Reporter, document_id: int | None = None) -> list[FileOutcome]:
        """Work until no file waits; how those ended that ended now. With ``document_id`` only this document
        is read again. Raises Cancelled, StoreError, and StoreBusy when another program is at it."""
        with ExitStack() as stack:
            try:
                stack.enter_context(self._running())
            except StoreBusy as busy:
                raise StoreBusy(BUSY, BUSY_REMEDY, detail=busy.detail) from busy
            return self._crew.run(reporter, document_id)

    def clear_leftovers(self) -> None:
        """Delete what no document and no waiting file needs; nothing happens while an intake runs."""
        try:
            with self._running():
                self._ledger.forget_unused()
                needed = self._ledger.hashes_in_use()
                for path in (*self._paths.files.iterdir(), *self._paths.reading.iterdir()):
                    if OURS.fullmatch(path.name) and path.stem not in needed:
                        path.unlink(missing_ok=True)
                waiting = self._ledger.waiting_hashes()
                for path in library_folder.work_in(self._paths.work):
                    if path.name not in waiting:
                        clear_unless_held(path) if path.is_dir() else path.unlink(missing_ok=True)
        except StoreBusy:
            return
        except OSError as error:
            log.warning("leftovers could not be cleared: errno %s", error.errno)

    def _opened_up(self, found: Iterator[Path], reporter: Reporter) -> Iterator[NewFile]:
        """The files, and in place of an archive its members; one that cannot be opened says why later."""
        for path in found:
            reporter.check()
            members = self._members(path, reporter) if path.suffix.lower() == ".zip" else []
            for member in members:
                yield NewFile(path / member, str(path), member)
            if not members:
                yield _member_again(path) or NewFile(path, size=_size(path))

    def _members(self, path: Path, reporter: Reporter) -> list[str]:
        try:
            return self._processes.call(archives.entries, Opens(path), check=reporter.check)
        except FileRefused:
            return []


def _stopped(path: Path) -> FileOutcome:
    return FileOutcome(path, FileStatus.REFUSED, reason=sentences.STOPPED)


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None


def _member_again(path: Path) -> NewFile | None:
    """The member of an archive that is added once more, for instance with its password."""
    try:
        if path.exists():
            return None
    except OSError:  # it may not even be looked at: reading it will say why
        return None
    archive = next((parent for parent in path.parents if parent.is_file()), None)
    return NewFile(path, str(archive), path.relative_to(archive).as_posix()) if archive else None
