"""Navigation in the open document: the panel beside its pages, its outline, and the typed page number."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from briefbank.domain.pages import OutlineEntry
from ui.features.reader.head import ReaderHead
from ui.features.reader.opening import OpenedDocument
from ui.features.reader.page_names import page_for
from ui.features.reader.side import ReaderSide
from ui.features.reader.text_canvas import TextCanvas
from ui.features.reader.thumbnail_store import ThumbnailStore
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Lane
from ui.shared.own_topics import Lanes

if TYPE_CHECKING:
    from briefbank.library import Library

TOPIC = "outline"


class ReaderNavigation(QObject):
    """Connects the panel and the head with the canvas; the outline is fetched when it is first shown."""

    told = Signal(str)

    def __init__(
        self, library: Library, jobs: Lanes, head: ReaderHead, side: ReaderSide, canvas: TextCanvas
    ) -> None:
        super().__init__(canvas)
        self._library, self._jobs = library, jobs
        self._head, self.side, self._canvas = head, side, canvas
        self._document_id = 0
        self._outline_of = 0
        """The document whose outline is shown or on its way."""
        self._labels: list[str] = []
        self._connect()
        side.hide()

    def _connect(self) -> None:
        side, canvas, head = self.side, self._canvas, self._head
        side.page_chosen.connect(self._go_to_page)
        side.entry_chosen.connect(self._go_to_entry)
        side.outline_wanted.connect(self._fetch_outline)
        side.left.connect(self._back_to_pages)
        head.side.clicked.connect(self.toggle)
        head.place.page_wanted.connect(self._go_to_typed)
        head.place.left.connect(self._back_to_pages)
        canvas.page_changed.connect(side.show_page)
        canvas.turned.connect(side.pages.turn)
        canvas.drawn.connect(lambda _page: side.pages.fetch())

    # --- a document ---

    def begin(self, document_id: int, opened: OpenedDocument) -> None:
        """Follow the document whose pages are now on the screen."""
        self._document_id, self._labels = document_id, opened.labels
        store = ThumbnailStore(self._jobs, opened.view, lambda: self._canvas.busy, self.side)
        self.side.pages.show_pages(store, opened.sizes, self._labels)
        self.side.pages.turn(self._canvas.look.turns)
        self.side.show_page(self._canvas.page)
        if self.side.isVisible():
            self._fetch_outline()

    def end(self) -> None:
        self._jobs.drop(TOPIC)
        self._document_id = self._outline_of = 0
        self._labels = []
        self.side.clear()

    def mark_results(self, pages: Collection[int]) -> None:
        """Mark the pages (0-based) of the open document that have search results."""
        self.side.mark_pages(pages)

    # --- the outline ---

    def _fetch_outline(self) -> None:
        if not self._document_id or self._outline_of == self._document_id:
            return
        self._outline_of = self._document_id
        work = partial(_outline, self._library, self._document_id)
        job = self._jobs.start(Lane.READER, work, topic=TOPIC)
        job.done.connect(self._show_outline)
        job.failed.connect(lambda _error: self._show_outline(()))

    def _show_outline(self, entries: Sequence[OutlineEntry]) -> None:
        self.side.show_outline(entries, self._canvas.page)

    # --- the panel ---

    def toggle(self) -> None:
        """Open the panel and focus it, or close it and return to the pages (F9)."""
        self.show_side(self.side.isHidden())
        if self.side.isHidden():
            self._back_to_pages()
        else:
            self.side.take_focus()

    def show_side(self, shown: bool) -> None:
        self.side.setVisible(shown)
        self._head.side.setChecked(shown)

    @property
    def state(self) -> str:
        """The part of the panel that is shown, kept until the next start; empty while the panel is closed."""
        return "" if self.side.isHidden() else self.side.shown

    @state.setter
    def state(self, kept: str) -> None:
        self.side.choose(kept)
        self.show_side(kept == self.side.shown)

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
            self.told.emit(message.format(typed=typed.strip(), last=last))
            return
        self._canvas.jump(page)
        self._head.place.accept()

    def _back_to_pages(self) -> None:
        self._canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _outline(library: Library, document_id: int, reporter: JobReporter) -> tuple[OutlineEntry, ...]:
    reporter.check()
    return library.outline(document_id)
