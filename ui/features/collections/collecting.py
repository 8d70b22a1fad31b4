"""Puts what is open, selected or chosen into a collection by a key, and remembers which one was used last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank.domain.collections import Collection, CollectionEntry, Ranges
from briefbank.domain.searches import Hit
from briefbank.errors import BriefBankError
from ui.features.collections.chooser import CollectionChooser
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Jobs, Lane

if TYPE_CHECKING:
    from briefbank.library import Library
    from ui.features.search.view import SearchPage


@dataclass(frozen=True, slots=True)
class Wanted:
    """A thing to put into a collection: a whole passage, or (``ranges``) a selection of a document."""

    document_id: int
    passage_id: int = 0
    ranges: Ranges = ()


class PassageCollector(QObject):
    """The controller of the chooser, which opens over the search page; its choice is stored in the lane of
    notes."""

    told = Signal(str)
    changed = Signal(int)
    """The collection that something was put into."""

    def __init__(self, library: Library, jobs: Jobs, page: SearchPage) -> None:
        super().__init__(page)
        self._library, self._jobs, self._page = library, jobs, page
        self.current = 0
        """The collection that was used last; 0 before the first."""
        self.chooser: CollectionChooser | None = None

    # --- requests ---

    def collect(self) -> None:
        """Offer the collections for what a person has before them."""
        wanted = self.wanted()
        if wanted is None:
            self.told.emit(
                tr("Choose a result, or select text in the pages, and then put it into a collection.")
            )
            return
        job = self._jobs.start(Lane.NOTES, partial(_all, self._library), topic="collections")
        job.done.connect(partial(self._offer, wanted))
        job.failed.connect(self._failed)

    def wanted(self) -> Wanted | None:
        """Return selected text; else the chosen result while the list has the keyboard; else what is open."""
        reader, results = self._page.reader, self._page.results.list
        row = results.current_row()
        if reader.document is not None and not reader.canvas.selector.is_empty:
            return Wanted(reader.document.id, ranges=tuple(reader.canvas.selector.ranges()))
        chosen = results.results.hit_at(row) if row >= 0 else None
        if chosen is not None and (results.hasFocus() or reader.hit is None):
            return of_hit(chosen)
        return of_hit(reader.hit) if reader.hit is not None else None

    def _offer(self, wanted: Wanted, collections: Sequence[Collection]) -> None:
        chooser = CollectionChooser(collections, self.current, self._page.window())
        chooser.chosen.connect(partial(self.put, wanted))
        chooser.made.connect(partial(self.put_into_new, wanted))
        chooser.destroyed.connect(partial(self._forget, id(chooser)))
        self.chooser = chooser
        chooser.show_over(self._page)

    def _forget(self, closed: int, _object: QObject | None = None) -> None:
        if self.chooser is not None and id(self.chooser) == closed:
            self.chooser = None

    # --- storing ---

    def put(self, wanted: Wanted, collection: Collection) -> None:
        job = self._jobs.start(Lane.NOTES, partial(_put, self._library, wanted, collection))
        job.done.connect(self._stored)
        job.failed.connect(self._failed)

    def put_into_new(self, wanted: Wanted, name: str) -> None:
        job = self._jobs.start(Lane.NOTES, partial(_put_into_new, self._library, wanted, name))
        job.done.connect(self._stored)
        job.failed.connect(self._failed)

    def _stored(self, done: tuple[Collection, list[CollectionEntry]]) -> None:
        collection, new = done
        self.current = collection.id
        said = tr("Added to “{name}”.") if new else tr("This is in “{name}” already.")
        self.told.emit(said.format(name=collection.name))
        self.changed.emit(collection.id)

    def _failed(self, error: BriefBankError) -> None:
        self.told.emit(f"{error.title} {error.remedy}")


def of_hit(hit: Hit) -> Wanted:
    """Return what to collect for a hit; one that was made of a selection is collected as that selection."""
    if hit.passage.id:
        return Wanted(hit.document.id, hit.passage.id)
    ranges = tuple((span.page, span.start, span.end) for span in hit.passage.spans)
    return Wanted(hit.document.id, ranges=ranges)


def _all(library: Library, _reporter: JobReporter) -> list[Collection]:
    return library.personal.collections.all()


def _put(
    library: Library, wanted: Wanted, collection: Collection, _reporter: JobReporter
) -> tuple[Collection, list[CollectionEntry]]:
    gathering = library.gathering
    if wanted.ranges:
        return collection, gathering.add_selection(collection.id, wanted.document_id, wanted.ranges)
    return collection, gathering.add_passages(collection.id, [wanted.passage_id])


def _put_into_new(
    library: Library, wanted: Wanted, name: str, reporter: JobReporter
) -> tuple[Collection, list[CollectionEntry]]:
    return _put(library, wanted, library.personal.collections.make(name), reporter)
