"""One reader, or two side by side, each with its own document, bars and zoom.

A document opens in the reader that was used last, which is marked by words and a line in its strip. The
second reader is created when it is first needed, and is kept, closed, after that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from briefbank.domain.documents import Document
from briefbank.domain.searches import Hit
from ui.features.reader.law import ReaderLaw
from ui.features.reader.view import Reader
from ui.i18n.translate import tr
from ui.jobs import Jobs
from ui.kit.controls import IconButton, label
from ui.kit.tab_order import set_tab_order_of_parts
from ui.shared.own_topics import OwnTopics
from ui.shared.reading_again import ReadAgainMenus

if TYPE_CHECKING:
    from briefbank.library import Library

LEAST_READER = 400
"""The width below which a page is hard to read."""


class ReaderPane(QFrame):
    """A reader and, while there are two, a strip above it that says in which one results open."""

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
        """Show whether there are ``two`` readers, and whether this is the ``active`` one, where the next
        result opens."""
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
    """The passage id of the result open in the reader used last; 0 when it shows no result."""
    changed = Signal()
    """The number of readers changed, or another one is in use."""

    def __init__(self, library: Library, jobs: Jobs, reading_again: ReadAgainMenus) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._library, self._jobs, self._reading_again = library, jobs, reading_again
        self._joiners: list[Callable[[Reader], object]] = []
        self._places: list[ReaderPane] = []
        self._active = 0
        self._second_open = self._only_active = False
        self.share = 0.5
        """The first reader's share of the width when there are two."""
        self.splitterMoved.connect(self._splitter_moved)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        self._make_reader()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)

    def _make_reader(self) -> None:
        first = not self._places
        jobs = self._jobs if first else OwnTopics(self._jobs, "beside")
        reader = Reader(self._library, jobs, self._reading_again)
        name = tr("First brief") if first else tr("Second brief")
        place = ReaderPane(reader, ReaderLaw(self._library, jobs, reader), name)
        place.close_wanted.connect(self.close_second if self._places else reader.close_document)
        reader.hit_changed.connect(partial(self._hit_changed, len(self._places)))
        self._places.append(place)
        self.addWidget(place)
        set_tab_order_of_parts(*self._places)
        for join in self._joiners:
            join(reader)

    # --- the readers ---

    @property
    def readers(self) -> list[Reader]:
        """The readers created so far; the second may be closed."""
        return [place.reader for place in self._places]

    @property
    def active(self) -> Reader:
        """The reader that was used last."""
        return self._places[self._active].reader

    @property
    def are_two(self) -> bool:
        """Whether the second reader is open, visible or not."""
        return self._second_open

    @property
    def least_width(self) -> int:
        """The width that two readers side by side need."""
        return sum(max(LEAST_READER, place.minimumSizeHint().width()) for place in self._places)

    def join(self, joiner: Callable[[Reader], object]) -> None:
        """Call ``joiner`` for each reader: now for those that exist, and for the second when it is
        created."""
        self._joiners.append(joiner)
        for reader in self.readers:
            joiner(reader)

    # --- one or two ---

    def toggle(self) -> None:
        """Open a second reader beside the first, or close it again (F8)."""
        if self.are_two:
            self.close_second()
        else:
            self._open_second()
            self._set_active(1)
            self._take_focus()

    def open_hit_beside(self, hit: Hit) -> None:
        """Open a hit in the reader that was not used last; the active reader stays the same."""
        self._other_reader().open_hit(hit)

    def open_document_beside(self, document: Document) -> None:
        self._other_reader().open_document(document)

    def _other_reader(self) -> Reader:
        if not self.are_two:
            self._open_second()
        return self._places[1 - self._active].reader

    def prepare_second(self) -> None:
        """Create the second reader at a time when that is not noticed; it stays closed."""
        if len(self._places) == 1:
            self._make_reader()
            self._show_states()

    def _open_second(self) -> None:
        if len(self._places) == 1:
            self._make_reader()
        self._second_open = True
        self._show_states()

    def close_second(self) -> None:
        """Close the second reader; the first keeps its document."""
        if not self._second_open:
            return
        self._second_open = False
        self._places[1].reader.close_document()
        self._set_active(0)
        self._show_states()
        self._take_focus()

    def follow(self, documents: Sequence[Document]) -> None:
        """Update the readers to the documents that the library now holds."""
        for reader in self.readers:
            reader.follow(documents)

    def close_documents(self) -> None:
        for reader in self.readers:
            reader.close_document()

    def look_at_law(self) -> None:
        """Look up the law of the open documents again, because it may have changed."""
        for place in self._places:
            place.law.look()

    def _take_focus(self) -> None:
        if self.active.document is not None:
            self.active.canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- the active reader ---

    def _focus_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        for number, place in enumerate(self._places):
            if now is not None and place.isAncestorOf(now):
                self._set_active(number)

    def _set_active(self, number: int) -> None:
        if number != self._active:
            self._active = number
            self._show_states()
            self.hit_changed.emit(self.active.hit.passage.id if self.active.hit else 0)

    def _hit_changed(self, number: int, passage_id: int) -> None:
        if number == self._active:
            self.hit_changed.emit(passage_id)

    def show_alone(self, alone: bool) -> None:
        """Show only the reader in use, or both again."""
        if alone != self._only_active:
            self._only_active = alone
            self._show_states()

    def _show_states(self) -> None:
        """Show the readers that are to be visible, and update their strips."""
        both = self._second_open and not self._only_active
        for number, place in enumerate(self._places):
            active = number == self._active
            place.show_state(two=self._second_open, active=active)
            place.setVisible(active or both)
        if both:
            self.setSizes([round(self.share * 1000), round((1 - self.share) * 1000)])
        self.changed.emit()

    def _splitter_moved(self) -> None:
        first, second = self.sizes()
        self.share = first / max(1, first + second)
