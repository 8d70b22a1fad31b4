"""Tables of comma-separated values (RFC 4180) that spreadsheets open directly.

A table is UTF-8 with a byte order mark, without which Excel takes it for another encoding.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from datetime import date

from briefbank.domain.caption_fields import Kind
from briefbank.domain.document_names import full_title
from briefbank.domain.ingest import TAKEN_OFF, FileStatus, ReportedFile
from briefbank.domain.maintenance import AuditEntry
from briefbank.domain.searches import Hit, Tier
from briefbank.exports.quotations import of_hit
from briefbank.text.characters import escape_formula
from briefbank.text.page_numbers import own

# --- csv table -------------------------------------------------------------------------------------------

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> bytes:
    """Return the whole file; no cell of the rows is taken for a formula."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(map(harmless, row) for row in rows)
    return BYTE_ORDER_MARK + text.getvalue().encode("utf-8", "replace")


def harmless(cell: str) -> str:
    """Return the text of a cell that no spreadsheet takes for a formula."""
    return escape_formula(cell.replace("\x00", ""))


# --- audit table -----------------------------------------------------------------------------------------
# The record of what was done as a table for spreadsheets, with a row for each entry, the newest first.

AUDIT_COLUMNS = (
    *("Number", "Time (UTC)", "Act", "Sentence", "Person", "Computer", "Document", "Matter"),
    *("Details", "BriefBank", "Hash", "From a backup"),
)


def audit_table(entries: Iterable[AuditEntry]) -> bytes:
    """Return the whole file."""
    return table(AUDIT_COLUMNS, map(_audit_cells, entries))


def _audit_cells(entry: AuditEntry) -> tuple[str, ...]:
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


# --- ingest table ----------------------------------------------------------------------------------------
# The report of an ingest as a table for spreadsheets: each file, and what became of it.

INGEST_COLUMNS = (
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


def ingest_table(files: Iterable[ReportedFile]) -> bytes:
    """Return the whole file."""
    return table(INGEST_COLUMNS, map(_ingest_cells, files))


def _ingest_cells(file: ReportedFile) -> tuple[str, ...]:
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


# --- results csv -----------------------------------------------------------------------------------------
# Results as a table for spreadsheets, with a row for each.

RESULT_COLUMNS = (
    "Rank",
    "Title",
    "Kind",
    "Filed",
    "Court",
    "Docket",
    "Page",
    "File page",
    "Headings",
    "Passage",
    "Citation",
    "Notes",
    "Tier",
)


def results_table(hits: Iterable[Hit]) -> bytes:
    """Return the whole file."""
    return table(RESULT_COLUMNS, map(_result_cells, hits))


def _result_cells(hit: Hit) -> tuple[str, ...]:
    document, passage, quoted = hit.document, hit.passage, of_hit(hit)
    return (
        str(hit.rank),
        full_title(document),
        document.kind.value,
        document.filed.isoformat() if document.filed else "",
        document.court,
        document.docket,
        passage.page_label,
        str(passage.first_page + 1),
        " › ".join(passage.heading_path),
        quoted.text,
        "".join(quoted.cited),
        "\n".join(quoted.notes),
        "Close" if hit.tier is Tier.CLOSE else "Less close",
    )


# --- ris -------------------------------------------------------------------------------------------------
# Results as records for reference managers, in the RIS format that EndNote, Zotero and Mendeley read.
#
# Each passage is one record. The format is that of Research Information Systems, "RIS Format
# Specifications" (2001; tags TY to ER, a line each, ``XX - value``, lines ended by CR LF). The types are
# CASE for decisions, STAT for statutes, LEGAL for rules, GOVDOC for directives, and UNPB (unpublished) for
# briefs and memos, which have no type of their own.

TYPES = {
    Kind.BRIEF: "UNPB",
    Kind.MEMO: "UNPB",
    Kind.MAIL: "PCOMM",
    Kind.OPINION: "CASE",
    Kind.STATUTE: "STAT",
    Kind.RULE: "LEGAL",
    Kind.DIRECTIVE: "GOVDOC",
    Kind.OTHER: "GEN",
}


def ris_records(hits: Iterable[Hit]) -> bytes:
    """Return the whole file."""
    lines = [f"{tag}  - {value}".rstrip(" ") if value else f"{tag}  - " for tag, value in _all(hits)]
    return "".join(f"{line}\r\n" for line in lines).encode("utf-8", "replace")


def _all(hits: Iterable[Hit]) -> Iterator[tuple[str, str]]:
    for hit in hits:
        yield "TY", TYPES[hit.document.kind]
        yield from ((tag, line) for tag, value in _fields(hit) if (line := " ".join(value.split())))
        yield "ER", ""


def _fields(hit: Hit) -> Iterator[tuple[str, str]]:
    document, passage, quoted = hit.document, hit.passage, of_hit(hit)
    yield "TI", full_title(document)
    yield "AU", document.office
    if document.filed:
        yield "PY", str(document.filed.year)
        yield "DA", _day(document.filed)
    yield "PB", document.court
    yield "M1", document.docket
    yield "SP", own(passage.page_label) or str(passage.first_page + 1)
    if passage.last_page > passage.first_page:
        yield "EP", own(hit.last_label) if passage.page_label else str(passage.last_page + 1)
    yield "AB", quoted.text
    yield "N1", "".join(quoted.cited)
    yield from (("N1", note) for note in quoted.notes)
    yield "KW", passage.heading_path[-1] if passage.heading_path else ""
    yield "KW", "Less close" if hit.tier is Tier.LESS_CLOSE else ""


def _day(day: date) -> str:
    """Return a date in the format's notation: 'YYYY/MM/DD/', which free text may follow."""
    return f"{day:%Y/%m/%d}/"
