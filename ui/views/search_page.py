"""The search page: joins the bar, the results and the reader, and runs the searches."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from briefbank.errors import BriefBankError, Cancelled, NotInLibrary, QueryError
from briefbank.models import Hit, SearchAnswer, SearchRequest, Verdict, Version
from ui import words
from ui.jobs import JobReporter, Jobs, Lane
from ui.models.hits import HitModel
from ui.questions import History, Question, Step
from ui.reader_law import ReaderLaw
from ui.reading_again import ReadingAgain
from ui.views.first_use import FirstUse
from ui.views.reader import Reader
from ui.views.results import ResultsView
from ui.views.search_bar import SearchBar
from ui.widgets.result_list import Place, ResultList

if TYPE_CHECKING:
    from briefbank.library import Library

FIRST_RESULTS = 50
SLOW_MS = 250
"""After this long without an answer the page says that it is searching."""
BEGIN = (
    "Search your office's briefs.",
    "Type the issue as you would say it to a colleague. The newest of the relevant passages come first.",
)


NO_WORDS = "Thumbs are kept with the words of a search. This list was made from a passage."


class SearchPage(QWidget):
    """Search box above, results left, reader right; or, while the library is empty, how to begin."""

    told = Signal(str)
    """Something for the status line."""
    authority_wanted = Signal(int)
    """The page of this authority."""
    answered = Signal(object)
    """The Question whose answer is on the screen now; None when there is none."""
    same_wanted = Signal(object)
    """The Document of which to show what cites the same authorities."""

    def __init__(
        self, library: Library, jobs: Jobs, reading_again: ReadingAgain, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._jobs = jobs
        self.history = History()
        self._asking: Question | None = None
        """What was asked and has no answer yet."""
        self._answering: Question | None = None
        """What the answer on the screen answers: thumbs and 'Show more' belong to this."""
        self.setObjectName("page")
        self.bar = SearchBar()
        self.results = ResultsView()
        self.reader = Reader(library, jobs, reading_again)
        self.reader_law = ReaderLaw(library, jobs, self.reader)
        self.first_use = FirstUse()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self.results)
        self.splitter.addWidget(self.reader)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.setStretchFactor(0, 4)
        self.splitter.setStretchFactor(1, 5)
        self.splitter.setSizes([430, 520])
        self._body = QStackedWidget()
        self._body.addWidget(self.splitter)
        self._body.addWidget(self.first_use)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self._body, 1)
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(SLOW_MS)
        self._connect()
        self.results.begin(*BEGIN)

    def _connect(self) -> None:
        self.bar.asked.connect(self._asked)
        self.bar.emptied.connect(self._emptied)
        self.bar.back.clicked.connect(self.go_back)
        self.bar.origin_left.connect(self.leave_origin)
        self.bar.left_downwards.connect(self.focus_results)
        self.results.more_wanted.connect(self._more)
        self.results.again_wanted.connect(self.search_again)
        self.results.wider_wanted.connect(self.bar.loosen)
        self.results.authority_wanted.connect(self.authority_wanted)
        self.results.list.left_upwards.connect(self.focus_search)
        for shown in (self.results.list, self.results.outside.list):
            shown.opened.connect(partial(self.open_row, shown=shown))
            shown.thumbed.connect(partial(self.thumb, shown=shown))
            shown.copied.connect(partial(self.copy, shown=shown))
            shown.version_wanted.connect(partial(self.open_version, shown=shown))
            shown.like_wanted.connect(partial(self.find_like, shown=shown))
            shown.same_wanted.connect(self.same_wanted)
            shown.day_wanted.connect(self.ask_as_of)
            self.reader.hit_changed.connect(shown.results.set_opened)
        self.bar.law.brief_day = self._brief_day
        self.reader.next_wanted.connect(lambda: self.step(1))
        self.reader.previous_wanted.connect(lambda: self.step(-1))
        self.reader.like_wanted.connect(self.find_like_text)
        self.reader.told.connect(self.told)
        self._slow.timeout.connect(self.results.searching)

    def set_library_empty(self, empty: bool) -> None:
        """Show how to begin instead of the results, or the other way round."""
        self._body.setCurrentIndex(1 if empty else 0)

    # --- searching ---

    def _asked(self, question: Question) -> None:
        self._start(replace(question, request=replace(question.request, limit=FIRST_RESULTS)))

    def _start(self, question: Question, place: Place | None = None) -> None:
        """Ask; the answer is shown at a place that was left, or else from its top."""
        self._asking = question
        self._slow.start()
        work = partial(_search, self._library, question.request)
        job = self._jobs.start(Lane.READER, work, topic="search")
        job.done.connect(partial(self._answered, question, place))
        job.failed.connect(partial(self._failed, question))

    def search_again(self) -> None:
        """Repeat the newest search, whether or not it has its answer."""
        question = self._asking or self._answering
        if question is not None:
            self._start(question)

    def _more(self) -> None:
        """More of what is shown; when something else was asked meanwhile, its answer is on the way."""
        if self._answering is not None and self._asking is None:
            request = self._answering.request
            longer = replace(request, limit=request.limit + FIRST_RESULTS)
            self._start(replace(self._answering, request=longer))

    def _answered(self, question: Question, place: Place | None, answer: SearchAnswer) -> None:
        self._slow.stop()
        before, self._asking, self._answering = self._answering, None, question
        left, request = self.results.list.place(), question.request
        if place is None and before is not None and replace(before.request, limit=request.limit) == request:
            place = left
        self.history.answered(question, left if before is not None else None)
        self.bar.back.setEnabled(self.history.can_go(-1))
        self.bar.say(answer.interpretation, answer.parts, question.origin, request.as_of)
        self.results.show_answer(answer, request.order, place)
        self.answered.emit(question)

    def _failed(self, question: Question, error: BriefBankError) -> None:
        self._slow.stop()
        self._asking = None
        if isinstance(error, Cancelled):
            return
        position = error.position if isinstance(error, QueryError) else -1
        on_purpose = self.bar.not_understood(question, position)
        if isinstance(error, QueryError) and not on_purpose and self.results.model.rowCount():
            self.results.unfinished(error, question.request.text)
            return
        self._answering = None
        self.bar.say("", origin=question.origin)
        self.bar.back.setEnabled(self.history.now is not None)
        self.results.show_failure(error, question.request.text)
        self.answered.emit(None)

    def _emptied(self) -> None:
        self._jobs.drop("search")
        self._slow.stop()
        self._asking = self._answering = None
        self.bar.back.setEnabled(self.history.now is not None)
        self.results.begin(*BEGIN)
        self.answered.emit(None)

    # --- back and forward ---

    def go_back(self) -> None:
        """To the search before; from a search that failed, or from none, to the last that had an answer."""
        if self._answering is None and self.history.now is not None:
            self._return_to(self.history.now)
        else:
            self._go(-1, "There is no search before this one.")

    def go_forward(self) -> None:
        self._go(1, "There is no search after this one.")

    def _go(self, by: int, none: str) -> None:
        step = self.history.go(by, self.results.list.place())
        if step is None:
            self.told.emit(none)
        else:
            self._return_to(step)

    def _return_to(self, step: Step) -> None:
        self.bar.show_question(step.question)
        self._start(step.question, step.place)

    def leave_origin(self) -> None:
        """From a search that a passage or selected text began, to what was searched for before it."""
        if self.history.can_go(-1) or self._answering is None:
            self.go_back()
        else:
            self.bar.field.empty()

    # --- more like this ---

    def find_like(self, row: int, shown: ResultList | None = None) -> None:
        """Passages like the one of a row."""
        hit = (shown or self.results.list).results.hit(row)
        found = hit.passage
        where = words.place(hit.document.kind, found.page_label, found.first_page)
        self.history.use()
        self.bar.ask_beside(SearchRequest("", like=found.id), words.like(found.text, where))

    def find_like_text(self, text: str, where: str) -> None:
        """Passages like text that was selected in the reader."""
        self.history.use()
        self.bar.ask_beside(SearchRequest(text, literal=True), words.like(text, where))

    # --- the law of a day ---

    def ask_as_of(self, day: date) -> None:
        """The search that stands in the box, as the law was on a day; without one it waits to be typed."""
        self.bar.ask_as_of(day)
        if self._asking is None:
            self.focus_search()
            self.told.emit(f"Type what to search for: the law counts as of {words.day(day)}.")

    def _brief_day(self) -> date | None:
        return self.reader.document.filed if self.reader.document else None

    # --- results ---

    def focus_search(self) -> None:
        self.bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.field.selectAll()

    def focus_results(self) -> None:
        if not self.results.model.rowCount():
            return
        shown = self.results.list
        shown.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if shown.current_row() < 0:
            shown.choose(0)

    def open_row(self, row: int, shown: ResultList | None = None) -> None:
        """Of the results, or (``shown``) of what is set apart."""
        shown = shown or self.results.list
        self.history.use()
        shown.choose(row)
        self.reader.open_hit(shown.results.hit(row))

    def open_version(self, row: int, version: Version, shown: ResultList | None = None) -> None:
        """Open another version of a result's document, or another that says the same, at its passage."""
        shown = shown or self.results.list
        self.history.use()
        shown.choose(row)
        work = partial(_version_hit, self._library, shown.results.hit(row), version)
        job = self._jobs.start(Lane.READER, work, topic="version")
        job.done.connect(self.reader.open_hit)
        job.failed.connect(lambda error: self.told.emit(str(error)))

    def step(self, by: int) -> None:
        """Open the next (1) or previous (-1) result, across documents; the first when none is open."""
        model = self.results.model
        if not model.rowCount():
            return
        row = model.row_of(self.reader.hit.passage.id) if self.reader.hit else -1
        target = row + by if row >= 0 else 0
        if 0 <= target < model.rowCount():
            self.open_row(target)
        else:
            self.told.emit("This is the last result." if by > 0 else "This is the first result.")

    def thumb(self, row: int, pressed: Verdict, shown: ResultList | None = None) -> None:
        """Set a thumb, or take it back when the same one is pressed again."""
        assert self._answering is not None
        query = self._answering.request.text
        if not query:
            self.told.emit(NO_WORDS)
            return
        self.history.use()
        results = (shown or self.results.list).results
        hit = results.hit(row)
        verdict = None if hit.verdict == pressed else pressed
        results.set_verdict(row, verdict)
        work = partial(_feedback, self._library, hit.passage.id, query, verdict)
        job = self._jobs.start(Lane.NOTES, work)
        job.failed.connect(partial(self._not_thumbed, query, hit, results))
        said = {
            Verdict.UP: "Marked as helpful for this search.",
            Verdict.DOWN: "Marked as not helpful for this search.",
        }
        self.told.emit(said[verdict] if verdict else "The mark was taken back.")

    def _not_thumbed(self, query: str, before: Hit, results: HitModel, error: BriefBankError) -> None:
        row = results.row_of(before.passage.id)
        if row >= 0 and self._answering is not None and self._answering.request.text == query:
            results.set_verdict(row, before.verdict)
        self.told.emit(f"The mark was not kept. {error.title} {error.remedy}")

    def copy(self, row: int, shown: ResultList | None = None) -> None:
        self.history.use()
        hit = (shown or self.results.list).results.hit(row)
        QGuiApplication.clipboard().setText(words.copied(hit))
        self.told.emit("The passage was copied with its citation.")


def _search(library: Library, request: SearchRequest, reporter: JobReporter) -> SearchAnswer:
    reporter.check()
    return library.search(request)


def _version_hit(library: Library, hit: Hit, version: Version, _reporter: JobReporter) -> Hit:
    """The passage as it stands in the other document, the whole of it marked."""
    for passage in library.passages(version.document_id):
        if passage.id == version.passage_id:
            document, nothing = library.document(version.document_id), ()
            found = replace(hit, passage=passage, document=document, marks=nothing, verdict=None)
            return replace(found, versions=nothing, copies=nothing, alerts=nothing)
    raise NotInLibrary()


def _feedback(
    library: Library, passage_id: int, query: str, verdict: Verdict | None, _reporter: JobReporter
) -> None:
    library.give_feedback(passage_id, query, verdict)
