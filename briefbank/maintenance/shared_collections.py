"""The collections that persons share with their office: who may change which, and what the record says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from briefbank.api.shared_collections import SharedCollectionsApi
from briefbank.catalogue.columns import LONGEST_PAGE
from briefbank.catalogue.shared_collections import SharedCollectionTable
from briefbank.domain import asking
from briefbank.domain.audit_events import AuditEvent, AuditWriter
from briefbank.domain.collections import CollectionEntry, Reference, SharedCollection, require_shareable
from briefbank.domain.rights import Action
from briefbank.errors import SharingRefused
from briefbank.wire.errors import NotAllowed

MOST_RANGES = 1_000
"""The most ranges of one selection."""
_SHA256, _TEXT_HASH = re.compile("[0-9a-f]{64}"), re.compile("[0-9a-f]{32}")


class SharedCollections(SharedCollectionsApi):
    """The shared collections of one library. Any thread."""

    def __init__(self, table: SharedCollectionTable, note: AuditWriter) -> None:
        self._table, self._note = table, note

    def all(self) -> list[SharedCollection]:
        return [_with_rights(each) for each in self._table.all()]

    def get(self, shared_id: int) -> SharedCollection:
        return _with_rights(self._table.get(shared_id))

    def entries(self, shared_id: int) -> list[CollectionEntry]:
        return self._table.entries(shared_id)

    def shareable(self, entries: Sequence[CollectionEntry]) -> list[CollectionEntry]:
        """Return those of the entries that name a place in a document of the library."""
        hashes = {each.reference.document_sha256 for each in entries}
        pages = self._table.pages_of(each for each in hashes if _SHA256.fullmatch(each))
        return [each for each in entries if _is_within(each.reference, pages)]

    def share(self, name: str, hearing: date | None, entries: Sequence[CollectionEntry]) -> SharedCollection:
        name = require_shareable(name, entries)
        known = self.shareable(entries)
        if not known:
            raise SharingRefused("No passage of this collection is in the office’s library.")
        person = asking.person()
        shared, is_replaced = self._table.put(person.name if person else "", name, hearing, known)
        self._noted("changed" if is_replaced else "added", shared)
        return _with_rights(shared)

    def withdraw(self, shared_id: int) -> None:
        shared = self.get(shared_id)
        if not shared.may_withdraw:
            raise NotAllowed(
                "Only who shared a collection can stop sharing it.",
                "Ask them, or an administrator of the office’s library.",
            )
        self._table.remove(shared_id)
        self._noted("removed", shared)

    def _noted(self, change: str, shared: SharedCollection) -> None:
        self._note(AuditEvent.SHARED, change=change, collection=shared.id, passages=shared.size)


def _with_rights(shared: SharedCollection) -> SharedCollection:
    person = asking.person()
    is_allowed = person is None or person.name == shared.shared_by or person.may(Action.ADMINISTER)
    return replace(shared, may_withdraw=is_allowed)


def _is_within(untrusted: Reference, pages: dict[str, int]) -> bool:
    """Tell whether a reference names a place in one of the documents with these numbers of pages."""
    last = pages.get(untrusted.document_sha256, 0)
    return (
        _TEXT_HASH.fullmatch(untrusted.words) is not None
        and 0 <= untrusted.page < last
        and len(untrusted.ranges) <= MOST_RANGES
        and all(0 <= page < last and 0 <= start < end < LONGEST_PAGE for page, start, end in untrusted.ranges)
    )
