"""Puts what is open, selected or chosen into a collection by a key, and remembers which one was used last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank.domain.searches import Hit
from briefbank.domain.userdata import Collection, CollectionEntry, Ranges
from briefbank.errors import BriefBankError
from ui.features.collections.chooser_view import CollectionChooser
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane
from ui.kit.page_parts import forget_when_closed

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.features.search.controller import SearchController


@dataclass(frozen=True, slots=True)
class CollectionItem:
    """A thing to put into a collection: a whole passage, or (``ranges``) a selection of a document."""

    document_id: int
    passage_id: int = 0
    ranges: Ranges = ()


class ChooserController(QObject):
    """The controller of the chooser, which opens over the search page; its choice is stored in the lane of
    notes."""

    status = Signal(str)
    changed = Signal(int)  # The collection that something was put into

    def __init__(self, library: LibraryApi, jobs: Jobs, search: SearchController) -> None:
        super().__init__(search)
        self._library, self._jobs, self._search = library, jobs, search
        self.current = 0
        """The collection that was used last; 0 before the first."""
        self.chooser: CollectionChooser | None = None

    # --- requests ---

    def collect(self) -> None:
        """Offer the collections for what a person has before them."""
        item = self.wanted()
        if item is None:
            self.status.emit(
                tr("Choose a result, or select text in the pages, and then put it into a collection.")
            )
            return
        library = self._library
        job = self._jobs.start(
            Lane.NOTES, lambda _reporter: library.userdata.collections.all(), topic="collections"
        )
        job.done.connect(partial(self._offer, item))
        job.failed.connect(self._failed)

    def wanted(self) -> CollectionItem | None:
        """Return selected text; else the chosen result while the list has the keyboard; else what is open."""
        reader, results = self._search.reader, self._search.view.results.list
        row = results.current_row()
        if reader.document is not None and not reader.view.canvas.selector.is_empty:
            return CollectionItem(reader.document.id, ranges=tuple(reader.view.canvas.selector.ranges()))
        chosen = results.results.hit_at(row) if row >= 0 else None
        if chosen is not None and (results.hasFocus() or reader.hit is None):
            return of_hit(chosen)
        return of_hit(reader.hit) if reader.hit is not None else None

    def _offer(self, item: CollectionItem, collections: Sequence[Collection]) -> None:
        chooser = CollectionChooser(collections, self.current, self._search.view.window())
        chooser.chosen.connect(partial(self.put, item))
        chooser.made.connect(partial(self.put_into_new, item))
        forget_when_closed(self, "chooser", chooser)
        self.chooser = chooser
        chooser.show_over(self._search.view)

    # --- storing ---

    def put(self, item: CollectionItem, collection: Collection) -> None:
        library = self._library
        job = self._jobs.start(Lane.NOTES, lambda _reporter: _put(library, item, collection))
        job.done.connect(self._stored)
        job.failed.connect(self._failed)

    def put_into_new(self, item: CollectionItem, name: str) -> None:
        library = self._library
        job = self._jobs.start(
            Lane.NOTES, lambda _reporter: _put(library, item, library.userdata.collections.make(name))
        )
        job.done.connect(self._stored)
        job.failed.connect(self._failed)

    def _stored(self, done: tuple[Collection, list[CollectionEntry]]) -> None:
        collection, new = done
        self.current = collection.id
        said = tr("Added to “{name}”.") if new else tr("This is in “{name}” already.")
        self.status.emit(said.format(name=collection.name))
        self.changed.emit(collection.id)

    def _failed(self, error: BriefBankError) -> None:
        self.status.emit(str(error))


def of_hit(hit: Hit) -> CollectionItem:
    """Return what to collect for a hit; one that was made of a selection is collected as that selection."""
    if hit.passage.id:
        return CollectionItem(hit.document.id, hit.passage.id)
    ranges = tuple((span.page, span.start, span.end) for span in hit.passage.spans)
    return CollectionItem(hit.document.id, ranges=ranges)


def _put(
    library: LibraryApi, item: CollectionItem, collection: Collection
) -> tuple[Collection, list[CollectionEntry]]:
    gathering = library.collection_resolver
    if item.ranges:
        return collection, gathering.add_selection(collection.id, item.document_id, item.ranges)
    return collection, gathering.add_passages(collection.id, [item.passage_id])
