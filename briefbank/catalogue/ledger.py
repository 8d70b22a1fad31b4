"""The intake ledger: what was dropped, how far it came, how it ended. Works inside an open transaction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from briefbank.catalogue import documents
from briefbank.catalogue.tables import IntakeRow
from briefbank.models import FileOutcome, FileStatus, Stage


def start(connection: Connection, paths: Sequence[Path]) -> list[int]:
    """Open a row for each file, in order; returns their numbers."""
    common = {"started_at": datetime.now(UTC), "stage": Stage.WAITING.value, "reason": ""}
    return [
        connection.execute(
            insert(IntakeRow).values(path=str(path), **common).returning(IntakeRow.id)
        ).scalar_one()
        for path in paths
    ]


def enter_stage(connection: Connection, row: int, stage: Stage) -> None:
    connection.execute(update(IntakeRow).where(IntakeRow.id == row).values(stage=stage.value))


def finish(connection: Connection, row: int, outcome: FileOutcome) -> None:
    """Close a row. A document that was removed meanwhile takes its row with it."""
    document_id = outcome.document.id if outcome.document else None
    if document_id is not None and not documents.by_ids(connection, [document_id]):
        connection.execute(delete(IntakeRow).where(IntakeRow.id == row))
        return
    ended = {
        "stage": Stage.DONE.value,
        "status": outcome.status.value,
        "reason": outcome.reason,
        "document_id": document_id,
        "finished_at": datetime.now(UTC),
    }
    connection.execute(update(IntakeRow).where(IntakeRow.id == row).values(ended))


def history(connection: Connection, limit: int) -> list[FileOutcome]:
    """What the last files ended with, the newest first."""
    columns = (IntakeRow.path, IntakeRow.status, IntakeRow.reason, IntakeRow.document_id)
    query = select(*columns).where(IntakeRow.status.is_not(None)).order_by(IntakeRow.id.desc()).limit(limit)
    rows: Sequence[Any] = connection.execute(query).all()
    known = documents.by_ids(connection, {row.document_id for row in rows if row.document_id})
    return [
        FileOutcome(Path(path), FileStatus(status), known.get(document_id), reason)
        for path, status, reason, document_id in rows
    ]


def end_unfinished(connection: Connection, reason: str) -> int:
    """Close all open rows as refused; returns how many there were."""
    ended = {
        "stage": Stage.DONE.value,
        "status": FileStatus.REFUSED.value,
        "reason": reason,
        "finished_at": datetime.now(UTC),
    }
    return connection.execute(update(IntakeRow).where(IntakeRow.status.is_(None)).values(ended)).rowcount
