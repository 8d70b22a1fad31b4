"""Thumbs: kept with the query and with what they were given on, inside a transaction that is open.

The key is the query, the file's hash and the passage's words. So a thumb is there again when the same file is
removed and added, and for a file that is read differently by a later version it holds for every passage whose
words stayed the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, select, tuple_
from sqlalchemy.dialects.sqlite import insert as upsert

from briefbank.catalogue.columns import or_none
from briefbank.catalogue.tables import DocumentRow, FeedbackRow, PassageRow
from briefbank.errors import NotInLibrary
from briefbank.hashes import text_hash
from briefbank.models import Mark, Verdict

BEGINNING = 200
"""Letters of a passage that are shown with a mark."""


@dataclass(frozen=True, slots=True)
class Given:
    """A thumb as it is kept and as it travels to another library."""

    query: str
    verdict: Verdict
    given_at: datetime
    """Aware."""
    document_sha256: str
    """64 hexadecimal digits."""
    text_hash: str
    """32 hexadecimal digits: of the passage's words."""


_PRIMARY = (FeedbackRow.query, FeedbackRow.document_sha256, FeedbackRow.text_hash)


def _same_words() -> ColumnElement[bool]:
    """Of a document that is joined already: its passages with the words that a thumb was given on."""
    return and_(PassageRow.document_id == DocumentRow.id, PassageRow.text_hash == FeedbackRow.text_hash)


_MARKED = (
    select(FeedbackRow.query)
    .group_by(FeedbackRow.query)
    .order_by(func.max(FeedbackRow.given_at).desc(), FeedbackRow.query)
    .limit(bindparam("limit"))
)
_MARKS_OF = (
    select(FeedbackRow.query, PassageRow.id, FeedbackRow.verdict)
    .select_from(FeedbackRow)
    .join(DocumentRow, DocumentRow.sha256 == FeedbackRow.document_sha256)
    .join(PassageRow, _same_words())
    .where(FeedbackRow.query.in_(bindparam("queries", expanding=True)))
    .order_by(FeedbackRow.query, PassageRow.id)
)
"""Every search asks these, so they are built once: building one takes longer than running it."""


def normalised(query: str) -> str:
    """The same search typed with other capitals or spaces is the same search."""
    return " ".join(query.split()).casefold()


def give(connection: Connection, passage_id: int, query: str, verdict: Verdict | None) -> None:
    """Set or, with None, take back a thumb. Raises NotInLibrary."""
    key = _key(connection, passage_id, query)
    if verdict is None:
        connection.execute(delete(FeedbackRow).where(tuple_(*_PRIMARY) == key))
    else:
        _put(connection, [_values(key, verdict, datetime.now(UTC))])


def given_for(connection: Connection, query: str) -> dict[int, Verdict]:
    """The thumbs of a query on passages that are in the library, by passage id."""
    return {passage_id: verdict for _query, passage_id, verdict in marks_of(connection, [normalised(query)])}


def marked_queries(connection: Connection, limit: int) -> list[str]:
    """The different searches with thumbs, as ``normalised``, the one marked last first."""
    return list(connection.execute(_MARKED, {"limit": limit}).scalars())


def marks_of(connection: Connection, queries: Sequence[str]) -> list[tuple[str, int, Verdict]]:
    """The thumbs of searches (as ``normalised``) on passages in the library: search, passage id, thumb."""
    rows = connection.execute(_MARKS_OF, {"queries": queries})
    return [(query, passage_id, Verdict(verdict)) for query, passage_id, verdict in rows]


def marks(connection: Connection) -> list[Mark]:
    """All thumbs, the newest first, also those on passages that are not in the library now."""
    place = (
        select(func.min(PassageRow.ordinal))
        .where(_same_words())
        .correlate(DocumentRow, FeedbackRow)
        .scalar_subquery()
    )
    there = and_(PassageRow.document_id == DocumentRow.id, PassageRow.ordinal == place)
    wanted = (
        select(FeedbackRow, *map(or_none, (PassageRow.id, DocumentRow.title, PassageRow.text)))
        .select_from(FeedbackRow)
        .outerjoin(DocumentRow, DocumentRow.sha256 == FeedbackRow.document_sha256)
        .outerjoin(PassageRow, there)
        .order_by(FeedbackRow.given_at.desc(), *_PRIMARY)
    )
    return [_mark(row) for row in connection.execute(wanted)]


def everything(connection: Connection) -> list[Given]:
    """All thumbs as they travel, the oldest first."""
    wanted = select(FeedbackRow).order_by(FeedbackRow.given_at, *_PRIMARY)
    return [
        Given(row.query, Verdict(row.verdict), row.given_at, row.document_sha256, row.text_hash.hex())
        for row in connection.execute(wanted)
    ]


def forget(connection: Connection, keys: Collection[str] | None) -> int:
    """Take back the thumbs with these keys (``Mark.key``), or (None) all; how many there were."""
    if keys is None:
        return connection.execute(delete(FeedbackRow)).rowcount
    known = connection.execute(select(*_PRIMARY)).all()
    wanted = [tuple(row) for row in known if _name(*row) in keys]
    for row in wanted:
        connection.execute(delete(FeedbackRow).where(tuple_(*_PRIMARY) == row))
    return len(wanted)


def take(connection: Connection, given: Iterable[Given]) -> tuple[int, int]:
    """Merge thumbs in; of two on the same passage for the same search the newer stays.

    How many were taken, and how many of these are on passages that are not in the library. They are kept:
    they count when the file is added. A thumb from the future counts as given now.
    """
    now = datetime.now(UTC)
    kept = {
        tuple(row[:3]): row.given_at for row in connection.execute(select(*_PRIMARY, FeedbackRow.given_at))
    }
    taken: dict[tuple[str, str, bytes], Given] = {}
    for each in given:
        key = (normalised(each.query), each.document_sha256, bytes.fromhex(each.text_hash))
        each = replace(each, given_at=min(each.given_at, now))
        known = taken[key].given_at if key in taken else kept.get(key)
        if known is None or known < each.given_at:
            taken[key] = each
    if taken:
        _put(connection, [_values(key, each.verdict, each.given_at) for key, each in taken.items()])
    here = _on_passages_here(connection)
    return len(taken), sum(key[1:] not in here for key in taken)


def _key(connection: Connection, passage_id: int, query: str) -> tuple[str, str, bytes]:
    wanted = (
        select(DocumentRow.sha256, PassageRow.text_hash)
        .join(PassageRow, PassageRow.document_id == DocumentRow.id)
        .where(PassageRow.id == passage_id)
    )
    row = connection.execute(wanted).first()
    if row is None:
        title, remedy = "There is no such passage in this library.", "Search again to see what is there."
        raise NotInLibrary(title, remedy, detail=f"passage {passage_id}")
    return normalised(query), row.sha256, row.text_hash


def _values(key: tuple[str, str, bytes], verdict: Verdict, given_at: datetime) -> dict[str, Any]:
    columns = ("query", "document_sha256", "text_hash")
    return {**dict(zip(columns, key, strict=True)), "verdict": verdict.value, "given_at": given_at}


def _put(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Set thumbs, in place of those that are there for the same search and passage."""
    statement = upsert(FeedbackRow)
    new = {"verdict": statement.excluded.verdict, "given_at": statement.excluded.given_at}
    connection.execute(statement.on_conflict_do_update(set_=new), rows)


def _on_passages_here(connection: Connection) -> set[tuple[str, bytes]]:
    """What thumbs were given on, by the hashes of file and words, where it is in the library."""
    wanted = (
        select(FeedbackRow.document_sha256, FeedbackRow.text_hash)
        .distinct()
        .join(DocumentRow, DocumentRow.sha256 == FeedbackRow.document_sha256)
        .join(PassageRow, _same_words())
    )
    return {(row.document_sha256, row.text_hash) for row in connection.execute(wanted)}


def _mark(row: Any) -> Mark:
    return Mark(
        query=row.query,
        verdict=Verdict(row.verdict),
        given_at=row.given_at,
        passage_id=row.id or 0,
        title=row.title or "",
        text=(row.text or "")[:BEGINNING],
        key=_name(row.query, row.document_sha256, row.text_hash),
    )


def _name(query: str, document_sha256: str, words: bytes) -> str:
    """16 hexadecimal digits that name a thumb, alike in every library and short enough to type."""
    return text_hash(f"{document_sha256} {words.hex()} {query}")[:16]
