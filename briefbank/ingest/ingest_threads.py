"""The threads of an ingestion: each takes the next file of the ledger, does one step with it, and takes
another.

The ledger is the queue, so memory does not grow with the size of a drop, and after any stop the next run
continues where this one was. Files are read before scans are recognised, so that files with text of their own
are searchable first. The threads only wait for child processes and write to the library; they end with the
call that started them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from datetime import datetime
from enum import Enum, auto
from threading import Condition

from briefbank import files
from briefbank.catalogue import ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.catalogue.ingest_ledger import ANY_TURN, WAITED_FOR, OpenFile
from briefbank.catalogue.sqlite_database import Withdrawn
from briefbank.domain.ingest import FileOutcome, FileProgress, FileStatus, Stage
from briefbank.domain.office import Hours
from briefbank.errors import BriefBankError, Cancelled, NeedsLibreOffice, StoreAway, StoreError
from briefbank.ingest import outcomes
from briefbank.ingest.outcomes import IngestAuditHook, refusal_of
from briefbank.ingest.progress import KeyTaken, Progress
from briefbank.ingest.steps import FileSteps
from briefbank.jobs import Reporter
from briefbank.text.messages import Message

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 20
"""The maximum starts on one file without an intermediate result, after which the file is taken as the cause
of the stops."""

WRITING = 5
"""The threads beside one for each reading process: while those are busy, others write to the library, which
waits for the disk, and the words of their files are indexed in one change."""
MOST_THREADS = 128
"""The limit of the threads: each waits for another computer, and is kept awake by a connection to it."""
_GROW_S = 2.0
"""The seconds after which the number of workers is asked for again: another computer may have joined."""
_POLL_S = 0.5
"""The seconds between two polls of the ledger by an idle thread: another program may add files."""


class _HoursOver(Exception):
    """Raised in the middle of a scan when the hours of scans end; its finished pages are kept."""


class _Work(Enum):
    """What a thread does with a row."""

    READING = auto()
    RECOGNISING = auto()
    WITHDRAWN = auto()
    """It will stop at its next check: the row was removed from the ledger."""


class IngestThreads:
    """Works until no file of the ledger is open, or those that are wait for the hours of scans. One run at a
    time; ``withdraw`` from any thread.

    A row of the queue is in work, waits for a row with the same contents, waits for a later run, or is free.
    """

    def __init__(
        self,
        catalogue: Database,
        steps: FileSteps,
        workers: Callable[[], int],
        audit_hook: IngestAuditHook,
        scan_hours: Callable[[], Hours | None] = lambda: None,
        clock: Callable[[], datetime] = datetime.now,
    ) -> None:
        """``workers`` returns how many files can be read at once now, and so many scans may be recognised at
        once. ``scan_hours`` are the hours of the day in which the text of scans in large drops is recognised;
        None for any. ``clock`` returns the local time."""
        self._catalogue, self._steps, self._workers, self._audit_hook = catalogue, steps, workers, audit_hook
        self._scan_hours, self._clock = scan_hours, clock
        self._changed = Condition()
        self._in_work: dict[int, _Work] = {}
        self._same_contents: set[int] = set()
        """Rows whose contents are another row's, too. They are tried again whenever a row has ended."""
        self._later: set[int] = set()
        """Rows that cannot be read on this computer now, or that this user did not make."""
        self._releases = 0
        """The number of rows that were in work and no longer are."""
        self._most_in_work = 0
        self._ended: list[tuple[int, FileOutcome]] = []
        self._fault: BaseException | None = None
        self._reporter: Reporter | None = None
        self._document_id: int | None = None

    def run(self, reporter: Reporter, document_id: int | None = None) -> list[FileOutcome]:
        """Work on the files and return the outcomes of this run, in the order of arrival.

        With ``document_id`` only this document is read again. Raises what stopped the run before the end:
        Cancelled or a StoreError. Files that have not ended then stay in the ledger, with all finished
        results.
        """
        self._ended, self._fault, self._document_id, self._reporter = [], None, document_id, reporter
        self._same_contents.clear()
        self._later = {file.row for file in ingest_ledger.unconfirmed(self._catalogue)}
        threads: set[Future[None]] = set()
        try:
            with ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="intake") as pool:
                while True:
                    # Threads beyond the workers are not ended: they find nothing that they may take.
                    self._most_in_work = min(MOST_THREADS, max(1, self._workers()) + WRITING)
                    running = sum(not thread.done() for thread in threads)
                    if threads and not running:
                        break
                    threads |= {
                        pool.submit(self._serve, reporter) for _ in range(running, self._most_in_work)
                    }
                    wait(threads, _GROW_S)
        finally:
            self._audit_hook.end()
            with self._changed:
                self._reporter = None
        if self._fault is not None:
            raise self._fault
        return [outcome for _, outcome in sorted(self._ended, key=lambda pair: pair[0])]

    def withdraw(self, ended: Mapping[int, FileOutcome]) -> set[int]:
        """Stop working on rows that were removed from the ledger, and report their end; return those in
        progress, which clean up after themselves."""
        with self._changed:
            in_work = ended.keys() & self._in_work.keys()
            self._in_work.update(dict.fromkeys(in_work, _Work.WITHDRAWN))
            self._releases += 1
            self._same_contents.clear()
            if self._reporter is not None:
                for outcome in ended.values():  # stage WAITING: the file was not refused
                    self._reporter.file(FileProgress(outcome.path, Stage.WAITING, outcome=outcome))
            return in_work

    def _serve(self, reporter: Reporter) -> None:
        """Work on one file after another, in a thread of the pool."""
        try:
            while (taken := self._take(reporter)) is not None:
                file, releases = taken
                same_contents = False
                try:
                    self._process(file, reporter)
                except KeyTaken:
                    same_contents = True
                    ingest_ledger.reset_attempts(self._catalogue, file.row)
                finally:
                    self._release(file.row, releases if same_contents else None)
        except BaseException as error:  # noqa: BLE001 - carried to the caller's thread, which raises it
            with self._changed:
                self._fault = self._fault or error
                self._changed.notify_all()

    def _take(self, reporter: Reporter) -> tuple[OpenFile, int] | None:
        """Return the next file and the number of releases so far, waiting while others may still produce
        work; None when there is no more."""
        with self._changed:
            while self._fault is None:
                reporter.check()
                if len(self._in_work) < self._most_in_work and (file := self._next()):
                    return file, self._releases
                if not self._in_work:
                    self._changed.notify_all()
                    return None
                self._changed.wait(_POLL_S)
        return None

    def _next(self) -> OpenFile | None:
        """Put the next file in work and return it; threads are kept free for files with text of their own."""
        not_free = self._in_work.keys() | self._same_contents | self._later
        if file := ingest_ledger.next_to_read(self._catalogue, not_free, self._document_id):
            self._in_work[file.row] = _Work.READING
            return file
        scans = sum(work is _Work.RECOGNISING for work in self._in_work.values())
        if scans >= max(1, self._workers()):
            return None
        last_turn = ANY_TURN if self._is_scan_hour() else WAITED_FOR
        if file := ingest_ledger.next_to_recognise(self._catalogue, not_free, self._document_id, last_turn):
            self._in_work[file.row] = _Work.RECOGNISING
        return file

    def _is_scan_hour(self) -> bool:
        hours = self._scan_hours()
        return hours is None or hours.contain(self._clock())

    def _release(self, row: int, waits_since: int | None) -> None:
        """End the work on a row. ``waits_since`` is the number of releases at the time when it had to wait
        for a row with the same contents, which may have been released meanwhile; None where it did not."""
        with self._changed:
            del self._in_work[row]
            if waits_since is None:
                self._releases += 1
                self._same_contents.clear()
            elif waits_since == self._releases:
                self._same_contents.add(row)
            self._changed.notify_all()

    def _process(self, file: OpenFile, reporter: Reporter) -> None:
        """Do a step with a file, and report its outcome if it has ended. Raises KeyTaken for a file whose
        contents are another row's, and what stops the run."""

        def check() -> None:
            reporter.check()
            if self._fault is not None:
                raise Cancelled()
            work = self._in_work[file.row]
            if work is _Work.WITHDRAWN:
                raise Withdrawn()
            if work is _Work.RECOGNISING and file.turn > WAITED_FOR and not self._is_scan_hour():
                raise _HoursOver

        try:
            outcome = self._outcome(file, Progress(file.path, reporter, check))
        except Withdrawn:
            self._steps.clear_away(file)
            return
        except _HoursOver:
            ingest_ledger.reset_attempts(self._catalogue, file.row)
            reporter.file(FileProgress(file.path, Stage.WAITING))
            return
        if outcome is not None:
            self._audit_hook.ended(file, outcome)
            with self._changed:
                self._ended.append((file.row, outcome))
            reporter.file(FileProgress(file.path, Stage.DONE, outcome=outcome))

    def _outcome(self, file: OpenFile, progress: Progress) -> FileOutcome | None:
        """Return the file's outcome; None while another step follows."""
        try:
            if file.attempts >= MOST_ATTEMPTS:
                return self._refused(file, outcomes.TOO_OFTEN)
            ingest_ledger.begin(self._catalogue, file.row)
            return self._steps.process(file, progress)
        except (KeyTaken, Withdrawn, _HoursOver):
            raise
        except (Cancelled, StoreError):
            with suppress(StoreError):
                ingest_ledger.reset_attempts(self._catalogue, file.row)
            raise
        except NeedsLibreOffice as error:  # a later run may find it
            with self._changed:
                self._later.add(file.row)
            ingest_ledger.reset_attempts(self._catalogue, file.row)
            return FileOutcome(file.path, FileStatus.WAITING, None, error.message)
        except BriefBankError as error:
            log.info("file refused: %s %s", type(error).__name__, error.detail)
            return self._refused(file, error.message, error)
        except Exception as error:
            if isinstance(error, OSError) and (trouble := files.disk_error(error)):
                raise trouble from error
            log.exception("fault while a file was added")
            return self._refused(file, outcomes.OUR_FAULT)

    def _refused(self, file: OpenFile, reason: Message, error: BriefBankError | None = None) -> FileOutcome:
        """End a file as refused; a document that was to be read again stays as it is.

        While the library cannot be reached nothing is refused: the file keeps waiting, and StoreAway is
        raised.
        """
        if self._steps.library_is_away():
            with suppress(StoreError):
                ingest_ledger.reset_attempts(self._catalogue, file.row)
            raise StoreAway(detail="while a file was worked on")
        refusal = refusal_of(error, thorough=file.path in self._steps.thorough)
        outcome = FileOutcome(file.path, FileStatus.REFUSED, None, reason, refusal)
        self._steps.close(file, outcome)
        self._audit_hook.refused(refusal)
        return outcome
