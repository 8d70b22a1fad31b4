"""Signatures of documents and the families they form: each method is one short transaction.

Any thread. Errors are those of ``store.Catalogue``, which has one of these. A family's number is the smallest
number of a document in it, so that it does not depend on the order in which they came.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from sqlalchemy import Connection, Integer, Text, bindparam, cast, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from briefbank.catalogue.columns import batches
from briefbank.catalogue.database import Database
from briefbank.catalogue.tables import DocumentRow, SignatureRow, StateRow

_VERSION = "signatures"
_AS_NUMBER = cast(StateRow.value, Integer)
"""0 for what is no number: the catalogue may come from a stranger."""
_ONE_MORE = cast(_AS_NUMBER + 1, Text)
_COUNT_ON = (
    upsert(StateRow)
    .values(key=_VERSION, value="1")
    .on_conflict_do_update(["key"], set_={"value": _ONE_MORE})
    .returning(_AS_NUMBER)
)
_VERSION_NOW = select(_AS_NUMBER).where(StateRow.key == _VERSION)
_SIGNED = upsert(SignatureRow)
_SIGN = _SIGNED.on_conflict_do_update(
    ["document_id"], set_={"scheme": _SIGNED.excluded.scheme, "minhash": _SIGNED.excluded.minhash}
)
_SOME = DocumentRow.id.in_(bindparam("some", expanding=True))
_FAMILIES_OF = select(DocumentRow.id, DocumentRow.family).where(_SOME)
_MOVE = (
    update(DocumentRow).where(_SOME & (DocumentRow.family != bindparam("to"))).values(family=bindparam("to"))
)


class FamilyTable:
    """Which documents are versions of each other, and by what that was found."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def version(self) -> int:
        """A number that grows with every signature that is written, by whatever program."""
        with self._database.reading() as connection:
            found = connection.execute(_VERSION_NOW).scalar()
        return int(found or 0)

    def unsigned(self, scheme: str) -> list[int]:
        """The documents that have none, in order."""
        done = select(SignatureRow.document_id).where(SignatureRow.scheme == scheme)
        query = select(DocumentRow.id).where(DocumentRow.id.not_in(done)).order_by(DocumentRow.id)
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def signatures(self, scheme: str, ids: Collection[int] | None = None) -> dict[int, bytes]:
        """Those that exist, of these documents or (None) of all."""
        query = select(SignatureRow.document_id, SignatureRow.minhash).where(SignatureRow.scheme == scheme)
        of_these = SignatureRow.document_id.in_
        parts = [query] if ids is None else [query.where(of_these(some)) for some in batches(ids)]
        with self._database.reading() as connection:
            return {id_: minhash for part in parts for id_, minhash in connection.execute(part)}

    def sign(self, document_id: int, scheme: str, signature: bytes, families: Mapping[int, int]) -> int:
        """Keep a document's signature in place of an older one, and write the families that it changes.

        Returns the new version. A document that was removed meanwhile gets none.
        """
        with self._database.writing() as connection:
            if _families_of(connection, [document_id]):
                _keep(connection, document_id, scheme, signature)
            _assign(connection, families)
            return int(connection.execute(_COUNT_ON).scalar_one())

    def families_of(self, ids: Iterable[int]) -> dict[int, int]:
        """The family of each of these documents that exists."""
        with self._database.reading() as connection:
            return _families_of(connection, ids)

    def members(self, families: Collection[int]) -> list[int]:
        """The documents of some families, in order; 0 stands for no family."""
        if not set(families) - {0}:
            return []
        query = select(DocumentRow.id).where(DocumentRow.family.in_(set(families) - {0}))
        with self._database.reading() as connection:
            return list(connection.execute(query.order_by(DocumentRow.id)).scalars())

    def assign(self, families: Mapping[int, int]) -> None:
        """Write the family of each document."""
        with self._database.writing() as connection:
            _assign(connection, families)


def _families_of(connection: Connection, ids: Iterable[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for some in batches(ids):
        rows = connection.execute(_FAMILIES_OF, {"some": some})
        found.update((id_, family) for id_, family in rows)
    return found


def _keep(connection: Connection, document_id: int, scheme: str, signature: bytes) -> None:
    connection.execute(_SIGN, {"document_id": document_id, "scheme": scheme, "minhash": signature})


def _assign(connection: Connection, families: Mapping[int, int]) -> None:
    """Only rows that change are touched."""
    by_number: dict[int, list[int]] = {}
    for id_, family in families.items():
        by_number.setdefault(family, []).append(id_)
    for family, ids in by_number.items():
        for some in batches(ids):
            connection.execute(_MOVE, {"some": some, "to": family})
