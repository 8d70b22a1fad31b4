"""Tests that a restricted program makes and accepts only the allowed connections."""

from __future__ import annotations

import pytest

from tests.network.programs import need_a_network, run

HELD = """
import socket, sys
from briefbank.network.close_network import hold_connections
from briefbank.sandbox.guard import RefusedByGuardError
office = socket.create_server(("127.0.0.1", 0))
hold_connections(to=[office.getsockname()], at=[("127.0.0.1", 0)])

def outcome(attempt):
    try:
        attempt()
    except OSError as error:
        return "refused" if error.errno == 13 else f"error {error.errno}"
    return "made"
"""


@pytest.fixture(autouse=True)
def _network() -> None:
    need_a_network()


def test_the_program_connects_to_its_address_alone() -> None:
    output = run(
        """
        other = ("127.0.0.1", office.getsockname()[1] % 60000 + 1)
        print(outcome(lambda: socket.create_connection(office.getsockname(), 5)))
        print(outcome(lambda: socket.create_connection(other, 5)))
        print(outcome(lambda: socket.create_connection(("127.0.0.2", office.getsockname()[1]), 5)))
        """,
        first=HELD,
    )
    assert output.split() == ["made", "refused", "refused"]


def test_the_program_listens_at_its_address_alone() -> None:
    output = run(
        """
        print(outcome(lambda: socket.create_server(("127.0.0.1", 0))))
        print(outcome(lambda: socket.create_server(("0.0.0.0", 0))))
        print(outcome(lambda: socket.create_server(("127.0.0.2", 0))))
        """,
        first=HELD,
    )
    assert output.split() == ["made", "refused", "refused"]


def test_the_program_resolves_no_name_and_sends_no_datagram() -> None:
    output = run(
        """
        print(outcome(lambda: socket.getaddrinfo("briefbank.invalid", 80)))
        print(outcome(lambda: socket.gethostbyname("briefbank.invalid")))
        print(outcome(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"", ("127.0.0.1", 9))))
        print(socket.getaddrinfo("127.0.0.1", 80, type=socket.SOCK_STREAM)[0][4])
        """,
        first=HELD,
    )
    assert output.splitlines() == ["refused", "refused", "refused", "('127.0.0.1', 80)"]


def test_its_child_programs_reach_no_other_port() -> None:
    from briefbank.sandbox import kernel

    if kernel.version() < 4:
        pytest.skip("this kernel has no rules for ports")
    output = run(
        """
        import subprocess
        there = "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1])), 5)"
        own, other = office.getsockname()[1], office.getsockname()[1] % 60000 + 1
        for port in (own, other):
            ended = subprocess.run([sys.executable, "-c", there, str(port)], capture_output=True, text=True)
            print("made" if ended.returncode == 0 else ended.stderr.splitlines()[-1].split(":")[0])
        """,
        first=HELD,
    )
    assert output.split() == ["made", "PermissionError"]
