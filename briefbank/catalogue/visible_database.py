"""A catalogue as it is read by somebody from whom documents are hidden.

Each connection has a temporary view in place of each table that has rows of documents, without those of
hidden ones. A name in a query means a temporary view before a table
(https://sqlite.org/lang_naming.html), so every query of this package reads what is left, and none can forget
to. What is computed from all documents (families, names of authorities) is computed from the rest. One trace
of hidden documents stays: which parallel citations are one case.

Which documents are hidden is found out again inside the transaction that follows a change of the catalogue:
a document is never seen that a rule hides.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Table, event, select

from briefbank.catalogue import graph_rows, hiding
from briefbank.catalogue.columns import batches
from briefbank.catalogue.database import Database
from briefbank.catalogue.hiding import HidingRules
from briefbank.catalogue.tables import Base, DocumentRow, SignatureRow
from briefbank.errors import StoreReadOnly

WITHOUT_DOCUMENTS = frozenset({"state", "watched", "seen", "good_law", "dismissed"})
"""The tables whose rows belong to no document."""

_DOCUMENTS = "SELECT id FROM temp.hidden"
_HASHES = "SELECT sha256 FROM temp.hidden_hash"
_PASSAGES = f"SELECT id FROM main.passage WHERE document_id IN ({_DOCUMENTS})"
_HIDDEN_BY = {
    "document_id": _DOCUMENTS,
    "passage_id": _PASSAGES,
    "document_sha256": _HASHES,
    "sha256": _HASHES,
}
"""The columns by which rows are hidden, and the values that hide them; the first that a table has decides."""
_OWN_TABLES = (
    "CREATE TEMP TABLE hidden (id INTEGER PRIMARY KEY)",
    "CREATE TEMP TABLE hidden_hash (sha256 TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE TEMP TABLE regrouped (document_id INTEGER PRIMARY KEY, family INTEGER NOT NULL)",
    "CREATE TEMP TABLE unnamed (canonical TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE TEMP TABLE unused (id INTEGER PRIMARY KEY)",
    "CREATE TEMP TABLE renamed (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    "CREATE TEMP TABLE as_of (version INTEGER NOT NULL)",
)
_FOUND_AGAIN = ("hidden", "hidden_hash", "regrouped", "unnamed", "unused", "renamed", "as_of")
"""The tables that are filled after each change of the catalogue."""
_FIND_HASHES = (
    "INSERT INTO temp.hidden_hash SELECT value FROM json_each(?)"
    " UNION SELECT sha256 FROM main.document WHERE id IN (SELECT id FROM temp.hidden)"
)
_FAMILIES_LEFT = (
    "SELECT id FROM main.document WHERE id NOT IN (SELECT id FROM temp.hidden) AND family IN"
    " (SELECT family FROM main.document WHERE id IN (SELECT id FROM temp.hidden) AND family <> 0)"
)
_MENTIONED = " UNION ".join(
    (
        *(
            f"SELECT {column} FROM main.{table} WHERE document_id IN ({_DOCUMENTS})"
            for table, column in (
                *((table, "authority_id") for table in ("cited", "identity", "provision")),
                *(("relation", column) for column in ("source_id", "target_id")),
            )
        ),
        "SELECT authority_id FROM main.form JOIN main.authority_name USING (canonical)"
        f" WHERE document_id IN ({_DOCUMENTS})",
    )
)
"""Finds the authorities of which hidden documents have rows."""


class VisibleDatabase(Database):
    """One catalogue file without what rules hide. It is only read: a change raises StoreReadOnly."""

    def __init__(
        self,
        path: Path,
        rules: HidingRules,
        group: Callable[[Mapping[int, bytes]], Mapping[int, int]],
        scheme: str,
    ) -> None:
        """Open an existing catalogue of this release.

        ``group`` returns the families that documents form, by their signatures in ``scheme``; each number is
        0 for a document that stands alone.
        """
        super().__init__(path, _refuse)
        self._rules, self._group, self._scheme = rules, group, scheme
        self._hidden: tuple[int, frozenset[int]] | None = None
        event.listen(self._engine, "connect", self._make_views)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with super().reading() as connection:
            self._find_hidden(connection)
            yield connection

    def hidden(self) -> frozenset[int]:
        """Return the ids of the hidden documents that are in the library."""
        version = self.version()
        if self._hidden is None or self._hidden[0] != version:
            with self.reading() as connection:
                found = frozenset(connection.exec_driver_sql("SELECT id FROM temp.hidden").scalars())
            self._hidden = version, found
        return self._hidden[1]

    def hidden_passages(self) -> frozenset[int]:
        """Return the ids of the passages of hidden documents."""
        with self.reading() as connection:
            return frozenset(connection.exec_driver_sql(_PASSAGES).scalars())

    def _make_views(self, connection: sqlite3.Connection, _record: object) -> None:
        for statement in _OWN_TABLES:
            connection.execute(statement)
        for table in Base.metadata.sorted_tables:
            if table.name not in WITHOUT_DOCUMENTS:
                connection.execute(_view(table))

    def _find_hidden(self, connection: Connection) -> None:
        """Find the hidden documents of this moment, unless the connection has them.

        What it has is in the transaction, too: where that is undone, they are found again.
        """
        run = connection.exec_driver_sql
        run("SELECT 1 FROM main.document LIMIT 1").all()  # fixes the moment
        version = run("PRAGMA data_version").scalar_one()
        if run("SELECT version FROM temp.as_of").scalar() == version:
            return
        for name in _FOUND_AGAIN:
            run(f"DELETE FROM temp.{name}")
        if hidden := hiding.documents(connection, self._rules):
            run("INSERT INTO temp.hidden VALUES (?)", [(each,) for each in hidden])
        run(_FIND_HASHES, (json.dumps(sorted(self._rules.hashes)),))
        self._regroup(connection)
        self._restore_authorities(connection)
        run("INSERT INTO temp.as_of VALUES (?)", (version,))

    def _regroup(self, connection: Connection) -> None:
        """Note the families that the others form of a family with hidden documents."""
        left = connection.exec_driver_sql(_FAMILIES_LEFT).scalars().all()
        signatures: dict[int, bytes] = {}
        for some in batches(left):
            query = select(SignatureRow.document_id, SignatureRow.minhash).where(
                SignatureRow.document_id.in_(some), SignatureRow.scheme == self._scheme
            )
            signatures.update((id_, bytes(packed)) for id_, packed in connection.execute(query))
        families = dict.fromkeys(left, 0) | dict(self._group(signatures))
        if families:
            statement = "INSERT INTO temp.regrouped VALUES (?, ?)"
            connection.exec_driver_sql(statement, list(families.items()))

    def _restore_authorities(self, connection: Connection) -> None:
        """Note the authorities that only hidden documents mention, and the names that the others give to the
        rest of what these mention."""
        mentioned = connection.exec_driver_sql(_MENTIONED).scalars().all()
        left = graph_rows.changes_needed(connection, set(mentioned) - {None})
        for statement, values in (
            ("INSERT INTO temp.unnamed VALUES (?)", [(each,) for each in left.unused_names]),
            ("INSERT INTO temp.unused VALUES (?)", [(each,) for each in left.unused]),
            ("INSERT INTO temp.renamed VALUES (?, ?)", list(left.renamed.items())),
        ):
            if values:
                connection.exec_driver_sql(statement, values)


def _view(table: Table) -> str:
    """Return the statement that makes the view in place of a table. Raises KeyError for a table of which
    nobody decided how its rows are hidden."""
    columns = {column.name: f'"{column.name}"' for column in table.columns}
    if table.name == DocumentRow.__table__.name:
        known = f"id NOT IN ({_DOCUMENTS})"
        columns["family"] = (
            "CASE WHEN id IN (SELECT document_id FROM temp.regrouped) THEN"
            " (SELECT regrouped.family FROM temp.regrouped WHERE document_id = id) ELSE family END AS family"
        )
    elif table.name == "authority":
        known = "id NOT IN (SELECT id FROM temp.unused)"
        columns["name"] = (
            "coalesce((SELECT renamed.name FROM temp.renamed WHERE renamed.id = authority.id), name) AS name"
        )
    elif table.name == "authority_name":
        known = (
            "canonical NOT IN (SELECT canonical FROM temp.unnamed)"
            " AND authority_id NOT IN (SELECT id FROM temp.unused)"
        )
    else:
        hiding = [name for name in _HIDDEN_BY if name in columns]
        if not hiding:
            raise KeyError(table.name)
        known = " AND ".join(f'("{name}" IS NULL OR "{name}" NOT IN ({_HIDDEN_BY[name]}))' for name in hiding)
    shown = ", ".join(columns.values())
    return f'CREATE TEMP VIEW "{table.name}" AS SELECT {shown} FROM main."{table.name}" WHERE {known}'


def _refuse() -> None:
    raise StoreReadOnly(detail="a part of a catalogue")
