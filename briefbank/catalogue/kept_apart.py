"""The documents that an office keeps from some persons, as the merging of authorities last knew of them.

Which citations are one case is learned from no such document, so that nobody can tell from two merged cases
that a document exists which links them. Inside an open transaction.
"""

from __future__ import annotations

import json
from collections.abc import Collection

from sqlalchemy import Connection

from briefbank.catalogue import state_rows

_KEY = "documents kept apart"


def read(connection: Connection) -> frozenset[int]:
    """Return the ids of the documents; none in the library of one computer."""
    return frozenset(state_rows.numbers(state_rows.get(connection, _KEY) or "[]"))


def write(connection: Connection, document_ids: Collection[int]) -> None:
    """Replace the ids."""
    state_rows.put(connection, _KEY, json.dumps(sorted(document_ids)))
