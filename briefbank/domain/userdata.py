"""Values of a person's own data: recent searches and documents, and saved searches."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from briefbank.domain.documents import Document
from briefbank.domain.searches import Hit, SearchRequest
from briefbank.text.hashes import passage_key, text_hash

_HASH_BYTES = 8
"""The length of a hash. Two of a million passages collide once in 37 million libraries, and the collision
hides one result's mark as new."""


@dataclass(frozen=True, slots=True)
class PastSearch:
    """A search that a person made."""

    id: int
    request: SearchRequest
    """The request with text, order, filters and the date of the law; its limit is the default."""
    asked_at: datetime
    """The time of the last search in UTC, timezone-aware."""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search that a person named."""

    id: int
    name: str
    request: SearchRequest
    seen_at: datetime
    """The time when its results were last viewed, in UTC, timezone-aware."""
    news: int = 0
    """The number of results that are new since then, at the last count."""


@dataclass(frozen=True, slots=True)
class RecentDocument:
    """A document that was opened and is still in the library."""

    document: Document
    page: int
    """The page that was read last, from 0."""
    opened_at: datetime
    """The time in UTC, timezone-aware."""


@dataclass(frozen=True, slots=True)
class RemovedSearch:
    """Everything needed to put a removed saved search back."""

    saved: SavedSearch
    place: int
    seen: bytes


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The numbers of forgotten items."""

    searches: int
    documents: int


@dataclass(frozen=True, slots=True)
class SeenResults:
    """The results of a saved search that a person has already seen."""

    since: datetime
    """The time when they were last viewed, in UTC, timezone-aware."""
    hashes: frozenset[bytes] = frozenset()

    def is_new(self, hit: Hit) -> bool:
        """Tell whether a result was not there then. Microseconds; any thread."""
        return hashed(key_of(hit)) not in self.hashes


def key_of(hit: Hit) -> str:
    """Return the key of a passage from its document's and its own contents, as ``LibraryApi.relevant_keys``
    does."""
    return passage_key(hit.document.sha256, text_hash(hit.passage.text))


def hashed(key: str) -> bytes:
    """Return the short hash that is stored for a key; it does not reveal the passage."""
    return hashlib.blake2b(key.encode(), digest_size=_HASH_BYTES).digest()


def pack_hashes(hashes: frozenset[bytes]) -> bytes:
    return b"".join(sorted(hashes))


def unpack_hashes(seen: bytes) -> frozenset[bytes]:
    return frozenset(seen[at : at + _HASH_BYTES] for at in range(0, len(seen), _HASH_BYTES))
