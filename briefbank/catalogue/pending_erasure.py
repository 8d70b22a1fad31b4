"""A note in the catalogue that deleted words may still stand in the library's files (``free_space``).

The note is made in the transaction that deletes, so that the next opening completes the work after an
interruption.
"""

from __future__ import annotations

import json

from sqlalchemy import Connection, delete, select

from briefbank.catalogue.dialect import upsert
from briefbank.catalogue.tables import StateRow

_KEY = "erasing"
_SELECT = select(StateRow.value).where(StateRow.key == _KEY)
_DELETE = delete(StateRow).where(StateRow.key == _KEY)


def note(connection: Connection, *document_ids: int) -> None:
    """Note that words are deleted in this transaction, with everything stored about the documents
    ``document_ids``."""
    noted = json.dumps([*(due(connection) or ()), *document_ids])
    statement = upsert(StateRow).values(key=_KEY, value=noted)
    connection.execute(statement.on_conflict_do_update(["key"], set_={"value": noted}))


def due(connection: Connection) -> list[int] | None:
    """Return the removed documents of which something may be left; None when nothing is left to do."""
    noted = connection.execute(_SELECT).scalar()
    if noted is None:
        return None
    try:
        return [int(each) for each in json.loads(noted)]
    except (TypeError, ValueError, OverflowError, RecursionError):  # not written by BriefBank
        return []


def done(connection: Connection) -> None:
    connection.execute(_DELETE)
