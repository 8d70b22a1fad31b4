"""The collections that persons share with their office."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from briefbank.domain.collections import CollectionEntry, SharedCollection


class SharedCollectionsApi(Protocol):
    """The shared collections, each a copy of what its owner had when they shared it.

    An entry is there while its document is in the library, as the asking person sees it, and a collection
    while one of its entries is. Who shares one is who asks. Methods raise StoreError, and NotInLibrary for a
    collection that is not there.
    """

    def all(self) -> list[SharedCollection]:
        """Return the shared collections, the one shared last first."""

    def get(self, shared_id: int) -> SharedCollection: ...

    def entries(self, shared_id: int) -> list[CollectionEntry]:
        """Return the entries in the owner's order, numbered from 1."""

    def share(self, name: str, hearing: date | None, entries: Sequence[CollectionEntry]) -> SharedCollection:
        """Share a collection under a name, in place of what the person shared under it before.

        Entries whose documents are not in the library are left out. Raises SharingRefused where none is left,
        and for too many or too long ones.
        """

    def withdraw(self, shared_id: int) -> None:
        """Stop sharing a collection. Raises NotAllowed for a person who neither shared it nor is an
        administrator."""
