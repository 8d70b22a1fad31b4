"""The office's list in memory, and all names under which it may list an authority.

Two sources tell that two citations are of one case: a document of the library that has both in parallel, and
a line of the list that was typed with both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

from briefbank.catalogue.good_law import GoodLawTable
from briefbank.citations.typed_authority import TypedAuthority, subsection_levels
from briefbank.citations.whole_provision import whole_of
from briefbank.domain.authorities import GRAVEST_FIRST, GoodLawEntry
from briefbank.domain.citations import CitationKind

Named = Mapping[str, CitationKind]
"""The kinds of authorities by their canonical names."""


@dataclass(frozen=True, slots=True)
class ListSnapshot:
    """A snapshot of the list."""

    version: int
    lines: Mapping[str, Sequence[GoodLawEntry]]
    """The lines by each of their forms, the newest first."""
    beside: Mapping[str, Sequence[str]]
    """The parallel forms of each form, from lines that have several."""
    stems: frozenset[str]
    """The beginnings of all listed names."""


class GoodLawList:
    """The list, cached until this or another program changes it. Any thread."""

    def __init__(self, table: GoodLawTable) -> None:
        self._table = table
        self._kept = ListSnapshot(-1, {}, {}, frozenset())

    def now(self) -> ListSnapshot:
        """Return the current list."""
        kept = self._kept
        if self._table.version() != kept.version:
            entries, version = self._table.entries_and_version()
            lines, parallel = _by_form(entries), _parallel_forms(entries)
            kept = self._kept = ListSnapshot(version, lines, parallel, frozenset(map(_stem, lines)))
        return kept

    def spoken_of(self, named: Named, kept: ListSnapshot) -> dict[str, list[list[str]]]:
        """Return the names under which the list may cover authorities, without those it cannot cover.

        ``named`` maps canonical names to kinds. The result has, by canonical name, the names at each level
        from the whole provision down. Few authorities are listed, so that this test comes before any other.
        """
        if not kept.stems or not named:
            return {}
        return {
            canonical: _levels(names, canonical, named[canonical])
            for canonical, names in self._wholes(named, kept).items()
            if not kept.stems.isdisjoint(map(_stem, names))
        }

    def whole_names(self, authorities: Iterable[TypedAuthority]) -> dict[TypedAuthority, list[str]]:
        """Return all names of the cases or whole provisions; their own first."""
        several = list(authorities)
        wholes = self._wholes_of(several)
        return {
            each: list(dict.fromkeys(name for form in each.forms for name in wholes[form]))
            for each in several
        }

    def names(self, authorities: Iterable[TypedAuthority]) -> dict[TypedAuthority, list[str]]:
        """Return all names of exactly these authorities; their own first."""
        several = list(authorities)
        wholes = self._wholes_of(several)
        return {each: _names(each, wholes) for each in several}

    def _wholes_of(self, authorities: Iterable[TypedAuthority]) -> dict[str, list[str]]:
        """Return the result of ``_wholes`` for every form of the authorities."""
        return self._wholes({form: each.kind for each in authorities for form in each.forms}, self.now())

    def _wholes(self, named: Named, kept: ListSnapshot) -> dict[str, list[str]]:
        """Return all names of each case or whole provision (given with its kind); its own first."""
        wholes = {canonical: _cached_whole_of(canonical, kind) for canonical, kind in named.items()}
        also = self._table.also_named(dict.fromkeys(wholes.values()))
        found = {canonical: [whole] for canonical, whole in wholes.items()}
        for canonical, whole in wholes.items():
            if whole in also:
                found[canonical] += _whole_only(also[whole], named[canonical])
        if kept.beside:
            self._join(found, named, kept)
        return found

    def _join(self, found: dict[str, list[str]], named: Named, kept: ListSnapshot) -> None:
        """Add the names that lines of the list make equivalent, and their parallel citations."""
        open_ = {
            canonical: more
            for canonical, names in found.items()
            if (more := _equivalents(names, kept.beside))
        }
        while open_:
            also = self._table.also_named(dict.fromkeys(name for more in open_.values() for name in more))
            still: dict[str, list[str]] = {}
            for canonical, more in open_.items():
                others = (each for name in more for each in _whole_only(also.get(name, ()), named[canonical]))
                found[canonical] = list(dict.fromkeys((*found[canonical], *more, *others)))
                if after := _equivalents(found[canonical], kept.beside):
                    still[canonical] = after
            open_ = still


_cached_whole_of = lru_cache(maxsize=8192)(whole_of)
"""Cached, because every search asks for much the same names."""


def linked(names: Collection[str], entries: Sequence[GoodLawEntry]) -> list[str]:
    """Return the names of one thing together with all names that lines of the list make equivalent."""
    parallel, found = _parallel_forms(entries), list(names)
    while more := _equivalents(found, parallel):
        found += more
    return found


def age(entry: GoodLawEntry) -> tuple[date, datetime, int, str]:
    """Return a sort key, the newest last: by the day since when a line holds, then by time of entry.

    A line without a day is older than any with one, because nobody knows since when it holds. Of lines that
    were entered in the same second the gravest counts.
    """
    gravity = -GRAVEST_FIRST.index(entry.standing)
    return entry.since or date.min, entry.entered_at, gravity, entry.canonical


def _by_form(entries: Iterable[GoodLawEntry]) -> dict[str, list[GoodLawEntry]]:
    lines: dict[str, list[GoodLawEntry]] = {}
    for entry in sorted(entries, key=age, reverse=True):
        for form in entry.forms:
            lines.setdefault(form, []).append(entry)
    return lines


def _parallel_forms(entries: Iterable[GoodLawEntry]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for entry in entries:
        if entry.also:
            for form in entry.forms:
                found.setdefault(form, []).extend(entry.forms)
    return found


def _equivalents(names: Collection[str], parallel: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the names that are equivalent to these, without these."""
    found = (form for name in names for form in parallel.get(name, ()))
    return list(dict.fromkeys(form for form in found if form not in names))


def _whole_only(names: Iterable[str], kind: CitationKind) -> list[str]:
    """Return the names without parts of provisions."""
    return [name for name in names if _cached_whole_of(name, kind) == name]


def _names(authority: TypedAuthority, wholes: Mapping[str, Sequence[str]]) -> list[str]:
    below = subsection_levels(authority.canonical, authority.kind)[-1]
    return list(dict.fromkeys(f"{name}{below}" for form in authority.forms for name in wholes[form]))


def _levels(wholes: Sequence[str], canonical: str, kind: CitationKind) -> list[list[str]]:
    return [[f"{name}{below}" for name in wholes] for below in subsection_levels(canonical, kind)]


def _stem(name: str) -> str:
    """Return the part of the name that a provision and all its parts share."""
    return name.partition("(")[0]
