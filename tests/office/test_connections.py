"""What can be done to the connections of an office server from outside: nothing that a client would
notice."""

from __future__ import annotations

import resource
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from briefbank.domain.searches import SearchRequest
from briefbank.errors import BriefBankError, CertificateEnded, OtherServer, ServerAway
from briefbank.library import Library
from briefbank.network.egress_client import EgressClient
from briefbank.network.membership import read_invitation
from briefbank.office import certificates, serving
from briefbank.office.link import Credentials, Link
from briefbank.office.remote_library import RemoteLibrary
from briefbank.office.serving import MOST_CONNECTIONS, Connections
from tests.network.programs import PROJECT, need_a_network
from tests.office import slapd
from tests.office.program import ADDRESS, PASSWORD, ServerProgram

Client = Callable[[], RemoteLibrary]
HELD = min(10_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1] - 200)
"""The connections that hang: ten thousand, where this system lets one program have as many."""


@contextmanager
def raw(server: ServerProgram) -> Iterator[ssl.SSLSocket]:
    """An encrypted connection on which any bytes can be sent."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    plain = socket.create_connection((ADDRESS, server.port), timeout=30)
    with context.wrap_socket(plain) as encrypted:
        yield encrypted


def answer(server: ServerProgram, request: bytes) -> bytes:
    """Return all that is answered to the bytes of a request, up to the end of the connection."""
    answered = bytearray()
    with raw(server) as connection:
        try:
            connection.sendall(request)
            while piece := connection.recv(65_536):
                answered += piece
        except (ConnectionError, ssl.SSLEOFError):
            return bytes(answered)  # ended while there was more to say
    return bytes(answered)


def request(*lines: bytes, to: bytes = b"GET /v1/session") -> bytes:
    return b"\r\n".join((to + b" HTTP/1.1", b"Host: office", b"Connection: close", *lines, b"", b""))


def status(answered: bytes) -> bytes:
    return answered.split(b" ", 2)[1] if answered else b""


@pytest.mark.nightly
def test_ten_thousand_slow_connections_take_nothing_from_a_client(
    server: ServerProgram, client: Client
) -> None:
    assert HELD > MOST_CONNECTIONS
    assert server.process is not None
    library, program = client(), psutil.Process(server.process.pid)
    library.office.sign_in("Ada", PASSWORD)
    memory = program.memory_info().rss
    with subprocess.Popen(
        [sys.executable, "-m", "tests.office.slow_connections", str(server.port), str(HELD)],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as attack:
        assert attack.stdout is not None and attack.stdin is not None
        lines: list[str] = []
        waiting = threading.Thread(target=lambda: lines.append(attack.stdout.readline()))  # type: ignore[union-attr]
        waiting.start()
        open_files, searches = 0, 0
        while waiting.is_alive() or searches < 50:
            library.search(SearchRequest("defendant", words_only=True))  # raises where it is not answered
            open_files, searches = max(open_files, program.num_fds()), searches + 1
        assert lines[0].startswith("open")
        assert client().documents.totals()[0] == 3  # a new client gets in, too
        attack.stdin.close()
        ended = int(attack.stdout.read())
    assert open_files < MOST_CONNECTIONS + serving.BACKLOG + serving.OTHER_FILES
    assert program.memory_info().rss - memory < MOST_CONNECTIONS * 400 * 1024
    assert ended >= HELD - MOST_CONNECTIONS
    assert library.search(SearchRequest("defendant", words_only=True)).total > 0


def test_the_longest_idle_connection_is_closed_and_no_active_one() -> None:
    with ExitStack() as stack:
        pairs = [tuple(map(stack.enter_context, socket.socketpair())) for _ in range(5)]
        numbers = [here.fileno() for here, _ in pairs]
        connections = Connections(3)
        for here, _ in pairs[:3]:
            connections.add(here)
        connections.encrypted(numbers[0], SimpleNamespace(has_work=True))  # type: ignore[arg-type]
        connections.encrypted(numbers[1], SimpleNamespace(has_work=False))  # type: ignore[arg-type]
        connections.used(numbers[1])
        for here, _ in pairs[3:]:
            connections.add(here)
        assert [_has_ended(there) for _, there in pairs] == [False, True, True, False, False]


def _has_ended(there: socket.socket) -> bool:
    there.setblocking(False)
    try:
        return there.recv(1) == b""
    except BlockingIOError:
        return False


@pytest.fixture(scope="module")
def shared_server(office_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProgram]:
    """A server that is shared by all tests of hostile requests."""
    need_a_network()
    folder = tmp_path_factory.mktemp("standing")
    shutil.copytree(office_library, folder / "library")
    program = ServerProgram(folder / "server", folder / "library")
    program.prepare(folder / "invitation.json")
    program.start()
    yield program
    program.stop()


@pytest.fixture
def answering(shared_server: ServerProgram) -> Iterator[ServerProgram]:
    """The shared server, which must still answer afterwards."""
    yield shared_server
    assert status(answer(shared_server, request())) == b"401"


@pytest.mark.nightly
def test_headers_without_end_are_refused(answering: ServerProgram) -> None:
    many = (b"X-%d: x" % number for number in range(100_000))
    for head in (
        request(b"X-Long: " + b"x" * 1_000_000),
        request(*many),
        request(to=b"GET /" + b"a" * 1_000_000),
    ):
        assert status(answer(answering, head)) in (b"400", b"")


WRONG_HEADERS = (
    b"X-Office: a\rX-Other: b",
    b"X-Office: a\0b",
    b"X Office: a",
    b": a",
    b"X-Office\r\n: a",
    b"Content-Length: 1\r\nContent-Length: 2",
    b"Content-Length: -1",
    b"Content-Length: 1e3",
    b"Transfer-Encoding: gzip",
)


def test_a_header_that_is_none_is_refused_and_nothing_in_a_path_becomes_one(answering: ServerProgram) -> None:
    for line in WRONG_HEADERS:
        assert status(answer(answering, request(line, to=b"POST /v1/session"))) in (b"400", b"501"), line
    for path in (b"/v1/", b"/v1/call/a", b"/v1/pdf/1", b"/v1/job/a/"):
        answered = answer(answering, request(to=b"GET " + path + b"%0d%0aX-Injected:%20yes"))
        assert status(answered) in (b"401", b"404", b"405")
        assert b"injected" not in answered.lower()


def test_a_second_request_in_the_body_of_the_first_is_not_answered(answering: ServerProgram) -> None:
    """What one end takes for the body and the other for a request would be answered as somebody else's."""
    hidden = request(to=b"GET /v1/greeting")
    length = b"Content-Length: %d" % len(hidden)
    chunked = (b"Content-Length: 4", b"Transfer-Encoding: chunked")
    for first_request in (
        request(length, to=b"POST /v1/session"),
        request(*chunked, to=b"POST /v1/session") + b"0\r\n\r\n",
    ):
        assert answer(answering, first_request + hidden).count(b"HTTP/1.1 ") == 1


def test_a_client_sends_no_header_that_holds_another(answering: ServerProgram) -> None:
    pin = certificates.fingerprint(answering.home / "office-server" / "certificate.pem")
    client = EgressClient(f"https://{ADDRESS}:{answering.port}", pin)
    try:
        for secret in ("x\r\nX-Injected: yes", "x\nGET /v1/greeting HTTP/1.1", "x\0", "ÿ" * 30, "語"):
            with pytest.raises(BriefBankError):
                Link(client.exchange, Credentials(secret, secret)).signed_in()
            assert Link(client.exchange, Credentials()).greet().office == "Test office"
    finally:
        client.close()


@pytest.mark.nightly
def test_nothing_replaces_the_library_while_its_server_runs(answering: ServerProgram, tmp_path: Path) -> None:
    answering.run("backup", str(tmp_path / "backups"))
    backup = next(folder for folder in (tmp_path / "backups").iterdir() if folder.is_dir())
    for command in (["restore", str(backup)], ["move-to-office", str(tmp_path / "another")]):
        with Library.open(tmp_path / "another"):
            pass
        with pytest.raises(AssertionError, match="server is running"):
            answering.run(*command)


@pytest.mark.nightly
def test_a_client_knows_a_server_whose_certificate_was_renewed_and_no_other(
    office_library: Path, tmp_path: Path
) -> None:
    need_a_network()
    program = ServerProgram(tmp_path / "server", office_library)
    program.prepare(tmp_path / "invitation.json")
    invitation = read_invitation(tmp_path / "invitation.json")
    assert "no new invitation" in program.run("office", "renew-certificate")
    program.start()
    client = EgressClient(invitation.address, invitation.pin)
    try:
        assert Link(client.exchange, Credentials()).greet().office == "Test office"
        program.stop(signal.SIGTERM)
        for file in (tmp_path / "server" / "office-server").glob("*.pem"):
            file.unlink()
        program.command("prepare", "--host", ADDRESS)
        program.start()
        with pytest.raises(OtherServer):
            Link(client.exchange, Credentials()).greet()
    finally:
        client.close()
        program.stop(signal.SIGKILL)


@pytest.mark.nightly
def test_nothing_is_sent_to_a_server_whose_certificate_has_ended_and_the_client_says_so(
    tmp_path: Path,
) -> None:
    need_a_network()
    slapd.write_certificate(tmp_path / "own.pem", tmp_path / "own.key", days=-1)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "own.pem", tmp_path / "own.key")
    received = []

    def take_one(listening: socket.socket) -> None:
        with context.wrap_socket(listening.accept()[0], server_side=True) as connection:
            received.append(connection.recv(1_000))

    with socket.create_server((ADDRESS, 0)) as listening:
        taking = threading.Thread(target=take_one, args=(listening,))
        taking.start()
        where = f"https://{ADDRESS}:{listening.getsockname()[1]}"
        client = EgressClient(where, certificates.fingerprint(tmp_path / "own.pem"))
        try:
            with pytest.raises(CertificateEnded, match="is not good today") as raised:
                Link(client.exchange, Credentials("secret")).greet()
        finally:
            client.close()
        taking.join()
    assert "a new invitation" in str(raised.value)
    assert not isinstance(raised.value, ServerAway)
    assert received == [b""]


@pytest.mark.nightly
def test_a_server_with_an_expired_certificate_says_so_and_can_be_prepared_again(
    office_library: Path, tmp_path: Path
) -> None:
    program = ServerProgram(tmp_path / "server", office_library)
    program.prepare(tmp_path / "invitation.json")
    own = tmp_path / "server" / "office-server"
    slapd.write_certificate(own / "certificate.pem", own / "key.pem", days=-1)
    with pytest.raises(AssertionError, match="not good today"):
        program.start()
    assert program.process is not None and program.process.stdout is not None
    program.process.stdout.close()
    assert program.process.wait(30) != 0
    program.prepare(tmp_path / "invitation.json")
    assert certificates.is_good(own / "certificate.pem", own / "key.pem")
