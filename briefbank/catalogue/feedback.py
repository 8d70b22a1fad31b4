"""Thumbs: kept with the query and with what they were given on, inside a transaction that is open.

The key is the query, the file's hash and the passage's words. So a thumb is there again when the same file is
removed and added, and for a file that is read differently by a later version it holds for every passage whose
words stayed the same.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, and_, delete, select
from sqlalchemy.dialects.sqlite import insert as upsert

from briefbank.catalogue.tables import DocumentRow, FeedbackRow, PassageRow
from briefbank.errors import NotInLibrary
from briefbank.models import Verdict


def normalised(query: str) -> str:
    """The same search typed with other capitals or spaces is the same search."""
    return " ".join(query.split()).casefold()


def give(connection: Connection, passage_id: int, query: str, verdict: Verdict | None) -> None:
    """Set or, with None, take back a thumb. Raises NotInLibrary."""
    key = _key(connection, passage_id, query)
    if verdict is None:
        matches = [getattr(FeedbackRow, column) == value for column, value in key.items()]
        connection.execute(delete(FeedbackRow).where(*matches))
        return
    given = {"verdict": verdict.value, "given_at": datetime.now(UTC)}
    connection.execute(upsert(FeedbackRow).values(**key, **given).on_conflict_do_update(set_=given))


def given_for(connection: Connection, query: str) -> dict[int, Verdict]:
    """The thumbs of a query on passages that are in the library, by passage id."""
    same_words = and_(PassageRow.document_id == DocumentRow.id, PassageRow.text_hash == FeedbackRow.text_hash)
    found = (
        select(PassageRow.id, FeedbackRow.verdict)
        .select_from(FeedbackRow)
        .join(DocumentRow, DocumentRow.sha256 == FeedbackRow.document_sha256)
        .join(PassageRow, same_words)
        .where(FeedbackRow.query == normalised(query))
    )
    return {passage_id: Verdict(verdict) for passage_id, verdict in connection.execute(found)}


def _key(connection: Connection, passage_id: int, query: str) -> dict[str, object]:
    wanted = (
        select(DocumentRow.sha256, PassageRow.text_hash)
        .join(PassageRow, PassageRow.document_id == DocumentRow.id)
        .where(PassageRow.id == passage_id)
    )
    row = connection.execute(wanted).first()
    if row is None:
        title, remedy = "There is no such passage in this library.", "Search again to see what is there."
        raise NotInLibrary(title, remedy, detail=f"passage {passage_id}")
    return {"query": normalised(query), "document_sha256": row.sha256, "text_hash": row.text_hash}
