"""The left half of the search page: the number of results, notices, the cards, and advice when there are
none."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from briefbank.domain.searches import Order, SearchAnswer
from briefbank.errors import BriefBankError, QueryError
from ui.features.search.authority_notes import AuthorityNotes
from ui.features.search.deeper import DeeperBar
from ui.features.search.filter_chips import FilterChips
from ui.features.search.list_choices import ListChoices
from ui.features.search.list_head import ListHead
from ui.features.search.loosenings import LooseningList
from ui.features.search.model import NOTHING, HitModel
from ui.features.search.narrow_panel import NarrowPanel
from ui.features.search.not_in_force import NotInForceBlock
from ui.features.search.result_list import ListPosition, ResultList
from ui.i18n.translate import tr, translate_core
from ui.kit.announce import announce
from ui.kit.controls import Notice, link_button
from ui.shared import wording
from ui.shared.message_pane import MessagePane

WORDS_ONLY = tr("Searching by words; meaning is being prepared.")
WORDS_ALONE = tr("Searching by words only: meaning could not be prepared. Help, Self-test says why.")
MEANING_READY = tr("Meaning is ready now.")
NOTHING_MATCHES = tr("Nothing in the library matches this search.")
PANEL_SHARE = 0.46
"""The share of the view's height that the narrowing panel takes, whatever its content, so that counts that
come later move nothing."""


class ResultsView(QFrame):
    """Shows an answer, a failure, or how to begin."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("results")
        self.setMinimumWidth(340)
        self.model = HitModel(self)
        self.list = ResultList(self.model)
        self._choices = ListChoices()
        self.head, self.narrow, self.chips = ListHead(), NarrowPanel(), FilterChips()
        self.count = self.head.count
        self.head.grouping.toggled.connect(self._group)
        self.head.narrow.toggled.connect(self._open_panel)
        self.notice = Notice(left=18)
        self.deeper = DeeperBar()
        self.authorities, self.outside = AuthorityNotes(), NotInForceBlock()
        self.outside.opened.connect(self._share_height)
        self.message = MessagePane()
        self.instead, self.wider = LooseningList(), LooseningList(framed=True)
        self.message.add_below(self.instead)
        self.show_files = link_button(tr("Show the files"))
        self.show_files.hide()
        self.message.add_below(self.show_files, narrow=True)
        self._words_only_notice = WORDS_ONLY
        self._count_text = self._advice = ""
        self._position_when_shown = (0, -1)
        """The scroll position and the selected row when the answer was shown."""
        self._pages = QStackedWidget()
        self._pages.addWidget(self.message)
        self._pages.addWidget(self.list)
        self._lay_out()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        above = self.head, self.narrow, self.chips, self.notice, self.deeper, self.authorities
        for part in above:
            column.addWidget(part)
        column.addWidget(self._pages, 1)
        column.addWidget(self.outside)
        column.addWidget(self.wider)
        self.head.hide()
        self.head.grouping.setChecked(self._choices.grouping)
        self.head.narrow.setChecked(self._choices.narrowing)

    # --- the head's switches ---

    def _group(self, on: bool) -> None:
        self.model.set_grouping(on)
        self._choices.grouping = on
        self.list.scrollTo(self.list.currentIndex())

    def go_narrow(self) -> None:
        """Open the panel and focus it, or close it."""
        self.head.narrow.click()
        if self.narrow.isVisible():
            self.narrow.go_in()
        elif self.head.narrow.isVisible():
            self.head.narrow.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _open_panel(self, on: bool) -> None:
        self._choices.narrowing = on
        self._show_panel()

    def _show_panel(self) -> None:
        """Show the panel if it is switched on and there is something to narrow."""
        self.narrow.setVisible(self.head.narrow.isChecked() and not self.head.isHidden())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.narrow.setFixedHeight(int(PANEL_SHARE * self.height()))

    # --- what is shown ---

    def begin(self, title: str, text: str) -> None:
        """Show how to begin, because nothing was asked yet."""
        self._clear()
        self.message.say("search", title, text)
        self._pages.setCurrentWidget(self.message)

    def searching(self) -> None:
        """Say that a search is taking long; the results found before stay."""
        self._show_head()
        self.count.set_whole(tr("Searching …"))

    def _show_head(self) -> None:
        self.head.show()
        self._show_panel()

    def show_words(self, answer: SearchAnswer, order: Order, position: ListPosition | None = None) -> None:
        """Show an answer by words alone; the parts around the list wait for the full answer that follows."""
        self._show_list(answer, order, position)
        if self.notice.property("bad"):
            self.notice.say("")
        for panel in (self.instead, self.wider):
            panel.show_loosenings(())

    def show_answer(self, answer: SearchAnswer, order: Order, position: ListPosition | None = None) -> None:
        """Show an answer; ``place`` restores the selection, the expanded cards and the scroll position."""
        self._show_list(answer, order, position)
        self._show_around(answer)

    def settle(self, answer: SearchAnswer, order: Order) -> bool:
        """Adopt the full answer if it has the same passages in the same order, so that nothing moves; tell
        whether it has."""
        if not answer.hits or not self.model.better(answer):
            return False
        self._show_count(answer, order)
        self.outside.show_answer(answer)
        self._show_around(answer)
        return True

    def recount(self, answer: SearchAnswer, order: Order) -> None:
        """Show a number of results that differs from the first count. It is not announced: nobody asked
        anything."""
        self._show_count(answer, order)
        self.count.setAccessibleName(self._count_text)

    def say_unread(self, text: str) -> None:
        """Say above results of which none is close that files are still to be read; with an empty text, show
        their number again."""
        self.count.set_whole(text or self._count_text)
        if text and self.notice.text() == self._advice:
            self.notice.say("")

    def _show_list(self, answer: SearchAnswer, order: Order, position: ListPosition | None) -> None:
        kept = position or ListPosition(0, 0)
        self.model.show(answer, kept.expanded, kept.unfolded, kept.less_close_shown)
        self._show_head()
        self._show_count(answer, order)
        if answer.hits:
            self._pages.setCurrentWidget(self.list)
            self.list.go_to(position)
        # At once: else a passage could be among the results and, from the answer before, also set apart.
        self.outside.show_answer(answer)
        self.release()

    def release(self) -> None:
        """Let the next answer replace this one until someone begins to use the list."""
        self._position_when_shown = self._list_position()
        self.list.release()

    def _show_around(self, answer: SearchAnswer) -> None:
        """Show notices and wider searches, and announce what was found."""
        self.instead.show_loosenings(() if answer.hits else answer.loosenings)
        self.wider.show_loosenings(answer.loosenings if answer.hits else ())
        self._advice = translate_core(answer.advice) if answer.nothing_close else ""
        self.notice.say(self._advice if answer.meaning_used else self._words_only_notice)
        self.authorities.show_notes(answer.authorities)
        if not answer.hits:
            self.message.say("search", NOTHING_MATCHES, translate_core(answer.advice))
            self._pages.setCurrentWidget(self.message)
        said = answer.nothing_close or not answer.hits
        advice = translate_core(answer.advice) if said else ""
        parts = (self._count_text, advice, self.authorities.spoken())
        self._announce(". ".join(part for part in parts if part))

    def _list_position(self) -> tuple[int, int]:
        return self.list.verticalScrollBar().value(), self.list.current_row()

    def in_use(self) -> bool:
        """Tell whether someone is about to click on a result, or has begun to go through them."""
        return self.list.in_use or self._list_position() != self._position_when_shown

    def offer(self, answer: SearchAnswer) -> None:
        """Offer a better order; what is on the screen stays until it is asked for."""
        many = wording.count(answer.total, tr("passage"), tr("passages"))
        self.head.offer(tr("{passages}, better order ready").format(passages=many))
        self._announce(tr("{passages}, better order ready. F5 shows it.").format(passages=many))

    def show_failure(self, error: BriefBankError, query: str = "") -> None:
        """Show what happened and what to do; for a query that could not be parsed also where."""
        self._clear()
        self.message.say("warning", error.title, error.remedy)
        if isinstance(error, QueryError) and error.position >= 0:
            self.message.point_at(query, error.position)
        self._pages.setCurrentWidget(self.message)
        self._announce(str(error))

    def _show_count(self, answer: SearchAnswer, order: Order) -> None:
        self._count_text = (
            tr("Nothing is close")
            if answer.nothing_close
            else wording.result_count(answer.total, answer.total, order, at_least=answer.total_is_least)
        )
        self.count.set_whole(self._count_text)

    def unfinished(self, error: QueryError, query: str) -> None:
        """Show that the query being typed cannot be parsed yet; the results found before stay."""
        self.count.set_whole(self._count_text)
        _before, at, _after = wording.piece(query, error.position) if error.position >= 0 else ("", "", "")
        about = tr("It is about “{piece}”.").format(piece=at) if at.strip() else ""
        self.notice.say(f"{error.title} {about}".rstrip(), bad=True)

    def _clear(self) -> None:
        self.model.show(NOTHING)
        self.head.hide()
        self._show_panel()
        self.notice.say("")
        self.authorities.show_notes(())
        self.outside.clear()
        for panel in (self.instead, self.wider):
            panel.show_loosenings(())

    def meaning_is_ready(self) -> None:
        """Offer to search again with embeddings; what is on the screen does not move by itself."""
        self._words_only_notice = WORDS_ONLY
        if self.notice.text() in (WORDS_ONLY, WORDS_ALONE) and not self.notice.isHidden():
            self.notice.say(MEANING_READY, tr("Search again"))

    def meaning_failed(self) -> None:
        """Say from now on that only words are searched, and no longer that this is temporary."""
        self._words_only_notice = WORDS_ALONE
        if self.notice.text() == WORDS_ONLY:
            self.notice.say(WORDS_ALONE)

    def _share_height(self, opened: bool) -> None:
        """Give the results set apart half of the room while they are unfolded."""
        column = self.layout()
        if isinstance(column, QVBoxLayout):
            column.setStretchFactor(self.outside, 1 if opened else 0)

    def _announce(self, text: str) -> None:
        """Have a screen reader say what was found."""
        self.count.setAccessibleName(text)
        announce(self, text)
