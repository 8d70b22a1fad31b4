"""The head of the search page: the box, the order switch, how the search was read, and the filters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from briefbank.models import Filters, Loosening, QueryPart, SearchRequest
from ui import law_words
from ui.questions import Question
from ui.tongue import tr
from ui.widgets.controls import ElidedLabel, label, link_button
from ui.widgets.flow_row import FlowRow
from ui.widgets.kind_box import KindBox
from ui.widgets.search_fields import WRONG_DATE, DateField, LawDateBox, SearchField, Typed
from ui.widgets.search_row import AROUND, SearchRow
from ui.widgets.understood import Understood

DEBOUNCE_MS = 350
REPEAT_MS = 60
"""After this pause a key that was held down asks by words: longer than between two of its repetitions."""
GAP = (8, 18)
"""Pixels between a filter and the next, at least and where there is room."""
SHORTEST = 3
"""Characters before typing alone starts a search; Enter always does."""


class SearchBar(QFrame):
    """Turns what is typed, chosen and taken out into Questions."""

    asked = Signal(object)
    """A Question, whose request has no limit of its own."""
    typed = Signal(object)
    """The same at each letter, while one is typing: an answer by words is wanted at once, and the question
    follows."""
    filters_shown = Signal()
    """Other filters stand in the fields; what they are to be is asked for apart from that."""
    emptied = Signal()
    origin_left = Signal()
    """The search from a passage or from selected text is to give way to the one before."""
    left_downwards = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("searchBar")
        self._row = SearchRow(SearchField())
        self.field, self.order, self.back = self._row.field, self._row.order, self._row.back
        self.understood = Understood()
        self.date_from = DateField(tr("From"), first=True)
        self.date_to = DateField(tr("To"), first=False)
        self.kind, self.law = KindBox(), LawDateBox()
        self.clear_filters = link_button(tr("Clear"))
        self.clear_filters.setAccessibleName(tr("Clear filters"))
        self.clear_filters.setToolTip(tr("Clear filters"))
        self.wrong_date = ElidedLabel()
        self.wrong_date.setProperty("role", "bad")
        self._beside: Question | None = None
        """The search from a passage or from selected text that counts in place of what is in the box."""
        self._last: SearchRequest | None = None
        self._narrowed = Filters()
        """The filters that have no field here: courts, authors, authorities."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._repeats = QTimer(self)
        self._repeats.setSingleShot(True)
        self._repeats.setInterval(REPEAT_MS)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(AROUND)
        column.setSpacing(8)
        second = FlowRow(GAP, 6)
        fields = (self.date_from, self.date_to, self.kind, self.law)
        names = tr("Filed from"), tr("to"), tr("Kind"), tr("Law as of")
        for text, widget in zip(names, fields, strict=True):
            buddy = label(text, role="muted")
            buddy.setBuddy(widget)
            second.add(_together(buddy, widget))
        second.add(self.clear_filters)
        column.addLayout(self._row)
        column.addWidget(self.understood)
        column.addWidget(second)
        column.addWidget(self.wrong_date)
        self.wrong_date.hide()
        self.clear_filters.setVisible(False)

    def _connect(self) -> None:
        self.field.textEdited.connect(self._edited)
        self.field.returnPressed.connect(self._entered)
        self.field.left_downwards.connect(self.left_downwards)
        self.field.cleared.connect(self._cleared)
        self._timer.timeout.connect(lambda: self.ask(by_pause=True))
        self._repeats.timeout.connect(self._ask_words)
        self.understood.part_removed.connect(self._do_without)
        self.understood.origin_removed.connect(self.origin_left)
        self.understood.law_removed.connect(lambda: self.ask_as_of(None))
        self.understood.left_upwards.connect(self.field.setFocus)
        self.understood.left_downwards.connect(self.left_downwards)
        self.order.changed.connect(lambda _order: self.ask())
        self.kind.currentIndexChanged.connect(lambda _index: self._filters_changed())
        for field in (self.date_from, self.date_to, self.law):
            field.settled.connect(self._filters_changed)
        self.clear_filters.clicked.connect(self.reset_filters)

    # --- what is asked ---

    def request(self) -> SearchRequest:
        """What would be asked now."""
        base = self._beside.request if self._beside else SearchRequest(self.field.text().strip())
        return replace(base, order=self.order.value, filters=self.filters(), as_of=self.law.day())

    def filters(self) -> Filters:
        dates = self.date_from.day(), self.date_to.day()
        return replace(self._narrowed, filed_from=dates[0], filed_to=dates[1], kinds=self.kind.kinds())

    def narrow_to(self, filters: Filters) -> None:
        """Other filters, and ask for what is asked for now with them."""
        self._show_filters(filters)
        self.ask()

    def ask(self, *, by_pause: bool = False) -> None:
        """Ask for what stands in the box now, or in its place; nothing when there is nothing."""
        self._still()
        if (question := self._question(by_pause=by_pause)) is not None:
            self._last = question.request
            self.asked.emit(question)

    def _ask_words(self) -> None:
        self._repeats.stop()
        if (question := self._question(by_pause=True)) is not None:
            self._last = None
            self.typed.emit(question)

    def _question(self, *, by_pause: bool) -> Question | None:
        request = self.request()
        if not request.text and not request.like:
            return None
        return Question(request, self._beside.origin if self._beside else "", by_pause)

    def _still(self) -> None:
        """No pause in typing is waited for any more."""
        self._timer.stop()
        self._repeats.stop()

    def ask_for(self, text: str, *, clear_filters: bool = False) -> None:
        """Put another text into the box and ask for it; Undo in the box brings the one before back."""
        self._beside = None
        if clear_filters:
            self._empty_filters()
        self.field.put(text)
        self.ask()

    def take_over(self, typed: Typed, *, entered: bool) -> None:
        """What was typed before this box was there counts as typed here, and ``entered`` as Enter."""
        self.field.stand_as(typed)
        if entered:
            self.ask()
        else:
            self._edited(typed.text)

    def ask_beside(self, request: SearchRequest, origin: str) -> None:
        """Ask for what does not come from the box, with the order and the filters that are chosen."""
        self._beside = Question(request, origin)
        self.field.put("")
        self.ask()

    def ask_as_of(self, day: date | None) -> None:
        """Ask for what is asked for now as the law was on a day; None: as it is today."""
        self.law.show_day(day)
        self._judge_filters()
        self.ask()

    def show_question(self, question: Question) -> None:
        """Stand as when this was asked, without asking."""
        self._still()
        request = question.request
        self._beside = question if question.origin else None
        self.field.put("" if question.origin else request.text)
        with QSignalBlocker(self.order):
            self.order.choose(request.order)
        self.law.show_day(request.as_of)
        self._show_filters(request.filters)
        self._last = self.request()

    def loosen(self, wider: Loosening) -> None:
        self.ask_for(wider.query, clear_filters=wider.clears_filters)

    def _do_without(self, part: QueryPart) -> None:
        self.ask_for(part.without)

    def not_understood(self, question: Question, position: int) -> bool:
        """The question has failed at a character of its text, which is shown in the box when it was asked on
        purpose and stands there still. Whether it was asked on purpose."""
        self._last = None
        if not question.by_pause and position >= 0 and self.request().text == question.request.text:
            self.field.point_at(position)
        return not question.by_pause

    def _entered(self) -> None:
        """Enter searches; when the results of just this are there already, it goes to them."""
        if self._last is not None and self.request() == self._last and not self._timer.isActive():
            self.left_downwards.emit()
        else:
            self.ask()

    def _edited(self, text: str) -> None:
        self._beside = None
        if not text.strip():
            self._cleared()
        elif len(text.strip()) < SHORTEST or self.request() == self._last:
            self._still()
        else:
            self._timer.start()
            self._ask_at_once_or_after_repeats()

    def _ask_at_once_or_after_repeats(self) -> None:
        """A key that is held down asks for where it ends, and not for each of its letters."""
        if self.field.repeats:
            self._repeats.start()
        else:
            self._ask_words()

    def _cleared(self) -> None:
        self._still()
        self._last = self._beside = None
        self.say("")
        self.emptied.emit()

    # --- filters ---

    def _filters_changed(self) -> None:
        self._judge_filters()
        self.ask()

    def _judge_filters(self) -> None:
        wrong = self.date_from.wrong or self.date_to.wrong or self.law.wrong
        self.clear_filters.setVisible(wrong or self.filters() != Filters() or self.law.day() is not None)
        self.wrong_date.set_whole(WRONG_DATE if wrong else "")
        self.wrong_date.setVisible(wrong)
        self.filters_shown.emit()

    def reset_filters(self) -> None:
        self.law.show_day(None)
        self._empty_filters()
        self.ask()
        self.field.setFocus()

    def _empty_filters(self) -> None:
        self._show_filters(Filters())

    def _show_filters(self, filters: Filters) -> None:
        """Show filters that are known, without asking; a date that was typed otherwise stays as it was."""
        if self.filters() != filters or self.date_from.wrong or self.date_to.wrong:
            self.date_from.show_day(filters.filed_from)
            self.date_to.show_day(filters.filed_to)
            self.kind.show_kinds(filters.kinds)
            self._narrowed = replace(filters, filed_from=None, filed_to=None, kinds=frozenset())
        self._judge_filters()

    def say(
        self,
        interpretation: str,
        parts: Sequence[QueryPart] = (),
        origin: str = "",
        as_of: date | None = None,
    ) -> None:
        """How the search was read; empty shows how to search. ``as_of``: the day that was set for it."""
        self.understood.say(interpretation, parts, origin, law_words.law_as_of(as_of) if as_of else "")


def _together(name: QLabel, field: QWidget) -> QWidget:
    """A field beside its name, in whatever line they stand."""
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(5)
    row.addWidget(name)
    row.addWidget(field)
    return made
