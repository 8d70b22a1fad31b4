"""Digests of the rows of each table, by which two catalogues are compared, whichever database each is in."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection

from sqlalchemy import Connection, select

from briefbank.catalogue.tables import Base
from briefbank.catalogue.transfer import PLAIN_TABLES

_AT_ONCE = 1000


def digests(
    connection: Connection, leaving_out: Collection[str], check: Callable[[], None]
) -> dict[str, tuple[int, str]]:
    """Return the number of rows of each table, by its name, and the SHA-256 of their values as stored.

    Reads everything: seconds for a hundred thousand passages. ``check`` may raise to stop.
    """
    found = dict[str, tuple[int, str]]()
    for plain in PLAIN_TABLES:
        if plain.name in leaving_out:
            continue
        keys = [plain.c[column.name] for column in Base.metadata.tables[plain.name].primary_key]
        rows = connection.execute(select(plain).order_by(*keys).execution_options(yield_per=_AT_ONCE))
        digest, count = hashlib.sha256(), 0
        for some in rows.partitions():
            check()
            count += len(some)
            for row in some:
                digest.update(repr(tuple(row)).encode("utf-8", "surrogatepass"))
        found[plain.name] = count, digest.hexdigest()
    return found
