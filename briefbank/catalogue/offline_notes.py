"""What an offline copy notes of the documents of the office, which tells them from those that were added in
it.

The notes are small facts in the table of the library's state. Whoever opens a copy whose time is over deletes
these documents, so that this much is no part of the office wing, which fills the copy.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable

from sqlalchemy import Connection, delete, select

from briefbank.catalogue import library_facts
from briefbank.catalogue.columns import batches
from briefbank.catalogue.database import reading, writing
from briefbank.catalogue.tables import FeedbackRow, StateRow
from briefbank.domain.office import OfflineMark
from briefbank.domain.searches import Verdict

NOTE, MARKS = "offline ", "offline marks"
"""The keys of the facts: of each document, followed by its hash, and of the marks that the office gave."""
_NOTES = select(StateRow.key, StateRow.value).where(
    StateRow.key.startswith(NOTE, autoescape=True), StateRow.key != MARKS
)


@reading
def notes(connection: Connection) -> dict[str, str]:
    """Return what is noted of documents of the office, here or not, by hash."""
    return {key.removeprefix(NOTE): value for key, value in connection.execute(_NOTES)}


def marks(connection: Connection) -> list[OfflineMark]:
    """Return the marks that the office has; none where BriefBank did not write them."""
    try:
        noted = json.loads(library_facts.get(connection, MARKS) or "[]")
        return [OfflineMark(str(q), str(d), str(t), Verdict(v)) for q, d, t, v in noted]
    except (ValueError, TypeError, RecursionError):
        return []


def note_marks(connection: Connection, marks: Iterable[OfflineMark]) -> None:
    noted = [
        [mark.query, mark.document_sha256, mark.text_hash, mark.verdict]
        for mark in marks
        if mark.verdict is not None
    ]
    library_facts.put(connection, MARKS, json.dumps(noted))


@writing
def forget(connection: Connection, hashes: Collection[str]) -> None:
    """Forget what was noted of documents that are gone, and the marks on them."""
    for sha256 in hashes:
        connection.execute(delete(StateRow).where(StateRow.key == NOTE + sha256))
    for some in batches(hashes):
        connection.execute(delete(FeedbackRow).where(FeedbackRow.document_sha256.in_(some)))
    note_marks(connection, [mark for mark in marks(connection) if mark.document_sha256 not in hashes])
    library_facts.note_deleted(connection)
