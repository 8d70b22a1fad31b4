"""A stand-in for an office, to force a server that is away and sessions that end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from briefbank.api.library import SharedCollectionsApi
from briefbank.domain.office import (
    ClusterStatus,
    Matter,
    OfficeRole,
    OfflineChoice,
    OfflineLease,
    OfflineReport,
    OfflineState,
    Person,
    WalledMatter,
)
from briefbank.domain.userdata import CollectionEntry, SharedCollection
from briefbank.errors import BriefBankError, NotInLibrary, OfflineNotSent, SignInRefused
from briefbank.exports.collection_resolver import CollectionResolver
from briefbank.jobs import Reporter
from briefbank.text.messages import Message
from tests.stand_ins.hooked_library import HookedLibrary

WHEN = datetime(2026, 11, 3, 12, tzinfo=UTC)
UNTIL = datetime(2999, 12, 28, tzinfo=UTC)
PASSWORD = "correct horse battery"
ADA = Person("Ada", OfficeRole.EDITOR)
OLGA = Person("Olga", OfficeRole.RECORDS_OFFICER)
ADAM = Person("Adam", OfficeRole.ADMINISTRATOR)


class StubWalls:
    """A ``WallsApi`` in memory. ``fault`` is raised by the next change."""

    def __init__(self) -> None:
        self.kept: dict[str, Matter] = {}
        self.fault: BriefBankError | None = None

    def matters(self) -> list[WalledMatter]:
        return [WalledMatter(matter, 2 * len(matter.dockets)) for _, matter in sorted(self.kept.items())]

    def put(self, matter: Matter, reporter: Reporter) -> None:
        if self.fault is not None:
            raise self.fault
        self.kept[matter.name] = matter

    def remove(self, name: str, reporter: Reporter) -> None:
        del self.kept[name]

    def export(self, path: Path) -> int:
        path.write_text("\n".join(self.kept), encoding="utf-8")
        return len(self.kept)

    def import_from(self, path: Path, reporter: Reporter) -> int:
        names = path.read_text(encoding="utf-8").splitlines()
        for name in names:
            self.put(Matter(name, ("A-1-20",), persons=("Ada",)), reporter)
        return len(names)


class StubOffline:
    """A ``OfflineMattersApi`` in memory. ``fault`` is raised by the next exchange."""

    folder = Path("/made-up/offline")

    def __init__(self) -> None:
        self.given: OfflineLease | None = None
        self.exchanges = self.unsent = 0
        self.fault: BriefBankError | None = None
        self.problems: tuple[Message, ...] = ()

    def lease(self) -> OfflineLease | None:
        return self.given

    def state(self) -> OfflineState | None:
        return OfflineState(self.given, 3, self.unsent) if self.given else None

    def take(self, choice: OfflineChoice, reporter: Reporter) -> OfflineReport:
        if self.fault is not None:
            raise self.fault
        self.given = OfflineLease("Made-up office", "Ada", UNTIL, choice)
        return self.sync(reporter)

    def sync(self, reporter: Reporter) -> OfflineReport:
        if self.fault is not None:
            raise self.fault
        assert self.given is not None
        self.exchanges += 1
        return OfflineReport(self.given, 3, 3, 0, 0, 0.1, self.problems)

    def leave(self, reporter: Reporter, *, unsent_too: bool = False) -> None:
        if self.unsent and not unsent_too:
            raise OfflineNotSent
        self.given = None


class StubCluster:
    """A ``ClusterApi`` that says ``said``, or raises ``fault``."""

    def __init__(self) -> None:
        self.said = ClusterStatus(None, 0)
        self.fault: BriefBankError | None = None

    def status(self) -> ClusterStatus:
        if self.fault is not None:
            raise self.fault
        return self.said


class StubSharedCollections(SharedCollectionsApi):
    """Collections that people of the office share; ``person`` shares from here. ``fault`` is raised by each
    call."""

    def __init__(self) -> None:
        self.person = "Ada"
        self.calls: list[str] = []
        self.fault: BriefBankError | None = None
        self._shared: dict[int, tuple[SharedCollection, list[CollectionEntry]]] = {}

    def _call(self, name: str) -> None:
        self.calls.append(name)
        if self.fault is not None:
            raise self.fault

    def all(self) -> list[SharedCollection]:
        self._call("all")
        return [shared for shared, _entries in reversed(self._shared.values())]

    def get(self, shared_id: int) -> SharedCollection:
        return self._of(shared_id)[0]

    def entries(self, shared_id: int) -> list[CollectionEntry]:
        self._call("entries")
        return self._of(shared_id)[1]

    def share(self, name: str, hearing: date | None, entries: Sequence[CollectionEntry]) -> SharedCollection:
        self._call("share")
        mine = [
            id_
            for id_, (shared, _) in self._shared.items()
            if (shared.shared_by, shared.name) == (self.person, name)
        ]
        id_ = mine[0] if mine else max(self._shared, default=0) + 1
        self._shared.pop(id_, None)
        shared = SharedCollection(id_, name, hearing, self.person, WHEN, len(entries), may_withdraw=True)
        self.put(shared, entries)
        return shared

    def withdraw(self, shared_id: int) -> None:
        self._call("withdraw")
        del self._shared[self._of(shared_id)[0].id]

    def put(self, shared: SharedCollection, entries: Sequence[CollectionEntry]) -> None:
        """Have somebody share a collection."""
        numbered = [replace(entry, id=number) for number, entry in enumerate(entries, start=1)]
        self._shared[shared.id] = replace(shared, size=len(numbered)), numbered

    def _of(self, shared_id: int) -> tuple[SharedCollection, list[CollectionEntry]]:
        if shared_id not in self._shared:
            raise NotInLibrary(
                Message("This collection is not shared any more."), Message("Open the list again.")
            )
        return self._shared[shared_id]


class StubOffice:
    """An ``OfficeApi``. ``fault`` is raised by every call.

    ``join`` gives it to a library with hooks."""

    name, address = "Made-up office", "https://10.0.0.5:8443"

    def __init__(self, person: Person | None = ADA) -> None:
        self.person = person
        self.fault: BriefBankError | None = None
        self.walls, self.cluster, self.offline = StubWalls(), StubCluster(), StubOffline()
        self.shared_collections = StubSharedCollections()

    def look(self) -> Person | None:
        self._fail()
        return self.person

    def sign_in(self, name: str, password: str) -> Person:
        self._fail()
        if password != PASSWORD:
            raise SignInRefused
        self.person = Person(name, OfficeRole.EDITOR)
        return self.person

    def change_password(self, old: str, new: str) -> None:
        self._fail()

    def sign_out(self) -> None:
        self._fail()
        self.person = None

    def _fail(self) -> None:
        if self.fault is not None:
            raise self.fault


def join(library: HookedLibrary, office: StubOffice | None) -> None:
    """Let the library be one of the office, as its window sees it."""
    vars(library)["office"] = office
    vars(library)["collection_resolver"] = CollectionResolver(
        library.documents,
        library.records,
        library.good_law,
        library.userdata.collections,
        office.shared_collections if office is not None else None,
    )
