"""The left half of the search page: the number found, notices, the cards, and what to do without any."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from briefbank.errors import BriefBankError, QueryError
from briefbank.models import Order, SearchAnswer
from ui import words
from ui.announcing import announce
from ui.list_choices import ListChoices
from ui.models.hits import HitModel
from ui.tongue import told, tr
from ui.views.authority_notes import AuthorityNotes
from ui.views.deeper_bar import DeeperBar
from ui.views.narrow_panel import NarrowPanel
from ui.views.outside import OutsideBlock
from ui.widgets.controls import Notice
from ui.widgets.filter_chips import FilterChips
from ui.widgets.list_head import ListHead
from ui.widgets.loosenings import LooseningList
from ui.widgets.message_pane import MessagePane
from ui.widgets.result_list import Place, ResultList

WORDS_ONLY = tr("Searching by words; meaning is being prepared.")
WORDS_ALONE = tr("Searching by words only: meaning could not be prepared. Help, Self-test says why.")
MEANING_READY = tr("Meaning is ready now.")
PANEL_SHARE = 0.46
"""Of the height of the view, that the panel for narrowing takes, whatever stands in it: counts that come
later move nothing."""


class ResultsView(QFrame):
    """Shows an answer, a failure or how to begin."""

    better_wanted = Signal()
    """The answer that was offered in place of the one on the screen."""
    again_wanted = Signal()
    wider_wanted = Signal(object)
    """A Loosening."""
    authority_wanted = Signal(int)
    """The page of an authority that the search names."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("results")
        self.setMinimumWidth(340)
        self.model = HitModel(self)
        self.list = ResultList(self.model)
        self._choices = ListChoices()
        self.head, self.narrow, self.chips = ListHead(), NarrowPanel(), FilterChips()
        self.count = self.head.count
        self.head.better_wanted.connect(self.better_wanted)
        self.head.grouping.toggled.connect(self._group)
        self.head.narrow.toggled.connect(self._open_panel)
        self.notice = Notice(left=18)
        self.notice.acted.connect(self.again_wanted)
        self.deeper = DeeperBar()
        self.authorities, self.outside = AuthorityNotes(), OutsideBlock()
        self.authorities.authority_wanted.connect(self.authority_wanted)
        self.outside.opened.connect(self._share_room)
        self.message = MessagePane()
        self.instead, self.wider = LooseningList(), LooseningList(framed=True)
        self.message.add_below(self.instead)
        for each in (self.instead, self.wider):
            each.chosen.connect(self.wider_wanted)
        self._without_meaning = WORDS_ONLY
        self._found = ""
        self._shown_at = (0, -1)
        """How far the list was scrolled, and which row was chosen, when its answer was shown."""
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
        """Open the panel and go into it, or close it."""
        self.head.narrow.click()
        if self.narrow.isVisible():
            self.narrow.go_in()
        elif self.head.narrow.isVisible():
            self.head.narrow.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _open_panel(self, on: bool) -> None:
        self._choices.narrowing = on
        self._show_panel()

    def _show_panel(self) -> None:
        """The panel stands where there is something to narrow."""
        self.narrow.setVisible(self.head.narrow.isChecked() and not self.head.isHidden())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.narrow.setFixedHeight(int(PANEL_SHARE * self.height()))

    # --- what is shown ---

    def begin(self, title: str, text: str) -> None:
        """Nothing was asked yet."""
        self._clear()
        self.message.say("search", title, text)
        self._pages.setCurrentWidget(self.message)

    def searching(self) -> None:
        """A search has taken long enough to say so; what was found before stays."""
        self._show_head()
        self.count.set_whole(tr("Searching …"))

    def _show_head(self) -> None:
        self.head.show()
        self._show_panel()

    def show_words(self, answer: SearchAnswer, order: Order, place: Place | None = None) -> None:
        """An answer by words alone, which a whole one follows: what stands around the list waits for that."""
        self._show_list(answer, order, place)
        if self.notice.property("bad"):
            self.notice.say("")
        for each in (self.instead, self.wider):
            each.show_loosenings(())

    def show_answer(self, answer: SearchAnswer, order: Order, place: Place | None = None) -> None:
        """At a place: the chosen card, the cards shown whole and the scrolling are as they were there."""
        self._show_list(answer, order, place)
        self._show_around(answer)

    def settle(self, answer: SearchAnswer, order: Order) -> bool:
        """The whole answer has the same passages in the same order: nothing moves. False when it has not."""
        if not answer.hits or not self.model.better(answer.hits, answer.total):
            return False
        self._say_found(answer.total, order, at_least=answer.total_is_least)
        self.outside.show_answer(answer)
        self._show_around(answer)
        return True

    def recount(self, total: int, order: Order, *, at_least: bool) -> None:
        """Reading on found other than was counted. It is not announced: nobody asked anything."""
        self._say_found(total, order, at_least=at_least)
        self.count.setAccessibleName(self._found)

    def _show_list(self, answer: SearchAnswer, order: Order, place: Place | None) -> None:
        self.model.show(answer.hits, place.expanded if place else frozenset(), answer.total)
        self._show_head()
        self._say_found(answer.total, order, at_least=answer.total_is_least)
        if answer.hits:
            self._pages.setCurrentWidget(self.list)
            self.list.go_to(place)
        # At once, or a passage would stand among the results and, of the answer before, set apart as well.
        self.outside.show_answer(answer)
        self._shown_at = self._list_at()

    def _show_around(self, answer: SearchAnswer) -> None:
        """Notices and wider searches; and it is said aloud what was found."""
        self.instead.show_loosenings(() if answer.hits else answer.loosenings)
        self.wider.show_loosenings(answer.loosenings if answer.hits else ())
        self.notice.say("" if answer.meaning_used else self._without_meaning)
        self.authorities.show_notes(answer.authorities)
        if not answer.hits:
            nothing = tr("Nothing in the library matches this search.")
            self.message.say("search", nothing, told(answer.advice))
            self._pages.setCurrentWidget(self.message)
        said = (self._found, "" if answer.hits else answer.advice, self.authorities.spoken())
        self._announce(". ".join(part for part in said if part))

    def _list_at(self) -> tuple[int, int]:
        return self.list.verticalScrollBar().value(), self.list.current_row()

    def in_use(self) -> bool:
        """Whether someone is about to click on a result, or has begun to go through them."""
        pointed = self.list.viewport().underMouse() and not self.list.isHidden()
        return pointed or self.list.hasFocus() or self._list_at() != self._shown_at

    def offer(self, answer: SearchAnswer) -> None:
        """A better order is there; what is on the screen stays until it is asked for."""
        many = words.count(answer.total, tr("passage"), tr("passages"))
        self.head.offer(tr("{passages}, better order ready").format(passages=many))
        self._announce(tr("{passages}, better order ready. F5 shows it.").format(passages=many))

    def show_failure(self, error: BriefBankError, query: str = "") -> None:
        """What happened and what to do; of a query that could not be understood, also where."""
        self._clear()
        self.message.say("warning", error.title, error.remedy)
        if isinstance(error, QueryError) and error.position >= 0:
            self.message.point_at(query, error.position)
        self._pages.setCurrentWidget(self.message)
        self._announce(f"{error.title} {error.remedy}")

    def _say_found(self, total: int, order: Order, *, at_least: bool) -> None:
        self._found = words.found(total, total, order, at_least=at_least)
        self.count.set_whole(self._found)

    def unfinished(self, error: QueryError, query: str) -> None:
        """What is being typed cannot be understood yet; what was found before stays."""
        self.count.set_whole(self._found)
        _before, at, _after = words.piece(query, error.position) if error.position >= 0 else ("", "", "")
        about = tr("It is about “{piece}”.").format(piece=at) if at.strip() else ""
        self.notice.say(f"{error.title} {about}".rstrip(), bad=True)

    def _clear(self) -> None:
        self.model.show(())
        self.head.hide()
        self._show_panel()
        self.notice.say("")
        self.authorities.show_notes(())
        self.outside.clear()
        for each in (self.instead, self.wider):
            each.show_loosenings(())

    def meaning_is_ready(self) -> None:
        """Offer the better search; what is on the screen does not move by itself."""
        self._without_meaning = WORDS_ONLY
        if self.notice.text() in (WORDS_ONLY, WORDS_ALONE) and not self.notice.isHidden():
            self.notice.say(MEANING_READY, tr("Search again"))

    def meaning_failed(self) -> None:
        """Say from now on that only words are searched, and no longer that this will pass."""
        self._without_meaning = WORDS_ALONE
        if self.notice.text() == WORDS_ONLY:
            self.notice.say(WORDS_ALONE)

    def _share_room(self, opened: bool) -> None:
        """Opened, what is set apart has half of the room."""
        column = self.layout()
        if isinstance(column, QVBoxLayout):
            column.setStretchFactor(self.outside, 1 if opened else 0)

    def _announce(self, text: str) -> None:
        """Let a screen reader say what came."""
        self.count.setAccessibleName(text)
        announce(self, text)
