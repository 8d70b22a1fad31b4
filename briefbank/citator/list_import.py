"""The lines of a file merged into the office's list: the same authority with the same day is the same line.

Rows that have a citation in common must agree. So must rows that only the library, or a line of the list,
knows to be about one case, unless both tell when they were entered. Such rows come from a list that did not
know of the connection yet; both are imported, and the one entered last prevails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from briefbank.catalogue.good_law import ListChange
from briefbank.citations.good_law_csv import ListRow, one_line
from briefbank.citations.typed_authority import TypedAuthority, joined
from briefbank.citator.entry_validation import now, this_person
from briefbank.citator.good_law_list import age
from briefbank.domain.authorities import GoodLawEntry
from briefbank.domain.authority_reports import ImportReport
from briefbank.errors import ListFileError
from briefbank.text.listing import listed

_Place = tuple[str, date | None]
_NOTHING = "Nothing was imported."


class ListImport:
    """A single import."""

    def __init__(self, names: Mapping[TypedAuthority, Sequence[str]], entered_by: str) -> None:
        """Start an import. ``names`` are all names of each authority of the file."""
        self._names = dict(names)
        self._who = one_line(entered_by) or this_person()
        self._now = now()
        self.report = ImportReport(0, 0, 0)

    def change(self, lines: Sequence[ListRow], entries: Iterable[GoodLawEntry]) -> ListChange:
        """Return the change to make; ``report`` then tells its extent.

        Raises ListFileError for rows that contradict each other, or that conflict with what the list treats
        as one authority.
        """
        rows = self._without_repetitions(lines)
        before = self._matching_lines(rows, entries)
        put: list[GoodLawEntry] = []
        added = 0
        for line in rows:
            entry = self._merged(line, before.get(line.row))
            if entry != before.get(line.row):
                added += line.row not in before
                put.append(entry)
        self.report = ImportReport(added, len(put) - added, len(rows) - len(put))
        return ListChange(tuple(put))

    # --- rows among themselves ---

    def _without_repetitions(self, lines: Iterable[ListRow]) -> list[ListRow]:
        """Return the rows without repetitions. The kept row also gets the forms of the repeated ones."""
        kept: dict[int, ListRow] = {}
        by_form: dict[_Place, int] = {}
        by_name: dict[_Place, int] = {}
        for line in lines:
            row = _first(by_form, _keys(line))
            if row is None and (known := _first(by_name, self._known_keys(line))) is not None:
                row = known if line.entered_at is None or kept[known].entered_at is None else None
            if row is None:
                kept[line.row] = line
            else:
                _agree(line, kept[row])
                kept[row] = self._with_forms(kept[row], line)
            by_form |= dict.fromkeys(_keys(line), line.row if row is None else row)
            for place in self._known_keys(line):
                by_name.setdefault(place, line.row if row is None else row)
        return list(kept.values())

    def _with_forms(self, line: ListRow, other: ListRow) -> ListRow:
        names = [*self._names[line.authority], *self._names[other.authority]]
        also = joined(line.authority.forms, other.authority.forms)[1:]
        authority = replace(line.authority, also=also)
        self._names[authority] = names
        return replace(line, authority=authority)

    def _known_keys(self, line: ListRow) -> list[_Place]:
        return [(name, line.since) for name in self._names[line.authority]]

    # --- rows and lines ---

    def _matching_lines(
        self, rows: Sequence[ListRow], entries: Iterable[GoodLawEntry]
    ) -> dict[int, GoodLawEntry]:
        """Return, by row, the line that it updates: one with the same citation, or else the newest one of the
        same authority that no other row updates."""
        known = {(form, each.since): each for each in sorted(entries, key=age) for form in each.forms}
        found: dict[int, GoodLawEntry] = {}
        claimed: dict[int, ListRow] = {}
        for line in rows:
            same = {known[at].id: known[at] for at in _keys(line) if at in known}
            if len(same) > 1:
                raise _several_lines(line, sorted(same))
            for id_, entry in same.items():
                if id_ in claimed:
                    raise _contradiction(line, claimed[id_])
                found[line.row], claimed[id_] = entry, line
        for line in rows:
            same = {known[at].id: known[at] for at in self._known_keys(line) if at in known}
            others = [each for id_, each in same.items() if id_ not in claimed]
            if line.row not in found and others:
                found[line.row] = newest = max(others, key=age)
                claimed[newest.id] = line
        return found

    def _merged(self, line: ListRow, before: GoodLawEntry | None) -> GoodLawEntry:
        named = line.authority
        base = before or GoodLawEntry(
            0, named.canonical, "", line.standing, "", line.since, "", self._who, self._now, named.also
        )
        unnamed = before is not None and line.name is not None
        made = replace(
            base,
            name=line.name or base.name or ("" if unnamed else named.name),
            standing=line.standing,
            by=base.by if line.by is None else line.by,
            note=base.note if line.note is None else line.note,
            also=joined(base.forms, named.forms)[1:],
        )
        if before is not None and made != before:
            made = replace(made, entered_by=self._who, entered_at=self._now)
        return replace(
            made,
            entered_by=line.entered_by or made.entered_by,
            entered_at=line.entered_at or made.entered_at,
        )


def _keys(line: ListRow) -> Iterator[_Place]:
    return ((form, line.since) for form in line.authority.forms)


def _first(found: Mapping[_Place, int], places: Iterable[_Place]) -> int | None:
    return next((found[at] for at in places if at in found), None)


def _agree(line: ListRow, other: ListRow) -> None:
    if replace(other, row=line.row, authority=line.authority) != line:
        raise _contradiction(line, other)


def _contradiction(line: ListRow, other: ListRow) -> ListFileError:
    return ListFileError(
        f"Row {line.row}, column “authority”: row {other.row} says something else of the same authority for "
        "the same day.",
        f"Leave one of them out, or give them different days. {_NOTHING}",
        detail=f"row {line.row}: contradicts row {other.row}",
        row=line.row,
        column="authority",
    )


def _several_lines(line: ListRow, numbers: Sequence[int]) -> ListFileError:
    named = listed([str(number) for number in numbers])
    return ListFileError(
        f"Row {line.row}, column “authority”: lines {named} of the list are both of this authority for the "
        "same day.",
        f"Take one of them off the list. {_NOTHING}",
        detail=f"row {line.row}: several lines",
        row=line.row,
        column="authority",
    )
