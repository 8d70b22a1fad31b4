"""What a person may do with an office's library: roles, and the actions that each allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Any

from briefbank.domain.authorities import GoodLawEntry
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.searches import Verdict

# --- rights ----------------------------------------------------------------------------------------------


class Action(StrEnum):
    """A kind of operation on an office's library."""

    READ = "read"
    """Search, read and check drafts."""
    MARK = "mark"
    """Mark results: for oneself, and for all where one may edit."""
    SHARE = "share"
    """Share own collections with the office, and stop sharing them."""
    TAKE = "take"
    """Take documents along on a laptop, for a time."""
    CONTRIBUTE = "contribute"
    """Add files."""
    EDIT = "edit"
    """Correct documents, mark results for all, and keep the list of good law."""
    REMOVE = "remove"
    """Remove documents."""
    ADMINISTER = "administer"
    """Look after the server: persons, computers, checks and repairs."""
    SCREEN = "screen"
    """Say from whom matters are kept."""
    AUDIT = "audit"
    """Read the record of what was done."""


class OfficeRole(StrEnum):
    """The role of a person in the office."""

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
"""The actions that each role allows. An auditor sees who did what, and no brief."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person who is signed in, as the server knows them."""

    name: str
    role: OfficeRole
    device: str = ""
    """The name of the computer."""
    groups: tuple[str, ...] = ()
    """The groups of the office's directory that they belong to, as DNs in small letters."""

    def may(self, action: Action) -> bool:
        """Tell whether the role allows an action."""
        return action in ALLOWED[self.role]

    @property
    def marks_for(self) -> str:
        """The person for whom a mark of theirs counts: empty for all in the office, where they may edit."""
        return "" if self.may(Action.EDIT) else self.name


_current: ContextVar[Person | None] = ContextVar("current_person", default=None)


@contextmanager
def acting_for(person: Person) -> Iterator[None]:
    """Let a person of the office be the current one for the work of this thread or task meanwhile."""
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


# --- walls -----------------------------------------------------------------------------------------------
# Ethical walls of an office: matters, and the persons from whom their documents are kept.


class MatterPart(StrEnum):
    """What an entry says of a matter, in the order of the fields of Matter."""

    DOCKET = "docket"
    DOCUMENT = "document"
    """The SHA-256 of a document."""
    PERSON = "person"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Matter:
    """A matter whose documents are kept from some persons, as if they were not in the library.

    To it belong the documents with one of its docket numbers in any form (``text.docket_numbers``), those
    that are named, what is attached to either, and the mails and PDFs to which one of these is attached,
    since their own files hold it. What else is attached to such a mail or PDF does not.
    """

    name: str
    """The name by which those who look after walls know it."""
    dockets: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    """The SHA-256 of documents, of which some need not be in the library."""
    persons: tuple[str, ...] = ()
    """The persons from whom it is kept; neither capitals nor accents count."""
    groups: tuple[str, ...] = ()
    """The groups of the office's directory from whose members it is kept, as distinguished names."""

    def entries(self) -> Iterator[tuple[MatterPart, str]]:
        """Yield the entries of the matter, in order."""
        for part, values in zip(
            MatterPart, (self.dockets, self.documents, self.persons, self.groups), strict=True
        ):
            yield from ((part, each) for each in values)


def matters_of(entries: Iterable[tuple[str, MatterPart, str]]) -> list[Matter]:
    """Return the matters of entries, each with the name of its matter, in the order of the first of each."""
    found: dict[str, dict[MatterPart, list[str]]] = {}
    for name, part, value in entries:
        found.setdefault(name, {each: [] for each in MatterPart})[part].append(value)
    return [
        Matter(name, *(tuple(dict.fromkeys(values)) for values in parts.values()))
        for name, parts in found.items()
    ]


@dataclass(frozen=True, slots=True)
class WalledMatter:
    """A matter, and how many documents of the library belong to it now."""

    matter: Matter
    documents: int


# --- hours -----------------------------------------------------------------------------------------------
# Hours of the day, such as those of the night in which a computer is not needed.


@dataclass(frozen=True, slots=True)
class Hours:
    """The time from one minute of the day to another, which may be of the next day; by this computer's
    clock."""

    begin: time
    end: time

    @classmethod
    def parsed(cls, text: str) -> Hours:
        """Return the hours in a text such as '19:00-06:30'. Raises ValueError, also for no time at all."""
        begin, _, end = text.partition("-")
        hours = cls(_minute(begin), _minute(end))
        if hours.begin == hours.end:
            raise ValueError("no time between")
        return hours

    def __str__(self) -> str:
        return f"{self.begin:%H:%M}-{self.end:%H:%M}"

    def contain(self, moment: datetime) -> bool:
        """Tell whether a local moment is in these hours."""
        now = moment.time()
        if self.begin < self.end:
            return self.begin <= now < self.end
        return now >= self.begin or now < self.end

    @property
    def seconds(self) -> int:
        """Return how long these hours last."""
        length = (self.end.hour - self.begin.hour) * 60 + self.end.minute - self.begin.minute
        return length % (24 * 60) * 60


def _minute(text: str) -> time:
    """Return a time such as '19:00' or '7:05'. Raises ValueError."""
    hour, _, minute = text.strip().partition(":")
    if not (hour.isascii() and hour.isdigit() and minute.isascii() and minute.isdigit() and len(minute) == 2):
        raise ValueError("no time of the day")
    return time(int(hour), int(minute))


# --- cluster ---------------------------------------------------------------------------------------------
# What is known of the computers that share the work on an office's files.


class UnitKind(StrEnum):
    """A kind of work."""

    READING = "reading"
    RECOGNISING = "recognising"
    EMBEDDING = "embedding"


class ComputerState(StrEnum):
    """How a computer of the cluster stands."""

    WORKS = "works"
    RESTS = "rests"
    """Its hours have not begun, or somebody uses it."""
    OTHER_RELEASE = "other release"
    """It has another release of BriefBank than the server."""
    OTHER_ENGINE = "other engine"
    """It has no Tesseract, or another one than the server."""
    OTHER_MODEL = "other model"
    """It has no model for meaning, or another one than the server."""
    NO_MESSAGES = "no messages"
    """The broker's messages do not reach it."""
    NO_ROOM = "no room"
    """Its disk or memory is full."""
    FAULT = "fault"
    """BriefBank made a mistake there; its log has the details."""


UNABLE = frozenset(ComputerState) - {ComputerState.WORKS, ComputerState.RESTS}
"""The states in which a computer cannot do a unit that another one can."""


@dataclass(frozen=True, slots=True)
class ComputerReport:
    """One computer of the cluster."""

    name: str
    places: int
    """The files, or parts of files, that it works on at once."""
    state: ComputerState
    doing: tuple[UnitKind, ...]
    """What it does now."""
    pages_last_hour: int
    """The pages that it read or recognised in the last hour."""


@dataclass(frozen=True, slots=True)
class ClusterReport:
    """All computers of a cluster."""

    computers: tuple[ComputerReport, ...]
    waits_for_place: int
    """The pieces of work that no computer has begun."""
    trouble: str = ""
    """Why the cluster cannot be asked, for people; empty where it can."""

    @property
    def pages_an_hour(self) -> int:
        """Return the pages that all computers read or recognised in the last hour."""
        return sum(each.pages_last_hour for each in self.computers)


@dataclass(frozen=True, slots=True)
class ClusterStatus:
    """How an office's work on files gets on."""

    report: ClusterReport | None
    """None where the office's server does this work itself."""
    files_waiting: int
    """The number of files that wait to be read, or for the text of scanned pages."""
    pages_left: int
    """The number of pages in them, estimated from those that were added."""
    refusals: tuple[tuple[str, int], ...]
    """The reasons of refused files with their number, the most frequent first."""

    @property
    def seconds_left(self) -> float | None:
        """Return the estimate of the time until all is read; None where nothing was read in the last hour."""
        pace = self.report.pages_an_hour if self.report else 0
        return 3600.0 * self.pages_left / pace if pace else None


# --- offline ---------------------------------------------------------------------------------------------
# An offline copy: documents of an office's library that a computer takes along, to use without the server.
#
# The office gives it for a time (the lease). What crosses of a document are the rows of its tables, so that
# nothing is read or embedded again.

LEASE = timedelta(days=30)
"""The time for which an offline copy is given; each exchange with the office renews it."""
KEPT_AFTER = timedelta(days=7)
"""The time after the lease for which the documents stay on the disk, closed, so that they can be renewed."""
MOST_MATTERS, MOST_DOCUMENTS = 100, 1_000
"""The docket numbers, and the single documents, that may be chosen for an offline copy."""

CellValue = bool | int | float | str | bytes | None
"""A value of a row as it crosses: a day as text, a text that UTF-8 cannot represent as bytes."""
Rows = dict[str, list[tuple[Any, ...]]]
"""The rows of tables by the name of the table, each with the values (Value) of its columns in order, but for
ids. Whoever stores them checks each."""


@dataclass(frozen=True, slots=True)
class OfflineChoice:
    """What is taken along: the documents of matters, single ones, and what is attached to either."""

    matters: tuple[str, ...] = ()
    """Docket numbers as people write them."""
    documents: tuple[str, ...] = ()
    """The SHA-256 of documents."""

    def __bool__(self) -> bool:
        return bool(self.matters or self.documents)

    def __or__(self, other: OfflineChoice) -> OfflineChoice:
        return OfflineChoice(
            tuple(dict.fromkeys(self.matters + other.matters)),
            tuple(dict.fromkeys(self.documents + other.documents)),
        )


@dataclass(frozen=True, slots=True)
class OfflineLease:
    """For how long an office gives an offline copy, to whom, and what is chosen for it."""

    office: str
    """The name of the office, for people."""
    person: str
    until: datetime
    """The end in UTC, timezone-aware."""
    choice: OfflineChoice
    library: str = ""
    """The id of the office's library; empty where it is not known."""

    def is_over(self, now: datetime | None = None) -> bool:
        """Tell whether the offline copy may not be opened any more until it is renewed."""
        return self.until <= (now or datetime.now(UTC))

    @property
    def last_day(self) -> date:
        """The day of this computer's clock on which it ends."""
        return self.until.astimezone().date()

    def is_forfeited(self, now: datetime | None = None) -> bool:
        """Tell whether the documents of the office are to be deleted."""
        return self.until + KEPT_AFTER <= (now or datetime.now(UTC))


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """A document that is chosen for an offline copy, and the state in which the office has it."""

    id: int
    """Its id at the office."""
    sha256: str
    stamp: str
    """Differs whenever its rows differ."""
    passages: int


@dataclass(frozen=True, slots=True)
class FeedDocument:
    """A document as it crosses."""

    sha256: str
    rows: Rows
    pdf_bytes: int
    """The size of the PDF that a person reads; 0 where it is missing at the office."""
    pdf: bytes = b""
    """The PDF itself where it is small; a larger one is fetched in ranges."""


@dataclass(frozen=True, slots=True)
class FeedPortion:
    """Some documents as they cross."""

    revision: str
    """The revision of the tables, which must be the same at both ends."""
    documents: tuple[FeedDocument, ...]


@dataclass(frozen=True, slots=True)
class FeedVectors:
    """The vectors of some documents by the hashes of the embedded texts."""

    hashes: tuple[str, ...]
    matrix: bytes
    """Little-endian numbers of 32 bits, a row for each hash."""


@dataclass(frozen=True, slots=True)
class OfficeLists:
    """What an office keeps for all its documents and results depend on."""

    good_law: tuple[GoodLawEntry, ...]
    thesaurus: str
    """The content of the office's own file; empty where it has none."""


@dataclass(frozen=True, slots=True)
class OfflineCorrection:
    """A correction that was made, changed or withdrawn (None) in an offline copy."""

    sha256: str
    field: CaptionField
    value: str | None


@dataclass(frozen=True, slots=True)
class OfflineMark:
    """A mark that was given, changed or withdrawn (None) in an offline copy."""

    query: str
    document_sha256: str
    text_hash: str
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class OfflineGrant:
    """An offline copy as the office knows it."""

    person: str
    device: str
    matters: tuple[str, ...]
    documents: int
    """How many documents it was given when it was renewed last."""
    taken: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class OfflineState:
    """The offline copy on this computer."""

    lease: OfflineLease
    documents: int
    """The documents of the office that are in it; 0 too while it may not be opened."""
    unsent: int
    """The marks, corrections and new files that the office does not have yet."""


@dataclass(frozen=True, slots=True)
class OfflineReport:
    """What one exchange with the office did."""

    lease: OfflineLease
    documents: int
    """The documents of the office that are in the offline copy now."""
    brought: int
    """Those that are new or were changed."""
    removed: int
    """Those that the office removed, or does not give to this person any more."""
    sent: int
    """The marks, corrections and new files that the office took."""
    seconds: float
    problems: tuple[str, ...] = ()
    """Sentences on what was left out, or was refused and stays in the offline copy."""


def portions(entries: Iterable[FeedEntry], most_passages: int, most: int) -> list[list[FeedEntry]]:
    """Return entries in lists of a limited size; a document of many passages is a list of its own."""
    found: list[list[FeedEntry]] = []
    passages = 0
    for entry in entries:
        if not found or passages + entry.passages > most_passages or len(found[-1]) >= most:
            found.append([])
            passages = 0
        found[-1].append(entry)
        passages += entry.passages
    return found
