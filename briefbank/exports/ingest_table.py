"""The report of an ingest as a table for spreadsheets: each file, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable

from briefbank.domain.ingest import TAKEN_OFF, FileStatus
from briefbank.domain.ingest_report import ReportedFile
from briefbank.exports.csv_table import table

COLUMNS = (
    *("File", "Outcome", "Reason", "Title", "Filed", "Pages", "Pages recognised", "Pages without text"),
    *("Queued (UTC)", "Ended (UTC)"),
)
_OUTCOMES = {
    FileStatus.ADDED: "Added",
    FileStatus.ADDED_WITH_GAPS: "Added with gaps",
    FileStatus.ALREADY_HERE: "Already here",
    FileStatus.REFUSED: "Refused",
}
_MOMENT = "%Y-%m-%d %H:%M:%S"


def written(files: Iterable[ReportedFile]) -> bytes:
    """Return the whole file."""
    return table(COLUMNS, map(_cells, files))


def _cells(file: ReportedFile) -> tuple[str, ...]:
    numbers = (file.pages, file.ocr_pages, file.gaps) if file.pages else ("", "", "")
    return (
        str(file.path),
        _outcome(file),
        file.reason,
        file.title,
        file.filed.isoformat() if file.filed else "",
        *map(str, numbers),
        file.queued.strftime(_MOMENT),
        file.ended.strftime(_MOMENT) if file.ended else "",
    )


def _outcome(file: ReportedFile) -> str:
    if file.reason == TAKEN_OFF:
        return "Not added"
    if file.left_out:
        return "Left out"
    if file.status is not None:
        return _OUTCOMES[file.status]
    return "Waits for text recognition" if file.waits_for_scans else "Waits"
