"""The head of the search page: the box, the order switch, the interpretation of the query, and the
filters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from briefbank.domain.searches import Filters, QueryPart, SearchRequest, WiderQuery
from ui.features.search.fields import WRONG_DATE, DateField, LawDateBox, SearchField, TypedText
from ui.features.search.interpretation import InterpretationLine
from ui.features.search.kind_box import KindBox
from ui.features.search.navigation_history import Question
from ui.features.search.search_row import AROUND, SearchRow
from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, label, link_button
from ui.kit.flow_row import FlowRow
from ui.shared import law_texts

DEBOUNCE_MS = 350
REPEAT_MS = 60
"""The pause after which the search by words starts while a key is held down; longer than the key's repeat
interval."""
GAP = (8, 18)  # The least and the preferred distance between two filters, in pixels
SHORTEST = 3  # The least number of characters for which typing alone starts a search; Enter always does


class SearchBar(QFrame):
    """Turns the text typed, the filters chosen and the parts removed into Questions."""

    asked = Signal(object)  # A Question, whose request has no limit of its own
    typed = Signal(object)
    """A Question at each letter typed, to be answered by words at once; ``asked`` follows with the same
    one."""
    filters_shown = Signal()  # The fields show other filters. A search with them is asked for separately.
    emptied = Signal()
    entered = Signal()  # The search that was asked last is to be repeated
    left_downwards = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("searchBar")
        self._row = SearchRow(SearchField())
        self.field, self.order, self.back = self._row.field, self._row.order, self._row.back
        self.understood = InterpretationLine()
        self.date_from = DateField(tr("From"), first=True)
        self.date_to = DateField(tr("To"), first=False)
        self.kind, self.law = KindBox(), LawDateBox()
        self.clear_filters = link_button(tr("Clear"))
        self.clear_filters.setAccessibleName(tr("Clear filters"))
        self.clear_filters.setToolTip(tr("Clear filters"))
        self.wrong_date = ElidedLabel()
        self.wrong_date.setProperty("role", "bad")
        self._origin_question: Question | None = None
        """The search from a passage or from selected text, which counts instead of the text in the box."""
        self._last_request: SearchRequest | None = None
        self._facet_filters = Filters()
        """The filters that have no field here: courts, authors, authorities."""
        self._pause_timer = QTimer(self)
        self._pause_timer.setSingleShot(True)
        self._pause_timer.setInterval(DEBOUNCE_MS)
        self._repeat_timer = QTimer(self)
        self._repeat_timer.setSingleShot(True)
        self._repeat_timer.setInterval(REPEAT_MS)
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
            second.add(_labelled(buddy, widget))
        second.add(self.clear_filters)
        column.addLayout(self._row)
        column.addWidget(self.understood)
        column.addWidget(second)
        column.addWidget(self.wrong_date)
        self.wrong_date.hide()
        self.clear_filters.setVisible(False)

    def _connect(self) -> None:
        self.field.textEdited.connect(self._text_edited)
        self.field.returnPressed.connect(self.enter)
        self.field.left_downwards.connect(self.left_downwards)
        self.field.cleared.connect(self._cleared)
        self._pause_timer.timeout.connect(lambda: self.ask(by_pause=True))
        self._repeat_timer.timeout.connect(self._ask_words)
        self.understood.part_removed.connect(self._remove_part)
        self.understood.law_removed.connect(lambda: self.ask_as_of(None))
        self.understood.chips.left_upwards.connect(self.field.setFocus)
        self.understood.chips.left_downwards.connect(self.left_downwards)
        self.order.changed.connect(lambda _order: self.ask())
        self.kind.currentIndexChanged.connect(lambda _index: self._filters_changed())
        for field in (self.date_from, self.date_to, self.law):
            field.settled.connect(self._filters_changed)
        self.clear_filters.clicked.connect(self.reset_filters)

    # --- asking ---

    def request(self) -> SearchRequest:
        """Return the request that would be asked now."""
        base = (
            self._origin_question.request
            if self._origin_question
            else SearchRequest(self.field.text().strip())
        )
        return replace(base, order=self.order.value, filters=self.filters(), as_of=self.law.day())

    def filters(self) -> Filters:
        dates = self.date_from.day(), self.date_to.day()
        return replace(self._facet_filters, filed_from=dates[0], filed_to=dates[1], kinds=self.kind.kinds())

    def narrow_to(self, filters: Filters) -> None:
        """Set other filters and repeat the search with them."""
        self._show_filters(filters)
        self.ask()

    def ask(self, *, by_pause: bool = False) -> None:
        """Ask for the text in the box, or for the search that replaces it. Without either, do nothing."""
        self._stop_timers()
        if (question := self._question(by_pause=by_pause)) is not None:
            self._last_request = question.request
            self.asked.emit(question)

    def _ask_words(self) -> None:
        self._repeat_timer.stop()
        if (question := self._question(by_pause=True)) is not None:
            self._last_request = None
            self.typed.emit(question)

    def _question(self, *, by_pause: bool) -> Question | None:
        request = self.request()
        if not request.text and not request.like:
            return None
        return Question(request, self._origin_question.origin if self._origin_question else "", by_pause)

    def _stop_timers(self) -> None:
        """Stop waiting for a pause in typing."""
        self._pause_timer.stop()
        self._repeat_timer.stop()

    def ask_for(self, text: str, *, clear_filters: bool = False) -> None:
        """Put another text into the box and ask for it. Undo in the box restores the text before."""
        self._origin_question = None
        if clear_filters:
            self._empty_filters()
        self.field.put(text)
        self.ask()

    def take_over(self, typed: TypedText, *, entered: bool) -> None:
        """Take over what was typed before this box existed; ``entered`` tells whether Enter was pressed."""
        self.field.stand_as(typed)
        if entered:
            self.ask()
        else:
            self._text_edited(typed.text)

    def ask_request(self, request: SearchRequest, origin: str) -> None:
        """Ask for a request that does not come from the box, with the chosen order and filters."""
        self._origin_question = Question(request, origin)
        self.field.put("")
        self.ask()

    def ask_as_of(self, day: date | None) -> None:
        """Repeat the search with the law as of a day; None for today's law."""
        self.law.show_day(day)
        self._check_filters()
        self.ask()

    def show_question(self, question: Question) -> None:
        """Restore the box, the order and the filters of a question without asking it."""
        self._stop_timers()
        request = question.request
        self._origin_question = question if question.origin else None
        self.field.put("" if question.origin else request.text)
        with QSignalBlocker(self.order):
            self.order.choose(request.order)
        self.law.show_day(request.as_of)
        self._show_filters(request.filters)
        self._last_request = self.request()

    def loosen(self, wider: WiderQuery) -> None:
        self.ask_for(wider.query, clear_filters=wider.clears_filters)

    def _remove_part(self, part: QueryPart) -> None:
        self.ask_for(part.without)

    def not_understood(self, question: Question, position: int) -> bool:
        """Handle a question that failed at a character of its text; tell whether it was asked on purpose. The
        character is selected in the box when the question was asked on purpose and its text still stands
        there."""
        self._last_request = None
        if not question.by_pause and position >= 0 and self.request().text == question.request.text:
            self.field.point_at(position)
        return not question.by_pause

    def enter(self) -> None:
        """Ask for what is in the box, or repeat the search that was asked last where that is the same."""
        if (
            self._last_request is not None
            and self.request() == self._last_request
            and not self._pause_timer.isActive()
        ):
            self.entered.emit()
        else:
            self.ask()

    def _text_edited(self, text: str) -> None:
        self._origin_question = None
        if not text.strip():
            self._cleared()
        elif len(text.strip()) < SHORTEST or self.request() == self._last_request:
            self._stop_timers()
        else:
            self._pause_timer.start()
            self._ask_at_once_or_after_repeats()

    def _ask_at_once_or_after_repeats(self) -> None:
        """Ask by words at once, or, while a key is held down, only once the repetitions end."""
        if self.field.repeats:
            self._repeat_timer.start()
        else:
            self._ask_words()

    def _cleared(self) -> None:
        self._stop_timers()
        self._last_request = self._origin_question = None
        self.say("")
        self.emptied.emit()

    # --- filters ---

    def _filters_changed(self) -> None:
        self._check_filters()
        self.ask()

    def _check_filters(self) -> None:
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
        """Show known filters without asking. A date that was typed in another form stays as typed."""
        if self.filters() != filters or self.date_from.wrong or self.date_to.wrong:
            self.date_from.show_day(filters.filed_from)
            self.date_to.show_day(filters.filed_to)
            self.kind.show_kinds(filters.kinds)
            self._facet_filters = replace(filters, filed_from=None, filed_to=None, kinds=frozenset())
        self._check_filters()

    def say(
        self,
        interpretation: str,
        parts: Sequence[QueryPart] = (),
        origin: str = "",
        as_of: date | None = None,
    ) -> None:
        """Show how the query was interpreted, or, for an empty text, how to search. ``as_of``: the day whose
        law was asked for."""
        self.understood.say(interpretation, parts, origin, law_texts.law_as_of(as_of) if as_of else "")


def _labelled(name: QLabel, field: QWidget) -> QWidget:
    """Return a widget that keeps a field beside its label in whatever line the two stand."""
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(5)
    row.addWidget(name)
    row.addWidget(field)
    return made
