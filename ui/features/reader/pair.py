"""One reader, or two side by side, each with its own document, bars and zoom.

A document opens in the reader that was used last, which is marked by words and a line in its strip. Where
there is no room for two beside the results, the one in use stands there, and both when the readers have the
whole window.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QMenuBar, QSplitter, QSplitterHandle, QStatusBar, QWidget

from briefbank import settings
from briefbank.domain.documents import Document
from briefbank.domain.searches import Hit
from ui.features.reader.painting import LEGIBLE
from ui.features.reader.reader import Reader
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane
from ui.kit.controls import IconButton, label
from ui.kit.keyboard import set_tab_order_of_parts
from ui.kit.layout import column, row
from ui.shared.actions import ReadAgainMenus
from ui.style.theme import restyle

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

WIDGET_HEIGHT = 16_777_215  # Qt's largest size of a widget: no limit
NARROW = 2 * LEGIBLE  # The width in pixels below which two briefs cannot be read side by side


class ReaderPane(QFrame):
    """A reader and, while there are two, a strip above it that says in which one results open."""

    def __init__(self, reader: Reader, name: str) -> None:
        super().__init__()
        self.reader = reader
        self._name = name
        self.setObjectName("readerPlace")
        self.strip = QFrame()
        self.strip.setObjectName("readerStrip")
        self.says = label("")
        self.close_button = IconButton("clear", tr("Close {name}").format(name=name))
        row((self.says, 1), self.close_button, on=self.strip, margins=(18, 1, 10, 1))
        column(self.strip, (reader, 1), on=self, spacing=0)
        self.strip.hide()

    def show_state(self, *, two: bool, active: bool) -> None:
        """Show whether there are ``two`` readers, and whether this is the ``active`` one, where the next
        result opens."""
        text = tr("{name}: results open here").format(name=self._name) if active else self._name
        self.says.setText(text)
        self.setAccessibleName(text if two else "")
        for part in (self.strip, self.says):
            restyle(part, active=active)
        self.strip.setVisible(two)


class ReaderPair(QSplitter):
    """The panes of the readers created so far; the second may be closed."""

    hit_changed = Signal(int)
    """The passage id of the result open in the reader used last; 0 when it shows no result."""

    def __init__(self, library: LibraryApi, jobs: Jobs, reading_again: ReadAgainMenus) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._library, self._jobs, self._reading_again = library, jobs, reading_again
        self._joiners: list[Callable[[Reader], object]] = []
        self.panes: list[ReaderPane] = []
        self.share = 0.5
        """The first reader's share of the width when there are two."""
        self._active = 0
        self.are_two = False
        """Whether the second reader is open, visible or not."""
        self._dark = settings.load().dark_pages
        self._sizes_before: list[int] = []
        """The sizes of results and readers before the second reader was opened, where that changed them."""
        self._hidden: list[QWidget] = []
        """The parts of the window that are hidden while the reader is shown alone."""
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        self.splitterMoved.connect(self._splitter_moved)
        self._make_reader()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)

    def _make_reader(self) -> None:
        number = len(self.panes)
        reader = Reader(self._library, self._jobs, self._reading_again)
        pane = ReaderPane(reader, tr("Second brief") if number else tr("First brief"))
        pane.close_button.clicked.connect(self.close_second if number else reader.close_document)
        reader.hit_changed.connect(partial(self._hit_changed, number))
        if number:
            reader.status.connect(self.readers[0].status)  # the window listens to this one from its start
            reader.document_wanted.connect(self.readers[0].document_wanted)
        reader.second_wanted.connect(self.toggle)
        reader.alone_wanted.connect(self.toggle_alone)
        reader.dark_wanted.connect(self.set_dark)
        reader.set_dark(self._dark)
        self.panes.append(pane)
        self.addWidget(pane)
        set_tab_order_of_parts(*self.panes)
        for join in self._joiners:
            join(reader)

    # --- the readers ---

    @property
    def readers(self) -> list[Reader]:
        """The readers created so far; the second may be closed."""
        return [pane.reader for pane in self.panes]

    @property
    def active(self) -> Reader:
        """The reader that was used last."""
        return self.panes[self._active].reader

    def join(self, joiner: Callable[[Reader], object]) -> None:
        """Call ``joiner`` for each reader: now for those that exist, and for the second when it is
        created."""
        self._joiners.append(joiner)
        for reader in self.readers:
            joiner(reader)

    def open_documents(self) -> list[Document]:
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
            reader.refresh_law()

    # --- one or two ---

    def toggle(self) -> None:
        """Open a second reader beside the first, or close it again (F8)."""
        if self.are_two:
            self.close_second()
        else:
            self._open_second()
            self._set_active(1)
            self._take_focus()
        self._leave_alone_if_empty()

    def open_hit_in_other(self, hit: Hit) -> None:
        """Open a hit in the reader that was not used last; the active reader stays the same."""
        self._other_reader().open_hit(hit)
        self._show_both()

    def open_document_in_other(self, document: Document) -> None:
        self._other_reader().open_document(document)
        self._show_both()

    def _other_reader(self) -> Reader:
        if self.active.document is None:
            return self.active  # there is nothing to stand beside
        if not self.are_two:
            self._open_second()
        return self.readers[1 - self._active]

    def _open_second(self) -> None:
        if len(self.panes) == 1:
            self._make_reader()
        self.are_two = True
        self._make_room()
        self._show_state()

    def _make_room(self) -> None:
        """Take from the results the room that two briefs need, where they can spare it."""
        splitter = self.parentWidget()
        if isinstance(splitter, QSplitter) and self.width() < NARROW:
            self._sizes_before = splitter.sizes()
            splitter.setSizes([sum(self._sizes_before) - NARROW, NARROW])
            if self.width() < NARROW:
                splitter.setSizes(self._sizes_before)

    def close_second(self) -> None:
        """Close the second reader; the first keeps its document, and the results get back their room."""
        if not self.are_two:
            return
        self.are_two = False
        self.leave_alone()
        self._set_active(0)
        self.panes[1].reader.close_document()
        self._show_state()
        splitter = self.parentWidget()
        if isinstance(splitter, QSplitter) and self._sizes_before:
            splitter.setSizes(self._sizes_before)
        self._sizes_before = []
        self._take_focus()

    def _take_focus(self) -> None:
        if self.active.document is not None:
            self.active.canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- the active reader ---

    def _focus_moved(self, _before: QWidget | None, focused: QWidget | None) -> None:
        for number, pane in enumerate(self.panes):
            if focused is not None and pane.isAncestorOf(focused):
                self._set_active(number)
                self._show_both()

    def _show_both(self) -> None:
        """Give two briefs the whole window where there is no room for them beside the results."""
        if self.width() < NARROW and len(self.open_documents()) == 2 and not self.is_alone:
            self.toggle_alone()

    def _set_active(self, number: int) -> None:
        if number != self._active:
            self._active = number
            self._show_state()
            self.hit_changed.emit(self.active.hit.passage.id if self.active.hit else 0)

    def _hit_changed(self, number: int, passage_id: int) -> None:
        if number == self._active:
            self.hit_changed.emit(passage_id)
            self._leave_alone_if_empty()

    def _show_state(self) -> None:
        """Show the active reader, or both where there are two and room for them."""
        both = self.are_two and self.width() >= NARROW
        for number, pane in enumerate(self.panes):
            pane.show_state(two=self.are_two, active=number == self._active)
            pane.setVisible(number == self._active or both)
        if both:
            self.setSizes([round(self.share * 1000), round((1 - self.share) * 1000)])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.are_two:
            self._show_state()

    def _splitter_moved(self) -> None:
        first, second = self.sizes()
        self.share = first / max(1, first + second)

    def set_dark(self, dark: bool) -> None:
        """Show dark pages in all readers, or white ones, now and at the next start."""
        self._dark = dark
        for reader in self.readers:
            reader.set_dark(dark)
        self.active.run(lambda _reporter: settings.change(dark_pages=dark), lane=Lane.NOTES)

    # --- the reader alone ---

    @property
    def is_alone(self) -> bool:
        """Whether the readers have the whole window."""
        return bool(self._hidden)

    def toggle_alone(self) -> None:
        """Show the reader alone, without the rest of the window, or all of it again (F11)."""
        if self.is_alone:
            self.leave_alone()
        elif self.active.document is not None and self.isVisible():
            self._hide_the_rest()
            self._take_focus()
            self.active.status.emit(tr("The reader alone. F11 or Escape returns to the whole window."))

    def _hide_the_rest(self) -> None:
        """Hide everything around the readers but the status bar, where errors are shown. The menu bar keeps
        the keys of its menus only while it is shown, so that it is made flat instead."""
        part: QWidget = self
        while not part.isWindow() and (parent := part.parentWidget()) is not None:
            for other in parent.children():
                if not isinstance(other, QWidget) or other is part or other.isHidden() or other.isWindow():
                    continue
                if isinstance(other, QSplitterHandle | QStatusBar):
                    continue
                self._hidden.append(other)
                if isinstance(other, QMenuBar):
                    other.setMaximumHeight(0)
                else:
                    other.hide()
            part = parent

    def leave_alone(self) -> None:
        """Show the whole window again; nothing happens while it is shown."""
        if not self.is_alone:
            return
        hidden, self._hidden = self._hidden, []
        for part in hidden:
            if isinstance(part, QMenuBar):
                part.setMaximumHeight(WIDGET_HEIGHT)
            else:
                part.show()

    def _leave_alone_if_empty(self) -> None:
        """Show the whole window again where there is nothing to read in the reader used last."""
        if self.active.document is None:
            self.leave_alone()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.is_alone:
            self.leave_alone()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Show the whole window again when another place of it is shown."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.leave_alone()
