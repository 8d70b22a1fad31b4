"""MinHash signatures of documents, and the families of versions that they form.

A family's number is the smallest id of its documents, so that it does not depend on the order in which they
were added.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from sqlalchemy import Connection, bindparam, select, update

from briefbank.catalogue.columns import batches
from briefbank.catalogue.database import reading, upsert, writing
from briefbank.catalogue.library_facts import VersionCounter
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


@reading
def version(connection: Connection) -> int:
    """Return a number that grows with every signature that any program writes."""
    return VERSION.current(connection)


@reading
def unsigned(connection: Connection, scheme: str) -> list[int]:
    """Return the documents without a signature of this scheme, in order."""
    done = select(SignatureRow.document_id).where(SignatureRow.scheme == scheme)
    query = select(DocumentRow.id).where(DocumentRow.id.not_in(done)).order_by(DocumentRow.id)
    return list(connection.execute(query).scalars())


@reading
def signatures(connection: Connection, scheme: str, ids: Collection[int] | None = None) -> dict[int, bytes]:
    """Return the existing signatures of these documents, or of all for None."""
    query = select(SignatureRow.document_id, SignatureRow.minhash).where(SignatureRow.scheme == scheme)
    of_these = SignatureRow.document_id.in_
    parts = [query] if ids is None else [query.where(of_these(some)) for some in batches(ids)]
    return {id_: minhash for part in parts for id_, minhash in connection.execute(part)}


@writing
def sign_all(
    connection: Connection, scheme: str, signatures: Mapping[int, bytes], families: Mapping[int, int]
) -> int:
    """Store documents' signatures in place of older ones, and write the families that they change.

    Returns the new version. A document that was removed meanwhile gets no signature.
    """
    rows = [
        {"document_id": id_, "scheme": scheme, "minhash": signatures[id_]}
        for id_ in families_of(connection, signatures)
    ]
    if rows:
        connection.execute(_SIGN, rows)
    assign(connection, families)
    return VERSION.increment(connection)


@reading
def all_families(connection: Connection) -> dict[int, int]:
    """Return the family of every document."""
    return dict(connection.execute(select(DocumentRow.id, DocumentRow.family)).all())


@reading
def members(connection: Connection, families: Collection[int]) -> list[int]:
    """Return the documents of some families, in order; 0 stands for no family."""
    if not set(families) - {0}:
        return []
    query = select(DocumentRow.id).where(DocumentRow.family.in_(set(families) - {0}))
    return list(connection.execute(query.order_by(DocumentRow.id)).scalars())


@reading
def families_of(connection: Connection, ids: Iterable[int]) -> dict[int, int]:
    """Return the family of each of these documents that exists."""
    families: dict[int, int] = {}
    for some in batches(ids):
        rows = connection.execute(_FAMILIES_OF, {"some": some})
        families.update((id_, family) for id_, family in rows)
    return families


@writing
def assign(connection: Connection, families: Mapping[int, int]) -> None:
    """Write the families; only rows that change are touched."""
    by_number: dict[int, list[int]] = {}
    for id_, family in families.items():
        by_number.setdefault(family, []).append(id_)
    for family, ids in by_number.items():
        for some in batches(ids):
            connection.execute(_MOVE, {"some": some, "to": family})
