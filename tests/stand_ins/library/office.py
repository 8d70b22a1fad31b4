"""A stand-in for an office, to force a server that is away and sessions that end."""

from __future__ import annotations

from datetime import UTC, datetime
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
from briefbank.errors import BriefBankError, OfflineNotSent, SignInRefused
from briefbank.jobs import Reporter
from briefbank.text.messages import Message

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


class StubOffice:
    """An ``OfficeApi``. ``fault`` is raised by every call."""

    name, address = "Made-up office", "https://10.0.0.5:8443"

    def __init__(self, person: Person | None = ADA) -> None:
        self.person = person
        self.fault: BriefBankError | None = None
        self.walls, self.cluster, self.offline = StubWalls(), StubCluster(), StubOffline()
        self.shared_collections: SharedCollectionsApi
        """Those of the library that gets this office."""

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
