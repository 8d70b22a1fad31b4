"""The threads of an intake: each takes the next file of the ledger, does one step with it, and takes another.

The ledger is the queue, so memory does not grow with the size of a drop, and whatever stops the program the
next run goes on where this one was. Files are read before scans are recognised: what has text of its own is
searchable first. The threads only wait for child processes and write to the library; they end with the call
that started them.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from threading import Condition

from briefbank import files
from briefbank.catalogue.faults import Withdrawn
from briefbank.catalogue.intake_ledger import IntakeLedger
from briefbank.catalogue.ledger import OpenFile
from briefbank.errors import BriefBankError, Cancelled, Encrypted, StoreAway, StoreError
from briefbank.intake import sentences
from briefbank.intake.noting import Noting
from briefbank.intake.progress import Progress
from briefbank.intake.steps import FileSteps
from briefbank.intake.turns import NotItsTurn
from briefbank.jobs import Reporter
from briefbank.models import FileOutcome, FileProgress, FileStatus, Stage

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 20
"""Starts on one file, without anything kept in between, after which it is the file that stops the program."""

_LOOK_S = 0.5
"""Between two looks at the ledger by a thread that has nothing to do: another program may add files."""


class Crew:
    """Works until no file of the ledger is open. One run at a time; ``withdraw`` from any thread."""

    def __init__(self, ledger: IntakeLedger, steps: FileSteps, threads: int, noting: Noting) -> None:
        self._ledger, self._steps, self._threads = ledger, steps, max(2, threads)
        self._noting = noting
        self._changed = Condition()
        self._busy: set[int] = set()
        self._recognising: set[int] = set()
        self._unconfirmed: set[int] = set()
        """Rows that this user did not make: nothing of them is read."""
        self._passed_over: set[int] = set()
        """Rows whose contents are being worked on under another row."""
        self._withdrawn: set[int] = set()
        self._ended: list[tuple[int, FileOutcome]] = []
        self._fault: BaseException | None = None
        self._reporter: Reporter | None = None
        self._document_id: int | None = None

    def run(self, reporter: Reporter, document_id: int | None = None) -> list[FileOutcome]:
        """How the files ended that ended in this run, in the order in which they came; with ``document_id``
        only this document is read again.

        Raises what stopped it before the end: Cancelled or a StoreError. Files that have not ended then stay
        in the ledger, with all that was finished of them.
        """
        self._ended, self._fault, self._document_id = [], None, document_id
        self._reporter = reporter
        self._unconfirmed = {file.row for file in self._ledger.unconfirmed()}
        try:
            with ThreadPoolExecutor(self._threads, thread_name_prefix="intake") as pool:
                wait([pool.submit(self._serve, reporter) for _ in range(self._threads)])
        finally:
            self._noting.end()
            with self._changed:
                self._reporter = None
        if self._fault is not None:
            raise self._fault
        return [outcome for _, outcome in sorted(self._ended, key=lambda pair: pair[0])]

    def withdraw(self, ended: Mapping[int, FileOutcome]) -> set[int]:
        """Stop working on rows that were taken off the ledger, and tell that they ended; returns those that
        are in work, which clear up after themselves."""
        with self._changed:
            in_work = set(ended) & self._busy
            self._withdrawn |= in_work
            if self._reporter is not None:
                for outcome in ended.values():  # as it waited: nobody refused it
                    self._reporter.file(FileProgress(outcome.path, Stage.WAITING, outcome=outcome))
            return in_work

    # --- in each thread --------------------------------------------------------------------------

    def _serve(self, reporter: Reporter) -> None:
        try:
            while (file := self._take(reporter)) is not None:
                try:
                    self._work_on(file, reporter)
                finally:
                    self._put_down(file)
        except BaseException as error:  # noqa: BLE001 - carried to the caller's thread, which raises it
            self._stop(error)

    def _take(self, reporter: Reporter) -> OpenFile | None:
        """The next file, waited for while others may still make work; None when there is no more."""
        with self._changed:
            while self._fault is None:
                reporter.check()
                if file := self._next():
                    self._busy.add(file.row)
                    return file
                if not self._busy and self._passed_over and self._document_id is None:
                    self._passed_over.clear()  # nobody works on their contents any more
                    continue
                if not self._busy:
                    self._changed.notify_all()
                    return None
                self._changed.wait(_LOOK_S)
        return None

    def _next(self) -> OpenFile | None:
        """One thread is kept free for files with text of their own."""
        held = self._busy | self._passed_over | self._unconfirmed
        if file := self._ledger.next_to_read(held, self._document_id):
            return file
        if len(self._recognising) >= self._threads - 1:
            return None
        if file := self._ledger.next_to_recognise(held, self._document_id):
            self._recognising.add(file.row)
        return file

    def _put_down(self, file: OpenFile) -> None:
        with self._changed:
            for rows in (self._busy, self._recognising, self._withdrawn):
                rows.discard(file.row)
            if file.row not in self._passed_over:
                self._passed_over.clear()
            self._changed.notify_all()

    def _stop(self, error: BaseException) -> None:
        with self._changed:
            self._fault = self._fault or error
            self._changed.notify_all()

    def _work_on(self, file: OpenFile, reporter: Reporter) -> None:
        def check() -> None:
            reporter.check()
            if self._fault is not None:
                raise Cancelled()
            if file.row in self._withdrawn:
                raise Withdrawn()

        try:
            outcome = self._outcome(file, Progress(file.path, reporter, check))
        except Withdrawn:
            self._steps.clear_away(file)
            return
        if outcome is not None:
            self._noting.ended(file, outcome)
            with self._changed:
                self._ended.append((file.row, outcome))
            reporter.file(FileProgress(file.path, Stage.DONE, outcome=outcome))

    def _outcome(self, file: OpenFile, progress: Progress) -> FileOutcome | None:
        """How the file ended; None while it goes on with another step, or waits for the same contents."""
        try:
            if file.attempts >= MOST_ATTEMPTS:
                return self._refused(file, sentences.TOO_OFTEN)
            self._ledger.begin(file.row)
            if file.row in self._recognising:
                return self._steps.recognise(file, progress)
            return self._steps.read(file, progress)
        except NotItsTurn:
            with self._changed:
                self._passed_over.add(file.row)
            self._ledger.moved_on(file.row)
            return None
        except (Cancelled, StoreError):
            with suppress(StoreError):
                self._ledger.moved_on(file.row)
            raise
        except BriefBankError as error:
            log.info("file refused: %s %s", type(error).__name__, error.detail)
            return self._refused(file, str(error), error)
        except Withdrawn:
            raise
        except Exception as error:
            if isinstance(error, OSError) and (trouble := files.disk_error(error)):
                raise trouble from error
            log.exception("fault while a file was added")
            return self._refused(file, sentences.OUR_FAULT)

    def _refused(self, file: OpenFile, reason: str, error: BriefBankError | None = None) -> FileOutcome:
        """A document that was to be read again stays as it is. While the library cannot be reached nothing
        is refused: the file waits on, and StoreAway is raised."""
        if self._steps.library_is_away():
            with suppress(StoreError):
                self._ledger.moved_on(file.row)
            raise StoreAway(detail="while a file was worked on")
        outcome = FileOutcome(file.path, FileStatus.REFUSED, None, reason, isinstance(error, Encrypted))
        self._steps.close(file, outcome)
        self._noting.refused(error)
        return outcome
