"""Feedback on results, stored with the query and the passage's content, and the file by which it is
exchanged.

The key consists of the query, the file's hash and the passage's hash. Feedback therefore reappears when the
same file is removed and added again. When a later version reads a file differently, it still applies to every
passage whose words stayed the same.

Feedback counts for all who search the library, or, in an office's, for the ``person`` who gave it. A person's
own verdict on a passage takes precedence over the one for all.

The file is one JSON document, ``{"version": 1, "marks": [...]}``. It identifies files and passages by their
hashes and contains none of their words, only the typed queries. Every field is checked before anything is
imported: a file is imported whole or not at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, insert, select

from briefbank import files
from briefbank.catalogue import document_rows, library_facts
from briefbank.catalogue.columns import or_none
from briefbank.catalogue.database import Database, reading, writing
from briefbank.catalogue.tables import DocumentRow, FeedbackRow, PassageRow
from briefbank.domain.documents import Document
from briefbank.domain.searches import Feedback, StoredFeedback, Verdict
from briefbank.errors import BriefBankError, NotInLibrary, StoreError
from briefbank.text.characters import text_hash
from briefbank.text.messages import Message

BEGINNING = 200  # The number of letters of a passage that are shown with a mark


FOR_ALL = ""  # In place of a person: the feedback counts for all
_KEY_COLUMNS = (FeedbackRow.query, FeedbackRow.document_sha256, FeedbackRow.text_hash)
_PERSON_AND_KEY = (FeedbackRow.person, *_KEY_COLUMNS)
_INSERT = insert(FeedbackRow)
_DELETE = delete(FeedbackRow).where(*(column == bindparam(column.name.upper()) for column in _PERSON_AND_KEY))
_COUNTS = FeedbackRow.person.in_((FOR_ALL, bindparam("person")))


def _same_words() -> ColumnElement[bool]:
    return and_(PassageRow.document_id == DocumentRow.id, PassageRow.text_hash == FeedbackRow.text_hash)


_MARKED_QUERIES = (
    select(FeedbackRow.query)
    .where(FeedbackRow.person == bindparam("person"))
    .group_by(FeedbackRow.query)
    .order_by(func.max(FeedbackRow.given_at).desc(), FeedbackRow.query)
    .limit(bindparam("limit"))
)
_VERDICTS_OF = (
    select(FeedbackRow.query, PassageRow.id, FeedbackRow.verdict)
    .select_from(FeedbackRow)
    .join(DocumentRow, DocumentRow.sha256 == FeedbackRow.document_sha256)
    .join(PassageRow, _same_words())
    .where(FeedbackRow.query.in_(bindparam("queries", expanding=True)), _COUNTS)
    .order_by(FeedbackRow.query, PassageRow.id, FeedbackRow.person)
)
"""Every search runs these statements, so they are built once: building one takes longer than running it."""


def normalised(query: str) -> str:
    """Return the query in lower case with single spaces, neither of which makes another search."""
    return " ".join(query.split()).casefold()


@writing
def give(
    connection: Connection,
    passage_id: int,
    query: str,
    verdict: Verdict | None,
    person: str = FOR_ALL,
    counts_for: str = FOR_ALL,
) -> None:
    """Set a verdict or, with None, withdraw it; one that ``person`` gave for themselves alone goes.
    ``counts_for``: the person, or all. Raises NotInLibrary."""
    key = _key(connection, passage_id, query)
    connection.execute(_DELETE, [_named((owner, *key)) for owner in {person, counts_for}])
    if verdict is not None:
        _store(connection, [_values((counts_for, *key), verdict, datetime.now(UTC))])


@reading
def given_for(connection: Connection, query: str, person: str = FOR_ALL) -> dict[int, Verdict]:
    verdicts = verdicts_of(connection, [normalised(query)], person)
    return {passage_id: verdict for _, passage_id, verdict in verdicts}


@reading
def marked_queries(connection: Connection, limit: int, person: str = FOR_ALL) -> list[str]:
    """Return the ``normalised`` queries with feedback for a person alone, or for all, latest first."""
    return list(connection.execute(_MARKED_QUERIES, {"limit": limit, "person": person}).scalars())


@reading
def verdicts_of(
    connection: Connection, queries: Sequence[str], person: str = FOR_ALL
) -> list[tuple[str, int, Verdict]]:
    """Return (query, passage id, verdict) that count for a person, for queries (as ``normalised``) and
    passages in the library."""
    rows = connection.execute(_VERDICTS_OF, {"queries": queries, "person": person})  # a person's own last
    verdicts = {(query, passage_id): verdict for query, passage_id, verdict in rows}
    return [(query, passage_id, verdict) for (query, passage_id), verdict in verdicts.items()]


@reading
def given(connection: Connection, person: str = FOR_ALL) -> list[Feedback]:
    """Return all feedback that a person may know of, newest first, including that on passages that are not in
    the library now."""
    first_place = (
        select(func.min(PassageRow.ordinal))
        .where(_same_words())
        .correlate(DocumentRow, FeedbackRow)
        .scalar_subquery()
    )
    there = and_(PassageRow.document_id == DocumentRow.id, PassageRow.ordinal == first_place)
    query = (
        select(FeedbackRow, *map(or_none, (PassageRow.id, DocumentRow.title, PassageRow.text)))
        .select_from(FeedbackRow)
        .outerjoin(DocumentRow, DocumentRow.sha256 == FeedbackRow.document_sha256)
        .outerjoin(PassageRow, there)
        .where(_COUNTS)
        .order_by(FeedbackRow.given_at.desc(), *_KEY_COLUMNS)
    )
    rows: Sequence[Any] = connection.execute(query, {"person": person}).all()
    known = document_rows.by_hashes(connection, {row.document_sha256 for row in rows if row.id})
    known = document_rows.named(connection, known)
    return [_feedback(row, known.get(row.document_sha256)) for row in rows]


@reading
def everything(connection: Connection) -> list[StoredFeedback]:
    query = (
        select(FeedbackRow).where(FeedbackRow.person == FOR_ALL).order_by(FeedbackRow.given_at, *_KEY_COLUMNS)
    )
    return list(map(stored, connection.execute(query)))


def stored(row: Any) -> StoredFeedback:
    return StoredFeedback(row.query, row.verdict, row.given_at, row.document_sha256, row.text_hash.hex())


def replace_all(connection: Connection, given: Iterable[StoredFeedback]) -> None:
    """Put feedback that counts for all in the place of all that did."""
    connection.execute(delete(FeedbackRow).where(FeedbackRow.person == FOR_ALL))
    rows = [
        _values(
            (FOR_ALL, normalised(mark.query), mark.document_sha256, bytes.fromhex(mark.text_hash)),
            mark.verdict,
            mark.given_at,
        )
        for mark in given
    ]
    if rows:
        connection.execute(_INSERT, rows)


def forget(connection: Connection, keys: Collection[str] | None, people: Collection[str] = (FOR_ALL,)) -> int:
    """Withdraw the feedback with these keys (``Feedback.key``), or (None) all, as far as it counts for these
    ``people``; return how many there were."""
    theirs = FeedbackRow.person.in_(people)
    if keys is None:
        return connection.execute(delete(FeedbackRow).where(theirs)).rowcount
    known = connection.execute(select(*_PERSON_AND_KEY).where(theirs)).all()
    chosen = [tuple(row) for row in known if _key_of(*row) in keys]
    for row in chosen:
        connection.execute(_DELETE, _named(row))
    return len(chosen)


def withdraw(catalogue: Database, keys: Collection[str] | None, people: Collection[str] = (FOR_ALL,)) -> int:
    """Withdraw as ``forget`` does, and overwrite; return how many there were."""
    with catalogue.writing() as connection:
        withdrawn = forget(connection, keys, people)
        library_facts.note_deleted(connection)
    catalogue.empty_log()
    return withdrawn


@writing
def merge(connection: Connection, given: Iterable[StoredFeedback]) -> tuple[int, int]:
    """Merge in feedback that counts for all; of two verdicts on the same passage for the same query the newer
    one stays.

    Returns how many were merged, and how many of these are on passages that are not in the library. Those are
    stored and count once the file is added. A time in the future is replaced by the present.
    """
    now = datetime.now(UTC)
    query = select(*_KEY_COLUMNS, FeedbackRow.given_at).where(FeedbackRow.person == FOR_ALL)
    kept = {tuple(row[:3]): row.given_at for row in connection.execute(query)}
    taken: dict[tuple[str, str, bytes], StoredFeedback] = {}
    for mark in given:
        key = (normalised(mark.query), mark.document_sha256, bytes.fromhex(mark.text_hash))
        mark = replace(mark, given_at=min(mark.given_at, now))
        known = taken[key].given_at if key in taken else kept.get(key)
        if known is None or known < mark.given_at:
            taken[key] = mark
    if taken:
        rows = [_values((FOR_ALL, *key), mark.verdict, mark.given_at) for key, mark in taken.items()]
        _store(connection, rows)
    in_library = (
        select(FeedbackRow.document_sha256, FeedbackRow.text_hash)
        .distinct()
        .join(DocumentRow, DocumentRow.sha256 == FeedbackRow.document_sha256)
        .join(PassageRow, _same_words())
    )
    here = {tuple(row) for row in connection.execute(in_library)}
    return len(taken), sum(key[1:] not in here for key in taken)


def _key(connection: Connection, passage_id: int, query: str) -> tuple[str, str, bytes]:
    hashes_of_passage = (
        select(DocumentRow.sha256, PassageRow.text_hash)
        .join(PassageRow, PassageRow.document_id == DocumentRow.id)
        .where(PassageRow.id == passage_id)
    )
    row = connection.execute(hashes_of_passage).first()
    if row is None:
        raise NotInLibrary(
            Message("There is no such passage in this library."),
            Message("Search again to see what is there."),
            detail=f"passage {passage_id}",
        )
    return normalised(query), row.sha256, row.text_hash


def _values(key: tuple[str, str, str, bytes], verdict: Verdict, given_at: datetime) -> dict[str, Any]:
    columns = (column.name for column in _PERSON_AND_KEY)
    return {**dict(zip(columns, key, strict=True)), "verdict": verdict.value, "given_at": given_at}


def _named(key: Sequence[Any]) -> dict[str, Any]:
    return {column.name.upper(): value for column, value in zip(_PERSON_AND_KEY, key, strict=True)}


def _store(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Store feedback in place of that for the same key, which PostgreSQL does not enforce."""
    connection.execute(_DELETE, [_named([row[column.name] for column in _PERSON_AND_KEY]) for row in rows])
    connection.execute(_INSERT, rows)


def _feedback(row: Any, document: Document | None) -> Feedback:
    return Feedback(
        query=row.query,
        verdict=row.verdict,
        given_at=row.given_at,
        passage_id=row.id or 0,
        title=row.title or "",
        text=(row.text or "")[:BEGINNING],
        key=_key_of(row.person, row.query, row.document_sha256, row.text_hash),
        for_all=row.person == FOR_ALL,
        distinctions=document.distinctions if document else (),
    )


def _key_of(person: str, query: str, document_sha256: str, words: bytes) -> str:
    """Return 16 hexadecimal digits that identify feedback in every library and are short enough to type."""
    own = f" {person}" if person else ""
    return text_hash(f"{document_sha256}{own} {words.hex()} {query}")[:16]


LARGEST_BYTES = 256 * 1024**2
_HASHES = re.compile(r"[0-9a-f]{64} [0-9a-f]{32}")


class FeedbackFileError(BriefBankError):
    """Raised for a file of marks that cannot be read, written or understood."""

    default_title = Message("This is not a file of marks from BriefBank.")
    default_remedy = Message("Choose a file that was made by exporting marks. Nothing was changed.")


def write(path: Path, given: Iterable[StoredFeedback]) -> None:
    document = json.dumps({"version": 1, "marks": msgspec.to_builtins(list(given))}, indent=1)
    try:
        files.write_out(path, document.encode("ascii") + b"\n")
    except StoreError as error:
        raise FeedbackFileError(
            Message("The marks could not be written there."),
            Message("Choose another folder, or free some space."),
            detail=error.detail,
        ) from error


class _MarksFile(msgspec.Struct):
    version: Literal[1]
    marks: list[StoredFeedback]


def read(path: Path) -> list[StoredFeedback]:
    """Return the feedback in a file, in its order. Raises FeedbackFileError."""
    try:
        if path.stat().st_size > LARGEST_BYTES or files.is_database(path):
            raise FeedbackFileError(detail="larger than any export, or a database")
        marks = msgspec.convert(json.loads(path.read_bytes()), _MarksFile).marks
        return list(map(_checked, marks))
    except OSError as error:
        raise FeedbackFileError(
            Message("The file could not be opened."),
            Message("Check that it exists and that you may read it."),
            detail=f"errno {error.errno}",
        ) from error
    except (ValueError, OverflowError, RecursionError) as error:  # the reader of JSON recurses into lists
        raise FeedbackFileError(detail=type(error).__name__) from error


def _checked(mark: StoredFeedback) -> StoredFeedback:
    """Return a mark with its time in UTC. Raises ValueError and OverflowError for one that is incomplete."""
    hashes = f"{mark.document_sha256} {mark.text_hash}"
    if mark.given_at.utcoffset() is None or not normalised(mark.query) or not _HASHES.fullmatch(hashes):
        raise ValueError("incomplete")
    return replace(mark, given_at=mark.given_at.astimezone(UTC))
