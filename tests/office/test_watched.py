"""Tests from outside that server and client of an office reach the addresses that were set and no other."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.network.programs import PROJECT
from tests.network.watching import Observations, read
from tests.office.program import ADDRESS

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(sys.platform != "linux", reason="the watchers are Linux's"),
]
_IN_A_NETWORK_OF_ITS_OWN = 'ip link set lo up && exec "$@"'


@dataclass
class WatchedOffice:
    """The report of the session, and the system calls of server and client with their children."""

    report: dict[str, Any]
    server: Observations
    client: Observations


@pytest.fixture(scope="module")
def office(office_library: Path, tmp_path_factory: pytest.TempPathFactory) -> WatchedOffice:
    for tool in ("strace", "unshare", "ip"):
        assert shutil.which(tool), f"{tool} is not installed: see installer/packages-debian-test.txt"
    folder = tmp_path_factory.mktemp("watched")
    shutil.copytree(office_library, folder / "library")
    session = [sys.executable, "-m", "tests.office.office_session", str(folder), str(folder / "library")]
    completed = subprocess.run(
        ["unshare", "-Urn", "bash", "-c", _IN_A_NETWORK_OF_ITS_OWN, "office", *session],
        cwd=PROJECT,
        capture_output=True,
        text=True,
    )
    assert completed.returncode == 0, completed.stderr
    seen = [
        read((folder / f"{name}.trace").read_text(), Observations(0, "", "")) for name in ("server", "desk")
    ]
    return WatchedOffice(json.loads(completed.stdout), *seen)


def test_the_session_did_what_it_was_to_do(office: WatchedOffice) -> None:
    client = office.report["desk"]
    assert (client["level"], client["person"], client["added"]) == ("kernel", ["ada", "editor"], ["added"])
    assert (client["found"], client["opened"], office.report["status"]) == (1, "%PDF-", 0)


def test_the_server_listens_at_its_address_and_connects_to_the_directory_alone(office: WatchedOffice) -> None:
    here, directory = (ADDRESS, office.report["port"]), (ADDRESS, office.report["directory"])
    assert office.server.addresses == {"bind": {here}, "connect": {directory}}
    assert office.server.outside == ["AF_INET"]
    assert office.server.questions > 0, "the guard was never engaged"


def test_a_client_connects_to_its_server_alone(office: WatchedOffice) -> None:
    assert office.client.addresses == {"connect": {(ADDRESS, office.report["port"])}}
    assert office.client.outside == ["AF_INET"]
    assert office.client.questions > 0, "the guard was never engaged"
    assert office.client.refused, "what the self-test tried was not seen"


def test_server_and_client_report_their_level_in_words(office: WatchedOffice) -> None:
    server, directory = (f"{ADDRESS}:{office.report[name]}" for name in ("port", "directory"))
    assert office.report["server"] == (
        f"Desks may connect to this office server at {server}. It connects to nothing itself but "
        f"ldaps://{directory}"
    )
    assert office.report["desk"]["let through"].endswith(f"has joined: https://{server}")
    assert office.report["desk"]["failed"] == []


def test_addresses_in_a_trace_are_read_and_none_is_passed_over() -> None:
    trace = """
7 connect(5, {sa_family=AF_INET, sin_port=htons(1), sin_addr=inet_addr("127.0.0.1")}, 16 <unfinished ...>
7 connect(5, {sa_family=AF_INET6, sin6_port=htons(2), sin6_flowinfo=htonl(0), \
inet_pton(AF_INET6, "::1", &sin6_addr), sin6_scope_id=0}, 28) = 0
7 sendto(5, "{sa_", 4, 0, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("192.0.2.1")}, 16) = 4
7 sendmsg(5, {msg_name={sa_family=AF_INET, sin_port=htons(4), sin_addr=inet_addr("192.0.2.2")}, ...}, 0) = 0
7 accept4(5, {sa_family=AF_INET, sin_port=htons(5), sin_addr=inet_addr("192.0.2.3")}, [16], 0) = 7
"""
    assert read(trace, Observations(0, "", "")).addresses == {
        "connect": {("127.0.0.1", 1), ("::1", 2)},
        "sendto": {("192.0.2.1", 53)},
        "sendmsg": {("192.0.2.2", 4)},
    }
