"""An offline copy: documents of an office's library that a computer takes along, to use without the server.

The office gives it for a time (the lease). What crosses of a document are the rows of its tables, so that
nothing is read or embedded again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from briefbank.domain.authorities import GoodLawEntry
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.feedback import Verdict

LEASE = timedelta(days=30)
"""The time for which an offline copy is given; each exchange with the office renews it."""
KEPT_AFTER = timedelta(days=7)
"""The time after the lease for which the documents stay on the disk, closed, so that they can be renewed."""
MOST_MATTERS, MOST_DOCUMENTS = 100, 1_000
"""The docket numbers, and the single documents, that may be chosen for an offline."""

Value = bool | int | float | str | bytes | None
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
    """A correction that was made, changed or withdrawn (None) in an offline."""

    sha256: str
    field: CaptionField
    value: str | None


@dataclass(frozen=True, slots=True)
class OfflineMark:
    """A mark that was given, changed or withdrawn (None) in an offline."""

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
    """Sentences on what was left out, or was refused and stays in the offline."""


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
