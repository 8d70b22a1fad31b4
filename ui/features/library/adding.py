"""Adding files: the line over the documents that says how it gets on, the list of files, and what runs it.

Files wait in the library's ledger, so nothing is lost by a pause, a fault or the end of the program. Queueing
files, working on them, and small orders such as a pause have lanes of their own. While there is work, the
state of the ledger is read a few times a second; nothing else is known of the files here.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QProgressBar

from briefbank import settings
from briefbank.domain.documents import Document
from briefbank.domain.ingest import (
    Enqueued,
    FileGroup,
    FileProgress,
    FileStatus,
    IngestState,
    PassedOver,
    Searchable,
    Survey,
)
from briefbank.errors import BriefBankError
from briefbank.text.messages import Message
from ui.features.library import files
from ui.features.library.files import GROUP_NAMES, FilesPanel
from ui.features.library.survey import SurveyDialog
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.jobs import Job, JobReporter, Jobs, Lane, Work
from ui.kit.controls import ElidedLabel, Notice, link_button, push_button
from ui.kit.dialogs import confirmed
from ui.kit.layout import STRETCH, column, row
from ui.page import Page
from ui.shared import wording
from ui.shared.actions import ReadAgain

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

LARGE = 200
"""The files after which a look is worth a dialog, and after which work begins before the queueing ends."""
POLL_MS = 300  # The interval at which the state is read
SLOW_POLL_MS = 5_000  # The interval while something holds the adding; another program may add the files
SLOWER = 5
"""The factor by which the interval is longer than reading the state takes, 0.2 s for 50,000 files."""
CHANGED_S = 1.5  # The interval at which views of the library follow, while files are being added
SEARCHABLE_S = 5.0  # The interval at which searchable files are counted

NOTHING_FOUND = tr("No document, mail or scan that BriefBank reads was found in what you dropped.")
LOOKING = tr("Looking through what you dropped …")
PAUSED = tr("Adding files is paused. The files wait, also when BriefBank is closed, until you choose Resume.")


class State(Enum):
    """The state of adding files."""

    IDLE = auto()
    RUNNING = auto()
    PAUSING = auto()
    PAUSED = auto()
    HELD = auto()  # Something is wrong that a person has to correct; files wait
    RESTING = auto()  # The library is needed by other work alone; files wait


class Adding(Page):
    """The line over the documents, and the lanes of one window's intake. ``list`` shows the files."""

    state_changed = Signal(object)
    progressed = Signal(str)  # A line on the whole
    read_again_done = Signal(object)  # Documents by id that were added or read again just now
    replaced = Signal()  # The library is another one
    stopped = Signal()  # Emitted when no file is being worked on any more
    failed = Signal(object)
    """A BriefBankError: an order that could not be carried out, or what holds the adding."""
    files_wanted = Signal(object)  # The FileGroup that a person wants to see

    def __init__(self, library: LibraryApi, jobs: Jobs) -> None:
        super().__init__(library, jobs)
        self.state = State.IDLE
        self.error: BriefBankError | None = None
        self.counts = IngestState()
        """The state of the ledger when it was read last."""
        self.known = 0
        """The files of the round, 0 when nothing is being added."""
        self.survey: SurveyDialog | None = None
        self._running: Job | None = None
        self._working = False  # From the start of a run until its end is shown
        self._drops: deque[tuple[Path, ...]] = deque()  # Drops to look at, the present one first
        self._paused = self._resting = self._run_again = False
        self._since: int | None = None  # Where the round begins
        self._expected = 0  # The files that the survey counted, while they are being queued
        self._passed_over = PassedOver()  # What was dropped in this round and is no document
        self._checked_before = 0  # The files to check that are older than this window
        self._added: deque[Document] = deque()  # Filled in the threads of the lanes
        self._line_shown = ""
        self._remark = ""  # On a drop of which nothing is known yet, or in which nothing was found
        self._changed_at = self._counted_at = 0.0
        self._ended_at_change = -1
        self._poll_timer = QTimer(self)
        self._poll_timer.setSingleShot(True)
        self._poll_timer.timeout.connect(self._poll)
        self._poll_seconds = 0.0  # The time that reading the state took last
        self._make_widgets()
        self.list = FilesPanel(self)
        self._show()

    def _make_widgets(self) -> None:
        self.setObjectName("page")
        self.overall = ElidedLabel()
        self.searchable = ElidedLabel()
        self.searchable.setProperty("role", "muted")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Files finished"))
        self.notice = Notice()
        self.pause_button = push_button(
            tr("Pause"), tip=tr("Let the files wait until you choose Resume (Ctrl+Shift+A)")
        )
        self.cancel_all = push_button(tr("Cancel all…"), tip=tr("Do not add any of the files that wait"))
        self.links = {
            group: link_button("", flush=True)
            for group in (FileGroup.OPEN, FileGroup.REFUSED, FileGroup.PROTECTED, FileGroup.CHECK)
        }
        for group, link in self.links.items():
            link.clicked.connect(lambda _checked=False, group=group: self.files_wanted.emit(group))
        band = QFrame()
        band.setObjectName("listHead")
        links = row(*self.links.values(), STRETCH, spacing=18)
        words = column(self.overall, self.bar, self.searchable, links, spacing=4)
        row((words, 1), self.pause_button, self.cancel_all, on=band, margins=(20, 8, 18, 8))
        self._band = band
        column(self.notice, band, on=self, spacing=0)
        self.pause_button.clicked.connect(self.toggle)
        self.cancel_all.clicked.connect(self._cancel_all)
        self.notice.acted.connect(self.resume)

    # --- what others ask ---

    @property
    def busy(self) -> bool:
        """True while files are being worked on."""
        return self._working

    @property
    def waiting(self) -> int:
        """The number of files that have not ended."""
        return self.counts.open

    def begin(self) -> None:
        """Go on with what waits from before, unless it was paused."""
        ingest, self._since = self.library.ingest, None
        self.run(
            lambda _reporter: (ingest.state(), ingest.paused),
            then=lambda answer: self._begin_with(*answer),
            failed=self.failed.emit,
            lane=Lane.QUEUE,
        )

    def _begin_with(self, counts: IngestState, paused: bool) -> None:
        """Work on what waits, and queue the rest of drops that were interrupted."""
        self._paused, self._since = paused, counts.since
        self._checked_before = counts.groups.get(FileGroup.CHECK, 0)
        self._take(counts)
        if counts.open and not paused:
            self._run()
            waiting = files.files_wait(counts.open)
            self.status.emit(tr("{files} from before. BriefBank goes on with them.").format(files=waiting))
        ingest = self.library.ingest

        def finish(reporter: JobReporter) -> Enqueued | None:
            ingest.finish_drops(reporter)
            newest = ingest.state(counts.since).newest
            return Enqueued(newest - counts.newest) if newest != counts.newest else None

        self._queue(finish)

    def look_and_add(self, paths: Sequence[Path]) -> None:
        """Add what was dropped; when that is a lot, show first what lies there, and queue nothing before a
        person agrees."""
        if paths:
            self._begin_round()
            self._drops.append(tuple(paths))
            if len(self._drops) == 1:
                self._look()

    def add(
        self,
        paths: Sequence[Path],
        passwords: Mapping[Path, str] | None = None,
        *,
        thorough: bool = False,
        patterns: Collection[str] = (),
    ) -> None:
        """Queue files and folders, and begin unless adding is paused. ``patterns`` leave out files."""
        if not paths:
            return
        self._begin_round()
        ingest, sources, typed = self.library.ingest, list(dict.fromkeys(paths)), dict(passwords or {})
        self._queue(
            lambda reporter: ingest.enqueue(
                sources, reporter, passwords=typed, thorough=thorough, patterns=tuple(patterns)
            )
        )

    def read_again(self, order: ReadAgain) -> None:
        """Have pages of a document recognised again."""
        self._begin_round()
        ingest = self.library.ingest

        def queue(_reporter: JobReporter) -> Enqueued:
            ingest.read_again(order.document.id, order.pages, setting=order.setting, engine=order.engine)
            return Enqueued(1)

        self._queue(queue)
        self.status.emit(tr("The text is being recognised again. The pages are shown anew when it is done."))

    def add_attached(self, document_id: int) -> None:
        """Add the files that are attached inside a PDF."""
        self._begin_round()
        ingest = self.library.ingest
        self._queue(lambda reporter: ingest.enqueue_attached(document_id, reporter))

    def take_new(self, number: int) -> None:
        """Go on with files that a watched folder queued."""
        counted = wording.count(number, tr("new file"), tr("new files"))
        self.status.emit(tr("{files} in a watched folder.").format(files=counted))
        self._begin_round()
        self._queued(Enqueued(number))

    def pause(self) -> None:
        """Let the files wait, over restarts too, until ``resume``."""
        self._set_paused(True)
        self._stop_running()
        self._show()

    def resume(self) -> None:
        self._set_paused(False)
        self._run()

    def toggle(self) -> None:
        if self.state in (State.PAUSED, State.HELD):
            self.resume()
        elif self.state is not State.IDLE:
            self.pause()

    def cancel(self, paths: Collection[Path] | None = None) -> None:
        """Do not add these files, or (None) any of those that have not ended."""
        chosen = None if paths is None else tuple(paths)
        self._order(lambda _reporter: self.library.ingest.cancel(chosen))

    def clear_refused(self) -> None:
        """Take the refused files off the list, for good."""
        self._order(lambda _reporter: self.library.ingest.clear_refused())

    def leave_out(self, paths: Collection[Path], skip: bool) -> None:
        """Leave refused files out from now on, or (False) no longer."""
        chosen = tuple(paths)
        self._order(lambda _reporter: self.library.ingest.leave_out(chosen, skip=skip))

    def rest(self) -> None:
        """Stop as soon as possible without it being a person's pause; ``go_on`` ends it."""
        self._resting = True
        self._stop_running()

    def go_on(self, *, anew: bool = False) -> None:
        """Continue after ``rest``; ``anew`` tells that the library is another one."""
        self._resting = False
        if anew:
            self.replaced.emit()
            self.begin()
        elif self.waiting and not self._paused:
            self._run()

    def refresh(self) -> None:
        """Read the state soon."""
        if not self._poll_timer.isActive():
            self._poll_timer.start(0)

    # --- looking at a large drop ---

    def _look(self) -> None:
        """Look at the next drop; a person has decided on those before."""
        paths, ingest = self._drops[0], self.library.ingest

        def work(reporter: JobReporter) -> Survey | Enqueued:
            survey = ingest.survey(paths, reporter, large_only=True)
            return ingest.enqueue(list(paths), reporter) if survey is None else survey

        self.run(
            work,
            then=self._looked,
            failed=self._not_looked,
            progress=self._show_look,
            lane=Lane.QUEUE,
            topic="look",
            files=self._note_added,
        )

    def _show_look(self, _stage: Message, done: int, total: int) -> None:
        if total or done > LARGE:
            self._dialog().show_looking(done, total)

    def _dialog(self) -> SurveyDialog:
        if self.survey is None:
            self.survey = SurveyDialog(self.jobs, self._drops[0], self.window())
            self.survey.accepted.connect(self._agreed)
            self.survey.rejected.connect(self._look_over)
            self.survey.open()
        return self.survey

    def _looked(self, answer: Survey | Enqueued) -> None:
        if isinstance(answer, Enqueued):
            self._look_over()
            self._queued(answer)
        else:
            self._dialog().show_survey(answer)

    def _agreed(self) -> None:
        """Add the drop, and keep the patterns that were chosen."""
        assert self.survey is not None
        self._expected, patterns = self.survey.files, self.survey.patterns.patterns()
        self.add(self.survey.paths, patterns=(*patterns, *self.survey.left_out_now()))
        self.run(
            lambda _reporter: settings.change(leave_out=patterns), failed=self.failed.emit, lane=Lane.NOTES
        )
        self._look_over()

    def _not_looked(self, error: BriefBankError) -> None:
        self._look_over()
        self.failed.emit(error)

    def _look_over(self) -> None:
        """End the look at a drop, and begin the next."""
        self.jobs.drop("look", self)
        self._drops.popleft()
        if self.survey is not None:
            dialog, self.survey = self.survey, None
            dialog.blockSignals(True)
            dialog.close()
        if self._drops:
            self._look()
        elif not self.jobs.engaged(Lane.QUEUE):
            self._remark = ""
        self._show()

    # --- working ---

    def _begin_round(self) -> None:
        """Begin a round, unless files of one still wait. A pause belongs to the files that waited then."""
        if self.waiting or self._working:
            return
        self._since, self._passed_over, self._remark = self.counts.newest, PassedOver(), LOOKING
        if self._paused:
            self._set_paused(False)
        self._show()

    def _set_paused(self, paused: bool) -> None:
        self._paused, ingest = paused, self.library.ingest

        def note(_reporter: JobReporter) -> None:
            ingest.paused = paused

        self._order(note)

    def _order(self, work: Work) -> None:
        """Carry out a small order, and show what came of it."""
        self.run(work, then=lambda _answer: self.refresh(), failed=self.failed.emit, lane=Lane.NOTES)

    def _note_added(self, event: FileProgress) -> None:
        """Keep a document that was added or read again. In any thread."""
        outcome = event.outcome
        if outcome is not None and outcome.document is not None and outcome.status in files.ADDED:
            self._added.append(outcome.document)

    def _queue(self, work: Work) -> None:
        """Queue files. ``work`` returns Enqueued, or None where there was nothing to queue."""
        self.run(work, then=self._queued, failed=self._not_queued, lane=Lane.QUEUE, files=self._note_added)
        self.refresh()

    def _queued(self, answer: Enqueued | None) -> None:
        self._expected, self._remark = 0, ""
        if answer is not None:
            self._passed_over += answer.passed_over
            if not answer.new and not self.waiting:
                self._remark = " ".join(filter(None, (NOTHING_FOUND, files.passed_over(self._passed_over))))
            elif not self._paused:
                self._run()
        self._show()
        self.refresh()

    def _not_queued(self, error: BriefBankError) -> None:
        self._expected, self._remark = 0, ""
        self._show()
        self.failed.emit(error)

    def _stop_running(self) -> None:
        if self._running is not None:
            self._running.cancel()

    def _run(self) -> None:
        """Work on the queue; if that is being done already, once more after it, to miss nothing."""
        self.error = None
        if self._working or self._resting:
            self._run_again = True
            self._show()
            return
        self._run_again, self._working = False, True
        ingest = self.library.ingest
        self._running = self.run(
            lambda reporter: ingest.run(reporter),
            then=lambda _outcomes: self._run_ended(None),
            failed=self._run_ended,
            stopped=lambda: self._run_ended(None),
            lane=Lane.INTAKE,
            files=self._note_added,
        )
        self._show()
        self.refresh()

    def _run_ended(self, error: BriefBankError | None) -> None:
        """Read the state before the end is shown, so that the last numbers are those of the ledger."""
        library, since = self.library, self._since
        self._running, self.error = None, error
        job = self.run(lambda _reporter: library.ingest.state(since), failed=self._show_run_ended)
        job.done.connect(self._show_run_ended)

    def _show_run_ended(self, counts: IngestState | BriefBankError) -> None:
        self._working = False
        error = self.error
        if error is not None:
            self._run_again = False
        if isinstance(counts, IngestState):
            self._take(counts)
        self.stopped.emit()
        self._changed_at, self._ended_at_change = time.monotonic(), self.counts.finished
        self.library_changed.emit()
        if error is not None:
            self.error = error
            self.failed.emit(error)
        if self._run_again and not self._paused and not self._resting:
            self._run()
        self._show()
        self.refresh()

    # --- following the ledger ---

    def _poll(self) -> None:
        ingest, since = self.library.ingest, self._since

        def read(_reporter: JobReporter) -> tuple[IngestState, float]:
            began = time.monotonic()
            return ingest.state(since), time.monotonic() - began

        job = self.run(read, then=self._polled, failed=lambda _error: None, topic="state")
        job.ended.connect(self._poll_later)

    def _poll_later(self) -> None:
        if self._working or self.jobs.engaged(Lane.QUEUE):
            self._poll_timer.start(max(POLL_MS, round(1000 * SLOWER * self._poll_seconds)))
        elif self.state is State.HELD:
            self._poll_timer.start(SLOW_POLL_MS)

    def _polled(self, answer: tuple[IngestState, float]) -> None:
        counts, self._poll_seconds = answer
        self._take(counts)

    def _take(self, counts: IngestState) -> None:
        self.counts = counts
        documents = {
            document.id: document for document in (self._added.popleft() for _ in range(len(self._added)))
        }
        if documents:
            self.read_again_done.emit(documents)
        queueing = self.jobs.engaged(Lane.QUEUE)
        if queueing and not self._working and counts.open >= LARGE and not self._paused:
            self._run()  # begins with the first files of a large drop, while the others are being queued
        now = time.monotonic()
        if counts.finished != self._ended_at_change and now - self._changed_at >= CHANGED_S:
            changed, self._ended_at_change = self._ended_at_change >= 0, counts.finished
            self._changed_at = now
            if changed:
                self.library_changed.emit()
        in_office = self.library.office is not None  # which does not say what can be searched
        if counts.open > LARGE and not in_office and now - self._counted_at >= SEARCHABLE_S:
            self._counted_at = now
            ingest = self.library.ingest
            self.run(
                lambda _reporter: ingest.searchable(),
                then=self._show_searchable,
                lane=Lane.COUNTS,
                topic="searchable",
            )
        self._show()

    # --- display ---

    def _state_now(self) -> State:
        if self._working:
            return State.PAUSING if self._paused else State.RUNNING
        if not self.waiting:
            return State.IDLE
        if self._paused:
            return State.PAUSED
        if self._resting:
            return State.RESTING
        return State.HELD if self.error is not None else State.IDLE

    def _show(self) -> None:
        state, counts = self._state_now(), self.counts
        if state is not self.state:
            self.state = state
            self.state_changed.emit(state)
        at_work, resting = state is not State.IDLE, state in (State.PAUSED, State.HELD)
        self.known = max(counts.known, self._expected) if at_work or self.waiting else 0
        self.pause_button.setText(tr("Resume") if resting else tr("Pause"))
        self.pause_button.setAccessibleName(
            tr("Resume adding files") if resting else tr("Pause adding files")
        )
        self.pause_button.setEnabled(state is not State.PAUSING)
        for widget in (self.pause_button, self.cancel_all, self.bar):
            widget.setVisible(at_work)
        self.searchable.setVisible(at_work and bool(self.searchable.whole()))
        self.bar.setRange(0, max(1, self.known))
        self.bar.setValue(counts.finished)
        self._show_notice(state)
        self._show_links(at_work)
        line = self._line(state)
        self.overall.set_whole(line)
        self.overall.setVisible(bool(line))
        shown = bool(line) or any(not link.isHidden() for link in self.links.values())
        self._band.setVisible(shown)
        self.setVisible(shown or not self.notice.isHidden())
        if line != self._line_shown:
            self._line_shown = line
            self.progressed.emit(line)
        self.list.follow()

    def _show_notice(self, state: State) -> None:
        if self.error is not None and state is State.HELD:
            error = f"{self.error.title} {self.error.remedy}"
            if self.notice.text() != error:  # a person may have closed it
                self.notice.say(error, tr("Try again"), bad=True, closable=True)
        else:
            self.notice.say(PAUSED if state is State.PAUSED else "", tr("Resume"))

    def _show_links(self, at_work: bool) -> None:
        groups, waiting = self.counts.groups, self.counts.passed_over
        refused, protected = groups.get(FileGroup.REFUSED, 0), groups.get(FileGroup.PROTECTED, 0)
        check = groups.get(FileGroup.CHECK, 0) - self._checked_before
        waits = wording.counted(waiting, tr("{number} waits"), tr("{number} wait")) if waiting else ""
        needs = tr("{number} needs its password"), tr("{number} need their password")
        texts = {
            FileGroup.OPEN: tr("Show the files") if at_work else waits,
            FileGroup.REFUSED: tr("{number} refused").format(number=refused) if refused else "",
            FileGroup.PROTECTED: wording.counted(protected, *needs) if protected else "",
            FileGroup.CHECK: tr("{number} to check").format(number=check) if check > 0 else "",
        }
        for group, link in self.links.items():
            link.setText(texts[group])
            link.setAccessibleName(f"{texts[group]}: {GROUP_NAMES[group]}")
            link.setVisible(bool(texts[group]))

    def _line(self, state: State) -> str:
        waiting = files.files_wait(self.waiting)
        if state is State.PAUSING:
            return tr("Pausing after the current step …")
        if state is State.PAUSED:
            return tr("Paused. {files}; Resume goes on with them.").format(files=waiting)
        if state is State.RESTING:
            return tr("{files} until the library is free.").format(files=waiting)
        if state is State.HELD:
            return tr("{files}. Nothing is lost.").format(files=waiting)
        if state is State.RUNNING or self.known:
            return self._progress() if self.known else LOOKING
        return self._remark or self.account()

    def _progress(self) -> str:
        """Return text such as '12 of 300 files finished · about 40 minutes left · 412 pages, 38 a minute'."""
        counts, known = self.counts, wording.files(self.known)
        finished = tr("{done:,} of {files} finished").format(done=counts.finished, files=known)
        pages = wording.pages(counts.pages) if counts.pages else ""
        if pages and counts.pages_a_minute:
            pages = tr("{pages}, {speed:,} a minute").format(pages=pages, speed=counts.pages_a_minute)
        left = files.time_left(counts.seconds_left)
        return "  ·  ".join(part for part in (finished, left, pages) if part)

    def account(self) -> str:
        """Return text such as '12 files: 9 added, 1 added with gaps, 2 refused.', and what was passed over;
        empty when no file of the round has ended."""
        counts = self.counts
        if not counts.finished:
            return ""
        ends = [(counts.ended.get(status, 0), files.STATUS_WORDS[status].lower()) for status in FileStatus]
        ends += [(counts.left_out, tr("left out")), (counts.taken_off, tr("not added"))]
        parts = [f"{translate.number(number)} {name}" for number, name in ends if number]
        ended = f"{wording.files(counts.finished)}: {', '.join(parts)}."
        return " ".join(filter(None, (ended, files.passed_over(self._passed_over))))

    def _show_searchable(self, searchable: Searchable) -> None:
        """Show text such as '12,400 of 50,000 files can be searched by words, 3,100 by meaning; newest first,
        down to March 2014.'"""
        text = tr("{words} of {files} files can be searched by words, {meaning} by meaning.")
        month, year = "", 0
        if (newest := searchable.next_modified) is not None:
            text = tr(
                "{words} of {files} files can be searched by words, {meaning} by meaning; newest first, down "
                "to {month} {year}."
            )
            month, year = translate.month(newest.astimezone().month), newest.astimezone().year
        words, all_, meaning = map(
            translate.number, (searchable.by_words, searchable.files, searchable.by_meaning)
        )
        self.searchable.set_whole(
            text.format(words=words, files=all_, meaning=meaning, month=month, year=year)
        )
        self._show()

    def _cancel_all(self) -> None:
        """Ask before many files are taken off the list, and say what it means."""
        waiting = wording.files(self.waiting)
        if confirmed(
            self,
            tr("Cancel all"),
            tr("Do not add the {files} that are not finished?").format(files=waiting),
            tr(
                "What was added before stays in the library. The files themselves stay where they are, and "
                "you can add them again at any time."
            ),
            yes=tr("Do not add them"),
            no=tr("Go on"),
        ):
            self.cancel()
