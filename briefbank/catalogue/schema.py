"""Opens a catalogue's database, creates its tables or migrates them, or says why that is impossible.

A file of SQLite gets its tables by the migrations of Alembic, as one transaction; PostgreSQL gets them from
``office.postgres_database``. A library folder may come from somebody else, so the tables of a file are
compared with those that BriefBank makes before anything is done with them. Alembic takes as long to import as
the rest of opening a library, so it is only imported when there is something to change.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection

from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.errors import StoreDamaged, StoreTooNew
from briefbank.jobs import QuietReporter, Reporter
from briefbank.paths import LibraryPaths
from briefbank.text.messages import Message

SHAPES = {"0001": "42de887cd641a664d24e49eb6e26806185bbf0f9f3e87133b183735cedd784bf"}
"""The revisions in ``migrations/versions``, the newest last, each with the fingerprint of a file's tables.
Tests compare both."""
MIGRATIONS = Path(__file__).parent / "migrations"
PREPARING = Message("Bringing the library up to date")

_TRIGGERS_OR_VIEWS = (
    "SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'"
)


def open_catalogue(
    path: Path,
    reporter: Reporter | None = None,
    *,
    create: bool = True,
    require: Callable[[], None] = lambda: None,
) -> SqliteDatabase:
    """Open, create or migrate the catalogue in a file, whose folder must exist.

    ``require`` is called before each change and may raise to refuse it. Without ``create`` a file without
    tables counts as damaged, not new. Raises StoreTooNew, StoreDamaged, StoreReadOnly, StoreFull, StoreBusy
    or StoreError.
    """
    _refuse_to_replace_a_lost_one(path)
    database = SqliteDatabase(path, require)
    try:
        bring_up_to_date(database, reporter or QuietReporter(), create=create)
    except BaseException:
        database.close()
        raise
    return database


def _refuse_to_replace_a_lost_one(path: Path) -> None:
    """Raise StoreDamaged instead of creating a catalogue where original files exist, which would hide that
    none of them can be searched."""
    files = LibraryPaths(path.parent).files
    is_new = not path.exists() or path.stat().st_size == 0
    if is_new and files.is_dir() and next(files.iterdir(), None) is not None:
        raise StoreDamaged(
            Message("The library’s catalogue is missing."), detail="no catalogue beside originals"
        )


def head() -> str:
    """Return the newest revision."""
    return list(SHAPES)[-1]


def bring_up_to_date(database: SqliteDatabase, reporter: Reporter, *, create: bool = True) -> None:
    """Create or migrate the tables of a file.

    Without ``create`` a file without tables is damaged, not new. Raises StoreTooNew, StoreDamaged (not a
    catalogue, or other tables than those of its revision), and StoreError and its subclasses; nothing has
    changed then.
    """
    with database.reading() as connection:
        if revision_of(connection) == head():
            return
    with database.writing() as connection:
        # Asked again under the write lock: another program may have done it meanwhile.
        revision = revision_of(connection)
        if not revision and not create:
            raise StoreDamaged(detail="empty catalogue")
        if revision != head():
            reporter.progress(PREPARING, 0, 0)
            upgrade(connection)


def revision_of(connection: Connection) -> str:
    """Return the revision of a file, empty for a new one.

    Raises StoreTooNew, and StoreDamaged for a file with other tables than BriefBank makes, or with triggers
    or views, which would run with our statements.
    """
    if connection.exec_driver_sql(_TRIGGERS_OR_VIEWS).first() is not None:
        raise StoreDamaged(detail="triggers or views")
    tables = set(connection.exec_driver_sql("SELECT name FROM sqlite_schema WHERE type = 'table'").scalars())
    if not tables:
        return ""
    if "alembic_version" not in tables:
        raise StoreDamaged(detail="not a catalogue")
    revision = known_revision(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar())
    if fingerprint(connection) != SHAPES[revision]:
        raise StoreDamaged(detail="tables of another shape")
    return revision


def known_revision(untrusted: object) -> str:
    """Return a stored revision. Raises StoreDamaged for none, and StoreTooNew for one that is not known."""
    if untrusted is None:
        raise StoreDamaged(detail="no revision")
    if untrusted not in SHAPES:
        raise StoreTooNew(detail=f"revision {untrusted}")
    return str(untrusted)


def fingerprint(connection: Connection) -> str:
    """Return a fingerprint of all tables and indexes of a file: of their definitions, without white space."""
    query = (
        "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema "
        "WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY type, name"
    )
    rows = [tuple("".join(column.split()) for column in row) for row in connection.exec_driver_sql(query)]
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def upgrade(connection: Connection) -> None:
    """Run the missing migrations inside the open transaction; all of them or none."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
