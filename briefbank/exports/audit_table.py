"""The record of what was done as a table for spreadsheets, with a row for each entry, the newest first."""

from __future__ import annotations

import json
from collections.abc import Iterable

from briefbank.domain.audit_events import AuditEntry
from briefbank.exports.csv_table import table

COLUMNS = (
    *("Number", "Time (UTC)", "Act", "Sentence", "Person", "Computer", "Document", "Matter"),
    *("Details", "BriefBank", "Hash", "From a backup"),
)


def written(entries: Iterable[AuditEntry]) -> bytes:
    """Return the whole file."""
    return table(COLUMNS, map(_cells, entries))


def _cells(entry: AuditEntry) -> tuple[str, ...]:
    return (
        str(entry.number),
        entry.at.strftime("%Y-%m-%d %H:%M:%S"),
        entry.act.value,
        entry.text,
        *(str(entry.details.get(name, "")) for name in ("person", "device", "document", "matter")),
        json.dumps(dict(entry.details), sort_keys=True),
        entry.version,
        entry.hash,
        "yes" if entry.earlier else "",
    )
