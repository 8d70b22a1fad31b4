"""MinHash signatures of documents, and the families of versions that they form. Each method is one short
transaction.

Any thread. Errors are those of ``store.Catalogue``, which has one of these. A family's number is the smallest
id of its documents, so that it does not depend on the order in which they were added.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from sqlalchemy import Connection, bindparam, select, update

from briefbank.catalogue.columns import batches
from briefbank.catalogue.database import Database, upsert
from briefbank.catalogue.state_rows import VersionCounter
from briefbank.catalogue.tables import DocumentRow, SignatureRow

VERSION = VersionCounter("signatures")
_UPSERT_SIGNATURE = upsert(SignatureRow)
_SIGN = _UPSERT_SIGNATURE.on_conflict_do_update(
    ["document_id"],
    set_={"scheme": _UPSERT_SIGNATURE.excluded.scheme, "minhash": _UPSERT_SIGNATURE.excluded.minhash},
)
_SOME_DOCUMENTS = DocumentRow.id.in_(bindparam("some", expanding=True))
_FAMILIES_OF = select(DocumentRow.id, DocumentRow.family).where(_SOME_DOCUMENTS)
_MOVE = (
    update(DocumentRow)
    .where(_SOME_DOCUMENTS & (DocumentRow.family != bindparam("to")))
    .values(family=bindparam("to"))
)


class FamilyTable:
    """The signatures and families of documents."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def version(self) -> int:
        """Return a number that grows with every signature that any program writes."""
        with self._database.reading() as connection:
            return VERSION.current(connection)

    def unsigned(self, scheme: str) -> list[int]:
        """Return the documents without a signature of this scheme, in order."""
        done = select(SignatureRow.document_id).where(SignatureRow.scheme == scheme)
        query = select(DocumentRow.id).where(DocumentRow.id.not_in(done)).order_by(DocumentRow.id)
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def signatures(self, scheme: str, ids: Collection[int] | None = None) -> dict[int, bytes]:
        """Return the existing signatures of these documents, or of all for None."""
        query = select(SignatureRow.document_id, SignatureRow.minhash).where(SignatureRow.scheme == scheme)
        of_these = SignatureRow.document_id.in_
        parts = [query] if ids is None else [query.where(of_these(some)) for some in batches(ids)]
        with self._database.reading() as connection:
            return {id_: minhash for part in parts for id_, minhash in connection.execute(part)}

    def sign_all(self, scheme: str, signatures: Mapping[int, bytes], families: Mapping[int, int]) -> int:
        """Store documents' signatures in place of older ones, and write the families that they change.

        Returns the new version. A document that was removed meanwhile gets no signature.
        """
        with self._database.writing() as connection:
            rows = [
                {"document_id": id_, "scheme": scheme, "minhash": signatures[id_]}
                for id_ in _families_of(connection, signatures)
            ]
            if rows:
                connection.execute(_SIGN, rows)
            _assign(connection, families)
            return VERSION.increment(connection)

    def families_of(self, ids: Iterable[int]) -> dict[int, int]:
        """Return the family of each of these documents that exists."""
        with self._database.reading() as connection:
            return _families_of(connection, ids)

    def all_families(self) -> dict[int, int]:
        """Return the family of every document."""
        with self._database.reading() as connection:
            return dict(connection.execute(select(DocumentRow.id, DocumentRow.family)).all())

    def members(self, families: Collection[int]) -> list[int]:
        """Return the documents of some families, in order; 0 stands for no family."""
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


def _assign(connection: Connection, families: Mapping[int, int]) -> None:
    """Write the families; only rows that change are touched."""
    by_number: dict[int, list[int]] = {}
    for id_, family in families.items():
        by_number.setdefault(family, []).append(id_)
    for family, ids in by_number.items():
        for some in batches(ids):
            connection.execute(_MOVE, {"some": some, "to": family})
