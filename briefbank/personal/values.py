"""What is remembered for a person, as the window shows it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from briefbank.hashes import passage_key, text_hash
from briefbank.models import Document, Hit, SearchRequest

_HASH_BYTES = 8
"""Two of a million passages have the same hash once in 37 million libraries; it would hide one remark."""


@dataclass(frozen=True, slots=True)
class AskedSearch:
    """A search that was really asked."""

    id: int
    request: SearchRequest
    """With text, order, filters and the day of the law; its length is the default one."""
    asked_at: datetime
    """When it was asked last; UTC, aware."""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search that was given a name."""

    id: int
    name: str
    request: SearchRequest
    seen_at: datetime
    """When its results were last looked at; UTC, aware."""
    news: int = 0
    """Results that were not there then, when this was last counted."""


@dataclass(frozen=True, slots=True)
class RecentDocument:
    """A document that was opened, and is in the library now."""

    document: Document
    page: int
    """That was read last, from 0."""
    opened_at: datetime
    """UTC, aware."""


@dataclass(frozen=True, slots=True)
class RemovedSearch:
    """All that was kept of a saved search that was removed, to put it back."""

    saved: SavedSearch
    place: int
    seen: bytes


@dataclass(frozen=True, slots=True)
class Forgotten:
    """How much was forgotten."""

    searches: int
    documents: int


@dataclass(frozen=True, slots=True)
class Seen:
    """The results of a saved search that a person has had before them."""

    since: datetime
    """When they were last looked at; UTC, aware."""
    hashes: frozenset[bytes] = frozenset()

    def is_new(self, hit: Hit) -> bool:
        """Whether a result was not there then. Microseconds; any thread."""
        return hashed(key_of(hit)) not in self.hashes


def key_of(hit: Hit) -> str:
    """Names a passage by its document's and its own contents, as ``Library.relevant_keys`` does."""
    return passage_key(hit.document.sha256, text_hash(hit.passage.text))


def hashed(key: str) -> bytes:
    """What is kept of a key: nothing that says which passage it was."""
    return hashlib.blake2b(key.encode(), digest_size=_HASH_BYTES).digest()


def packed(hashes: frozenset[bytes]) -> bytes:
    return b"".join(sorted(hashes))


def unpacked(seen: bytes) -> frozenset[bytes]:
    return frozenset(seen[at : at + _HASH_BYTES] for at in range(0, len(seen), _HASH_BYTES))
