"""The lines of a file merged into the office's list: the same authority with the same day is the same line.

Rows that have a citation in common must agree. Of rows that only the library, or a line of the list, knows to
be of one case the same is asked, unless both say when they were entered: such rows come from a list that did
not know it yet, so both are taken in, and the one that was entered last counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from briefbank.authority.entered import Entered, joined
from briefbank.authority.list_file import Line, one_line
from briefbank.catalogue.good_law import ListChange
from briefbank.citator.entering import now, this_person
from briefbank.citator.listed import age
from briefbank.errors import ListFileError
from briefbank.law import GoodLawEntry
from briefbank.law_reports import ImportReport
from briefbank.search.language.wording import listed

_Place = tuple[str, date | None]
_NOTHING = "Nothing was imported."


class Merging:
    """One import."""

    def __init__(self, names: Mapping[Entered, Sequence[str]], entered_by: str) -> None:
        """``names``: all names of each authority of the file."""
        self._names = dict(names)
        self._who = one_line(entered_by) or this_person()
        self._now = now()
        self.report = ImportReport(0, 0, 0)

    def change(self, lines: Sequence[Line], entries: Iterable[GoodLawEntry]) -> ListChange:
        """What is to be done; ``report`` says how much. Raises ListFileError for rows that contradict each
        other, or the list's own words on what is one authority."""
        rows = self._once(lines)
        before = self._before(rows, entries)
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

    def _once(self, lines: Iterable[Line]) -> list[Line]:
        """Without rows that say the same again; what they call the authority is kept."""
        kept: dict[int, Line] = {}
        by_form: dict[_Place, int] = {}
        by_name: dict[_Place, int] = {}
        for line in lines:
            row = _first(by_form, _places(line))
            if row is None and (known := _first(by_name, self._known_places(line))) is not None:
                row = known if line.entered_at is None or kept[known].entered_at is None else None
            if row is None:
                kept[line.row] = line
            else:
                _agree(line, kept[row])
                kept[row] = self._with_forms(kept[row], line)
            by_form |= dict.fromkeys(_places(line), line.row if row is None else row)
            for place in self._known_places(line):
                by_name.setdefault(place, line.row if row is None else row)
        return list(kept.values())

    def _with_forms(self, line: Line, other: Line) -> Line:
        names = [*self._names[line.authority], *self._names[other.authority]]
        also = joined(line.authority.forms, other.authority.forms)[1:]
        authority = replace(line.authority, also=also)
        self._names[authority] = names
        return replace(line, authority=authority)

    def _known_places(self, line: Line) -> list[_Place]:
        return [(name, line.since) for name in self._names[line.authority]]

    # --- rows and lines ---

    def _before(self, rows: Sequence[Line], entries: Iterable[GoodLawEntry]) -> dict[int, GoodLawEntry]:
        """By row, the line that it is: one with a citation of it, or else one of the same authority that no
        other row is; the newest."""
        known = {(form, each.since): each for each in sorted(entries, key=age) for form in each.forms}
        found: dict[int, GoodLawEntry] = {}
        taken: dict[int, Line] = {}
        for line in rows:
            same = {known[at].id: known[at] for at in _places(line) if at in known}
            if len(same) > 1:
                raise _of_two_lines(line, sorted(same))
            for id_, entry in same.items():
                if id_ in taken:
                    raise _contradiction(line, taken[id_])
                found[line.row], taken[id_] = entry, line
        for line in rows:
            same = {known[at].id: known[at] for at in self._known_places(line) if at in known}
            others = [each for id_, each in same.items() if id_ not in taken]
            if line.row not in found and others:
                found[line.row] = newest = max(others, key=age)
                taken[newest.id] = line
        return found

    def _merged(self, line: Line, before: GoodLawEntry | None) -> GoodLawEntry:
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


def _places(line: Line) -> Iterator[_Place]:
    return ((form, line.since) for form in line.authority.forms)


def _first(found: Mapping[_Place, int], places: Iterable[_Place]) -> int | None:
    return next((found[at] for at in places if at in found), None)


def _agree(line: Line, other: Line) -> None:
    if replace(other, row=line.row, authority=line.authority) != line:
        raise _contradiction(line, other)


def _contradiction(line: Line, other: Line) -> ListFileError:
    return ListFileError(
        f"Row {line.row}, column “authority”: row {other.row} says something else of the same authority for "
        "the same day.",
        f"Leave one of them out, or give them different days. {_NOTHING}",
        detail=f"row {line.row}: contradicts row {other.row}",
        row=line.row,
        column="authority",
    )


def _of_two_lines(line: Line, numbers: Sequence[int]) -> ListFileError:
    named = listed([str(number) for number in numbers])
    return ListFileError(
        f"Row {line.row}, column “authority”: lines {named} of the list are both of this authority for the "
        "same day.",
        f"Take one of them off the list. {_NOTHING}",
        detail=f"row {line.row}: several lines",
        row=line.row,
        column="authority",
    )
