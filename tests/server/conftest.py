"""An office server in this process, on the made-up briefs, with a person of each role."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from briefbank.domain.ingest import FileStatus
from briefbank.domain.rights import Role
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.remote.link import Credentials, Link
from briefbank.server.accounts import Accounts
from briefbank.server.application import OfficeServer
from briefbank.server.search_processes import SearchProcesses
from briefbank.server.walls import Walls
from tests.server.asgi import AsgiExchange
from tests.stand_ins.encoders import Buckets

PASSWORD = "correct horse battery"


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
    walls: Walls
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
def office(
    office_library: Path, tmp_path: Path, hashed_once: None, request: pytest.FixtureRequest
) -> Iterator[Office]:
    """A server that answers all by itself, or, where the test has a parameter, with so many search processes,
    which are ready."""
    number = getattr(request, "param", 0)
    folder = tmp_path / "library"
    shutil.copytree(office_library, folder)
    with Library.open(folder, encoder=Buckets()) as library:
        library.warm()
        accounts = Accounts(tmp_path / "accounts.sqlite")
        for role in Role:
            accounts.set_person(role.value, role, PASSWORD)
        walls = Walls(tmp_path / "walls.sqlite", library)
        opened = partial(Library.open, folder, encoder=Buckets(), tidy=False)
        searches = SearchProcesses(library, opened, tmp_path / "walls.sqlite", number) if number else None
        server = OfficeServer(library, accounts, walls, tmp_path / "uploads", "Test office", searches)
        server.start()
        while searches is not None and len(searches.pids()) < number:
            threading.Event().wait(0.02)
        yield Office(library, accounts, walls, server, AsgiExchange(server.application()))
        server.close()
