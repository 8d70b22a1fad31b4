"""The office's list of good law as a CSV file that spreadsheets open and write.

A file is imported whole or not at all: the first fault ends the import, and is named by row and column. A row
with a citation and the day of a line changes that line, any other adds one. Rows that have a citation and the
day in common must agree.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time

from briefbank.catalogue.law_rows import ListChange
from briefbank.citations.provisions import TypedAuthority, as_typed
from briefbank.citator.good_law_list import LONGEST, now, one_line, some_lines, this_person
from briefbank.domain.authorities import GoodLawEntry, Standing
from briefbank.domain.authority_reports import ImportReport
from briefbank.domain.documents import Annotation, AnnotationGaps
from briefbank.errors import EntryRefused, ListFileError
from briefbank.text.characters import table, unescape_formula
from briefbank.text.dates import typed_days
from briefbank.text.messages import Message, listed

COLUMNS = ("authority", "name", "status", "by", "since", "note", "entered_by", "entered_at")
NEEDED = ("authority", "status")
LARGEST_BYTES = 16 * 1024**2  # the largest file that is read, about 100,000 lines
_SEPARATORS = ",;\t"
"""The recognized separators. Excel writes semicolons in most of Europe, by the system's region."""


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
    entered_by: str = ""  # Empty if the file does not tell
    entered_at: datetime | None = None  # An aware time in UTC

    @property
    def keys(self) -> list[Key]:
        return [(form, self.since) for form in self.authority.forms]


def write(entries: Iterable[GoodLawEntry]) -> bytes:
    """Return the file's contents: a row for each line of the list, in order."""

    def row(entry: GoodLawEntry) -> tuple[str, ...]:
        since = entry.since.isoformat() if entry.since else ""
        content = as_typed(entry.forms), entry.name, entry.standing.value, entry.by, since, entry.note
        return *content, entry.entered_by, entry.entered_at.isoformat()

    return table(COLUMNS, map(row, entries))


def read(content: bytes, authority: Callable[[str], TypedAuthority]) -> tuple[list[ListRow], tuple[int, ...]]:
    """Return the rows of a file, and the numbers of those that could not be read by a mistake of ours. There
    is at least one of either. ``authority`` parses a cell that names an authority and raises EntryRefused.
    Any thread; linear time. Raises ListFileError."""
    rows = _rows(_text(content))
    number, header = next(rows, (0, []))
    columns, gaps = _columns(number, header), AnnotationGaps()
    kind = Annotation.CITATIONS
    cells = ((number, _cells(number, row, columns)) for number, row in rows)
    tried = {number: gaps.attempt(kind, None, _line, number, own, authority) for number, own in cells}
    if not tried:
        remedy = Message("Fill it in and save it again. Nothing was imported.")
        raise ListFileError(Message("This file has no lines."), remedy)
    unread = tuple(number for number, line in tried.items() if line is None)
    return [line for line in tried.values() if line is not None], unread


def _text(content: bytes) -> str:
    if len(content) > LARGEST_BYTES:
        another = Message("Choose another file. Nothing was imported.")
        raise ListFileError(Message("This file is too large for a list."), another)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = content.count(b"\n", 0, error.start) + 1
        raise ListFileError(
            Message("Row {row} of this file cannot be read as text.", row=row),
            Message("Save it as “CSV UTF-8” in your spreadsheet and import that. Nothing was imported."),
            detail=f"row {row}: not UTF-8",
            row=row,
        ) from error


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, numbered as in a spreadsheet, split at the separator of which the
    first line has most."""
    number = 0
    separator = max(_SEPARATORS, key=text.lstrip().partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for number, row in enumerate(reader, 1):
            if any(cell.strip() for cell in row):
                yield number, row
    except csv.Error as error:
        said = Message("a quotation mark is not closed, or text follows a closed one.")
        raise _cell_error(number + 1, "", said, Message("Put it right in your spreadsheet.")) from error


def _columns(row: int, header: list[str]) -> list[str]:
    """Return the names of the columns in the file's order. Raises ListFileError."""
    columns = ["_".join(cell.lower().split()) for cell in header]
    while columns and not columns[-1]:
        columns.pop()
    if not columns:
        another = Message("Choose another file. Nothing was imported.")
        raise ListFileError(Message("This file is empty."), another)
    for at, name in enumerate(columns):
        if name not in COLUMNS or name in columns[:at]:
            said = Message("there is no such column, or there are two of that name.")
            remedy = Message("The columns are: {known}.", known=", ".join(COLUMNS))
            raise _cell_error(row, header[at].strip()[:40].lower(), said, remedy)
    if missing := [name for name in NEEDED if name not in columns]:
        said = Message("this column is missing.")
        raise _cell_error(row, missing[0], said, Message("The first row must name the columns."))
    return columns


def _cells(number: int, row: list[str], columns: list[str]) -> dict[str, str]:
    """Return a row's cells by column. Empty cells beyond the last column are ignored."""
    if len(row) < len(columns) or any(cell.strip() for cell in row[len(columns) :]):
        said = Message("there are more cells than columns, or fewer.")
        raise _cell_error(number, "", said, Message("Put text with separators into quotes."))
    cells = {name: unescape_formula(cell) for name, cell in zip(columns, row, strict=False)}
    for name, cell in cells.items():
        if len(cell) > LONGEST:
            said = Message("this has more than {longest:,} characters.", longest=LONGEST)
            raise _cell_error(number, name, said, Message("Shorten it."))
    return cells


def _line(number: int, cells: dict[str, str], authority: Callable[[str], TypedAuthority]) -> ListRow:
    try:
        named = authority(cells["authority"])
    except EntryRefused as error:
        raise _cell_error(number, "authority", error.title, error.remedy) from error
    word = " ".join(cells["status"].lower().split())
    if word not in set(Standing):
        said = Message("“{cell}” is not a status.", cell=cells["status"].strip()[:40])
        remedy = Message(
            "Write one of: {standing}. Add “in part” or “on other grounds” where that is so.",
            standing=", ".join(known for known in Standing if not known.extent),
        )
        raise _cell_error(number, "status", said, remedy)
    days: dict[str, datetime | None] = {}
    for column in ("since", "entered_at"):
        written = cells.get(column, "").strip()
        days[column] = _moment(written, day=column == "since") if written else None
        if written and days[column] is None:
            said = Message("“{written}” is not a date.", written=written[:40])
            raise _cell_error(number, column, said, Message("Write it as 2015-03-01, or leave it empty."))
    name, by, note = cells.get("name"), cells.get("by"), cells.get("note")
    return ListRow(
        number,
        named,
        Standing(word),
        days["since"].date() if days["since"] else None,
        None if name is None else one_line(name),
        None if by is None else one_line(by),
        None if note is None else some_lines(note),
        one_line(cells.get("entered_by", "")),
        days["entered_at"],
    )


def _moment(written: str, *, day: bool) -> datetime | None:
    """Parse a day or a time. Without a zone it is UTC, and a day alone is its first moment. A day may be in
    any of the forms in which one is typed, but for a year of two digits, as nobody looks at each line."""
    try:
        moment = (
            datetime.combine(date.fromisoformat(written), time()) if day else datetime.fromisoformat(written)
        )
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        typed = typed_days(written) if re.search(r"\d{4}", written) else None
        return datetime.combine(typed[0], time(), UTC) if typed else None


def _cell_error(row: int, column: str, said: Message, remedy: Message) -> ListFileError:
    """Return the error for a cell. The log gets the row and column; only the message quotes the cell."""
    title = (
        Message("Row {row}, column “{column}”: {said}", row=row, column=column, said=said)
        if column
        else Message("Row {row}: {said}", row=row, said=said)
    )
    remedy = Message("{remedy} Nothing was imported.", remedy=remedy)
    known = column if column in COLUMNS else ""
    return ListFileError(title, remedy, detail=f"row {row} {known}", row=row, column=column)


Key = tuple[str, date | None]  # one of an authority's names, and the day since when the line holds


def merge(
    rows: Iterable[ListRow], entries: Iterable[GoodLawEntry], entered_by: str
) -> tuple[ListChange, ImportReport]:
    """Return the change to the list that a file makes, and its extent. Raises ListFileError for rows that
    contradict each other, and for one that is of several lines."""
    who, moment = one_line(entered_by) or this_person(), now()
    known = {(form, entry.since): entry for entry in entries for form in entry.forms}
    seen: dict[Key, ListRow] = {}
    put: list[GoodLawEntry] = []
    unchanged = 0
    for row in rows:
        lines = {known[key].id: known[key] for key in row.keys if key in known}
        if len(lines) > 1:
            numbers = listed([str(number) for number in sorted(lines)])
            said = Message("lines {numbers} of the list are of this authority and day.", numbers=numbers)
            raise _cell_error(row.row, "authority", said, Message("Take one of them off the list."))
        other = next((seen[key] for key in row.keys if key in seen), None)
        if other is not None and replace(other, row=row.row) != row:
            said = Message("row {other} says something else of this authority and day.", other=other.row)
            remedy = Message("Leave one of them out, or give them different days.")
            raise _cell_error(row.row, "authority", said, remedy)
        if other is None:
            before = next(iter(lines.values()), None)
            entry = _entry(row, before, who, moment)
            seen |= dict.fromkeys(((form, row.since) for form in entry.forms), row)
            if entry == before:
                unchanged += 1
            else:
                put.append(entry)
    added = sum(not entry.id for entry in put)
    return ListChange(tuple(put)), ImportReport(added, len(put) - added, unchanged)


def _entry(row: ListRow, before: GoodLawEntry | None, who: str, moment: datetime) -> GoodLawEntry:
    """Return the line that a row makes of the one ``before``. What the file does not say stays."""
    typed = row.authority
    base = before or GoodLawEntry(
        0, typed.canonical, typed.name, row.standing, "", row.since, "", who, moment, typed.also
    )
    fewer, more = sorted((base.forms, typed.forms), key=len)
    if not set(fewer) <= set(more):
        said = Message("the list has other citations of this case.")
        raise _cell_error(row.row, "authority", said, Message("Write all of its citations into one cell."))
    forms = base.forms if len(typed.forms) <= len(base.forms) else typed.forms
    entry = replace(
        base,
        canonical=forms[0],
        also=forms[1:],
        name=row.name or base.name,
        standing=row.standing,
        by=base.by if row.by is None else row.by,
        note=base.note if row.note is None else row.note,
    )
    if before is not None and entry != before:
        entry = replace(entry, entered_by=who, entered_at=moment)
    return replace(
        entry, entered_by=row.entered_by or entry.entered_by, entered_at=row.entered_at or entry.entered_at
    )
