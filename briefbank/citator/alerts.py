"""What the office's list says of an authority on a day, in whatever form the authority is cited.

A line for a whole provision speaks of its subsections too, a line for a subsection of that and what is below
it. Of several lines on the same thing the newest in force on the day counts; the others are named with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from briefbank.citator.listed import GRAVEST_FIRST, Listed, age
from briefbank.dates import in_words
from briefbank.law import GoodLawEntry, Standing

_Lines = Mapping[str, Sequence[GoodLawEntry]]


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


class Alerts:
    """Any thread."""

    def __init__(self, listed: Listed) -> None:
        self._listed = listed

    def said(
        self, named: Mapping[str, str], as_of: date | None = None, *, parts: bool = False
    ) -> dict[str, tuple[Said, ...]]:
        """What the list says of authorities, given as canonical name and sort, by canonical name, the gravest
        first; only those of which it says something.

        ``as_of``: what happened later does not count; None: today. ``parts``: also what it says of parts of a
        provision alone.
        """
        kept, day = self._listed.now(), as_of or date.today()
        found = {
            canonical: _said_of(names, kept.lines, day, parts)
            for canonical, names in self._listed.spoken_of(named, kept).items()
        }
        return {canonical: said for canonical, said in found.items() if said}

    def entries(self) -> list[GoodLawEntry]:
        """All lines, by name and citation, the newest of an authority first."""
        lines = self._listed.now().lines
        own = {form: [each for each in some if each.canonical == form] for form, some in lines.items()}
        order = sorted((label(some[0]).casefold(), form) for form, some in own.items() if some)
        return [entry for _, form in order for entry in own[form]]

    def on(self, named: Mapping[str, str]) -> dict[str, list[GoodLawEntry]]:
        """All lines on authorities (canonical name and sort), under any of their names, and on their parts,
        the newest first; by canonical name, only those that have any."""
        kept = self._listed.now()
        found: dict[str, list[GoodLawEntry]] = {}
        for canonical, names in self._listed.spoken_of(named, kept).items():
            groups = (*names, *_parts(names, kept.lines))
            if entries := _lines_of((name for group in groups for name in group), kept.lines):
                found[canonical] = entries
        return found


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
    return f"{standing}{by}, since {in_words(entry.since)}" if entry.since else f"{standing}{by}"


def _lines_of(names: Iterable[str], lines: _Lines) -> list[GoodLawEntry]:
    """The lines under any of these names, each once, the newest first."""
    found = {entry.id: entry for name in names for entry in lines.get(name, ())}
    return sorted(found.values(), key=age, reverse=True) if len(found) > 1 else list(found.values())


def _said_of(names: Sequence[Sequence[str]], lines: _Lines, day: date, parts: bool) -> tuple[Said, ...]:
    groups = [*names, *(_parts(names, lines) if parts else ())]
    found = [said for group in groups if (said := _one(group, lines, day)) is not None]
    return tuple(sorted(found, key=gravity))


def _parts(names: Sequence[Sequence[str]], lines: _Lines) -> list[list[str]]:
    """What the list names below what is cited, each with the names that mean the same."""
    below: dict[str, list[str]] = {}
    for name in names[-1]:
        for listed in lines:
            if listed.startswith(f"{name}("):
                below.setdefault(listed[len(name) :], []).append(listed)
    return list(below.values())


def _one(names: Sequence[str], lines: _Lines, day: date) -> Said | None:
    """What holds on the day of one thing that has several names."""
    in_force = [each for each in _lines_of(names, lines) if each.since is None or each.since <= day]
    if not in_force:
        return None
    first, *others = in_force
    text = f"{label(first)}: {what_it_says(first)}, your office’s list says."
    if others:
        text += f" Also on the list: {'; '.join(map(what_it_says, others))}."
    return Said(first, text)
