"""Lists of documents: which, in which order, and in which folders, inside an open transaction.

SQLite ignores case in ASCII only, and databases order letters differently. So each document's row has what
is compared as it is compared, without capitals and accents (``keys``). Nothing here is particular to one
database, and no list of rows is ever in memory: ids alone are.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from heapq import nsmallest
from itertools import chain
from pathlib import PurePath
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, case, extract, func, literal, or_, select

from briefbank.catalogue.tables import DocumentRow
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.document_lists import DocumentList, ListColumn, TypedWord
from briefbank.domain.kinds import Kind
from briefbank.text.accents import without_accents
from briefbank.text.docket_numbers import keys_of, typed_docket
from briefbank.text.folders import levels, telling_levels
from briefbank.text.hidden_characters import escape_hidden

KEYS = frozenset({"title_key", "court_key", "docket_key", "titled", "list_text"})
"""The columns of ``keys``."""
ORDERED = 200
"""The characters of a value by which documents are ordered."""

_REMARKS = (DocumentRow.gaps, DocumentRow.doubtful_pages, DocumentRow.hidden_pages, DocumentRow.family)
"""The columns that give a remark where they are above 0."""
_COLUMNS: dict[ListColumn, Any] = {
    ListColumn.TITLE: DocumentRow.title_key,
    ListColumn.FILED: DocumentRow.filed,
    ListColumn.COURT: DocumentRow.court_key,
    ListColumn.DOCKET: DocumentRow.docket_key,
    ListColumn.PAGES: DocumentRow.pages,
    ListColumn.REMARKS: sum((case((each > 0, 1), else_=0) for each in _REMARKS), literal(0)),
}
_LACKS: dict[CaptionField, ColumnElement[bool]] = {
    CaptionField.TITLE: DocumentRow.titled.is_(False),
    CaptionField.FILED: DocumentRow.filed.is_(None),
    CaptionField.COURT: and_(DocumentRow.court_key == "", DocumentRow.kind != Kind.MAIL),
}


def keys(
    *, title: str, court: str, docket: str, filed: str, version: str, file_name: str, folder: str
) -> dict[str, Any]:
    """Return the columns by which a document is listed; ``filed`` is an ISO date or empty."""
    return {
        "title_key": title_key(title, file_name),
        "court_key": folded(court)[:ORDERED],
        "docket_key": folded(docket)[:ORDERED],
        "titled": title not in ("", PurePath(file_name).stem),
        "list_text": "\n".join(map(folded, (title, version, court, docket, filed, file_name, folder))),
    }


def title_key(title: str, file_name: str) -> str:
    """Return what a document's title, or else the name of its file, is compared by."""
    return folded(title or file_name)[:ORDERED]


def folded(text: str) -> str:
    """Return a name as it is compared. Lone surrogates, which no database holds, are written out before."""
    return without_accents(escape_hidden(text))


def ids(connection: Connection, wanted: DocumentList) -> array[int]:
    """Return the ids of the documents of a list, in its order."""
    query = select(DocumentRow.id).order_by(*_order(wanted))
    if conditions := list(_conditions(connection, wanted)):
        # Narrowed by itself in the order of the table: in that of an index, rows are read here and there.
        query = query.where(DocumentRow.id.in_(select(DocumentRow.id).where(*conditions)))
    rows: Any = connection.execute(query).cursor  # SQLAlchemy's own rows take twice as long
    return array("q", chain.from_iterable(rows))


def _order(wanted: DocumentList) -> Iterator[Any]:
    column = _COLUMNS.get(wanted.column, _order_of_kinds(wanted.kinds))
    yield column.desc().nulls_last() if wanted.descending else column.asc().nulls_first()
    if wanted.column is not ListColumn.FILED:
        yield DocumentRow.filed.desc().nulls_last()
    yield DocumentRow.id


def _order_of_kinds(kinds: tuple[Kind, ...]) -> ColumnElement[int]:
    return case({kind.value: place for place, kind in enumerate(kinds)}, value=DocumentRow.kind)


def _conditions(connection: Connection, wanted: DocumentList) -> Iterator[ColumnElement[bool]]:
    for word in wanted.words:
        yield or_(_holds(word), DocumentRow.id.in_(_with_docket(connection, word.text)))
    if wanted.lacking:
        yield or_(*(_LACKS[field] for field in wanted.lacking))
    if wanted.folder:
        yield is_inside(wanted.folder)


def _holds(word: TypedWord) -> ColumnElement[bool]:
    return or_(
        DocumentRow.list_text.contains(folded(word.text), autoescape=True),
        *([DocumentRow.kind.in_(word.kinds)] if word.kinds else ()),
        *([extract("month", DocumentRow.filed).in_(word.months)] if word.months else ()),
    )


def _with_docket(connection: Connection, typed: str) -> list[int]:
    """Return the documents that have, or whose file's name has, a docket number in any of its forms."""
    docket = typed_docket(typed)
    if docket is None:
        return []
    keys, near = frozenset(docket.query_keys()), docket.near()
    numbers = DocumentRow.list_text.like(f"%{'%'.join(map(str, docket.numbers))}%")
    rows = connection.execute(select(DocumentRow.id, DocumentRow.list_text).where(numbers))
    return [id_ for id_, text in rows if near.search(text) and not keys.isdisjoint(keys_of(text))]


def is_inside(folder: str) -> ColumnElement[bool]:
    """Select the documents in a folder and in those in it."""
    beneath = func.substr(DocumentRow.folder, 1, len(folder) + 1) == f"{folder}/"
    return or_(DocumentRow.folder == folder, beneath)


def folders(connection: Connection, most: int, also: str) -> dict[str, int]:
    """Return folders that tell the documents apart, with the number of documents in each and in those in it:
    those with most documents, and ``also`` where it has any."""
    counts: dict[str, int] = {}
    total = 0
    query = select(DocumentRow.folder, func.count()).group_by(DocumentRow.folder)
    for folder, documents in connection.execute(query):
        total += documents
        for level in levels(folder):
            counts[level] = counts.get(level, 0) + documents
    telling = nsmallest(most, telling_levels(counts, total), key=lambda each: (-counts[each], each))
    return {folder: counts[folder] for folder in dict.fromkeys((*telling, also)) if folder in counts}
