"""The office's list in memory, and all the names under which it may speak of an authority.

Two things say that two citations are of one case: the library, where a document has both side by side, and a
line of the list that was typed with both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

from briefbank.authority.entered import Entered, levels
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


@dataclass(frozen=True, slots=True)
class Kept:
    """The list as it was last read."""

    version: int
    lines: Mapping[str, Sequence[GoodLawEntry]]
    """By every form, the newest first."""
    beside: Mapping[str, Sequence[str]]
    """By a form, all forms of the lines that have it; only of lines with several."""
    stems: frozenset[str]
    """What the names on it begin with."""


class Listed:
    """Any thread. The list is kept in memory until it changes, in this or another program."""

    def __init__(self, table: GoodLawTable) -> None:
        self._table = table
        self._kept = Kept(-1, {}, {}, frozenset())

    def now(self) -> Kept:
        """The list as it is now."""
        kept = self._kept
        if self._table.version() != kept.version:
            entries, version = self._table.entries_and_version()
            lines, beside = _by_form(entries), _beside(entries)
            kept = self._kept = Kept(version, lines, beside, frozenset(map(_stem, lines)))
        return kept

    def spoken_of(self, named: Mapping[str, str], kept: Kept) -> dict[str, list[list[str]]]:
        """The names under which the list may speak of authorities, given as canonical name and sort: by
        canonical name, from those of the whole provision down. Few of many, so this is asked first."""
        if not kept.stems or not named:
            return {}
        return {
            canonical: _levels(names, canonical, named[canonical])
            for canonical, names in self._wholes(named, kept).items()
            if not kept.stems.isdisjoint(map(_stem, names))
        }

    def whole_names(self, authorities: Iterable[Entered]) -> dict[Entered, list[str]]:
        """All names of the cases or of the whole provisions; their own first."""
        several = list(authorities)
        wholes = self._wholes_of(several)
        return {
            each: list(dict.fromkeys(name for form in each.forms for name in wholes[form]))
            for each in several
        }

    def names(self, authorities: Iterable[Entered]) -> dict[Entered, list[str]]:
        """All names of those very things; their own first."""
        several = list(authorities)
        wholes = self._wholes_of(several)
        return {each: _names(each, wholes) for each in several}

    def _wholes_of(self, authorities: Iterable[Entered]) -> dict[str, list[str]]:
        """By every form of these, as ``_wholes``."""
        return self._wholes({form: each.sort for each in authorities for form in each.forms}, self.now())

    def _wholes(self, named: Mapping[str, str], kept: Kept) -> dict[str, list[str]]:
        """By canonical name (given with the sort) all names of the case or whole provision; its own first."""
        wholes = {canonical: _whole(canonical, sort) for canonical, sort in named.items()}
        also = self._table.also_named(dict.fromkeys(wholes.values()))
        found = {canonical: [whole] for canonical, whole in wholes.items()}
        for canonical, whole in wholes.items():
            if whole in also:
                found[canonical] += _others(also[whole], named[canonical])
        if kept.beside:
            self._join(found, named, kept)
        return found

    def _join(self, found: dict[str, list[str]], named: Mapping[str, str], kept: Kept) -> None:
        """Add what the lines of the list say to be the same, and what the library says of that."""
        open_ = {canonical: more for canonical, names in found.items() if (more := _more(names, kept.beside))}
        while open_:
            also = self._table.also_named(dict.fromkeys(name for more in open_.values() for name in more))
            still: dict[str, list[str]] = {}
            for canonical, more in open_.items():
                others = (each for name in more for each in _others(also.get(name, ()), named[canonical]))
                found[canonical] = list(dict.fromkeys((*found[canonical], *more, *others)))
                if after := _more(found[canonical], kept.beside):
                    still[canonical] = after
            open_ = still


_whole = lru_cache(maxsize=8192)(whole_of)
"""Every search asks for much the same ones."""


def linked(names: Collection[str], entries: Sequence[GoodLawEntry]) -> list[str]:
    """Names of one thing, with all that lines of the list say to be the same."""
    beside, found = _beside(entries), list(names)
    while more := _more(found, beside):
        found += more
    return found


def age(entry: GoodLawEntry) -> tuple[date, datetime, int, str]:
    """To sort by, the newest last: by the day since when, then by when it was entered.

    A line without a day is older than any with one: nobody knows since when it holds. Of lines that were
    entered in the same second the gravest counts.
    """
    gravity = -GRAVEST_FIRST.index(entry.standing)
    return entry.since or date.min, entry.entered_at, gravity, entry.canonical


def _by_form(entries: Iterable[GoodLawEntry]) -> dict[str, list[GoodLawEntry]]:
    lines: dict[str, list[GoodLawEntry]] = {}
    for entry in sorted(entries, key=age, reverse=True):
        for form in entry.forms:
            lines.setdefault(form, []).append(entry)
    return lines


def _beside(entries: Iterable[GoodLawEntry]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for entry in entries:
        if entry.also:
            for form in entry.forms:
                found.setdefault(form, []).extend(entry.forms)
    return found


def _more(names: Collection[str], beside: Mapping[str, Sequence[str]]) -> list[str]:
    """What is said to be the same as these, without them."""
    found = (form for name in names for form in beside.get(name, ()))
    return list(dict.fromkeys(form for form in found if form not in names))


def _others(names: Iterable[str], sort: str) -> list[str]:
    """Without parts of provisions."""
    return [name for name in names if _whole(name, sort) == name]


def _names(authority: Entered, wholes: Mapping[str, Sequence[str]]) -> list[str]:
    below = levels(authority.canonical, authority.sort)[-1]
    return list(dict.fromkeys(f"{name}{below}" for form in authority.forms for name in wholes[form]))


def _levels(wholes: Sequence[str], canonical: str, sort: str) -> list[list[str]]:
    return [[f"{name}{below}" for name in wholes] for below in levels(canonical, sort)]


def _stem(name: str) -> str:
    """Part of the name of every part of a provision, and of the provision."""
    return name.partition("(")[0]
