"""Tests that the egress worker keeps the time limit whatever an encrypted server does."""

from __future__ import annotations

import datetime
import ipaddress
import json
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from briefbank.network import address, egress_worker
from briefbank.network.egress_worker import EgressReply, Request
from tests.network.programs import PROJECT, need_a_network

SECONDS = 0.5
HERE = "127.0.0.1"
HEAD = b"HTTP/1.1 200 OK\r\n"


@pytest.fixture(autouse=True)
def network() -> None:
    need_a_network()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A self-signed certificate of this machine, with its key."""
    key, name = (
        ec.generate_private_key(ec.SECP256R1()),
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "x")]),
    )
    now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(HERE))])
    self_signed = (
        x509.CertificateBuilder(name, name, key.public_key(), 1, now - day, now + day)
        .add_extension(names, critical=False)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "own.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + self_signed.public_bytes(serialization.Encoding.PEM))
    return path


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    with socket.create_server((HERE, 0)) as listener:
        yield listener


@pytest.fixture
def carry(listening: socket.socket, certificate: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Carries one request to the server, and fails when that does not end. This process stays open."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setattr(egress_worker, "close_other_ways", lambda number, port: None)
    monkeypatch.setattr(egress_worker, "hold_native_code", lambda port: None)

    def carried() -> EgressReply:
        sender = egress_worker.Sender(
            address.parse_address(f"https://{HERE}:{listening.getsockname()[1]}/v1")
        )
        replies: list[EgressReply] = []
        request = Request(SECONDS, "/x", b"{}")
        thread = threading.Thread(target=lambda: replies.append(sender.send(request)), daemon=True)
        thread.start()
        thread.join(15)
        assert replies, "the request never ended"
        return replies[0]

    return carried


def serve(listening: socket.socket, certificate: Path, before: threading.Event | None, answer: bytes) -> None:
    """One connection: the handshake once ``before`` has happened, ``answer``, and then drops for ever."""
    connection, _ = listening.accept()
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate)
    try:
        if before is not None:
            before.wait(10)
        with tls.wrap_socket(connection, server_side=True) as encrypted:
            encrypted.recv(65_536)
            encrypted.sendall(answer)
            while not threading.Event().wait(0.05):
                encrypted.sendall(b"X")
    except OSError:
        return


BEFORE_ITS_GUARD = """
import json, sys
acts, before = [], set(sys.modules)

def watch(event, args):
    if event == "sys.addaudithook":  # its own guard is on from here
        print(json.dumps([acts, sorted(set(sys.modules) - before)]))
        raise SystemExit
    of_itself = event == "ctypes.dlopen" and args[0] is None
    if event.partition(".")[0] in ("socket", "subprocess", "ctypes", "os", "urllib") and not of_itself:
        acts.append(event)

sys.addaudithook(watch)
from briefbank.network import address, egress_worker
egress_worker.Sender(address.parse_address("http://127.0.0.1:9/v1"))
"""
LOOKS_AT_FOLDERS = {"os.listdir", "os.scandir"}


def test_modules_loaded_before_the_guard_of_the_egress_worker_do_no_network_or_process_work() -> None:
    """Only the egress worker starts without the guard: before its own, no foreign library may be loaded."""
    command = [
        sys.executable,
        "-IB",
        "-c",
        f"import sys; sys.path.insert(0, {str(PROJECT)!r}){BEFORE_ITS_GUARD}",
    ]
    acts, loaded = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    assert set(acts) - LOOKS_AT_FOLDERS == set()
    packages = {name.partition(".")[0] for name in loaded}
    assert "briefbank" in packages and "http" in packages
    assert packages - sys.stdlib_module_names - {"briefbank"} == set()


def test_an_encrypted_server_is_spoken_to(carry, listening: socket.socket, certificate: Path) -> None:  # type: ignore[no-untyped-def]
    answer = HEAD + b"Content-Length: 4\r\n\r\nhere"
    threading.Thread(target=serve, args=(listening, certificate, None, answer), daemon=True).start()
    assert carry() == EgressReply(200, b"here")


def test_an_answer_in_drops_ends_with_the_requests_time(
    carry,  # type: ignore[no-untyped-def]
    listening: socket.socket,
    certificate: Path,
) -> None:
    threading.Thread(target=serve, args=(listening, certificate, None, HEAD), daemon=True).start()
    assert carry() == EgressReply(0, egress_worker.TOO_SLOW)


def test_a_handshake_that_outlasts_the_requests_time_ends_with_it(
    carry,  # type: ignore[no-untyped-def]
    listening: socket.socket,
    certificate: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The connection is slow, and the server continues the handshake only after the time limit."""
    over, connect, hang_up = threading.Event(), socket.socket.connect, egress_worker.hang_up

    def slowly(self: socket.socket, where: tuple[str, int]) -> None:
        connect(self, where)
        threading.Event().wait(0.8 * SECONDS)

    def ring(sockets: list[socket.socket]) -> None:
        hang_up(sockets)
        over.set()

    monkeypatch.setattr(socket.socket, "connect", slowly)
    monkeypatch.setattr(egress_worker, "hang_up", ring)
    threading.Thread(target=serve, args=(listening, certificate, over, HEAD), daemon=True).start()
    assert carry() == EgressReply(0, egress_worker.TOO_SLOW)
