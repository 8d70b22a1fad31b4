"""Connects the page of collections to the library: what is read, and what is changed, runs in lanes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from briefbank.domain.office import Action
from briefbank.domain.searches import Hit
from briefbank.domain.userdata import Collection, RemovedEntry, ResolvedEntry, SharedCollection
from briefbank.errors import BriefBankError, Cancelled
from briefbank.exports.quotations import of_hit
from ui.features.collections.model import CollectionKey
from ui.features.collections.view import CollectionsView
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane
from ui.shared import copying, wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi


@dataclass(frozen=True, slots=True)
class _AllCollections:
    """Own and shared collections; ``fault`` is why the shared ones could not be read."""

    own: list[Collection]
    shared: list[SharedCollection]
    fault: BriefBankError | None = None


def _all(library: LibraryApi) -> _AllCollections:
    """Return what the page lists. Own collections are on this computer, and listed without the office."""
    own = library.userdata.collections.all()
    office = library.office
    if office is None or office.person is None or not office.person.may(Action.READ):
        return _AllCollections(own, [])
    try:
        return _AllCollections(own, office.shared_collections.all())
    except Cancelled:
        raise
    except BriefBankError as error:
        return _AllCollections(own, [], error)


class CollectionController(QObject):
    """The controller of the page. After each change the file is read again, so that the page shows what it
    holds."""

    status = Signal(str)

    def __init__(self, library: LibraryApi, jobs: Jobs, view: CollectionsView) -> None:
        super().__init__(view)
        self._library, self._jobs, self._view = library, jobs, view
        self.shown = CollectionKey(0)
        """The collection that is shown, or will be."""
        self._shared: list[SharedCollection] = []
        self._is_office_missed = False
        """Whether the page says that what the office shares cannot be shown."""
        self._removed: list[list[RemovedEntry]] = []
        self._entry = 0
        """The entry to choose when the passages come."""
        self._unwritten: dict[int, str] = {}
        """Notes, by their entries, that are being written to the file; entries that were read before lack
        them."""
        self._closing = False
        view.chosen.connect(self._read_entries)
        view.head.new.clicked.connect(self.make)
        view.head.renamed.connect(lambda id_, name: self._change(lambda its: its.rename(id_, name)))
        view.head.hearing_set.connect(lambda id_, day: self._change(lambda its: its.set_hearing(id_, day)))
        view.delete_wanted.connect(self._delete)
        view.share_wanted.connect(self._share)
        view.copy_wanted.connect(self._copy_shared)
        view.withdraw_wanted.connect(self._withdraw)
        view.copied.connect(self._copy)
        view.entries.move_wanted.connect(self._move)
        view.removed.connect(self._remove)
        view.entries.undo_wanted.connect(self.undo)
        view.notice.acted.connect(self.undo)
        view.note.written.connect(self._note)
        if library.office is not None:
            view.head.offer_sharing()

    # --- reading ---

    def refresh(self) -> None:
        library = self._library
        job = self._jobs.start(Lane.NOTES, lambda _reporter: _all(library), topic="collections shown")
        job.done.connect(self._show_collections)
        job.failed.connect(self._not_read)

    def _show_collections(self, collections: _AllCollections) -> None:
        self._shared = collections.shared
        if collections.fault is not None and not collections.own:
            self._view.show_failure(collections.fault)
            return
        self._view.show_collections(collections.own, collections.shared, self.shown)
        if self._is_office_missed:
            self._view.notice.say("")
        self._is_office_missed = collections.fault is not None
        if collections.fault is not None:
            reason = tr("What the office shares cannot be shown now. {reason}")
            self._view.notice.say(reason.format(reason=str(collections.fault)), bad=True)

    def show(self, collection_id: int) -> None:
        """Set the own collection to show when the page is next opened."""
        self.shown = CollectionKey(collection_id)

    def _not_read(self, error: BriefBankError) -> None:
        if not isinstance(error, Cancelled):
            self._view.show_failure(error)

    def _read_entries(self, key: CollectionKey) -> None:
        if key != self.shown:
            self.shown, self._removed = key, []
        resolver = self._library.collection_resolver
        read = resolver.show_shared if key.is_shared else resolver.show
        job = self._jobs.start(Lane.READER, lambda _reporter: read(key.id), topic="collected")
        job.done.connect(self._show_entries)
        job.failed.connect(self._not_read)

    def _show_entries(self, resolved: list[ResolvedEntry]) -> None:
        self._view.note.keep()
        noted = resolved if self.shown.is_shared else self._with_notes(resolved)
        self._view.show_entries(noted, self._entry)
        self._entry = 0

    def _with_notes(self, resolved: Sequence[ResolvedEntry]) -> list[ResolvedEntry]:
        """Add the notes that were typed meanwhile."""
        notes = self._unwritten
        return [
            replace(shown, entry=replace(shown.entry, note=notes.get(shown.entry.id, shown.entry.note)))
            for shown in resolved
        ]

    # --- changes ---

    def make(self) -> None:
        """Make a new collection, whose name is then typed."""
        name = tr("New collection")
        library = self._library
        job = self._jobs.start(Lane.NOTES, lambda _reporter: library.userdata.collections.make(name))
        job.done.connect(self._made)
        job.failed.connect(self._not_done)

    def _made(self, collection: Collection) -> None:
        self.shown, self._removed = CollectionKey(collection.id), []
        self.refresh()
        self._view.head.show_collection(collection)
        self._view.head.name.setFocus()
        self._view.head.name.selectAll()

    def _delete(self, collection_id: int) -> None:
        self._view.notice.say("")
        self._removed = []
        self._change(lambda its: its.delete(collection_id))

    def _move(self, start: int, target: int) -> None:
        """Move an entry, at once on the page and in the background in the file."""
        if self._view.is_read_only:
            return
        self._view.note.keep()
        resolved = self._with_notes(self._view.resolved())
        resolved.insert(target, resolved.pop(start))
        self._view.show_entries(resolved, resolved[target].entry.id)
        ids, collection = [shown.entry.id for shown in resolved], self.shown.id
        self._do(lambda its: its.arrange(collection, ids))

    def _remove(self, entry_id: int) -> None:
        library = self._library
        job = self._jobs.start(Lane.NOTES, lambda _reporter: library.userdata.collections.remove([entry_id]))
        job.done.connect(self._entry_removed)
        job.failed.connect(self._not_done)

    def _entry_removed(self, removed: list[RemovedEntry]) -> None:
        if removed:
            self._removed.append(removed)
        self.refresh()
        self._view.notice.say(tr("The passage was removed from the collection."), tr("Undo"))

    def undo(self) -> None:
        """Put back what was removed last."""
        if self._removed:
            removed = self._removed.pop()
            self._entry = removed[0].entry.id
            self._view.notice.say("")
            self._change(lambda its: its.put_back(removed))

    def _note(self, entry_id: int, note: str) -> None:
        """Keep a note, in what is shown too, so that it is there when its row is chosen again."""
        self._unwritten[entry_id] = note
        if self._closing:
            return
        job = self._do(lambda its: its.write_note(entry_id, note))
        job.done.connect(lambda _nothing: self._view.show_note(entry_id, note))
        job.ended.connect(partial(self._written, entry_id, note))

    def _written(self, entry_id: int, note: str) -> None:
        """Forget a note that was written or failed; a newer note on the same passage still waits."""
        if self._unwritten.get(entry_id) == note:
            del self._unwritten[entry_id]

    def finish(self) -> None:
        """Write notes that are not kept yet at once, because the window closes and jobs end now."""
        self._closing = True
        self._view.note.keep()
        with suppress(BriefBankError):  # the window is gone, so nobody could read the error
            for entry_id, note in self._unwritten.items():
                self._library.userdata.collections.write_note(entry_id, note)

    def _copy(self, hit: Hit) -> None:
        copying.put(of_hit(hit))
        self.status.emit(tr("The passage was copied with its citation."))

    # --- sharing ---

    def _share(self, collection: Collection) -> None:
        """Share a collection, once its owner agreed and its notes are kept."""
        self._view.note.keep()
        person = self._library.office.person if self._library.office is not None else None
        mine = (shared for shared in self._shared if person is not None and shared.shared_by == person.name)
        is_replaced = any(shared.name == collection.name for shared in mine)
        if self._view.confirm_share(collection, is_replaced=is_replaced):
            resolver = self._library.collection_resolver
            job = self._jobs.start(Lane.NOTES, lambda _reporter: resolver.share(collection.id))
            job.done.connect(partial(self._told_of_sharing, collection))
            job.failed.connect(self._not_shared)

    def _told_of_sharing(self, collection: Collection, shared: SharedCollection) -> None:
        self.refresh()
        left_out = collection.size - shared.size
        said = tr("“{name}” is shared with the office.").format(name=shared.name)
        if left_out > 0:
            one = tr("{number} passage was left out, because its document is not in the office’s library.")
            many = tr(
                "{number} passages were left out, because their documents are not in the office’s library."
            )
            said += " " + wording.counted(left_out, one, many)
        self.status.emit(said)

    def _withdraw(self, shared_id: int) -> None:
        assert self._library.office is not None, "only an office has shared collections"
        shared = self._library.office.shared_collections
        job = self._jobs.start(Lane.NOTES, lambda _reporter: shared.withdraw(shared_id))
        job.done.connect(lambda _nothing: self._told(tr("The collection is not shared any more.")))
        job.failed.connect(self._not_shared)

    def _copy_shared(self, shared_id: int) -> None:
        resolver = self._library.collection_resolver
        job = self._jobs.start(Lane.NOTES, lambda _reporter: resolver.copy_shared(shared_id))
        job.done.connect(self._copied)
        job.failed.connect(self._not_shared)

    def _copied(self, collection: Collection) -> None:
        self.shown, self._removed = CollectionKey(collection.id), []
        self._told(tr("“{name}” was copied to your collections.").format(name=collection.name))

    def _told(self, said: str) -> None:
        self.refresh()
        self.status.emit(said)

    def _not_shared(self, error: BriefBankError) -> None:
        self._view.notice.say(str(error), bad=True)

    # --- running changes ---

    def _change(self, do: Callable[[Any], object]) -> None:
        """Change something, and read the result."""
        self._do(do).done.connect(lambda _nothing: self.refresh())

    def _do(self, do: Callable[[Any], object]) -> Any:
        library = self._library
        job = self._jobs.start(Lane.NOTES, lambda _reporter: do(library.userdata.collections))
        job.failed.connect(self._not_done)
        return job

    def _not_done(self, error: BriefBankError) -> None:
        self._view.notice.say(tr("This was not kept. {reason}").format(reason=str(error)), bad=True)
