"""The good-law list's statements on an authority on a given day, in whatever form the authority is cited.

A line for a whole provision covers its subsections too; a line for a subsection covers that and everything
below it. Of several lines on the same thing the newest in force on the day prevails, and the others are named
with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from briefbank.citator.good_law_list import GoodLawList, age
from briefbank.domain.authorities import GRAVEST_FIRST, Extent, GoodLawEntry, Standing
from briefbank.domain.citations import CitationKind
from briefbank.text.dates import format_date

_Lines = Mapping[str, Sequence[GoodLawEntry]]


@dataclass(frozen=True, slots=True)
class ListStatement:
    """The list's statement on one authority, or on one part of a provision."""

    entry: GoodLawEntry
    """The line that prevails."""
    text: str
    """The statement for a person."""

    @property
    def warns(self) -> bool:
        """Tell whether a person who cites the authority has to know of the statement."""
        return self.entry.standing is not Standing.GOOD

    @property
    def against(self) -> bool:
        """Tell whether the statement is against relying on the authority. What was done on other grounds
        leaves the point of law standing."""
        return self.warns and self.entry.standing.extent is not Extent.ON_OTHER_GROUNDS


class GoodLawAlerts:
    """A reader of the list's statements. Any thread."""

    def __init__(self, listed: GoodLawList) -> None:
        self._listed = listed

    def statements(
        self, named: Mapping[str, CitationKind], as_of: date | None = None, *, parts: bool = False
    ) -> dict[str, tuple[ListStatement, ...]]:
        """Return the list's statements on authorities, by canonical name, the gravest first.

        ``named`` maps canonical names to kinds. Authorities without a statement are left out. ``as_of``
        ignores what happened later; None means today. ``parts`` adds statements on parts of a provision
        alone.
        """
        kept, day = self._listed.now(), as_of or date.today()
        found = {
            canonical: _statements_on(names, kept.lines, day, parts)
            for canonical, names in self._listed.spoken_of(named, kept).items()
        }
        return {canonical: statements for canonical, statements in found.items() if statements}

    def entries(self) -> list[GoodLawEntry]:
        """Return all lines by name and citation, the newest of an authority first."""
        lines = self._listed.now().lines
        own = {form: [each for each in some if each.canonical == form] for form, some in lines.items()}
        order = sorted((label(some[0]).casefold(), form) for form, some in own.items() if some)
        return [entry for _, form in order for entry in own[form]]

    def on(self, named: Mapping[str, CitationKind]) -> dict[str, list[GoodLawEntry]]:
        """Return all lines on authorities and on their parts, under any of their names, the newest first.

        ``named`` maps canonical names to kinds. The result is by canonical name, without authorities that
        have no lines.
        """
        kept = self._listed.now()
        found: dict[str, list[GoodLawEntry]] = {}
        for canonical, names in self._listed.spoken_of(named, kept).items():
            groups = (*names, *_parts(names, kept.lines))
            if entries := _lines_of((name for group in groups for name in group), kept.lines):
                found[canonical] = entries
        return found


def gravity(statement: ListStatement) -> tuple[int, str]:
    """Return a sort key that puts the gravest first."""
    return GRAVEST_FIRST.index(statement.entry.standing), label(statement.entry)


def label(entry: GoodLawEntry) -> str:
    """Return a line's authority by name and citation."""
    return f"{entry.name}, {entry.canonical}" if entry.name else entry.canonical


def describe_entry(entry: GoodLawEntry) -> str:
    """Describe a line: 'overruled by State v. Doe, 200 N.J. 1, since March 3, 2015'."""
    standing = "good law" if entry.standing is Standing.GOOD else entry.standing.value
    by = f" by {entry.by}" if entry.by else ""
    return f"{standing}{by}, since {format_date(entry.since)}" if entry.since else f"{standing}{by}"


def _lines_of(names: Iterable[str], lines: _Lines) -> list[GoodLawEntry]:
    """Return the lines under any of these names, each once, the newest first."""
    found = {entry.id: entry for name in names for entry in lines.get(name, ())}
    return sorted(found.values(), key=age, reverse=True) if len(found) > 1 else list(found.values())


def _statements_on(
    names: Sequence[Sequence[str]], lines: _Lines, day: date, parts: bool
) -> tuple[ListStatement, ...]:
    groups = [*names, *(_parts(names, lines) if parts else ())]
    found = [statement for group in groups if (statement := _statement_on(group, lines, day)) is not None]
    return tuple(sorted(found, key=gravity))


def _parts(names: Sequence[Sequence[str]], lines: _Lines) -> list[list[str]]:
    """Return the listed parts below a cited provision, each with all its names."""
    below: dict[str, list[str]] = {}
    for name in names[-1]:
        for listed in lines:
            if listed.startswith(f"{name}("):
                below.setdefault(listed[len(name) :], []).append(listed)
    return list(below.values())


def _statement_on(names: Sequence[str], lines: _Lines, day: date) -> ListStatement | None:
    """Return the statement in force on the day about one thing that has several names."""
    in_force = [each for each in _lines_of(names, lines) if each.since is None or each.since <= day]
    if not in_force:
        return None
    first, *others = in_force
    text = f"{label(first)}: {describe_entry(first)}, your office’s list says."
    if first.standing.extent is Extent.ON_OTHER_GROUNDS:
        text += " The point that it is cited for may still stand; cite it with this history."
    if others:
        text += f" Also on the list: {'; '.join(map(describe_entry, others))}."
    return ListStatement(first, text)
