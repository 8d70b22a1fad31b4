"""Upgrades a catalogue file to the newest revision, or says why that is impossible.

Alembic takes as long to import as the rest of opening a library, so one query reads the file's revision
first, and Alembic is only imported when there is something to change.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from briefbank.catalogue import before_upgrade, schema_fingerprint
from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.errors import StoreDamaged, StoreReadOnly, StoreTooNew
from briefbank.jobs import Reporter

HEAD = "0012"
"""The newest revision in ``migrations/versions``; a test compares the two."""
KNOWN = frozenset(f"{number:04}" for number in range(1, 13))

READ_AS_NOW = "0006"
"""The first revision whose documents need no new reading. Earlier ones were read without parties, side,
office and judge, and without paragraphs that continue in the next passage."""
LAST_OLDER = "last document read by an older release"
"""The key under which an upgrade stores the last document's id, so that people can be told
(``Catalogue.read_by_older``)."""
UPGRADING = "Bringing the library up to date"

_MIGRATIONS = Path(__file__).parent / "migrations"
_READ_ONLY = (
    "This library was made by an older version of BriefBank and must be brought up to date, but it cannot be "
    "written to.",
    "Check that you may change its folder, or ask whoever looks after it to open it once.",
)


def bring_up_to_date(database: SqliteDatabase, reporter: Reporter, *, keep_old: bool) -> None:
    """Create or upgrade the tables.

    With ``keep_old`` an old catalogue is copied first (``before_upgrade``). Without it the catalogue is
    itself a copy, and must have tables. Upgrades go forward only. Raises StoreTooNew, StoreDamaged (not a
    catalogue), StoreError and its subclasses, and exceptions of ``reporter`` while the copy is made; nothing
    has changed then.
    """
    with database.reading() as connection:
        found = revision_of(connection)
        if found == HEAD:
            schema_fingerprint.require(connection)
            return
    try:
        with database.writing() as connection:
            # Asked again under the write lock: another program may have done it meanwhile.
            if (found := revision_of(connection)) != HEAD:
                if not found and not keep_old:
                    raise StoreDamaged(detail="empty catalogue")
                if found and keep_old:
                    before_upgrade.keep(database.path, found, reporter.progress)
                reporter.progress(UPGRADING, 0, 0)
                _upgrade_or_refuse(connection)
                if found and found < READ_AS_NOW:
                    _note_last_document(connection)
                schema_fingerprint.require(connection)
    except StoreReadOnly as error:
        if not found:
            raise
        raise StoreReadOnly(*_READ_ONLY, detail=error.detail) from error


def revision_of(connection: Connection) -> str:
    """Return the file's revision, empty for a new file. Raises StoreTooNew and StoreDamaged."""
    schema_fingerprint.refuse_acting(connection)
    tables = set(connection.exec_driver_sql("SELECT name FROM sqlite_schema WHERE type = 'table'").scalars())
    if not tables:
        return ""
    if "alembic_version" not in tables:
        raise StoreDamaged(detail="not a catalogue")
    revision = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if revision is None:
        raise StoreDamaged(detail="no revision")
    if revision not in KNOWN:
        raise StoreTooNew(detail=f"revision {revision}")
    return str(revision)


def _note_last_document(connection: Connection) -> None:
    last = connection.exec_driver_sql("SELECT max(id) FROM document").scalar()
    if last is not None:
        statement = "INSERT OR REPLACE INTO state (key, value) VALUES (?, ?)"
        connection.exec_driver_sql(statement, (LAST_OLDER, str(last)))


def _upgrade_or_refuse(connection: Connection) -> None:
    """Upgrade. Raises StoreDamaged for a catalogue whose tables do not match its stated revision."""
    try:
        upgrade(connection)
    except DBAPIError as error:
        code = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF
        if code not in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT):
            raise
        raise StoreDamaged(detail="tables of another revision") from error


def upgrade(connection: Connection) -> None:
    """Run the missing migrations inside the open transaction; all of them or none."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
