"""Exports as tables for spreadsheets (CSV, RFC 4180), and as records for reference managers (RIS).

A table is UTF-8 with a byte order mark, without which Excel takes it for another encoding. RIS is the format
of Research Information Systems, "RIS Format Specifications" (2001; tags TY to ER, a line each, ``XX -
value``, lines ended by CR LF), which EndNote, Zotero and Mendeley read. Each passage is one record. The types
are CASE for decisions, STAT for statutes, LEGAL for rules, GOVDOC for directives, and UNPB (unpublished) for
briefs and memos, which have no type of their own.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator

from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import full_title
from briefbank.domain.ingest import TAKEN_OFF, FileStatus, ReportedFile
from briefbank.domain.maintenance import AuditEntry
from briefbank.domain.searches import Hit, Tier
from briefbank.exports.quotations import of_hit
from briefbank.text.characters import escape_formula
from briefbank.text.page_numbers import own

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> bytes:
    """Return the whole file. No spreadsheet takes a cell of the rows for a formula."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([escape_formula(cell.replace("\x00", "")) for cell in row] for row in rows)
    return BYTE_ORDER_MARK + text.getvalue().encode("utf-8", "replace")


AUDIT_COLUMNS = (
    *("Number", "Time (UTC)", "Act", "Sentence", "Person", "Computer", "Document", "Matter"),
    *("Details", "BriefBank", "Hash", "From a backup"),
)


def audit_table(entries: Iterable[AuditEntry]) -> bytes:
    """Return the file of the audit log, with a row for each entry."""
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
    """Return the file of the ingest report, with a row for each file."""
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
    """Return the file of search results, with a row for each."""
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
    """Return the file of search results as records."""
    lines: list[str] = []
    for hit in hits:
        lines.append(f"TY  - {TYPES[hit.document.kind]}")
        lines += [f"{tag}  - {line}" for tag, value in _fields(hit) if (line := " ".join(value.split()))]
        lines.append("ER  - ")
    return "".join(f"{line}\r\n" for line in lines).encode("utf-8", "replace")


def _fields(hit: Hit) -> Iterator[tuple[str, str]]:
    document, passage, quoted = hit.document, hit.passage, of_hit(hit)
    yield "TI", full_title(document)
    yield "AU", document.office
    if document.filed:
        yield "PY", str(document.filed.year)
        yield "DA", f"{document.filed:%Y/%m/%d}/"
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
