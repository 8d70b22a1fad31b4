"""What may stand on the office's list: authorities understood, contradictions refused, files merged in."""

from __future__ import annotations

import getpass
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

from briefbank.authority.citations import find
from briefbank.authority.entered import Entered, entered
from briefbank.authority.list_file import LONGEST, Line, one_line, some_lines
from briefbank.catalogue.good_law import ListChange
from briefbank.catalogue.store import Catalogue
from briefbank.citator.alerts import label, what_it_says, whole_names
from briefbank.errors import EntryRefused, ListFileError
from briefbank.index.named import citation_key, plain_words
from briefbank.law import Authority, GoodLawEntry
from briefbank.law_reports import ImportReport

NAMED_AT_MOST = 20
"""Cases of the same name that are told apart."""
_VERSUS = frozenset(("v", "vs"))
_SHOWN = 80
"""Characters of what was typed that a message repeats."""


def understood(catalogue: Catalogue, text: str) -> Entered:
    """The authority that a person typed: a citation, in the library's spelling where ours knows none, or the
    whole name of one case of the library. Raises EntryRefused."""
    typed = one_line(text)
    if len(typed) > LONGEST:
        raise too_long("authority")
    found = entered(typed) or _by_key(catalogue, typed) or _by_name(catalogue, typed)
    if found is None:
        shown = f"{typed[:_SHOWN]}…" if len(typed) > _SHOWN else typed
        raise EntryRefused(f"There is no citation in “{shown}”." if shown else "No authority was named.")
    if found.sort != "case" or found.name:
        return found
    known = authority_of(catalogue, found)
    return replace(found, name=known.name) if known else found


def authority_of(catalogue: Catalogue, named: Entered) -> Authority | None:
    """The authority of the library; of a subsection its whole provision."""
    names = whole_names(catalogue.good_law, {named.canonical: named.sort})[named.canonical]
    ids = catalogue.authorities.ids_of(names)
    found = next((ids[name] for name in names if name in ids), None)
    return catalogue.authorities.by_ids([found]).get(found) if found is not None else None


def words_of_name(name: str) -> list[str]:
    """The words by which a case is looked for: of "State v. Carty" 'state' and 'carty'."""
    return [word for word in plain_words(name) if word not in _VERSUS]


def _by_key(catalogue: Catalogue, typed: str) -> Entered | None:
    """'170 NJ 632', where the library has '170 N.J. 632'."""
    key = citation_key(typed)
    ids = catalogue.authorities.ids_by_key([key]).get(key, []) if key else []
    known = catalogue.authorities.by_ids(ids) if len(ids) == 1 else {}
    for each in known.values():
        if each.sort == "case" or citation_key(each.canonical) == key:
            return Entered(each.canonical, each.sort, each.name if each.sort == "case" else "")
    return None


def _by_name(catalogue: Catalogue, typed: str) -> Entered | None:
    """The one case of that name. Raises EntryRefused where there are several."""
    words = words_of_name(typed)
    found = catalogue.authorities.by_ids(catalogue.authorities.named(words, NAMED_AT_MOST)).values()
    same = [each for each in found if each.sort == "case" and words_of_name(each.name) == words]
    if len(same) > 1:
        several = "; ".join(sorted(map(str, same)))
        raise EntryRefused(
            f"Your library knows more than one case of that name: {several}.",
            "Type the citation of the one that you mean.",
        )
    return Entered(same[0].canonical, same[0].sort, same[0].name) if same else None


# --- one line ------------------------------------------------------------------------------------


def cleaned(entry: GoodLawEntry) -> GoodLawEntry:
    """As it can be kept and written to a file: one line each, the note its lines; never without somebody who
    entered it. Raises EntryRefused for what is too long."""
    made = replace(
        entry,
        name=one_line(entry.name),
        by=one_line(entry.by),
        note=some_lines(entry.note),
        entered_by=one_line(entry.entered_by) or this_person(),
    )
    for field, value in (("by", made.by), ("note", made.note), ("entered by", made.entered_by)):
        if len(value) > LONGEST:
            raise too_long(field)
    return made


def too_long(field: str) -> EntryRefused:
    return EntryRefused(f"What is typed for “{field}” is too long.", f"Use at most {LONGEST:,} characters.")


def this_person() -> str:
    """The name under which the computer knows whoever works at it."""
    try:
        return one_line(getpass.getuser())[:LONGEST] or "not known"
    except (ImportError, KeyError, OSError):  # no such name in this environment
        return "not known"


def now() -> datetime:
    """To the second, which is what people read and files carry."""
    return datetime.now(UTC).replace(microsecond=0)


def sort_of(canonical: str) -> str:
    """As ``Citation.sort``; empty for a name that is no citation by itself."""
    return next((each.sort for each in find(canonical)), "")


def refuse_contradiction(entry: GoodLawEntry, names: Sequence[str], others: Iterable[GoodLawEntry]) -> None:
    """One thing has one standing at a time. Raises EntryRefused, which names the other line."""
    for other in others:
        if other.id != entry.id and other.canonical in names and other.since == entry.since:
            raise EntryRefused(
                f"Line {other.id} of the list says already of {label(other)}: {what_it_says(other)}.",
                "Change that line, or give another day since when the new one holds.",
                detail="contradiction",
            )


# --- many lines ----------------------------------------------------------------------------------


class Merging:
    """The lines of a file merged into the list: the same authority with the same day is the same line."""

    def __init__(self, names: Mapping[str, list[str]], entered_by: str) -> None:
        self._names = names
        self._who = one_line(entered_by) or this_person()
        self._now = now()
        self.report = ImportReport(0, 0, 0)

    def change(self, lines: Sequence[Line], entries: Iterable[GoodLawEntry]) -> ListChange:
        """What is to be done; ``report`` says how much. Raises ListFileError for rows that contradict each
        other."""
        known = {(entry.canonical, entry.since): entry for entry in reversed(list(entries))}
        put: list[tuple[GoodLawEntry, str]] = []
        added = unchanged = 0
        for line in self._once(lines):
            before = next((known[at] for at in self._places(line) if at in known), None)
            entry = self._merged(line, before)
            if entry == before:
                unchanged += 1
                continue
            added += before is None
            put.append((entry, citation_key(entry.canonical)))
        self.report = ImportReport(added, len(put) - added, unchanged)
        return ListChange(tuple(put))

    def _places(self, line: Line) -> list[tuple[str, date | None]]:
        return [(name, line.since) for name in self._names[line.authority.canonical]]

    def _once(self, lines: Iterable[Line]) -> list[Line]:
        """Without rows that say the same again."""
        seen: dict[tuple[str, date | None], Line] = {}
        for line in lines:
            other = next((seen[at] for at in self._places(line) if at in seen), None)
            if other is None:
                seen[line.authority.canonical, line.since] = line
            elif replace(other, row=line.row, authority=line.authority) != line:
                raise ListFileError(
                    f"Row {line.row}, column “authority”: row {other.row} says something else of the same "
                    "authority for the same day.",
                    "Leave one of them out, or give them different days. Nothing was imported.",
                    detail=f"row {line.row}: contradicts row {other.row}",
                    row=line.row,
                    column="authority",
                )
        return list(seen.values())

    def _merged(self, line: Line, before: GoodLawEntry | None) -> GoodLawEntry:
        base = before or GoodLawEntry(
            0, line.authority.canonical, "", line.standing, "", line.since, "", self._who, self._now
        )
        made = replace(
            base,
            name=line.name or base.name or line.authority.name,
            standing=line.standing,
            by=base.by if line.by is None else line.by,
            note=base.note if line.note is None else line.note,
        )
        if before is not None and made != before:
            made = replace(made, entered_by=self._who, entered_at=self._now)
        return replace(
            made,
            entered_by=line.entered_by or made.entered_by,
            entered_at=line.entered_at or made.entered_at,
        )
