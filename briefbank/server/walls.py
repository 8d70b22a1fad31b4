"""The ethical walls of an office: which matters are kept from whom.

They are in a file of the server's own user, beside no library: a backup that is restored brings no older
walls back. Names are compared without capitals and accents, so that a person who signs in as another spelling
of the same name is behind the same wall.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import (
    Column,
    Integer,
    MetaData,
    String,
    Table,
    delete,
    insert,
    select,
    update,
)

from briefbank.api.walls import WallsApi
from briefbank.audit import asking
from briefbank.catalogue.hiding import HidingRules
from briefbank.domain.audit_events import AuditEvent
from briefbank.domain.rights import Person
from briefbank.domain.walls import Matter, WalledMatter
from briefbank.errors import ListFileError, NotInLibrary
from briefbank.exports.errors import write_file
from briefbank.jobs import Reporter
from briefbank.server import own_database, walls_csv
from briefbank.server.directory import normal_dn
from briefbank.text.accents import without_accents
from briefbank.wire.errors import WallRefused

if TYPE_CHECKING:
    from briefbank.library import Library

MOST_MATTERS = 10_000
FOLLOWING = "Making the change"
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


class Walls(WallsApi):
    """The walls in one file. Any thread; a change by another program counts at once."""

    def __init__(self, file: Path, library: Library) -> None:
        """Open the file, or create it for this user alone; ``library`` is the office's."""
        self._engine, self._library = own_database.opened(file, _TABLES), library
        with self._engine.begin() as connection:
            if connection.execute(select(_VERSION)).first() is None:
                connection.execute(insert(_VERSION).values(number=0))
        self._changing = threading.Lock()
        self._known: tuple[int, tuple[Matter, ...]] | None = None
        self._groups: tuple[object, Mapping[int, str]] = None, {}

    def close(self) -> None:
        self._engine.dispose()

    # --- who may not see what --------------------------------------------------------------------

    def version(self) -> int:
        """Return a number that grows with each change. Under a millisecond."""
        with self._engine.connect() as connection:
            return int(connection.execute(select(_VERSION.c.number)).scalar_one())

    def rules_for(self, person: Person) -> HidingRules:
        """Return what hides documents from a person; rules without an entry where nothing does."""
        rules = HidingRules()
        for matter in self._matters():
            if _is_kept_from(matter, person):
                rules |= _rules(matter)
        return rules

    def groups(self) -> Mapping[int, str]:
        """Return, for each document of matters that are kept from somebody, the names of these matters."""
        state = self.version(), self._library.revision()
        if self._groups[0] != state:
            names: dict[int, list[str]] = {}
            for matter in self._matters():
                for document_id in self._library.hidden_by(_rules(matter)):
                    names.setdefault(document_id, []).append(matter.name)
            self._groups = state, {id_: "\n".join(each) for id_, each in names.items()}
        return self._groups[1]

    def pin(self, document_id: int) -> None:
        """Name a document that is about to be removed in the matters to which it belongs by its docket
        number, so that what remains of it, such as marks, stays hidden."""
        found = self._library.documents.some([document_id])
        for matter in self._matters():
            for each in found.values():
                if each.id in self._library.hidden_by(_rules(matter)) and each.sha256 not in matter.documents:
                    with self._writing() as write:
                        write([(matter.name, walls_csv.What.DOCUMENT.value, each.sha256)])

    # --- the matters -----------------------------------------------------------------------------

    def matters(self) -> list[WalledMatter]:
        return [
            WalledMatter(each, len(self._library.hidden_by(_rules(each))))
            for each in self._matters_of_asking()
        ]

    def put(self, matter: Matter, reporter: Reporter) -> None:
        self._put([_cleaned(matter)], reporter)

    def remove(self, name: str, reporter: Reporter) -> None:
        if name not in [each.name for each in self._matters_of_asking()]:
            raise NotInLibrary("There is no matter of this name.", "Look at the list of matters.")
        with self._writing() as write:
            write([], replacing=[name])
        self._followed("removed", reporter)

    def export(self, path: Path) -> int:
        matters = self._matters_of_asking()
        write_file(path, walls_csv.write(matters))
        return len(matters)

    def import_from(self, path: Path, reporter: Reporter) -> int:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise ListFileError("This file cannot be read.", detail=type(error).__name__) from error
        matters = [_cleaned(each) for each in walls_csv.read(content)]
        self._put(matters, reporter)
        return len(matters)

    # --- internals -------------------------------------------------------------------------------

    def _matters(self) -> tuple[Matter, ...]:
        version = self.version()
        if self._known is None or self._known[0] != version:
            entries: dict[str, dict[str, list[str]]] = {}
            with self._engine.connect() as connection:
                query = select(_ENTRY.c.matter, _ENTRY.c.what, _ENTRY.c.value)
                for name, what, value in connection.execute(query.order_by(_ENTRY.c.matter, _ENTRY.c.place)):
                    entries.setdefault(name, {each: [] for each in walls_csv.What})[what].append(value)
            found = (Matter(name, *map(tuple, values.values())) for name, values in entries.items())
            self._known = version, tuple(found)
        return self._known[1]

    def _matters_of_asking(self) -> list[Matter]:
        """Return the matters that are not kept from the asking person."""
        person = asking.person()
        return [each for each in self._matters() if person is None or not _is_kept_from(each, person)]

    def _put(self, matters: list[Matter], reporter: Reporter) -> None:
        person = asking.person()
        seen = {each.name for each in self._matters_of_asking()}
        for matter in matters:
            is_hidden = matter.name not in seen and matter.name in {each.name for each in self._matters()}
            if is_hidden or (person is not None and _is_kept_from(matter, person)):
                raise WallRefused(
                    "A matter cannot be kept from whoever puts up its wall.",
                    "Ask somebody else who may see it. Nothing was changed.",
                )
        if len({each.name for each in (*self._matters(), *matters)}) > MOST_MATTERS:
            raise WallRefused(f"There can be at most {MOST_MATTERS} matters.", "Nothing was changed.")
        with self._writing() as write:
            entries = ((each.name, *entry) for each in matters for entry in _entries(each))
            write(entries, replacing=[each.name for each in matters])
        self._followed("changed", reporter)

    @contextmanager
    def _writing(self) -> Iterator[Callable[..., None]]:
        with self._changing, self._engine.begin() as connection:

            def write(entries: Iterable[tuple[str, str, str]], replacing: Iterable[str] = ()) -> None:
                for name in replacing:
                    connection.execute(delete(_ENTRY).where(_ENTRY.c.matter == name))
                rows = [
                    {"matter": name, "what": what, "value": value, "place": place}
                    for place, (name, what, value) in enumerate(entries)
                ]
                if rows:
                    connection.execute(insert(_ENTRY), rows)

            yield write
            connection.execute(update(_VERSION).values(number=_VERSION.c.number + 1))

    def _followed(self, change: str, reporter: Reporter) -> None:
        """Have the word index follow, and note the change."""
        reporter.progress(FOLLOWING, 0, 0)
        self._library.keep_apart(self.groups)
        self._library.audit.note(AuditEvent.WALL, change=change)


def _is_kept_from(matter: Matter, person: Person) -> bool:
    persons = {_compared(each) for each in matter.persons}
    groups = {normal_dn(each) for each in matter.groups}
    return _compared(person.name) in persons or not groups.isdisjoint(map(normal_dn, person.groups))


def _compared(name: str) -> str:
    return without_accents(" ".join(name.split()))


def _rules(matter: Matter) -> HidingRules:
    return HidingRules.of(matter.documents, matter.dockets)


def _cleaned(untrusted: Matter) -> Matter:
    """Return a matter in single-line values without repetitions. Raises WallRefused."""
    values = (untrusted.dockets, untrusted.documents, untrusted.persons, untrusted.groups)
    dockets, documents, persons, groups = (
        tuple(dict.fromkeys(line for each in some if (line := " ".join(each.split())))) for some in values
    )
    name = " ".join(untrusted.name.split())
    longest = max(map(len, (name, *dockets, *documents, *persons, *groups)))
    if not name or not (dockets or documents) or not (persons or groups) or longest > walls_csv.LONGEST:
        raise WallRefused(
            "A matter needs a name, a docket number or a document, and somebody from whom it is kept.",
            "Fill in what is missing. Nothing was changed.",
        )
    return Matter(name, dockets, documents, persons, groups)


def _entries(matter: Matter) -> Iterator[tuple[str, str]]:
    values = (matter.dockets, matter.documents, matter.persons, matter.groups)
    for what, some in zip(walls_csv.What, values, strict=True):
        yield from ((what.value, each) for each in some)
