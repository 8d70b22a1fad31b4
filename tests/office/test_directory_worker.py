"""Tests that one process, which reaches nothing else, queries the directory of the office."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from briefbank.network.egress_client import NoAnswer, NotThere
from briefbank.office import directory as directory_module
from briefbank.office.directory import (
    DirectoryClient,
    DirectoryPerson,
    NotUnderstood,
    OtherDirectory,
    ReaderRefused,
)
from briefbank.office.server_settings import BadDirectory, DirectoryAccess
from briefbank.sandbox import guard
from tests.network.programs import need_a_network, run
from tests.office import slapd
from tests.office.slapd import ADA_PASSWORD, GROUPS, HERE, PEOPLE, READER, READER_PASSWORD, Slapd

DEFENDERS, APPEALS = f"cn=Defenders,{GROUPS}", f"cn=appeals,{GROUPS}"
ADA = DirectoryPerson("ada", (DEFENDERS, APPEALS))
Opened = Callable[..., DirectoryClient]


@pytest.fixture(scope="module")
def trap() -> Iterator[socket.socket]:
    """Where the directory's referral leads, and nobody may go."""
    with socket.create_server((HERE, 0)) as listening:
        listening.setblocking(False)
        yield listening


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory, trap: socket.socket) -> Iterator[Slapd]:
    need_a_network()
    with slapd.running(
        tmp_path_factory.mktemp("slapd") / "own", trap=trap.getsockname()[1]
    ) as opened_directory:
        yield opened_directory


@pytest.fixture
def access(directory: Slapd) -> DirectoryAccess:
    return DirectoryAccess(directory.address, PEOPLE, GROUPS, reader=READER)


@pytest.fixture
def opened(directory: Slapd) -> Iterator[Opened]:
    """Starts clients, and ends them with the test."""
    with ExitStack() as stack:

        def start(
            access: DirectoryAccess, password: str = READER_PASSWORD, authority: str = directory.authority
        ) -> DirectoryClient:
            client = DirectoryClient(access, password, authority)
            stack.callback(client.close)
            return client

        yield start


def ways(access: DirectoryAccess, directory: Slapd) -> list[DirectoryAccess]:
    """Encrypted from the start or by StartTLS."""
    return [access, replace(access, address=directory.start_tls_address)]


def test_a_person_is_found_with_all_their_groups_however_the_directory_is_reached(
    access: DirectoryAccess, directory: Slapd, opened: Opened
) -> None:
    for way in ways(access, directory):
        client = opened(way)
        assert client.sign_in("ada", ADA_PASSWORD) == ADA, way
        assert client.sign_in("ADA", ADA_PASSWORD) == ADA, way
        assert client.sign_in("bob", ADA_PASSWORD) == DirectoryPerson("bob", ())
        assert client.look_up("ada") == ADA
        assert client.look_up("nobody") is None


NAMES = (
    "*",
    "*)(uid=*",
    "ada)(cn=*",
    "a*",
    "ada\0",
    "\0",
    "\\2a",
    f"ada,{PEOPLE}",
    "a" * 60_000,
    "",
    "ädä",
    "ou=x",
)
"""Names that nobody has, most of which would mean something to a directory if they were not escaped."""


def test_no_name_is_a_search(access: DirectoryAccess, opened: Opened) -> None:
    client = opened(access)
    for name in NAMES:
        assert client.sign_in(name, ADA_PASSWORD) is None, name
    assert client.sign_in("ada", ADA_PASSWORD) == ADA


def test_a_wrong_password_is_refused_and_an_empty_one_too(
    access: DirectoryAccess, directory: Slapd, opened: Opened
) -> None:
    for way in ways(access, directory):
        client = opened(way)
        for password in ("", "wrong", READER_PASSWORD, f"{ADA_PASSWORD}\0", "x" * 60_000):
            assert client.sign_in("ada", password) is None


def test_a_referral_is_not_followed(access: DirectoryAccess, trap: socket.socket, opened: Opened) -> None:
    client = opened(replace(access, persons=f"ou=elsewhere,{PEOPLE}"))
    with pytest.raises(NotUnderstood, match="referral"):
        client.sign_in("ada", ADA_PASSWORD)
    assert opened(access).sign_in("ada", ADA_PASSWORD) == ADA  # the search meets the same referral
    with pytest.raises(BlockingIOError):
        trap.accept()


def test_two_persons_of_one_name_are_nobody(access: DirectoryAccess, opened: Opened) -> None:
    client = opened(replace(access, name_attribute="objectClass"))
    assert client.look_up("inetOrgPerson") is None


def test_a_refused_service_account_is_distinguished_from_a_wrong_password(
    access: DirectoryAccess, opened: Opened
) -> None:
    with pytest.raises(ReaderRefused):
        opened(access, password="another").sign_in("ada", ADA_PASSWORD)


@pytest.mark.parametrize(("certified", "days"), [("127.0.0.9", 1), (HERE, -1)], ids=["other name", "expired"])
def test_a_directory_with_a_certificate_of_another_name_or_time_is_not_used(
    certified: str, days: int, access: DirectoryAccess, tmp_path: Path, opened: Opened
) -> None:
    with slapd.running(tmp_path / "slapd", certified=certified, days=days) as other:
        for address in (other.address, other.start_tls_address):
            client = opened(replace(access, address=address), authority=other.authority)
            with pytest.raises(OtherDirectory):
                client.sign_in("ada", ADA_PASSWORD)


def test_a_directory_with_an_untrusted_certificate_is_not_used(
    access: DirectoryAccess, tmp_path: Path, opened: Opened
) -> None:
    slapd.write_certificate(tmp_path / "other.pem", tmp_path / "other.key")
    client = opened(access, authority=(tmp_path / "other.pem").read_text())
    with pytest.raises(OtherDirectory):
        client.sign_in("ada", ADA_PASSWORD)


def test_no_request_goes_to_a_directory_without_encryption(access: DirectoryAccess, opened: Opened) -> None:
    refusal = bytes.fromhex("300c02010178070a0102040004 00".replace(" ", ""))  # protocolError
    received = bytearray()

    def refuse(listening: socket.socket) -> None:
        connection, _ = listening.accept()
        with connection:
            received.extend(connection.recv(4_096))
            connection.sendall(refusal)
            while piece := connection.recv(4_096):
                received.extend(piece)

    with socket.create_server((HERE, 0)) as listening:
        answering = threading.Thread(target=refuse, args=(listening,))
        answering.start()
        client = opened(replace(access, address=f"ldap://{HERE}:{listening.getsockname()[1]}"))
        with pytest.raises(NoAnswer):
            client.sign_in("ada", ADA_PASSWORD)
        answering.join()
    assert b"1.3.6.1.4.1.1466.20037" in received
    assert [item for item in (b"reader", b"ada", ADA_PASSWORD.encode()) if item in received] == []


@pytest.mark.parametrize("scheme", ["ldaps", "ldap"])
def test_a_directory_that_says_nothing_holds_nobody_up_for_long(
    scheme: str, access: DirectoryAccess, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(directory_module, "WITHIN_S", 0.5)
    with socket.create_server((HERE, 0)) as silent:
        client = opened(replace(access, address=f"{scheme}://{HERE}:{silent.getsockname()[1]}"))
        with pytest.raises(NoAnswer):
            client.sign_in("ada", ADA_PASSWORD)


LATE_NETWORK = """
import pathlib, sys
from briefbank.network import egress_worker
from briefbank.office import directory
known = egress_worker.number_of
def number_of(host, port):
    if pathlib.Path(sys.argv[1]).exists():
        return known(host, port)
    pathlib.Path(sys.argv[2]).touch()
    raise OSError
egress_worker.number_of, directory.RESOLVED_AGAIN_S = number_of, 0.05
directory.main()
"""


def test_a_network_that_begins_after_the_server_is_waited_for(
    access: DirectoryAccess, opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_there, was_asked = tmp_path / "there", tmp_path / "asked"

    def late_network(_module: str) -> list[str]:
        return [sys.executable, "-c", LATE_NETWORK, str(is_there), str(was_asked)]

    monkeypatch.setattr(guard, "command", late_network)
    client = opened(access)
    with pytest.raises(NotThere):
        client.look_up("ada")
    assert was_asked.exists()
    is_there.touch()
    while True:
        with suppress(NotThere):
            assert client.look_up("ada") == ADA
            return


OTHER_WAYS = (
    f"socket.socket().connect(('{HERE}', other))",
    "socket.socket().connect(('127.0.0.2', allowed))",
    "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
    f"socket.socket().bind(('{HERE}', 0))",
    "socket.getaddrinfo('localhost', allowed)",
    "subprocess.run(['true'])",
)


def test_the_directory_workers_process_has_no_other_way(directory: Slapd) -> None:
    printed = run(
        f"""
        import socket, subprocess
        from briefbank.office import directory
        from briefbank.sandbox.guard import RefusedByGuardError
        allowed, other = {directory.tls_port}, {directory.port}
        from briefbank.office.directory import DirectoryStart
        from briefbank.office.server_settings import DirectoryAccess
        access = DirectoryAccess({directory.address!r}, {PEOPLE!r}, {GROUPS!r})
        start = DirectoryStart(access, "", {directory.authority!r})
        directory.DirectoryConnection(start, {HERE!r})
        socket.socket().connect(({HERE!r}, allowed))
        for way in {OTHER_WAYS!r}:
            try:
                eval(way)
                print(way)
            except RefusedByGuardError:
                print("refused")
        """,
        first="import warnings; warnings.simplefilter('ignore')\n",
    )
    assert printed.splitlines() == ["refused"] * len(OTHER_WAYS)


@pytest.mark.parametrize(
    "wrong",
    [
        {"address": "http://directory"},
        {"address": "ldaps://"},
        {"address": "ldaps://directory:99999"},
        {"address": "ldaps://name:word@directory"},
        {"address": "ldaps://directory/dc=org??sub"},
        {"address": "ldapi:///run/slapd"},
        {"persons": ""},
        {"groups": ""},
        {"reader": ""},
        {"name_attribute": "uid=*)(x"},
    ],
    ids=str,
)
def test_settings_that_do_not_fit_together_are_refused(wrong: dict[str, str]) -> None:
    right = DirectoryAccess("ldaps://directory", PEOPLE, GROUPS, reader=READER)
    right.check()
    with pytest.raises(BadDirectory):
        replace(right, **wrong).check()
