"""Brings a catalogue file to the newest revision, or says why that cannot be.

Alembic takes as long to import as the rest of opening a library, so the file's revision is read with one
query first and Alembic is only imported when there is something to change.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from briefbank.catalogue.database import Database
from briefbank.errors import StoreDamaged, StoreTooNew

HEAD = "0008"
"""The newest revision in ``migrations/versions``; a test holds the two together."""
KNOWN = frozenset({"0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008"})

_MIGRATIONS = Path(__file__).parent / "migrations"


def bring_up_to_date(database: Database) -> None:
    """Create or upgrade the tables. Raises StoreTooNew, StoreDamaged (not a catalogue) or StoreError."""
    with database.reading() as connection:
        if revision_of(connection) == HEAD:
            return
    with database.writing() as connection:
        # Asked again under the write lock: another program may have done it meanwhile.
        if revision_of(connection) != HEAD:
            _upgrade(connection)


def revision_of(connection: Connection) -> str:
    """The file's revision, empty for a new file. Raises StoreTooNew and StoreDamaged."""
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


def _upgrade(connection: Connection) -> None:
    """Run the missing migrations inside the transaction that is open; all of them or none."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
