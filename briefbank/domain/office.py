"""An office: persons, their roles and actions, ethical walls, the cluster, and offline copies.

An offline copy holds documents of an office's library on a computer, for use without the server. The office
gives it for a time, the lease.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum

from briefbank.domain.searches import Verdict
from briefbank.text.messages import NO_MESSAGE, Message


class Action(StrEnum):
    READ = "read"  # search, read and check drafts
    MARK = "mark"  # give feedback on results: for oneself, and for all where one may edit
    SHARE = "share"  # share own collections with the office, and stop sharing them
    TAKE = "take"  # take an offline copy
    CONTRIBUTE = "contribute"
    EDIT = "edit"  # correct documents, give feedback for all, and keep the good-law list
    REMOVE = "remove"
    ADMINISTER = "administer"  # administer the server: persons, computers, checks and repairs
    SCREEN = "screen"  # set up ethical walls
    AUDIT = "audit"


class OfficeRole(StrEnum):
    READER = "reader"
    CONTRIBUTOR = "contributor"
    EDITOR = "editor"
    RECORDS_OFFICER = "records officer"
    ADMINISTRATOR = "administrator"
    AUDITOR = "auditor"


_READER = frozenset({Action.READ, Action.MARK, Action.SHARE, Action.TAKE})
_EDITOR = _READER | {Action.CONTRIBUTE, Action.EDIT}

ALLOWED: Mapping[OfficeRole, frozenset[Action]] = {
    OfficeRole.READER: _READER,
    OfficeRole.CONTRIBUTOR: _READER | {Action.CONTRIBUTE},
    OfficeRole.EDITOR: _EDITOR,
    OfficeRole.RECORDS_OFFICER: _EDITOR | {Action.REMOVE, Action.SCREEN},
    OfficeRole.ADMINISTRATOR: _EDITOR | {Action.REMOVE, Action.SCREEN, Action.ADMINISTER},
    OfficeRole.AUDITOR: frozenset({Action.AUDIT}),
}
"""The actions that each role allows. An auditor sees the audit log, and no brief."""


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    role: OfficeRole
    device: str = ""
    groups: tuple[str, ...] = ()
    """The groups of the office's directory that they belong to, as distinguished names in lower case."""

    def may(self, action: Action) -> bool:
        return action in ALLOWED[self.role]

    @property
    def marks_for(self) -> str:
        """The name of the person for whom their feedback counts; empty, for all, where they may edit."""
        return "" if self.may(Action.EDIT) else self.name


_current: ContextVar[Person | None] = ContextVar("current_person", default=None)


@contextmanager
def acting_for(person: Person) -> Iterator[None]:
    """Make a person of the office the current one in this thread or task, within the context."""
    token = _current.set(person)
    try:
        yield
    finally:
        _current.reset(token)


def current_person() -> Person | None:
    """Return the person for whom an office server works now; None for the user of this computer."""
    return _current.get()


def current_name() -> str:
    """Return the name of the current person; empty for the user of this computer."""
    person = _current.get()
    return person.name if person else ""


@dataclass(frozen=True, slots=True)
class Matter:
    """A matter behind an ethical wall: some persons see the library as if its documents were not in it.

    To it belong the documents with one of its docket numbers in any form (``text.docket_numbers``), the named
    documents, the attachments of either, and the mails and PDFs to which one of these is attached, since
    their own files contain it. Other attachments of such a mail or PDF do not belong to it.
    """

    name: str
    dockets: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()  # the SHA-256 of documents, some of which may not be in the library
    persons: tuple[str, ...] = ()  # the persons behind the wall, compared without capitals and accents
    groups: tuple[str, ...] = ()
    """The groups of the office's directory behind the wall, as distinguished names."""


@dataclass(frozen=True, slots=True)
class WalledMatter:
    matter: Matter
    documents: int
    unknown: tuple[str, ...] = ()  # its persons and groups that nobody has here, perhaps misspelt
    empty: tuple[str, ...] = ()  # its docket numbers that no document here has, perhaps misspelt
    near: tuple[str, ...] = ()  # docket numbers that differ from its own by one digit and stay open


class ComputerState(StrEnum):
    WORKS = "works"
    RESTS = "rests"  # it is switched off, or does not answer
    OTHER_RELEASE = "other release"  # it has another release of BriefBank than the server
    OTHER_ENGINE = "other engine"  # it has no Tesseract, or another one than the server
    NO_MESSAGES = "no messages"  # the broker's messages do not reach it
    NO_ROOM = "no room"  # its disk or memory is full
    FAULT = "fault"  # an internal error occurred there; its log has the details


@dataclass(frozen=True, slots=True)
class ComputerReport:
    name: str
    slots: int  # the number of parts of files that it recognises at once
    state: ComputerState
    doing: int  # the number of those that it recognises now


@dataclass(frozen=True, slots=True)
class ClusterReport:
    computers: tuple[ComputerReport, ...]
    waiting: int  # the number of tasks that no computer has begun
    trouble: Message = NO_MESSAGE  # why the cluster cannot be reached, for people; empty where it can


@dataclass(frozen=True, slots=True)
class ClusterStatus:
    """The progress of an office's work on files."""

    report: ClusterReport | None  # None where the server does this work itself
    files_waiting: int  # the number of files that wait to be read, or for the text of scanned pages


LEASE = timedelta(days=30)  # The length of a lease. Each exchange with the office renews it.
KEPT_AFTER = timedelta(days=7)
"""How long after a lease ends the documents stay on the disk, closed, so that it can be renewed."""


@dataclass(frozen=True, slots=True)
class OfflineChoice:
    """The choice for an offline copy: documents of matters, single ones, and the attachments of either."""

    matters: tuple[str, ...] = ()  # docket numbers as people write them
    documents: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.matters or self.documents)

    def __or__(self, other: OfflineChoice) -> OfflineChoice:
        return OfflineChoice(
            tuple(dict.fromkeys(self.matters + other.matters)),
            tuple(dict.fromkeys(self.documents + other.documents)),
        )


@dataclass(frozen=True, slots=True)
class OfflineLease:
    office: str
    person: str
    until: datetime
    choice: OfflineChoice
    library: str = ""  # the id of the office's library; empty where it is unknown
    signature: str = ""

    def signed(self, secret_hash: str) -> str:
        """Return the server's signature of all but the choice, by the hash of the secret of the computer to
        which the lease was given: 64 hexadecimal digits (HMAC-SHA-256)."""
        fields = self.office, self.person, self.until.astimezone(UTC).isoformat(), self.library
        return hmac.digest(secret_hash.encode(), "\0".join(fields).encode(), "sha256").hex()

    def is_over(self, now: datetime | None = None) -> bool:
        """Return whether the offline copy may not be opened until the lease is renewed."""
        return self.until <= (now or datetime.now(UTC))

    @property
    def last_day(self) -> date:
        """The local day on which it ends."""
        return self.until.astimezone().date()

    def is_forfeited(self, now: datetime | None = None) -> bool:
        """Return whether the documents of the office are to be deleted."""
        return self.until + KEPT_AFTER <= (now or datetime.now(UTC))


@dataclass(frozen=True, slots=True)
class OfflineMark:
    """Feedback that was given, changed or withdrawn (None) in an offline copy."""

    query: str
    document_sha256: str
    text_hash: str
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class OfflineGrant:
    person: str
    device: str
    matters: tuple[str, ...]
    documents: int  # the number of documents at the last renewal
    taken: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class OfflineState:
    lease: OfflineLease
    documents: int  # the number of the office's documents in it; also 0 while it may not be opened
    unsent: int  # the number of marks, corrections and new files that the office does not have yet


@dataclass(frozen=True, slots=True)
class OfflineReport:
    lease: OfflineLease
    documents: int  # the number of the office's documents in the offline copy now
    brought: int  # the number of new and changed ones
    removed: int  # the number of those that the office removed, or does not give to this person any more
    sent: int  # the number of marks, corrections and new files that the office accepted
    seconds: float
    problems: tuple[Message, ...] = ()
    """Sentences on what was left out, or was refused and stays in the offline copy."""
