"""The ingestion of one library: dropped files enter the ledger, and threads take them from there.

The ledger is the queue, so memory does not grow with the size of a drop, and after any stop the next ``run``
continues there. Each thread takes the next file, does one step with it (``steps``), and takes another. Files
are read before scans are recognised, so that files with text of their own are searchable first. The threads
only wait for child processes and write to the library; they end with the call that started them. A problem
with one file is a value, :class:`FileOutcome`, and never stops the others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import replace
from enum import Enum, auto
from pathlib import Path
from threading import Condition, Lock

from briefbank import files
from briefbank.api.documents import IngestApi
from briefbank.catalogue import document_rows, ingest_ledger, ingest_report, intake_notes, library_facts
from briefbank.catalogue.database import Database
from briefbank.catalogue.ingest_ledger import WAITED_FOR, NewFile, OpenFile, turn_by_age
from briefbank.catalogue.intake_notes import Drop
from briefbank.catalogue.sqlite_database import Withdrawn
from briefbank.domain.documents import Document
from briefbank.domain.ingest import (
    Enqueued,
    FileGroup,
    FileOutcome,
    FileProgress,
    FileStatus,
    IngestReport,
    IngestState,
    PassedOver,
    ReportedFile,
    Searchable,
    Stage,
    Survey,
)
from briefbank.domain.pages import OcrSetting, PageOrder, PageSource
from briefbank.errors import (
    BriefBankError,
    Cancelled,
    FileRefused,
    NeedsLibreOffice,
    NotInLibrary,
    StoreAway,
    StoreBusy,
    StoreError,
)
from briefbank.extraction import containers, sniff
from briefbank.extraction.containers import ARCHIVE_DEPTH
from briefbank.extraction.formats import picture
from briefbank.extraction.passages import PrecomputedSegmenter
from briefbank.extraction.sniff import FileContents
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest.dropped_files import DroppedFile, DroppedFiles, Surveyor
from briefbank.ingest.originals import attached_to
from briefbank.ingest.progress import (
    OUR_FAULT,
    TOO_OFTEN,
    IngestAuditHook,
    KeyTaken,
    Progress,
    RunProgress,
    refusal_of,
)
from briefbank.ingest.steps import FileSteps
from briefbank.jobs import Reporter
from briefbank.paths import OURS
from briefbank.sandbox.confinement import InputFile, OpenedFile
from briefbank.settings import Settings
from briefbank.storage import library_folder
from briefbank.storage.lease import ProcessLock, clear_unless_held, hold
from briefbank.storage.library_folder import require_reachable
from briefbank.storage.write_access import Access
from briefbank.text.file_names import LeaveOut, folder_of
from briefbank.text.messages import NO_MESSAGE, Message

log = logging.getLogger(__name__)

BUSY = Message("Another BriefBank is adding files to this library.")
BUSY_REMEDY = Message("It takes these files in too. Wait until it has finished.")

LISTING_SILENCE_S = 60.0  # The limit for the list of an archive, and for each megabyte of a mailbox
_PAUSED, _LOOKING = "intake paused", Message("looking")
MASS = 200
"""The largest number of files that a person is taken to wait for. More are added newest first, behind those,
and are queued so many at a time."""


MOST_ATTEMPTS = 20
"""The starts on one file without an intermediate result after which it is taken as the cause of the stops."""

WRITING = 5
"""The threads beside one for each reading process: while those are busy, others write to the library, which
waits for the disk, and the words of their files are indexed in one change."""
MOST_THREADS = 128
"""The limit of the threads: each waits for another computer, and is kept awake by a connection to it."""
_GROW_S = 2.0
"""The seconds after which the number of workers is asked for again: another computer may have joined."""
_POLL_S = 0.5  # The seconds between two polls of the ledger by an idle thread: another program may add files


class Ingestion(IngestApi):
    """The ingestion of files. Any thread; one ``run`` at a time in this and all programs."""

    def __init__(
        self,
        access: Access,
        catalogue: Database,
        processes: WorkerPool,
        steps: FileSteps,
        locks: tuple[ProcessLock, ProcessLock],
        workers: Callable[[], int],
        audit_hook: IngestAuditHook,
        before_run: Callable[[Reporter], None],
        after_run: Callable[[Reporter], None],
        user_settings: Callable[[], Settings] = Settings,
    ) -> None:
        """``locks`` are the library's for short changes, and the one that is held while files are added;
        ``workers`` returns how many files are read at once. ``before_run`` and ``after_run`` bring what is
        made from the catalogue up to date. ``user_settings`` are the user's settings now."""
        self._lock, self._running = locks
        self._access, self._paths, self._catalogue = access, access.paths, catalogue
        self._processes, self._steps = processes, steps
        self._before_run, self._after_run = before_run, after_run
        self._user_settings = user_settings
        self._queueing: set[str] = set()
        """The drops that are being queued in this program."""
        self._drops = Lock()
        self._surveyor = Surveyor(self._paths.root, processes)
        self._workers, self._audit_hook = workers, audit_hook
        self._run: _Run | None = None
        self._progress: RunProgress | None = None  # That of the present run
        self._waits_for: Mapping[int, Message] = {}
        """The rows that the last run passed over, and why, where that is known."""

    def survey(
        self, dropped: Sequence[Path], reporter: Reporter, *, large_only: bool = False
    ) -> Survey | None:
        with require_reachable(self._paths):
            return self._surveyor.survey(dropped, reporter, above=MASS if large_only else 0)

    def enqueue(
        self,
        dropped: Sequence[Path],
        reporter: Reporter,
        *,
        sample: bool = False,
        passwords: Mapping[Path, str] | None = None,
        thorough: bool = False,
        patterns: Collection[str] = (),
        watched: Sequence[Path] | None = None,
        folder: str = "",
    ) -> Enqueued:
        """Do as the Protocol says. With ``watched`` the files count as files in a folder; it names the
        folders around them from which their own are counted (``text.file_names``). ``folder`` is the one in
        which they were at another computer."""
        with require_reachable(self._paths):
            self._steps.passwords.update(passwords or {})
            absolute = [path.absolute() for path in dropped]
            roots = {*absolute, *(watched or ())}
            left_out = LeaveOut([*self._user_settings().leave_out, *patterns])
            files, walked = _walk(absolute, left_out, reporter, in_folders=watched is not None)
            if thorough:
                self._steps.thorough.update(file.path for file in files)
            if len(files) <= MASS:
                new, passed_over = self._queue(files, sample, None, roots, reporter, folder)
            else:
                with self._drops:
                    drop = intake_notes.begin_drop(
                        self._catalogue, absolute, left_out.patterns, sample, watched or ()
                    )
                    self._queueing.add(drop.id)
                new, passed_over = self._queue_drop(drop, files, roots, reporter)
            return Enqueued(new, walked + passed_over)

    def enqueue_attached(self, document_id: int, reporter: Reporter) -> Enqueued:
        with require_reachable(self._paths):
            document = document_rows.get(self._catalogue, document_id)
            if document.suffix != ".pdf" or not document.attached:
                return Enqueued(0)
            names = self._processes.call(
                containers.list_attached,
                InputFile(self._paths.original(document.sha256, document.suffix)),
                check=reporter.check,
            )
            path = ingest_ledger.path_of(self._catalogue, document_id) or Path(document.file_name)
            around = NewFile(path, folder=document.folder, container=document.sha256)
            attached = attached_to(around, names)
            for file in attached:
                reporter.file(FileProgress(file.path, Stage.WAITING))
            return Enqueued(ingest_ledger.start(self._catalogue, attached, document.sample))

    def patterns(self) -> LeaveOut:
        return LeaveOut(self._user_settings().leave_out)

    def finish_drops(self, reporter: Reporter) -> None:
        if self._access.why_not():
            return
        with self._drops:
            drops = intake_notes.open_drops(self._catalogue)
            interrupted = [drop for drop in drops if drop.id not in self._queueing]
            self._queueing.update(drop.id for drop in interrupted)
        try:
            for drop in interrupted:
                left_out = LeaveOut(drop.leave_out)
                files, _ = _walk(drop.paths, left_out, reporter, in_folders=bool(drop.watched))
                self._queue_drop(drop, files, {*drop.paths, *drop.watched}, reporter)
        finally:
            self._queueing.difference_update(drop.id for drop in interrupted)

    def _queue_drop(
        self, drop: Drop, files: list[DroppedFile], roots: Set[Path], reporter: Reporter
    ) -> tuple[int, PassedOver]:
        """Queue the files of a large drop, the newest first, in batches, so that reading begins meanwhile;
        return how many are new, and what was passed over. ``finish_drops`` goes on after a stop."""
        new, passed_over = 0, PassedOver()
        try:
            files.sort(key=lambda file: (-file.modified, file.shown))
            for first in range(0, len(files), MASS):
                reporter.check()
                batch = files[first : first + MASS]
                queued, passed = self._queue(batch, drop.sample, drop, roots, reporter)
                new, passed_over = new + queued, passed_over + passed
            intake_notes.end_drop(self._catalogue, drop)
        except Withdrawn:
            log.info("a drop was cancelled while it was queued")
        finally:
            self._queueing.discard(drop.id)
        return new, passed_over

    def _queue(
        self,
        files: Sequence[DroppedFile],
        sample: bool,
        drop: Drop | None,
        roots: Set[Path],
        reporter: Reporter,
        folder: str = "",
    ) -> tuple[int, PassedOver]:
        """Queue some files, and in place of archives and mailboxes their members; return how many are new,
        and what was passed over of them."""
        left_out, home = self.left_out(), None
        with suppress(RuntimeError):  # a user without one
            home = Path.home()
        passed_over = PassedOver()
        queued: list[NewFile] = []
        for file in files:
            reporter.check()
            if file.in_folder and file.path in left_out:
                passed_over += PassedOver(left_out=1)
                continue
            members = self._identify(file, reporter)
            if members is None:
                passed_over += PassedOver(pictures=1)
                continue
            turn = WAITED_FOR if drop is None else turn_by_age(file.modified)
            for member in members:
                if member.archive and member.path in left_out:
                    passed_over += PassedOver(left_out=1)
                else:
                    own = folder_of(member.path, roots, home)
                    if folder:  # in place of the one in which the file lies now
                        own = "/".join((folder, *own.split("/")[1:]))
                    queued.append(replace(member, folder=own, turn=turn))
        if drop is not None:
            ended = ingest_ledger.ended_since(self._catalogue, drop, [file.path for file in queued])
            queued = [file for file in queued if file.path not in ended]
        for waiting in queued:  # reported first: a running pool may take a file as soon as the ledger has it
            reporter.file(FileProgress(waiting.path, Stage.WAITING))
        return ingest_ledger.start(self._catalogue, queued, sample, drop), passed_over

    def _identify(self, file: DroppedFile, reporter: Reporter) -> list[NewFile] | None:
        """Return the file, or in place of an archive or a mailbox its members; None for a picture in a folder
        that is too small for a page. A file that cannot be identified is returned as it is, and refused with
        the reason when it is read."""
        path = file.path
        may_be_small = not file.in_folder or path.suffix.lower() not in picture.PHOTOGRAPHS
        contents = FileContents()
        if file.size:
            with suppress(FileRefused):
                contents = self._processes.call(
                    sniff.identify,
                    OpenedFile(path),
                    may_be_small,
                    timeout_s=LISTING_SILENCE_S,
                    check=reporter.check,
                    on_progress=lambda done, total: reporter.progress(_LOOKING, done, total),
                )
        if contents.is_too_small:
            return None
        if contents.members:
            return [
                NewFile(path / member.name, str(path), member.position, depth=member.depth)
                for member in contents.members
            ]
        if file.size is None:  # a member of a container may be added again, for instance with its password
            with suppress(OSError):  # without the right to look at it: reading it gives the reason
                if not path.exists():
                    if known := ingest_ledger.attached_as(self._catalogue, path):
                        return [known]
                    if archive := next((parent for parent in path.parents if parent.is_file()), None):
                        member = path.relative_to(archive).as_posix()
                        return [NewFile(path, str(archive), member, depth=ARCHIVE_DEPTH)]
        return [NewFile(path, size=file.size, suffix=contents.suffix)]

    def read_again(
        self,
        document_id: int,
        pages: Collection[int] | None = None,
        *,
        setting: OcrSetting = OcrSetting.STANDARD,
        engine: str = "",
    ) -> None:
        if pages is None or pages:  # a damaged document is read again without a look at its pages
            known = document_rows.pages_of(self._catalogue, document_id)
            if pages is None:
                pages = [page.index for page in known if page.source is not PageSource.TEXT]
            if wrong := sorted(set(pages) - {page.index for page in known}):
                raise NotInLibrary(
                    Message("The document has no page {wrong}.", wrong=wrong[0] + 1),
                    Message("It has {known} pages.", known=len(known)),
                )
        orders = [PageOrder(page, setting=setting, engine=engine) for page in sorted(pages)]
        ingest_ledger.start_again(self._catalogue, document_id, orders)

    def cut_again(
        self, document: Document, segmenter: PrecomputedSegmenter, reporter: Reporter
    ) -> list[FileOutcome]:
        """Read a document again, with its long sections cut by ``segmenter``, for this run of the program;
        otherwise as ``run_only``. When that raises StoreBusy, the program that runs reads the document."""
        self._steps.segmenters[document.sha256] = segmenter
        self.read_again(document.id, [])
        return self.run_only(reporter, document.id)

    def unconfirmed(self) -> list[Path]:
        """Return the files that would be opened and that this user did not put there: of a file in an archive
        the archive. ``run`` passes them over."""
        rows = ingest_ledger.unconfirmed(self._catalogue)
        return [Path(file.archive) if file.archive else file.path for file in rows]

    def confirm(self) -> None:
        ingest_ledger.confirm(self._catalogue)

    def state(self, since: int | None = None) -> IngestState:
        if self._access.why_not():
            return IngestState()
        progress = self._progress
        state = ingest_ledger.state(self._catalogue, since, () if progress else self._waits_for)
        return progress.added_to(state) if progress else state

    def files(
        self, group: FileGroup, start: int = 0, most: int = 100, reason: Message | None = None
    ) -> list[FileOutcome]:
        return ingest_ledger.files(self._catalogue, group, start, most, reason, self._waits_for)

    def waiting(self) -> list[FileProgress]:
        if self._access.why_not():
            return []
        return [FileProgress(file.path, file.stage) for file in ingest_ledger.waiting(self._catalogue)]

    def history(self) -> list[FileOutcome]:
        return ingest_ledger.history(self._catalogue)

    def report(self) -> IngestReport:
        return ingest_report.report(self._catalogue)

    def reported_files(self) -> list[ReportedFile]:
        return ingest_report.reported_files(self._catalogue)

    def searchable(self) -> Searchable:
        return ingest_report.searchable(self._catalogue)

    def clear_refused(self) -> None:
        ingest_ledger.forget_refused(self._catalogue)

    def leave_out(self, paths: Collection[Path], *, skip: bool = True) -> None:
        ingest_ledger.leave_out(self._catalogue, paths, skip=skip)

    def left_out(self) -> set[Path]:
        return ingest_ledger.left_out(self._catalogue)

    def cancel(self, paths: Collection[Path] | None = None) -> list[FileOutcome]:
        with self._lock():  # the file that is being stored now is completed
            stopped = ingest_ledger.cancel(self._catalogue, paths)
        run, rows = self._run, {file.row: outcome for file, outcome in stopped}
        self._waits_for = {row: why for row, why in self._waits_for.items() if row not in rows}
        in_work = run.withdraw(rows) if run is not None else set()
        for file, _outcome in stopped:
            if file.row not in in_work:
                self._steps.clear_away(file)
        return [outcome for _file, outcome in stopped]

    @property
    def paused(self) -> bool:
        return bool(library_facts.get(self._catalogue, _PAUSED))

    @paused.setter
    def paused(self, value: bool) -> None:
        library_facts.put(self._catalogue, _PAUSED, "yes" if value else "")

    def run(self, reporter: Reporter) -> list[FileOutcome]:
        with require_reachable(self._paths):
            self._before_run(reporter)
            self.finish_drops(reporter)
            for document_id in sorted(library_facts.annotation_gaps_of_other_releases(self._catalogue)):
                self.read_again(document_id, [])  # this release may fill them
            library_facts.mark_annotation_gaps_asked(self._catalogue)
            outcomes = self.run_only(reporter)
            self._after_run(reporter)
        return outcomes

    def run_only(self, reporter: Reporter, document_id: int | None = None) -> list[FileOutcome]:
        """Work until no file waits, and bring nothing else up to date; return the outcomes of this run. With
        ``document_id`` only this document is read again. Raises Cancelled, StoreError, and StoreBusy when
        another program is adding files."""
        with hold(self._running(), StoreBusy(BUSY, BUSY_REMEDY)):
            progress = self._progress = RunProgress(reporter)
            self._run = _Run(
                self._catalogue, self._steps, self._workers, self._audit_hook, progress, document_id
            )
            try:
                return self._run.outcomes()
            finally:
                if document_id is None:
                    self._waits_for = self._run.waits_for()
                self._run = self._progress = None
                self._audit_hook.end()

    def clear_leftovers(self) -> None:
        """Delete files that no document and no waiting file needs, unless files are being added."""
        try:
            with self._running():
                intake_notes.forget_unused_pages(self._catalogue)
                needed = ingest_ledger.hashes_in_use(self._catalogue)
                for path in (*self._paths.files.iterdir(), *self._paths.reading.iterdir()):
                    if OURS.fullmatch(path.name) and path.stem not in needed:
                        path.unlink(missing_ok=True)
                waiting = ingest_ledger.waiting_hashes(self._catalogue)
                for path in library_folder.work_in(self._paths.work):
                    if path.name not in waiting:
                        clear_unless_held(path) if path.is_dir() else path.unlink(missing_ok=True)
        except StoreBusy:
            return
        except OSError as error:
            log.warning("leftovers could not be cleared: errno %s", error.errno)


def _walk(
    paths: Sequence[Path], left_out: LeaveOut, reporter: Reporter, *, in_folders: bool
) -> tuple[list[DroppedFile], PassedOver]:
    """Return the files at the paths, and what was passed over. ``in_folders``: all of them count as files in
    a folder, although each is named by itself."""
    walked = DroppedFiles(paths, left_out)
    files = []
    for number, file in enumerate(walked.files()):
        if number % 100 == 0:
            reporter.check()
        files.append(replace(file, in_folder=True) if in_folders else file)
    return files, walked.passed_over


class _Work(Enum):
    READING = auto()
    RECOGNISING = auto()
    WITHDRAWN = auto()  # It will stop at its next check: the row was removed from the ledger


class _Run:
    """One run: works until no file of the ledger is open. A row of the queue is in work, waits for a row with
    the same contents, waits for a later run, or is free."""

    def __init__(
        self,
        catalogue: Database,
        steps: FileSteps,
        workers: Callable[[], int],
        audit_hook: IngestAuditHook,
        reporter: Reporter,
        document_id: int | None,
    ) -> None:
        """``workers`` returns how many files can be read at once now, and so many scans may be recognised at
        once. With ``document_id`` only this document is read again."""
        self._catalogue, self._steps, self._workers, self._audit_hook = catalogue, steps, workers, audit_hook
        self._reporter, self._document_id = reporter, document_id
        self._changed = Condition()
        self._in_work: dict[int, _Work] = {}
        self._most_in_work = 0
        self._same_contents: set[int] = set()
        """Rows whose contents are another row's, too. They are tried again whenever a row has ended."""
        self._later = dict.fromkeys((file.row for file in ingest_ledger.unconfirmed(catalogue)), NO_MESSAGE)
        """Rows that cannot be read on this computer now, with the reason, or that this user did not make."""
        self._ended: list[tuple[int, FileOutcome]] = []
        self._fault: BaseException | None = None

    def outcomes(self) -> list[FileOutcome]:
        """Work on the files and return the outcomes, in the order of arrival. Raises what stopped the run
        before the end, Cancelled or a StoreError: files that have not ended stay in the ledger, with all
        finished results."""
        threads: set[Future[None]] = set()
        with ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="intake") as pool:
            while True:
                # Threads beyond the workers are not ended: they find nothing that they may take.
                self._most_in_work = min(MOST_THREADS, max(1, self._workers()) + WRITING)
                running = sum(not thread.done() for thread in threads)
                if threads and not running:
                    break
                threads |= {pool.submit(self._serve) for _ in range(running, self._most_in_work)}
                wait(threads, _GROW_S)
        if self._fault is not None:
            raise self._fault
        return [outcome for _, outcome in sorted(self._ended, key=lambda pair: pair[0])]

    def waits_for(self) -> Mapping[int, Message]:
        """Return the rows that were passed over, and why, where that is known."""
        return self._later

    def withdraw(self, ended: Mapping[int, FileOutcome]) -> set[int]:
        """Stop working on rows that were removed from the ledger, and report their end; return those in
        progress, which clean up after themselves. Any thread."""
        with self._changed:
            for row in ended:
                self._later.pop(row, None)
            in_work = ended.keys() & self._in_work.keys()
            self._in_work.update(dict.fromkeys(in_work, _Work.WITHDRAWN))
            self._same_contents = set()
            for outcome in ended.values():  # stage WAITING: the file was not refused
                self._reporter.file(FileProgress(outcome.path, Stage.WAITING, outcome=outcome))
            return in_work

    def _serve(self) -> None:
        """Work on one file after another, in a thread of the pool."""
        try:
            while (file := self._take()) is not None:
                same_contents = self._same_contents  # a new set once a row has ended
                try:
                    self._process(file)
                except KeyTaken:
                    with self._changed:
                        same_contents.add(file.row)
                    ingest_ledger.reset_attempts(self._catalogue, file.row)
                else:
                    self._same_contents = set()
                finally:
                    with self._changed:
                        del self._in_work[file.row]
                        self._changed.notify_all()
        except BaseException as error:  # noqa: BLE001 - carried to the caller's thread, which raises it
            with self._changed:
                self._fault = self._fault or error
                self._changed.notify_all()

    def _take(self) -> OpenFile | None:
        """Return the next file, waiting while others may still produce work; None when there is no more."""
        with self._changed:
            while self._fault is None:
                self._reporter.check()
                if len(self._in_work) < self._most_in_work and (file := self._next()):
                    return file
                if not self._in_work:
                    self._changed.notify_all()
                    return None
                self._changed.wait(_POLL_S)
        return None

    def _next(self) -> OpenFile | None:
        """Put the next file in work and return it; threads are kept free for files with text of their own."""
        not_free = self._in_work.keys() | self._same_contents | self._later.keys()
        if file := ingest_ledger.next_file(self._catalogue, not_free, self._document_id, is_read=False):
            self._in_work[file.row] = _Work.READING
            return file
        scans = sum(work is _Work.RECOGNISING for work in self._in_work.values())
        if scans >= max(1, self._workers()):
            return None
        if file := ingest_ledger.next_file(self._catalogue, not_free, self._document_id, is_read=True):
            self._in_work[file.row] = _Work.RECOGNISING
        return file

    def _process(self, file: OpenFile) -> None:
        """Do a step with a file, and report its outcome if it has ended. Raises KeyTaken for a file whose
        contents are another row's, and what stops the run."""

        def check() -> None:
            self._reporter.check()
            if self._fault is not None:
                raise Cancelled()
            if self._in_work[file.row] is _Work.WITHDRAWN:
                raise Withdrawn()

        try:
            outcome = self._outcome(file, Progress(file.path, self._reporter, check))
        except Withdrawn:
            self._steps.clear_away(file)
            return
        if outcome is not None:
            self._audit_hook.ended(file, outcome)
            with self._changed:
                self._ended.append((file.row, outcome))
            self._reporter.file(FileProgress(file.path, Stage.DONE, outcome=outcome))

    def _outcome(self, file: OpenFile, progress: Progress) -> FileOutcome | None:
        """Return the file's outcome; None while another step follows."""
        try:
            if file.attempts >= MOST_ATTEMPTS:
                return self._refused(file, TOO_OFTEN)
            ingest_ledger.begin(self._catalogue, file.row)
            return self._steps.process(file, progress)
        except (KeyTaken, Withdrawn):
            raise
        except (Cancelled, StoreError):
            with suppress(StoreError):
                ingest_ledger.reset_attempts(self._catalogue, file.row)
            raise
        except NeedsLibreOffice as error:  # a later run may find it
            with self._changed:
                self._later[file.row] = error.message
            ingest_ledger.reset_attempts(self._catalogue, file.row)
            return FileOutcome(file.path, FileStatus.WAITING, None, error.message)
        except BriefBankError as error:
            log.info("file refused: %s %s", type(error).__name__, error.detail)
            return self._refused(file, error.message, error)
        except Exception as error:
            if isinstance(error, OSError) and (trouble := files.disk_error(error)):
                raise trouble from error
            log.exception("fault while a file was added")
            return self._refused(file, OUR_FAULT)

    def _refused(self, file: OpenFile, reason: Message, error: BriefBankError | None = None) -> FileOutcome:
        """End a file as refused; a document that was to be read again stays as it is. While the library
        cannot be reached the file keeps waiting, and StoreAway is raised."""
        if self._steps.library_is_away():
            with suppress(StoreError):
                ingest_ledger.reset_attempts(self._catalogue, file.row)
            raise StoreAway(detail="while a file was worked on")
        refusal = refusal_of(error, thorough=file.path in self._steps.thorough)
        outcome = FileOutcome(file.path, FileStatus.REFUSED, None, reason, refusal)
        self._steps.close(file, outcome)
        self._audit_hook.refused(refusal)
        return outcome
