"""A note in the catalogue that words which were deleted may still stand in the library's files.

``secure_delete`` overwrites what is deleted. But where SQLite spreads the rows of a page over its neighbours,
it leaves copies of moved rows in the free middle of the page, and these are no deleted rows: of 2,913 removed
ones in a trial 7 were found again. Only writing the file anew leaves none. The note is made in the
transaction that deletes, so that a stop at any moment after it is made good at the next opening.
"""

from __future__ import annotations

import json

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import insert

from briefbank.catalogue.tables import StateRow

_KEY = "erasing"
_NOTED = select(StateRow.value).where(StateRow.key == _KEY)
_DONE = delete(StateRow).where(StateRow.key == _KEY)


def note(connection: Connection, *document_ids: int) -> None:
    """Words are deleted in this transaction; ``document_ids``: with all that is kept of these documents."""
    noted = json.dumps([*(due(connection) or ()), *document_ids])
    statement = insert(StateRow).values(key=_KEY, value=noted)
    connection.execute(statement.on_conflict_do_update(["key"], set_={"value": noted}))


def due(connection: Connection) -> list[int] | None:
    """The removed documents of which something may be left; None when nothing is left to do."""
    noted = connection.execute(_NOTED).scalar()
    if noted is None:
        return None
    try:
        return [int(each) for each in json.loads(noted)]
    except (TypeError, ValueError, OverflowError, RecursionError):  # no note of ours: of no document
        return []


def done(connection: Connection) -> None:
    connection.execute(_DONE)
