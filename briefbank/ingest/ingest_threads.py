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
from threading import Condition

from briefbank import files
from briefbank.catalogue.ingest_ledger import IngestLedger
from briefbank.catalogue.ledger_statements import ANY_TURN, WAITED_FOR, OpenFile
from briefbank.catalogue.sqlite_database import Withdrawn
from briefbank.domain.ingest import FileOutcome, FileProgress, FileStatus, Stage
from briefbank.domain.office import Hours
from briefbank.errors import BriefBankError, Cancelled, NeedsLibreOffice, StoreAway, StoreError
from briefbank.ingest import outcomes
from briefbank.ingest.outcomes import IngestAuditHook, refusal_of
from briefbank.ingest.progress import KeyTaken, Progress
from briefbank.ingest.steps import FileSteps
from briefbank.jobs import Reporter

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
"""The time after which is looked whether there are more places: another computer may have joined."""
_POLL_S = 0.5
"""The seconds between two polls of the ledger by an idle thread: another program may add files."""


class _HoursOver(Exception):
    """Raised in the middle of a scan when the hours of scans end; its finished pages are kept."""


class IngestThreads:
    """Works until no file of the ledger is open, or those that are wait for the hours of scans. One run at a
    time; ``withdraw`` from any thread."""

    def __init__(
        self,
        ledger: IngestLedger,
        steps: FileSteps,
        places: Callable[[], int],
        noting: IngestAuditHook,
        scan_hours: Callable[[], Hours | None] = lambda: None,
        clock: Callable[[], datetime] = datetime.now,
    ) -> None:
        """``places`` returns how many files can be read at once now, and so many scans may be recognised at
        once. ``scan_hours`` are the hours of the day in which the text of scans in large drops is recognised;
        None for any. ``clock`` returns the local time."""
        self._scan_hours, self._clock = scan_hours, clock
        self._ledger, self._steps = ledger, steps
        self._places, self._threads = places, 0
        self._audit_hook = noting
        self._changed = Condition()
        self._busy: set[int] = set()
        self._recognising: set[int] = set()
        self._unconfirmed: set[int] = set()
        """Rows that this user did not make: nothing of them is read."""
        self._passed_over: set[int] = set()
        """Rows whose contents are being worked on under another row."""
        self._tried_once_more = False
        """True when nothing has ended since the passed over rows were tried once more: the rows before them
        wait for their hours, for LibreOffice or to be confirmed, and they wait with these."""
        self._postponed: set[int] = set()
        """Rows whose files cannot be read on this computer now. They stay open for the next run."""
        self._withdrawn: set[int] = set()
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
        self._ended, self._fault, self._document_id = [], None, document_id
        self._reporter = reporter
        self._postponed, self._tried_once_more = set(), False
        self._unconfirmed = {file.row for file in self._ledger.unconfirmed()}
        try:
            with ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="intake") as pool:
                served = set[Future[None]]()
                while self._start_threads(pool, served, reporter):
                    wait(served, _GROW_S)
        finally:
            self._audit_hook.end()
            with self._changed:
                self._reporter = None
        if self._fault is not None:
            raise self._fault
        return [outcome for _, outcome in sorted(self._ended, key=lambda pair: pair[0])]

    def _start_threads(self, pool: ThreadPoolExecutor, served: set[Future[None]], reporter: Reporter) -> bool:
        """Start as many threads as there are places now, while there is work; return whether any works still.
        Threads beyond the places are not ended: they find nothing that they may take."""
        working = {each for each in served if not each.done()}
        self._threads = min(MOST_THREADS, max(1, self._places()) + WRITING)
        if working or not served:
            served |= {pool.submit(self._serve, reporter) for _ in range(len(working), self._threads)}
        return any(not each.done() for each in served)

    def withdraw(self, ended: Mapping[int, FileOutcome]) -> set[int]:
        """Stop working on rows that were removed from the ledger, and report their end; return those in
        progress, which clean up after themselves."""
        with self._changed:
            in_work = set(ended) & self._busy
            self._withdrawn |= in_work
            if self._reporter is not None:
                for outcome in ended.values():  # stage WAITING: the file was not refused
                    self._reporter.file(FileProgress(outcome.path, Stage.WAITING, outcome=outcome))
            return in_work

    # --- in each thread --------------------------------------------------------------------------

    def _serve(self, reporter: Reporter) -> None:
        try:
            while (file := self._take(reporter)) is not None:
                try:
                    self._process(file, reporter)
                finally:
                    self._release(file)
        except BaseException as error:  # noqa: BLE001 - carried to the caller's thread, which raises it
            self._stop(error)

    def _take(self, reporter: Reporter) -> OpenFile | None:
        """Return the next file, waiting while others may still produce work; None when there is no more."""
        with self._changed:
            while self._fault is None:
                reporter.check()
                if len(self._busy) < self._threads and (file := self._next()):
                    self._busy.add(file.row)
                    return file
                if not self._busy and self._passed_over and self._may_try_once_more():
                    self._passed_over.clear()  # nobody works on their contents any more
                    self._tried_once_more = True
                    continue
                if not self._busy:
                    self._changed.notify_all()
                    return None
                self._changed.wait(_POLL_S)
        return None

    def _may_try_once_more(self) -> bool:
        return self._document_id is None and not self._tried_once_more

    def _next(self) -> OpenFile | None:
        """Return the next file; threads are kept free for files with text of their own."""
        held = self._busy | self._passed_over | self._unconfirmed | self._postponed
        if file := self._ledger.next_to_read(held, self._document_id):
            return file
        if len(self._recognising) >= max(1, self._places()):
            return None
        last = ANY_TURN if self._is_scan_hour() else WAITED_FOR
        if file := self._ledger.next_to_recognise(held, self._document_id, last):
            self._recognising.add(file.row)
        return file

    def _is_scan_hour(self) -> bool:
        hours = self._scan_hours()
        return hours is None or hours.contain(self._clock())

    def _release(self, file: OpenFile) -> None:
        with self._changed:
            for rows in (self._busy, self._recognising, self._withdrawn):
                rows.discard(file.row)
            if file.row not in self._passed_over:
                self._passed_over.clear()
                self._tried_once_more = False
            self._changed.notify_all()

    def _stop(self, error: BaseException) -> None:
        with self._changed:
            self._fault = self._fault or error
            self._changed.notify_all()

    def _process(self, file: OpenFile, reporter: Reporter) -> None:
        def check() -> None:
            reporter.check()
            if self._fault is not None:
                raise Cancelled()
            if file.row in self._withdrawn:
                raise Withdrawn()
            if file.row in self._recognising and file.turn > WAITED_FOR and not self._is_scan_hour():
                raise _HoursOver

        try:
            outcome = self._outcome(file, Progress(file.path, reporter, check))
        except Withdrawn:
            self._steps.clear_away(file)
            return
        except _HoursOver:
            self._ledger.reset_attempts(file.row)
            reporter.file(FileProgress(file.path, Stage.WAITING))
            return
        if outcome is not None:
            self._audit_hook.ended(file, outcome)
            with self._changed:
                self._ended.append((file.row, outcome))
            reporter.file(FileProgress(file.path, Stage.DONE, outcome=outcome))

    def _outcome(self, file: OpenFile, progress: Progress) -> FileOutcome | None:
        """Return the file's outcome; None while another step follows, or it waits for the same contents."""
        try:
            if file.attempts >= MOST_ATTEMPTS:
                return self._refused(file, outcomes.TOO_OFTEN)
            self._ledger.begin(file.row)
            if file.row in self._recognising:
                return self._steps.recognise(file, progress)
            return self._steps.read(file, progress)
        except KeyTaken:
            with self._changed:
                self._passed_over.add(file.row)
            self._ledger.reset_attempts(file.row)
            return None
        except (Cancelled, StoreError):
            with suppress(StoreError):
                self._ledger.reset_attempts(file.row)
            raise
        except NeedsLibreOffice as error:
            return self._postpone(file, error)
        except BriefBankError as error:
            log.info("file refused: %s %s", type(error).__name__, error.detail)
            return self._refused(file, str(error), error)
        except (Withdrawn, _HoursOver):
            raise
        except Exception as error:
            if isinstance(error, OSError) and (trouble := files.disk_error(error)):
                raise trouble from error
            log.exception("fault while a file was added")
            return self._refused(file, outcomes.OUR_FAULT)

    def _postpone(self, file: OpenFile, error: BriefBankError) -> FileOutcome:
        """Leave a file to a later run, which may find what is missing now."""
        with self._changed:
            self._postponed.add(file.row)
        self._ledger.reset_attempts(file.row)
        return FileOutcome(file.path, FileStatus.WAITING, None, str(error))

    def _refused(self, file: OpenFile, reason: str, error: BriefBankError | None = None) -> FileOutcome:
        """End a file as refused; a document that was to be read again stays as it is.

        While the library cannot be reached nothing is refused: the file keeps waiting, and StoreAway is
        raised.
        """
        if self._steps.library_is_away():
            with suppress(StoreError):
                self._ledger.reset_attempts(file.row)
            raise StoreAway(detail="while a file was worked on")
        refusal = refusal_of(error, thorough=file.path in self._steps.thorough)
        outcome = FileOutcome(file.path, FileStatus.REFUSED, None, reason, refusal)
        self._steps.close(file, outcome)
        self._audit_hook.refused(refusal)
        return outcome
