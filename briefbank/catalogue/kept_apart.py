"""The documents that an office keeps from some persons, as the merging of authorities last knew of them.

Which citations are one case is learned from no such document, so that nobody can tell from two merged cases
that a document exists which links them. Inside an open transaction.
"""

from __future__ import annotations

import json
from collections.abc import Collection

from sqlalchemy import Connection, select

from briefbank.catalogue.dialect import upsert
from briefbank.catalogue.tables import StateRow

_KEY = "documents kept apart"
_SELECT = select(StateRow.value).where(StateRow.key == _KEY)


def read(connection: Connection) -> frozenset[int]:
    """Return the ids of the documents; none in the library of one computer."""
    noted = connection.execute(_SELECT).scalar()
    try:
        return frozenset(int(each) for each in json.loads(noted or "[]"))
    except (TypeError, ValueError, OverflowError, RecursionError):  # not written by BriefBank
        return frozenset()


def write(connection: Connection, document_ids: Collection[int]) -> None:
    """Replace the ids."""
    noted = json.dumps(sorted(document_ids))
    statement = upsert(StateRow).values(key=_KEY, value=noted)
    connection.execute(statement.on_conflict_do_update(["key"], set_={"value": noted}))
