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
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import DBAPIError

from briefbank.catalogue import captions
from briefbank.catalogue.database import Database
from briefbank.catalogue.tables import ChecksumRow, DocumentRow
from briefbank.domain.annotations import OF_READING
from briefbank.errors import StoreDamaged

_READING_QUERIES = (
    "SELECT pages, ocr_pages, passages, gaps, doubtful_pages, hidden_pages, has_reading_copy "
    "FROM document WHERE id = ?",
    "SELECT CAST(field AS BLOB), CAST(value AS BLOB), CAST(source AS BLOB), confidence, page "
    "FROM caption WHERE document_id = ? ORDER BY field",
    'SELECT "index", CAST(label AS BLOB), CAST(source AS BLOB), CAST(gap_reason AS BLOB), raw, '
    "CAST(engine AS BLOB), confidence, hidden FROM page WHERE document_id = ? ORDER BY 1",
    "SELECT ordinal, CAST(role AS BLOB), searchable, text_hash, CAST(page_label AS BLOB), "
    "CAST(heading_path AS BLOB), spans, CAST(citations AS BLOB), CAST(text AS BLOB), section, runs_on "
    "FROM passage WHERE document_id = ? ORDER BY 1",
    "SELECT CAST(annotation AS BLOB), places FROM annotation_gap "
    f"WHERE document_id = ? AND annotation IN {(*map(str, sorted(OF_READING)),)} ORDER BY 1",
    "SELECT attached FROM document WHERE id = ? AND attached > 0",
)
"""The queries whose rows the hash of a reading covers. They read bytes, because damaged text may not decode.
A change of the list changes every hash, except for one that finds no rows of an older release."""
_PASSAGE_TEXTS = "SELECT CAST(text AS BLOB), text_hash FROM passage WHERE document_id = ?"

_FACTS = (
    "SELECT CAST(suffix AS BLOB), size, CAST(file_name AS BLOB), CAST(added_at AS BLOB), sample, "
    "CAST(folder AS BLOB), CAST(sha256 AS BLOB) FROM document WHERE id = ?"
)
_RESTORE_FACTS = (
    "UPDATE document SET suffix = ?, size = ?, file_name = ?, added_at = ?, sample = ?, folder = ?, "
    "sha256 = ? WHERE id = ?"
)
_FACTS_BEFORE_FOLDERS = 5
"""The facts of an entry without a folder, as older releases wrote them; an empty folder is no fact."""
_CORRECTIONS = (
    "SELECT CAST(field AS BLOB), CAST(value AS BLOB), CAST(corrected_at AS BLOB) "
    "FROM correction WHERE document_id = ? ORDER BY field"
)
_CONTAINERS = "SELECT CAST(container AS BLOB) FROM attachment WHERE document_id = ? ORDER BY 1"
_DELETE_CONTAINERS = "DELETE FROM attachment WHERE document_id = ?"
_RESTORE_CONTAINER = "INSERT INTO attachment (container, document_id) VALUES (?, ?)"
_DELETE_CORRECTIONS = "DELETE FROM correction WHERE document_id = ?"
_RESTORE_CORRECTION = "INSERT INTO correction (field, value, corrected_at, document_id) VALUES (?, ?, ?, ?)"
_CHECKSUM = (
    "SELECT CAST(sha256 AS BLOB), CAST(entry AS BLOB), CAST(entry_hash AS BLOB), CAST(read AS BLOB), "
    "CAST(copy AS BLOB) FROM checksum WHERE document_id = ?"
)

_DOCUMENT = select(DocumentRow).where(DocumentRow.id == bindparam("document_id"))
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


class ChecksumTable:
    """The checksums of one library. Each method is one transaction. Any thread. Errors are those of
    ``store.Catalogue``, which has one of these."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def fit(self, document_id: int) -> ChecksumResult | None:
        """Compare a document with its checksum; None where it has none, because its library is older or it is
        gone."""
        with self._database.reading() as connection:
            known = _checksum(connection, document_id)
            return (
                None
                if known is None
                else ChecksumResult(_is_whole(connection, document_id, known), known.copy)
            )

    def words_fit(self, document_id: int) -> bool:
        """Tell whether the passages of a document have the words of their own hashes."""
        with self._database.reading() as connection:
            rows = connection.exec_driver_sql(_PASSAGE_TEXTS, (document_id,))
            return all(
                hashlib.blake2b(text, digest_size=len(known)).digest() == known for text, known in rows
            )

    def seal(self, document_id: int, copy: str) -> None:
        """Accept a document as it is; ``copy`` is the SHA-256 of its reading copy, empty for none."""
        with self._database.writing() as connection:
            seal(connection, document_id, copy)

    def disputed(self) -> set[str]:
        """Return the disputed hashes; see ``disputed_hashes``."""
        with self._database.reading() as connection:
            return disputed_hashes(connection)

    def mend_entry(self, document_id: int) -> None:
        """Repair a document's entry; see the function of this name."""
        with self._database.writing() as connection:
            mend_entry(connection, document_id)


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


def seal(connection: Connection, document_id: int, copy: str) -> None:
    """Store the checksum of a document as it is now, in place of an older one."""
    entry = _entry(connection, document_id)
    connection.execute(_DELETE, {"document_id": document_id})
    values = {"document_id": document_id, "read": _hash_of_reading(connection, document_id), "copy": copy}
    connection.execute(_INSERT, [values | _columns(entry)])


def seal_entry(connection: Connection, document_id: int) -> None:
    """Store the current entry of a document that has a checksum."""
    values = _columns(_entry(connection, document_id))
    connection.execute(update(ChecksumRow).where(ChecksumRow.document_id == document_id).values(values))


def mend_entry(connection: Connection, document_id: int) -> None:
    """Make a document's entry and its second copy agree again, if they do not: the intact one wins.

    The effective caption is not computed again. This comes before a person's next correction, which would
    seal altered data.
    """
    known = _checksum(connection, document_id)
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
            at = [isinstance(each, list) for each in said].index(True)
            facts, corrected, containers = said[:at], said[at], said[at + 1 :]
            facts += [""] if len(facts) == _FACTS_BEFORE_FOLDERS else []
            values = (*map(_as_stored, facts), entry.sha256, document_id)
            connection.exec_driver_sql(_RESTORE_FACTS, values)
            connection.exec_driver_sql(_DELETE_CORRECTIONS, (document_id,))
            for each in corrected:
                connection.exec_driver_sql(_RESTORE_CORRECTION, (*map(_as_stored, each), document_id))
            connection.exec_driver_sql(_DELETE_CONTAINERS, (document_id,))
            for each in containers:
                connection.exec_driver_sql(_RESTORE_CONTAINER, (_as_stored(each), document_id))
            _caption_fits(connection, document_id)  # reads every column, with the checks of its type
    except (ValueError, TypeError, OverflowError, RecursionError, DBAPIError, StoreDamaged):
        return False
    return True


def disputed_hashes(connection: Connection) -> set[str]:
    """Return the hashes of files about which a document's row and its checksum disagree. These files are kept
    until a repair decides which is right."""
    return set(connection.execute(_DISPUTED).scalars())


def _is_whole(connection: Connection, document_id: int, known: _Checksum) -> bool:
    return (
        known.read == _hash_of_reading(connection, document_id)
        and known.entry_hash == known.second.hash
        and known.second == _entry(connection, document_id)
        and _caption_fits(connection, document_id)
    )


def _caption_fits(connection: Connection, document_id: int) -> bool:
    """Tell whether the caption columns of the document's row follow from the values read and the
    corrections."""
    shown = connection.execute(_DOCUMENT, {"document_id": document_id}).mappings().one()
    read = captions.as_read(connection, document_id)
    corrected = captions.corrections(connection, document_id)
    values = captions.columns(read, corrected, shown["file_name"], shown["folder"])
    return all(shown[name] == value for name, value in values.items())


def _entry(connection: Connection, document_id: int) -> _Entry:
    """Return the entry according to the rows of document and corrections. The document must exist."""
    *facts, folder, sha256 = connection.exec_driver_sql(_FACTS, (document_id,)).one()
    facts += [folder] if folder else []
    rows = connection.exec_driver_sql(_CORRECTIONS, (document_id,))
    corrected = [[_as_text(value) for value in row] for row in rows]
    containers = connection.exec_driver_sql(_CONTAINERS, (document_id,)).scalars()
    said = [*map(_as_text, facts), corrected, *map(_as_text, containers)]
    return _Entry(_as_text(sha256), json.dumps(said))


def _hash_of_reading(connection: Connection, document_id: int) -> str:
    digest = hashlib.sha256()
    for query in _READING_QUERIES:
        for row in connection.exec_driver_sql(query, (document_id,)):
            said = [value if isinstance(value, bytes) else repr(value).encode() for value in row]
            digest.update(b"%b:%b" % (repr([*map(len, said)]).encode(), b"".join(said)))
    return digest.hexdigest()


def _checksum(connection: Connection, document_id: int) -> _Checksum | None:
    row = connection.exec_driver_sql(_CHECKSUM, (document_id,)).first()
    if row is None:
        return None
    sha256, entry, *hashes = map(_as_text, row)
    return _Checksum(_Entry(sha256, entry), *hashes)


def _as_text(value: Any) -> Any:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def _as_stored(plain: Any) -> Any:
    """Return the stored value; the inverse of ``_as_text``: text, or bytes that do not decode
    (``columns.AnyText``)."""
    if not isinstance(plain, str):
        return plain
    value = plain.encode("latin-1")
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value


def _columns(entry: _Entry) -> dict[str, str]:
    return {"sha256": entry.sha256, "entry": entry.text, "entry_hash": entry.hash}
