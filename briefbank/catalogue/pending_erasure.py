"""A note in the catalogue that deleted words may still stand in the library's files (``free_space``).

The note is made in the transaction that deletes, so that the next opening completes the work after an
interruption.
"""

from __future__ import annotations

import json

from sqlalchemy import Connection, delete

from briefbank.catalogue import state_rows
from briefbank.catalogue.tables import StateRow

_KEY = "erasing"
_DELETE = delete(StateRow).where(StateRow.key == _KEY)


def note(connection: Connection, *document_ids: int) -> None:
    """Note that words are deleted in this transaction, with everything stored about the documents
    ``document_ids``."""
    state_rows.put(connection, _KEY, json.dumps([*(due(connection) or ()), *document_ids]))


def due(connection: Connection) -> list[int] | None:
    """Return the removed documents of which something may be left; None when nothing is left to do."""
    noted = state_rows.get(connection, _KEY)
    return None if noted is None else state_rows.numbers(noted)


def done(connection: Connection) -> None:
    connection.execute(_DELETE)
