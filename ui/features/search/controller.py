"""Asks what is typed in the search page, shows the answers, and joins bar, results and readers."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank.domain.documents import LibraryState
from briefbank.domain.searches import SearchAnswer
from briefbank.errors import BriefBankError, QueryError
from ui.features.reader.controller import ReaderController
from ui.features.reader.pair_controller import ReaderPairController
from ui.features.search.filter_controller import FilterController
from ui.features.search.navigation_history import HistoryStep, NavigationHistory, Question
from ui.features.search.paging_controller import PagingController
from ui.features.search.result_controller import ResultController
from ui.features.search.result_list import ListPosition
from ui.features.search.search_runner import AnsweredQuestion, SearchRunner
from ui.features.search.start_view import TEXT, TITLE
from ui.features.search.view import SearchView
from ui.i18n.translate import tr, translate_core
from ui.jobs import Jobs
from ui.shared import wording
from ui.shared.reread_menus import ReadAgainMenus

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

FIRST_RESULTS = 50  # The number of results read at once; the others are read while one scrolls to them


class SearchController(QObject):
    """The controller of the search page. GUI thread; the searches run in lanes."""

    status = Signal(str)  # A message for the status line
    answered = Signal(object)  # The Question whose answer is now on the screen; None when there is none

    def __init__(
        self, library: LibraryApi, jobs: Jobs, reading_again: ReadAgainMenus, view: SearchView
    ) -> None:
        super().__init__(view)
        self.view = view
        self._bar, self._results = view.bar, view.results
        self.history = NavigationHistory()
        self.answering: Question | None = None
        """The question of the answer on the screen, to which feedback and further results belong."""
        self.searched_state: LibraryState | None = None
        """The state of the library in which the answer on the screen was searched for; None while that is an
        answer by words alone, or there is none."""
        self._failed_by_library: Question | None = None
        """The newest search, where it was understood and the library could not answer."""
        self._by_words: Question | None = None
        """The question whose answer on the screen is by words alone."""
        self._better: AnsweredQuestion | None = None
        """An answer that waits until it is asked for."""
        self.readers = ReaderPairController(library, jobs, reading_again, view.readers)
        self.runner = SearchRunner(library, jobs, self)
        self.paging = PagingController(library, jobs, view.results.list)
        self.results = ResultController(library, jobs, self)
        self.filters = FilterController(library, jobs, view)
        self._connect()
        self._results.begin(TITLE, TEXT)

    def _connect(self) -> None:
        bar, results = self._bar, self._results
        bar.asked.connect(self._asked)
        bar.typed.connect(self._typed)
        bar.entered.connect(self.repeat)
        bar.emptied.connect(self._emptied)
        bar.back.clicked.connect(self.go_back)
        bar.understood.origin_removed.connect(self.leave_origin)
        bar.law.brief_day = self._brief_filing_date
        results.notice.acted.connect(self.repeat)
        results.head.better.clicked.connect(self.show_better)
        for wider in (results.instead, results.wider):
            wider.chosen.connect(bar.loosen)
        for shown in (results.list, results.outside.list):
            self.results.join(shown)
            shown.day_wanted.connect(self.ask_as_of)
            self.readers.hit_changed.connect(shown.results.set_opened)
        self.readers.join(self._join_reader)
        for part in (self.results, self.paging):
            part.status.connect(self.status)
        self.paging.recounted.connect(self._recounted)
        self.runner.answered.connect(self._answered)
        self.runner.failed.connect(self._failed)
        self.runner.slow.connect(results.searching)

    def _join_reader(self, reader: ReaderController) -> None:
        reader.view.head.next_hit.clicked.connect(lambda: self.results.step(1))
        reader.view.head.previous_hit.clicked.connect(lambda: self.results.step(-1))
        reader.like_wanted.connect(self.results.find_like_text)
        reader.search_wanted.connect(self.search_again)
        reader.status.connect(self.status)
        reader.find.library_wanted.connect(self._bar.ask_for)

    @property
    def reader(self) -> ReaderController:
        """The reader that was used last; there may be two side by side."""
        return self.readers.active

    # --- searching ---

    def _asked(self, question: Question) -> None:
        if not question.by_pause:
            self._results.release()
        self._start_search(_with_first_limit(question))

    def _typed(self, question: Question) -> None:
        """Search by words alone while one types."""
        self.runner.typed(_with_first_limit(question))

    def repeat(self) -> None:
        """Repeat the search that was answered last. While one runs, start none beside it: let its answer
        replace the one by words, even where that is in use."""
        self.show_better()
        if self.runner.question is not None:
            self._results.release()
        elif self.answering is not None:
            self._start_search(replace(self.answering, by_pause=False), self._top(), quickly=False)

    def _start_search(
        self, question: Question, position: ListPosition | None = None, *, quickly: bool = True
    ) -> None:
        """Ask a question; its answer is shown at ``place``, or from its top for None."""
        self._forget_better()
        self.runner.ask(question, position, quickly=quickly)

    def search_again(self) -> None:
        """Repeat the newest search, whether or not it has its answer, also where the library failed it."""
        question = self.runner.question or self.answering or self._failed_by_library
        if question is not None:
            self._start_search(question, quickly=False)

    def _answered(self, answered: AnsweredQuestion) -> None:
        """Show an answer. The full answer replaces the one by words, unless that one is in use."""
        by_words, self._by_words = self._by_words, None if answered.whole else answered.question
        self._forget_better()
        if not (answered.whole and by_words is not None and _asks_same(by_words, answered.question)):
            self._show(answered)
        elif self._results.settle(answered.answer, answered.question.request.order):
            self._answer_shown(answered)
        elif answered.answer.hits and self._results.in_use():
            self._better = answered
            self._results.offer(answered.answer)
            self.filters.answered(answered.question.request)
        else:
            self._show(answered)

    def show_better(self) -> None:
        """Show the answer that was offered in place of the answer by words, from its top."""
        if self._better is not None:
            better = self._better
            self._forget_better()
            self._show(replace(better, place=self._top()))

    def _top(self) -> ListPosition:
        """Return the top of the list, with what is selected and expanded now."""
        return replace(self._results.list.place(), scrolled=0, top=(None, 0))

    def _forget_better(self) -> None:
        self._better = None
        self._results.head.offer("")

    def _show(self, answered: AnsweredQuestion) -> None:
        # Rows of the new answer may be visible and unread before it is asked for more.
        self.paging.serve(None)
        question, before = answered.question, self.answering
        position, left = answered.place, self._results.list.place()
        if position is None and before is not None and _asks_same(before, question):
            position = left
        self.history.answered(question, left if before is not None else None)
        if answered.whole:
            self._results.show_answer(answered.answer, question.request.order, position)
        else:
            self._results.show_words(answered.answer, question.request.order, position)
        self._answer_shown(answered)

    def _answer_shown(self, answered: AnsweredQuestion) -> None:
        question, answer = answered.question, answered.answer
        self.answering, self.searched_state = question, answered.state
        self._bar.back.setEnabled(self.history.can_go(-1))
        self._bar.say(
            translate_core(answer.interpretation), answer.parts, question.origin, question.request.as_of
        )
        self.paging.serve(replace(question.request, words_only=not answered.whole))
        self.answered.emit(question)
        if answered.whole:
            self.filters.answered(question.request)
            self._close_unrelated(answer)

    def _close_unrelated(self, answer: SearchAnswer) -> None:
        """Close a brief that was opened from other results and is none of these. One that is being read, that
        stands beside another, or that was opened on its own stays."""
        reader = self.reader
        if reader.hit is None or self.readers.are_two or not answer.hits:
            return
        document_ids = {hit.document.id for hit in answer.hits}
        document_ids.update(
            other.document_id for hit in answer.hits for other in (*hit.versions, *hit.copies)
        )
        reading = reader.view.isAncestorOf(reader.view.window().focusWidget())
        if reader.hit.document.id not in document_ids and not reading:
            reader.close_document()

    def _recounted(self, answer: SearchAnswer) -> None:
        """Update the number of results, unless the head shows that a search is running or a better order is
        ready."""
        if self.answering is not None and self.runner.question is None and self._better is None:
            self._results.recount(answer, self.answering.request.order)

    def _failed(self, question: Question, error: BriefBankError) -> None:
        self._by_words = None
        position = error.position if isinstance(error, QueryError) else -1
        on_purpose = self._bar.not_understood(question, position)
        if isinstance(error, QueryError) and not on_purpose and self._results.model.rowCount():
            self._results.unfinished(error, question.request.text)
            return
        self._bar.say("", origin=question.origin)
        self._clear_answer()
        self._failed_by_library = None if isinstance(error, QueryError) else question
        self._results.show_failure(error, question.request.text)

    def _emptied(self) -> None:
        self.runner.leave()
        self._clear_answer()
        self._results.begin(TITLE, TEXT)

    def _clear_answer(self) -> None:
        """Clear everything that belongs to an answer on the screen."""
        self.answering = self._by_words = self._failed_by_library = self.searched_state = None
        self._forget_better()
        self.paging.serve(None)
        self._bar.back.setEnabled(self.history.now is not None)
        self.filters.answered(None)
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
        step = self.history.go(by, self._results.list.place())
        if step is None:
            self.status.emit(end_message)
        else:
            self._return_to(step)

    def _return_to(self, step: HistoryStep) -> None:
        self._bar.show_question(step.question)
        self._start_search(step.question, step.place)

    def leave_origin(self) -> None:
        """Go from a search for a passage or selected text to the search before it."""
        if self.history.can_go(-1) or self.answering is None:
            self.go_back()
        else:
            self._bar.field.empty()

    # --- the law of a day ---

    def ask_as_of(self, day: date) -> None:
        """Repeat the search in the box with the law of a day; with an empty box, wait for a search to be
        typed."""
        self._bar.ask_as_of(day)
        if self.runner.question is None:
            self.view.focus_search()
            message = tr("Type what to search for: the law counts as of {day}.")
            self.status.emit(message.format(day=wording.day(day)))

    def _brief_filing_date(self) -> date | None:
        return self.reader.document.filed if self.reader.document else None


def _with_first_limit(question: Question) -> Question:
    return replace(question, request=replace(question.request, limit=FIRST_RESULTS))


def _asks_same(one: Question, other: Question) -> bool:
    """Tell whether both questions ask for the same results, except for how many."""
    return replace(one.request, limit=other.request.limit) == other.request
