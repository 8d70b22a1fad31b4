"""Figures of the whole ingest: the files by outcome, the list of all files, and how many can be searched."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, case, exists, func, select

from briefbank.catalogue.database import reading, total
from briefbank.catalogue.ingest_ledger import (
    ANY_TURN,
    LATEST,
    OPEN,
    READ_STAGES,
    REFUSED,
    WAITED_FOR,
    new_files_left,
)
from briefbank.catalogue.tables import DocumentRow, EmbeddedRow, IntakeRow, PassageRow
from briefbank.domain.ingest import TAKEN_OFF, FileStatus, IngestReport, ReportedFile, Searchable
from briefbank.text.messages import Message

_READ = IntakeRow.stage.not_in(READ_STAGES)
_MADE = IntakeRow.document_id == DocumentRow.id
_LAST_MOMENT = 253_402_300_799  # The last second of the year 9999


@reading
def report(connection: Connection) -> IngestReport:
    """Return the counts of all files, each by its last attempt."""
    reason = case((REFUSED, IntakeRow.reason), else_="")
    groups = (IntakeRow.status, _READ, IntakeRow.left_out, reason)
    ended: Counter[FileStatus] = Counter()
    open_, apart = Counter[bool](), Counter[str]()
    reasons = Counter[Message]()
    for status, is_read, left_out, why, number in connection.execute(
        select(*groups, func.count()).where(LATEST).group_by(*groups)
    ):
        if status is None:
            open_[bool(is_read)] += number
        elif status is FileStatus.REFUSED and (why == TAKEN_OFF or left_out):
            apart["taken off" if why == TAKEN_OFF else "left out"] += number
        else:
            ended[status] += number
            if status is FileStatus.REFUSED:
                reasons[why] += number
    status = IntakeRow.status.in_([FileStatus.ADDED.value, FileStatus.ADDED_WITH_GAPS.value])
    added = DocumentRow.id.in_(select(DocumentRow.id).where(exists().where(status & _MADE)).scalar_subquery())
    with_gaps = select(func.count(), total(DocumentRow.gaps)).where(added & (DocumentRow.gaps > 0))
    files_with_gaps, gaps = connection.execute(with_gaps).one()
    return IngestReport(
        ended,
        open_[False],
        open_[True],
        tuple(sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))[:50]),
        files_with_gaps,
        gaps,
        connection.execute(select(total(DocumentRow.pages)).where(added)).scalar_one(),
        taken_off=apart["taken off"],
        left_out=apart["left out"],
    )


@reading
def reported_files(connection: Connection) -> list[ReportedFile]:
    """Return all files in the order in which they were last queued."""
    pages = (DocumentRow.pages, DocumentRow.ocr_pages, DocumentRow.gaps)
    columns: tuple[Any, ...] = (
        *(IntakeRow.path, IntakeRow.status, IntakeRow.reason, IntakeRow.stage),
        *(IntakeRow.started_at, IntakeRow.finished_at, IntakeRow.left_out),
        *(func.coalesce(DocumentRow.title, ""), DocumentRow.filed),
        *(func.coalesce(column, 0) for column in pages),
    )
    query = select(*columns).select_from(IntakeRow).outerjoin(DocumentRow, _MADE)
    query = query.where(LATEST).order_by(IntakeRow.id)
    reported = []
    for row in connection.execute(query.execution_options(yield_per=1000)):
        path, status, reason, stage, queued, ended, left_out, title, filed, pages, ocr_pages, gaps = row
        waits_for_scans = status is None and stage.value not in READ_STAGES
        outcome = (status, reason, waits_for_scans, title, filed, pages, ocr_pages, gaps)
        reported.append(ReportedFile(Path(path), *outcome, queued, ended, left_out))
    return reported


@reading
def searchable(connection: Connection) -> Searchable:
    """Return how many files can be searched; some milliseconds for 200,000 passages."""
    documents = connection.execute(select(func.count()).select_from(DocumentRow)).scalar_one()
    embedded = exists().where(EmbeddedRow.passage_id == PassageRow.id)
    is_searchable = PassageRow.searchable == True  # noqa: E712 (an SQL comparison that uses the index)
    lacking = select(func.count(PassageRow.document_id.distinct())).where(is_searchable, ~embedded)
    by_meaning = documents - connection.execute(lacking).scalar_one()
    mass = OPEN & ~_READ & (IntakeRow.turn > WAITED_FOR)
    first = select(func.coalesce(func.min(IntakeRow.turn), ANY_TURN)).where(mass)
    turn = connection.execute(first).scalar_one()
    modified = ANY_TURN - turn
    known = 0 < modified <= _LAST_MOMENT
    moment = datetime.fromtimestamp(modified, UTC) if known else None
    return Searchable(documents + new_files_left(connection), documents, by_meaning, moment)
