"""The walls of an office as a CSV file: a row for each docket number, document, person and group of a
matter."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator

from briefbank.domain.walls import Matter, MatterPart, matters_of
from briefbank.errors import ListFileError
from briefbank.exports import csv_table
from briefbank.text.spreadsheet_escape import unescape_formula

COLUMNS = ("matter", "what", "value")
LARGEST_BYTES = 16 * 1024**2
LONGEST = 400
"""The most characters of one cell."""
_NOTHING = "Nothing was imported."
_SHA256 = re.compile("[0-9a-f]{64}")


def write(matters: Iterable[Matter]) -> bytes:
    """Return the file's contents, in order."""
    rows = ((each.name, part.value, value) for each in matters for part, value in each.entries())
    return csv_table.table(COLUMNS, rows)


def read(content: bytes) -> list[Matter]:
    """Return the matters of a file, in its order. Raises ListFileError, which names the row."""
    return matters_of(_entries(content))


def _entries(content: bytes) -> Iterator[tuple[str, MatterPart, str]]:
    for number, row in enumerate(_table(content), start=1):
        cells = [" ".join(unescape_formula(each).split()) for each in row]
        is_head = number == 1 and tuple(each.casefold() for each in cells) == COLUMNS
        if any(cells) and not is_head:
            yield _checked(number, cells)


def _table(content: bytes) -> Iterator[list[str]]:
    if len(content) > LARGEST_BYTES:
        raise ListFileError("This file is too large for a list of matters.", _NOTHING)
    try:
        text = content.removeprefix(csv_table.BYTE_ORDER_MARK).decode()
    except UnicodeDecodeError as error:
        remedy = f"{_NOTHING} Save it as “CSV UTF-8”, and import that."
        raise ListFileError("This file is no CSV file in UTF-8.", remedy) from error
    separator = ";" if text.partition("\n")[0].count(";") > 1 else ","
    try:
        yield from csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    except csv.Error as error:
        raise ListFileError("This file is no CSV file.", _NOTHING) from error


def _checked(number: int, cells: list[str]) -> tuple[str, MatterPart, str]:
    known = {each.value: each for each in MatterPart}
    if len(cells) < len(COLUMNS) or not cells[0] or not cells[2] or cells[1].casefold() not in known:
        words = ", ".join(known)
        raise ListFileError(
            f"Row {number} does not say what it should: a matter, one of {words}, and its value.", _NOTHING
        )
    part = known[cells[1].casefold()]
    if part is MatterPart.DOCUMENT and not _SHA256.fullmatch(cells[2]):
        raise ListFileError(f"Row {number} names no document: its value is no SHA-256.", _NOTHING)
    if max(map(len, cells)) > LONGEST:
        raise ListFileError(f"Row {number} has a cell of more than {LONGEST} characters.", _NOTHING)
    return cells[0], part, cells[2]
