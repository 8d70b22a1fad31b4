"""What intake notes beside its ledger: watched folders, drops that are being queued, and recognised pages.

A file of a watched folder is recognised by a hash of its path with its size and time, so that no name of a
removed document stays here. The hash is not keyed by the user's secret: otherwise the next user of the
library, or a new computer, would be offered every file again, and removed documents would come back. Guessing
a name from the hash requires its size and nanosecond, too.

The files of a large drop enter the ledger in batches, so that reading begins before the last is found. Until
then the drop is noted here, and what a stop interrupts is queued by the next start. The note names paths of
this computer, and a catalogue may come from somebody else: a note without this user's mark is not followed.

Recognised pages, and orders to recognise pages, belong to the contents of a file, by hash, rather than to a
document: pages are recognised before the document exists, and are not recognised again when the same file is
added later.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from sqlalchemy import Connection, delete, func, select

from briefbank.catalogue import library_facts
from briefbank.catalogue.database import reading, replacing, upsert, writing
from briefbank.catalogue.tables import (
    ChecksumRow,
    DocumentRow,
    IntakeRow,
    OcrOrderRow,
    RecognisedRow,
    SeenRow,
    StateRow,
    WatchedRow,
)
from briefbank.domain.pages import PageOrder
from briefbank.storage.secrets import is_keyed_hash, keyed_hash
from briefbank.text.characters import text_hash

State = tuple[int, int]
"""The size in bytes and the time of the last change in nanoseconds, as the system gives them."""


def file_key(path: str, state: State) -> str:
    size, modified_ns = state
    return text_hash(f"{size} {modified_ns} {path}")


@reading
def confirmed_folders(connection: Connection) -> dict[Path, bool]:
    """Return the folders in the order in which they were added, each with whether this user added it."""
    columns = (WatchedRow.path, WatchedRow.agreed)
    query = select(*columns).order_by(WatchedRow.since, WatchedRow.path)
    rows = connection.execute(query)
    return {Path(path): is_keyed_hash(mark, library_facts.FOLDER, path) for path, mark in rows}


@writing
def watch(connection: Connection, folder: Path) -> None:
    """Watch a folder for this user. The records of a folder that is watched already stay."""
    mark = keyed_hash(library_facts.FOLDER, str(folder))
    statement = upsert(WatchedRow).values(path=str(folder), since=datetime.now(UTC), agreed=mark)
    connection.execute(statement.on_conflict_do_update(["path"], set_={"agreed": mark}))


@writing
def unwatch(connection: Connection, folder: Path) -> None:
    """Forget a folder, if it is watched, and the files queued from it; documents stay."""
    connection.execute(delete(WatchedRow).where(WatchedRow.path == str(folder)))


@reading
def seen(connection: Connection, folder: Path) -> set[str]:
    query = select(SeenRow.key).where(SeenRow.folder == str(folder))
    return set(connection.execute(query).scalars())


@writing
def note_seen(connection: Connection, folder: Path, files: Mapping[str, State]) -> None:
    """Record files of a folder, by path, as queued; does nothing when the folder is no longer watched."""
    rows = [{"key": file_key(path, state), "folder": str(folder)} for path, state in files.items()]
    watched = select(WatchedRow.path).where(WatchedRow.path == str(folder))
    if rows and connection.execute(watched).first():
        connection.execute(replacing(SeenRow), rows)


_KEY = "open drops"
_PURPOSE = "open drop"
_LONGEST = 1 << 26
"""The characters that are read of the notes: the drop of a watched folder names each file, 300,000 of them
here. The rest of a longer one is not queued after a stop."""


@dataclass(frozen=True, slots=True)
class Drop:
    id: str
    paths: tuple[Path, ...]
    leave_out: tuple[str, ...]  # all patterns that hold for it
    sample: bool
    after: int  # the newest row of the ledger before it
    watched: tuple[Path, ...] = ()  # the watched folders around its paths


@writing
def begin_drop(
    connection: Connection,
    paths: Sequence[Path],
    leave_out: Sequence[str],
    sample: bool,
    watched: Sequence[Path] = (),
) -> Drop:
    after = connection.execute(select(func.coalesce(func.max(IntakeRow.id), 0))).scalar_one()
    drop = Drop(uuid.uuid4().hex, tuple(paths), tuple(leave_out), sample, after, tuple(watched))
    _write(connection, [*open_drops(connection), drop])
    return drop


def is_drop_open(connection: Connection, drop: Drop) -> bool:
    """Tell whether a drop is still noted; not after it was cancelled. The notes are not read: they may be
    longer than that, and each batch asks."""
    noted = (StateRow.key == _KEY) & StateRow.value.contains(drop.id)
    return connection.execute(select(StateRow.key).where(noted)).first() is not None


@writing
def end_drop(connection: Connection, drop: Drop) -> None:
    _write(connection, [other for other in open_drops(connection) if other.id != drop.id])


def forget_drops(connection: Connection) -> None:
    connection.execute(delete(StateRow).where(StateRow.key == _KEY))


@reading
def open_drops(connection: Connection) -> list[Drop]:
    """Return the drops that this user began, in order."""
    noted = library_facts.get(connection, _KEY)
    if not noted or len(noted) > _LONGEST:
        return []
    try:
        return [
            msgspec.convert(json.loads(text), Drop, dec_hook=lambda kind, value: kind(value))
            for text, mark in json.loads(noted)
            if is_keyed_hash(mark, _PURPOSE, text)
        ]
    except (ValueError, TypeError, AttributeError, RecursionError):
        return []


def _write(connection: Connection, drops: Sequence[Drop]) -> None:
    if not drops:
        forget_drops(connection)
        return
    texts = [json.dumps(msgspec.to_builtins(drop, enc_hook=str)) for drop in drops]
    library_facts.put(connection, _KEY, json.dumps([[text, keyed_hash(_PURPOSE, text)] for text in texts]))


def order_pages(connection: Connection, sha256: str, orders: Sequence[PageOrder]) -> None:
    """Queue pages; an order replaces an older one for the same page."""
    for order in orders:
        values = {"replace_text": order.replace_text, "setting": order.setting, "engine": order.engine}
        connection.execute(replacing(OcrOrderRow), {"sha256": sha256, "page": order.index, **values})


@reading
def page_orders(connection: Connection, sha256: str) -> list[PageOrder]:
    columns = (OcrOrderRow.page, OcrOrderRow.replace_text, OcrOrderRow.setting, OcrOrderRow.engine)
    query = select(*columns).where(OcrOrderRow.sha256 == sha256).order_by(OcrOrderRow.page)
    return [PageOrder(*row) for row in connection.execute(query)]


@reading
def packed_pages(connection: Connection, sha256: str) -> dict[int, bytes]:
    columns = (RecognisedRow.page, RecognisedRow.packed)
    query = select(*columns).where(RecognisedRow.sha256 == sha256).order_by(RecognisedRow.page)
    return {row.page: row.packed for row in connection.execute(query)}


@writing
def withdraw_orders(connection: Connection, sha256: str) -> None:
    connection.execute(delete(OcrOrderRow).where(OcrOrderRow.sha256 == sha256))


@writing
def forget_unused_pages(connection: Connection) -> None:
    """Delete what belongs neither to a document nor to an open file of the ledger."""
    waiting = select(IntakeRow.sha256).where(IntakeRow.status.is_(None))
    in_use = select(DocumentRow.sha256).union(select(ChecksumRow.sha256), waiting)
    for table in (OcrOrderRow, RecognisedRow):
        connection.execute(delete(table).where(table.sha256.not_in(in_use)))


def forget_pages(connection: Connection, sha256: str) -> None:
    for table in (OcrOrderRow, RecognisedRow):
        connection.execute(delete(table).where(table.sha256 == sha256))
