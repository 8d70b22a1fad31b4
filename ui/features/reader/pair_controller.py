"""One reader, or two side by side, each with its own document, bars and zoom.

A document opens in the reader that was used last, which is marked by words and a line in its strip. The
second reader is created when it is first needed, and is kept, closed, after that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from briefbank.domain.documents import Document
from briefbank.domain.searches import Hit
from ui.features.reader.controller import ReaderController
from ui.features.reader.pair_view import ReaderPairView
from ui.features.reader.view import ReaderView
from ui.jobs import Jobs
from ui.shared.reread_menus import ReadAgainMenus
from ui.shared.scoped_jobs import OwnTopics

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi


class ReaderPairController(QObject):
    """The controller of the readers of the search page."""

    hit_changed = Signal(int)
    """The passage id of the result open in the reader used last; 0 when it shows no result."""
    changed = Signal()  # The number of readers changed, or another one is in use

    def __init__(
        self, library: LibraryApi, jobs: Jobs, reading_again: ReadAgainMenus, view: ReaderPairView
    ) -> None:
        super().__init__(view)
        self._library, self._jobs, self._reading_again, self.view = library, jobs, reading_again, view
        self._joiners: list[Callable[[ReaderController], object]] = []
        self.readers: list[ReaderController] = []
        """The readers created so far; the second may be closed."""
        self._active = 0
        self.are_two = False
        """True while the second reader is open, visible or not."""
        self._only_active = False
        self._make_reader()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)

    def _make_reader(self) -> None:
        number = len(self.readers)
        jobs = OwnTopics(self._jobs, "beside") if number else self._jobs
        reader = ReaderController(self._library, jobs, self._reading_again, ReaderView())
        pane = self.view.add_reader(reader.view)
        pane.close_wanted.connect(self.close_second if number else reader.close_document)
        reader.hit_changed.connect(partial(self._hit_changed, number))
        self.readers.append(reader)
        for join in self._joiners:
            join(reader)

    # --- the readers ---

    @property
    def active(self) -> ReaderController:
        """The reader that was used last."""
        return self.readers[self._active]

    def join(self, joiner: Callable[[ReaderController], object]) -> None:
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

    def open_hit_in_other(self, hit: Hit) -> None:
        """Open a hit in the reader that was not used last; the active reader stays the same."""
        self._other_reader().open_hit(hit)

    def open_document_in_other(self, document: Document) -> None:
        self._other_reader().open_document(document)

    def _other_reader(self) -> ReaderController:
        if not self.are_two:
            self._open_second()
        return self.readers[1 - self._active]

    def prepare_second(self) -> None:
        """Create the second reader at a time when that is not noticed; it stays closed."""
        if len(self.readers) == 1:
            self._make_reader()
            self._show_state()

    def _open_second(self) -> None:
        if len(self.readers) == 1:
            self._make_reader()
        self.are_two = True
        self._show_state()

    def close_second(self) -> None:
        """Close the second reader; the first keeps its document."""
        if not self.are_two:
            return
        self.are_two = False
        self.readers[1].close_document()
        self._set_active(0)
        self._show_state()
        self._take_focus()

    def open_documents(self) -> list[Document]:
        """Return the documents that are open."""
        return [reader.document for reader in self.readers if reader.document is not None]

    def follow(self, present: Mapping[int, Document | None]) -> None:
        """Update the readers to documents as the library has them now, by id, None for one that is gone."""
        for reader in self.readers:
            reader.follow(present)

    def close_documents(self) -> None:
        for reader in self.readers:
            reader.close_document()

    def refresh_law(self) -> None:
        """Look up the law of the open documents again, because it may have changed."""
        for reader in self.readers:
            reader.law.refresh()

    def _take_focus(self) -> None:
        if self.active.document is not None:
            self.active.view.canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- the active reader ---

    def _focus_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        for number, pane in enumerate(self.view.panes):
            if now is not None and pane.isAncestorOf(now):
                self._set_active(number)

    def _set_active(self, number: int) -> None:
        if number != self._active:
            self._active = number
            self._show_state()
            self.hit_changed.emit(self.active.hit.passage.id if self.active.hit else 0)

    def _hit_changed(self, number: int, passage_id: int) -> None:
        if number == self._active:
            self.hit_changed.emit(passage_id)

    def show_alone(self, alone: bool) -> None:
        """Show only the reader in use, or both again."""
        if alone != self._only_active:
            self._only_active = alone
            self._show_state()

    def _show_state(self) -> None:
        self.view.show_state(self._active, two=self.are_two, alone=self._only_active)
        self.changed.emit()
