"""Checks whether the stored data of a document are unchanged.

The data that were read (the caption as read, the pages and passages) have one hash, over the bytes in the
catalogue; they can be read again. The data that no reading can restore (which file it is, its name and
folder, the date it was added, a person's corrections, what it is attached to) form its ``entry``. The entry
is stored twice, with a hash of its own that tells which copy is right. The reading copy has the hash of its
file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Integer,
    Select,
    bindparam,
    cast,
    delete,
    insert,
    literal,
    select,
    type_coerce,
    update,
)
from sqlalchemy.exc import StatementError
from sqlalchemy.types import NullType

from briefbank.catalogue import caption_rows
from briefbank.catalogue.columns import AnyText, batches, or_none
from briefbank.catalogue.database import as_bytes, reading, writing
from briefbank.catalogue.tables import (
    AnnotationGapRow,
    AttachmentRow,
    CaptionRow,
    ChecksumRow,
    CorrectionRow,
    DocumentRow,
    PageRow,
    PassageRow,
    WindowRow,
)
from briefbank.domain.documents import OF_READING
from briefbank.errors import StoreDamaged
from briefbank.text.characters import text_hash
from briefbank.text.messages import Message

_SOME: BindParameter[Any] = bindparam("some", expanding=True)
_DOCUMENTS = DocumentRow.id.in_(_SOME)


def _raw(column: Any) -> ColumnElement[Any]:
    """Return a column as it is stored, without the checks of its type: damage changes the hash."""
    return type_coerce(column, NullType())


def _number(column: Any) -> ColumnElement[Any]:
    """Return a switch as the number by which SQLite stores it."""
    return _raw(cast(column, Integer))


_READING_QUERIES: tuple[Select[*tuple[Any, ...]], ...] = (
    select(
        DocumentRow.id,
        *map(_raw, (DocumentRow.pages, DocumentRow.ocr_pages, DocumentRow.passages, DocumentRow.gaps)),
        *map(_raw, (DocumentRow.doubtful_pages, DocumentRow.hidden_pages)),
        _number(DocumentRow.has_reading_copy),
    ).where(_DOCUMENTS),
    select(
        CaptionRow.document_id,
        *map(as_bytes, (CaptionRow.field, CaptionRow.value, CaptionRow.source)),
        *map(_raw, (CaptionRow.confidence, CaptionRow.page)),
    )
    .where(CaptionRow.document_id.in_(_SOME))
    .order_by(CaptionRow.document_id, CaptionRow.field),
    select(
        PageRow.document_id,
        _raw(PageRow.index),
        *map(as_bytes, (PageRow.label, PageRow.source, PageRow.gap_reason)),
        _raw(PageRow.raw),
        as_bytes(PageRow.engine),
        *map(_raw, (PageRow.confidence, PageRow.hidden)),
    )
    .where(PageRow.document_id.in_(_SOME))
    .order_by(PageRow.document_id, PageRow.index),
    select(
        PassageRow.document_id,
        _raw(PassageRow.ordinal),
        as_bytes(PassageRow.role),
        _number(PassageRow.searchable),
        _raw(PassageRow.text_hash),
        *map(as_bytes, (PassageRow.page_label, PassageRow.heading_path)),
        _raw(PassageRow.spans),
        *map(as_bytes, (PassageRow.citations, PassageRow.text)),
        _raw(PassageRow.section),
    )
    .where(PassageRow.document_id.in_(_SOME))
    .order_by(PassageRow.document_id, PassageRow.ordinal),
    select(AnnotationGapRow.document_id, as_bytes(AnnotationGapRow.annotation), _raw(AnnotationGapRow.places))
    .where(AnnotationGapRow.document_id.in_(_SOME), AnnotationGapRow.annotation.in_(sorted(OF_READING)))
    .order_by(AnnotationGapRow.document_id, AnnotationGapRow.annotation),
    select(DocumentRow.id, _raw(DocumentRow.attached)).where(_DOCUMENTS, DocumentRow.attached > 0),
)
"""The queries whose rows, after the id of the document, the hash of a reading covers. They read bytes, as
damaged text may not decode. A change of the list changes every hash."""
_PASSAGE_TEXTS = select(as_bytes(PassageRow.text), _raw(PassageRow.text_hash)).where(
    PassageRow.document_id.in_(_SOME)
)

_FACT_COLUMNS = (
    *(DocumentRow.suffix, DocumentRow.size, DocumentRow.file_name, DocumentRow.added_at),
    *(DocumentRow.sample, DocumentRow.folder, DocumentRow.sha256),
)
_FACTS = select(
    DocumentRow.id,
    as_bytes(DocumentRow.suffix),
    _raw(DocumentRow.size),
    *map(as_bytes, (DocumentRow.file_name, DocumentRow.added_at)),
    _number(DocumentRow.sample),
    *map(as_bytes, (DocumentRow.folder, DocumentRow.sha256)),
).where(_DOCUMENTS)
_CORRECTION_COLUMNS = (CorrectionRow.field, CorrectionRow.value, CorrectionRow.corrected_at)
_CORRECTIONS = (
    select(CorrectionRow.document_id, *map(as_bytes, _CORRECTION_COLUMNS))
    .where(CorrectionRow.document_id.in_(_SOME))
    .order_by(CorrectionRow.document_id, CorrectionRow.field)
)
_CONTAINERS = (
    select(AttachmentRow.document_id, as_bytes(AttachmentRow.container))
    .where(AttachmentRow.document_id.in_(_SOME))
    .order_by(AttachmentRow.document_id, AttachmentRow.container)
)
_CHECKSUMS = select(
    ChecksumRow.document_id,
    *map(as_bytes, (ChecksumRow.sha256, ChecksumRow.entry, ChecksumRow.entry_hash)),
    *map(as_bytes, (ChecksumRow.read, ChecksumRow.copy)),
).where(ChecksumRow.document_id.in_(_SOME))

_SHOWN = select(DocumentRow).where(_DOCUMENTS)
_SEALS = (
    select(DocumentRow.id, *map(or_none, (ChecksumRow.read, ChecksumRow.entry_hash, ChecksumRow.copy)))
    .outerjoin(ChecksumRow, ChecksumRow.document_id == DocumentRow.id)
    .where(DocumentRow.id.in_(_SOME))
)
_WINDOWS = (
    select(WindowRow.document_id, WindowRow.canonical, WindowRow.valid_from, WindowRow.valid_to)
    .where(WindowRow.document_id.in_(_SOME))
    .order_by(WindowRow.document_id, WindowRow.canonical)
)
_DELETE = delete(ChecksumRow).where(ChecksumRow.document_id == bindparam("document_id"))
_INSERT = insert(ChecksumRow)
_DISPUTED = (
    select(ChecksumRow.sha256)
    .join(DocumentRow, DocumentRow.id == ChecksumRow.document_id)
    .where(ChecksumRow.sha256 != DocumentRow.sha256)
)


@dataclass(frozen=True, slots=True)
class ChecksumResult:
    """The result of comparing a document's rows with its checksum."""

    intact: bool
    copy: str
    """The SHA-256 of its reading copy; empty where it has none."""


class _Entry(NamedTuple):
    """The data of a document that no reading can restore."""

    sha256: str
    text: str
    """The rest of the entry, as JSON. Text of the catalogue has one character for each byte."""

    @property
    def hash(self) -> str:
        return hashlib.sha256(f"{self.sha256} {self.text}".encode()).hexdigest()


class _Checksum(NamedTuple):
    second: _Entry
    entry_hash: str
    read: str
    copy: str


@reading
def fit(connection: Connection, document_id: int) -> ChecksumResult:
    """Compare a document with its checksum. It does not fit where the checksum or the document is gone."""
    return seals_of(connection, [document_id]).get(document_id, ChecksumResult(False, ""))


def seal(connection: Connection, document_id: int, copy: str) -> None:
    """Store the checksum of a document as it is now, in place of an older one."""
    entry = _entry(connection, document_id)
    connection.execute(_DELETE, {"document_id": document_id})
    read = _hashes_of_readings(connection, [document_id])[document_id]
    values = {"document_id": document_id, "read": read, "copy": copy}
    connection.execute(_INSERT, [values | _columns(entry)])


def seal_entry(connection: Connection, document_id: int) -> None:
    """Store the current entry of a document that has a checksum."""
    values = _columns(_entry(connection, document_id))
    connection.execute(update(ChecksumRow).where(ChecksumRow.document_id == document_id).values(values))


@writing
def mend_entry(connection: Connection, document_id: int) -> None:
    """Make a document's entry and its second copy agree again, if they do not: the intact one wins.

    The effective caption is not computed again. This comes before a person's next correction, which would
    seal altered data.
    """
    known = _checksums(connection, [document_id]).get(document_id)
    if known is None or known.second == _entry(connection, document_id):
        return
    if known.second.hash != known.entry_hash or not _restore_entry(connection, document_id, known.second):
        seal_entry(connection, document_id)


def _restore_entry(connection: Connection, document_id: int, entry: _Entry) -> bool:
    """Put an entry in force; return False, having done nothing, for one that no genuine document can have.

    Its hash has no key: a stranger can write any entry, and the hash that fits it.
    """
    try:
        with connection.begin_nested():
            said = json.loads(entry.text)
            at = [isinstance(part, list) for part in said].index(True)
            facts, corrected, containers = said[:at], said[at], said[at + 1 :]
            values = _as_stored(_FACT_COLUMNS, (*facts, entry.sha256))
            connection.execute(update(DocumentRow).where(DocumentRow.id == document_id).values(values))
            for table in (CorrectionRow, AttachmentRow):
                connection.execute(delete(table).where(table.document_id == document_id))
            for correction in corrected:
                values = _as_stored(_CORRECTION_COLUMNS, correction) | {"document_id": document_id}
                connection.execute(insert(CorrectionRow).values(values))
            for correction in containers:
                values = _as_stored((AttachmentRow.container,), [correction]) | {"document_id": document_id}
                connection.execute(insert(AttachmentRow).values(values))
            _captions_fit(connection, [document_id])  # reads every column, with the checks of its type
    except (ValueError, TypeError, OverflowError, RecursionError, StatementError, StoreDamaged):
        return False
    return True


def stamps(connection: Connection, ids: Iterable[int]) -> dict[int, str]:
    """Return for each document a text that differs whenever its rows differ, but for those that are made from
    others."""
    stamps_by_hash = dict[int, str]()
    for some in batches(ids):
        windows = dict[int, list[Any]]()
        for id_, *window in connection.execute(_WINDOWS, {"some": some}):
            windows.setdefault(id_, []).append(window)
        for id_, *sealed in connection.execute(_SEALS, {"some": some}):
            stamps_by_hash[id_] = text_hash(repr((sealed, windows.get(id_))))
    return stamps_by_hash


def seals_of(connection: Connection, ids: Collection[int]) -> dict[int, ChecksumResult]:
    """Return for each of these documents, all of which must exist, what ``fit`` does; nothing
    for those without a checksum."""
    known = _checksums(connection, ids)
    read, entries = _hashes_of_readings(connection, known), _entries(connection, known)
    whole = {
        id_
        for id_, entry in known.items()
        if entry.read == read[id_] and entry.entry_hash == entry.second.hash and entry.second == entries[id_]
    }
    intact = whole & _captions_fit(connection, whole)
    return {id_: ChecksumResult(id_ in intact, entry.copy) for id_, entry in known.items()}


def words_fit(connection: Connection, ids: Collection[int]) -> bool:
    """Tell whether the passages of some documents have the words of their own hashes."""
    rows = (row for some in batches(ids) for row in connection.execute(_PASSAGE_TEXTS, {"some": some}))
    return all(hashlib.blake2b(text, digest_size=16).digest() == known for text, known in rows)


@reading
def disputed_hashes(connection: Connection) -> set[str]:
    """Return the hashes of files about which a document's row and its checksum disagree. These files are kept
    until a repair decides which is right."""
    return set(connection.execute(_DISPUTED).scalars())


def _captions_fit(connection: Connection, ids: Collection[int]) -> set[int]:
    """Return those of the documents whose caption columns follow from the values read and the corrections."""
    fitting = set[int]()
    read = caption_rows.as_read_by_document(connection, ids)
    corrected = caption_rows.corrections_by_document(connection, ids)
    for some in batches(ids):
        for shown in connection.execute(_SHOWN, {"some": some}).mappings():
            id_ = shown["id"]
            values = caption_rows.columns(
                read.get(id_, ()), corrected.get(id_, {}), shown["file_name"], shown["folder"]
            )
            if all(shown[name] == value for name, value in values.items()):
                fitting.add(id_)
    return fitting


def _entry(connection: Connection, document_id: int) -> _Entry:
    """Return the entry of a document, which must exist."""
    return _entries(connection, [document_id])[document_id]


def _entries(connection: Connection, ids: Collection[int]) -> dict[int, _Entry]:
    """Return the entries of documents according to their rows, corrections and containers."""
    entries = dict[int, _Entry]()
    for some in batches(ids):
        corrected = _grouped(connection, _CORRECTIONS, some)
        containers = _grouped(connection, _CONTAINERS, some)
        for id_, *facts, sha256 in connection.execute(_FACTS, {"some": some}):
            corrections = [[_as_text(value) for value in row] for row in corrected.get(id_, ())]
            contained = [_as_text(container) for (container,) in containers.get(id_, ())]
            said = [*map(_as_text, facts), corrections, *contained]
            entries[id_] = _Entry(_as_text(sha256), json.dumps(said))
    return entries


def _grouped(
    connection: Connection, query: Select[*tuple[Any, ...]], some: Sequence[int]
) -> dict[int, list[list[Any]]]:
    """Return the rows of documents by the id that they begin with, without it."""
    groups = dict[int, list[list[Any]]]()
    for id_, *row in connection.execute(query, {"some": some}):
        groups.setdefault(id_, []).append(row)
    return groups


def _hashes_of_readings(connection: Connection, ids: Collection[int]) -> dict[int, str]:
    """Return the hash of what was read of each document, which must exist."""
    digests = {id_: hashlib.sha256() for id_ in ids}
    for query in _READING_QUERIES:
        for some in batches(ids):
            for id_, *row in connection.execute(query, {"some": some}):
                said = [value if isinstance(value, bytes) else repr(value).encode() for value in row]
                digests[id_].update(b"%b:%b" % (repr([*map(len, said)]).encode(), b"".join(said)))
    return {id_: digest.hexdigest() for id_, digest in digests.items()}


def _checksums(connection: Connection, ids: Iterable[int]) -> dict[int, _Checksum]:
    checksums = dict[int, _Checksum]()
    for some in batches(ids):
        for id_, *row in connection.execute(_CHECKSUMS, {"some": some}):
            sha256, entry, *hashes = map(_as_text, row)
            checksums[id_] = _Checksum(_Entry(sha256, entry), *hashes)
    return checksums


def _as_text(value: Any) -> Any:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def _as_stored(columns: Iterable[Any], said: Iterable[Any]) -> dict[str, Any]:
    """Return what an entry says of columns, as it was stored; the inverse of ``_as_text``. Raises ValueError.

    The types of the columns would change what a stranger stored: they write out hidden characters.
    """
    return {
        column.name: literal(plain.encode("latin-1").decode("utf-8", "surrogatepass"), AnyText())
        if isinstance(plain, str)
        else plain
        for column, plain in zip(columns, said, strict=True)
    }


def _columns(entry: _Entry) -> dict[str, str]:
    return {"sha256": entry.sha256, "entry": entry.text, "entry_hash": entry.hash}


# Describes for people how the two indexes differ from the catalogue, which is authoritative.
#
# A passage without a vector is no fault: embedding runs in the background.


@dataclass(frozen=True, slots=True)
class IdTotals:
    """A set of passages in three numbers, for comparing two sets without listing them.

    Passage ids increase and are never reused, so whatever one interrupted change leaves (passages missing,
    left over, or replaced by newer ones) differs in the count, or else in the sum.
    """

    count: int
    total: int
    """The sum of the ids; below 2**53 for a hundred million passages, so that a float holds it exactly."""
    highest: int

    @classmethod
    def of(cls, ids: AbstractSet[int]) -> IdTotals:
        return cls(len(ids), sum(ids), max(ids, default=0))


def compare_words(catalogue_ids: AbstractSet[int], indexed_ids: AbstractSet[int]) -> list[Message]:
    """Return a sentence for each difference between the word index and the searchable passages."""
    return sentences(len(catalogue_ids - indexed_ids), len(indexed_ids - catalogue_ids), Message("words"))


def sentences(missing: int, left_over: int, what: Message) -> list[Message]:
    """Return sentences on ``missing`` and ``left_over`` passages of the index of ``what``; none when both are
    0."""
    problems = []
    if missing:
        problems.append(
            Message("{passages} cannot be found by {what}.", passages=passages(missing), what=what)
        )
    if left_over:
        problems.append(
            Message(
                "The index of {what} still holds {passages} of documents that were removed.",
                what=what,
                passages=passages(left_over),
            )
        )
    return problems


def passages(count: int) -> Message:
    return Message("1 passage") if count == 1 else Message("{count:,} passages", count=count)
