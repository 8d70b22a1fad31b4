"""The office's list in memory, all names under which it may list an authority, and what it says on a given
day.

Two sources tell that two citations are of one case: a document of the library that has both in parallel, and
a line of the list that was typed with both. A line for a whole provision covers its subsections too; a line
for a subsection covers that and everything below it. Of several lines on the same thing the newest in force
on the day prevails, and the others are named with it.
"""

from __future__ import annotations

import getpass
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from briefbank.catalogue import authority_rows, law_rows
from briefbank.catalogue.database import Database
from briefbank.citations.citations import find
from briefbank.citations.provisions import TypedAuthority, parse_authority, subsection_levels, whole_of
from briefbank.domain.authorities import (
    GRAVEST_FIRST,
    STANDING_NAMES,
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
from briefbank.text.messages import Message, joined

Named = Mapping[str, CitationKind]  # the kinds of authorities by their canonical names
Lines = Mapping[str, Sequence[GoodLawEntry]]  # lines by each of their forms, the newest first
LONGEST = 4000  # the most characters of one field
NAMED_AT_MOST = 20  # the most cases of the same name that are distinguished
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]+")  # control characters except tabs and line ends
_VERSUS = frozenset(("v", "vs"))
_MOST_SHOWN = 80  # the most characters of the input that a message repeats


@dataclass(frozen=True, slots=True)
class _Snapshot:
    version: int
    lines: Lines
    forms: Mapping[str, Sequence[str]]  # All forms of one case by each of them, from lines that have several
    stems: frozenset[str]  # The beginnings of all listed names


@dataclass(frozen=True, slots=True)
class ListStatement:
    """The list's statement on one authority, or on one part of a provision."""

    entry: GoodLawEntry  # The line that prevails
    text: Message  # The statement for a person

    @property
    def warns(self) -> bool:
        """Tell whether a person who cites the authority has to know of the statement."""
        return self.entry.standing is not Standing.GOOD

    @property
    def against(self) -> bool:
        """Tell whether the statement is against relying on the authority. What was done on other grounds
        leaves the point of law standing."""
        return self.warns and self.entry.standing.extent is not Extent.ON_OTHER_GROUNDS


class GoodLawList:
    """The list, cached until this or another program changes it. Any thread."""

    def __init__(self, catalogue: Database) -> None:
        self._catalogue = catalogue
        self._cached = _Snapshot(-1, {}, {}, frozenset())

    def now(self) -> _Snapshot:
        """Return the current list."""
        if law_rows.list_version(self._catalogue) != self._cached.version:
            with self._catalogue.reading() as connection:
                entries = law_rows.list_entries(connection)
                version = law_rows.list_version(connection)
            lines: dict[str, list[GoodLawEntry]] = {}
            forms: dict[str, list[str]] = {}
            for entry in sorted(entries, key=age, reverse=True):
                for form in entry.forms:
                    lines.setdefault(form, []).append(entry)
                if entry.also:  # lines that have a form in common are of one case
                    known = (other for form in entry.forms for other in forms.get(form, ()))
                    one_case = list(dict.fromkeys((*entry.forms, *known)))
                    forms |= dict.fromkeys(one_case, one_case)
            self._cached = _Snapshot(version, lines, forms, frozenset(map(_stem, lines)))
        return self._cached

    def entries(self) -> list[GoodLawEntry]:
        """Return all lines by name and citation, the newest of an authority first."""
        own: dict[str, list[GoodLawEntry]] = {}
        for form, lines in self.now().lines.items():
            if named := [entry for entry in lines if entry.canonical == form]:
                own[form] = named
        order = sorted(own, key=lambda form: (label(own[form][0]).casefold(), form))
        return [entry for form in order for entry in own[form]]

    def statements(
        self, named: Named, as_of: date | None = None, *, parts: bool = False
    ) -> dict[str, tuple[ListStatement, ...]]:
        """Return the list's statements on authorities, by canonical name, the gravest first. Lines that say
        "good" are included; authorities without a statement are left out. ``as_of`` ignores what happened
        later; None means today. ``parts`` adds statements on parts of a provision alone."""
        snapshot, day = self.now(), as_of or date.today()
        lines = snapshot.lines
        by_name: dict[str, tuple[ListStatement, ...]] = {}
        for canonical, levels in self._levels(named, snapshot).items():
            groups = [*levels, *(_parts(levels, lines) if parts else ())]
            if stated := [statement for group in groups if (statement := _statement_on(group, lines, day))]:
                by_name[canonical] = tuple(sorted(stated, key=gravity))
        return by_name

    def on(self, named: Named) -> dict[str, list[GoodLawEntry]]:
        """Return all lines on authorities and on their parts, under any of their names, the newest first, by
        canonical name. Authorities without lines are left out."""
        snapshot = self.now()
        lines = snapshot.lines
        by_name: dict[str, list[GoodLawEntry]] = {}
        for canonical, levels in self._levels(named, snapshot).items():
            groups = (*levels, *_parts(levels, lines))
            if entries := _lines_of((name for group in groups for name in group), lines):
                by_name[canonical] = entries
        return by_name

    def _levels(self, named: Named, snapshot: _Snapshot) -> dict[str, list[list[str]]]:
        """Return the names under which the list may cover authorities: by canonical name, those of each level
        from the whole provision down. Few authorities are listed, so this test comes before any other."""
        stems = snapshot.stems
        wholes = self._wholes(named, snapshot.forms) if stems and named else {}
        return {
            canonical: [
                [f"{name}{below}" for name in names]
                for below in subsection_levels(canonical, named[canonical])
            ]
            for canonical, names in wholes.items()
            if not stems.isdisjoint(map(_stem, names))
        }

    def whole_names(self, authority: TypedAuthority) -> list[str]:
        """Return all names of the case or the whole provision; its own first."""
        wholes = self._wholes(dict.fromkeys(authority.forms, authority.kind), self.now().forms)
        return list(dict.fromkeys(name for names in wholes.values() for name in names))

    def names(self, authority: TypedAuthority) -> list[str]:
        """Return all names of exactly this authority; its own first."""
        below = subsection_levels(authority.canonical, authority.kind)[-1]
        return [f"{name}{below}" for name in self.whole_names(authority)]

    def _wholes(self, named: Named, forms: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """Return all names of each case or whole provision (given with its kind): its own first, then those
        that the library knows, then those that lines of the list have beside one of these."""
        wholes = {canonical: whole_of(canonical, kind) for canonical, kind in named.items()}
        also = law_rows.also_named(self._catalogue, dict.fromkeys(wholes.values()))
        names: dict[str, list[str]] = {}
        for canonical, whole in wholes.items():
            kind = named[canonical]
            known = [whole, *(name for name in also.get(whole, ()) if whole_of(name, kind) == name)]
            listed = (form for name in known for form in forms.get(name, ()))
            names[canonical] = list(dict.fromkeys((*known, *listed)))
        return names

    def understood(self, text: str) -> TypedAuthority:
        """Return the authority that a person typed, with its case name if known. Raises EntryRefused."""
        typed = self.recognised(text)
        if typed.kind is not CitationKind.CASE or typed.name:
            return typed
        return replace(typed, name=next((case.name for case in self.authorities_of(typed) if case.name), ""))

    def recognised(self, text: str) -> TypedAuthority:
        """Return the authority that a person typed. Raises EntryRefused. The text is a citation, possibly one
        that only the library knows ("170 NJ 632"), or the whole name of a single case in the library."""
        typed = one_line(text)
        if len(typed) > LONGEST:
            raise too_long("authority")
        if authority := parse_authority(typed):
            return authority
        key, words = citation_key(typed), words_of_name(typed)
        ids = authority_rows.ids_by_key(self._catalogue, [key]).get(key, []) if key else []
        known = authority_rows.by_ids(self._catalogue, ids if len(ids) == 1 else []).values()
        same = [one for one in known if one.kind is CitationKind.CASE or citation_key(one.canonical) == key]
        if not same:
            ids = authority_rows.named(self._catalogue, words, NAMED_AT_MOST)
            known = authority_rows.by_ids(self._catalogue, ids).values()
            cases = (one for one in known if one.kind is CitationKind.CASE)
            same = [case for case in cases if words_of_name(case.name) == words]
        if len(same) > 1:
            several = "; ".join(sorted(map(str, same)))
            raise EntryRefused(
                Message("Your library knows more than one case of that name: {several}.", several=several),
                Message("Type the citation of the one that you mean."),
            )
        if not same:
            shown = f"{typed[:_MOST_SHOWN]}…" if len(typed) > _MOST_SHOWN else typed
            raise EntryRefused(
                Message("There is no citation in “{shown}”.", shown=shown)
                if shown
                else Message("No authority was named.")
            )
        name = same[0].name if same[0].kind is CitationKind.CASE else ""
        return TypedAuthority(same[0].canonical, same[0].kind, name)

    def authorities_of(self, named: TypedAuthority) -> list[Authority]:
        """Return what the library knows under any of an authority's names, the one by its own name first. A
        subsection stands for its whole provision. There are several results if only the list says that they
        are one case."""
        names = self.whole_names(named)
        ids = authority_rows.ids_of(self._catalogue, names)
        known = authority_rows.by_ids(self._catalogue, set(ids.values()))
        in_order = dict.fromkeys(ids[name] for name in names if name in ids)
        return [known[id_] for id_ in in_order if id_ in known]


def age(entry: GoodLawEntry) -> tuple[date, datetime, int, str]:
    """Return a sort key, the newest last: by the day since when a line holds, then by time of entry. A line
    without a day is older than any with one, because nobody knows since when it holds. Of lines that were
    entered in the same second the gravest counts."""
    gravity = -GRAVEST_FIRST.index(entry.standing)
    return entry.since or date.min, entry.entered_at, gravity, entry.canonical


def _stem(name: str) -> str:
    """Return the part of the name that a provision and all its parts share."""
    return name.partition("(")[0]


def gravity(statement: ListStatement) -> tuple[int, str]:
    """Return a sort key that puts the gravest first."""
    return GRAVEST_FIRST.index(statement.entry.standing), label(statement.entry)


def label(entry: GoodLawEntry) -> str:
    """Return a line's authority by name and citation."""
    return f"{entry.name}, {entry.canonical}" if entry.name else entry.canonical


def describe_entry(entry: GoodLawEntry) -> Message:
    """Describe a line: 'overruled by State v. Doe, 200 N.J. 1, since March 3, 2015'."""
    text = Message("good law") if entry.standing is Standing.GOOD else STANDING_NAMES[entry.standing]
    if entry.by:
        text = Message("{standing} by {by}", standing=text, by=entry.by)
    if entry.since:
        text = Message("{standing}, since {since}", standing=text, since=format_date(entry.since))
    return text


def _lines_of(names: Iterable[str], lines: Lines) -> list[GoodLawEntry]:
    """Return the lines under any of these names, each once, the newest first."""
    entries = {entry.id: entry for name in names for entry in lines.get(name, ())}
    return sorted(entries.values(), key=age, reverse=True)


def _parts(names: Sequence[Sequence[str]], lines: Lines) -> list[list[str]]:
    """Return the listed parts below a cited provision, each with all its names."""
    below: dict[str, list[str]] = {}
    for name in names[-1]:
        for listed in lines:
            if listed.startswith(f"{name}("):
                below.setdefault(listed[len(name) :], []).append(listed)
    return list(below.values())


def _statement_on(names: Sequence[str], lines: Lines, day: date) -> ListStatement | None:
    """Return the statement in force on the day about one thing that has several names."""
    in_force = [entry for entry in _lines_of(names, lines) if entry.since is None or entry.since <= day]
    if not in_force:
        return None
    first, *others = in_force
    name, said = label(first), describe_entry(first)
    text = Message("{label}: {describe_entry}, your good-law list says.", label=name, describe_entry=said)
    if first.standing.extent is Extent.ON_OTHER_GROUNDS:
        more = Message("The point that it is cited for may still stand; cite it with this history.")
        text = joined((text, more))
    if others:
        also = joined([describe_entry(other) for other in others], "; ")
        text = joined((text, Message("Also on the list: {describe_entry}.", describe_entry=also)))
    return ListStatement(first, text)


def entered_of(entry: GoodLawEntry) -> TypedAuthority:
    """Return the authority of a line as it was typed."""
    return TypedAuthority(entry.canonical, kind_of(entry.canonical), entry.name, entry.also)


def words_of_name(name: str) -> list[str]:
    """Return the words that a case is searched by: 'state' and 'carty' for "State v. Carty"."""
    return [word for word in plain_words(name) if word not in _VERSUS]


def one_line(text: str) -> str:
    """Return a field as one line, without repeated blanks and characters that no file can hold."""
    return " ".join(_writable(text).split())


def some_lines(text: str) -> str:
    """Return a note's lines without trailing blanks."""
    return "\n".join(line.rstrip() for line in _writable(text).strip().splitlines()).strip()


def cleaned(entry: GoodLawEntry) -> GoodLawEntry:
    """Return a line that can be stored and written to a file: fields of one line each, and a note of several.
    The computer's user replaces an empty ``entered_by``. Raises EntryRefused for fields that are too long."""
    line = replace(
        entry,
        name=one_line(entry.name),
        by=one_line(entry.by),
        note=some_lines(entry.note),
        entered_by=one_line(entry.entered_by) or this_person(),
    )
    for field, value in (("by", line.by), ("note", line.note), (Message("entered by"), line.entered_by)):
        if len(value) > LONGEST:
            raise too_long(field)
    return line


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
    citations = AnnotationGaps().attempt(Annotation.CITATIONS, (), find, canonical)
    return citations[0].kind if citations else CitationKind.OTHER


def refuse_contradiction(entry: GoodLawEntry, names: Sequence[str], others: Sequence[GoodLawEntry]) -> None:
    """Refuse a line that contradicts another: one thing has one standing at a time. ``names`` are all names
    of the line's authority. Raises EntryRefused, which names the other line."""
    for other in others:
        if other.id != entry.id and other.since == entry.since and not set(names).isdisjoint(other.forms):
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


def _writable(text: str) -> str:
    """Remove control characters, which would end or hide in a cell, and lone surrogates."""
    return _CONTROL.sub("", text).encode("utf-8", "replace").decode("utf-8")
