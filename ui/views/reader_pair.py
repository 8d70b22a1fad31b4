"""One reader, or two beside each other, each with its own document, bars and zoom.

What is opened comes into the reader that was used last; that one is marked by words and a line in its strip.
The second is made when it is first asked for, and kept, closed, after that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from briefbank.models import Document, Hit
from ui.jobs import Jobs
from ui.own_topics import OwnTopics
from ui.reader_law import ReaderLaw
from ui.reading_again import ReadingAgain
from ui.tongue import tr
from ui.views.reader import Reader
from ui.widgets.controls import IconButton, label
from ui.widgets.tab_order import line_up_parts

if TYPE_CHECKING:
    from briefbank.library import Library

LEAST_READER = 400
"""Narrower than this, a page is no pleasure to read."""


class ReaderPlace(QFrame):
    """A reader, and while there are two of them a strip above it that says which one results open in."""

    close_wanted = Signal()

    def __init__(self, reader: Reader, law: ReaderLaw, name: str) -> None:
        super().__init__()
        self.reader, self.law, self._name = reader, law, name
        self.setObjectName("readerPlace")
        self.strip = QFrame()
        self.strip.setObjectName("readerStrip")
        self.says = label("")
        self.close_button = IconButton("clear", tr("Close {name}").format(name=name))
        self.close_button.clicked.connect(self.close_wanted)
        row = QHBoxLayout(self.strip)
        row.setContentsMargins(18, 1, 10, 1)
        row.addWidget(self.says, 1)
        row.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.strip)
        column.addWidget(reader, 1)
        self.strip.hide()

    def show_state(self, *, two: bool, active: bool) -> None:
        """``two`` readers are there; in the ``active`` one the next result opens."""
        text = tr("{name}: results open here").format(name=self._name) if active else self._name
        self.says.setText(text)
        self.setAccessibleName(text if two else "")
        for part in (self.strip, self.says):
            part.setProperty("active", active)
            part.style().polish(part)
        self.strip.setVisible(two)


class ReaderPair(QSplitter):
    """The readers of the search page."""

    hit_changed = Signal(int)
    """The passage id of the result that is open in the reader used last; 0 when what is open is none."""
    changed = Signal()
    """There are two now, or one; or another one is in use."""

    def __init__(self, library: Library, jobs: Jobs, reading_again: ReadingAgain) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._library, self._jobs, self._reading_again = library, jobs, reading_again
        self._joiners: list[Callable[[Reader], object]] = []
        self._places: list[ReaderPlace] = []
        self._active = 0
        self._two = self._alone = False
        self.share = 0.5
        """Of the room that the first of two has."""
        self.splitterMoved.connect(self._moved)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        self._make()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)

    def _make(self) -> None:
        first = not self._places
        jobs = self._jobs if first else OwnTopics(self._jobs, "beside")
        reader = Reader(self._library, jobs, self._reading_again)
        name = tr("First brief") if first else tr("Second brief")
        place = ReaderPlace(reader, ReaderLaw(self._library, jobs, reader), name)
        place.close_wanted.connect(self.close_second if self._places else reader.close_document)
        reader.hit_changed.connect(partial(self._hit_changed, len(self._places)))
        self._places.append(place)
        self.addWidget(place)
        line_up_parts(*self._places)
        for join in self._joiners:
            join(reader)

    # --- which there are ---

    @property
    def readers(self) -> list[Reader]:
        """Those made so far; the second may be closed."""
        return [place.reader for place in self._places]

    @property
    def active(self) -> Reader:
        """The one that was used last."""
        return self._places[self._active].reader

    @property
    def are_two(self) -> bool:
        """Whether the second is open, in sight or not."""
        return self._two

    @property
    def least_width(self) -> int:
        """That two beside each other need."""
        return sum(max(LEAST_READER, place.minimumSizeHint().width()) for place in self._places)

    def join(self, joiner: Callable[[Reader], object]) -> None:
        """Have signals joined for each reader: those that are there, and the second when it is made."""
        self._joiners.append(joiner)
        for reader in self.readers:
            joiner(reader)

    # --- one or two ---

    def toggle(self) -> None:
        """F8: a second reader beside the first, or one alone again."""
        if self.are_two:
            self.close_second()
        else:
            self._open_second()
            self._use(1)
            self._take_focus()

    def open_hit_beside(self, hit: Hit) -> None:
        """In the reader that is not the one used last, which stays that for what is opened next."""
        self._other().open_hit(hit)

    def open_document_beside(self, document: Document) -> None:
        self._other().open_document(document)

    def _other(self) -> Reader:
        if not self.are_two:
            self._open_second()
        return self._places[1 - self._active].reader

    def prepare_second(self) -> None:
        """Make it where making it is not felt; it stays closed."""
        if len(self._places) == 1:
            self._make()
            self._show_states()

    def _open_second(self) -> None:
        if len(self._places) == 1:
            self._make()
        self._two = True
        self._show_states()

    def close_second(self) -> None:
        """One alone again, with the document that it has."""
        if not self._two:
            return
        self._two = False
        self._places[1].reader.close_document()
        self._use(0)
        self._show_states()
        self._take_focus()

    def follow(self, documents: Sequence[Document]) -> None:
        """The library holds these now."""
        for reader in self.readers:
            reader.follow(documents)

    def close_documents(self) -> None:
        for reader in self.readers:
            reader.close_document()

    def look_at_law(self) -> None:
        """What the open documents say of the law may be otherwise now."""
        for place in self._places:
            place.law.look()

    def _take_focus(self) -> None:
        if self.active.document is not None:
            self.active.canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- which was used last ---

    def _focus_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        for number, place in enumerate(self._places):
            if now is not None and place.isAncestorOf(now):
                self._use(number)

    def _use(self, number: int) -> None:
        if number != self._active:
            self._active = number
            self._show_states()
            self.hit_changed.emit(self.active.hit.passage.id if self.active.hit else 0)

    def _hit_changed(self, number: int, passage_id: int) -> None:
        if number == self._active:
            self.hit_changed.emit(passage_id)

    def show_alone(self, alone: bool) -> None:
        """Of two, show only the one in use, or both again."""
        if alone != self._alone:
            self._alone = alone
            self._show_states()

    def _show_states(self) -> None:
        """Which are in sight, and what their strips say."""
        both = self._two and not self._alone
        for number, place in enumerate(self._places):
            active = number == self._active
            place.show_state(two=self._two, active=active)
            place.setVisible(active or both)
        if both:
            self.setSizes([round(self.share * 1000), round((1 - self.share) * 1000)])
        self.changed.emit()

    def _moved(self) -> None:
        first, second = self.sizes()
        self.share = first / max(1, first + second)
