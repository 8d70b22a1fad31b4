"""The office's list in memory, and all names under which it may list an authority.

Two sources tell that two citations are of one case: a document of the library that has both in parallel, and
a line of the list that was typed with both.
"""

from __future__ import annotations

import getpass
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import lru_cache

from briefbank.catalogue.law import GoodLawTable
from briefbank.catalogue.store import Catalogue
from briefbank.citations.citations import find
from briefbank.citations.good_law_csv import LONGEST, one_line, some_lines
from briefbank.citations.provisions import TypedAuthority, parse_authority, subsection_levels, whole_of
from briefbank.domain.authorities import (
    GRAVEST_FIRST,
    Authority,
    CitationKind,
    Extent,
    GoodLawEntry,
    Standing,
)
from briefbank.domain.documents import Annotation, AnnotationGaps
from briefbank.errors import EntryRefused
from briefbank.index.occurrences import citation_key, plain_words
from briefbank.text.dates import format_date
from briefbank.text.messages import Message

# --- good law list ---------------------------------------------------------------------------------------

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


# --- alerts ----------------------------------------------------------------------------------------------
# The good-law list's statements on an authority on a given day, in whatever form the authority is cited.
#
# A line for a whole provision covers its subsections too; a line for a subsection covers that and
# everything below it. Of several lines on the same thing the newest in force on the day prevails, and the
# others are named with it.

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


# --- entry validation ------------------------------------------------------------------------------------
# Validation of entries for the office's list: authorities parsed, fields cleaned, contradictions refused.

NAMED_AT_MOST = 20
"""The most cases of the same name that are distinguished."""
_VERSUS = frozenset(("v", "vs"))
_MOST_SHOWN = 80
"""The most characters of the input that a message repeats."""


def understood(catalogue: Catalogue, listed: GoodLawList, text: str) -> TypedAuthority:
    """Return the authority that a person typed, with its case name if known. Raises EntryRefused."""
    return with_names(catalogue, listed, [recognised(catalogue, text)])[0]


def recognised(catalogue: Catalogue, text: str) -> TypedAuthority:
    """Return the authority that a person typed. Raises EntryRefused.

    The text is a citation, possibly one that only the library knows, or the whole name of a single case in
    the library.
    """
    typed = one_line(text)
    if len(typed) > LONGEST:
        raise too_long("authority")
    found = parse_authority(typed) or _by_key(catalogue, typed) or _by_name(catalogue, typed)
    if found is None:
        shown = f"{typed[:_MOST_SHOWN]}…" if len(typed) > _MOST_SHOWN else typed
        raise EntryRefused(
            Message("There is no citation in “{shown}”.", shown=shown)
            if shown
            else Message("No authority was named.")
        )
    return found


def with_names(
    catalogue: Catalogue, listed: GoodLawList, several: Sequence[TypedAuthority]
) -> list[TypedAuthority]:
    """Return the same authorities, with the names that the library knows for cases typed without one.

    The number of catalogue queries does not depend on the number of authorities.
    """
    nameless = [each for each in several if each.kind is CitationKind.CASE and not each.name]
    known = _authorities_of_each(catalogue, listed, nameless)
    called = {each: next((case.name for case in cases if case.name), "") for each, cases in known.items()}
    return [replace(each, name=called[each]) if each in called else each for each in several]


def authorities_of(catalogue: Catalogue, listed: GoodLawList, named: TypedAuthority) -> list[Authority]:
    """Return what the library knows under any of an authority's names, the one by its own name first.

    A subsection stands for its whole provision. There are several results if only the list says that they are
    one case.
    """
    return _authorities_of_each(catalogue, listed, [named])[named]


def _authorities_of_each(
    catalogue: Catalogue, listed: GoodLawList, several: Iterable[TypedAuthority]
) -> dict[TypedAuthority, list[Authority]]:
    names = listed.whole_names(several)
    ids = catalogue.authorities.ids_of({name for each in names.values() for name in each})
    known = catalogue.authorities.by_ids(set(ids.values()))
    return {
        each: [known[id_] for id_ in dict.fromkeys(ids[name] for name in own if name in ids) if id_ in known]
        for each, own in names.items()
    }


def entered_of(entry: GoodLawEntry) -> TypedAuthority:
    """Return the authority of a line as it was typed."""
    return TypedAuthority(entry.canonical, kind_of(entry.canonical), entry.name, entry.also)


def words_of_name(name: str) -> list[str]:
    """Return the words that a case is searched by: 'state' and 'carty' for "State v. Carty"."""
    return [word for word in plain_words(name) if word not in _VERSUS]


def _by_key(catalogue: Catalogue, typed: str) -> TypedAuthority | None:
    """Look an authority up by its citation key: '170 NJ 632' finds '170 N.J. 632'."""
    key = citation_key(typed)
    ids = catalogue.authorities.ids_by_key([key]).get(key, []) if key else []
    known = catalogue.authorities.by_ids(ids) if len(ids) == 1 else {}
    for each in known.values():
        if each.kind is CitationKind.CASE or citation_key(each.canonical) == key:
            return TypedAuthority(
                each.canonical, each.kind, each.name if each.kind is CitationKind.CASE else ""
            )
    return None


def _by_name(catalogue: Catalogue, typed: str) -> TypedAuthority | None:
    """Return the only case of that name. Raises EntryRefused if there are several."""
    words = words_of_name(typed)
    found = catalogue.authorities.by_ids(catalogue.authorities.named(words, NAMED_AT_MOST)).values()
    same = [each for each in found if each.kind is CitationKind.CASE and words_of_name(each.name) == words]
    if len(same) > 1:
        several = "; ".join(sorted(map(str, same)))
        raise EntryRefused(
            Message("Your library knows more than one case of that name: {several}.", several=several),
            Message("Type the citation of the one that you mean."),
        )
    return TypedAuthority(same[0].canonical, same[0].kind, same[0].name) if same else None


# --- one line ------------------------------------------------------------------------------------


def cleaned(entry: GoodLawEntry) -> GoodLawEntry:
    """Return a line that can be stored and written to a file: fields of one line each, and a note of several.

    The computer's user stands in for an empty ``entered_by``. Raises EntryRefused for fields that are too
    long.
    """
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
    return EntryRefused(
        Message("What is typed for “{field}” is too long.", field=field),
        Message("Use at most {longest:,} characters.", longest=LONGEST),
    )


def this_person() -> str:
    """Return the login name of the person at the computer."""
    try:
        return one_line(getpass.getuser())[:LONGEST] or "not known"
    except (ImportError, KeyError, OSError):  # no such name in this environment
        return "not known"


def now() -> datetime:
    """Return the current time to the second, the precision that people read and files store."""
    return datetime.now(UTC).replace(microsecond=0)


def kind_of(canonical: str) -> CitationKind:
    """Return the kind of an authority by its name; OTHER for a name that is no citation by itself, or that
    cannot be read."""
    found = AnnotationGaps().attempt(Annotation.CITATIONS, (), find, canonical)
    return next((each.kind for each in found), CitationKind.OTHER)


def refuse_contradiction(entry: GoodLawEntry, names: Sequence[str], others: Sequence[GoodLawEntry]) -> None:
    """Refuse a line that contradicts another: one thing has one standing at a time.

    ``names`` are all names of the line's authority. Raises EntryRefused, which names the other line.
    """
    own = frozenset(linked(names, others))
    for other in others:
        if other.id != entry.id and other.since == entry.since and not own.isdisjoint(other.forms):
            raise EntryRefused(
                Message(
                    "Line {id} of the list says already of {label}: {describe_entry}.",
                    id=other.id,
                    label=label(other),
                    describe_entry=describe_entry(other),
                ),
                Message("Take one of the two off the list, or give them different days since when they hold.")
                if entry.id
                else Message("Change that line, or give another day since when the new one holds."),
                detail="contradiction",
            )
