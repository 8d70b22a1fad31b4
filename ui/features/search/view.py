"""The search page: joins the bar, the results and the reader, and shows the answers of searches."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from briefbank.errors import BriefBankError, QueryError
from ui.features.reader.pair import ReaderPair
from ui.features.reader.view import Reader
from ui.features.search.bar import SearchBar
from ui.features.search.filter_controller import FilterController
from ui.features.search.first_use import FirstSteps
from ui.features.search.paging import ResultPager
from ui.features.search.questions import HistoryStep, Question, SearchHistory
from ui.features.search.result_actions import ResultActions
from ui.features.search.result_list import ListPosition
from ui.features.search.results import ResultsView
from ui.features.search.search_runner import AnsweredQuestion, SearchRunner
from ui.features.search.start_view import TEXT, TITLE
from ui.i18n.translate import tr, translate_core
from ui.jobs import Jobs
from ui.shared import wording
from ui.shared.reading_again import ReadAgainMenus

if TYPE_CHECKING:
    from briefbank.library import Library

FIRST_RESULTS = 50
"""The number of results read at once; the others are read while one scrolls to them."""


class SearchPage(QWidget):
    """The search box above, results left, reader right; or, while the library is empty, how to begin."""

    told = Signal(str)
    """A message for the status line."""
    authority_wanted = Signal(int)
    """The id of the authority whose page is to be shown."""
    answered = Signal(object)
    """The Question whose answer is now on the screen; None when there is none."""
    steps_shown = Signal()
    """The first steps appeared; what they say of this computer has to be found out."""
    same_wanted = Signal(object)
    """The Document for which to list the documents that cite the same authorities."""

    def __init__(
        self, library: Library, jobs: Jobs, reading_again: ReadAgainMenus, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.history = SearchHistory()
        self.answering: Question | None = None
        """The question of the answer on the screen, to which feedback and further results belong."""
        self._by_words: Question | None = None
        """The question whose answer on the screen is by words alone."""
        self._library_empty = self._steps_wanted = False
        self._better: AnsweredQuestion | None = None
        """An answer that waits until it is asked for."""
        self.setObjectName("page")
        self.bar = SearchBar()
        self.results = ResultsView()
        self.readers = ReaderPair(library, jobs, reading_again)
        self.first_use = FirstSteps()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self.results)
        self.splitter.addWidget(self.readers)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.setStretchFactor(0, 4)
        self.splitter.setStretchFactor(1, 5)
        self.splitter.setSizes([430, 520])
        self._stack = QStackedWidget()
        self._stack.addWidget(self.splitter)
        self._stack.addWidget(self.first_use)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self._stack, 1)
        self.asking = SearchRunner(library, jobs, self)
        self.fetching = ResultPager(library, jobs, self.results.list)
        self.acting = ResultActions(library, jobs, self)
        self.narrowing = FilterController(library, jobs, self)
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
        self.bar.law.brief_day = self._brief_filing_date
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
        """The reader that was used last; there may be two side by side."""
        return self.readers.active

    def set_library_empty(self, empty: bool) -> None:
        """Show how to begin instead of the results, or the other way round."""
        self._library_empty = empty
        self.first_use.set_empty(empty)
        self.show_steps(empty or self._steps_wanted)

    def show_steps(self, wanted: bool) -> None:
        """Show or close the first steps; an empty library shows them in any case."""
        before = self._stack.currentIndex()
        self._steps_wanted = wanted and not self._library_empty
        self._stack.setCurrentIndex(1 if wanted or self._library_empty else 0)
        if self._stack.currentIndex() > before:
            self.steps_shown.emit()

    # --- searching ---

    def _asked(self, question: Question) -> None:
        self._start_search(_with_first_limit(question))

    def _typed(self, question: Question) -> None:
        """Search by words alone while one types."""
        self.asking.typed(_with_first_limit(question))

    def _start_search(
        self, question: Question, place: ListPosition | None = None, *, quickly: bool = True
    ) -> None:
        """Ask a question; its answer is shown at ``place``, or from its top for None."""
        self._forget_better()
        self.asking.ask(question, place, quickly=quickly)

    def search_again(self) -> None:
        """Repeat the newest search, whether or not it has its answer."""
        question = self.asking.question or self.answering
        if question is not None:
            self._start_search(question, quickly=False)

    def _answered(self, asked: AnsweredQuestion) -> None:
        """Show an answer. The full answer replaces the one by words, unless that one is in use."""
        by_words, self._by_words = self._by_words, None if asked.whole else asked.question
        self._forget_better()
        if not (asked.whole and by_words is not None and _asks_same(by_words, asked.question)):
            self._show(asked)
        elif self.results.settle(asked.answer, asked.question.request.order):
            self._answer_shown(asked)
        elif asked.answer.hits and self.results.in_use():
            self._better = asked
            self.results.offer(asked.answer)
            self.narrowing.answered(asked.question.request)
        else:
            self._show(asked)

    def show_better(self) -> None:
        """Show the answer that was offered in place of the answer by words."""
        if self._better is not None:
            asked = self._better
            self._forget_better()
            self._show(replace(asked, place=None))

    def _forget_better(self) -> None:
        self._better = None
        self.results.head.offer("")

    def _show(self, asked: AnsweredQuestion) -> None:
        question, before = asked.question, self.answering
        place, left = asked.place, self.results.list.place()
        if place is None and before is not None and _asks_same(before, question):
            place = left
        self.history.answered(question, left if before is not None else None)
        if asked.whole:
            self.results.show_answer(asked.answer, question.request.order, place)
        else:
            self.results.show_words(asked.answer, question.request.order, place)
        self._answer_shown(asked)

    def _answer_shown(self, asked: AnsweredQuestion) -> None:
        question, answer = asked.question, asked.answer
        self.answering = question
        self.bar.back.setEnabled(self.history.can_go(-1))
        self.bar.say(
            translate_core(answer.interpretation), answer.parts, question.origin, question.request.as_of
        )
        self.fetching.serve(replace(question.request, words_only=not asked.whole))
        self.answered.emit(question)
        if asked.whole:
            self.narrowing.answered(question.request)

    def _recounted(self, total: int, at_least: bool) -> None:
        """Update the number of results, unless the head shows that a search is running or a better order is
        ready."""
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
        self._clear_answer()
        self.results.show_failure(error, question.request.text)

    def _emptied(self) -> None:
        self.asking.leave()
        self._clear_answer()
        self.results.begin(TITLE, TEXT)

    def _clear_answer(self) -> None:
        """Clear everything that belongs to an answer on the screen."""
        self.answering = self._by_words = None
        self._forget_better()
        self.fetching.serve(None)
        self.bar.back.setEnabled(self.history.now is not None)
        self.narrowing.answered(None)
        self.answered.emit(None)

    # --- back and forward ---

    def go_back(self) -> None:
        """Go to the search before; from a failed search, or from none, go to the last one that had an
        answer."""
        if self.answering is None and self.history.now is not None:
            self._return_to(self.history.now)
        else:
            self._go_in_history(-1, tr("There is no search before this one."))

    def go_forward(self) -> None:
        self._go_in_history(1, tr("There is no search after this one."))

    def _go_in_history(self, by: int, end_message: str) -> None:
        step = self.history.go(by, self.results.list.place())
        if step is None:
            self.told.emit(end_message)
        else:
            self._return_to(step)

    def _return_to(self, step: HistoryStep) -> None:
        self.bar.show_question(step.question)
        self._start_search(step.question, step.place)

    def leave_origin(self) -> None:
        """Go from a search for a passage or selected text to the search before it."""
        if self.history.can_go(-1) or self.answering is None:
            self.go_back()
        else:
            self.bar.field.empty()

    # --- the law of a day ---

    def ask_as_of(self, day: date) -> None:
        """Repeat the search in the box with the law of a day; with an empty box, wait for a search to be
        typed."""
        self.bar.ask_as_of(day)
        if self.asking.question is None:
            self.focus_search()
            message = tr("Type what to search for: the law counts as of {day}.")
            self.told.emit(message.format(day=wording.day(day)))

    def _brief_filing_date(self) -> date | None:
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


def _with_first_limit(question: Question) -> Question:
    return replace(question, request=replace(question.request, limit=FIRST_RESULTS))


def _asks_same(one: Question, other: Question) -> bool:
    """Tell whether both questions ask for the same results, except for how many."""
    return replace(one.request, limit=other.request.limit) == other.request
