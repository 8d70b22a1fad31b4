"""A person's own data: searches made and saved, documents opened, and collections of passages."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum

from briefbank.domain.documents import Document
from briefbank.domain.searches import Hit, SearchRequest
from briefbank.errors import SharingRefused
from briefbank.text.characters import escape_hidden, passage_key, text_hash
from briefbank.text.messages import Message

_HASH_BYTES = 8
"""The length of a hash. Two of a million passages collide once in 37 million libraries; then one new result
is not marked as new."""


@dataclass(frozen=True, slots=True)
class PastSearch:
    id: int
    request: SearchRequest  # text, order, filters and the date of the law; the limit is the default
    searched_at: datetime


@dataclass(frozen=True, slots=True)
class SavedSearch:
    id: int
    name: str
    request: SearchRequest
    seen_at: datetime  # the time when its results were last viewed, in UTC, timezone-aware
    news: int = 0


@dataclass(frozen=True, slots=True)
class RecentDocument:
    document: Document
    page: int  # the page that was read last, from 0
    opened_at: datetime


@dataclass(frozen=True, slots=True)
class RemovedSearch:
    saved: SavedSearch
    position: int
    seen: bytes


@dataclass(frozen=True, slots=True)
class Forgotten:
    searches: int
    documents: int


@dataclass(frozen=True, slots=True)
class SeenResults:
    """The results of a saved search that a person has already seen."""

    since: datetime
    hashes: frozenset[bytes] = frozenset()

    def is_new(self, hit: Hit) -> bool:
        """Return whether a result was not there then. Microseconds; any thread."""
        return hashed(key_of(hit)) not in self.hashes


def key_of(hit: Hit) -> str:
    """Return a passage's key from its own and its document's contents, like ``LibraryApi.relevant_keys``."""
    return passage_key(hit.document.sha256, text_hash(hit.passage.text))


def hashed(key: str) -> bytes:
    """Return the short hash that is stored for a key; it does not reveal the passage."""
    return hashlib.blake2b(key.encode(), digest_size=_HASH_BYTES).digest()


def pack_hashes(hashes: frozenset[bytes]) -> bytes:
    return b"".join(sorted(hashes))


def unpack_hashes(seen: bytes) -> frozenset[bytes]:
    return frozenset(seen[at : at + _HASH_BYTES] for at in range(0, len(seen), _HASH_BYTES))


MOST_SHARED = 1_000
LONGEST_NOTES = 1_000_000
LONGEST_SHARED_NAME = 400
"""The limits of a collection that is shared with an office: its passages, and the characters of all its notes
together and of its name."""

Ranges = tuple[tuple[int, int, int], ...]
"""Ranges of raw text: each a page, from 0, and a half-open range on it."""


@dataclass(frozen=True, slots=True)
class Collection:
    """A named set of passages for one purpose: 'For the hearing on Friday'."""

    id: int
    name: str
    hearing: date | None = None
    size: int = 0


@dataclass(frozen=True, slots=True)
class Reference:
    """The location of a collected passage or selection. It keeps no words: only hashes, the page, and the
    selected ranges."""

    document_sha256: str
    words: str  # the ``characters.text_hash`` of the passage, or of the raw text of a selection
    page: int  # the first page, from 0
    ranges: Ranges = ()  # the ranges of a selection; empty for a whole passage


@dataclass(frozen=True, slots=True)
class CollectionEntry:
    id: int
    reference: Reference
    note: str = ""


@dataclass(frozen=True, slots=True)
class SharedCollection:
    """A collection that somebody shared with the office under its name, as the asking person sees it."""

    id: int
    name: str
    hearing: date | None
    shared_by: str  # the name of the person; empty on a computer that belongs to no office
    shared_at: datetime
    size: int
    may_withdraw: bool = False  # whether the asking person may stop sharing it


@dataclass(frozen=True, slots=True)
class RemovedEntry:
    entry: CollectionEntry
    collection_id: int
    position: int


class EntryState(Enum):
    AS_IT_WAS = "as it was"
    REREAD = "reread"
    """The document was read again and these words are gone; the hit is what now stands on the page."""
    GONE = "gone"  # the document is no longer in the library, or has no text on that page


@dataclass(frozen=True, slots=True)
class ResolvedEntry:
    entry: CollectionEntry
    state: EntryState
    hit: Hit | None  # the passage, of just the selected words for a selection; None where it is gone


def require_shareable(name: str, entries: Sequence[CollectionEntry]) -> str:
    """Return the name for sharing a collection. Raises SharingRefused for one that is too long in any way."""
    name = " ".join(name.split())
    is_short = len(entries) <= MOST_SHARED and sum(len(entry.note) for entry in entries) <= LONGEST_NOTES
    if not is_short or not name or len(escape_hidden(name)) > LONGEST_SHARED_NAME:
        raise SharingRefused(
            Message("This collection is too long to be shared with the office."),
            Message(
                "It may have {passages:,} passages, notes of {notes:,} characters and a name of {name}.",
                passages=MOST_SHARED,
                notes=LONGEST_NOTES,
                name=LONGEST_SHARED_NAME,
            ),
        )
    return name
