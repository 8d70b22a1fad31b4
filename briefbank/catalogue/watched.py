"""Watched folders, and the files in them that were already queued. Each method is one short transaction.

A file is recognised by a hash of its path with its size and time, so that no name of a removed document stays
here. The hash is not keyed by the user's secret: otherwise the next user of the library, or a new computer,
would be offered every file again, and removed documents would come back. Guessing a name from the hash
requires its size and nanosecond, too.

Any thread. Errors are those of ``store.Catalogue``, which has one of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import delete, select

from briefbank.catalogue import approved_paths
from briefbank.catalogue.database import Database
from briefbank.catalogue.dialect import upsert
from briefbank.catalogue.tables import SeenRow, WatchedRow
from briefbank.text.hashes import text_hash

State = tuple[int, int]
"""The size in bytes and the time of the last change in nanoseconds, as the system gives them."""


def key(path: str, state: State) -> str:
    """Return the key by which a file in this state is recognised."""
    size, modified_ns = state
    return text_hash(f"{size} {modified_ns} {path}")


class WatchedTable:
    """The watched folders, and the files that were queued from them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def folders(self) -> list[Path]:
        """Return the folders in the order in which they were added."""
        return list(self.confirmed())

    def confirmed(self) -> dict[Path, bool]:
        """Return the folders in the order in which they were added, each with whether this user added it."""
        columns = (WatchedRow.path, WatchedRow.agreed)
        query = select(*columns).order_by(WatchedRow.since, WatchedRow.path)
        with self._database.reading() as connection:
            return {
                Path(path): approved_paths.is_folder(mark, path) for path, mark in connection.execute(query)
            }

    def watch(self, folder: Path) -> None:
        """Watch a folder for this user. The records of a folder that is watched already stay."""
        mark = approved_paths.folder(str(folder))
        statement = upsert(WatchedRow).values(path=str(folder), since=datetime.now(UTC), agreed=mark)
        with self._database.writing() as connection:
            connection.execute(statement.on_conflict_do_update(["path"], set_={"agreed": mark}))

    def unwatch(self, folder: Path) -> None:
        """Forget a folder and the files queued from it; documents stay. A folder that is not watched is no
        error."""
        with self._database.writing() as connection:
            connection.execute(delete(WatchedRow).where(WatchedRow.path == str(folder)))

    def seen(self, folder: Path) -> set[str]:
        """Return the ``key`` of each file of a folder, in each state in which it was queued."""
        query = select(SeenRow.key).where(SeenRow.folder == str(folder))
        with self._database.reading() as connection:
            return set(connection.execute(query).scalars())

    def note(self, folder: Path, files: Mapping[str, State]) -> None:
        """Record files of a folder, by path, as queued; does nothing when the folder is no longer watched."""
        rows = [{"key": key(path, state), "folder": str(folder)} for path, state in files.items()]
        statement = upsert(SeenRow)
        new = {"folder": statement.excluded.folder}
        with self._database.writing() as connection:
            watched = select(WatchedRow.path).where(WatchedRow.path == str(folder))
            if rows and connection.execute(watched).first():
                connection.execute(statement.on_conflict_do_update(["key"], set_=new), rows)
