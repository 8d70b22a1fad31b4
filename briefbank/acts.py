"""What the record of a library tells of: the closed list of acts, and an entry as people are shown it.

Nothing here can hold words of a document, a title, a name, a search or a path (``closed.audit_fields``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

Value = int | str
"""Numbers, switches (bool) and words of closed lists."""


class Act(StrEnum):
    """What was done, or happened to the record itself."""

    BEGUN = "begun"
    VERSION = "version"
    """Opened by another version of BriefBank than before."""
    ADDED = "added"
    READ_AGAIN = "read again"
    REFUSED = "refused"
    """Files, counted by what was the matter."""
    REMOVED = "removed"
    CORRECTED = "corrected"
    UNCORRECTED = "uncorrected"
    EXPORTED = "exported"
    SUMMARY = "summary opened"
    GOOD_LAW = "good law"
    SETTING = "setting"
    BACKED_UP = "backed up"
    RESTORED = "restored"
    REBUILT = "rebuilt"
    MENDED = "mended"
    """A check that was to mend what it found."""
    SELF_TEST = "self-test"
    CATALOGUE = "new catalogue"
    """The record is older than the catalogue, and the catalogue was not restored."""
    GAP = "gap"
    """Acts that could not be written down when they were done."""
    TORN = "torn"
    """The line before was cut short by a stop."""
    BROKEN = "broken"
    """The record had been shortened or replaced."""
    UNKNOWN = "unknown"
    """Written by a newer version."""


class Refusal(StrEnum):
    """Why a file was not added."""

    UNREADABLE = "unreadable"
    FORMAT = "format"
    PROTECTED = "protected"
    DAMAGED = "damaged"
    TOO_LARGE = "too large"
    TOO_SLOW = "too slow"
    NO_TEXT = "no text"
    RECOGNITION = "recognition"
    OTHER = "other"


OF_DOCUMENTS = frozenset(
    {Act.ADDED, Act.READ_AGAIN, Act.REFUSED, Act.REMOVED, Act.CORRECTED, Act.UNCORRECTED}
)
CARRIED_OUT = frozenset({Act.EXPORTED})
READ = frozenset({Act.SUMMARY})
OF_GOOD_LAW = frozenset({Act.GOOD_LAW})
OF_SETTINGS = frozenset({Act.SETTING})
OF_CARE = frozenset({Act.BACKED_UP, Act.RESTORED, Act.REBUILT, Act.MENDED, Act.SELF_TEST})
OF_RECORD = frozenset({Act.BEGUN, Act.VERSION, Act.CATALOGUE, Act.GAP, Act.TORN, Act.BROKEN, Act.UNKNOWN})


class Note(Protocol):
    """Writes an act down (``closed.audit.Audit.note``)."""

    def __call__(self, act: Act, *, at_once: bool = True, **details: Value) -> None: ...


def unnoted(act: Act, *, at_once: bool = True, **details: Value) -> None:
    """For parts that stand in no library of their own."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the record."""

    number: int
    at: datetime
    """UTC."""
    act: Act
    details: Mapping[str, Value]
    version: str
    """Of BriefBank."""
    hash: str
    """SHA-256, in hexadecimal, over the hash before and this entry."""
    text: str
    """A sentence for people."""
    earlier: bool = False
    """Of the record that came with a restored backup."""


@dataclass(frozen=True, slots=True)
class Head:
    """The newest entry, by which two copies of one record can be compared."""

    number: int
    hash: str

    def __str__(self) -> str:
        return f"{self.number} {self.hash}"
