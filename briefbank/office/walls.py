"""The ethical walls of an office: which matters are kept from whom. ``walled_library`` hides their documents.

Walls are in a file of the server's own user and part of no library: a backup that is restored brings no older
walls back. Names are compared without capitals and accents, so that a person who signs in by another spelling
of the same name is behind the same wall.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Column, Integer, MetaData, String, Table, delete, insert, select, update

from briefbank.api.library import WallsApi
from briefbank.audit.chain import MOST_OF_NAMES, fits
from briefbank.domain.maintenance import AuditEvent
from briefbank.domain.office import Matter, Person, WalledMatter, current_person
from briefbank.errors import ListFileError, NotInLibrary, WallRefused
from briefbank.files import write_export
from briefbank.jobs import Reporter
from briefbank.office import accounts
from briefbank.office.directory import normal_dn
from briefbank.office.library import OfficeLibrary, VisibleLibrary
from briefbank.office.walled_library import HidingRules
from briefbank.text.characters import table, unescape_formula, without_accents
from briefbank.text.messages import Message

MOST_MATTERS = 10_000
FOLLOWING = Message("Making the change")
MOST_KEPT = 16
"""The libraries without some matters that stay open in a process: each has a connection and caches of its
own, 5 to 7 MiB. To open one again takes some tenths of a second."""
COLUMNS = ("matter", "what", "value")
LARGEST_BYTES = 16 * 1024**2
LONGEST = 400  # The most characters of one cell
_SHA256 = re.compile("[0-9a-f]{64}")
_TABLES = MetaData()
_ENTRY = Table(
    "matter_entry",
    _TABLES,
    Column("matter", String, primary_key=True),
    Column("what", String, primary_key=True),
    Column("value", String, primary_key=True),
    Column("place", Integer, nullable=False),
)
_VERSION = Table("version", _TABLES, Column("number", Integer, nullable=False))


class MatterPart(StrEnum):
    """The kinds of entries of a matter, in the order of the fields of Matter."""

    DOCKET = "docket"
    DOCUMENT = "document"
    PERSON = "person"
    GROUP = "group"


class Walls(WallsApi):
    """The walls in one file. Any thread; a change by another program counts at once."""

    def __init__(
        self, file: Path, library: OfficeLibrary, names: Callable[[], Collection[str]] | None = None
    ) -> None:
        """Open the file, or create it for this user alone; ``library`` is the office's. ``names`` returns the
        persons and groups that are known; without it none counts as unknown."""
        self._engine, self._library = accounts.opened(file, _TABLES), library
        self._names = names
        with self._engine.begin() as connection:
            if connection.execute(select(_VERSION)).first() is None:
                connection.execute(insert(_VERSION).values(number=0))
        self._changing = threading.Lock()
        self._known: tuple[int, tuple[_Wall, ...]] | None = None
        self._groups: tuple[object, Mapping[int, str]] = None, {}

    def close(self) -> None:
        self._engine.dispose()

    def version(self) -> int:
        """Return a number that grows with each change. Under a millisecond."""
        with self._engine.connect() as connection:
            return int(connection.execute(select(_VERSION.c.number)).scalar_one())

    def rules_for(self, person: Person) -> HidingRules:
        """Return what hides documents from a person; rules without an entry where nothing does."""
        rules = HidingRules()
        for wall in self._walls():
            if wall.keeps_out(person):
                rules |= wall.rules
        return rules

    def groups(self) -> Mapping[int, str]:
        """Return, for each document of matters that are kept from somebody, the names of these matters."""
        state = self.version(), self._library.revision()
        if self._groups[0] != state:
            names, known = dict[int, list[str]](), self._library.dockets()
            for wall in self._walls():
                for document_id in self._library.hidden_by(wall.rules, known):
                    names.setdefault(document_id, []).append(wall.matter.name)
            self._groups = state, {id_: "\n".join(name) for id_, name in names.items()}
        return self._groups[1]

    def pin(self, document_id: int) -> None:
        """Name a document that is about to be removed, and what it is attached to, in the matters to which
        it belongs, so that what remains of it, such as marks, and the copy of it in the file of a mail, stays
        hidden. Raises NotInLibrary."""
        hashes = {document_id: self._library.documents.get(document_id).sha256}
        new = [document_id]
        while new:  # the mails and PDFs in which it lies, however deep
            around = self._library.documents.attachments(new.pop()).attached_to
            new += [container.id for container in around if container.id not in hashes]
            hashes |= {container.id: container.sha256 for container in around}
        for wall in self._walls():
            unnamed = set(hashes.values()).difference(wall.matter.documents)
            if unnamed and document_id in self._library.hidden_by(wall.rules):
                with self._writing() as write:
                    write((wall.matter.name, MatterPart.DOCUMENT, sha256) for sha256 in sorted(unnamed))

    def matters(self) -> list[WalledMatter]:
        walls, names = self._walls_of_asking(), self._names() if self._names is not None else None
        persons, groups = set(map(_compared, names or ())), set(map(normal_dn, names or ()))
        person, known = current_person(), self._library.dockets()
        kept = self._library.hidden_by(self.rules_for(person), known) if person is not None else set[int]()
        matters = list[WalledMatter]()
        for wall in walls:
            hidden = self._library.hidden_by(wall.rules, known)
            unknown = [name for name in wall.matter.persons if _compared(name) not in persons]
            unknown += [group for group in wall.matter.groups if normal_dn(group) not in groups]
            rules = {docket: HidingRules.of((), (docket,)) for docket in wall.matter.dockets}
            empty = [docket for docket in rules if not known.matching(rules[docket].dockets).keys() - kept]
            near = known.near(wall.rules.dockets, hidden | kept)
            named = tuple(unknown if names is not None else ())
            matters.append(WalledMatter(wall.matter, len(hidden - kept), named, tuple(empty), near))
        return matters

    def put(self, matter: Matter, reporter: Reporter) -> None:
        self._put([_cleaned(matter)], reporter)

    def remove(self, name: str, reporter: Reporter) -> None:
        removed = next((wall.matter for wall in self._walls_of_asking() if wall.matter.name == name), None)
        if removed is None:
            raise NotInLibrary(
                Message("There is no matter of this name."), Message("Look at the list of matters.")
            )
        with self._writing() as write:
            write([], replacing=[name])
        self._followed("removed", [removed], reporter)

    def export(self, path: Path) -> int:
        matters = [wall.matter for wall in self._walls_of_asking()]
        rows = ((walled.name, part.value, value) for walled in matters for part, value in entries_of(walled))
        write_export(path, table(COLUMNS, rows))
        return len(matters)

    def import_from(self, path: Path, reporter: Reporter) -> int:
        matters = [_cleaned(matter) for matter in read(path)]
        self._put(matters, reporter)
        return len(matters)

    def _walls(self) -> tuple[_Wall, ...]:
        version = self.version()
        if self._known is None or self._known[0] != version:
            query = select(_ENTRY.c.matter, _ENTRY.c.what, _ENTRY.c.value)
            with self._engine.connect() as connection:
                rows = connection.execute(query.order_by(_ENTRY.c.matter, _ENTRY.c.place)).all()
            matters = matters_of((name, MatterPart(part), value) for name, part, value in rows)
            self._known = version, tuple(map(_Wall.of, matters))
        return self._known[1]

    def _walls_of_asking(self) -> list[_Wall]:
        """Return the walls that do not keep out the asking person."""
        person = current_person()
        return [wall for wall in self._walls() if person is None or not wall.keeps_out(person)]

    def _put(self, matters: list[Matter], reporter: Reporter) -> None:
        person = current_person()
        known = {wall.matter.name for wall in self._walls()}
        hidden = known - {wall.matter.name for wall in self._walls_of_asking()}
        for matter in matters:
            if matter.name in hidden or (person is not None and _Wall.of(matter).keeps_out(person)):
                raise WallRefused(
                    Message("A matter cannot be kept from whoever puts up its wall."),
                    Message("Ask somebody else who may see it. Nothing was changed."),
                )
        if len(known | {walled.name for walled in matters}) > MOST_MATTERS:
            raise WallRefused(
                Message("There can be at most {most_matters} matters.", most_matters=MOST_MATTERS),
                Message("Nothing was changed."),
            )
        with self._writing() as write:
            entries = ((walled.name, *entry) for walled in matters for entry in entries_of(walled))
            write(entries, replacing=[walled.name for walled in matters])
        self._followed("changed", matters, reporter)

    @contextmanager
    def _writing(self) -> Iterator[Callable[..., None]]:
        with self._changing, self._engine.begin() as connection:

            def write(entries: Iterable[tuple[str, MatterPart, str]], replacing: Iterable[str] = ()) -> None:
                for name in replacing:
                    connection.execute(delete(_ENTRY).where(_ENTRY.c.matter == name))
                rows = [
                    {"matter": name, "what": part.value, "value": value, "place": number}
                    for number, (name, part, value) in enumerate(entries)
                ]
                if rows:
                    connection.execute(insert(_ENTRY), rows)

            yield write
            connection.execute(update(_VERSION).values(number=_VERSION.c.number + 1))

    def _followed(self, change: str, matters: Iterable[Matter], reporter: Reporter) -> None:
        """Note the change of each matter: from whom it is kept; then have the lexical index follow."""
        for matter in matters:
            from_whom = "; ".join((*matter.persons, *matter.groups))[:MOST_OF_NAMES]
            details = {"wall": matter.name, "kept_from": from_whom, "matter": "; ".join(matter.dockets)}
            written: dict[str, Any] = {name: value for name, value in details.items() if fits(name, value)}
            self._library.audit.note(AuditEvent.WALL, change=change, **written)
        reporter.progress(FOLLOWING, 0, 0)
        self._library.keep_apart(self.groups)


@dataclass(frozen=True, slots=True)
class _Wall:
    """The wall of a matter in the form in which each request is compared with it."""

    matter: Matter
    persons: frozenset[str]
    groups: frozenset[str]
    rules: HidingRules

    @classmethod
    def of(cls, matter: Matter) -> _Wall:
        persons, groups = map(_compared, matter.persons), map(normal_dn, matter.groups)
        rules = HidingRules.of(matter.documents, matter.dockets)
        return cls(matter, frozenset(persons), frozenset(groups), rules)

    def keeps_out(self, person: Person) -> bool:
        groups = map(normal_dn, person.groups)
        return _compared(person.name) in self.persons or not self.groups.isdisjoint(groups)


def _compared(name: str) -> str:
    return without_accents(" ".join(name.split()))


def _cleaned(untrusted: Matter) -> Matter:
    """Return a matter in single-line values without repetitions. Raises WallRefused."""
    values = (untrusted.dockets, untrusted.documents, untrusted.persons, untrusted.groups)
    dockets, documents, persons, groups = (
        tuple(dict.fromkeys(line for text in some if (line := " ".join(text.split())))) for some in values
    )
    name = " ".join(untrusted.name.split())
    documents = tuple(document for document in documents if _SHA256.fullmatch(document))
    longest = max(map(len, (name, *dockets, *documents, *persons, *groups)))
    if longest > LONGEST:
        raise WallRefused(
            Message("A name or number of this matter is longer than {most} characters.", most=LONGEST),
            Message("Make it shorter. Nothing was changed."),
        )
    if not name or not (dockets or documents) or not (persons or groups):
        raise WallRefused(
            Message(
                "A matter needs a name, a docket number or a document, and somebody from whom it is kept."
            ),
            Message("Fill in what is missing. Nothing was changed."),
        )
    return Matter(name, dockets, documents, persons, groups)


def read(file: Path) -> list[Matter]:
    """Return the matters of a file, in its order. Raises ListFileError, which names the row."""
    entries = list[tuple[str, MatterPart, str]]()
    for number, row in enumerate(accounts.csv_rows(file, LARGEST_BYTES), start=1):
        cells = [" ".join(unescape_formula(cell).split()) for cell in row]
        is_head = number == 1 and tuple(cell.casefold() for cell in cells) == COLUMNS
        if any(cells) and not is_head:
            entries.append(_checked(number, cells))
    return matters_of(entries)


def _checked(number: int, cells: list[str]) -> tuple[str, MatterPart, str]:
    known = {part.value: part for part in MatterPart}
    kind = known.get(cells[1].casefold()) if len(cells) >= len(COLUMNS) else None
    is_wrong = not all(cells[: len(COLUMNS)]) or max(map(len, cells)) > LONGEST
    if kind is None or is_wrong or (kind is MatterPart.DOCUMENT and not _SHA256.fullmatch(cells[2])):
        raise ListFileError(
            Message(
                "Row {number} does not say what it should: a matter, one of {words}, and its value.",
                number=number,
                words=", ".join(known),
            ),
            accounts.NOTHING_CHANGED,
        )
    return cells[0], kind, cells[2]


@dataclass
class _Open:
    """A library without some matters, and how many requests use it now."""

    library: VisibleLibrary
    links: TemporaryDirectory[str]
    users: int = 0

    def close(self) -> None:
        self.library.close()
        self.links.cleanup()


class VisibleLibraries:
    """The libraries that persons see, by what is kept from them. Any thread."""

    def __init__(self, whole: OfficeLibrary, walls: Walls, most: int = MOST_KEPT) -> None:
        self._whole, self._walls, self._most = whole, walls, most
        self._changing = threading.Lock()
        self._open: dict[HidingRules, _Open] = {}
        """The one that was used last stands last."""

    @contextmanager
    def of(self, person: Person) -> Iterator[OfficeLibrary]:
        """Yield the library as a person sees it at this moment; the whole one where nothing is kept from
        them."""
        rules = self._walls.rules_for(person)
        if not rules:
            yield self._whole
            return
        with self._changing:
            opened = self._open.pop(rules, None)
            if opened is None:
                links = TemporaryDirectory(prefix="briefbank-", ignore_cleanup_errors=True)
                opened = _Open(VisibleLibrary(self._whole, rules, Path(links.name)), links)
            self._open[rules] = opened
            opened.users += 1
        try:
            yield opened.library
        finally:
            with self._changing:
                opened.users -= 1
                for known, other in list(self._open.items()):  # those that were not used for longest
                    if len(self._open) > self._most and not other.users:
                        del self._open[known]
                        other.close()

    def close(self) -> None:
        """Close all. Call it while no request is under way."""
        with self._changing:
            for opened in self._open.values():
                opened.close()
            self._open.clear()


def matters_of(entries: Iterable[tuple[str, MatterPart, str]]) -> list[Matter]:
    matters: dict[str, dict[MatterPart, list[str]]] = {}
    for name, part, value in entries:
        matters.setdefault(name, {kind: [] for kind in MatterPart})[part].append(value)
    return [
        Matter(name, *(tuple(dict.fromkeys(values)) for values in parts.values()))
        for name, parts in matters.items()
    ]


def entries_of(matter: Matter) -> Iterator[tuple[MatterPart, str]]:
    fields = (matter.dockets, matter.documents, matter.persons, matter.groups)
    for part, values in zip(MatterPart, fields, strict=True):
        yield from ((part, value) for value in values)
