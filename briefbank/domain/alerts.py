"""Values for the window's page of alerts: the matters that deserve a person's attention."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from briefbank.domain.annotations import Annotation


class AlertKind(StrEnum):
    """The subject of a concern, gravest first."""

    DISK = "disk"
    """The disk that holds the library is nearly full; ``size`` is the space left."""
    WORDS = "words"
    """The index of words cannot be opened."""
    RELYING = "relying"
    """Briefs rely on authorities against which the office's list speaks."""
    PROPOSED = "proposed"
    """Sentences of the library await a decision on whether an authority still holds."""
    FOLDERS = "folders"
    """Watched folders cannot be read."""
    REFUSED = "refused"
    """Files were not added."""
    HIDDEN = "hidden"
    """Pages hold text that cannot be seen, as under black boxes."""
    GAPS = "gaps"
    """Pages have no text that can be searched."""
    DOUBTFUL = "doubtful"
    """Pages were recognised with little certainty."""
    FUTURE = "future"
    """Documents give a date of filing that lies in the future."""
    ANNOTATIONS = "annotations"
    """Documents have gaps in ``annotations``."""
    OLDER = "older"
    """Another release left gaps in the annotations of documents, which this one may read without."""
    BACKUP = "backup"
    """The last backup is too old; ``number`` is the days since then, or 0 when there never was one."""


@dataclass(frozen=True, slots=True)
class LibraryAlert:
    """One matter and how many things it concerns."""

    matter: AlertKind
    number: int
    """The number of briefs, sentences, folders, files, affected documents or days, depending on the
    matter."""
    documents: tuple[int, ...] = ()
    """The documents in which a person can inspect the matter, newest filed first."""
    pages: int = 0
    earlier: int = 0
    """The number of those briefs that were filed before the event on the office's list."""
    size: int = 0
    """The number of bytes."""
    annotations: tuple[Annotation, ...] = ()
