"""Orders to recognise pages, and the recognised pages.

Both belong to the contents of a file, by hash, rather than to a document: pages are recognised before the
document exists, and are not recognised again when the same file is added later.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import Connection, delete, select

from briefbank.catalogue.database import reading, upsert, writing
from briefbank.catalogue.tables import ChecksumRow, DocumentRow, IntakeRow, OcrOrderRow, RecognisedRow
from briefbank.domain.pages import PageOrder


def order(connection: Connection, sha256: str, orders: Sequence[PageOrder]) -> None:
    """Queue pages; an order replaces an older one for the same page."""
    for order in orders:
        values = {
            "replace_text": order.replace_text,
            "setting": order.setting.value,
            "engine": order.engine,
        }
        statement = upsert(OcrOrderRow).values(sha256=sha256, page=order.index, **values)
        connection.execute(statement.on_conflict_do_update(["sha256", "page"], set_=values))


@reading
def orders(connection: Connection, sha256: str) -> list[PageOrder]:
    """Return the queued pages, in order."""
    columns = (OcrOrderRow.page, OcrOrderRow.replace_text, OcrOrderRow.setting, OcrOrderRow.engine)
    query = select(*columns).where(OcrOrderRow.sha256 == sha256).order_by(OcrOrderRow.page)
    return [PageOrder(*row) for row in connection.execute(query)]


def keep(connection: Connection, sha256: str, page: int, packed: bytes | None) -> None:
    """Finish a page: delete its order and store ``packed``, unless it is None, in place of an earlier
    result."""
    ordered = (OcrOrderRow.sha256 == sha256) & (OcrOrderRow.page == page)
    connection.execute(delete(OcrOrderRow).where(ordered))
    if packed is not None:
        values = {"finished_at": datetime.now(UTC), "packed": packed}
        statement = upsert(RecognisedRow).values(sha256=sha256, page=page, **values)
        connection.execute(statement.on_conflict_do_update(["sha256", "page"], set_=values))


@reading
def packed_pages(connection: Connection, sha256: str) -> dict[int, bytes]:
    """Return the stored result of each page."""
    columns = (RecognisedRow.page, RecognisedRow.packed)
    query = select(*columns).where(RecognisedRow.sha256 == sha256).order_by(RecognisedRow.page)
    return {row.page: row.packed for row in connection.execute(query)}


@writing
def withdraw(connection: Connection, sha256: str) -> None:
    """Delete all orders of a file."""
    connection.execute(delete(OcrOrderRow).where(OcrOrderRow.sha256 == sha256))


@writing
def forget_unused(connection: Connection) -> None:
    """Delete what belongs neither to a document nor to an open file of the ledger."""
    waiting = select(IntakeRow.sha256).where(IntakeRow.status.is_(None))
    in_use = select(DocumentRow.sha256).union(select(ChecksumRow.sha256), waiting)
    for table in (OcrOrderRow, RecognisedRow):
        connection.execute(delete(table).where(table.sha256.not_in(in_use)))


def forget(connection: Connection, sha256: str) -> None:
    """Delete everything stored about a file."""
    for table in (OcrOrderRow, RecognisedRow):
        connection.execute(delete(table).where(table.sha256 == sha256))
