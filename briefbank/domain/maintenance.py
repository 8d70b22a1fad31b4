"""Reports on a library: health, sizes, backups, alerts, encryption, a new library's folder, the audit log.

Values in the audit log hold no words of a document, no title, name, search or path (``audit.chain``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum
from pathlib import Path
from typing import Protocol

from briefbank.domain.documents import Annotation
from briefbank.text.messages import Message


@dataclass(frozen=True, slots=True)
class HealthReport:
    documents: int
    passages: int
    lexical_passages: int
    dense_passages: int
    waiting_for_meaning: int
    """The number of passages without an embedding; no problem, because embedding runs in the background."""
    problems: tuple[Message, ...]  # sentences on what is wrong; empty when everything agrees
    repaired: tuple[Message, ...] = ()
    annotation_gaps: int = 0
    """The number of documents in whose caption, headings or citations an internal error left a gap; no
    problem, because all their words are there."""
    future_dates: int = 0  # the number of documents that give a date of filing in the future

    @property
    def healthy(self) -> bool:
        return not self.problems


@dataclass(frozen=True, slots=True)
class LibrarySizes:
    """The disk space of a library in bytes, its contents, and its last maintenance in UTC."""

    originals: int
    reading_copies: int
    catalogue: int
    word_index: int
    meaning_index: int
    free: int  # the space left on the library's disk
    documents: int
    passages: int
    last_check: datetime | None
    last_backup: datetime | None


@dataclass(frozen=True, slots=True)
class BackupReport:
    """A complete backup. Files that an earlier backup in the same folder has are not copied again."""

    folder: Path
    documents: int
    files_copied: int
    bytes_copied: int
    seconds: float
    problems: tuple[Message, ...] = ()
    """Sentences on files that were already missing or damaged in the library."""


@dataclass(frozen=True, slots=True)
class KnownBackup:
    """A backup that BriefBank made; it may have been deleted since."""

    folder: Path
    made: datetime
    until: datetime | None = None
    """The time in UTC after which the next backup deletes it; None where none does."""


@dataclass(frozen=True, slots=True)
class RestoreReport:
    documents: int
    kept_before: Path | None  # a backup of the previous state; None when there was nothing to keep


@dataclass(frozen=True, slots=True)
class DrillReport:
    made: datetime  # the time at which the backup was made, in UTC
    documents: int
    passages: int
    files: int
    rows: int
    vectors: int
    searches: int
    seconds: float
    problems: tuple[Message, ...]  # sentences on what differs from the backup; empty when nothing does


@dataclass(frozen=True, slots=True)
class CheckResult:
    name: Message
    passed: bool
    detail: Message
    remark: bool = False
    """True for a line that is no failure but should be read, such as an exception that the office allows."""


class AlertKind(StrEnum):
    DISK = "disk"  # the disk that holds the library is nearly full; ``size`` is the space left
    WORDS = "words"  # the lexical index cannot be opened
    RELYING = "relying"  # briefs rely on authorities that no longer hold according to the office's list
    PROPOSED = "proposed"  # sentences of the library await a decision on whether an authority still holds
    FOLDERS = "folders"
    REFUSED = "refused"
    HIDDEN = "hidden"  # pages have text that cannot be seen, such as under black boxes
    GAPS = "gaps"
    DOUBTFUL = "doubtful"  # pages were recognised with low confidence
    FUTURE = "future"
    ANNOTATIONS = "annotations"
    BACKUP = "backup"
    """The last backup is too old; ``number`` is the days since then, or 0 when there never was one."""


@dataclass(frozen=True, slots=True)
class LibraryAlert:
    kind: AlertKind
    number: int
    """The number of briefs, sentences, folders, files, affected documents or days, depending on the kind."""
    documents: tuple[int, ...] = ()
    pages: int = 0
    earlier: int = 0  # for RELYING: the number of briefs filed before the event on the office's list
    size: int = 0  # bytes
    annotations: tuple[Annotation, ...] = ()


class EncryptionState(Enum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
    NOTHING = "nothing"  # there is no swap space


_DISK_SENTENCES = {
    EncryptionState.YES: Message(
        "The system encrypts the disk with the library; BriefBank itself does not encrypt it."
    ),
    EncryptionState.NO: Message(
        "Neither the system nor BriefBank encrypts the library, so whoever has this computer or "
        "its disk can read the briefs; the system’s disk encryption can be switched on."
    ),
    EncryptionState.UNKNOWN: Message(
        "BriefBank does not encrypt the library itself and cannot tell whether the system "
        "encrypts its disk; "
        "whoever looks after this computer can."
    ),
}
_SWAP_SENTENCES = {
    EncryptionState.NO: Message(
        "The system may put memory aside on a disk without encryption (swap), "
        "and words of briefs that were open may stay there."
    ),
    EncryptionState.UNKNOWN: Message(
        "BriefBank cannot tell whether memory that the system puts aside on a disk (swap) is encrypted."
    ),
}


@dataclass(frozen=True, slots=True)
class DiskEncryption:
    """The system's own encryption. A disk that encrypts itself counts as unknown."""

    state: EncryptionState
    memory: EncryptionState
    by: str = ""  # the name of the software, such as dm-crypt or BitLocker; empty where it is unknown

    @property
    def sentences(self) -> tuple[Message, ...]:
        """The sentences that a person should read, the library first; swap only where it is a problem."""
        on_swap = _SWAP_SENTENCES.get(self.memory)
        return (_DISK_SENTENCES[self.state], on_swap) if on_swap else (_DISK_SENTENCES[self.state],)


ENOUGH_BYTES = 2 * 1024**3  # The least free space for a new library: a few hundred scanned briefs


class Caution(Enum):
    """Why a folder is unsuitable for a library."""

    NONE = "none"
    SYNCHRONISED = "synchronised"
    """A program copies the folder to other computers, so briefs would leave this one."""
    NETWORK = "network"  # the folder is on another computer: slow, and gone when that computer is


@dataclass(frozen=True, slots=True)
class LibraryPlace:
    folder: Path
    free_bytes: int | None  # the free space on its disk; None where the system does not say
    caution: Caution
    by: str = ""  # the name of the program that synchronises the folder
    is_library: bool = False

    @property
    def is_tight(self) -> bool:
        return self.free_bytes is not None and self.free_bytes < ENOUGH_BYTES


@dataclass(frozen=True, slots=True)
class Equipment:
    """For each component a sentence on what is wrong, or an empty text."""

    recognition: Message
    meaning: Message


AuditValue = bool | int | str  # A number, a switch (bool) or a word from a closed list


class AuditEvent(StrEnum):
    """An action on the library, or something that happened to the audit log itself."""

    BEGUN = "begun"
    VERSION = "version"  # the library was opened by another version of BriefBank
    ADDED = "added"
    READ_AGAIN = "read again"
    REFUSED = "refused"  # files were not added; they are counted by reason
    REMOVED = "removed"
    CORRECTED = "corrected"
    UNCORRECTED = "uncorrected"
    EXPORTED = "exported"
    SUMMARY = "summary opened"
    GOOD_LAW = Message("good law")
    SETTING = "setting"
    BACKED_UP = "backed up"
    RESTORED = "restored"  # a backup was restored, or the library of one computer was moved into an office's
    REBUILT = "rebuilt"
    MENDED = "mended"  # a check ran with repair
    SELF_TEST = "self-test"
    SIGNED_IN = "signed in"
    SIGN_IN_FAILED = "sign-in failed"  # at a computer of the office, for a person of its list
    LOCKED = "locked"  # nobody can sign in with a name for a while, after wrong passwords
    PASSWORD = "password"  # a person of the office’s list changed their password
    OPENED = "opened"  # a person of an office opened the pages of a document
    SENT = "sent"  # a person of an office sent the file of a document
    WALL = "wall"  # a person of an office changed an ethical wall
    SHARED = "shared"  # a person shared a collection with the office, or stopped sharing one
    TAKEN_ALONG = "taken along"  # a person took, renewed or returned an offline copy
    DENIED = "denied"  # a person of an office was refused an action that the role does not allow
    CATALOGUE = "new catalogue"  # the log is older than the catalogue, and the catalogue was not restored
    GAP = "gap"  # events that could not be written when they happened
    TORN = "torn"  # the previous line was cut short by a crash
    BROKEN = "broken"  # the log had been shortened or replaced
    UNKNOWN = "unknown"  # the event was written by a newer version


class AuditWriter(Protocol):
    """A function that writes an event into the audit log (``audit.audit.AuditLog.note``)."""

    def __call__(self, act: AuditEvent, *, at_once: bool = True, **details: AuditValue) -> None: ...


def record_nothing(act: AuditEvent, *, at_once: bool = True, **details: AuditValue) -> None:
    """Write nothing; for objects that belong to no library."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    number: int
    at: datetime
    act: AuditEvent
    details: Mapping[str, AuditValue]
    version: str
    hash: str  # the SHA-256, in hexadecimal, of the previous entry's hash and this entry
    text: Message  # the event as a sentence for people
    earlier: bool = False  # True for entries of the log that came with a restored backup

    @property
    def who(self) -> str:
        """The person and the computer in an office: 'Ada (front desk)'; else empty."""
        person = self.details.get("person")
        return f"{person} ({self.details.get('device', '')})" if person else ""


@dataclass(frozen=True, slots=True)
class AuditHead:
    """The newest entry, by which two copies of one log can be compared."""

    number: int
    hash: str

    def __str__(self) -> str:
        return f"{self.number} {self.hash}"
