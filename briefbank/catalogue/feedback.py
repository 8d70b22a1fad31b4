"""Feedback on results, stored with the query and the passage's content, inside an open transaction.

The key consists of the query, the file's hash and the passage's hash. Feedback therefore reappears when the
same file is removed and added again. When a later version reads a file differently, it still applies to every
passage whose words stayed the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, insert, select, tuple_

from briefbank.catalogue.columns import or_none
from briefbank.catalogue.tables import DocumentRow, FeedbackRow, PassageRow
from briefbank.domain.feedback import Feedback, Verdict
from briefbank.errors import NotInLibrary
from briefbank.text.hashes import text_hash

BEGINNING = 200
"""The number of letters of a passage that are shown with a mark."""


@dataclass(frozen=True, slots=True)
class StoredFeedback:
    """A verdict as it is stored and exported to another library."""

    query: str
    verdict: Verdict
    given_at: datetime
    """The time, timezone-aware."""
    document_sha256: str
    """The file's SHA-256, 64 hexadecimal digits."""
    text_hash: str
    """The hash of the passage's words, 32 hexadecimal digits."""


_KEY_COLUMNS = (FeedbackRow.query, FeedbackRow.document_sha256, FeedbackRow.text_hash)
_INSERT = insert(FeedbackRow)
_DELETE = delete(FeedbackRow).where(*(each == bindparam(each.name.upper()) for each in _KEY_COLUMNS))


def _same_words() -> ColumnElement[bool]:
    """Return a join condition: the joined document's passages with the words of the feedback."""
    return and_(PassageRow.document_id == DocumentRow.id, PassageRow.text_hash == FeedbackRow.text_hash)


_MARKED_QUERIES = (
    select(FeedbackRow.query)
    .group_by(FeedbackRow.query)
    .order_by(func.max(FeedbackRow.given_at).desc(), FeedbackRow.query)
    .limit(bindparam("limit"))
)
_VERDICTS_OF = (
    select(FeedbackRow.query, PassageRow.id, FeedbackRow.verdict)
    .select_from(FeedbackRow)
    .join(DocumentRow, DocumentRow.sha256 == FeedbackRow.document_sha256)
    .join(PassageRow, _same_words())
    .where(FeedbackRow.query.in_(bindparam("queries", expanding=True)))
    .order_by(FeedbackRow.query, PassageRow.id)
)
"""Every search runs these statements, so they are built once: building one takes longer than running it."""


def normalised(query: str) -> str:
    """Return the query in lower case with single spaces, since neither case nor spacing makes another
    search."""
    return " ".join(query.split()).casefold()


def give(connection: Connection, passage_id: int, query: str, verdict: Verdict | None) -> None:
    """Set a verdict or, with None, withdraw it. Raises NotInLibrary."""
    key = _key(connection, passage_id, query)
    if verdict is None:
        connection.execute(delete(FeedbackRow).where(tuple_(*_KEY_COLUMNS) == key))
    else:
        _store(connection, [_values(key, verdict, datetime.now(UTC))])


def given_for(connection: Connection, query: str) -> dict[int, Verdict]:
    """Return the verdicts of a query on passages that are in the library, by passage id."""
    return {
        passage_id: verdict for _query, passage_id, verdict in verdicts_of(connection, [normalised(query)])
    }


def marked_queries(connection: Connection, limit: int) -> list[str]:
    """Return the distinct queries with feedback, as ``normalised``, the latest first."""
    return list(connection.execute(_MARKED_QUERIES, {"limit": limit}).scalars())


def verdicts_of(connection: Connection, queries: Sequence[str]) -> list[tuple[str, int, Verdict]]:
    """Return (query, passage id, verdict) for queries (as ``normalised``) and passages in the library."""
    rows = connection.execute(_VERDICTS_OF, {"queries": queries})
    return [(query, passage_id, verdict) for query, passage_id, verdict in rows]


def given(connection: Connection) -> list[Feedback]:
    """Return all feedback, newest first, including that on passages that are not in the library now."""
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
        .order_by(FeedbackRow.given_at.desc(), *_KEY_COLUMNS)
    )
    return [_feedback(row) for row in connection.execute(wanted)]


def everything(connection: Connection) -> list[StoredFeedback]:
    """Return all feedback in the form for export, oldest first."""
    wanted = select(FeedbackRow).order_by(FeedbackRow.given_at, *_KEY_COLUMNS)
    return [
        StoredFeedback(row.query, row.verdict, row.given_at, row.document_sha256, row.text_hash.hex())
        for row in connection.execute(wanted)
    ]


def forget(connection: Connection, keys: Collection[str] | None) -> int:
    """Withdraw the feedback with these keys (``Feedback.key``), or (None) all; return how many there were."""
    if keys is None:
        return connection.execute(delete(FeedbackRow)).rowcount
    known = connection.execute(select(*_KEY_COLUMNS)).all()
    wanted = [tuple(row) for row in known if _key_of(*row) in keys]
    for row in wanted:
        connection.execute(delete(FeedbackRow).where(tuple_(*_KEY_COLUMNS) == row))
    return len(wanted)


def merge(connection: Connection, given: Iterable[StoredFeedback]) -> tuple[int, int]:
    """Merge feedback in; of two verdicts on the same passage for the same query the newer one stays.

    Returns how many were merged, and how many of these are on passages that are not in the library. Those are
    stored and count once the file is added. A time in the future is replaced by the present.
    """
    now = datetime.now(UTC)
    kept = {
        tuple(row[:3]): row.given_at
        for row in connection.execute(select(*_KEY_COLUMNS, FeedbackRow.given_at))
    }
    taken: dict[tuple[str, str, bytes], StoredFeedback] = {}
    for each in given:
        key = (normalised(each.query), each.document_sha256, bytes.fromhex(each.text_hash))
        each = replace(each, given_at=min(each.given_at, now))
        known = taken[key].given_at if key in taken else kept.get(key)
        if known is None or known < each.given_at:
            taken[key] = each
    if taken:
        _store(connection, [_values(key, each.verdict, each.given_at) for key, each in taken.items()])
    here = _passages_with_feedback(connection)
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


def _store(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Store feedback, replacing that for the same query and passage."""
    keys = [{each.name.upper(): row[each.name] for each in _KEY_COLUMNS} for row in rows]
    connection.execute(_DELETE, keys)
    connection.execute(_INSERT, rows)


def _passages_with_feedback(connection: Connection) -> set[tuple[str, bytes]]:
    """Return the hashes of file and words for all feedback on passages in the library."""
    wanted = (
        select(FeedbackRow.document_sha256, FeedbackRow.text_hash)
        .distinct()
        .join(DocumentRow, DocumentRow.sha256 == FeedbackRow.document_sha256)
        .join(PassageRow, _same_words())
    )
    return {(row.document_sha256, row.text_hash) for row in connection.execute(wanted)}


def _feedback(row: Any) -> Feedback:
    return Feedback(
        query=row.query,
        verdict=row.verdict,
        given_at=row.given_at,
        passage_id=row.id or 0,
        title=row.title or "",
        text=(row.text or "")[:BEGINNING],
        key=_key_of(row.query, row.document_sha256, row.text_hash),
    )


def _key_of(query: str, document_sha256: str, words: bytes) -> str:
    """Return 16 hexadecimal digits that identify feedback in every library and are short enough to type."""
    return text_hash(f"{document_sha256} {words.hex()} {query}")[:16]
