"""Tests that the network is refused, that local work goes on, and that parts run as programs."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from briefbank.sandbox import guard
from tests.network.programs import ENGAGED, PROJECT, need_a_network, run

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's filter is Linux's")
x86_64_only = pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine != "x86_64", reason="only these processors have two tables"
)

ROUTES = {
    "a TCP socket": "socket.socket()",
    "an IPv6 socket": "socket.socket(socket.AF_INET6, socket.SOCK_STREAM)",
    "a UDP socket": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
    "a raw socket": "socket.socket(socket.AF_INET, socket.SOCK_RAW)",
    "a packet socket": "socket.socket(socket.AF_PACKET, socket.SOCK_RAW)",
    "a connection": "socket.create_connection(('127.0.0.1', 9), timeout=1)",
    "a server": "socket.create_server(('127.0.0.1', 0))",
    "a name": "socket.getaddrinfo('briefbank.invalid', 80)",
    "an old-style name": "socket.gethostbyname('briefbank.invalid')",
    "an address": "socket.gethostbyaddr('127.0.0.1')",
    "a service name": "socket.getnameinfo(('127.0.0.1', 80), 0)",
    "a web page": "urllib.request.urlopen('http://127.0.0.1:9/', timeout=1)",
    "an encrypted web page": "http.client.HTTPSConnection('127.0.0.1', 9, timeout=1).request('GET', '/')",
    "asyncio": "asyncio.run(asyncio.open_connection('127.0.0.1', 9))",
}
IMPORTS = "import asyncio, http.client, json, socket, urllib.error, urllib.request\n"


@pytest.fixture(scope="module")
def answers() -> dict[str, str]:
    """The result of each route; all are tried in one program, one after the other."""
    printed = run(
        f"""
        answers = {{}}
        for name, route in {ROUTES!r}.items():
            try:
                exec(route)
            except urllib.error.URLError as error:
                answers[name] = type(error.reason).__name__
            except OSError as error:
                answers[name] = type(error).__name__
            else:
                answers[name] = "went through"
        print(json.dumps(answers))
        """,
        first=IMPORTS + ENGAGED,
    )
    result: dict[str, str] = json.loads(printed)
    return result


def test_python_code_is_refused_by_the_guard(answers: dict[str, str]) -> None:
    assert answers == dict.fromkeys(ROUTES, "RefusedByGuardError")


def test_a_socket_that_was_open_before_is_of_no_use() -> None:
    need_a_network()
    printed = run(
        """
        a = ("127.0.0.1", 9)
        for use in (lambda: early.connect(a), lambda: early.bind(a), lambda: early.sendto(b"", a)):
            try:
                use()
            except guard.RefusedByGuardError:
                print("refused")
        """,
        first="import socket; early = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n" + ENGAGED,
    )
    assert printed.split() == ["refused"] * 3


def test_the_guard_cannot_be_engaged_twice_and_reports_its_level() -> None:
    printed = run(
        """
        import sys
        first = guard.level()
        status = lambda: [line for line in open("/proc/self/status") if "filters" in line]
        before = status()
        guard.engage()
        print(first, guard.level() == first, status() == before)
        """
        if sys.platform == "linux"
        else "print('interpreter', True, True)"
    )
    assert printed in ("kernel True True", "interpreter True True")


def test_libraries_are_told_to_stay_offline_whatever_the_user_had_set() -> None:
    printed = run(
        "import huggingface_hub.constants as c; print(c.HF_HUB_OFFLINE, c.HF_HUB_DISABLE_TELEMETRY)",
        first="import os; os.environ['HF_HUB_OFFLINE'] = '0'\n" + ENGAGED,
    )
    assert printed == "True True"
    assert guard.OFFLINE.items() <= os.environ.items()


def test_onnx_runtime_makes_no_identifier_and_queues_no_events(tmp_path: Path) -> None:
    """Importing it without the guard puts a device id and a queue of events in the home folder."""
    printed = run(
        "import onnxruntime; print(len(onnxruntime.get_available_providers()) > 0)",
        first=f"import os; os.environ.update(HOME={str(tmp_path)!r}, XDG_CACHE_HOME='', CI='')\n" + ENGAGED,
    )
    assert printed == "True"
    assert list(tmp_path.iterdir()) == []


@linux_only
def test_the_kernel_refuses_native_code() -> None:
    printed = run(
        """
        import ctypes, errno, socket
        libc = ctypes.CDLL(None, use_errno=True)
        for family in (socket.AF_INET, socket.AF_INET6, socket.AF_PACKET, 40):
            for sort in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_STREAM | socket.SOCK_CLOEXEC):
                assert libc.socket(family, sort, 0) == -1 and ctypes.get_errno() == errno.EACCES, family
        assert libc.syscall(425, 1, ctypes.create_string_buffer(120)) == -1, "io_uring"
        assert ctypes.get_errno() == errno.EACCES
        assert libc.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0) > 0
        assert libc.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) > 0
        print(guard.level())
        """
    )
    assert printed == "kernel"


@linux_only
@pytest.mark.parametrize("protocol", [4, 16], ids=["sock_diag", "generic"])
def test_netlink_answers_about_network_cards_and_nothing_else(protocol: int) -> None:
    printed = run(
        f"""
        import ctypes, errno
        libc = ctypes.CDLL(None, use_errno=True)
        print(libc.socket(16, 3, 0) > 0, libc.socket(16, 3, {protocol}), ctypes.get_errno() == errno.EACCES)
        """
    )
    assert printed == "True -1 True"


@linux_only
def test_a_pair_of_sockets_is_local_or_refused() -> None:
    printed = run(
        """
        import ctypes, errno, socket
        libc, two = ctypes.CDLL(None, use_errno=True), ctypes.create_string_buffer(8)
        print(libc.socketpair(socket.AF_UNIX, 1, 0, two), libc.socketpair(30, 1, 0, two), ctypes.get_errno())
        """
    )
    assert printed == "0 -1 13"


@x86_64_only
def test_the_second_table_of_system_calls_is_no_way_round() -> None:
    printed = run(
        """
        import ctypes
        libc = ctypes.CDLL(None, use_errno=True)
        print(libc.syscall(0x40000000 | 41, 2, 1, 0), ctypes.get_errno())
        """
    )
    assert printed == "-1 13"


@x86_64_only
def test_the_32_bit_entry_of_the_kernel_ends_the_program() -> None:
    """Machine code: socket(AF_INET, SOCK_STREAM, 0) by the call that 32-bit programs use (int 0x80)."""
    code = b"\x53\xb8\x67\x01\x00\x00\xbb\x02\x00\x00\x00\xb9\x01\x00\x00\x00\x31\xd2\xcd\x80\x5b\xc3"
    program = (
        f"{ENGAGED}import ctypes, mmap\n"
        "page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)\n"
        f"page.write({code!r})\n"
        "start = ctypes.addressof(ctypes.c_char.from_buffer(page))\n"
        "print(ctypes.CFUNCTYPE(ctypes.c_int)(start)())\n"
    )
    completed = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True)
    # A kernel without that entry ends it in its own way.
    assert completed.returncode in (-signal.SIGSYS, -signal.SIGSEGV) and not completed.stdout


@linux_only
def test_a_tcp_socket_that_was_open_before_is_of_no_use_to_native_code() -> None:
    need_a_network()
    printed = run(
        """
        import ctypes
        libc = ctypes.CDLL(None, use_errno=True)
        where = bytes([2, 0, 0, 9, 127, 0, 0, 1]) + bytes(8)
        print(libc.connect(early.fileno(), where, 16), ctypes.get_errno())
        print(libc.bind(early.fileno(), where, 16), ctypes.get_errno())
        """,
        first="import socket; early = socket.socket()\n" + ENGAGED,
    )
    if printed.startswith("-1 111"):
        pytest.skip("this kernel has no network rules of Landlock")
    assert printed.splitlines() == ["-1 13", "-1 13"]


@linux_only
def test_connecting_while_sending_is_refused_and_local_sockets_send() -> None:
    """Landlock does not see TCP Fast Open (Linux 6.18)."""
    need_a_network()
    printed = run(
        """
        import ctypes
        libc = ctypes.CDLL(None, use_errno=True)
        where = bytes([2, 0, 0, 9, 127, 0, 0, 1]) + bytes(8)
        print(libc.sendto(early.fileno(), b"x", 1, socket.MSG_FASTOPEN, where, 16), ctypes.get_errno())
        for send in (libc.sendmsg, libc.sendmmsg):
            print(send(early.fileno(), None, *[1] * (send is libc.sendmmsg), socket.MSG_FASTOPEN))
        one, two = socket.socketpair()
        one.sendall(b"a")
        one.sendmsg([b"b"])
        print(two.recv(2))
        """,
        first="import socket; early = socket.socket()\n" + ENGAGED,
    )
    assert printed.splitlines() == ["-1 13", "-1", "-1", "b'ab'"]


@linux_only
def test_a_socket_that_does_not_tell_its_kind_is_closed_as_well() -> None:
    """Sockets for raw frames (AF_XDP) and others have no address that could be queried."""
    printed = run(
        """
        class Mute(socket.socket):
            def __init__(self, *, fileno):
                raise OSError(95, "no address")
        near, _ = socket.socketpair()
        socket.socket = Mute
        print(guard.close_network_sockets() >= 1)
        try: os.fstat(near.fileno()); print("open")
        except OSError: print("closed")
        """,
        first="import os, socket; from briefbank.sandbox import guard\n",
    )
    assert printed.split() == ["True", "closed"]


@linux_only
def test_a_socket_of_another_program_cannot_be_taken() -> None:
    printed = run(
        """
        import ctypes, os
        libc = ctypes.CDLL(None, use_errno=True)
        print(libc.syscall(438, libc.syscall(434, os.getppid(), 0), 0, 0), ctypes.get_errno())
        """
    )
    assert printed == "-1 13"


@linux_only
def test_native_code_asks_no_other_program_for_names() -> None:
    """A name service at a local socket would be queried for names not in the computer's own list."""
    printed = run(
        """
        import ctypes
        libc, found = ctypes.CDLL(None), ctypes.c_void_p()
        names = (b"localhost", b"a.invalid")
        print([libc.getaddrinfo(name, b"9", None, ctypes.byref(found)) for name in names])
        """
    )
    assert printed == "[0, -2]"


@linux_only
def test_sockets_that_a_program_is_started_with_are_closed_and_other_files_are_not() -> None:
    need_a_network()
    program = (
        "import os, sys; from briefbank.sandbox import guard\n"
        "print(guard.close_network_sockets())\n"
        "for number in map(int, sys.argv[1:]):\n"
        "    try: os.fstat(number); print('open')\n"
        "    except OSError: print('closed')\n"
        "print(os.read(0, 1) == b'')\n"
    )
    reading, writing = os.pipe()
    with socket.socket() as far, socket.socket(socket.AF_UNIX) as near, socket.socket() as standard:
        kept = (far.fileno(), near.fileno(), reading)
        printed = subprocess.run(
            [sys.executable, "-c", program, *map(str, kept)],
            cwd=PROJECT, pass_fds=kept, stdin=standard.fileno(), capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
    os.close(reading)
    os.close(writing)
    assert printed.split() == ["2", "closed", "open", "open", "True"]


@linux_only
def test_the_kernel_refuses_threads_that_ran_before() -> None:
    printed = run(
        """
        go.set()
        thread.join()
        print(found)
        """,
        first=(
            "import threading\n"
            "from briefbank.sandbox import guard, kernel\n"
            "go, found = threading.Event(), []\n"
            "def early():\n"
            "    go.wait()\n"
            "    found.append(kernel.native_socket(2))\n"
            "thread = threading.Thread(target=early)\n"
            "thread.start()\n"
        )
        + ENGAGED,
    )
    assert printed == "[13]"


@linux_only
def test_children_inherit_the_refusal() -> None:
    printed = run(
        """
        import subprocess, sys
        python = "import socket\\ntry: socket.socket()\\nexcept PermissionError: print('child refused')"
        print(subprocess.run([sys.executable, "-c", python], capture_output=True, text=True).stdout.strip())
        shell = ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/9"]
        print("socket: Permission denied" in subprocess.run(shell, capture_output=True, text=True).stderr)
        """
    )
    assert printed.splitlines() == ["child refused", "True"]


def test_local_sockets_work(tmp_path: Path) -> None:
    printed = run(
        """
        import asyncio, os, socket, sys
        one, two = socket.socketpair()
        one.sendall(b"pair"); print(two.recv(10))
        os.chdir(sys.argv[1])
        with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
            server.bind("s"); server.listen(); client.connect("s")
            client.sendall(b"unix"); print(server.accept()[0].recv(10))
        print(asyncio.run(asyncio.sleep(0, "asyncio")))
        one.close(); two.close()
        """,
        str(tmp_path),
    )
    assert printed.splitlines() == ["b'pair'", "b'unix'", "asyncio"]


GREET = """
import socket, sys
socket.create_connection(("127.0.0.1", int(sys.argv[1]))).sendall(b"hello")
"""


@pytest.mark.parametrize(
    "statement", ["", "socket.__file__ = guard.__file__ = '/elsewhere'"], ids=["checkout", "packed"]
)
def test_a_socket_that_listened_before_accepts_connections(statement: str) -> None:
    """In a packed program modules say another place than their code does."""
    need_a_network()
    printed = run(
        "print(listening.accept()[0].recv(10))",
        first=(
            "import socket, subprocess, sys\n"
            "listening = socket.create_server(('127.0.0.1', 0))\n"
            f"greet = [sys.executable, '-c', {GREET!r}, str(listening.getsockname()[1])]\n"
            "subprocess.Popen(greet)\n"
            f"from briefbank.sandbox import guard; {statement}\n"
            "guard.install_hook()\n"
        ),
    )
    assert printed == "b'hello'"


CARRIER = "briefbank.network.egress_worker"


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)


def test_a_checkout_gives_the_part_to_python() -> None:
    assert guard.command(CARRIER, "a", "b") == [sys.executable, "-P", "-m", CARRIER, "a", "b"]


def test_a_package_calls_its_own_program_again(packed: None) -> None:
    assert guard.command(CARRIER, "a", "b") == [sys.executable, "--part", CARRIER, "a", "b"]


def test_only_known_parts_are_started() -> None:
    with pytest.raises(ValueError, match=r"http\.server"):
        guard.command("http.server")


@pytest.mark.parametrize("part", sorted(guard.PARTS))
def test_every_part_can_be_started_as_a_program(part: str) -> None:
    code = f"import importlib; assert callable(importlib.import_module({part!r}).main)"
    assert subprocess.run([sys.executable, "-c", code], env=guard.environment(), check=False).returncode == 0


def _called(words: list[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the main functions that a package's program runs for ``words``, and what they see."""
    seen: list[str] = []

    def telling(name: str) -> Callable[[], int]:
        return lambda: seen.append(f"{name} {' '.join(sys.argv[1:])}".strip()) or 7

    monkeypatch.setattr("briefbank.network.egress_worker.main", telling("carrier"))
    monkeypatch.setattr(sys, "argv", ["briefbank", *words])
    assert guard.begin(telling("own")) == 7
    return seen


def test_a_packed_program_runs_the_part_that_it_was_called_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _called(["--part", CARRIER, "from", "to"], monkeypatch) == ["carrier from to"]


@pytest.mark.parametrize("words", [["search", "x"], [], ["--part"], ["--part", "http.server"]])
def test_a_packed_program_runs_its_own_commands_otherwise(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _called(words, monkeypatch) == [f"own {' '.join(words)}".strip()]


def test_other_programs_find_their_own_libraries_again(packed: None) -> None:
    environment = {
        "LD_LIBRARY_PATH": "/usr/lib/briefbank/_internal",
        "LD_LIBRARY_PATH_ORIG": "/opt/lib",
        "HOME": "/",
    }
    guard.give_back(environment)
    assert environment == {"LD_LIBRARY_PATH": "/opt/lib", "HOME": "/"}


def test_a_checkout_keeps_the_search_path_of_its_user() -> None:
    environment = {"LD_LIBRARY_PATH": "/opt/lib"}
    guard.give_back(environment)
    assert environment == {"LD_LIBRARY_PATH": "/opt/lib"}
