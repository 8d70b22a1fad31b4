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
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Connection,
    Integer,
    Select,
    String,
    Text,
    cast,
    delete,
    insert,
    literal,
    select,
    type_coerce,
    update,
)
from sqlalchemy.exc import StatementError
from sqlalchemy.types import NullType, TypeDecorator

from briefbank.catalogue import caption_rows
from briefbank.catalogue.columns import GIVEN_IDS, given_ids, or_none
from briefbank.catalogue.database import as_bytes, read_text, reading, replacing, writing
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

_Query = Select[*tuple[Any, ...]]


def _stored(column: Any) -> ColumnElement[Any]:
    """Return a column as it is stored, without the checks of its type: damage changes the hash. Text is read
    as bytes, because damaged text may not decode, and a switch as the number by which SQLite stores it."""
    kind = column.type.impl_instance if isinstance(column.type, TypeDecorator) else column.type
    if isinstance(kind, String):
        return as_bytes(column)
    return type_coerce(cast(column, Integer) if isinstance(kind, Boolean) else column, NullType())


def _rows(table: Any, columns: str, *conditions: ColumnElement[bool]) -> _Query:
    """Select the id of the document and these columns of its rows in a table, ordered by the first."""
    document = DocumentRow.id if table is DocumentRow else table.document_id
    chosen = [getattr(table, name) for name in columns.split()]
    query = select(document, *map(_stored, chosen)).where(document.in_(GIVEN_IDS), *conditions)
    return query.order_by(document, chosen[0])


_FACTS, _CORRECTION = "sha256 suffix size file_name added_at sample folder", "field value corrected_at"
_FACT_ROWS, _CORRECTION_ROWS = _rows(DocumentRow, _FACTS), _rows(CorrectionRow, _CORRECTION)
_CONTAINER_ROWS = _rows(AttachmentRow, "container")
_CHECKSUM_ROWS = _rows(ChecksumRow, "sha256 entry entry_hash read copy")
_READING_ROWS = (
    _rows(DocumentRow, "pages ocr_pages passages gaps doubtful_pages hidden_pages has_reading_copy attached"),
    _rows(CaptionRow, "field value source confidence page"),
    _rows(PageRow, "index label source gap_reason raw engine confidence hidden"),
    _rows(
        PassageRow, "ordinal role searchable text_hash page_label heading_path spans citations text section"
    ),
    _rows(AnnotationGapRow, "annotation places", AnnotationGapRow.annotation.in_(sorted(OF_READING))),
)
"""The rows that the hash of a reading covers. A change of the list changes every hash."""
_PASSAGE_TEXTS = _rows(PassageRow, "ordinal text text_hash")
_SHOWN = select(DocumentRow).where(DocumentRow.id.in_(GIVEN_IDS))
_SEALS = (
    select(DocumentRow.id, *map(or_none, (ChecksumRow.read, ChecksumRow.entry_hash, ChecksumRow.copy)))
    .outerjoin(ChecksumRow, ChecksumRow.document_id == DocumentRow.id)
    .where(DocumentRow.id.in_(GIVEN_IDS))
)
_WINDOWS = (
    select(WindowRow.document_id, WindowRow.canonical, WindowRow.valid_from, WindowRow.valid_to)
    .where(WindowRow.document_id.in_(GIVEN_IDS))
    .order_by(WindowRow.document_id, WindowRow.canonical)
)
_SEAL = replacing(ChecksumRow)
_DISPUTED = (
    select(ChecksumRow.sha256)
    .join(DocumentRow, DocumentRow.id == ChecksumRow.document_id)
    .where(ChecksumRow.sha256 != DocumentRow.sha256)
)


def _each(connection: Connection, query: _Query, ids: Iterable[int]) -> Iterator[tuple[int, list[Any]]]:
    for id_, *row in connection.execute(query, given_ids(ids)):
        yield id_, row


@dataclass(frozen=True, slots=True)
class ChecksumResult:
    intact: bool
    copy: str  # the SHA-256 of its reading copy; empty where it has none


class _Entry(NamedTuple):
    """The data of a document that no reading can restore."""

    sha256: str
    text: str  # the rest of the entry, as JSON. Text of the catalogue has one character for each byte.

    def columns(self) -> dict[str, str]:
        entry_hash = hashlib.sha256(f"{self.sha256} {self.text}".encode()).hexdigest()
        return {"sha256": self.sha256, "entry": self.text, "entry_hash": entry_hash}


@reading
def fit(connection: Connection, document_id: int) -> ChecksumResult:
    """Compare a document with its checksum. It does not fit where the checksum or the document is gone."""
    return seals_of(connection, [document_id]).get(document_id, ChecksumResult(False, ""))


def seal(connection: Connection, document_id: int, copy: str) -> None:
    """Store the checksum of a document as it is now, in place of an older one."""
    read = _hashes_of_readings(connection, [document_id])[document_id]
    entry = _entries(connection, [document_id])[document_id]
    values = {"document_id": document_id, "read": read, "copy": copy}
    connection.execute(_SEAL, [values | entry.columns()])


def seal_entry(connection: Connection, document_id: int) -> None:
    entry = _entries(connection, [document_id])[document_id]
    change = update(ChecksumRow).where(ChecksumRow.document_id == document_id)
    connection.execute(change.values(entry.columns()))


@writing
def mend_entry(connection: Connection, document_id: int) -> None:
    """Make a document's entry and its second copy agree again, if they do not: the intact one wins.

    The effective caption is not computed again. This comes before a person's next correction, which would
    seal altered data.
    """
    for _, row in list(_each(connection, _CHECKSUM_ROWS, [document_id])):
        sha256, text, entry_hash, *_ = map(_as_text, row)
        second = _Entry(sha256, text)
        if second == _entries(connection, [document_id])[document_id]:
            return
        genuine = second.columns()["entry_hash"] == entry_hash
        if not genuine or not _restore_entry(connection, document_id, second):
            seal_entry(connection, document_id)


def _restore_entry(connection: Connection, document_id: int, entry: _Entry) -> bool:
    """Put an entry in force; return False, having done nothing, for one that no genuine document can have.

    Its hash has no key: a stranger can write any entry, and the hash that fits it.
    """
    try:
        with connection.begin_nested():
            facts, corrections, containers = json.loads(entry.text)
            values = _as_stored(_FACTS, (entry.sha256, *facts))
            connection.execute(update(DocumentRow).where(DocumentRow.id == document_id).values(values))
            for table, columns, rows in (
                (CorrectionRow, _CORRECTION, corrections),
                (AttachmentRow, "container", [[container] for container in containers]),
            ):
                connection.execute(delete(table).where(table.document_id == document_id))
                for row in rows:
                    values = _as_stored(columns, row) | {"document_id": document_id}
                    connection.execute(insert(table).values(values))
            _captions_fit(connection, [document_id])  # reads every column, with the checks of its type
    except (ValueError, TypeError, OverflowError, RecursionError, StatementError, StoreDamaged):
        return False
    return True


def stamps(connection: Connection, ids: Collection[int]) -> dict[int, str]:
    """Return for each document a text that differs whenever its own rows differ."""
    windows = defaultdict[int, list[Any]](list)
    for id_, window in _each(connection, _WINDOWS, ids):
        windows[id_].append(window)
    rows = _each(connection, _SEALS, ids)
    return {id_: text_hash(repr((sealed, windows.get(id_)))) for id_, sealed in rows}


def seals_of(connection: Connection, ids: Collection[int]) -> dict[int, ChecksumResult]:
    """Return for each of these documents what ``fit`` does; nothing for those without a checksum."""
    rows = {id_: list(map(_as_text, row)) for id_, row in _each(connection, _CHECKSUM_ROWS, ids)}
    reads, entries = _hashes_of_readings(connection, rows), _entries(connection, rows)
    whole = {
        id_
        for id_, (sha256, text, entry_hash, read, _) in rows.items()
        if read == reads[id_]
        and (entry := _Entry(sha256, text)) == entries.get(id_)
        and entry_hash == entry.columns()["entry_hash"]
    }
    intact = _captions_fit(connection, whole)
    return {id_: ChecksumResult(id_ in intact, copy) for id_, (*_, copy) in rows.items()}


def words_fit(connection: Connection, ids: Collection[int]) -> bool:
    """Tell whether the passages of some documents have the words of their own hashes."""
    rows = _each(connection, _PASSAGE_TEXTS, ids)
    return all(
        text_hash(read_text(text.decode("utf-8", "replace"))) == known.hex() for _, (_, text, known) in rows
    )


@reading
def disputed_hashes(connection: Connection) -> set[str]:
    """Return the hashes of files that a repair must keep: row and checksum disagree about them."""
    return set(connection.execute(_DISPUTED).scalars())


def _captions_fit(connection: Connection, ids: Collection[int]) -> set[int]:
    fitting = set[int]()
    read = caption_rows.as_read_by_document(connection, ids)
    corrected = caption_rows.corrections_by_document(connection, ids)
    for shown in connection.execute(_SHOWN, given_ids(ids)).mappings():
        id_, file_name, folder = shown["id"], shown["file_name"], shown["folder"]
        values = caption_rows.columns(read.get(id_, ()), corrected.get(id_, {}), file_name, folder)
        if all(shown[name] == value for name, value in values.items()):
            fitting.add(id_)
    return fitting


def _entries(connection: Connection, ids: Collection[int]) -> dict[int, _Entry]:
    """Return the entries of the documents that exist according to their rows, corrections and containers."""
    corrections, containers = defaultdict[int, list[Any]](list), defaultdict[int, list[Any]](list)
    for id_, row in _each(connection, _CORRECTION_ROWS, ids):
        corrections[id_].append(list(map(_as_text, row)))
    for id_, row in _each(connection, _CONTAINER_ROWS, ids):
        containers[id_] += map(_as_text, row)
    entries = {}
    for id_, row in _each(connection, _FACT_ROWS, ids):
        sha256, *facts = map(_as_text, row)
        entries[id_] = _Entry(sha256, json.dumps([facts, corrections[id_], containers[id_]]))
    return entries


def _hashes_of_readings(connection: Connection, ids: Collection[int]) -> dict[int, str]:
    digests = {id_: hashlib.sha256() for id_ in ids}
    for query in _READING_ROWS:
        for id_, row in _each(connection, query, ids):
            values = [value if isinstance(value, bytes) else repr(value).encode() for value in row]
            digests[id_].update(b"%b:%b" % (repr([*map(len, values)]).encode(), b"".join(values)))
    return {id_: digest.hexdigest() for id_, digest in digests.items()}


def _as_text(value: Any) -> Any:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def _as_stored(columns: str, values: Sequence[Any]) -> dict[str, Any]:
    """Return what an entry says of columns, as it was stored; the inverse of ``_as_text``. Raises ValueError.

    The types of the columns would change what a stranger stored: they write out hidden characters.
    """
    return {
        name: literal(plain.encode("latin-1").decode(), Text()) if isinstance(plain, str) else plain
        for name, plain in zip(columns.split(), values, strict=True)
    }


# How the two indexes differ from the catalogue, in sentences for people. A passage without a vector is no
# fault: embedding runs in the background.


def compare_words(catalogue_ids: AbstractSet[int], indexed_ids: AbstractSet[int]) -> list[Message]:
    """Return a sentence for each difference between the word index and the searchable passages."""
    return sentences(len(catalogue_ids - indexed_ids), len(indexed_ids - catalogue_ids), Message("words"))


def sentences(missing: int, left_over: int, what: Message) -> list[Message]:
    """Return sentences on ``missing`` and ``left_over`` passages of ``what``'s index; none if both are 0."""
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
