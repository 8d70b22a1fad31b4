"""Adds files: queues them in the library's ledger, and works on the queue unless it is paused.

Files wait in the library itself, so nothing is lost by a pause, a fault or the end of the program. Queueing
files, working on them, and small orders such as a pause have lanes of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import Enum, auto
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.domain.documents import Document
from briefbank.domain.ingest import FileProgress, PassedOver, Stage, Survey
from briefbank.errors import BriefBankError, Cancelled
from ui.features.intake.file_events import FileInbox
from ui.features.intake.file_rows import FileFilterChoice
from ui.features.intake.model import IntakeModel
from ui.features.intake.progress import IntakeProgress
from ui.i18n.translate import tr
from ui.jobs import Job, Jobs, Lane, Work
from ui.shared import intake_requests, wording
from ui.shared.intake_requests import ReadAgain

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

NOTHING_FOUND = tr("No document, mail or scan that BriefBank reads was found in what you dropped.")
LOOKING = tr("Looking through what you dropped …")
LARGE = 200  # The files after which a look is worth a page of its own
COUNT_MS = 5_000  # The interval at which searchable files are counted
REFRESH_MS = 1500  # The interval at which views of the library are refreshed while files are being added


class State(Enum):
    """The state of adding files."""

    IDLE = auto()
    RUNNING = auto()
    PAUSING = auto()
    PAUSED = auto()
    HELD = auto()  # Something is wrong that a person has to correct; files wait
    RESTING = auto()  # The library is needed by other work alone; files wait


class IntakeController(QObject):
    """The controller that owns the lanes of one window's intake."""

    state_changed = Signal(object)
    progressed = Signal(str, int, int)
    """A line on the whole intake, files finished, files known (0 when nothing is being added)."""
    library_changed = Signal()
    ended = Signal(object)  # A list of FileOutcome of files that ended just now
    stopped = Signal()  # Emitted when no file is being worked on any more
    status = Signal(str)  # A passing remark
    failed = Signal(object)
    """A BriefBankError: an order that could not be carried out, or what holds the intake."""
    looking = Signal(object, int, int)
    """The dropped paths, and how many files of how many (0: unknown) were looked at."""
    surveyed = Signal(object, object)
    """The dropped paths and the Survey of them: a large drop, of which nothing is queued before a person
    agrees."""
    look_ended = Signal()  # Emitted when a look ended without a survey
    searchable = Signal(object)  # A Searchable, now and then while files wait

    def __init__(
        self, library: LibraryApi, jobs: Jobs, model: IntakeModel, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._jobs = jobs
        self._model = model
        self._progress = IntakeProgress()
        self._inbox = FileInbox(self)
        self._inbox.delivered.connect(self._update)
        self._running: Job | None = None
        self._paused = self._resting = self._run_again = False
        self.error: BriefBankError | None = None
        self.state = State.IDLE
        self._refresh = QTimer(self)
        self._refresh.setSingleShot(True)
        self._refresh.setInterval(REFRESH_MS)
        self._refresh.timeout.connect(self.library_changed)
        self._looking: Job | None = None
        self._queueing = 0
        self._counting = QTimer(self)
        self._counting.setSingleShot(True)
        self._counting.setInterval(COUNT_MS)

    @property
    def busy(self) -> bool:
        """True while files are being worked on."""
        return self._running is not None

    @property
    def waiting(self) -> int:
        """The number of files that have not ended."""
        return self._model.book.unfinished

    @property
    def progress(self) -> IntakeProgress:
        """The throughput of this round, to be read."""
        return self._progress

    # --- commands ---

    def begin(self) -> None:
        """List what ended earlier and what waits, at the start, and go on with that unless it was paused."""
        self._model.clear()
        self._progress.clear()
        old = self._start(Lane.QUEUE, partial(intake_requests.history, self._library))
        old.done.connect(lambda history: self._model.show_history(*history))
        job = self._start(Lane.QUEUE, partial(intake_requests.what_waits, self._library))
        job.done.connect(lambda result: self._found_waiting(*result))
        for started in (old, job):
            started.failed.connect(self.failed)

    def _found_waiting(self, files: int, paused: bool) -> None:
        self._paused = paused
        if files and not self._paused:
            self._run()
            said = tr("{files} from before. BriefBank goes on with them.")
            self.status.emit(said.format(files=wording.files_wait(files)))
        else:
            self._report()

    def look_and_add(self, paths: Sequence[Path]) -> None:
        """Add what was dropped, or report by ``surveyed`` what lies there when that is a lot."""
        if not paths:
            return
        if not self.waiting:
            self._begin_round()
            self.progressed.emit(LOOKING, 0, 0)
        job = self._start(Lane.QUEUE, partial(intake_requests.look_or_enqueue, self._library, paths))
        self._looking = job
        job.progressed.connect(lambda _stage, done, total: self._tell_look(paths, done, total))
        job.done.connect(lambda survey: self._looked(paths, survey))
        job.failed.connect(self._not_looked)

    def _tell_look(self, paths: Sequence[Path], done: int, total: int) -> None:
        if self._looking is not None and (total or done > LARGE):
            self.looking.emit(paths, done, total)

    def _looked(self, paths: Sequence[Path], survey: Survey | tuple[int, PassedOver]) -> None:
        given_up, self._looking = self._looking is None, None
        if not isinstance(survey, Survey):
            self.look_ended.emit()
            self._dropped_queued(*survey)
            return
        self._report()
        if not given_up:
            self.surveyed.emit(paths, survey)

    def _not_looked(self, error: BriefBankError) -> None:
        self._looking = None
        self.look_ended.emit()
        self._report()
        if not isinstance(error, Cancelled):
            self.failed.emit(error)

    def give_up_look(self) -> None:
        """End the look at what was dropped; nothing of it is added."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def add(
        self,
        paths: Sequence[Path],
        passwords: Mapping[Path, str] | None = None,
        *,
        thorough: bool = False,
    ) -> None:
        """Queue files and folders, and begin unless the intake is paused."""
        if not paths:
            return
        if not self.waiting:
            self._begin_round()
            self.progressed.emit(LOOKING, 0, 0)
        work = partial(intake_requests.enqueue, self._library, paths, dict(passwords or {}), thorough)
        job = self._start(Lane.QUEUE, work)
        self._queueing += 1
        job.ended.connect(self._queueing_ended)
        job.done.connect(lambda result: self._dropped_queued(*result))
        job.failed.connect(self._not_queued)

    def _queueing_ended(self) -> None:
        self._queueing -= 1

    def read_again(self, order: ReadAgain) -> None:
        """Have pages of a document recognised again."""
        if not self.waiting:
            self._begin_round()
        self._queue(partial(intake_requests.read_again, self._library, order))

    def add_attached(self, document_id: int) -> None:
        """Add the files that are attached inside a PDF."""
        if not self.waiting:
            self._begin_round()
        self._queue(partial(intake_requests.enqueue_attached, self._library, document_id))

    def take_new(self) -> None:
        """List files that were queued by another way, a watched folder."""
        self._queue(partial(intake_requests.list_waiting, self._library))

    def _begin_round(self) -> None:
        """Begin a round. A pause belongs to the files that waited then; there are none any more."""
        self._progress.clear()
        if self._paused:
            self._paused = False
            self._note(partial(intake_requests.set_paused, self._library, False))

    def _queue(self, work: Work) -> None:
        job = self._start(Lane.QUEUE, work)
        job.done.connect(self._queued)
        job.failed.connect(self._not_queued)

    def _start(self, lane: Lane, work: Work) -> Job:
        job = self._jobs.start(lane, work, files=self._inbox.put)
        self._inbox.watch(job)
        return job

    def _dropped_queued(self, count: int, passed_over: PassedOver) -> None:
        self._progress.passed_over += passed_over
        self._queued(count)

    def _queued(self, count: int) -> None:
        if not count and not self.waiting:
            passed_over = wording.passed_over(self._progress.passed_over)
            self.progressed.emit(" ".join(filter(None, (NOTHING_FOUND, passed_over))), 0, 0)
        elif not self._paused:
            self._run()
        else:
            self._report()

    def _not_queued(self, error: BriefBankError) -> None:
        self._report()
        self.failed.emit(error)

    def pause(self) -> None:
        """Let the files wait, over restarts too, until ``resume``."""
        self._paused = True
        self._note(partial(intake_requests.set_paused, self._library, True))
        self._stop_running()
        self._report()

    def resume(self) -> None:
        self._paused = False
        self._note(partial(intake_requests.set_paused, self._library, False))
        self._run()

    def cancel(self, paths: Collection[Path] | None = None) -> None:
        """Do not add these files, or (None) any of those that have not ended."""
        chosen = None if paths is None else tuple(paths)
        self._note(partial(intake_requests.cancel, self._library, chosen))

    def clear_refused(self) -> None:
        """Take the refused files off the list, for good."""
        job = self._start(Lane.NOTES, partial(intake_requests.clear_refused, self._library))
        job.done.connect(lambda _none: self._show_cleared())
        job.failed.connect(self.failed)

    def forget_document(self, document: Document) -> None:
        """Take the files of a document that was removed off the list."""
        self._progress.forget(self._model.forget_document(document.id))
        self._report()

    def _show_cleared(self) -> None:
        self._model.clear_refused()
        self._progress.clear_refused()
        self._report()

    def leave_out(self, paths: Collection[Path], skip: bool) -> None:
        """Leave refused files out from now on, or (False) no longer."""
        job = self._start(Lane.NOTES, partial(intake_requests.leave_out, self._library, tuple(paths), skip))
        job.done.connect(lambda _none: self._show_left_out(paths, skip))
        job.failed.connect(self.failed)

    def _show_left_out(self, paths: Collection[Path], skip: bool) -> None:
        events = self._model.book.left_out(paths, skip=skip)
        self._model.move(events)
        self._progress.update(events)
        self._report()

    def _note(self, work: Work) -> None:
        self._start(Lane.NOTES, work).failed.connect(self.failed)

    # --- resting while other work needs the library ---

    def rest(self) -> None:
        """Stop as soon as possible without it being a person's pause; ``go_on`` ends it."""
        self._resting = True
        self._stop_running()

    def go_on(self, *, anew: bool = False) -> None:
        """Continue after ``rest``; ``anew`` tells that the library is another one."""
        self._resting = False
        if anew:
            self.begin()
        elif self.waiting and not self._paused:
            self._run()

    def _stop_running(self) -> None:
        if self._running is not None:
            self._running.cancel()

    # --- working ---

    def _run(self) -> None:
        """Work on the queue; if that is being done already, once more after it, to miss nothing."""
        self.error = None
        if self._running is not None or self._resting:
            self._run_again = True
            self._report()
            return
        self._run_again = False
        self._progress.start()
        self._running = self._start(Lane.INTAKE, partial(intake_requests.run, self._library))
        self._running.done.connect(lambda _outcomes: self._run_ended(None))
        self._running.failed.connect(self._run_ended)
        self._report()

    def _run_ended(self, error: BriefBankError | None) -> None:
        self._running = None
        self.stopped.emit()
        self.error = error if error is not None and not isinstance(error, Cancelled) else None
        if error is not None:
            self._update([FileProgress(path, Stage.WAITING) for path in self._model.book.busy()])
        self._refresh.stop()
        self.library_changed.emit()
        if self.error is not None:
            self._run_again = False
            self.failed.emit(self.error)
        if self._run_again and not self._paused and not self._resting:
            self._run()
            return
        self._report()

    def _update(self, events: Sequence[FileProgress]) -> None:
        self._model.move(events)
        self._progress.update(events)
        self._run_early()
        self._count_searchable()
        ends = [event.outcome for event in events if event.outcome is not None]
        if ends:
            self.ended.emit(ends)
            if not self._refresh.isActive():
                self._refresh.start()
        self._report()

    def _run_early(self) -> None:
        """Begin with the first files of a large drop, while the others are still being queued."""
        if self._queueing and self._running is None and self.waiting >= LARGE and not self._paused:
            self._run()

    def _count_searchable(self) -> None:
        if not self._counting.isActive() and self.waiting:
            self._counting.start()
            job = self._jobs.start(
                Lane.COUNTS, partial(intake_requests.searchable, self._library), topic="searchable"
            )
            job.done.connect(self.searchable)

    # --- status ---

    def _report(self) -> None:
        state = self._state_now()
        known = self._progress.known if self.waiting else 0
        if state is not self.state:
            self.state = state
            self.state_changed.emit(state)
        self.progressed.emit(self._line(state), self._progress.finished, known)

    def _line(self, state: State) -> str:
        wait = wording.files_wait(self.waiting)
        fixed = {
            State.PAUSING: tr("Pausing after the current step …"),
            State.PAUSED: tr("Paused. {files}; Resume goes on with them.").format(files=wait),
            State.RESTING: tr("{files} until the library is free.").format(files=wait),
            State.HELD: tr("{files}. Nothing is lost.").format(files=wait),
        }
        return fixed.get(state) or (self._progress.line() if self.waiting else self._account())

    def _account(self) -> str:
        """Return how the files of this round ended, and how many are refused with those of earlier ones."""
        account = self._progress.account()
        refused = self._model.book.counted(FileFilterChoice.REFUSED)
        if not account or refused == self._progress.refused:
            return account
        one, many = tr("{number} file is refused in all."), tr("{number} files are refused in all.")
        return f"{account} {wording.counted(refused, one, many)}"

    def _state_now(self) -> State:
        if self._running is not None:
            return State.PAUSING if self._paused else State.RUNNING
        if not self.waiting:
            return State.IDLE
        if self._paused:
            return State.PAUSED
        if self._resting:
            return State.RESTING
        if self.error is not None:
            return State.HELD
        return State.IDLE
