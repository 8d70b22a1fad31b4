"""The head of the search page: the box, the order, the button of the filters, and chips below.

The chips are the parts of the query as it was read, and the filters that are set.

The window that is shown while the library is being opened uses the same row in the same place, so it needs
nothing else of the search page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMargins, QPoint, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLineEdit, QPushButton, QToolButton, QWidget

from briefbank.domain.searches import Order, PartRole, QueryPart, SearchRequest, WiderQuery
from ui.features.search.history import Question
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import ElidedLabel, IconButton, SegmentedControl, link_button
from ui.kit.keyboard import set_tab_order
from ui.kit.layout import TOP, FlowRow, add, column, holder, row
from ui.kit.text import plain_tip
from ui.shared import wording
from ui.style.theme import colours, icon

if TYPE_CHECKING:
    from ui.features.search.filters import FilterPanel
    from ui.features.search.result_texts import NamedFilter

EXAMPLE = tr("For example: traffic stop extended without reasonable suspicion")
LONGEST = 60_000  # The most characters of a search: whole paragraphs of facts may be pasted
AROUND = QMargins(18, 14, 18, 12)  # The margins of the head of the page, in logical pixels
DEBOUNCE_MS = 350
SHORTEST = 3  # The least number of characters for which typing alone starts a search; Enter always does


@dataclass(frozen=True, slots=True)
class TypedText:
    """The text of a box and its selection, which lies between ``anchor`` and ``cursor``, whichever is
    first."""

    text: str
    anchor: int
    cursor: int


class SearchField(QLineEdit):
    """The search box: a magnifying glass in front, a button that clears, and Down to reach the results."""

    left_downwards = Signal()
    cleared = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("searchField")
        self.setPlaceholderText(EXAMPLE)
        self.setAccessibleName(tr("Search the library"))
        self.setAcceptDrops(False)
        self.setMaxLength(LONGEST)
        self._set_font()
        self._search_action = QAction(self)
        self._clear_action = QAction(tr("Clear the search"), self)
        self.addAction(self._search_action, QLineEdit.ActionPosition.LeadingPosition)
        self.addAction(self._clear_action, QLineEdit.ActionPosition.TrailingPosition)
        self._clear_action.triggered.connect(self.empty)
        self._clear_action.setVisible(False)
        self.textChanged.connect(lambda text: self._clear_action.setVisible(bool(text)))
        self._tint()

    def _set_font(self) -> None:
        font = QApplication.font(self)
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self.setFont(font)

    def empty(self) -> None:
        self.clear()
        self.cleared.emit()
        self.setFocus()

    def put(self, text: str) -> None:
        """Replace the text so that Undo restores the former one; emit no signal."""
        before = self.blockSignals(True)
        self.selectAll()
        self.insert(text)
        self.blockSignals(before)
        self._clear_action.setVisible(bool(text))

    def typed(self) -> TypedText:
        cursor = self.cursorPosition()
        if not self.hasSelectedText():
            return TypedText(self.text(), cursor, cursor)
        ends = self.selectionStart(), self.selectionEnd()
        return TypedText(self.text(), ends[0] if cursor == ends[1] else ends[1], cursor)

    def stand_as(self, typed: TypedText) -> None:
        """Take over text, cursor and selection of another box; emit no signal."""
        self.put(typed.text)
        self.setCursorPosition(typed.anchor)
        if typed.cursor != typed.anchor:
            self.setSelection(typed.anchor, typed.cursor - typed.anchor)

    def point_at(self, position: int) -> None:
        """Select the word or sign at a character, counted in the text without its leading blanks."""
        text = self.text()
        start, end = wording.piece_range(text, position + len(text) - len(text.lstrip()))
        self.setSelection(start, end - start)

    def _tint(self) -> None:
        self._search_action.setIcon(icon("search", colours().muted))
        self._clear_action.setIcon(icon("clear", colours().muted))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.left_downwards.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.empty()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_search_action"):
            self._tint()
        elif event.type() == QEvent.Type.StyleChange:  # comes after a change of the size of text
            self._set_font()


class FilterButton(QToolButton):
    """Opens and closes the panel of filters; shows how many are set."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setToolTip(tr("Filter by date, kind, court, author, folder or authority (Ctrl+Shift+F)"))
        self.setIcon(icon("narrow", colours().text))
        self.show_number(0)
        self.toggled.connect(self._say_state)
        self._say_state(False)

    def show_number(self, filters: int) -> None:
        text = tr("Filters ({number})").format(number=filters) if filters else tr("Filters")
        self.setText(text)
        self.setAccessibleName(text)

    def _say_state(self, on: bool) -> None:
        self.setAccessibleDescription(tr("Shown below") if on else tr("Folded away"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.setIcon(icon("narrow", colours().text))


class SearchRow(QHBoxLayout):
    """The first row of the search page. Its parts belong to the widget that takes it into its layout."""

    def __init__(self, field: SearchField) -> None:
        super().__init__()
        self.field = field
        self.order = SegmentedControl(
            tr("Order"),
            [
                (Order.NEWEST, tr("Newest first"), tr("The newest of the relevant passages first")),
                (Order.BEST, tr("Best match"), tr("The closest match first, whatever its date")),
            ],
        )
        self.back = IconButton(
            "back", tr("Back to the search before"), tr("Back to the search before (Alt+Left)")
        )
        self.back.setEnabled(False)
        self.filters = FilterButton()
        self.setSpacing(12)
        add(self, self.back, (field, 1), self.filters, self.order)


PAD = 9
CROSS = 24  # The width of the clickable area at the right end
GAP = 6
WIDEST = 420  # The greatest width of the words of a query part; longer ones are in a tooltip
FEW = 12  # The chips shown before somebody asks for all


@dataclass(frozen=True, slots=True)
class ChipStyle:
    """The appearance and the name of a query part. Parts also differ without colour: by words, border or a
    line through."""

    lead: str  # The words before the part's own; they are also read aloud
    look: str = ""  # One of the looks in the style sheet
    every: bool = False
    """Repeat the lead before each of several such parts in a row, not only before the first."""
    widest: int = WIDEST


LOOKS = {
    PartRole.REQUIRED: ChipStyle(tr("required"), "filled"),
    PartRole.EXCLUDED: ChipStyle(tr("not"), "excluded", every=True),
    PartRole.RANKED: ChipStyle(tr("searched for")),
    PartRole.NUMBER: ChipStyle(tr("exactly"), "filled"),
    PartRole.CORRECTED: ChipStyle(tr("read as"), "dashed", every=True),
    PartRole.RELATED: ChipStyle(tr("also searched"), "dashed"),
    PartRole.LAW: ChipStyle(tr("law of"), every=True),
    PartRole.ASIDE: ChipStyle(tr("set aside"), "struck"),
}
FROM = ChipStyle("", "filled", widest=800)  # The look of the chip that names the origin of a search


class Chip(QPushButton):
    """A chip that a click on its cross, Delete, Backspace or the space bar removes; the arrow keys leave
    it."""

    left = Signal(int)  # An arrow key was pressed: -1 for the chip before, 1 for the one after
    left_upwards = Signal()
    left_downwards = Signal()

    def __init__(self, look: ChipStyle, words: str, *, removable: bool, lead: bool = True) -> None:
        super().__init__()
        self.removable = removable
        spoken = f"{look.lead}: {words}" if look.lead else words
        text = spoken if lead else words
        shown = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, look.widest)
        self.setText(shown.replace("&", "&&"))
        self.setToolTip(plain_tip(spoken) if shown != text else "")
        self.setObjectName("chip")
        self.setProperty("look", look.look)
        self.setAccessibleName(spoken)
        self.setAccessibleDescription(tr("Delete takes it out.") if removable else "")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross stands at the right
        self.setIconSize(QSize(12, 12))
        self._tint()

    def _tint(self) -> None:
        if self.removable:
            self.setIcon(icon("clear", colours().muted, size=12))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "removable"):
            self._tint()

    def hitButton(self, point: QPoint) -> bool:
        return self.removable and point.x() >= self.width() - CROSS

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Space):
            if self.removable:
                self.click()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.left.emit(1 if key == Qt.Key.Key_Right else -1)
        elif key == Qt.Key.Key_Up:
            self.left_upwards.emit()
        elif key == Qt.Key.Key_Down:
            self.left_downwards.emit()
        else:
            super().keyPressEvent(event)


class ChipRow(FlowRow):
    """Chips in lines from left to right. Tab moves to one of them, the arrow keys from one to the next."""

    left_upwards = Signal()
    left_downwards = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(GAP, GAP)
        self.chips: list[Chip] = []
        self.more = link_button("")
        self.more.clicked.connect(lambda: self._fold(self.chips[-1].isHidden()))
        self.add(self.more)
        self.setAccessibleName(name)
        self.hide()

    def show_chips(self, chips: Sequence[Chip]) -> None:
        """Replace the chips. When one of them had the focus, the new chip in its place gets it."""
        focused = next((n for n, chip in enumerate(self.chips) if chip.hasFocus()), -1)
        self.chips = list(chips)
        self.replace([*chips, self.more])
        for chip in self.chips:
            chip.left.connect(partial(self._step, chip))
            chip.left_upwards.connect(self.left_upwards)
            chip.left_downwards.connect(self.left_downwards)
        if self.chips:
            self.chips[0].setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        set_tab_order(self.more, *self.chips, self.more)
        self._fold(False)
        self.setVisible(bool(self.chips))
        if focused >= 0:
            self._focus(min(focused, len(self.chips) - 1))

    def _fold(self, unfolded: bool) -> None:
        """Show all chips, or the first of them and how many more there are."""
        for number, chip in enumerate(self.chips):
            chip.setVisible(unfolded or number < FEW)
        hidden = len(self.chips) - FEW
        text = tr("Show fewer") if unfolded else tr("and {number} more").format(number=hidden)
        self.more.setText(text)
        self.more.setAccessibleName(text)
        self.more.setVisible(hidden > 0)

    def _step(self, chip: Chip, by: int) -> None:
        self._focus(self.chips.index(chip) + by)

    def _focus(self, index: int) -> None:
        """Focus a shown chip; without any chip, leave to the box above."""
        shown = [chip for chip in self.chips if not chip.isHidden()]
        if not shown:
            self.left_upwards.emit()
        elif index >= len(shown) and not self.more.isHidden():
            self.more.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            chosen = shown[max(0, min(index, len(shown) - 1))]
            for chip in self.chips:
                chip.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            chosen.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            chosen.setFocus(Qt.FocusReason.TabFocusReason)


class FilterChips(ChipRow):
    """The filters that are set; hidden while there are none."""

    chosen = Signal(object, object)  # The Filters that remain, and the day of the law

    def __init__(self) -> None:
        super().__init__(tr("Filters that are set"))

    def show_filters(self, filters: Sequence[NamedFilter]) -> None:
        chips = []
        for kind, text, remaining, day in filters:
            chip = Chip(ChipStyle(kind, "filled"), text, removable=True)
            chip.clicked.connect(partial(self.chosen.emit, remaining, day))
            chips.append(chip)
        self.show_chips(chips)


HINT = tr("Say it in plain words, or use operators: “plain error” /p summation! NOT juvenile.")
COUNTED = re.compile(r"\d+ (?:words|numbers)")
"""Matches a part of the interpretation that only counts many words or numbers."""


class InterpretationLine(QWidget):
    """Shows the hint, the interpretation as a sentence, or its parts as chips."""

    part_removed = Signal(object)  # The QueryPart to search without
    origin_removed = Signal()  # The search is no longer to start from a passage or from selected text
    help_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.sentence = ElidedLabel(HINT, lines=2)
        self.sentence.setProperty("role", "muted")
        self.how = link_button(tr("How to search"))
        self.how.clicked.connect(self.help_wanted)
        self.chips = ChipRow(tr("Parts of the search"))
        self._sentence_row = holder(row((self.sentence, 1), (self.how, TOP)))
        column(self._sentence_row, self.chips, on=self)
        self.setAccessibleName(tr("How the search was read"))
        self.say("")

    def say(self, interpretation: str, parts: Sequence[QueryPart] = (), origin: str = "") -> None:
        """Show how a query was interpreted; an empty sentence shows how to search. ``origin``: the passage or
        text that the search starts from."""
        self.sentence.set_whole(interpretation or HINT)
        self.how.setVisible(not interpretation)
        self.setAccessibleDescription(interpretation or HINT)
        self.setToolTip(plain_tip(interpretation))
        chips, before = [], None
        for part in parts if not origin else ():
            look = LOOKS[part.role]
            # What was typed stays as it was typed; counts and derived words are translated.
            typed = part.role in (PartRole.RANKED, PartRole.NUMBER, PartRole.ASIDE)
            words = part.text if typed and not COUNTED.fullmatch(part.text) else translate_core(part.text)
            lead = look.every or part.role is not before
            chip = Chip(look, words, lead=lead, removable=bool(part.without))
            chip.clicked.connect(partial(self.part_removed.emit, part))
            chips.append(chip)
            before = part.role
        if origin:
            chips = [Chip(FROM, origin, removable=True)]
            chips[0].clicked.connect(self.origin_removed)
        self.chips.show_chips(chips)
        self._sentence_row.setVisible(not chips)


class SearchBar(QFrame):
    """Turns the text typed, the filters chosen and the parts removed into Questions."""

    submitted = Signal(object)  # A Question, whose request has no limit of its own
    typed = Signal(object)
    """A Question at each letter typed, to be answered by words at once; ``asked`` follows with the same
    one."""
    emptied = Signal()
    shortened = Signal()  # The text became too short to be searched for while one types
    entered = Signal()  # The search that was asked last is to be repeated
    left_downwards = Signal()

    def __init__(self, row: SearchRow, filters: FilterPanel) -> None:
        super().__init__()
        self.setObjectName("searchBar")
        self._row, self.filters = row, filters
        self.field, self.order, self.back = row.field, row.order, row.back
        self.understood = InterpretationLine()
        self._origin_question: Question | None = None
        """The search from a passage or from selected text, which counts instead of the text in the box."""
        self._last_request: SearchRequest | None = None
        self._pause_timer = QTimer(self, singleShot=True, interval=DEBOUNCE_MS)
        column(row, self.understood, filters.chips, on=self, margins=(18, 14, 18, 12), spacing=8)
        self.setFocusProxy(self.field)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.field.textEdited.connect(self._text_edited)
        self.field.returnPressed.connect(self.enter)
        self.field.left_downwards.connect(self.left_downwards)
        self.field.cleared.connect(self._cleared)
        self._pause_timer.timeout.connect(lambda: self.ask(by_pause=True))
        self.understood.part_removed.connect(lambda part: self.ask_for(part.without))
        for chips in (self.understood.chips, filters.chips):
            chips.left_upwards.connect(self.field.setFocus)
            chips.left_downwards.connect(self.left_downwards)
        self.order.changed.connect(lambda _order: self.ask())
        filters.changed.connect(self.ask)

    # --- asking ---

    def request(self) -> SearchRequest:
        """Return the request that would be asked now."""
        origin = self._origin_question
        base = origin.request if origin else SearchRequest(self.field.text().strip())
        filters = self.filters
        return replace(base, order=self.order.value, filters=filters.filters(), as_of=filters.as_of())

    def ask(self, *, by_pause: bool = False) -> None:
        """Ask for the text in the box, or for the search that replaces it. Without either, do nothing."""
        self._pause_timer.stop()
        if (question := self._question(by_pause=by_pause)) is not None:
            self._last_request = question.request
            self.submitted.emit(question)

    def _question(self, *, by_pause: bool) -> Question | None:
        request = self.request()
        if not request.text and not request.like:
            return None
        return Question(request, self._origin_question.origin if self._origin_question else "", by_pause)

    def ask_for(self, text: str) -> None:
        """Put another text into the box and ask for it. Undo in the box restores the text before."""
        self._origin_question = None
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

    def show_question(self, question: Question) -> None:
        """Restore the box, the order and the filters of a question without asking it."""
        self._pause_timer.stop()
        request = question.request
        self._origin_question = question if question.origin else None
        self.field.put("" if question.origin else request.text)
        with QSignalBlocker(self.order):
            self.order.choose(request.order)
        self.filters.show_filters(request.filters, request.as_of)
        self._last_request = self.request()

    def loosen(self, wider: WiderQuery) -> None:
        if wider.clears_filters:
            self.filters.clear()
        self.ask_for(wider.query)

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
        if self.request() == self._last_request and not self._pause_timer.isActive():
            self.entered.emit()
        else:
            self.ask()

    def _text_edited(self, text: str) -> None:
        self._origin_question = None
        if not text.strip():
            self._cleared()
        elif self.request() == self._last_request:
            self._pause_timer.stop()
        elif len(text.strip()) < SHORTEST:
            self._pause_timer.stop()
            self._last_request = None
            self.shortened.emit()
        else:
            self._pause_timer.start()
            self._last_request = None
            if (question := self._question(by_pause=True)) is not None:
                self.typed.emit(question)

    def _cleared(self) -> None:
        self._pause_timer.stop()
        self._last_request = self._origin_question = None
        self.understood.say("")
        self.emptied.emit()
