"""Results as a table of comma-separated values (RFC 4180) that spreadsheets open directly.

The file is UTF-8 with a byte order mark, without which Excel takes it for another encoding.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from briefbank.domain.searches import Hit
from briefbank.exports.quotations import of_hit
from briefbank.text.spreadsheet_escape import escape_formula

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
COLUMNS = (
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
)


def written(hits: Iterable[Hit]) -> bytes:
    """Return the whole file."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([harmless(cell) for cell in _cells(hit)] for hit in hits)
    return BYTE_ORDER_MARK + text.getvalue().encode("utf-8", "replace")


def harmless(cell: str) -> str:
    """Return the text of a cell that no spreadsheet takes for a formula."""
    return escape_formula(cell.replace("\x00", ""))


def _cells(hit: Hit) -> tuple[str, ...]:
    document, passage, quoted = hit.document, hit.passage, of_hit(hit)
    return (
        str(hit.rank),
        document.title or document.file_name,
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
    )
