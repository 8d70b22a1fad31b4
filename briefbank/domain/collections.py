"""Values for the window's collections: named sets of passages, resolved against the library as it is now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum

from briefbank.domain.searches import Hit

Ranges = tuple[tuple[int, int, int], ...]
"""Ranges of raw text: each a page, from 0, and a half-open range on it."""


@dataclass(frozen=True, slots=True)
class Collection:
    """A named set of passages for one purpose: 'For the hearing on Friday'."""

    id: int
    name: str
    hearing: date | None = None
    size: int = 0
    """The number of passages."""


@dataclass(frozen=True, slots=True)
class Reference:
    """The location of a collected passage or selection. It keeps no words: only hashes, the page, and the
    selected ranges."""

    document_sha256: str
    words: str
    """The ``hashes.text_hash`` of the passage, or of the raw text of a selection."""
    page: int
    """The first page, from 0."""
    ranges: Ranges = ()
    """The ranges of a selection; empty for a whole passage."""


@dataclass(frozen=True, slots=True)
class CollectionEntry:
    """One collected passage with a person's note."""

    id: int
    reference: Reference
    note: str = ""


@dataclass(frozen=True, slots=True)
class RemovedEntry:
    """Everything needed to put a removed entry back."""

    entry: CollectionEntry
    collection_id: int
    place: int


class EntryState(Enum):
    """The state of a collected passage in the library as it is now."""

    AS_IT_WAS = "as it was"
    REREAD = "reread"
    """The document was read again and these words are gone; the hit is what now stands on the page."""
    GONE = "gone"
    """The document is no longer in the library, or has no text on that page."""


@dataclass(frozen=True, slots=True)
class ResolvedEntry:
    """An entry and its passage, with the current alerts."""

    entry: CollectionEntry
    found: EntryState
    hit: Hit | None
    """The passage, of just the selected words for a selection; None where it is gone."""
