"""Changes to a catalogue's tables, and to what SQLite keeps beside them."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.untrusted_input.factory import Case

Change = Callable[[Case, Path], None]
SUPER = bytes.fromhex("d9d505f920a163d7")
"""The start of a rollback journal and the end of another journal's name in it.

See https://sqlite.org/fileformat2.html.
"""

STATEMENTS = (
    "CREATE TRIGGER act AFTER INSERT ON document BEGIN DELETE FROM page; END",
    "CREATE TRIGGER act AFTER UPDATE ON state BEGIN UPDATE document SET sha256 = '../../victim'; END",
    "CREATE TEMP TRIGGER act AFTER UPDATE ON main.state BEGIN DELETE FROM document; END",
    "CREATE VIEW extra AS SELECT * FROM document",
    "ALTER TABLE page RENAME TO page_; CREATE VIEW page AS SELECT * FROM page_",
    "CREATE TABLE extra (a)",
    "CREATE VIRTUAL TABLE words USING fts5(a)",
    "CREATE VIRTUAL TABLE places USING rtree(a, b, c)",
    "ALTER TABLE document ADD COLUMN extra TEXT",
    "ALTER TABLE document ADD COLUMN extra TEXT GENERATED ALWAYS AS (hex(zeroblob(100000000))) VIRTUAL",
    "ALTER TABLE document DROP COLUMN judge",
    "ALTER TABLE document RENAME COLUMN title TO name",
    "DROP TABLE passage",
    "DROP TABLE state",
    "DROP TABLE alembic_version",
    "DROP INDEX ix_intake_open",
    "CREATE INDEX ix_extra ON document (hex(zeroblob(100000000)))",
    "DELETE FROM alembic_version",
    "UPDATE alembic_version SET version_num = '0000'",
    "UPDATE alembic_version SET version_num = '9999'",
    "UPDATE alembic_version SET version_num = '../../../canary/victim'",
    "UPDATE alembic_version SET version_num = x'00'",
    "UPDATE alembic_version SET version_num = 9",
    "INSERT INTO alembic_version VALUES ('0002')",
    "DELETE FROM document",
    "DELETE FROM page",
    "DELETE FROM passage",
    "DELETE FROM authority",
    "DELETE FROM sqlite_sequence",
    "UPDATE sqlite_sequence SET seq = 9223372036854775807",
    "UPDATE sqlite_sequence SET seq = 'x'",
    "ANALYZE; UPDATE sqlite_stat1 SET stat = '9223372036854775807 x unordered sz=0'",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM",
    "PRAGMA auto_vacuum = 2; VACUUM",
    "PRAGMA user_version = 2147483647; PRAGMA application_id = 7",
    "INSERT INTO passage SELECT id + 1000000, document_id, ordinal + 1000000, role, searchable, text_hash, "
    "page_label, heading_path, spans, citations, text, section FROM passage",
    "UPDATE OR IGNORE passage SET document_id = 99",
    "UPDATE OR IGNORE page SET document_id = 99",
    "UPDATE document SET id = 9223372036854775807 WHERE id = 1",
    "UPDATE passage SET id = -id",
    "UPDATE document SET family = 99",
    "UPDATE intake SET document_id = 99, status = NULL",
    "UPDATE intake SET status = NULL, stage = 'reading'",
    "UPDATE state SET value = 'x'",
)


def _swap_roots(case: Case, catalogue: Path) -> None:
    """Two tables or indexes take each other's rows."""
    with closing(sqlite3.connect(catalogue, isolation_level=None)) as connection:
        parts = connection.execute("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0").fetchall()
        (one, first), (other, second) = case.chance.sample(parts, 2)
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET rootpage = ? WHERE name = ?", (second, one))
        connection.execute("UPDATE sqlite_schema SET rootpage = ? WHERE name = ?", (first, other))
    case.changes.append(f"{one} and {other} swapped")


def _hidden_table(case: Case, catalogue: Path) -> None:
    """A table, or a trigger, under a name that SQLite keeps for itself."""
    kind = case.chance.choice(["table", "trigger", "view"])
    statement = {
        "table": "CREATE TABLE extra (a)",
        "trigger": "CREATE TRIGGER extra AFTER UPDATE ON state BEGIN DELETE FROM document; END",
        "view": "CREATE VIEW extra AS SELECT * FROM document",
    }[kind]
    with closing(sqlite3.connect(catalogue, isolation_level=None)) as connection:
        connection.execute(statement)
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET name = 'sqlite_extra', sql = replace(sql, ' extra ', ' sqlite_extra ') "
            "WHERE name = 'extra'"
        )
    case.changes.append(f"hidden {kind}")


def _without_checks(case: Case, catalogue: Path) -> None:
    with closing(sqlite3.connect(catalogue, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (', 'CHECK (1 OR ')")
    case.changes.append("checks taken out")


def _other_words(case: Case, catalogue: Path) -> None:
    """Rewrite the catalogue in another encoding of text."""
    with closing(sqlite3.connect(catalogue)) as old, closing(sqlite3.connect(":memory:")) as new:
        script = "\n".join(old.iterdump())
        new.execute("PRAGMA encoding = 'UTF-16le'")
        new.executescript("PRAGMA writable_schema = ON;\n" + script)
        catalogue.unlink()
        with closing(sqlite3.connect(catalogue)) as target:
            new.backup(target)
    case.changes.append("in UTF-16")


def _naming_journal(case: Case, catalogue: Path) -> None:
    """A journal that asks to be rolled back, and names a file of others as the one that holds it together:
    SQLite deletes that file when it is done."""
    name = case.workspace.canary / case.chance.choice(["victim.txt", "victim.pdf", "victim.sqlite"])
    write_naming_journal(catalogue, name)
    case.changes.append(f"journal that names {name}")


def write_naming_journal(catalogue: Path, other: Path) -> None:
    """A hot journal, with another file's name at its end."""
    with closing(sqlite3.connect(catalogue)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    name = str(other).encode()
    page, sector = 16384, 512
    pages = catalogue.stat().st_size // page
    header = SUPER + struct.pack(">IIIII", 0, 7, pages, sector, page)
    ending = struct.pack(">I", 2**30 // page + 1) + name
    ending += struct.pack(">II", len(name), sum(signed(byte) for byte in name) & 0xFFFFFFFF) + SUPER
    catalogue.with_name(f"{catalogue.name}-journal").write_bytes(header.ljust(sector, b"\0") + ending)


def signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte


def _flipped(case: Case, catalogue: Path) -> None:
    content = bytearray(catalogue.read_bytes())
    places = [case.chance.randrange(100 if case.chance.random() < 0.2 else len(content)) for _ in range(20)]
    for at in places:
        content[at] = case.chance.randrange(256)
    catalogue.write_bytes(content)
    case.changes.append("bytes of the catalogue changed")


def _stated(statement: str) -> Change:
    def change(case: Case, catalogue: Path) -> None:
        with closing(sqlite3.connect(catalogue, isolation_level=None)) as connection:
            connection.execute("PRAGMA ignore_check_constraints = ON")
            connection.executescript(statement)
        case.changes.append(statement)

    return change


BESIDE = (_naming_journal,)  # Changes that need a file beside the catalogue, which a backup never has
EVERY: tuple[Change, ...] = (
    *map(_stated, STATEMENTS),
    *(_swap_roots, _swap_roots, _swap_roots, _hidden_table, _hidden_table, _without_checks, _other_words),
    *(_flipped, _flipped, _flipped, _flipped),
)
