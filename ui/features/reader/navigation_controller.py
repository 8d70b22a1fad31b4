"""Navigation in the open document: the panel beside its pages, its outline, and the typed page number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from briefbank.domain.pages import OutlineEntry
from ui.features.reader.opening import OpenedDocument
from ui.features.reader.page_names import page_for
from ui.features.reader.side_place import SidePlace
from ui.features.reader.thumbnail_store import ThumbnailStore
from ui.features.reader.view import ReaderView
from ui.i18n.translate import tr
from ui.jobs import Lane
from ui.shared.scoped_jobs import Lanes

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

TOPIC = "outline"


class NavigationController(QObject):
    """Connects the panel and the head with the canvas; the outline is fetched when it is first shown."""

    status = Signal(str)

    def __init__(self, library: LibraryApi, jobs: Lanes, view: ReaderView) -> None:
        super().__init__(view)
        self._library, self._jobs = library, jobs
        self._head, self._side, self._canvas = view.head, view.side, view.canvas
        self._document_id = 0
        self._outline_of = 0
        """The document whose outline is shown or on its way."""
        self._labels: list[str] = []
        self._place = SidePlace(view)
        self._connect()

    def _connect(self) -> None:
        side, canvas, head = self._side, self._canvas, self._head
        side.pages.row_chosen.connect(self._go_to_page)
        side.outline.entry_chosen.connect(self._go_to_entry)
        side.outline_wanted.connect(self._fetch_outline)
        side.left.connect(self._back_to_pages)
        for part in (side.pages, side.outline):
            part.clicked.connect(lambda _index: self._place.uncover())
        self._place.shown_changed.connect(head.side.setChecked)
        head.side.clicked.connect(self.toggle)
        head.place.page_wanted.connect(self._go_to_typed)
        head.place.left.connect(self._back_to_pages)
        canvas.page_changed.connect(side.show_page)
        canvas.turned.connect(side.pages.turn)
        canvas.drawn.connect(lambda _page: side.pages.fetch())

    # --- a document ---

    def begin(self, document_id: int, opened: OpenedDocument) -> None:
        """Follow the document whose pages are now on the screen."""
        self._place.uncover()
        self._document_id, self._labels = document_id, opened.labels
        store = ThumbnailStore(self._jobs, opened.view, lambda: self._canvas.busy, self._side)
        self._side.pages.show_pages(store, opened.sizes, self._labels)
        self._side.pages.turn(self._canvas.display.turns)
        self._side.show_page(self._canvas.page)
        if self._side.isVisible():
            self._fetch_outline()

    def end(self) -> None:
        self._jobs.drop(TOPIC)
        self._document_id = self._outline_of = 0
        self._labels = []
        self._side.clear()

    # --- the outline ---

    def _fetch_outline(self) -> None:
        if not self._document_id or self._outline_of == self._document_id:
            return
        library, document_id = self._library, self._document_id
        self._outline_of = document_id
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.reader.outline(document_id), topic=TOPIC
        )
        job.done.connect(self._show_outline)
        job.failed.connect(lambda _error: self._show_outline(()))

    def _show_outline(self, entries: Sequence[OutlineEntry]) -> None:
        self._side.show_outline(entries, self._canvas.page)

    # --- the panel ---

    def toggle(self) -> None:
        """Open the panel and focus it, or close it and return to the pages (F9)."""
        self._place.show(self._side.isHidden())
        if self._side.isHidden():
            self._back_to_pages()
        else:
            self._side.take_focus()

    @property
    def state(self) -> str:
        """The part of the panel that is shown, kept until the next start; empty while the panel is closed."""
        return self._side.shown if self._place.wanted else ""

    @state.setter
    def state(self, kept: str) -> None:
        self._side.choose(kept)
        self._place.wanted = kept == self._side.shown

    # --- going somewhere ---

    def type_page(self) -> None:
        """Let the page to go to be typed."""
        if self._document_id:
            self._head.place.begin()

    def _go_to_page(self, page: int) -> None:
        if page != self._canvas.page:
            self._canvas.jump(page)

    def _go_to_entry(self, entry: OutlineEntry) -> None:
        self._canvas.jump_to_text(entry.page, entry.start, entry.end)

    def _go_to_typed(self, typed: str) -> None:
        page = page_for(typed, self._labels, self._canvas.page)
        if page is None:
            self._head.place.refuse()
            last = len(self._labels)
            message = tr("This document has no page “{typed}”. Its file has pages #1 to #{last}.")
            self.status.emit(message.format(typed=typed.strip(), last=last))
            return
        self._canvas.jump(page)
        self._head.place.stop()

    def _back_to_pages(self) -> None:
        self._canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)
