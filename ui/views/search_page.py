"""The search page: joins the bar, the results and the reader, and shows the answers of searches."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from briefbank.errors import BriefBankError, QueryError
from ui import words
from ui.acting import Acting
from ui.asking import Asked, Asking
from ui.fetching import Fetching
from ui.jobs import Jobs
from ui.narrowing import Narrowing
from ui.questions import History, Question, Step
from ui.reading_again import ReadingAgain
from ui.tongue import told, tr
from ui.views.begin import TEXT, TITLE
from ui.views.first_use import FirstUse
from ui.views.reader import Reader
from ui.views.reader_pair import ReaderPair
from ui.views.results import ResultsView
from ui.views.search_bar import SearchBar
from ui.widgets.result_list import Place

if TYPE_CHECKING:
    from briefbank.library import Library

FIRST_RESULTS = 50
"""The others are read as one scrolls to them."""


class SearchPage(QWidget):
    """Search box above, results left, reader right; or, while the library is empty, how to begin."""

    told = Signal(str)
    """Something for the status line."""
    authority_wanted = Signal(int)
    """The page of this authority."""
    answered = Signal(object)
    """The Question whose answer is on the screen now; None when there is none."""
    steps_shown = Signal()
    """The first steps came up: what they say of this computer is to be found out."""
    same_wanted = Signal(object)
    """The Document of which to show what cites the same authorities."""

    def __init__(
        self, library: Library, jobs: Jobs, reading_again: ReadingAgain, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.history = History()
        self.answering: Question | None = None
        """What the answer on the screen answers: thumbs and further results belong to this."""
        self._by_words: Question | None = None
        """What has an answer by words alone on the screen, and no other yet."""
        self._library_empty = self._steps_wanted = False
        self._better: Asked | None = None
        """An answer that waits until it is asked for."""
        self.setObjectName("page")
        self.bar = SearchBar()
        self.results = ResultsView()
        self.readers = ReaderPair(library, jobs, reading_again)
        self.first_use = FirstUse()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self.results)
        self.splitter.addWidget(self.readers)
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
        self.asking = Asking(library, jobs, self)
        self.fetching = Fetching(library, jobs, self.results.list)
        self.acting = Acting(library, jobs, self)
        self.narrowing = Narrowing(library, jobs, self)
        self.open_row, self.open_version = self.acting.open_row, self.acting.open_version
        self.find_like, self.find_like_text = self.acting.find_like, self.acting.find_like_text
        self.step, self.step_brief = self.acting.step, self.acting.step_brief
        self.thumb, self.copy = self.acting.thumb, self.acting.copy
        self._connect()
        self.results.begin(TITLE, TEXT)

    def _connect(self) -> None:
        self.bar.asked.connect(self._asked)
        self.bar.typed.connect(self._typed)
        self.bar.emptied.connect(self._emptied)
        self.bar.back.clicked.connect(self.go_back)
        self.bar.origin_left.connect(self.leave_origin)
        self.bar.left_downwards.connect(self.focus_results)
        self.results.again_wanted.connect(self.search_again)
        self.results.wider_wanted.connect(self.bar.loosen)
        self.results.authority_wanted.connect(self.authority_wanted)
        self.results.list.left_upwards.connect(self.focus_search)
        for shown in (self.results.list, self.results.outside.list):
            self.acting.join(shown)
            shown.same_wanted.connect(self.same_wanted)
            shown.day_wanted.connect(self.ask_as_of)
            self.readers.hit_changed.connect(shown.results.set_opened)
        self.bar.law.brief_day = self._brief_day
        self.readers.join(self._join_reader)
        for part in (self.acting, self.fetching):
            part.told.connect(self.told)
        self.fetching.recounted.connect(self._recounted)
        self.asking.answered.connect(self._answered)
        self.asking.failed.connect(self._failed)
        self.asking.slow.connect(self.results.searching)
        self.results.better_wanted.connect(self.show_better)

    def _join_reader(self, reader: Reader) -> None:
        reader.next_wanted.connect(lambda: self.step(1))
        reader.previous_wanted.connect(lambda: self.step(-1))
        reader.like_wanted.connect(self.find_like_text)
        reader.told.connect(self.told)
        reader.finding.told.connect(self.told)
        reader.finding.library_wanted.connect(self.bar.ask_for)

    @property
    def reader(self) -> Reader:
        """The one that was used last: there may be two beside each other."""
        return self.readers.active

    def set_library_empty(self, empty: bool) -> None:
        """Show how to begin instead of the results, or the other way round."""
        self._library_empty = empty
        self.first_use.set_empty(empty)
        self.show_steps(empty or self._steps_wanted)

    def show_steps(self, wanted: bool) -> None:
        """The first steps were asked for, or are closed again; an empty library shows them in any case."""
        before = self._body.currentIndex()
        self._steps_wanted = wanted and not self._library_empty
        self._body.setCurrentIndex(1 if wanted or self._library_empty else 0)
        if self._body.currentIndex() > before:
            self.steps_shown.emit()

    # --- searching ---

    def _asked(self, question: Question) -> None:
        self._start(_first(question))

    def _typed(self, question: Question) -> None:
        """While one types: by words alone."""
        self.asking.typed(_first(question))

    def _start(self, question: Question, place: Place | None = None, *, quickly: bool = True) -> None:
        """Ask; the answer is shown at a place that was left, or else from its top."""
        self._forget_better()
        self.asking.ask(question, place, quickly=quickly)

    def search_again(self) -> None:
        """Repeat the newest search, whether or not it has its answer."""
        question = self.asking.question or self.answering
        if question is not None:
            self._start(question, quickly=False)

    def _answered(self, asked: Asked) -> None:
        """The whole answer takes the place of the one by words, unless that one is in use."""
        by_words, self._by_words = self._by_words, None if asked.whole else asked.question
        self._forget_better()
        if not (asked.whole and by_words is not None and _same(by_words, asked.question)):
            self._show(asked)
        elif self.results.settle(asked.answer, asked.question.request.order):
            self._shown(asked)
        elif asked.answer.hits and self.results.in_use():
            self._better = asked
            self.results.offer(asked.answer)
            self.narrowing.answered(asked.question.request)
        else:
            self._show(asked)

    def show_better(self) -> None:
        """What was offered in place of the answer by words."""
        if self._better is not None:
            asked = self._better
            self._forget_better()
            self._show(replace(asked, place=None))

    def _forget_better(self) -> None:
        self._better = None
        self.results.head.offer("")

    def _show(self, asked: Asked) -> None:
        question, before = asked.question, self.answering
        place, left = asked.place, self.results.list.place()
        if place is None and before is not None and _same(before, question):
            place = left
        self.history.answered(question, left if before is not None else None)
        if asked.whole:
            self.results.show_answer(asked.answer, question.request.order, place)
        else:
            self.results.show_words(asked.answer, question.request.order, place)
        self._shown(asked)

    def _shown(self, asked: Asked) -> None:
        question, answer = asked.question, asked.answer
        self.answering = question
        self.bar.back.setEnabled(self.history.can_go(-1))
        self.bar.say(told(answer.interpretation), answer.parts, question.origin, question.request.as_of)
        self.fetching.serve(replace(question.request, words_only=not asked.whole))
        self.answered.emit(question)
        if asked.whole:
            self.narrowing.answered(question.request)

    def _recounted(self, total: int, at_least: bool) -> None:
        """What the head says of a search that is on its way, or of a better order, stays."""
        if self.answering is not None and self.asking.question is None and self._better is None:
            self.results.recount(total, self.answering.request.order, at_least=at_least)

    def _failed(self, question: Question, error: BriefBankError) -> None:
        self._by_words = None
        position = error.position if isinstance(error, QueryError) else -1
        on_purpose = self.bar.not_understood(question, position)
        if isinstance(error, QueryError) and not on_purpose and self.results.model.rowCount():
            self.results.unfinished(error, question.request.text)
            return
        self.bar.say("", origin=question.origin)
        self._nothing()
        self.results.show_failure(error, question.request.text)

    def _emptied(self) -> None:
        self.asking.leave()
        self._nothing()
        self.results.begin(TITLE, TEXT)

    def _nothing(self) -> None:
        """No answer is on the screen."""
        self.answering = self._by_words = None
        self._forget_better()
        self.fetching.serve(None)
        self.bar.back.setEnabled(self.history.now is not None)
        self.narrowing.answered(None)
        self.answered.emit(None)

    # --- back and forward ---

    def go_back(self) -> None:
        """To the search before; from a search that failed, or from none, to the last that had an answer."""
        if self.answering is None and self.history.now is not None:
            self._return_to(self.history.now)
        else:
            self._go(-1, tr("There is no search before this one."))

    def go_forward(self) -> None:
        self._go(1, tr("There is no search after this one."))

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
        if self.history.can_go(-1) or self.answering is None:
            self.go_back()
        else:
            self.bar.field.empty()

    # --- the law of a day ---

    def ask_as_of(self, day: date) -> None:
        """The search that stands in the box, as the law was on a day; without one it waits to be typed."""
        self.bar.ask_as_of(day)
        if self.asking.question is None:
            self.focus_search()
            told = tr("Type what to search for: the law counts as of {day}.")
            self.told.emit(told.format(day=words.day(day)))

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


def _first(question: Question) -> Question:
    return replace(question, request=replace(question.request, limit=FIRST_RESULTS))


def _same(one: Question, other: Question) -> bool:
    """Whether both ask for the same, of which one may be shown further."""
    return replace(one.request, limit=other.request.limit) == other.request
