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


def test_the_program_connects_and_listens_at_its_addresses_alone_and_resolves_no_name() -> None:
    output = run(
        """
        port, own = office.getsockname()[1], office.getsockname()
        for attempt in (
            lambda: socket.create_connection(own, 5),
            lambda: socket.create_connection(("127.0.0.1", port % 60000 + 1), 5),
            lambda: socket.create_connection(("127.0.0.2", port), 5),
            lambda: socket.create_server(("127.0.0.1", 0)),
            lambda: socket.create_server(("0.0.0.0", 0)),
            lambda: socket.create_server(("127.0.0.2", 0)),
            lambda: socket.getaddrinfo("127.0.0.1", 80, type=socket.SOCK_STREAM),
            lambda: socket.getaddrinfo("briefbank.invalid", 80),
            lambda: socket.gethostbyname("briefbank.invalid"),
            lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"", ("127.0.0.1", 9)),
        ):
            print(outcome(attempt))
        """,
        first=HELD,
    )
    assert output.split() == [*["made", *["refused"] * 2] * 2, "made", *["refused"] * 3]


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
