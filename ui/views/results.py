"""The left half of the search page: the number found, notices, the cards, and what to do without any."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from briefbank.errors import BriefBankError, QueryError
from briefbank.models import Order, SearchAnswer
from ui import words
from ui.models.hits import HitModel
from ui.views.authority_notes import AuthorityNotes
from ui.views.deeper_bar import DeeperBar
from ui.views.outside import OutsideBlock
from ui.widgets.controls import Notice, label, link_button
from ui.widgets.loosenings import LooseningList
from ui.widgets.message_pane import MessagePane
from ui.widgets.result_list import Place, ResultList

WORDS_ONLY = "Searching by words; meaning is being prepared."
WORDS_ALONE = "Searching by words only: meaning could not be prepared. Help, Self-test says why."
MEANING_READY = "Meaning is ready now."


class ResultsView(QFrame):
    """Shows an answer, a failure or how to begin."""

    more_wanted = Signal()
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
        self.count = label("", bold=True)
        self.more = link_button("Show more")
        self.more.clicked.connect(self.more_wanted)
        self.notice = Notice()
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
        self._found, self._has_more = "", False
        self._pages = QStackedWidget()
        self._pages.addWidget(self.message)
        self._pages.addWidget(self.list)
        self._lay_out()

    def _lay_out(self) -> None:
        self._head = QFrame()
        self._head.setObjectName("listHead")
        row = QHBoxLayout(self._head)
        row.setContentsMargins(18, 7, 12, 7)
        row.addWidget(self.count, 1)
        row.addWidget(self.more)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self.notice)
        column.addWidget(self.deeper)
        column.addWidget(self.authorities)
        column.addWidget(self._pages, 1)
        column.addWidget(self.outside)
        column.addWidget(self.wider)
        self.more.hide()
        self._head.hide()

    def begin(self, title: str, text: str) -> None:
        """Nothing was asked yet."""
        self._clear()
        self.message.say("search", title, text)
        self._pages.setCurrentWidget(self.message)

    def searching(self) -> None:
        """A search has taken long enough to say so; what was found before stays."""
        self._head.show()
        self.count.setText("Searching …")
        self.more.hide()

    def show_answer(self, answer: SearchAnswer, order: Order, place: Place | None = None) -> None:
        """At a place: the chosen card, the cards shown whole and the scrolling are as they were there."""
        self.model.show(answer.hits, place.expanded if place else frozenset())
        self._head.show()
        found = words.found(len(answer.hits), answer.total, order, at_least=answer.total_is_least)
        self._found, self._has_more = found, len(answer.hits) < answer.total
        self._show_count()
        self.instead.show_loosenings(() if answer.hits else answer.loosenings)
        self.wider.show_loosenings(answer.loosenings if answer.hits else ())
        self.notice.say("" if answer.meaning_used else self._without_meaning)
        self.authorities.show_notes(answer.authorities)
        self.outside.show_answer(answer)
        if answer.hits:
            self._pages.setCurrentWidget(self.list)
            self.list.go_to(place)
        else:
            self.message.say("search", "Nothing in the library matches this search.", answer.advice)
            self._pages.setCurrentWidget(self.message)
        said = (self.count.text(), "" if answer.hits else answer.advice, self.authorities.spoken())
        self._announce(". ".join(part for part in said if part))

    def show_failure(self, error: BriefBankError, query: str = "") -> None:
        """What happened and what to do; of a query that could not be understood, also where."""
        self._clear()
        self.message.say("warning", error.title, error.remedy)
        if isinstance(error, QueryError) and error.position >= 0:
            self.message.point_at(query, error.position)
        self._pages.setCurrentWidget(self.message)
        self._announce(f"{error.title} {error.remedy}")

    def _show_count(self) -> None:
        self.count.setText(self._found)
        self.more.setVisible(self._has_more)

    def unfinished(self, error: QueryError, query: str) -> None:
        """What is being typed cannot be understood yet; what was found before stays."""
        self._show_count()
        _before, at, _after = words.piece(query, error.position) if error.position >= 0 else ("", "", "")
        self.notice.say(error.title + (f" It is about “{at}”." if at.strip() else ""), bad=True)

    def _clear(self) -> None:
        self.model.show(())
        self._head.hide()
        self.notice.say("")
        self.authorities.show_notes(())
        self.outside.clear()
        for each in (self.instead, self.wider):
            each.show_loosenings(())

    def meaning_is_ready(self) -> None:
        """Offer the better search; what is on the screen does not move by itself."""
        self._without_meaning = WORDS_ONLY
        if self.notice.text() in (WORDS_ONLY, WORDS_ALONE) and not self.notice.isHidden():
            self.notice.say(MEANING_READY, "Search again")

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
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
