"""The record of what was done as a table for spreadsheets, with a row for each entry, the newest first."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable

from briefbank.domain.audit_events import AuditEntry
from briefbank.exports.results_csv import BYTE_ORDER_MARK

COLUMNS = ("Number", "Time (UTC)", "Act", "Sentence", "Details", "BriefBank", "Hash", "From a backup")


def written(entries: Iterable[AuditEntry]) -> bytes:
    """Return the whole file. Its cells are numbers and our own words, none of which begins a formula."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(_cells(entry) for entry in entries)
    return BYTE_ORDER_MARK + text.getvalue().encode()


def _cells(entry: AuditEntry) -> tuple[str, ...]:
    return (
        str(entry.number),
        entry.at.strftime("%Y-%m-%d %H:%M:%S"),
        entry.act.value,
        entry.text,
        json.dumps(dict(entry.details), sort_keys=True),
        entry.version,
        entry.hash,
        "yes" if entry.earlier else "",
    )
