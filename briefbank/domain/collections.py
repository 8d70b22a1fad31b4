"""Values for the window's collections: named sets of passages, resolved against the library as it is now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum

from briefbank.domain.searches import Hit
from briefbank.errors import SharingRefused
from briefbank.text.hidden_characters import escape_hidden

MOST_SHARED = 1_000
"""The most passages of a collection that is shared with an office."""
LONGEST_NOTES = 1_000_000
"""The most characters of all its notes together."""
LONGEST_SHARED_NAME = 400
"""The most characters of its name."""

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
class SharedCollection:
    """A collection that somebody shared with the office under its name, as the asking person sees it."""

    id: int
    name: str
    hearing: date | None
    shared_by: str
    """The name of the person; empty on a computer that belongs to no office."""
    shared_at: datetime
    size: int
    """The number of passages."""
    may_withdraw: bool = False
    """Whether the asking person may stop sharing it."""


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


def require_shareable(name: str, entries: Sequence[CollectionEntry]) -> str:
    """Return the name under which a collection can be shared. Raises SharingRefused for one that is too long
    in any way."""
    if len(entries) > MOST_SHARED:
        raise SharingRefused(
            f"A collection of more than {MOST_SHARED:,} passages cannot be shared with the office.",
            "Divide it into smaller ones, and share these.",
        )
    if sum(len(each.note) for each in entries) > LONGEST_NOTES:
        raise SharingRefused(
            "The notes of this collection are too long to be shared with the office.", "Shorten them."
        )
    name = " ".join(name.split())
    if not name or len(escape_hidden(name)) > LONGEST_SHARED_NAME:
        raise SharingRefused(
            f"A collection is shared under a name of at most {LONGEST_SHARED_NAME} characters.",
            "Give it another name, and share it again.",
        )
    return name
