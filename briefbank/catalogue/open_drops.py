"""Drops whose files are still being queued.

The files of a large drop enter the ledger in batches, so that reading begins before the last is found. Until
then the drop is noted here, and what a stop interrupts is queued by the next start. The note names paths of
this computer, and a catalogue may come from somebody else: a note without this user's mark is not followed.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, delete, func, select

from briefbank.catalogue import library_facts
from briefbank.catalogue.database import reading, writing
from briefbank.catalogue.tables import IntakeRow, StateRow
from briefbank.storage.secrets import is_keyed_hash, keyed_hash

_KEY = "open drops"
_PURPOSE = "open drop"
_LONGEST = 1 << 26
"""The characters that are read of the notes: the drop of a watched folder names each file, 300,000 of them
here. The rest of a longer one is not queued after a stop."""


@dataclass(frozen=True, slots=True)
class Drop:
    """A drop that is being queued."""

    id: str
    paths: tuple[Path, ...]
    leave_out: tuple[str, ...]
    """All patterns that hold for it."""
    sample: bool
    after: int
    """The newest row of the ledger before it."""
    watched: tuple[Path, ...] = ()
    """The watched folders around its paths."""


@writing
def begin(
    connection: Connection,
    paths: Sequence[Path],
    leave_out: Sequence[str],
    sample: bool,
    watched: Sequence[Path] = (),
) -> Drop:
    """Note a drop whose files are about to be queued in batches."""
    after = connection.execute(select(func.coalesce(func.max(IntakeRow.id), 0))).scalar_one()
    drop = Drop(uuid.uuid4().hex, tuple(paths), tuple(leave_out), sample, after, tuple(watched))
    _write(connection, [*read(connection), drop])
    return drop


def is_open(connection: Connection, drop: Drop) -> bool:
    """Tell whether a drop is still noted; not after it was cancelled. The notes are not read: they may be
    longer than that, and each batch asks."""
    noted = (StateRow.key == _KEY) & StateRow.value.contains(drop.id)
    return connection.execute(select(StateRow.key).where(noted)).first() is not None


@writing
def end(connection: Connection, drop: Drop) -> None:
    """Forget a drop whose files are all in the ledger."""
    _write(connection, [other for other in read(connection) if other.id != drop.id])


def forget(connection: Connection) -> None:
    """Forget all drops."""
    connection.execute(delete(StateRow).where(StateRow.key == _KEY))


@reading
def read(connection: Connection) -> list[Drop]:
    """Return the drops that this user began, in order."""
    noted = library_facts.get(connection, _KEY)
    if not noted or len(noted) > _LONGEST:
        return []
    try:
        untrusted = json.loads(noted)
        return [_parsed(*fields) for fields in untrusted if is_keyed_hash(fields[1], _PURPOSE, fields[0])]
    except (ValueError, TypeError, LookupError, RecursionError):
        return []


def _parsed(text: str, _mark: str) -> Drop:
    """Return a drop from a text with this user's mark."""
    id_, paths, leave_out, sample, after, watched = json.loads(text)
    return Drop(id_, tuple(map(Path, paths)), tuple(leave_out), sample, after, tuple(map(Path, watched)))


def _write(connection: Connection, drops: Sequence[Drop]) -> None:
    if not drops:
        forget(connection)
        return
    texts = [
        json.dumps(
            [
                *(drop.id, list(map(str, drop.paths)), drop.leave_out, drop.sample, drop.after),
                list(map(str, drop.watched)),
            ]
        )
        for drop in drops
    ]
    library_facts.put(connection, _KEY, json.dumps([[text, keyed_hash(_PURPOSE, text)] for text in texts]))
