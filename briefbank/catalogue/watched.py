"""Watched folders and the files of them that were taken: each method is one short transaction.

A file is known again by a hash of its path with its size and time, so that no name of a document that was
removed stays here. The hash is not keyed by the user's secret: whoever opens the library next, or has a new
computer, would be offered every file anew, and what was removed would come back. Whoever guesses a name must
guess the size and the nanosecond, too.

Any thread. Errors are those of ``store.Catalogue``, which has one of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import delete, select
from sqlalchemy.dialects.sqlite import insert as upsert

from briefbank.catalogue import agreed
from briefbank.catalogue.database import Database
from briefbank.catalogue.tables import SeenRow, WatchedRow
from briefbank.hashes import text_hash

State = tuple[int, int]
"""Size in bytes and time of the last change in nanoseconds, as the system gives them."""


def key(path: str, state: State) -> str:
    """What a file in this state is known again by."""
    size, modified_ns = state
    return text_hash(f"{size} {modified_ns} {path}")


class WatchedTable:
    """Which folders are watched, and what was taken from them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def folders(self) -> list[Path]:
        """In the order in which they were named."""
        return list(self.confirmed())

    def confirmed(self) -> dict[Path, bool]:
        """The folders in the order in which they were named, and whether this user named them."""
        columns = (WatchedRow.path, WatchedRow.agreed)
        query = select(*columns).order_by(WatchedRow.since, WatchedRow.path)
        with self._database.reading() as connection:
            return {Path(path): agreed.is_folder(mark, path) for path, mark in connection.execute(query)}

    def watch(self, folder: Path) -> None:
        """This user wants a folder to be watched; what is known of one that is watched stays."""
        mark = agreed.folder(str(folder))
        statement = upsert(WatchedRow).values(path=str(folder), since=datetime.now(UTC), agreed=mark)
        with self._database.writing() as connection:
            connection.execute(statement.on_conflict_do_update(["path"], set_={"agreed": mark}))

    def unwatch(self, folder: Path) -> None:
        """Forget a folder and what was taken from it; documents stay. One that is not watched is no error."""
        with self._database.writing() as connection:
            connection.execute(delete(WatchedRow).where(WatchedRow.path == str(folder)))

    def seen(self, folder: Path) -> set[str]:
        """The ``key`` of each file of a folder, in each state in which it was taken."""
        query = select(SeenRow.key).where(SeenRow.folder == str(folder))
        with self._database.reading() as connection:
            return set(connection.execute(query).scalars())

    def note(self, folder: Path, files: Mapping[str, State]) -> None:
        """Files of a folder, by path, were taken; nothing happens when it is not watched any more."""
        rows = [{"key": key(path, state), "folder": str(folder)} for path, state in files.items()]
        statement = upsert(SeenRow)
        new = {"folder": statement.excluded.folder}
        with self._database.writing() as connection:
            watched = select(WatchedRow.path).where(WatchedRow.path == str(folder))
            if rows and connection.execute(watched).first():
                connection.execute(statement.on_conflict_do_update(["key"], set_=new), rows)
