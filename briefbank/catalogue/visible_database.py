"""A catalogue as it is read by somebody from whom documents are hidden.

Each connection has a temporary view in place of each table that has rows of documents, without those of
hidden ones. Both databases take a name in a query for a temporary view before they take it for a table
(https://sqlite.org/lang_naming.html; PostgreSQL on ``search_path``), so every query of this package reads
what is left, and none can forget to. What is computed from all documents (families, names of authorities) is
computed from the rest.

Which parallel citations are one case cannot be computed by views, since the rows of citations name an
authority and no longer the form that was cited. It is learned from no document that is kept from anybody
(``kept_apart``).

Which documents are hidden is found out again inside the transaction that follows a change of the catalogue:
a document is never seen that a rule hides.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, event, select, text, union

from briefbank.catalogue import graph_rows, hiding
from briefbank.catalogue.authority_tables import (
    AuthorityNameRow,
    AuthorityRow,
    CitedRow,
    FormRow,
    IdentityRow,
    ProvisionRow,
    RelationRow,
)
from briefbank.catalogue.columns import GIVEN_IDS, batches, given_ids, or_none
from briefbank.catalogue.database import Database
from briefbank.catalogue.hiding import HidingRules
from briefbank.catalogue.postgres_database import PostgresDatabase, PostgresPlace
from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.catalogue.tables import Base, DocumentRow, SharedCollectionRow, SignatureRow
from briefbank.catalogue.topics import Topic
from briefbank.errors import StoreReadOnly

WITHOUT_DOCUMENTS = frozenset({"state", "watched", "seen", "good_law", "dismissed"})
"""The tables whose rows belong to no document."""

_OWN_TABLES = {
    "hidden": "id BIGINT PRIMARY KEY",
    "hidden_hash": "sha256 TEXT PRIMARY KEY",
    "regrouped": "document_id BIGINT PRIMARY KEY, family BIGINT NOT NULL",
    "unnamed": "canonical TEXT PRIMARY KEY",
    "unused": "id BIGINT PRIMARY KEY",
    "renamed": "id BIGINT PRIMARY KEY, name TEXT NOT NULL",
    "as_of": "version BIGINT NOT NULL",
}
"""The temporary tables of a connection, which are filled after each change of the catalogue."""
_DOCUMENTS = "SELECT id FROM hidden"
_HASHES = "SELECT sha256 FROM hidden_hash"
_MENTIONED = union(
    *(
        select(or_none(column)).where(document.in_(GIVEN_IDS))
        for column, document in (
            *((table.authority_id, table.document_id) for table in (CitedRow, IdentityRow, ProvisionRow)),
            *((column, RelationRow.document_id) for column in (RelationRow.source_id, RelationRow.target_id)),
        )
    ),
    select(AuthorityNameRow.authority_id)
    .join(FormRow, FormRow.canonical == AuthorityNameRow.canonical)
    .where(FormRow.document_id.in_(GIVEN_IDS)),
)
"""Finds the authorities of which documents have rows."""
_FAMILIES = select(DocumentRow.family).where(DocumentRow.id.in_(GIVEN_IDS), DocumentRow.family != 0)
_MEMBERS = select(DocumentRow.id).where(DocumentRow.family.in_(_FAMILIES), DocumentRow.id.not_in(GIVEN_IDS))


_BYTES_OF_ID = 200
Version = Callable[[Collection[Topic]], int]
"""Returns the number of a catalogue's state; see ``Database.version``."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """How families are found: the ones that documents form, by their signatures in a scheme; 0 for a document
    that stands alone."""

    group: Callable[[Mapping[int, bytes]], Mapping[int, int]]
    scheme: str


class Visible(Database):
    """What is left of one catalogue. It is only read: a change raises StoreReadOnly."""

    _whole = ""
    """The name of the schema of the tables themselves."""

    def _hide(self, rules: HidingRules, grouping: Grouping, version: Version) -> None:
        self._rules, self._grouping, self._version_of_whole = rules, grouping, version
        self._known_ids: dict[str, tuple[int, frozenset[int]]] = {}
        event.listen(self._reader.pool, "connect", self._make_views)

    def version(self, topics: Collection[Topic] = tuple(Topic)) -> int:
        """Return the number of the whole catalogue, which needs no connection of one's own."""
        return self._version_of_whole(topics)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with super().reading() as connection:
            self._find_hidden(connection)
            yield connection

    def hidden(self) -> frozenset[int]:
        """Return the ids of the hidden documents that are in the library."""
        return self._ids(_DOCUMENTS)

    def hidden_passages(self) -> frozenset[int]:
        """Return the ids of the passages of hidden documents."""
        return self._ids(f"SELECT id FROM {self._whole}.passage WHERE document_id IN ({_DOCUMENTS})")

    def held_bytes(self) -> int:
        """Return about how much memory the ids of what is hidden take, here and in the temporary tables."""
        return _BYTES_OF_ID * sum(len(ids) for _, ids in list(self._known_ids.values()))

    def _ids(self, query: str) -> frozenset[int]:
        """Return the ids that a query finds, asked once for each state of the documents."""
        version = self.version([Topic.DOCUMENTS])
        known = self._known_ids.get(query)
        if known is None or known[0] != version:
            with self.reading() as connection:
                known = version, frozenset(connection.scalars(text(query)))
            self._known_ids[query] = known
        return known[1]

    def _make_views(self, connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for name, columns in _OWN_TABLES.items():
            cursor.execute(f"CREATE TEMP TABLE {name} ({columns})")
        for table in Base.metadata.sorted_tables:
            if table.name not in WITHOUT_DOCUMENTS:
                cursor.execute(_view(table, self._whole))
        cursor.close()
        connection.commit()

    def _find_hidden(self, connection: Connection) -> None:
        """Find the hidden documents of this moment, unless the connection has them.

        What it has is in the transaction, too: where that is undone, they are found again.
        """
        version = self.version_seen(connection, [Topic.DOCUMENTS])
        if connection.scalar(text("SELECT version FROM as_of")) == version:
            return
        for name in _OWN_TABLES:
            connection.execute(text(f"DELETE FROM {name}"))
        # Nothing is hidden at this point: these see all documents.
        hidden = hiding.documents(connection, self._rules)
        left = list(connection.scalars(_MEMBERS, given_ids(hidden)))
        mentioned = set(connection.scalars(_MENTIONED, given_ids(hidden))) - {None}
        _insert(connection, "hidden", "id", ((each,) for each in hidden))
        _insert(
            connection, "hidden_hash", "sha256", ((each,) for each in {*self._rules.hashes, *hidden.values()})
        )
        # And these see what is left.
        families = dict.fromkeys(left, 0) | self._families(connection, left)
        _insert(connection, "regrouped", "document_id, family", families.items())
        changes = graph_rows.changes_needed(connection, mentioned)
        _insert(connection, "unnamed", "canonical", ((each,) for each in changes.unused_names))
        _insert(connection, "unused", "id", ((each,) for each in changes.unused))
        _insert(connection, "renamed", "id, name", changes.renamed.items())
        _insert(connection, "as_of", "version", [(version,)])

    def _families(self, connection: Connection, left: list[int]) -> dict[int, int]:
        """Return the families that some documents form by themselves."""
        signatures: dict[int, bytes] = {}
        for some in batches(left):
            query = select(SignatureRow.document_id, SignatureRow.minhash).where(
                SignatureRow.document_id.in_(some), SignatureRow.scheme == self._grouping.scheme
            )
            signatures.update((id_, packed) for id_, packed in connection.execute(query))
        return dict(self._grouping.group(signatures))


class VisibleFile(Visible, SqliteDatabase):
    """What is left of a catalogue in a file."""

    _whole = "main"

    def __init__(self, path: Path, rules: HidingRules, grouping: Grouping, version: Version) -> None:
        """Open an existing catalogue of this release."""
        super().__init__(path, _refuse)
        self._hide(rules, grouping, version)


class VisibleOffice(Visible, PostgresDatabase):
    """What is left of a catalogue in PostgreSQL."""

    _whole = "public"

    def __init__(
        self, place: PostgresPlace, rules: HidingRules, grouping: Grouping, version: Version
    ) -> None:
        """Connect to an existing catalogue of this release."""
        super().__init__(place, _refuse)
        self._hide(rules, grouping, version)


def without_hidden(
    place: Path | PostgresPlace, rules: HidingRules, grouping: Grouping, version: Version
) -> Visible:
    """Open what is left of a catalogue; ``version`` is that of the whole one, which is open."""
    if isinstance(place, Path):
        return VisibleFile(place, rules, grouping, version)
    return VisibleOffice(place, rules, grouping, version)


def _view(table: Table, whole: str) -> str:
    """Return the statement that makes the view in place of a table. Raises KeyError for a table of which
    nobody decided how its rows are hidden."""
    columns = {column.name: f'"{column.name}"' for column in table.columns}
    hidden_by = {
        "document_id": _DOCUMENTS,
        "passage_id": f"SELECT id FROM {whole}.passage WHERE document_id IN ({_DOCUMENTS})",
        "document_sha256": _HASHES,
        "sha256": _HASHES,
    }
    if table is DocumentRow.__table__:
        known = f"id NOT IN ({_DOCUMENTS})"
        columns["family"] = (
            "CASE WHEN id IN (SELECT document_id FROM regrouped) THEN"
            " (SELECT regrouped.family FROM regrouped WHERE document_id = id) ELSE family END AS family"
        )
    elif table is AuthorityRow.__table__:
        known = "id NOT IN (SELECT id FROM unused)"
        columns["name"] = (
            "coalesce((SELECT renamed.name FROM renamed WHERE renamed.id = authority.id), name) AS name"
        )
    elif table is AuthorityNameRow.__table__:
        known = (
            "canonical NOT IN (SELECT canonical FROM unnamed) AND authority_id NOT IN (SELECT id FROM unused)"
        )
    elif table is SharedCollectionRow.__table__:
        entries = f"{whole}.shared_entry WHERE document_sha256 NOT IN ({_HASHES})"
        known = f"id IN (SELECT collection_id FROM {entries})"
    else:
        hiding_columns = [name for name in hidden_by if name in columns]
        if not hiding_columns:
            raise KeyError(table.name)
        known = " AND ".join(
            f'("{name}" IS NULL OR "{name}" NOT IN ({hidden_by[name]}))' for name in hiding_columns
        )
    shown = ", ".join(columns.values())
    return f'CREATE TEMP VIEW "{table.name}" AS SELECT {shown} FROM {whole}."{table.name}" WHERE {known}'


def _insert(connection: Connection, table: str, columns: str, rows: Any) -> None:
    names = columns.split(", ")
    values = [dict(zip(names, row, strict=True)) for row in rows]
    if values:
        given = ", ".join(f":{name}" for name in names)
        connection.execute(text(f"INSERT INTO {table} ({columns}) VALUES ({given})"), values)


def _refuse() -> None:
    raise StoreReadOnly(detail="a part of a catalogue")
