"""Values of a library's audit record: the closed list of events, and an entry as it is shown to people.

The values cannot hold words of a document, a title, a name, a search or a path (``audit.fields``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

Value = bool | int | str
"""A number, a switch (bool) or a word from a closed list."""


class AuditEvent(StrEnum):
    """An event: an action on the library, or something that happened to the record itself."""

    BEGUN = "begun"
    VERSION = "version"
    """The library was opened by another version of BriefBank than before."""
    ADDED = "added"
    READ_AGAIN = "read again"
    REFUSED = "refused"
    """Files were not added; they are counted by reason."""
    REMOVED = "removed"
    CORRECTED = "corrected"
    UNCORRECTED = "uncorrected"
    EXPORTED = "exported"
    SUMMARY = "summary opened"
    GOOD_LAW = "good law"
    SETTING = "setting"
    BACKED_UP = "backed up"
    RESTORED = "restored"
    """A backup was restored, or the library of one computer was brought into an office's."""
    REBUILT = "rebuilt"
    MENDED = "mended"
    """A check ran that was to repair what it found."""
    SELF_TEST = "self-test"
    SIGNED_IN = "signed in"
    """A person signed in to an office's library."""
    OPENED = "opened"
    """A person of an office opened the pages of a document."""
    SENT = "sent"
    """A person of an office sent the file of a document."""
    WALL = "wall"
    """A person of an office said from whom a matter is kept."""
    SHARED = "shared"
    """A person shared a collection with the office, or stopped sharing one."""
    TAKEN_ALONG = "taken along"
    """A person took documents of an office along on a computer, renewed that, or gave them back."""
    DENIED = "denied"
    """A person of an office asked for what the role does not include."""
    CATALOGUE = "new catalogue"
    """The record is older than the catalogue, and the catalogue was not restored."""
    GAP = "gap"
    """Events that could not be written down when they happened."""
    TORN = "torn"
    """The previous line was cut short by a stop."""
    BROKEN = "broken"
    """The record had been shortened or replaced."""
    UNKNOWN = "unknown"
    """The event was written by a newer version."""


OF_DOCUMENTS = frozenset(
    {
        AuditEvent.ADDED,
        AuditEvent.READ_AGAIN,
        AuditEvent.REFUSED,
        AuditEvent.REMOVED,
        AuditEvent.CORRECTED,
        AuditEvent.UNCORRECTED,
    }
)
CARRIED_OUT = frozenset({AuditEvent.EXPORTED, AuditEvent.TAKEN_ALONG})
READ = frozenset({AuditEvent.SUMMARY})
OPENED_BY_PERSONS = frozenset({AuditEvent.OPENED, AuditEvent.SENT})
OF_PERSONS = frozenset({AuditEvent.SIGNED_IN, AuditEvent.DENIED, AuditEvent.WALL})
OF_GOOD_LAW = frozenset({AuditEvent.GOOD_LAW})
OF_SETTINGS = frozenset({AuditEvent.SETTING})
OF_CARE = frozenset(
    {AuditEvent.BACKED_UP, AuditEvent.RESTORED, AuditEvent.REBUILT, AuditEvent.MENDED, AuditEvent.SELF_TEST}
)
OF_RECORD = frozenset(
    {
        AuditEvent.BEGUN,
        AuditEvent.VERSION,
        AuditEvent.CATALOGUE,
        AuditEvent.GAP,
        AuditEvent.TORN,
        AuditEvent.BROKEN,
        AuditEvent.UNKNOWN,
    }
)


class AuditWriter(Protocol):
    """A function that writes an event into the record (``audit.audit.Audit.note``)."""

    def __call__(self, act: AuditEvent, *, at_once: bool = True, **details: Value) -> None: ...


def record_nothing(act: AuditEvent, *, at_once: bool = True, **details: Value) -> None:
    """Record nothing; for objects that belong to no library."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One line of the record."""

    number: int
    at: datetime
    """The time in UTC."""
    act: AuditEvent
    details: Mapping[str, Value]
    version: str
    """The version of BriefBank."""
    hash: str
    """The SHA-256, in hexadecimal, of the previous entry's hash and this entry."""
    text: str
    """The event as a sentence for people."""
    earlier: bool = False
    """True for entries of the record that came with a restored backup."""

    @property
    def who(self) -> str:
        """Return the person and the computer, in an office: 'Ada (front desk)'; else empty."""
        person = self.details.get("person")
        return f"{person} ({self.details.get('device', '')})" if person else ""


@dataclass(frozen=True, slots=True)
class AuditHead:
    """The newest entry, by which two copies of one record can be compared."""

    number: int
    hash: str

    def __str__(self) -> str:
        return f"{self.number} {self.hash}"
