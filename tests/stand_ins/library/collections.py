"""Collections and exports of the stand-in library: the real ones, over its made-up documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from briefbank.api.library import SharedCollectionsApi
from briefbank.domain.userdata import CollectionEntry, Reference, SharedCollection
from briefbank.errors import NotInLibrary
from briefbank.exports.collection_resolver import CollectionResolver
from briefbank.exports.exports import Exports
from briefbank.text.messages import Message
from tests.stand_ins.library.calls import StubCalls

if TYPE_CHECKING:
    from tests.stand_ins.library import StubLibrary

WHEN = datetime(2026, 11, 3, 12, tzinfo=UTC)


class StubSharedCollections(SharedCollectionsApi):
    """Collections that people of the invented office share; ``person`` shares from here."""

    def __init__(self, calls: StubCalls) -> None:
        self._calls = calls
        self.person = "Ada"
        self._shared: dict[int, tuple[SharedCollection, list[CollectionEntry]]] = {}

    def all(self) -> list[SharedCollection]:
        self._calls._call("shared_collections")
        return [shared for shared, _entries in reversed(self._shared.values())]

    def get(self, shared_id: int) -> SharedCollection:
        return self._of(shared_id)[0]

    def entries(self, shared_id: int) -> list[CollectionEntry]:
        self._calls._call("shared_entries", shared_id)
        return self._of(shared_id)[1]

    def share(self, name: str, hearing: date | None, entries: Sequence[CollectionEntry]) -> SharedCollection:
        self._calls._call("share", name)
        mine = [
            id_
            for id_, (known, _) in self._shared.items()
            if (known.shared_by, known.name) == (self.person, name)
        ]
        id_ = mine[0] if mine else max(self._shared, default=0) + 1
        self._shared.pop(id_, None)
        shared = SharedCollection(id_, name, hearing, self.person, WHEN, len(entries), may_withdraw=True)
        numbered = [replace(entry, id=number) for number, entry in enumerate(entries, start=1)]
        self._shared[id_] = shared, numbered
        return shared

    def withdraw(self, shared_id: int) -> None:
        self._calls._call("withdraw", shared_id)
        del self._shared[self._of(shared_id)[0].id]

    def put(self, shared: SharedCollection, references: Sequence[Reference], note: str = "") -> None:
        """Have somebody share a collection, with a note on its first passage."""
        entries = [CollectionEntry(number, reference) for number, reference in enumerate(references, start=1)]
        entries[0] = replace(entries[0], note=note)
        self._shared[shared.id] = replace(shared, size=len(entries)), entries

    def _of(self, shared_id: int) -> tuple[SharedCollection, list[CollectionEntry]]:
        if shared_id not in self._shared:
            raise NotInLibrary(
                Message("This collection is not shared any more."), Message("Open the list again.")
            )
        return self._shared[shared_id]


class StubCollectionResolver(CollectionResolver):
    """Records what is shown, and can be made to fail like other calls."""

    def __init__(self, library: StubLibrary) -> None:
        self._stub = library
        super().__init__(
            library.documents,
            library.records,
            library.good_law,
            library.userdata.collections,
            library.shared_collections,
        )

    def show(self, collection_id: int) -> Any:
        self._stub._call("gathered", collection_id)
        return super().show(collection_id)

    @property
    def exports(self) -> Exports:
        stub = self._stub
        collections = stub.userdata.collections, stub.shared_collections
        return Exports(stub.search, stub.records, self, *collections)
