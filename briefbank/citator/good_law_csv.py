"""The office's list of good law as a CSV file that spreadsheets open and write.

The file is UTF-8 with a byte order mark, without which Excel would misread “§”. A cell that a spreadsheet
would take for a formula gets a leading apostrophe, which is removed on reading (OWASP, "CSV Injection"). A
file is imported whole or not at all: the first fault ends the import, and is named by row and column.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Protocol

from briefbank.citations.provisions import TypedAuthority, as_typed
from briefbank.domain.authorities import GoodLawEntry, Standing
from briefbank.domain.documents import Annotation, AnnotationGaps
from briefbank.errors import EntryRefused, ListFileError
from briefbank.text.characters import escape_formula, unescape_formula
from briefbank.text.dates import typed_days
from briefbank.text.messages import Message

COLUMNS = ("authority", "name", "status", "by", "since", "note", "entered_by", "entered_at")
NEEDED = ("authority", "status")
LARGEST_BYTES = 16 * 1024**2
"""The largest file that is read, about 100,000 lines."""
LONGEST = 4000
"""The most characters of one cell."""
_SEPARATORS = ",;\t"
"""The recognized separators. Excel writes semicolons in most of Europe, by the system's region."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]+")
"""Control characters except tabs and line ends."""


class _Writer(Protocol):
    def writerow(self, row: Iterable[Any], /) -> Any: ...


@dataclass(frozen=True, slots=True)
class ListRow:
    """One row of a file. None stands for a missing column, for which the list keeps its value."""

    row: int
    authority: TypedAuthority
    standing: Standing
    since: date | None
    name: str | None = None
    by: str | None = None
    note: str | None = None
    entered_by: str = ""
    """Empty if the file does not tell."""
    entered_at: datetime | None = None
    """An aware time in UTC."""


def write(entries: Iterable[GoodLawEntry]) -> bytes:
    """Return the file's contents: a row for each line of the list, in order."""
    rows = (
        (
            as_typed(entry.forms),
            entry.name,
            entry.standing.value,
            entry.by,
            entry.since.isoformat() if entry.since else "",
            entry.note,
            entry.entered_by,
            entry.entered_at.isoformat(),
        )
        for entry in entries
    )
    return as_csv(COLUMNS, rows)


def as_csv(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    """Return a table for spreadsheets: commas, quotes where needed, and no formulas."""
    file = io.StringIO(newline="")
    writer: _Writer = csv.writer(file)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([escape_formula(str(cell)) for cell in row])
    return file.getvalue().encode("utf-8-sig", "replace")


def read(content: bytes, authority: Callable[[str], TypedAuthority]) -> tuple[list[ListRow], tuple[int, ...]]:
    """Return the rows of a file, and the numbers of those that could not be read by a mistake of ours.

    There is at least one of either. ``authority`` parses a cell that names an authority and raises
    EntryRefused. Any thread; linear time. Raises ListFileError.
    """
    rows = _rows(_text(content))
    number, header = next(rows, (0, []))
    columns = _columns(number, header)
    gaps = AnnotationGaps()
    tried = {
        number: gaps.attempt(
            Annotation.CITATIONS, None, _line, number, _cells(number, row, columns), authority
        )
        for number, row in rows
    }
    if not tried:
        raise ListFileError(
            Message("This file has no lines."),
            Message("Fill it in and save it again. Nothing was imported."),
        )
    unread = tuple(number for number, line in tried.items() if line is None)
    return [line for line in tried.values() if line is not None], unread


def one_line(text: str) -> str:
    """Return a field as one line, without repeated blanks and characters that no file can hold."""
    return " ".join(_writable(text).split())


def some_lines(text: str) -> str:
    """Return a note's lines without trailing blanks."""
    return "\n".join(line.rstrip() for line in _writable(text).strip().splitlines()).strip()


def too_large() -> ListFileError:
    """Return the error for a file beyond LARGEST_BYTES, which need not be read to know that."""
    return ListFileError(
        Message("This file is too large for a list."),
        Message("Choose another file. Nothing was imported."),
    )


def _writable(text: str) -> str:
    """Remove control characters, which would end or hide in a cell, and lone surrogates."""
    return _CONTROL.sub("", text).encode("utf-8", "replace").decode("utf-8")


def _text(content: bytes) -> str:
    if len(content) > LARGEST_BYTES:
        raise too_large()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = content.count(b"\n", 0, error.start) + 1
        raise ListFileError(
            Message("Row {row} of this file cannot be read as text.", row=row),
            Message("Save it as “CSV UTF-8” in your spreadsheet and import that. Nothing was imported."),
            detail=f"row {row}: not UTF-8",
            row=row,
        ) from error
    if "\0" in text:
        raise ListFileError(
            Message("This file is not a CSV file."),
            Message("Save it as “CSV UTF-8”. Nothing was imported."),
        )
    return text


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, numbered as in a spreadsheet."""
    separator = max(_SEPARATORS, key=lambda sign: len(set(_header(text, sign)) & set(COLUMNS)))
    number = 0
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for number, row in enumerate(reader, 1):
            if any(cell.strip() for cell in row):
                yield number, row
    except csv.Error as error:
        title = Message("a quotation mark is not closed, or text follows a closed one.")
        raise _cell_error(number + 1, "", title, Message("Put it right in your spreadsheet.")) from error


def _header(text: str, separator: str) -> list[str]:
    """Return the first row that has cells, as split by a separator."""
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        return [_column(cell) for cell in next((row for row in rows if any(map(str.strip, row))), [])]
    except csv.Error:
        return []


def _column(cell: str) -> str:
    return "_".join(cell.lower().split())


def _columns(row: int, header: list[str]) -> list[str]:
    """Return the names of the columns in the file's order. Raises ListFileError."""
    columns = [_column(cell) for cell in header]
    while columns and not columns[-1]:
        columns.pop()
    if not columns:
        raise ListFileError(
            Message("This file is empty."), Message("Choose another file. Nothing was imported.")
        )
    for at, name in enumerate(columns):
        if name not in COLUMNS:
            shown = header[at].strip()[:40]
            known = ", ".join(COLUMNS)
            raise _cell_error(
                row,
                shown,
                Message("there is no such column."),
                Message("The columns are: {known}.", known=known),
            )
        if name in columns[:at]:
            raise _cell_error(
                row, name, Message("there are two columns of that name."), Message("Leave one of them out.")
            )
    for name in NEEDED:
        if name not in columns:
            raise _cell_error(
                row, name, Message("this column is missing."), Message("The first row must name the columns.")
            )
    return columns


def _cells(number: int, row: list[str], columns: list[str]) -> dict[str, str]:
    """Return a row's cells by column. Empty cells beyond the last column are ignored."""
    given = len(row)
    while given > len(columns) and not row[given - 1].strip():
        given -= 1
    if given > len(columns):
        raise _cell_error(
            number,
            columns[-1],
            Message("there are more cells than columns."),
            Message("Put text with separators into quotes."),
        )
    if given < len(columns):
        raise _cell_error(
            number,
            columns[given],
            Message("this cell is missing."),
            Message("Leave a cell empty, but not out."),
        )
    cells = {name: unescape_formula(cell) for name, cell in zip(columns, row, strict=False)}
    for name, cell in cells.items():
        if len(cell) > LONGEST:
            raise _cell_error(
                number,
                name,
                Message("this has more than {longest:,} characters.", longest=LONGEST),
                Message("Shorten it."),
            )
    return cells


def _line(number: int, cells: dict[str, str], authority: Callable[[str], TypedAuthority]) -> ListRow:
    try:
        named = authority(cells["authority"])
    except EntryRefused as error:
        raise _cell_error(number, "authority", error.title, error.remedy) from error
    cell, written = cells["status"], cells.get("since", "").strip()
    name, by, note = cells.get("name"), cells.get("by"), cells.get("note")
    word = " ".join(cell.lower().split())
    try:
        status = Standing(word)
    except ValueError:
        said = Message("the status is missing.")
        if word:
            said = Message("“{cell}” is not a status.", cell=cell.strip()[:40])
        standing = ", ".join(known for known in Standing if not known.extent)
        remedy = Message(
            "Write one of: {standing}. Add “in part” or “on other grounds” where that is so.",
            standing=standing,
        )
        raise _cell_error(number, "status", said, remedy) from None
    since = _first_day(written)
    if written and since is None:
        said = Message("“{written}” is not a date.", written=written[:40])
        raise _cell_error(number, "since", said, Message("Write it as 2015-03-01, or leave it empty."))
    return ListRow(
        number,
        named,
        status,
        since,
        None if name is None else one_line(name),
        None if by is None else one_line(by),
        None if note is None else some_lines(note),
        one_line(cells.get("entered_by", "")),
        _moment(number, cells.get("entered_at", "")),
    )


def _first_day(written: str) -> date | None:
    """Return the first day of a date in any of the forms in which one is typed; None for anything else, and
    for a year of two digits, because nobody looks at each line of a list."""
    try:
        return date.fromisoformat(written)
    except ValueError:
        days = typed_days(written) if re.search(r"\d{4}", written) else None
        return days[0] if days else None


def _moment(row: int, cell: str) -> datetime | None:
    """Parse a time. Without a zone it is UTC, and a day alone is its first moment."""
    written = cell.strip()
    if not written:
        return None
    try:
        moment = datetime.fromisoformat(written)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        day = _first_day(written)
    if day is None:
        said = Message("“{written}” is not a date.", written=written[:40])
        raise _cell_error(row, "entered_at", said, Message("Write it as 2015-03-01, or leave it empty."))
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _cell_error(row: int, column: str, said: Message, remedy: Message) -> ListFileError:
    """Return the error for a cell. The log gets the row and column; only the message quotes the cell."""
    title = (
        Message("Row {row}, column “{column}”: {said}", row=row, column=column, said=said)
        if column
        else Message("Row {row}: {said}", row=row, said=said)
    )
    known = column if column in COLUMNS else ""
    return ListFileError(
        title,
        Message("{remedy} Nothing was imported.", remedy=remedy),
        detail=f"row {row} {known}",
        row=row,
        column=column,
    )
