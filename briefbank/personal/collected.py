"""What a person gathered, as the window shows it: collections, and their passages as they stand now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum

from briefbank.models import Hit

Ranges = tuple[tuple[int, int, int], ...]
"""Page from 0, and a half-open range of its raw text."""


@dataclass(frozen=True, slots=True)
class Collection:
    """Passages for one purpose: 'For the hearing on Friday'."""

    id: int
    name: str
    hearing: date | None = None
    size: int = 0
    """Passages in it."""


@dataclass(frozen=True, slots=True)
class Reference:
    """Where gathered words stand. No word of them is kept: only hashes, the page, and the ranges selected."""

    document_sha256: str
    words: str
    """``hashes.text_hash`` of the passage, or of the raw text of a selection."""
    page: int
    """The first one, from 0."""
    ranges: Ranges = ()
    """Of a selection; empty for a whole passage."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One gathered passage with a person's note on it."""

    id: int
    reference: Reference
    note: str = ""


@dataclass(frozen=True, slots=True)
class RemovedEntry:
    """All that was kept of an entry that was removed, to put it back."""

    entry: Entry
    collection_id: int
    place: int


class Found(Enum):
    """What became of a gathered passage in the library as it is now."""

    AS_IT_WAS = "as it was"
    REREAD = "reread"
    """Its words are not there any more, because the document was read again: what stands on its page now."""
    GONE = "gone"
    """The document is not in the library, or has no text on that page any more."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """An entry and its passage, with the alerts of now."""

    entry: Entry
    found: Found
    hit: Hit | None
    """None where it is gone; of a selection, a passage of just those words."""
