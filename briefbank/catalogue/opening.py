"""Opens the database of a catalogue, whichever it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.catalogue import schema
from briefbank.catalogue.database import Database
from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.errors import StoreDamaged
from briefbank.jobs import Reporter
from briefbank.paths import LibraryPaths

if TYPE_CHECKING:
    from briefbank.catalogue.postgres_database import PostgresPlace


def open_database(
    place: Path | PostgresPlace, reporter: Reporter, *, keep_old: bool, require: Callable[[], None]
) -> Database:
    """Open, create or upgrade a catalogue; see ``Catalogue.open``."""
    if isinstance(place, Path):
        return _file(place, reporter, keep_old, require)
    return _office(place, reporter, require)


def _file(path: Path, reporter: Reporter, keep_old: bool, require: Callable[[], None]) -> Database:
    _refuse_to_replace_a_lost_one(path)
    database = SqliteDatabase(path, require)
    try:
        schema.bring_up_to_date(database, reporter, keep_old=keep_old)
    except BaseException:
        database.close()
        raise
    return database


def _office(place: PostgresPlace, reporter: Reporter, require: Callable[[], None]) -> Database:
    from briefbank.catalogue import postgres_schema
    from briefbank.catalogue.postgres_database import PostgresDatabase

    database = PostgresDatabase(place, require)
    try:
        postgres_schema.bring_up_to_date(database, reporter)
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
        raise StoreDamaged("The library’s catalogue is missing.", detail="no catalogue beside originals")
