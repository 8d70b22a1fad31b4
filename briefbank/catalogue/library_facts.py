"""Small facts about a library, by key, and what is built on them: marks of consent, change counters, gaps in
the annotations of documents, the note that something was deleted, and notes of an offline copy.

Watched folders and waiting files are stored as paths, and a catalogue may come from somebody else or from a
backup. A path without this user's mark, a keyed hash, is shown for confirmation and not read before.

An offline copy notes which documents are the office's. Whoever opens a copy whose time is over deletes these,
so that this much is no part of the office wing, which fills the copy.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet

import msgspec
from sqlalchemy import BigInteger, Connection, Text, bindparam, cast, delete, insert, select, update

from briefbank import __version__
from briefbank.catalogue.columns import GIVEN_TEXTS, given_texts
from briefbank.catalogue.database import Database, reading, replacing, upsert, writing
from briefbank.catalogue.tables import AnnotationGapRow, FeedbackRow, StateRow
from briefbank.domain.documents import Annotation, AnnotationGap
from briefbank.domain.office import OfflineMark

FOLDER, FILE = "watched folder", "waiting file"
"""The purposes of the marks: of the path of a folder that is to be watched; and of the path, archive and
member of a file that is to be added."""

_PUT = replacing(StateRow)
_SELECT = select(StateRow.value).where(StateRow.key == bindparam("key"))


@reading
def get(connection: Connection, key: str) -> str:
    return connection.execute(_SELECT, {"key": key}).scalar() or ""


@writing
def put(connection: Connection, key: str, value: str) -> None:
    connection.execute(_PUT, {"key": key, "value": value})


def numbers(noted: str) -> list[int]:
    """Return the numbers of a fact that is a JSON list of them; none where BriefBank did not write it."""
    try:
        return [int(number) for number in json.loads(noted)]
    except (TypeError, ValueError, OverflowError, RecursionError):
        return []


_DELETE = delete(AnnotationGapRow).where(
    AnnotationGapRow.document_id == bindparam("document_id"),
    AnnotationGapRow.annotation.in_(bindparam("annotations", expanding=True)),
)
_INSERT = insert(AnnotationGapRow)


def put_annotation_gaps(
    connection: Connection,
    document_id: int,
    annotations: AbstractSet[Annotation],
    gaps: Iterable[AnnotationGap],
) -> None:
    """Replace a document's gaps in some annotations."""
    connection.execute(_DELETE, {"document_id": document_id, "annotations": sorted(annotations)})
    rows = [
        {"document_id": document_id, "annotation": annotation, "places": places, "release": __version__}
        for annotation, places in {gap.annotation: gap.count for gap in gaps}.items()
        if annotation in annotations
    ]
    if rows:
        connection.execute(_INSERT, rows)


@reading
def annotation_gaps(connection: Connection) -> dict[int, frozenset[Annotation]]:
    gaps_by_document = defaultdict[int, set[Annotation]](set)
    query = select(AnnotationGapRow.document_id, AnnotationGapRow.annotation)
    for document_id, annotation in connection.execute(query):
        gaps_by_document[document_id].add(annotation)
    return {document_id: frozenset(annotations) for document_id, annotations in gaps_by_document.items()}


@reading
def annotation_gaps_of_other_releases(connection: Connection) -> set[int]:
    """Return the documents with gaps that another release made, and that nobody asked to be read again."""
    query = select(AnnotationGapRow.document_id).where(AnnotationGapRow.release != __version__)
    return set(connection.execute(query).scalars())


@writing
def mark_annotation_gaps_asked(connection: Connection) -> None:
    connection.execute(update(AnnotationGapRow).values(release=__version__))


_AS_NUMBER = cast(StateRow.value, BigInteger)
"""The value as a number; 0 when it is none, because the catalogue may come from a stranger."""


class VersionCounter:
    def __init__(self, key: str) -> None:
        self.key = key
        self._current = select(_AS_NUMBER).where(StateRow.key == key)
        self._increment = (
            upsert(StateRow)
            .values(key=key, value="1")
            .on_conflict_do_update(["key"], set_={"value": cast(_AS_NUMBER + 1, Text)})
            .returning(_AS_NUMBER)
        )

    def current(self, connection: Connection) -> int:
        """Return the number, 0 before the first change."""
        return int(connection.execute(self._current).scalar() or 0)

    def increment(self, connection: Connection) -> int:
        return int(connection.execute(self._increment).scalar_one())


_KEY = "erasing"
_DELETE_NOTE = delete(StateRow).where(StateRow.key == _KEY)


@writing
def note_deleted(connection: Connection, *document_ids: int) -> None:
    """Note that words, and these documents, are deleted in this transaction."""
    put(connection, _KEY, json.dumps([*(deleted(connection) or ()), *document_ids]))


@reading
def deleted(connection: Connection) -> list[int] | None:
    """Return the removed documents of which something may be left; None when nothing is left to do."""
    noted = get(connection, _KEY)
    return numbers(noted) if noted else None


def erase(catalogue: Database) -> None:
    """Leave no byte of what was deleted in a file, which keeps its size; see ``Database.overwriting`` for
    what other databases do.

    Takes half a second for 200,000 passages. Searches continue, other writers wait. The note stays while a
    search keeps the log from being emptied. Raises StoreError.
    """
    with catalogue.overwriting() as connection:
        if connection is not None:
            connection.execute(_DELETE_NOTE)


NOTE, MARKS = "offline ", "offline marks"
"""The keys of the facts: of each document, followed by its hash, and of the marks that the office gave."""
_NOTES = select(StateRow.key, StateRow.value).where(
    StateRow.key.startswith(NOTE, autoescape=True), StateRow.key != MARKS
)


@reading
def offline_notes(connection: Connection) -> dict[str, str]:
    """Return what is noted of documents of the office, here or not, by hash."""
    return {key.removeprefix(NOTE): value for key, value in connection.execute(_NOTES)}


def offline_marks(connection: Connection) -> list[OfflineMark]:
    """Return the marks that the office has; none where BriefBank did not write them."""
    try:
        return msgspec.convert(json.loads(get(connection, MARKS) or "[]"), list[OfflineMark])
    except (ValueError, RecursionError):
        return []


def note_offline_marks(connection: Connection, marks: Iterable[OfflineMark]) -> None:
    noted = [msgspec.to_builtins(mark) for mark in marks if mark.verdict is not None]
    put(connection, MARKS, json.dumps(noted))


@writing
def forget_offline(connection: Connection, hashes: Collection[str]) -> None:
    """Forget what was noted of documents that are gone, and the marks on them."""
    notes = delete(StateRow).where(StateRow.key.in_(GIVEN_TEXTS))
    connection.execute(notes, given_texts(NOTE + sha256 for sha256 in hashes))
    marks = delete(FeedbackRow).where(FeedbackRow.document_sha256.in_(GIVEN_TEXTS))
    connection.execute(marks, given_texts(hashes))
    kept = [mark for mark in offline_marks(connection) if mark.document_sha256 not in hashes]
    note_offline_marks(connection, kept)
    note_deleted(connection)
