"""What deserves a person's look: values for the window's page of alerts, gathered by ``overview``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Matter(StrEnum):
    """What a concern is about, the gravest first."""

    DISK = "disk"
    """The disk that holds the library is nearly full; ``size`` is what is left."""
    WORDS = "words"
    """The index of words does not open."""
    RELYING = "relying"
    """Briefs rely on authorities against which the office's list speaks."""
    PROPOSED = "proposed"
    """Sentences of the library wait for a decision on what still holds."""
    FOLDERS = "folders"
    """Watched folders cannot be looked at."""
    REFUSED = "refused"
    """Files that were not added."""
    HIDDEN = "hidden"
    """Text lies under black boxes."""
    GAPS = "gaps"
    """Pages have no text that can be searched."""
    DOUBTFUL = "doubtful"
    """Pages were recognised with little certainty."""
    OLDER = "older"
    """Documents were read by an older release, which found less in them."""
    BACKUP = "backup"
    """The last backup is too long ago; ``number`` is the days since, 0: there was none."""


@dataclass(frozen=True, slots=True)
class Concern:
    """One matter, counted."""

    matter: Matter
    number: int
    """Of what it is about: briefs, sentences, folders, files, documents with such pages, days."""
    documents: tuple[int, ...] = ()
    """In which it can be looked at, newest filed first."""
    pages: int = 0
    earlier: int = 0
    """Of the briefs, those that were filed before what the list says happened."""
    size: int = 0
    """Bytes."""
