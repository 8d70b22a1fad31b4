"""The office server as a program of its own, spoken to through the egress worker over HTTPS."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from briefbank.catalogue.postgres_database import PostgresPlace
from briefbank.domain.ingest import FileStatus
from briefbank.domain.searches import SearchRequest
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.network import membership
from briefbank.network.egress_client import EgressClient
from briefbank.remote.library import RemoteLibrary
from briefbank.remote.link import Credentials, Link
from briefbank.wire.errors import OtherServer, ServerAway
from tests.network.programs import PROJECT, need_a_network
from tests.server.conftest import PASSWORD
from tests.stand_ins.encoders import Buckets

ADDRESS = "127.0.0.1"


class ServerProgram:
    """An office server that runs on a library, prepared in a home of its own."""

    def __init__(self, home: Path, library: Path) -> None:
        self._environment = os.environ | {"BRIEFBANK_HOME": str(home)}
        self._library = library
        with socket.socket() as free:
            free.bind((ADDRESS, 0))
            self._port = str(free.getsockname()[1])
        self.process: subprocess.Popen[str] | None = None

    def command(self, *arguments: str, typed: str = "") -> None:
        """Run one command of ``serve`` to its end."""
        ended = subprocess.run(
            [sys.executable, "-m", "briefbank", "--library", str(self._library), "serve", *arguments],
            cwd=PROJECT,
            env=self._environment,
            input=typed,
            capture_output=True,
            text=True,
        )
        assert ended.returncode == 0, ended.stderr

    def prepare(self, invitation: Path, place: PostgresPlace | None = None) -> None:
        database = ("--database", place.name, "--database-socket", str(place.folder)) if place else ()
        where = ("--host", ADDRESS, "--port", self._port)
        self.command("--prepare", *where, "--office", "Test office", *database)
        self.command("--person", "Ada", "--role", "editor", typed=f"{PASSWORD}\n")
        self.command("--invite", str(invitation))

    def start(self) -> None:
        """Start the program, and return once it says that it answers."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "briefbank", "--library", str(self._library), "serve"],
            cwd=PROJECT,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert "Answering desks" in said, said

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End the program by a signal, and return its exit status."""
        assert self.process is not None and self.process.stdout is not None
        self.process.send_signal(number)
        status = self.process.wait(60)
        self.process.stdout.close()
        return status


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServerProgram]:
    need_a_network()
    place = None
    if getattr(request, "param", "file") == "postgresql":
        filled, place = request.getfixturevalue("office_database")
        place = request.getfixturevalue("postgres").copied(place)
    else:
        filled = request.getfixturevalue("office_library")
    folder = Path(shutil.copytree(filled, tmp_path / "library"))
    program = ServerProgram(tmp_path / "server", folder)
    program.prepare(tmp_path / "invitation.json", place)
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


@pytest.mark.parametrize("server", ["file", "postgresql"], indirect=True)
def test_a_desk_joins_adds_searches_and_goes_on_after_the_server_was_killed(
    server: ServerProgram, desk: Callable[[], RemoteLibrary], tmp_path: Path
) -> None:
    library = desk()
    assert library.office.sign_in("Ada", PASSWORD).name == "Ada"
    path = tmp_path / "zebra.txt"
    path.write_text("POINT I\n\nTHE ZEBRA\n\nThe zebra stood in the wagon and looked out.\n")
    assert [each.status for each in library.ingest.add([path], QuietReporter())] == [FileStatus.ADDED]
    found = library.search(SearchRequest("zebra", words_only=True))
    assert found.total == 1
    assert library.reader.readable_pdf_path(found.hits[0].document.id).read_bytes()[:5] == b"%PDF-"

    with ThreadPoolExecutor(4) as at_once:  # several connections are kept
        assert len(set(at_once.map(lambda _: library.documents.totals(), range(8)))) == 1
    server.stop(signal.SIGKILL)
    with pytest.raises(ServerAway):
        library.search(SearchRequest("zebra", words_only=True))
    server.start()
    for _ in range(6):
        assert library.search(SearchRequest("zebra", words_only=True)).total == 1
    assert server.stop() == 0


def test_connections_that_say_nothing_keep_nobody_out(
    server: ServerProgram, desk: Callable[[], RemoteLibrary], tmp_path: Path
) -> None:
    library = desk()
    library.office.sign_in("Ada", PASSWORD)
    port = int(membership.read_invitation(tmp_path / "invitation.json").address.rsplit(":", 1)[1])
    with ExitStack() as silent:
        for _ in range(200):
            silent.enter_context(socket.create_connection((ADDRESS, port)))
        assert library.documents.totals()[0] == 3


def test_nothing_is_sent_to_a_server_with_another_certificate(server: ServerProgram, tmp_path: Path) -> None:
    invitation = membership.read_invitation(tmp_path / "invitation.json")
    client = EgressClient(invitation.address, "0" * 64)
    try:
        with pytest.raises(OtherServer):
            Link(client.exchange, Credentials("secret")).greet()
    finally:
        client.close()
