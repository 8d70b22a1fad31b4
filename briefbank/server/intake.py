"""Adds uploaded files to the library, those of all desks in one queue."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.domain.ingest import FileOutcome, FileProgress, Stage
from briefbank.errors import BriefBankError, Cancelled, StoreBusy
from briefbank.jobs import QuietReporter, Reporter
from briefbank.wire.messages import AddUpload

if TYPE_CHECKING:
    from briefbank.library import Library

log = logging.getLogger(__name__)

BUSY_S = 1.0
"""The time after which a library that something else held is tried again."""
_LOOK_S = 0.2
"""The time after which a waiting job looks whether it was cancelled."""


@dataclass
class _Added:
    """A file that a job waits for."""

    reporter: Reporter
    attached: set[Path] = field(default_factory=set)
    """What was found attached to it, which follows."""
    outcomes: list[FileOutcome] = field(default_factory=list)


class Intake(QuietReporter):
    """The queue of one library, worked on by a thread of its own, which first loads the models, and prepares
    meaning when the queue is empty."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._library = library
        self._changed = threading.Condition()
        self._wanted, self._closing = True, False  # what an earlier start left in the ledger is finished
        self._runs, self._is_running = 0, False
        self._fault: BriefBankError | None = None
        """What ended the last run before its end."""
        self._added: dict[Path, _Added] = {}
        self._thread = threading.Thread(target=self._work, name="intake", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop after the step that is under way; what waits stays in the ledger."""
        with self._changed:
            self._closing = True
            self.cancel()
            self._changed.notify_all()
        self._thread.join()

    def add(self, path: Path, how: AddUpload, reporter: Reporter) -> list[FileOutcome]:
        """Have a file added, and return what became of it, and of what was in it. Raises Cancelled and
        StoreError."""
        added = _Added(reporter)
        passwords = {path: how.password} if how.password else None
        with self._changed:
            self._added[path] = added
        try:
            queued = self._library.ingest.enqueue(
                [path], reporter, passwords=passwords, thorough=how.thorough
            )
            with self._changed:
                # The run that is under way may have looked before the file was queued: the next one counts.
                last, self._wanted = self._runs + self._is_running + 1, True
                self._changed.notify_all()
                while is_missing := len(added.outcomes) < queued.new + len(added.attached):
                    if self._runs >= last:
                        break
                    self._check(reporter)
                    self._changed.wait(_LOOK_S)
                if is_missing and self._fault is not None:
                    raise self._fault
            return added.outcomes
        finally:
            with self._changed:
                del self._added[path]

    def _check(self, reporter: Reporter) -> None:
        """Raise Cancelled where the desk, or the end of the server, wants it."""
        reporter.check()
        if self._closing:
            raise Cancelled

    # --- called by the ingest, in its threads ---

    def file(self, event: FileProgress) -> None:
        with self._changed:
            adding = next((each for path, each in self._added.items() if _is_of(event.path, path)), None)
            if adding is not None and event.outcome is None and event.stage is Stage.WAITING:
                adding.attached.add(event.path)
        if adding is None:
            return
        # The last outcome ends the job, and a desk asks for no news of a job that has ended.
        adding.reporter.file(event)
        if event.outcome is not None:
            with self._changed:
                adding.outcomes.append(event.outcome)
                self._changed.notify_all()

    def _work(self) -> None:
        try:
            self._library.warm()
        except BriefBankError as error:  # words are searched without a model, and each answer says so
            log.warning("no model: %s", error.detail or type(error).__name__)
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wanted or self._closing)
                if self._closing:
                    return
                self._wanted, self._is_running = False, True
            fault: BriefBankError | None = None
            is_over = True
            try:
                self._library.ingest.run(self)
                self._library.embedding.embed_pending(self)
            except Cancelled:
                return
            except StoreBusy as error:  # something else holds the library for a moment: no desk need know
                log.info("adding waits: %s", error.detail)
                is_over = False
            except BriefBankError as error:
                log.warning("adding stopped: %s", error.detail or type(error).__name__)
                fault = error
            finally:
                with self._changed:
                    self._fault, self._is_running = fault, False
                    self._runs += is_over
                    self._changed.notify_all()
                    if not is_over:
                        self._wanted = True
                        self._changed.wait_for(lambda: self._closing, BUSY_S)


def _is_of(path: Path, added: Path) -> bool:
    """Tell whether a path is that of an added file, or of a member of it."""
    return path == added or added in path.parents
