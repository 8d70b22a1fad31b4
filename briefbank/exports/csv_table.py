"""Tables of comma-separated values (RFC 4180) that spreadsheets open directly.

A table is UTF-8 with a byte order mark, without which Excel takes it for another encoding.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from briefbank.text.spreadsheet_escape import escape_formula

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
