"""Changes to values in the rows of a catalogue: each column once before any comes twice."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.untrusted_input.factory import Case
from tests.untrusted_input.values import Value, for_column

TRIES = 20
"""Values that a column takes none of: text in a column of row numbers, one value twice in a unique one."""
DAY, MOMENT = "2020-01-02", "2020-01-02T03:04:05.000000+00:00"


def columns(catalogue: Path) -> list[tuple[str, str]]:
    """Every column of every table."""
    with closing(sqlite3.connect(catalogue)) as connection:
        tables = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        ]
        return [
            (table, row[1])
            for table in sorted(tables)
            for row in connection.execute(f'PRAGMA table_info("{table}")')
        ]


def change(case: Case, catalogue: Path, table: str, column: str) -> None:
    """Give one row of a table, or all, another value in a column."""
    with closing(sqlite3.connect(catalogue, isolation_level=None)) as connection:
        if not connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]:
            _put_row(connection, table)
    for _ in range(TRIES):
        value = for_column(case)
        with without_rules(catalogue, table) as connection:
            try:
                change_made = _set(case, connection, table, column, value)
            except sqlite3.Error:
                continue
        case.changes.append(f"{change_made} {table}.{column} = {shown(value)}")
        return
    case.changes.append(f"{table}.{column} took nothing")


def shown(value: Value) -> str:
    text = repr(value)
    return text if len(text) < 100 else f"{text[:80]}… ({len(text)})"


def _set(case: Case, connection: sqlite3.Connection, table: str, column: str, value: Value) -> str:
    """Set a value in one row, or in all rows where the value may repeat."""
    if case.chance.random() < 0.5:
        try:
            connection.execute(f'UPDATE "{table}" SET "{column}" = ?', (value,))
            return "all"
        except sqlite3.IntegrityError:
            pass
    keys = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")') if row[5]] or ["rowid"]
    named = ", ".join(f'"{key}"' for key in keys)
    rows = connection.execute(f'SELECT {named} FROM "{table}"').fetchall()
    row = case.chance.choice(rows)
    where = " AND ".join(f'"{key}" IS ?' for key in keys)
    connection.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE {where}', (value, *row))
    return "one"


@contextmanager
def without_rules(catalogue: Path, table: str) -> Iterator[sqlite3.Connection]:
    """Lift a table's constraints while a forger of the file writes; afterwards its schema has them again."""
    find = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?"
    with closing(sqlite3.connect(catalogue, isolation_level=None)) as connection:
        ruled = connection.execute(find, (table,)).fetchone()
    if ruled and ruled[0] and not table.startswith("sqlite_"):
        _rewrite(catalogue, table, ruled[0].replace("NOT NULL", ""))
    try:
        with closing(sqlite3.connect(catalogue, isolation_level=None)) as connection:
            connection.execute("PRAGMA ignore_check_constraints = ON")
            yield connection
    finally:
        if ruled and ruled[0] and not table.startswith("sqlite_"):
            _rewrite(catalogue, table, ruled[0])


def _rewrite(catalogue: Path, table: str, sql: str) -> None:
    with closing(sqlite3.connect(catalogue, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?", (sql, table))
        connection.execute("PRAGMA writable_schema = RESET")


def _put_row(connection: sqlite3.Connection, table: str) -> None:
    """A row as it might be, in a table that has none."""
    about = connection.execute(f'PRAGMA table_info("{table}")').fetchall()
    named = ", ".join(f'"{row[1]}"' for row in about)
    values = [_likely(connection, table, row[1], row[2]) for row in about]
    connection.execute(f'INSERT INTO "{table}" ({named}) VALUES ({", ".join("?" * len(about))})', values)


def _likely(connection: sqlite3.Connection, table: str, column: str, kind: str) -> Value:
    first = {
        "sha256": "SELECT sha256 FROM document",
        "container": "SELECT sha256 FROM document",
        "document_id": "SELECT id FROM document",
        "authority_id": "SELECT id FROM authority",
        "canonical": "SELECT canonical FROM authority",
        "folder": "SELECT path FROM watched",
        "setting": "SELECT 'standard'",
    }
    if column in first:
        return connection.execute(first[column]).fetchone()[0]
    if column.endswith("_at"):
        return MOMENT
    if column.startswith("valid"):
        return DAY
    return 1 if "INT" in kind.upper() or "BOOL" in kind.upper() else ""
