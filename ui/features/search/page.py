"""The search page: the box above, the results left, the readers right.

Each search is asked twice. The search by words alone takes a few milliseconds; its answer is shown while the
full search, which also uses embeddings, is running, and is replaced by it unless somebody already uses it.
The selected result is previewed in the reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from briefbank.domain.documents import LibraryState, Version
from briefbank.domain.searches import Hit, SearchAnswer, SearchRequest
from briefbank.errors import BriefBankError, QueryError
from briefbank.exports.quotations import of_hit
from ui.features.help.first_steps import FirstSteps
from ui.features.reader.pair import ReaderPair
from ui.features.reader.reader import Reader
from ui.features.search import result_texts
from ui.features.search.box import SearchBar, SearchField, SearchRow
from ui.features.search.deeper import DeeperBar
from ui.features.search.filters import MOST_HEIGHT, SHARE, FilterPanel
from ui.features.search.history import HistoryRecorder, HistoryStep, ListPosition, NavigationHistory, Question
from ui.features.search.menu import SearchMenu
from ui.features.search.model import Group, TierLine
from ui.features.search.result_list import ResultList
from ui.features.search.results import ResultsPane, Staleness
from ui.features.search.start import StartView
from ui.i18n.translate import tr, translate_core
from ui.jobs import Jobs, Lane
from ui.kit.keyboard import first_stop, set_tab_order_of_parts
from ui.kit.layout import column, holder, panes
from ui.page import Page
from ui.shared import actions, wording
from ui.shared.actions import ReadAgainMenus
from ui.shared.passages import CollectionItem, version_hit

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

FIRST_RESULTS = 50  # The number of results read at once; the others are read while one scrolls to them
SLOW_MS = 250  # The time without an answer after which the page says that it is searching
SEARCH, WORDS = "search", "search by words"

FIRST, LAST = tr("This is the first result."), tr("This is the last result.")
FIRST_BRIEF, LAST_BRIEF = tr("This is the first brief."), tr("This is the last brief.")
FOLDED = tr("This is the last result shown. Folded beneath it: {what}.")
LESS_CLOSE_FOLLOW = tr("Nothing close follows. Open the line “Less close” for more.")


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer with its question."""

    question: Question
    answer: SearchAnswer
    position: ListPosition | None  # Where the person left the answer before; None for the top
    whole: bool
    """True for the full answer, False for the answer by words alone, which the full answer follows."""
    previews: bool = False  # The selected result is to be shown in the reader
    state: LibraryState | None = None
    """The state of the library just before the full search; None for an answer by words alone."""


class SearchPage(Page):
    """The search page, or, while the library is empty, how to begin. Its searches run in lanes."""

    answered = Signal(object)  # The Question whose answer is now on the screen; None when there is none

    def __init__(self, library: LibraryApi, jobs: Jobs, reading_again: ReadAgainMenus) -> None:
        super().__init__(library, jobs)
        self.setObjectName("page")
        self._library_empty = self._files_left = self._empty = self._steps_wanted = False
        self.history = NavigationHistory()
        self.question: Question | None = None
        """The question that has no full answer yet."""
        self.answering: Question | None = None
        """The question of the answer on the screen, to which feedback and further results belong."""
        self.searched_state: LibraryState | None = None
        """The state of the library in which the answer on the screen was searched for; None while that is an
        answer by words alone, or there is none."""
        self._words_request: SearchRequest | None = None
        """The last request asked by words; its answer is shown or on its way."""
        self._failed_by_library: Question | None = None
        """The newest search, where it was understood and the library could not answer."""
        self._by_words: Question | None = None
        """The question whose answer on the screen is by words alone."""
        self._better: Answered | None = None
        """An answer that waits until it is asked for."""
        self._slow_timer = QTimer(self, singleShot=True, interval=SLOW_MS)
        head = SearchRow(SearchField())
        self.filters = FilterPanel(self, head.filters)
        self.bar = SearchBar(head, self.filters)
        self.deeper = DeeperBar(self)
        self.results = ResultsPane(self, self.deeper)
        self.begin = StartView(self)
        self.readers = ReaderPair(library, jobs, reading_again)
        self.first_use = FirstSteps(library, jobs)
        self.menu = SearchMenu(self)
        self._lay_out()
        self._connect()
        self.staleness = Staleness(self)
        self.recorder = HistoryRecorder(self)
        self.results.clear()

    def _lay_out(self) -> None:
        self.lists = QStackedWidget()
        self.lists.addWidget(self.begin)
        self.lists.addWidget(self.results)
        self.left = holder(column(self.filters, (self.lists, 1), spacing=0))
        self.left.setMinimumWidth(340)
        self.splitter = panes(self.left, self.readers, sizes=(340, 510), shares=(2, 3))
        self._stack = QStackedWidget()
        self._stack.addWidget(self.splitter)
        self._stack.addWidget(self.first_use)
        column(self.bar, (self._stack, 1), on=self, spacing=0)
        set_tab_order_of_parts(self.bar, self.left, self.readers)

    def _connect(self) -> None:
        bar, results = self.bar, self.results
        bar.submitted.connect(self._asked)
        bar.typed.connect(self._typed)
        bar.entered.connect(self.repeat)
        bar.emptied.connect(self._emptied)
        bar.shortened.connect(self._shortened)
        bar.back.clicked.connect(self.go_back)
        bar.left_downwards.connect(self.focus_results)
        bar.understood.origin_removed.connect(self.leave_origin)
        results.notice.acted.connect(self.repeat)
        results.better.clicked.connect(self.show_better)
        results.authorities.authority_wanted.connect(self.authority_wanted)
        for wider in (results.instead, results.wider):
            wider.chosen.connect(bar.loosen)
        for shown in (results.list, results.outside.list):
            self._join_list(shown)
        results.list.left_upwards.connect(self.focus_search)
        results.again.clicked.connect(self.search_again)
        results.model.recounted.connect(self._recounted)
        for changed in (results.model.modelReset, results.model.rowsInserted, results.model.layoutChanged):
            changed.connect(lambda *_rows: self._number_hits())
        self.filters.button.toggled.connect(lambda _on: QTimer.singleShot(0, results.list.show_current))
        self.readers.join(self._join_reader)
        self._slow_timer.timeout.connect(self._search_takes_long)

    def _join_list(self, shown: ResultList) -> None:
        shown.previewed.connect(self.preview)
        shown.opened.connect(self._open_and_read)
        shown.feedback_given.connect(self.menu.give_feedback)
        shown.copied.connect(self.copy)
        shown.collect_wanted.connect(lambda hit: self.collect_wanted.emit(CollectionItem.of_hit(hit)))
        shown.version_wanted.connect(self.open_version)
        shown.like_wanted.connect(self.find_like)
        shown.day_wanted.connect(self.ask_as_of)
        shown.other_reader_wanted.connect(self.readers.open_hit_in_other)
        self.readers.hit_changed.connect(shown.results.set_opened)

    def _join_reader(self, reader: Reader) -> None:
        reader.tools.next_hit.clicked.connect(lambda: self.step(1))
        reader.tools.previous_hit.clicked.connect(lambda: self.step(-1))
        reader.tools.copy.clicked.connect(self.copy_open)
        reader.hit_changed.connect(lambda _passage: self._number_hits())
        reader.like_wanted.connect(self.find_like_text)
        reader.collect_wanted.connect(self.collect_wanted)
        reader.search_wanted.connect(self.search_again)
        reader.library_wanted.connect(self.bar.ask_for)

    def _number_hits(self) -> None:
        """Show in the tools of each reader which result is open there."""
        model = self.results.model
        for reader in self.readers.readers:
            number, count = model.number_of(reader.hit.passage.id) if reader.hit is not None else (0, 0)
            reader.tools.show_hit_number(number, count, at_least=model.is_at_least)

    @property
    def reader(self) -> Reader:
        """The reader that was used last; there may be two side by side."""
        return self.readers.active

    # --- searching ---

    def _asked(self, question: Question) -> None:
        if not question.by_pause:
            self.results.release()
        self._search(question.limited(FIRST_RESULTS))

    def _typed(self, question: Question) -> None:
        """Search by words alone while one types. An earlier question is dropped, so that its answer does not
        come after this one. The full search follows when the typing pauses.

        The lane has one thread, and a newer search replaces a waiting one. However quickly somebody types,
        one search runs and one waits, which is the one for the latest text.
        """
        question = question.limited(FIRST_RESULTS)
        if self.question is not None and self.question.request != question.request:
            self.jobs.drop(SEARCH, self)
            self._slow_timer.stop()
            self.question = None
        if self._words_request != question.request:
            self._search_words(question)

    def _search(
        self,
        question: Question,
        position: ListPosition | None = None,
        *,
        quickly: bool = True,
        previews: bool = True,
    ) -> None:
        """Ask a question; its answer is shown at ``position``, or from its top for None.

        ``quickly``: search by words first. ``previews``: show the selected result of the answer in the
        reader.
        """
        self._forget_better()
        self.question = question
        self._slow_timer.start()
        library, request = self.library, question.request
        self.run(
            lambda _reporter: (library.documents.state(), library.search(request)),
            then=partial(self._fully_answered, question, position, previews),
            failed=partial(self._failed, question),
            stopped=self._search_ended,
            topic=SEARCH,
        )
        if not quickly:
            self.jobs.drop(WORDS, self)
        elif self._words_request != request:
            self._search_words(question, position)

    def _search_words(self, question: Question, position: ListPosition | None = None) -> None:
        """Search by words alone. Only a search for text has such an answer."""
        self._words_request = None
        if question.request.like or not question.request.text:
            self.jobs.drop(WORDS, self)
            return
        self._words_request = question.request
        library, request = self.library, replace(question.request, words_only=True)
        self.run(
            lambda _reporter: library.search(request),
            then=partial(self._words_answered, question, position),
            failed=lambda _error: None,  # the full search says what is wrong
            lane=Lane.TYPING,
            topic=WORDS,
        )

    def _words_answered(
        self, question: Question, position: ListPosition | None, answer: SearchAnswer
    ) -> None:
        """Show the answer by words. One without hits is not shown: the full search may still find
        passages."""
        if answer.hits:
            self._slow_timer.stop()
            self._take(Answered(self._as_asked(question), answer, position, whole=False))

    def _as_asked(self, question: Question) -> Question:
        """Return a question as it is asked now: Enter may have been pressed since its search began."""
        now = self.question
        return now if now is not None and now.asks_same(question) else question

    def _fully_answered(
        self,
        question: Question,
        position: ListPosition | None,
        previews: bool,
        result: tuple[LibraryState, SearchAnswer],
    ) -> None:
        question = self._as_asked(question)
        self._search_ended()
        state, answer = result  # the state from before: what is added meanwhile may not be found
        self._take(Answered(question, answer, position, whole=True, previews=previews, state=state))

    def _search_ended(self) -> None:
        """Forget the question and drop the search by words, whose answer is no longer needed."""
        self._slow_timer.stop()
        self.jobs.drop(WORDS, self)
        self.question = self._words_request = None

    def _search_takes_long(self) -> None:
        self.show_results()
        self.results.searching()

    def repeat(self) -> None:
        """Repeat the search that was answered last. While one runs, start none beside it: let its answer
        replace the one by words, even where that is in use."""
        self.show_better()
        if self.question is not None:
            self.results.release()
            self.question = replace(self.question, by_pause=False)
            if self.answering is not None and self.answering.asks_same(self.question):
                self.history.use()
        elif self.answering is not None:
            self._search(replace(self.answering, by_pause=False), self._top(), quickly=False)

    def search_again(self) -> None:
        """Repeat the newest search, whether or not it has its answer, also where the library failed it."""
        question = self.question or self.answering or self._failed_by_library
        if question is not None:
            self._search(question, quickly=False, previews=False)

    # --- answers ---

    def _take(self, answered: Answered) -> None:
        """Show an answer. The full answer replaces the one by words, unless that one is in use."""
        by_words, self._by_words = self._by_words, None if answered.whole else answered.question
        self._forget_better()
        if not (answered.whole and by_words is not None and by_words.asks_same(answered.question)):
            self._show(answered)
        elif self.results.settle(answered.answer, answered.question.request.order):
            self._answer_shown(answered)
        elif answered.answer.hits and self.results.in_use():
            self._better = answered
            self.results.offer(answered.answer)
            self.filters.answered(answered.question.request)
        else:
            self._show(replace(answered, answer=self.results.model.with_marks(answered.answer)))

    def show_better(self) -> None:
        """Show the answer that was offered in place of the answer by words, from its top."""
        if self._better is not None:
            better, answer = self._better, self.results.model.with_marks(self._better.answer)
            self._forget_better()
            self._show(replace(better, answer=answer, position=self._top()))

    def _top(self) -> ListPosition:
        """Return the top of the list, with what somebody selected."""
        return replace(self.results.list.position(), scrolled=0, rows=0)

    def _forget_better(self) -> None:
        self._better = None
        self.results.withdraw_offer()

    def _show(self, answered: Answered) -> None:
        # Rows of the new answer may be shown and unread before it is asked for more.
        self.results.model.serve(None)
        question, before = answered.question, self.answering
        position, left = answered.position, self.results.list.position()
        if position is None and before is not None and before.asks_same(question):
            position = left
        self.history.answered(question, left if before is not None else None)
        order = question.request.order
        self.results.show_answer(answered.answer, order, position, whole=answered.whole)
        self._answer_shown(answered)

    def _answer_shown(self, answered: Answered) -> None:
        question, answer = answered.question, answered.answer
        self.answering, self.searched_state = question, answered.state
        self.bar.understood.say(translate_core(answer.interpretation), answer.parts, question.origin)
        self.results.model.serve(replace(question.request, words_only=not answered.whole))
        self.show_results()
        self.answered.emit(question)
        if answered.whole:
            self.filters.answered(question.request)
            self._follow_in_reader(answered)

    def _follow_in_reader(self, answered: Answered) -> None:
        """Preview the selected result, or close a brief that was opened from other results and is none of
        these. Somebody who reads there, or compares two briefs, is not disturbed."""
        reader, model = self.reader, self.results.model
        if reader.isAncestorOf(reader.window().focusWidget()) or self.readers.are_two:
            return
        hit = model.hit_at(self.results.list.current_row())
        if answered.previews and hit is not None:
            if reader.hit is None or reader.hit.passage.id != hit.passage.id:
                self._preview(hit)
        elif reader.hit is not None and answered.answer.hits:
            hits = answered.answer.hits
            document_ids = {hit.document.id for hit in hits}
            document_ids.update(other.document_id for hit in hits for other in (*hit.versions, *hit.copies))
            if reader.hit.document.id not in document_ids:
                reader.close_document()

    def show_aided(self, answer: SearchAnswer) -> None:
        """Show the answer that the local model's searches led to."""
        if self.answering is not None:
            self._forget_better()
            self.results.model.serve(None)
            self.results.show_answer(answer, self.answering.request.order, None, whole=True)
            self._follow_in_reader(Answered(self.answering, answer, None, whole=True, previews=True))

    def _failed(self, question: Question, error: BriefBankError) -> None:
        question = self._as_asked(question)
        self._search_ended()
        self._by_words = None
        position = error.position if isinstance(error, QueryError) else -1
        on_purpose = self.bar.not_understood(question, position)
        if isinstance(error, QueryError) and not on_purpose and self.results.model.rowCount():
            self.results.unfinished(error, question.request.text)
            return
        self.bar.understood.say("", origin=question.origin)
        self._clear_answer()
        self._failed_by_library = None if isinstance(error, QueryError) else question
        self.results.show_failure(error, question.request.text)

    def _emptied(self) -> None:
        self.jobs.drop(SEARCH, self)
        self._search_ended()
        self._clear_answer()
        self.results.clear()
        self.begin.refresh()

    def _shortened(self) -> None:
        """Drop the search that runs: too little is left in the box of what it asks for. The answer before
        stays."""
        self.jobs.drop(SEARCH, self)
        self._search_ended()
        if self._better is None:
            self.results.search_dropped(answered=self.answering is not None)

    def _clear_answer(self) -> None:
        """Clear everything that belongs to an answer on the screen."""
        self.answering = self._by_words = self._failed_by_library = self.searched_state = None
        self._forget_better()
        self.results.model.serve(None)
        self.filters.answered(None)
        request = self.bar.request()
        self.show_results(bool(request.text or request.like))
        self.answered.emit(None)

    def show_results(self, shown: bool = True) -> None:
        """Show the results, or the page before a search."""
        self.lists.setCurrentWidget(self.results if shown else self.begin)
        self.bar.back.setEnabled(self.steps_back() > 0)

    def _lists_cover_results(self) -> bool:
        return self.answering is not None and self.lists.currentWidget() is self.begin

    def _recounted(self, answer: SearchAnswer) -> None:
        """Update the number of results, unless the head shows that a search runs or a better order is
        ready."""
        if self.answering is not None and self.question is None and self._better is None:
            self.results.recount(answer, self.answering.request.order)

    # --- back and forward ---

    def steps_back(self) -> int:
        """Return the number of searches that one can go back to."""
        behind = self.history.now is not None and (self.answering is None or self._lists_cover_results())
        return self.history.steps_back() + behind

    def go_back(self) -> bool:
        """Go to the search before; from a failed search, from none, or from the lists of earlier ones, go to
        the last one that had an answer."""
        if self._lists_cover_results():
            self.show_results()
            return True
        if self.answering is None and self.history.now is not None:
            self._return_to(self.history.now)
            return True
        return self._go_in_history(-1, tr("There is no search before this one."))

    def go_forward(self) -> bool:
        return self._go_in_history(1, tr("There is no search after this one."))

    def _go_in_history(self, by: int, end_message: str) -> bool:
        step = self.history.go(by, self.results.list.position())
        if step is None:
            self.status.emit(end_message)
        else:
            self._return_to(step)
        return step is not None

    def _return_to(self, step: HistoryStep) -> None:
        self.bar.show_question(step.question)
        self._search(step.question, step.position)

    def leave_origin(self) -> None:
        """Go from a search for a passage or selected text to the search before it."""
        if self.history.can_go(-1) or self.answering is None:
            self.go_back()
        else:
            self.bar.field.empty()

    def ask_saved(self, request: SearchRequest) -> None:
        """Ask a search as it was kept."""
        question = Question(request)
        self.bar.show_question(question)
        self._asked(question)

    def ask_as_of(self, day: date) -> None:
        """Repeat the search in the box with the law of a day; with an empty box, wait for a search to be
        typed."""
        self.filters.narrow_to(self.filters.filters(), day)
        if self.question is None:
            self.focus_search()
            message = tr("Type what to search for: the law counts as of {day}.")
            self.status.emit(message.format(day=wording.day(day)))

    # --- the window ---

    def refresh(self) -> None:
        self.begin.refresh()

    def library_was_changed(self) -> None:
        """Follow a change of the library: documents may be gone, and saved searches may find more."""
        self.refresh()
        self.begin.count_soon()

    def first_field(self) -> QWidget:
        return self.bar.field

    def parts(self) -> Sequence[QWidget]:
        lists = [section.list for section in self.begin.sections if not section.isHidden()]
        chosen = [self.results.list] if self.results.list.isVisible() else lists[:1]
        pages = [self.reader.canvas] if self.reader.document is not None else []
        return self.bar, *chosen, *pages

    def set_library_empty(self, empty: bool) -> None:
        """Show how to begin instead of the results, or the other way round."""
        self._library_empty = empty
        self._update_empty()

    def set_files_left(self, files: int) -> None:
        """Follow the number of files that wait to be read: with any, a library is not shown as empty. Once
        none is left, ``set_library_empty`` follows and says what became of them."""
        self._files_left = files > 0
        if self._files_left:
            self._update_empty()

    def _update_empty(self) -> None:
        self._empty = self._library_empty and not self._files_left
        self.first_use.set_empty(self._empty)
        self.show_steps(self._steps_wanted)

    def show_steps(self, shown: bool) -> None:
        """Show or close the first steps; an empty library shows them in any case."""
        self._steps_wanted = shown and not self._empty
        self._stack.setCurrentIndex(1 if shown or self._empty else 0)

    def focus_search(self) -> None:
        self.readers.leave_alone()
        self.bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.field.selectAll()

    def toggle_filters(self) -> None:
        """Open or close the filters where they are seen (Ctrl+Shift+F)."""
        self.readers.leave_alone()
        self.filters.toggle()

    def focus_results(self) -> None:
        """Go down from the box: to the results; to the next steps where nothing was found; to the searches
        before where nothing was asked."""
        self.readers.leave_alone()
        if self.results.model.rowCount() and self.lists.currentWidget() is self.results:
            self.results.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif self.answering is not None and self.lists.currentWidget() is self.results:
            first_stop(self.results.message).setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.begin.recall()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.filters.setFixedHeight(min(MOST_HEIGHT, int(SHARE * (self.height() - self.bar.height()))))

    def to_collect(self) -> CollectionItem | None:
        """Return selected text; else the chosen result while the list has the keyboard; else what is open."""
        reader, shown = self.reader, self.results.list
        selector = reader.canvas.selector
        if reader.document is not None and not selector.is_empty:
            if selector.lacks_text():
                return None
            return CollectionItem(reader.document.id, ranges=tuple(selector.ranges()))
        chosen = shown.results.hit_at(shown.current_row())
        if chosen is not None and (shown.hasFocus() or reader.hit is None):
            return CollectionItem.of_hit(chosen)
        return CollectionItem.of_hit(reader.hit) if reader.hit is not None else None

    # --- opening results ---

    def preview(self, hit: Hit) -> None:
        """Show a result in the reader. The keyboard stays."""
        self.history.use()
        self._preview(hit)

    def _preview(self, hit: Hit) -> None:
        self.recorder.preview(self.reader, hit)
        self.reader.open_hit(hit)

    def open_row(self, row: int) -> None:
        """Open a row of the results."""
        self.use()
        self.results.list.choose(row)
        self._open(self.results.model.hit(row))

    def _open_and_read(self, hit: Hit) -> None:
        self.use()
        self._open(hit)
        self.reader.canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open(self, hit: Hit) -> None:
        self.reader.open_hit(hit)
        self.recorder.opened_on_purpose(self.reader)

    def use(self) -> None:
        """Note that the answer was of use: it is worth going back to, and is remembered."""
        self.history.use()
        self.recorder.note_search()

    def open_version(self, hit: Hit, version: Version) -> None:
        """Open another version of a result's document, or another document with the same text, at the
        passage."""
        self.use()
        library = self.library
        self.run(lambda _reporter: version_hit(library, hit, version), then=self._open, topic="version")

    def step(self, by: int) -> None:
        """Open the next (1) or previous (-1) result, across documents; open the first when none is open."""
        model = self.results.model
        if model.rowCount():
            now = self._current_row()
            row = model.next_result(now, by) if now >= 0 else model.next_result(-1, 1)
            self._open_or_read(row, partial(self.step, by), FIRST if by < 0 else LAST)

    def step_brief(self, by: int) -> None:
        """Open the first passage of the next (1) or previous (-1) brief of the results."""
        now, model = self._current_row(), self.results.model
        if now < 0:
            self.step(1)
            return
        row = model.next_brief(now, by)
        if by < 0 and row >= 0:
            row = model.first_of_brief(row)
        self._open_or_read(row, partial(self.step_brief, by), FIRST_BRIEF if by < 0 else LAST_BRIEF)

    def _open_or_read(self, row: int, retry: partial[None], end: str) -> None:
        """Open a result, or say ``end`` where there is none. When its row is still to be read, scroll to the
        row and try again once it is read."""
        model = self.results.model
        if row < 0:
            below = self._current_row() + 1
            line = model.line(below) if below < model.rowCount() else None
            if end == LAST and isinstance(line, Group) and line.collapsed:
                end = FOLDED.format(what=line.text()[0].lower() + line.text()[1:])
            elif end in (LAST, LAST_BRIEF) and isinstance(model.line(model.rowCount() - 1), TierLine):
                end = LESS_CLOSE_FOLLOW
            self.status.emit(end)
        elif model.hit_at(row) is None:
            model.on_arrival = retry
            self.results.list.scrollTo(model.index(row))
            model.read_missing()
        else:
            self.open_row(row)

    def _current_row(self) -> int:
        """Return the row of the open passage, or of the line that folds it away, or -1."""
        hit = self.reader.hit
        return -1 if hit is None else self.results.model.row_showing(hit.passage.id)

    # --- more like this, copies ---

    def find_like(self, hit: Hit) -> None:
        """Search for passages like a result."""
        passage = hit.passage
        where = wording.location(hit.document.kind, passage.page_label, passage.first_page)
        self.history.use()
        self.bar.ask_request(SearchRequest("", like=passage.id), result_texts.like(passage.text, where))

    def find_like_text(self, text: str, where: str) -> None:
        """Search for passages like a text that was selected in the reader."""
        self.history.use()
        self.bar.ask_request(SearchRequest(text, literal=True), result_texts.like(text, where))

    def copy(self, hit: Hit) -> None:
        self.use()
        actions.copy_quotation(of_hit(hit))
        self.status.emit(tr("The passage was copied with its citation."))

    def copy_open(self) -> None:
        """Copy selected text, else the passage that is open, else the chosen result (Ctrl+Shift+C)."""
        reader, shown = self.reader, self.results.list
        focused = QApplication.focusWidget()
        if focused is not None and reader.summary.isAncestorOf(focused):
            self.status.emit(tr("A summary cannot be copied. Go to the pages first (F6)."))
        elif reader.document is not None and not reader.canvas.selector.is_empty:
            reader.copy_selected()
        elif reader.hit is not None:
            actions.copy_quotation(of_hit(reader.hit))
            self.status.emit(tr("The passage that is open was copied with its citation."))
        elif reader.document is not None:
            self.status.emit(tr("Select text in the pages first; it is then copied with its citation."))
        elif (hit := shown.results.hit_at(shown.current_row())) is not None:
            self.copy(hit)
        else:
            self.status.emit(tr("There is nothing to copy: open a passage first."))
