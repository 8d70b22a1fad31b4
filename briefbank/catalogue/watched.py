"""Watched folders and the files of them that were taken: each method is one short transaction.

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

State = tuple[int, int]
"""Size in bytes and time of the last change in nanoseconds, as the system gives them."""


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

    def seen(self, folder: Path) -> dict[str, State]:
        """The files of a folder that were taken, by path, as they were then."""
        columns = (SeenRow.path, SeenRow.size, SeenRow.modified_ns)
        query = select(*columns).where(SeenRow.folder == str(folder))
        with self._database.reading() as connection:
            return {path: (size, modified) for path, size, modified in connection.execute(query)}

    def note(self, folder: Path, files: Mapping[str, State]) -> None:
        """Files of a folder were taken; nothing happens when it is not watched any more."""
        rows = [
            {"path": path, "folder": str(folder), "size": size, "modified_ns": modified}
            for path, (size, modified) in files.items()
        ]
        statement = upsert(SeenRow)
        new = {name: statement.excluded[name] for name in ("folder", "size", "modified_ns")}
        with self._database.writing() as connection:
            watched = select(WatchedRow.path).where(WatchedRow.path == str(folder))
            if rows and connection.execute(watched).first():
                connection.execute(statement.on_conflict_do_update(["path"], set_=new), rows)
