"""Says whether what is stored of a document is still what was stored.

What was read of it (its caption as it was read, its pages and passages) has one hash, over the bytes in the
catalogue: it can be read again. What no reading gives again (which file it is, its name, the day it came,
what a person put right) is its ``entry``: kept a second time, with a hash of its own that says which of the
two is right. The reading copy has the hash of its file.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import DBAPIError

from briefbank.catalogue import captions
from briefbank.catalogue.database import Database
from briefbank.catalogue.tables import ChecksumRow, DocumentRow
from briefbank.errors import StoreDamaged

_READ = (
    "SELECT pages, ocr_pages, passages, gaps, doubtful_pages, hidden_pages, has_reading_copy "
    "FROM document WHERE id = ?",
    "SELECT CAST(field AS BLOB), CAST(value AS BLOB), CAST(source AS BLOB), confidence, page "
    "FROM caption WHERE document_id = ? ORDER BY field",
    'SELECT "index", CAST(label AS BLOB), CAST(source AS BLOB), CAST(gap_reason AS BLOB), raw, '
    "CAST(engine AS BLOB), confidence, hidden FROM page WHERE document_id = ? ORDER BY 1",
    "SELECT ordinal, CAST(role AS BLOB), searchable, text_hash, CAST(page_label AS BLOB), "
    "CAST(heading_path AS BLOB), spans, CAST(citations AS BLOB), CAST(text AS BLOB), section, runs_on "
    "FROM passage WHERE document_id = ? ORDER BY 1",
)
"""What the hash of a reading is made of. As bytes: a damaged text may be none. Another list, other hashes."""
_WORDS = "SELECT CAST(text AS BLOB), text_hash FROM passage WHERE document_id = ?"

_FACTS = (
    "SELECT CAST(suffix AS BLOB), size, CAST(file_name AS BLOB), CAST(added_at AS BLOB), sample, "
    "CAST(sha256 AS BLOB) FROM document WHERE id = ?"
)
_RESTORE_FACTS = (
    "UPDATE document SET suffix = ?, size = ?, file_name = ?, added_at = ?, sample = ?, sha256 = ? "
    "WHERE id = ?"
)
_CORRECTED = (
    "SELECT CAST(field AS BLOB), CAST(value AS BLOB), CAST(corrected_at AS BLOB) "
    "FROM correction WHERE document_id = ? ORDER BY field"
)
_FORGET_CORRECTED = "DELETE FROM correction WHERE document_id = ?"
_RESTORE_CORRECTED = "INSERT INTO correction (field, value, corrected_at, document_id) VALUES (?, ?, ?, ?)"
_CHECKSUM = (
    "SELECT CAST(sha256 AS BLOB), CAST(entry AS BLOB), CAST(entry_hash AS BLOB), CAST(read AS BLOB), "
    "CAST(copy AS BLOB) FROM checksum WHERE document_id = ?"
)

_SHOWN = select(DocumentRow).where(DocumentRow.id == bindparam("document_id"))
_FORGET = delete(ChecksumRow).where(ChecksumRow.document_id == bindparam("document_id"))
_INSERT = insert(ChecksumRow)
_DISPUTED = (
    select(ChecksumRow.sha256)
    .join(DocumentRow, DocumentRow.id == ChecksumRow.document_id)
    .where(ChecksumRow.sha256 != DocumentRow.sha256)
)


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether what the catalogue holds of a document fits its checksum."""

    whole: bool
    copy: str
    """The SHA-256 of its reading copy; empty where it has none."""


class ChecksumTable:
    """The checksums of one library: each method is one transaction. Any thread. Errors are those of
    ``store.Catalogue``, which has one of these."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def fit(self, document_id: int) -> Fit | None:
        """How a document fits; None where it has no checksum: one of an older library, or gone."""
        with self._database.reading() as connection:
            known = _checksum(connection, document_id)
            return None if known is None else Fit(_is_whole(connection, document_id, known), known.copy)

    def words_fit(self, document_id: int) -> bool:
        """Whether the passages of a document have the words that their own hashes stand for."""
        with self._database.reading() as connection:
            rows = connection.exec_driver_sql(_WORDS, (document_id,))
            return all(
                hashlib.blake2b(text, digest_size=len(known)).digest() == known for text, known in rows
            )

    def seal(self, document_id: int, copy: str) -> None:
        """Take a document as it is; ``copy`` is the SHA-256 of its reading copy, empty for none."""
        with self._database.writing() as connection:
            seal(connection, document_id, copy)

    def disputed(self) -> set[str]:
        """See ``disputed_hashes``."""
        with self._database.reading() as connection:
            return disputed_hashes(connection)

    def mend_entry(self, document_id: int) -> None:
        """See the function of this name."""
        with self._database.writing() as connection:
            mend_entry(connection, document_id)


class _Entry(NamedTuple):
    """What no reading gives again."""

    sha256: str
    text: str
    """The rest of it, as JSON; what was text in the catalogue has a character for each byte."""

    @property
    def hash(self) -> str:
        return hashlib.sha256(f"{self.sha256} {self.text}".encode()).hexdigest()


class _Checksum(NamedTuple):
    second: _Entry
    entry_hash: str
    read: str
    copy: str


def seal(connection: Connection, document_id: int, copy: str) -> None:
    """Keep the checksum of a document as it is now, in place of an older one."""
    entry = _entry(connection, document_id)
    connection.execute(_FORGET, {"document_id": document_id})
    values = {"document_id": document_id, "read": _hash_of_reading(connection, document_id), "copy": copy}
    connection.execute(_INSERT, [values | _columns(entry)])


def seal_entry(connection: Connection, document_id: int) -> None:
    """Keep the entry as it is now, of a document that has a checksum."""
    values = _columns(_entry(connection, document_id))
    connection.execute(update(ChecksumRow).where(ChecksumRow.document_id == document_id).values(values))


def mend_entry(connection: Connection, document_id: int) -> None:
    """Let a document's entry and its second copy agree again, if they do not: the one that is whole wins.

    What is in force of its caption is not worked out anew. A person's next correction would seal what was
    altered, so this comes before it.
    """
    known = _checksum(connection, document_id)
    if known is None or known.second == _entry(connection, document_id):
        return
    if known.second.hash != known.entry_hash or not _restored(connection, document_id, known.second):
        seal_entry(connection, document_id)


def _restored(connection: Connection, document_id: int, entry: _Entry) -> bool:
    """Put an entry in force; False, and nothing done, for one that no document of ours can have had.

    Its hash has no key: a stranger can write any entry, and the hash that fits it.
    """
    try:
        with connection.begin_nested():
            *facts, corrected = json.loads(entry.text)
            values = (*map(_stored, facts), entry.sha256, document_id)
            connection.exec_driver_sql(_RESTORE_FACTS, values)
            connection.exec_driver_sql(_FORGET_CORRECTED, (document_id,))
            for each in corrected:
                connection.exec_driver_sql(_RESTORE_CORRECTED, (*map(_stored, each), document_id))
            _is_in_force(connection, document_id)  # reads it all, with the types of its columns
    except (ValueError, TypeError, OverflowError, RecursionError, DBAPIError, StoreDamaged):
        return False
    return True


def disputed_hashes(connection: Connection) -> set[str]:
    """The files of documents whose row names another one: until a mend says which is right, they stay."""
    return set(connection.execute(_DISPUTED).scalars())


def _is_whole(connection: Connection, document_id: int, known: _Checksum) -> bool:
    return (
        known.read == _hash_of_reading(connection, document_id)
        and known.entry_hash == known.second.hash
        and known.second == _entry(connection, document_id)
        and _is_in_force(connection, document_id)
    )


def _is_in_force(connection: Connection, document_id: int) -> bool:
    """Whether the document's row says of its caption what follows from what was read and put right."""
    shown = connection.execute(_SHOWN, {"document_id": document_id}).mappings().one()
    read = captions.as_read(connection, document_id)
    corrected = captions.corrections(connection, document_id)
    values = captions.columns(read, corrected, shown["file_name"])
    return all(shown[name] == value for name, value in values.items())


def _entry(connection: Connection, document_id: int) -> _Entry:
    """The entry as the rows of document and corrections have it. The document exists."""
    *facts, sha256 = connection.exec_driver_sql(_FACTS, (document_id,)).one()
    rows = connection.exec_driver_sql(_CORRECTED, (document_id,))
    corrected = [[_plain(value) for value in row] for row in rows]
    return _Entry(_plain(sha256), json.dumps([*map(_plain, facts), corrected]))


def _hash_of_reading(connection: Connection, document_id: int) -> str:
    digest = hashlib.sha256()
    for query in _READ:
        for row in connection.exec_driver_sql(query, (document_id,)):
            said = [value if isinstance(value, bytes) else repr(value).encode() for value in row]
            digest.update(b"%b:%b" % (repr([*map(len, said)]).encode(), b"".join(said)))
    return digest.hexdigest()


def _checksum(connection: Connection, document_id: int) -> _Checksum | None:
    row = connection.exec_driver_sql(_CHECKSUM, (document_id,)).first()
    if row is None:
        return None
    sha256, entry, *hashes = map(_plain, row)
    return _Checksum(_Entry(sha256, entry), *hashes)


def _plain(value: Any) -> Any:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def _stored(plain: Any) -> Any:
    """The inverse of ``_plain``: text, or bytes where it is none (``columns.AnyText``)."""
    if not isinstance(plain, str):
        return plain
    value = plain.encode("latin-1")
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value


def _columns(entry: _Entry) -> dict[str, str]:
    return {"sha256": entry.sha256, "entry": entry.text, "entry_hash": entry.hash}
