"""What the office's server gives to offline copies, and which copies it gave: to whom, at which computer, and
until when.

The feed asks the library as a person sees it, whose parts know no other documents. Documents cross as the
rows of their tables. The list of offline copies is in a file of the server's own user, as its walls are.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Column, DateTime, Integer, MetaData, String, Table, delete, select
from sqlalchemy.dialects.sqlite import insert

from briefbank.api.documents import OfflineGrantsApi
from briefbank.audit.chain import fits
from briefbank.catalogue import checksums, document_rows, feedback_rows, law_rows, schema
from briefbank.catalogue.columns import GIVEN_IDS, given_ids
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import BY_NAME
from briefbank.catalogue.tables import DocumentRow, FeedbackRow
from briefbank.domain.authorities import GoodLawEntry
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Document
from briefbank.domain.maintenance import AuditEvent, EncryptionState
from briefbank.domain.office import (
    LEASE,
    OfflineChoice,
    OfflineGrant,
    OfflineLease,
    Person,
    current_name,
    current_person,
)
from briefbank.domain.searches import StoredFeedback
from briefbank.errors import BriefBankError, OfflineRefused, TooMuchOffline
from briefbank.files import read_small
from briefbank.office import walled_library
from briefbank.office.walled_library import HidingRules
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.embedding.background_indexer import EmbeddingIndexer
    from briefbank.office.library import OfficeLibrary
    from briefbank.office.walled_library import VisibleEmbedding

log = logging.getLogger(__name__)

MOST_PASSAGES, MOST_AT_ONCE = 2_000, 100
"""The passages, unless one document has more, and the documents that cross at once: some ten megabytes with
their vectors."""
LARGEST_THESAURUS = 1 << 20
REVISION = schema.SHAPES[schema.head()]  # The revision of the tables whose rows cross
DOCUMENT = "document"
CHECKED_TABLES = (DOCUMENT, "attachment", "caption", "correction", "annotation_gap", "checksum", "window")
TABLES = {name: BY_NAME[name] for name in (*CHECKED_TABLES, "page", "passage")}
COLUMNS = {
    name: [column for column in table.columns if column.name not in ("id", "document_id")]
    for name, table in TABLES.items()
}
"""The columns that cross, of each table."""


def owner(table: Table) -> Column[Any]:
    return table.c.id if table.name == DOCUMENT else table.c.document_id


MOST_MATTERS, MOST_DOCUMENTS = 100, 1_000
"""The limits on the docket numbers, and on the single documents, of an offline copy."""
CellValue = bool | int | float | str | bytes | None
"""A value of a row as it crosses: a day as text, a text that UTF-8 cannot represent as bytes."""
Rows = dict[str, list[tuple[Any, ...]]]
"""Rows by the name of their table, each with the values (CellValue) of its columns in order, without ids.
Untrusted until they are stored."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    id: int  # The id at the office
    sha256: str
    stamp: str  # A value that differs whenever the rows differ
    passages: int


@dataclass(frozen=True, slots=True)
class FeedDocument:
    sha256: str
    rows: Rows
    pdf_bytes: int  # The size of the PDF that a person reads; 0 where the office lacks it


@dataclass(frozen=True, slots=True)
class FeedPortion:
    revision: str  # The revision of the tables, which must be the same at both ends
    documents: tuple[FeedDocument, ...]
    vectors: dict[str, bytes]
    """Their vectors by the hashes of the embedded texts, in little-endian numbers of 32 bits."""


@dataclass(frozen=True, slots=True)
class OfficeLists:
    good_law: tuple[GoodLawEntry, ...]
    thesaurus: str  # The content of the office's own file; empty where it has none


@dataclass(frozen=True, slots=True)
class OfflineCorrection:
    """A correction that was made, changed or withdrawn (None) in an offline copy."""

    sha256: str
    field: CaptionField
    value: str | None


T = TypeVar("T", FeedEntry, Document)


def portions(documents: Iterable[T]) -> list[list[T]]:
    """Split documents into portions that can cross at once; one of many passages is a portion of its own."""
    lists: list[list[T]] = []
    passages = 0
    for document in documents:
        if not lists or passages + document.passages > MOST_PASSAGES or len(lists[-1]) >= MOST_AT_ONCE:
            lists.append([])
            passages = 0
        lists[-1].append(document)
        passages += document.passages
    return lists


class DocumentFeed:
    """The documents of a library as they cross to an offline copy, of those that the asking person sees. Any
    thread. Nothing is kept of an exchange here."""

    def __init__(
        self,
        catalogue: Database,
        vectors: EmbeddingIndexer | VisibleEmbedding,
        pdf_path: Callable[[int], Path],
        thesaurus: Path,
    ) -> None:
        """``pdf_path`` returns where a document's PDF should be; ``thesaurus`` is the office's own file."""
        self._catalogue, self._vectors = catalogue, vectors
        self._pdf_path, self._thesaurus = pdf_path, thesaurus

    def entries(self, choice: OfflineChoice) -> list[FeedEntry]:
        """Return the documents that are chosen, in order of id. Raises TooMuchOffline."""
        if len(choice.matters) > MOST_MATTERS or len(choice.documents) > MOST_DOCUMENTS:
            raise TooMuchOffline(detail="choice")
        # Walls find the documents of a matter by the same rules.
        rules = HidingRules.of(choice.documents, choice.matters)
        with self._catalogue.reading() as connection:
            stamps = checksums.stamps(connection, sorted(walled_library.with_attached(connection, rules)))
            chosen = document_rows.by_ids(connection, stamps)
        return [
            FeedEntry(id_, chosen[id_].sha256, stamps[id_], chosen[id_].passages) for id_ in sorted(chosen)
        ]

    def portion(self, document_ids: Sequence[int], encoder: str) -> FeedPortion:
        """Return those of the documents that are there, with the vectors that the model with this name made
        of them, none of another. Raises TooMuchOffline for too many at once."""
        if len(document_ids) > MOST_AT_ONCE:
            raise TooMuchOffline(detail="documents at once")
        known = document_rows.get_many(self._catalogue, document_ids)
        if len(known) > 1 and sum(document.passages for document in known.values()) > MOST_PASSAGES:
            raise TooMuchOffline(detail="passages at once")
        documents = tuple(
            FeedDocument(str(rows[DOCUMENT][0][0]), rows, self._pdf_bytes(id_))
            for id_, rows in self._rows(known).items()
        )
        try:
            vectors = self._vectors.vectors_of(list(known), encoder)
        except BriefBankError as error:
            log.warning("no vectors for an offline copy: %s", error.detail)
            vectors = {}
        packed = {key: vector.astype("<f4", copy=False).tobytes() for key, vector in vectors.items()}
        return FeedPortion(REVISION, documents, packed)

    def marks(self, document_ids: Sequence[int]) -> list[StoredFeedback]:
        """Return the verdicts on passages of these documents that count for the asking person, in order."""
        chosen = select(DocumentRow.sha256).where(DocumentRow.id.in_(GIVEN_IDS))
        key = FeedbackRow.query, FeedbackRow.document_sha256, FeedbackRow.text_hash
        query = (
            select(FeedbackRow)
            .where(FeedbackRow.document_sha256.in_(chosen))
            .where(FeedbackRow.person.in_((feedback_rows.FOR_ALL, current_name())))
            .order_by(*key, FeedbackRow.person)
        )
        marks = dict[object, StoredFeedback]()
        with self._catalogue.reading() as connection:
            for row in connection.execute(query, given_ids(document_ids)):  # a person's own comes last
                mark = feedback_rows.stored(row)
                marks[mark.query, mark.document_sha256, mark.text_hash] = mark
        return list(marks.values())

    def lists(self) -> OfficeLists:
        """Return what results depend on besides documents."""
        try:
            thesaurus = read_small(self._thesaurus, LARGEST_THESAURUS).decode("utf-8", "replace")
        except (OSError, ValueError):
            thesaurus = ""
        return OfficeLists(tuple(law_rows.list_entries(self._catalogue)), thesaurus)

    def _rows(self, ids: Collection[int]) -> dict[int, Rows]:
        rows_by_id = dict[int, Rows]()
        with self._catalogue.reading() as connection:
            for name, table in TABLES.items():
                query = select(owner(table), *COLUMNS[name]).where(owner(table).in_(GIVEN_IDS))
                ordered = query.order_by(owner(table), *COLUMNS[name][:1])
                for id_, *values in connection.execute(ordered, given_ids(ids)):
                    of_document = rows_by_id.setdefault(id_, {}) if name == DOCUMENT else rows_by_id[id_]
                    of_document.setdefault(name, []).append(tuple(map(_crossing, values)))
        return rows_by_id

    def _pdf_bytes(self, document_id: int) -> int:
        try:
            return self._pdf_path(document_id).stat().st_size
        except OSError:
            return 0


def _crossing(value: Any) -> CellValue:
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return value.encode("utf-8", "surrogatepass")
    return value.isoformat() if isinstance(value, date) else value


_TABLES = MetaData()
_OFFLINE = Table(
    "offline",
    _TABLES,
    Column("person", String, primary_key=True),
    Column("device", String, primary_key=True),
    Column("matters", String, nullable=False),
    Column("documents", Integer, nullable=False),
    Column("taken", DateTime, nullable=False),
    Column("until", DateTime, nullable=False),
)


MOST_AN_HOUR = 60  # How often one computer takes documents along: the activity log has each time
MATTERS_OF_ENTRY = 9  # The docket numbers that one entry of it holds


class OfflineGrants:
    """The offline copies in one file. Any thread."""

    def __init__(
        self, file: Path, office: str, secret_hash: Callable[[str], str], *, any_disk: bool = False
    ) -> None:
        """Open the file, or create it for this user alone. ``office`` is its name for people;
        ``secret_hash`` returns the hash of the secret of the computer with a name; with ``any_disk`` offline
        copies may be on disks without encryption."""
        from briefbank.office import accounts  # a client, which reads the feed, lacks the server's packages

        self.office, self.any_disk, self.secret_hash = office, any_disk, secret_hash
        self._engine = accounts.opened(file, _TABLES)
        self._counting, self._given = Lock(), dict[str, list[datetime]]()
        """The times of the last hour at which each computer was given something."""

    def close(self) -> None:
        self._engine.dispose()

    def seen_by(self, seen: OfficeLibrary) -> OfflineGrantsApi:
        return _Asked(self, seen)

    def give(self, person: Person, choice: OfflineChoice, documents: int) -> OfflineLease:
        """Return the lease of an offline copy. Raises TooMuchOffline for one computer too often."""
        now = datetime.now(UTC)
        with self._counting:
            given = [at for at in self._given.get(person.device, ()) if at > now - timedelta(hours=1)]
            if len(given) >= MOST_AN_HOUR:
                raise TooMuchOffline(
                    Message("Too much was taken along on this computer within an hour."),
                    Message("Try again in an hour."),
                )
            self._given[person.device] = [*given, now]
        until, matters = _stored(now + LEASE), json.dumps(choice.matters)
        values = {"matters": matters, "documents": documents, "until": until}
        key = {"person": person.name, "device": person.device}
        adding = insert(_OFFLINE).values(taken=_stored(now), **key, **values)
        with self._engine.begin() as connection:
            connection.execute(adding.on_conflict_do_update(index_elements=list(key), set_=values))
        return OfflineLease(self.office, person.name, now + LEASE, choice)

    def end(self, person: Person) -> bool:
        """Forget an offline copy, and tell whether there was one."""
        mine = (_OFFLINE.c.person == person.name, _OFFLINE.c.device == person.device)
        with self._engine.begin() as connection:
            return bool(connection.execute(delete(_OFFLINE).where(*mine)).rowcount)

    def given(self) -> list[OfflineGrant]:
        """Return all offline copies, those whose time ends last first."""
        query = select(_OFFLINE).order_by(_OFFLINE.c.until.desc(), _OFFLINE.c.person, _OFFLINE.c.device)
        with self._engine.connect() as connection:
            return [_given(row) for row in connection.execute(query)]


@dataclass(frozen=True, slots=True)
class _Asked(OfflineGrantsApi):
    """The offline copies as one person asks for them, who sees this much of the library."""

    grants: OfflineGrants
    seen: OfficeLibrary

    def take(self, choice: OfflineChoice, disk: EncryptionState) -> OfflineLease:
        if disk is not EncryptionState.YES and not self.grants.any_disk:
            raise OfflineRefused(detail=disk.value)
        documents = len(self.seen.feed.entries(choice))
        lease = self.grants.give(_person(), choice, documents)
        known = [docket for docket in choice.matters if fits("matter", docket)]
        details: dict[str, Any] = {"documents": documents}
        for start in range(0, len(known) or 1, MATTERS_OF_ENTRY):
            some = known[start : start + MATTERS_OF_ENTRY]
            details |= {"matter": "; ".join(some)} if some else {}
            self.seen.audit.note(AuditEvent.TAKEN_ALONG, **details)
            details = {}
        of_library = replace(lease, library=self.seen.records.library_id())
        return replace(of_library, signature=of_library.signed(self.grants.secret_hash(_person().device)))

    def returned(self) -> None:
        if self.grants.end(_person()):
            self.seen.audit.note(AuditEvent.TAKEN_ALONG, change="removed")

    def given(self) -> list[OfflineGrant]:
        return self.grants.given()


def _person() -> Person:
    person = current_person()
    assert person is not None, "clients ask for a person"
    return person


def _stored(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(tzinfo=None)


def _given(row: Any) -> OfflineGrant:
    matters = tuple(json.loads(row.matters))
    taken, until = (moment.replace(tzinfo=UTC) for moment in (row.taken, row.until))
    return OfflineGrant(row.person, row.device, matters, row.documents, taken, until)
