"""The head of the search page: the box, the order switch, how the search was read, and the filters."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from briefbank.models import Filters, Kind, Order, SearchRequest
from ui import words
from ui.dates import typed_range
from ui.icons import icon
from ui.theme import colours
from ui.widgets.controls import ChoiceBox, ElidedLabel, Segmented, label, link_button

DEBOUNCE_MS = 350
SHORTEST = 3
"""Characters before typing alone starts a search; Enter always does."""
EXAMPLE = "For example: traffic stop extended without reasonable suspicion"
WRONG_DATE = "Not a date. Try 2015."
HINT = "Plain words, an “exact phrase” in quotation marks, or the number of a rule or statute."


class SearchBar(QFrame):
    """Turns what is typed and chosen into SearchRequests."""

    asked = Signal(object)
    """A SearchRequest, without a limit of its own."""
    emptied = Signal()
    left_downwards = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("searchBar")
        self.field = SearchField()
        self.order = Segmented(
            "Order",
            [
                (Order.NEWEST, "Newest first", "The newest of the relevant passages first"),
                (Order.BEST, "Best match", "The closest match first, whatever its date"),
            ],
        )
        self.understood = ElidedLabel(HINT, lines=2)
        self.understood.setProperty("role", "muted")
        self.date_from = DateField("From", first=True)
        self.date_to = DateField("To", first=False)
        self.kind = _kinds()
        self.clear_filters = link_button("Clear filters")
        self.wrong_date = ElidedLabel()
        self.wrong_date.setProperty("role", "bad")
        self._last: SearchRequest | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 12)
        column.setSpacing(8)
        first, second = QHBoxLayout(), QHBoxLayout()
        first.setSpacing(12)
        first.addWidget(self.field, 1)
        first.addWidget(self.order)
        second.setSpacing(8)
        for text, widget in (("Filed from", self.date_from), ("to", self.date_to), ("Kind", self.kind)):
            buddy = label(text, role="muted")
            buddy.setBuddy(widget)
            second.addWidget(buddy)
            second.addWidget(widget)
            second.addSpacing(6)
        second.addWidget(self.clear_filters)
        second.addWidget(self.wrong_date, 1)
        column.addLayout(first)
        column.addWidget(self.understood)
        column.addLayout(second)
        self.clear_filters.setVisible(False)

    def _connect(self) -> None:
        self.field.textEdited.connect(self._edited)
        self.field.returnPressed.connect(self._entered)
        self.field.left_downwards.connect(self.left_downwards)
        self.field.cleared.connect(self._cleared)
        self._timer.timeout.connect(self.ask)
        self.order.changed.connect(lambda _order: self.ask())
        self.kind.currentIndexChanged.connect(lambda _index: self._filters_changed())
        for field in (self.date_from, self.date_to):
            field.settled.connect(self._filters_changed)
        self.clear_filters.clicked.connect(self.reset_filters)

    # --- what is asked ---

    def request(self) -> SearchRequest:
        return SearchRequest(self.field.text().strip(), order=self.order.value, filters=self.filters())

    def filters(self) -> Filters:
        kind = self.kind.currentData()
        return Filters(self.date_from.day(), self.date_to.day(), frozenset({kind} if kind else ()))

    def ask(self) -> None:
        """Ask for what stands in the box now; nothing when it is empty."""
        self._timer.stop()
        request = self.request()
        if request.text:
            self._last = request
            self.asked.emit(request)

    def _entered(self) -> None:
        """Enter searches; when the results of just this are there already, it goes to them."""
        if self._last is not None and self.request() == self._last and not self._timer.isActive():
            self.left_downwards.emit()
        else:
            self.ask()

    def _edited(self, text: str) -> None:
        if not text.strip():
            self._cleared()
        elif len(text.strip()) >= SHORTEST:
            self._timer.start()
        else:
            self._timer.stop()

    def _cleared(self) -> None:
        self._timer.stop()
        self._last = None
        self.say("")
        self.emptied.emit()

    def _filters_changed(self) -> None:
        wrong = self.date_from.wrong or self.date_to.wrong
        self.clear_filters.setVisible(wrong or self.filters() != Filters())
        self.wrong_date.set_whole(WRONG_DATE if wrong else "")
        self.ask()

    def reset_filters(self) -> None:
        for field in (self.date_from, self.date_to):
            field.reset()
        self.kind.blockSignals(True)
        self.kind.setCurrentIndex(0)
        self.kind.blockSignals(False)
        self._filters_changed()
        self.field.setFocus()

    def say(self, interpretation: str) -> None:
        """What the search was understood as; empty shows how to search."""
        self.understood.set_whole(interpretation or HINT)


class SearchField(QLineEdit):
    """The box: a glass in front, a button that clears, and Down into the results."""

    left_downwards = Signal()
    cleared = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("searchField")
        self.setPlaceholderText(EXAMPLE)
        self.setAccessibleName("Search the library")
        self.setAcceptDrops(False)
        self.setMaxLength(2000)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self.setFont(font)
        self._glass = QAction(self)
        self._clear = QAction("Clear the search", self)
        self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self._clear.triggered.connect(self.empty)
        self._clear.setVisible(False)
        self.textChanged.connect(lambda text: self._clear.setVisible(bool(text)))
        self._tint()

    def empty(self) -> None:
        self.clear()
        self.cleared.emit()
        self.setFocus()

    def _tint(self) -> None:
        self._glass.setIcon(icon("search", colours().muted))
        self._clear.setIcon(icon("clear", colours().muted))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.left_downwards.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.empty()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_glass"):
            self._tint()


class DateField(QLineEdit):
    """A year, a month or a day in any usual form; empty means any."""

    settled = Signal()

    def __init__(self, name: str, *, first: bool) -> None:
        super().__init__()
        self._first = first
        self._shown = ""
        self.setPlaceholderText("Any date")
        self.setAccessibleName(f"{name} date")
        self.setToolTip("A year, a month or a day: 2015, March 2015, 3/15/2015")
        self.setAcceptDrops(False)
        self.setFixedWidth(self.fontMetrics().horizontalAdvance("15 September 2015") + 26)
        self.editingFinished.connect(self._settle)

    @property
    def wrong(self) -> bool:
        return bool(self.text().strip()) and typed_range(self.text()) is None

    def day(self) -> date | None:
        found = typed_range(self.text())
        return found[0 if self._first else 1] if found else None

    def reset(self) -> None:
        self.clear()
        self._mark()
        self._shown = ""

    def _settle(self) -> None:
        if self.text() == self._shown:
            return
        self._shown = self.text()
        self._mark()
        self.settled.emit()

    def _mark(self) -> None:
        """A wrong date gets a red edge and words; not the colour alone."""
        self.setProperty("wrong", self.wrong)
        self.setAccessibleDescription(WRONG_DATE if self.wrong else "")
        self.style().unpolish(self)
        self.style().polish(self)


def _kinds() -> ChoiceBox:
    box = ChoiceBox()
    box.setAccessibleName("Kind of document")
    box.addItem("Any kind", None)
    for kind in Kind:
        box.addItem(words.KIND_CHOICES[kind], kind)
    box.setMinimumContentsLength(13)
    return box
