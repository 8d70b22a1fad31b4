"""An office server in this process, on the made-up briefs, with a person of each role."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from briefbank.domain.ingest import FileStatus
from briefbank.domain.rights import Role
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.network import membership
from briefbank.network.egress_client import EgressClient
from briefbank.remote.library import RemoteLibrary
from briefbank.remote.link import Credentials, Link
from briefbank.server.accounts import Accounts
from briefbank.server.application import OfficeServer
from tests.network.programs import need_a_network
from tests.server.asgi import AsgiExchange
from tests.server.program import PASSWORD, ServerProgram
from tests.stand_ins.encoders import Buckets


@pytest.fixture(scope="session")
def office_library(sample_files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed library that holds three of the made-up briefs."""
    folder = tmp_path_factory.mktemp("office") / "library"
    own_text = [each for each in sample_files if "Ravenel" not in each.name][:3]
    with Library.open(folder, encoder=Buckets()) as library:
        outcomes = library.ingest.add(own_text, QuietReporter())
        assert [each.status for each in outcomes] == [FileStatus.ADDED] * 3, outcomes
        library.embedding.embed_pending(QuietReporter())
    return folder


@dataclass
class Office:
    """A server and what is behind it."""

    library: Library
    accounts: Accounts
    server: OfficeServer
    exchange: AsgiExchange

    def desk(self) -> Link:
        """Return the link of a new computer, at which nobody is signed in."""
        link = Link(self.exchange, Credentials())
        link.credentials.device = link.enrol(self.accounts.invite(), "desk")
        return link

    def signed_in(self, role: Role = Role.EDITOR) -> Link:
        """Return the link of a new computer at which a person of a role is signed in."""
        link = self.desk()
        link.sign_in(role.value, PASSWORD)
        return link


@pytest.fixture(scope="module")
def hashed_once() -> Iterator[None]:
    """Hash the password of all persons once: it takes a tenth of a second by design."""
    from argon2 import PasswordHasher

    known: dict[str, str] = {}
    hash_anew = PasswordHasher.hash

    def hashed(self: PasswordHasher, password: str) -> str:
        if password not in known:
            known[password] = hash_anew(self, password)
        return known[password]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PasswordHasher, "hash", hashed)
        yield


@pytest.fixture
def office(office_library: Path, tmp_path: Path, hashed_once: None) -> Iterator[Office]:
    folder = tmp_path / "library"
    shutil.copytree(office_library, folder)
    with Library.open(folder, encoder=Buckets()) as library:
        library.warm()
        accounts = Accounts(tmp_path / "accounts.sqlite")
        for role in Role:
            accounts.set_person(role.value, role, PASSWORD)
        server = OfficeServer(library, accounts, tmp_path / "uploads", "Test office")
        server.start()
        yield Office(library, accounts, server, AsgiExchange(server.application()))
        server.close()


@pytest.fixture
def server(office_library: Path, tmp_path: Path) -> Iterator[ServerProgram]:
    need_a_network()
    folder = tmp_path / "library"
    shutil.copytree(office_library, folder)
    program = ServerProgram(tmp_path / "server", folder)
    program.prepare(tmp_path / "invitation.json")
    program.start()
    yield program
    if program.process is not None and program.process.poll() is None:
        program.stop(signal.SIGKILL)


@pytest.fixture
def desk(server: ServerProgram, tmp_path: Path) -> Iterator[Callable[[], RemoteLibrary]]:
    """Opens the desk's library as the start of the program does."""
    invitation = membership.read_invitation(tmp_path / "invitation.json")
    membership.join(invitation)
    with ExitStack() as stack:

        def opened() -> RemoteLibrary:
            client = EgressClient(invitation.address, invitation.pin)
            stack.callback(client.close)
            here = Library.open(tmp_path / "desk", encoder=Buckets())
            library = RemoteLibrary.join(Link(client.exchange, Credentials()), here, tmp_path / "cache")
            stack.callback(library.close)
            return library

        yield opened
