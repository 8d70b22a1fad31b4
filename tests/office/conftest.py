"""An office server in this process, on the made-up briefs, with a person of each role."""

from __future__ import annotations

import shutil
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from briefbank.domain.ingest import FileStatus
from briefbank.domain.office import OfficeRole
from briefbank.jobs import QuietReporter
from briefbank.network import membership
from briefbank.network.egress_client import EgressClient
from briefbank.office.accounts import Accounts
from briefbank.office.application import OfficeServer
from briefbank.office.library import OfficeLibrary
from briefbank.office.link import Credentials, Link
from briefbank.office.offline_feed import OfflineGrants
from briefbank.office.postgres_database import PostgresPlace
from briefbank.office.remote_library import RemoteLibrary
from briefbank.office.search_processes import SearchProcesses
from briefbank.office.walls import Walls
from tests.network.programs import need_a_network
from tests.office.asgi import AsgiExchange
from tests.office.program import PASSWORD, ServerProgram
from tests.stand_ins.encoders import Buckets
from tests.support.postgres import PostgresServer
from tests.support.prepared_library import prepared


@pytest.fixture(scope="session")
def office_library(request: pytest.FixtureRequest) -> Path:
    """A closed library with three of the sample briefs."""
    return prepared("office", lambda folder: filled(folder, request.getfixturevalue("text_files")))


@pytest.fixture(scope="session")
def office_database(
    text_files: list[Path], tmp_path_factory: pytest.TempPathFactory, postgres: PostgresServer
) -> tuple[Path, PostgresPlace]:
    """The same with its catalogue in PostgreSQL."""
    database = postgres.new_catalogue()
    return filled(tmp_path_factory.mktemp("office") / "library", text_files, database), database


def filled(folder: Path, text_files: list[Path], database: PostgresPlace | None = None) -> Path:
    """Return the folder, in which there now is such a library."""
    with OfficeLibrary.open(folder, encoder=Buckets(), database=database) as library:
        for item in text_files[:3]:  # together they would be numbered as their readings end
            (outcome,) = library.ingest.add([item], QuietReporter())
            assert outcome.status is FileStatus.ADDED, outcome
        library.embedding.embed_pending(QuietReporter())
    return folder


@dataclass
class Office:
    """A server and the parts behind it."""

    library: OfficeLibrary
    accounts: Accounts
    walls: Walls
    server: OfficeServer
    exchange: AsgiExchange

    def client(self) -> Link:
        """Return the link of a new computer, at which nobody is signed in."""
        link = Link(self.exchange, Credentials())
        link.credentials.device = link.enrol(self.accounts.invite(), "desk")
        return link

    def signed_in(self, role: OfficeRole = OfficeRole.EDITOR) -> Link:
        """Return the link of a new computer at which a person of a role is signed in."""
        link = self.client()
        link.sign_in(role.value, PASSWORD)
        return link


EASILY_HASHED = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Makes hashes at once that are as easily guessed; a server takes a tenth of a second for one by design."""


SQLITE, POSTGRESQL = "sqlite", "postgresql"
DATABASE_IS_NO_MATTER = frozenset(
    {
        *("test_client_queue", "test_connections", "test_directory", "test_directory_worker"),
        *("test_pdf_cache", "test_postgres", "test_search_processes", "test_visible_lexical"),
        *("test_watched", "test_windows"),
    }
)
"""The modules whose tests do the same whatever holds the catalogue."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Have each test with a catalogue run on SQLite, and at night on PostgreSQL, too."""
    name = metafunc.module.__name__.rpartition(".")[2]
    if "database_kind" in metafunc.fixturenames and name not in DATABASE_IS_NO_MATTER:
        kinds = SQLITE, pytest.param(POSTGRESQL, marks=pytest.mark.nightly)
        metafunc.parametrize("database_kind", kinds, indirect=True)


@pytest.fixture
def database_kind(request: pytest.FixtureRequest) -> str:
    """What holds the catalogue in this test."""
    return str(getattr(request, "param", SQLITE))


@pytest.fixture
def new_database(database_kind: str, request: pytest.FixtureRequest) -> PostgresPlace | None:
    """A database for the catalogue of a new library; None where a file holds it."""
    if database_kind == SQLITE:
        return None
    postgres: PostgresServer = request.getfixturevalue("postgres")
    return postgres.new_catalogue()


@pytest.fixture
def office_place(
    database_kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> tuple[Path, PostgresPlace | None]:
    """A copy of the library for one test: its folder, and the database of its catalogue, if that is no
    file."""
    if database_kind == SQLITE:
        return Path(shutil.copytree(request.getfixturevalue("office_library"), tmp_path / "library")), None
    source, database = request.getfixturevalue("office_database")
    copied = request.getfixturevalue("postgres").copied(database)
    return Path(shutil.copytree(source, tmp_path / "library")), copied


@pytest.fixture
def office(
    office_place: tuple[Path, PostgresPlace | None],
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> Iterator[Office]:
    """A server that answers all by itself, or, where the test has a parameter, with so many search processes,
    which are ready."""
    number = getattr(request, "param", 0)
    folder, database = office_place
    with OfficeLibrary.open(folder, encoder=Buckets(), database=database) as library:
        library.warm()
        accounts = Accounts(tmp_path / "accounts.sqlite", hasher=EASILY_HASHED)
        for role in OfficeRole:
            accounts.set_person(role.value, role, PASSWORD)
        walls = Walls(tmp_path / "walls.sqlite", library, accounts.names)
        opened = partial(OfficeLibrary.open, folder, encoder=Buckets(), tidy=False, database=database)
        searches = SearchProcesses(library, opened, tmp_path / "walls.sqlite", number) if number else None
        grants = OfflineGrants(tmp_path / "offline.sqlite", "Test office", accounts.secret_hash)
        server = OfficeServer(library, accounts, walls, grants, tmp_path / "uploads", searches)
        server.start()
        while searches is not None and len(searches.pids()) < number:
            threading.Event().wait(0.02)
        yield Office(library, accounts, walls, server, AsgiExchange(server.application()))
        server.close()


@pytest.fixture
def server(office_place: tuple[Path, PostgresPlace | None], tmp_path: Path) -> Iterator[ServerProgram]:
    need_a_network()
    folder, database = office_place
    program = ServerProgram(tmp_path / "server", folder)
    program.prepare(tmp_path / "invitation.json", database)
    program.start()
    yield program
    if program.process is not None and program.process.poll() is None:
        program.stop(signal.SIGKILL)


@pytest.fixture
def client(server: ServerProgram, tmp_path: Path) -> Iterator[Callable[[], RemoteLibrary]]:
    """Opens the client's library as the start of the program does."""
    invitation = membership.read_invitation(tmp_path / "invitation.json")
    membership.join(invitation)
    with ExitStack() as stack:

        def opened() -> RemoteLibrary:
            client = EgressClient(invitation.address, invitation.pin)
            stack.callback(client.close)
            here = OfficeLibrary.open(tmp_path / "desk", encoder=Buckets())
            library = RemoteLibrary.join(Link(client.exchange, Credentials()), here, tmp_path / "cache")
            stack.callback(library.close)
            return library

        yield opened
