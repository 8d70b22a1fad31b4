"""Reports on a library: its health, sizes, backups, models and self-test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum
from pathlib import Path
from typing import Protocol

from briefbank.domain.documents import Annotation

# --- maintenance -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HealthReport:
    """The agreement of indexes and files with the catalogue; each tuple lists problems."""

    documents: int
    passages: int
    lexical_passages: int
    dense_passages: int
    waiting_for_meaning: int
    """The number of passages without an embedding. This is no fault, because embedding runs in the
    background."""
    problems: tuple[str, ...]
    """Sentences on what is wrong; empty when everything agrees."""
    repaired: tuple[str, ...] = ()
    annotation_gaps: int = 0
    """The number of documents in whose caption, headings or citations a mistake of BriefBank left a gap. They
    are no problem: all their words are there."""
    future_dates: int = 0
    """The number of documents that give a date of filing in the future."""

    @property
    def healthy(self) -> bool:
        return not self.problems


@dataclass(frozen=True, slots=True)
class LibrarySizes:
    """The disk space of a library in bytes, its contents, and its last maintenance."""

    originals: int
    reading_copies: int
    catalogue: int
    word_index: int
    meaning_index: int
    free: int
    """The space left on the library's disk."""
    documents: int
    passages: int
    last_check: datetime | None
    """The time in UTC, timezone-aware."""
    last_backup: datetime | None


@dataclass(frozen=True, slots=True)
class BackupReport:
    """A complete backup. Files that an earlier backup in the same folder has are not copied again."""

    folder: Path
    documents: int
    files_copied: int
    bytes_copied: int
    seconds: float
    problems: tuple[str, ...] = ()
    """Sentences on files that were already missing or damaged in the library."""


@dataclass(frozen=True, slots=True)
class KnownBackup:
    """A backup that BriefBank made; it may have been deleted since."""

    folder: Path
    made: datetime
    """The time in UTC, timezone-aware."""
    until: datetime | None = None
    """The time in UTC after which the next backup deletes it; None where none does."""


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """The result of restoring a library from a backup."""

    documents: int
    kept_before: Path | None
    """A backup of the previous state; None when there was nothing to keep."""


@dataclass(frozen=True, slots=True)
class DrillReport:
    """The result of restoring a backup beside, to see whether it can be: how much was compared."""

    made: datetime
    """The time at which the backup was made, in UTC."""
    documents: int
    passages: int
    files: int
    rows: int
    """The rows of the catalogue."""
    vectors: int
    searches: int
    seconds: float
    problems: tuple[str, ...]
    """Sentences on what is not as the backup has it; empty when all is."""


@dataclass(frozen=True, slots=True)
class MoveReport:
    """The result of bringing the library of one computer into that of an office."""

    documents: int
    """The documents that were brought in by this move."""
    already_here: int
    marks: int
    """The marks on results that are new or newer than the office's."""
    lines: int
    """The lines of the list of what still holds that the office did not have."""
    seconds: float
    problems: tuple[str, ...] = ()
    """Sentences on what was left out."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One line of the self-test."""

    name: str
    passed: bool
    detail: str
    remark: bool = False
    """True for a line that is no failure but should be read: a limit of the system, or an exception that the
    office allows."""


# --- alerts ----------------------------------------------------------------------------------------------
# Values for the window's page of alerts: the matters that deserve a person's attention.


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


# --- encryption ------------------------------------------------------------------------------------------
# The state of encryption of the disk that holds a library, and of the swap space.


class EncryptionState(Enum):
    """The state of encryption as the system reports it, never guessed."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
    NOTHING = "nothing"
    """The system puts no memory on a disk. Used for ``DiskEncryption.memory`` only."""


_DISK_SENTENCES = {
    EncryptionState.YES: "The disk with the library is encrypted by the system.",
    EncryptionState.NO: (
        "The system does not encrypt the disk with the library. Whoever has the computer or the disk can "
        "read the briefs. Ask whoever looks after this computer to switch on its disk encryption."
    ),
    EncryptionState.UNKNOWN: (
        "BriefBank cannot tell whether the disk with the library is encrypted. "
        "Ask whoever looks after this computer."
    ),
}
_STATEMENTS = {
    EncryptionState.YES: (
        "The system encrypts the disk with the library; BriefBank itself does not encrypt it."
    ),
    EncryptionState.NO: (
        "Neither the system nor BriefBank encrypts the library, so whoever has this computer or its disk can "
        "read the briefs; the system’s disk encryption can be switched on."
    ),
    EncryptionState.UNKNOWN: (
        "BriefBank does not encrypt the library itself and cannot tell whether the system encrypts its disk; "
        "whoever looks after this computer can."
    ),
}
OF_ITSELF = (
    "BriefBank does not encrypt the library itself. Where the system encrypts the whole disk, the library is "
    "encrypted with it, and whoever takes the computer or the disk can read nothing."
)
"""The statement that holds on every computer."""
_SWAP_SENTENCES = {
    EncryptionState.NO: (
        "The system may put memory aside on a disk without encryption (swap), "
        "and words of briefs that were open may stay there."
    ),
    EncryptionState.UNKNOWN: (
        "BriefBank cannot tell whether memory that the system puts aside on a disk (swap) is encrypted."
    ),
}


@dataclass(frozen=True, slots=True)
class DiskEncryption:
    """The system's own encryption. A disk that encrypts itself, unseen by the system, counts as unknown."""

    state: EncryptionState
    """The state of the disk with the library."""
    memory: EncryptionState
    """The state of the swap space."""
    by: str = ""
    """The name of the means, such as LUKS, FileVault or BitLocker; empty where it is not known."""

    @property
    def statement(self) -> str:
        """Return one sentence on who encrypts the library, for places with room for one."""
        return _STATEMENTS[self.state]

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the sentences that a person should read, the library first; swap is mentioned only as a
        problem."""
        on_swap = _SWAP_SENTENCES.get(self.memory)
        return (_DISK_SENTENCES[self.state], on_swap) if on_swap else (_DISK_SENTENCES[self.state],)


# --- new library -----------------------------------------------------------------------------------------
# Values for the creation of a library: a folder for it, and the components that this computer has.

ENOUGH_BYTES = 2 * 1024**3
"""The least free space; less fills up with the first few hundred scanned briefs."""


class Caution(Enum):
    """The reason why a folder is unsuitable for a library."""

    NONE = "none"
    SYNCHRONISED = "synchronised"
    """A program copies the folder to other computers, so briefs would leave this one."""
    NETWORK = "network"
    """The folder is on another computer: slow, and gone when that computer is."""


@dataclass(frozen=True, slots=True)
class LibraryPlace:
    """A candidate folder for a library."""

    folder: Path
    free_bytes: int | None
    """The free space on its disk; None where the system does not say."""
    caution: Caution
    by: str = ""
    """The name of the program that synchronises the folder."""
    is_library: bool = False
    """True when the folder holds a library already."""

    @property
    def is_tight(self) -> bool:
        return self.free_bytes is not None and self.free_bytes < ENOUGH_BYTES


@dataclass(frozen=True, slots=True)
class Equipment:
    """The state of the components: for each a sentence on what is wrong, or empty."""

    recognition: str
    meaning: str


# --- audit events ----------------------------------------------------------------------------------------
# Values of a library's audit record: the closed list of events, and an entry as it is shown to people.
#
# The values cannot hold words of a document, a title, a name, a search or a path (``audit.chain``).

AuditValue = bool | int | str
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

    def __call__(self, act: AuditEvent, *, at_once: bool = True, **details: AuditValue) -> None: ...


def record_nothing(act: AuditEvent, *, at_once: bool = True, **details: AuditValue) -> None:
    """Record nothing; for objects that belong to no library."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One line of the record."""

    number: int
    at: datetime
    """The time in UTC."""
    act: AuditEvent
    details: Mapping[str, AuditValue]
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
