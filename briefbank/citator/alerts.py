"""What the office's list says of an authority on a day, in whatever form the authority is cited.

A line for a whole provision speaks of its subsections too, a line for a subsection of that and what is below
it. Of several lines on the same thing the newest in force on the day counts; the others are named with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from briefbank.authority.entered import levels
from briefbank.authority.whole import whole_of
from briefbank.catalogue.good_law import GoodLawTable
from briefbank.law import GoodLawEntry, Standing

GRAVEST_FIRST = (
    Standing.OVERRULED,
    Standing.SUPERSEDED,
    Standing.AMENDED,
    Standing.LIMITED,
    Standing.QUESTIONED,
    Standing.GOOD,
)

Lines = Mapping[str, Sequence[GoodLawEntry]]
"""By canonical name, the newest first."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the list says of one authority, or of one part of a provision."""

    entry: GoodLawEntry
    """The line that counts."""
    text: str
    """For a person."""

    @property
    def against(self) -> bool:
        """Whether it speaks against relying on the authority."""
        return self.entry.standing is not Standing.GOOD


@dataclass(frozen=True, slots=True)
class _Kept:
    """The list as it was last read."""

    version: int
    lines: Lines
    stems: frozenset[str]
    """What the names on it begin with."""


class Alerts:
    """Any thread. The list is kept in memory until it changes, in this or another program."""

    def __init__(self, table: GoodLawTable) -> None:
        self._table = table
        self._kept = _Kept(-1, {}, frozenset())

    def said(
        self, named: Mapping[str, str], as_of: date | None = None, *, parts: bool = False
    ) -> dict[str, tuple[Said, ...]]:
        """What the list says of authorities, given as canonical name and sort, by canonical name, the gravest
        first; only those of which it says something.

        ``as_of``: what happened later does not count; None: today. ``parts``: also what it says of parts of a
        provision alone.
        """
        kept, day = self._now(), as_of or date.today()
        found = {
            canonical: _said_of(names, kept.lines, day, parts)
            for canonical, names in self._spoken_of(named, kept.stems).items()
        }
        return {canonical: said for canonical, said in found.items() if said}

    def lines(self) -> Lines:
        """The list as it is now."""
        return self._now().lines

    def _now(self) -> _Kept:
        kept = self._kept
        if self._table.version() != kept.version:
            entries, version = self._table.entries_and_version()
            kept = _Kept(version, _by_name(entries), frozenset(_stem(each.canonical) for each in entries))
            self._kept = kept
        return kept

    def on(self, named: Mapping[str, str]) -> dict[str, list[GoodLawEntry]]:
        """All lines on authorities (canonical name and sort), under any of their names, and on their parts,
        the newest first; by canonical name, only those that have any."""
        kept = self._now()
        found: dict[str, list[GoodLawEntry]] = {}
        for canonical, names in self._spoken_of(named, kept.stems).items():
            listed = [name for group in (*names, *_parts(names, kept.lines)) for name in group]
            entries = {each.id: each for name in listed for each in kept.lines.get(name, ())}
            if entries:
                found[canonical] = sorted(entries.values(), key=_age, reverse=True)
        return found

    def _spoken_of(self, named: Mapping[str, str], stems: frozenset[str]) -> dict[str, list[list[str]]]:
        """The forms of those authorities that the list may speak of: few of many, so this is asked first."""
        if not stems or not named:
            return {}
        return {
            canonical: _forms(names, canonical, named[canonical])
            for canonical, names in whole_names(self._table, named).items()
            if any(_stem(name) in stems for name in names)
        }


_whole = lru_cache(maxsize=8192)(whole_of)
"""Every search asks for much the same ones."""


def whole_names(table: GoodLawTable, named: Mapping[str, str]) -> dict[str, list[str]]:
    """By canonical name (given with the sort) all names of the case or whole provision, such as parallel
    citations; its own first."""
    wholes = {canonical: _whole(canonical, sort) for canonical, sort in named.items()}
    also = table.also_named(dict.fromkeys(wholes.values()))
    found: dict[str, list[str]] = {}
    for canonical, whole in wholes.items():
        sort = named[canonical]
        others = also.get(whole)
        found[canonical] = (
            [whole, *(each for each in others if _whole(each, sort) == each)] if others else [whole]
        )
    return found


def same_names(table: GoodLawTable, named: Mapping[str, str]) -> dict[str, list[str]]:
    """By canonical name (given with the sort) all names of that very thing; its own first."""
    found = whole_names(table, named)
    return {canonical: _forms(names, canonical, named[canonical])[-1] for canonical, names in found.items()}


def _forms(wholes: Sequence[str], canonical: str, sort: str) -> list[list[str]]:
    """The names under which the list can speak of what is cited: from those of the whole provision down."""
    return [[f"{name}{below}" for name in wholes] for below in levels(canonical, sort)]


def _stem(name: str) -> str:
    """Part of the name of every part of a provision, and of the provision."""
    return name.partition("(")[0]


def gravity(said: Said) -> tuple[int, str]:
    """To sort by, the gravest first."""
    return GRAVEST_FIRST.index(said.entry.standing), label(said.entry)


def label(entry: GoodLawEntry) -> str:
    """How a line names its authority."""
    return f"{entry.name}, {entry.canonical}" if entry.name else entry.canonical


def what_it_says(entry: GoodLawEntry) -> str:
    """'overruled by State v. Doe, 200 N.J. 1, since 3 March 2015'."""
    standing = "good law" if entry.standing is Standing.GOOD else entry.standing.value
    by = f" by {entry.by}" if entry.by else ""
    return f"{standing}{by}, since {day_words(entry.since)}" if entry.since else f"{standing}{by}"


def day_words(day: date) -> str:
    """'3 March 2015'."""
    return f"{day.day} {day:%B} {day.year}"


def _by_name(entries: Iterable[GoodLawEntry]) -> Lines:
    lines: dict[str, list[GoodLawEntry]] = {}
    for entry in sorted(entries, key=_age, reverse=True):
        lines.setdefault(entry.canonical, []).append(entry)
    return lines


def _age(entry: GoodLawEntry) -> tuple[date, int]:
    """A line without a day is older than any with one: nobody knows since when it holds."""
    return entry.since or date.min, entry.id


def _said_of(names: Sequence[Sequence[str]], lines: Lines, day: date, parts: bool) -> tuple[Said, ...]:
    groups = [*names, *(_parts(names, lines) if parts else ())]
    found = [said for group in groups if (said := _one(group, lines, day)) is not None]
    return tuple(sorted(found, key=gravity))


def _parts(names: Sequence[Sequence[str]], lines: Lines) -> list[list[str]]:
    """What the list names below what is cited, each with the names that mean the same."""
    below: dict[str, list[str]] = {}
    for name in names[-1]:
        for listed in lines:
            if listed.startswith(f"{name}("):
                below.setdefault(listed[len(name) :], []).append(listed)
    return list(below.values())


def _one(names: Sequence[str], lines: Lines, day: date) -> Said | None:
    """What holds on the day of one thing that has several names."""
    spoken = [entry for name in names for entry in lines.get(name, ())]
    in_force = [entry for entry in spoken if entry.since is None or entry.since <= day]
    if not in_force:
        return None
    first, *others = sorted(in_force, key=_age, reverse=True)
    text = f"{label(first)}: {what_it_says(first)}, your office’s list says."
    if others:
        text += f" Also on the list: {'; '.join(map(what_it_says, others))}."
    return Said(first, text)
