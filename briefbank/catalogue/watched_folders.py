"""Watched folders, and the files in them that were already queued.

A file is recognised by a hash of its path with its size and time, so that no name of a removed document stays
here. The hash is not keyed by the user's secret: otherwise the next user of the library, or a new computer,
would be offered every file again, and removed documents would come back. Guessing a name from the hash
requires its size and nanosecond, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, delete, select

from briefbank.catalogue import library_facts
from briefbank.catalogue.database import reading, upsert, writing
from briefbank.catalogue.tables import SeenRow, WatchedRow
from briefbank.text.characters import text_hash

State = tuple[int, int]
"""The size in bytes and the time of the last change in nanoseconds, as the system gives them."""


def key(path: str, state: State) -> str:
    """Return the key by which a file in this state is recognised."""
    size, modified_ns = state
    return text_hash(f"{size} {modified_ns} {path}")


@reading
def folders(connection: Connection) -> list[Path]:
    """Return the folders in the order in which they were added."""
    return list(confirmed(connection))


@reading
def confirmed(connection: Connection) -> dict[Path, bool]:
    """Return the folders in the order in which they were added, each with whether this user added it."""
    columns = (WatchedRow.path, WatchedRow.agreed)
    query = select(*columns).order_by(WatchedRow.since, WatchedRow.path)
    return {Path(path): library_facts.is_folder_mark(mark, path) for path, mark in connection.execute(query)}


@writing
def watch(connection: Connection, folder: Path) -> None:
    """Watch a folder for this user. The records of a folder that is watched already stay."""
    mark = library_facts.folder_mark(str(folder))
    statement = upsert(WatchedRow).values(path=str(folder), since=datetime.now(UTC), agreed=mark)
    connection.execute(statement.on_conflict_do_update(["path"], set_={"agreed": mark}))


@writing
def unwatch(connection: Connection, folder: Path) -> None:
    """Forget a folder and the files queued from it; documents stay. A folder that is not watched is no
    error."""
    connection.execute(delete(WatchedRow).where(WatchedRow.path == str(folder)))


@reading
def seen(connection: Connection, folder: Path) -> set[str]:
    """Return the ``key`` of each file of a folder, in each state in which it was queued."""
    query = select(SeenRow.key).where(SeenRow.folder == str(folder))
    return set(connection.execute(query).scalars())


@writing
def note(connection: Connection, folder: Path, files: Mapping[str, State]) -> None:
    """Record files of a folder, by path, as queued; does nothing when the folder is no longer watched."""
    rows = [{"key": key(path, state), "folder": str(folder)} for path, state in files.items()]
    statement = upsert(SeenRow)
    new = {"folder": statement.excluded.folder}
    watched = select(WatchedRow.path).where(WatchedRow.path == str(folder))
    if rows and connection.execute(watched).first():
        connection.execute(statement.on_conflict_do_update(["key"], set_=new), rows)
