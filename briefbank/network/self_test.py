"""Shows that the network is refused, and that documents are read by confined processes, by trying to get out.

Connections go to this machine itself, name queries ask for a name that cannot exist (RFC 2606), and single
empty datagrams go to an address that nobody has (RFC 5737), so that nothing is told to anybody even if the
guard is broken. A closed port answers too, with "connection refused"; only the guard's own error, or
"permission denied" when native code or another program makes a socket, counts as a pass. A child in a
workspace, as readers have, tries files made for the purpose and one of the system's, sockets that are never
connected, and a program that does nothing.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from briefbank.domain.maintenance import CheckResult
from briefbank.errors import StoreError
from briefbank.network import close_network
from briefbank.sandbox import confinement, guard
from briefbank.sandbox.child import Child, ChildEndedError, ChildSilentError, Tell
from briefbank.sandbox.confinement import Workspace
from briefbank.sandbox.messages import ParentPipe
from briefbank.text.messages import NO_MESSAGE, Message, joined

CHECK_NAME = Message("Reading of documents")
_OWN, _OTHER, _OF_SYSTEM, _WRITTEN = "own", "other", "passwords", "made"
_SOCKET, _CHECK_DATAGRAM, _PROGRAM = "stream", "datagram", "program"
_FORBIDDEN_CALLS = frozenset({_SOCKET, _CHECK_DATAGRAM, _PROGRAM})
_PASSWORDS, _DOES_NOTHING = "/etc/passwd", "/bin/true"
_CHECK_SECONDS = 30.0

_APART = Message("Documents are opened by processes of their own.")
_HELD = Message("One was tried: it could open no file but its own, make no connection and start no program.")
_NOT_HELD = Message("One was tried, and it was not held to its own file, although this system can do that.")
_AGAIN = Message("Start BriefBank again. If this stays so, ask whoever looks after this computer.")
_NO_PROCESS = Message("None could be started now. Close other programs and try again.")
_NO_FILE_RULES = Message(
    "The Linux kernel of this computer cannot keep them from your other files; from version 5.13 on, with "
    "Landlock switched on, it can."
)
_CALLS_HELD = Message("One was tried: it could make no connection and start no program.")
_CALLS_NOT_HELD = Message("One was tried, and it could start programs or make connections.")
_LIMITS_ALONE = Message(
    "This system lets BriefBank limit their memory, the size of their files and their time, and no more: "
    "they could open your other files."
)
_JOBS_ALONE = Message(
    "This system lets BriefBank limit their memory and their time and keep them from starting programs, "
    "and no more: they could open your other files."
)


def reading_check() -> CheckResult:
    """Return what confines the processes that open untrusted documents, shown by one of them. Never raises.

    Takes a fifth of a second, for the child process. What the system cannot do is a remark and no failure; a
    kernel that has the rules and yet did not confine the child to them is a failure.
    """
    level = confinement.level()
    if level == "limits":
        return CheckResult(CHECK_NAME, True, joined((_APART, _LIMITS_ALONE)), remark=True)
    if level == "jobs":
        return CheckResult(CHECK_NAME, True, joined((_APART, _JOBS_ALONE)), remark=True)
    try:
        with tempfile.TemporaryDirectory() as work:
            done = _successful_attempts(Path(work))
    except (OSError, StoreError, ChildEndedError, ChildSilentError):
        return CheckResult(CHECK_NAME, False, joined((_APART, _NO_PROCESS)))
    if level == "calls":
        calls = _CALLS_NOT_HELD if done & _FORBIDDEN_CALLS else _CALLS_HELD
        return CheckResult(CHECK_NAME, True, joined((_APART, _NO_FILE_RULES, calls)), remark=True)
    if done == {_OWN}:
        return CheckResult(CHECK_NAME, True, joined((_APART, _HELD)))
    return CheckResult(CHECK_NAME, False, joined((_APART, _NOT_HELD, _AGAIN)))


def _successful_attempts(work: Path) -> frozenset[str]:
    own, other = work / "own", work / "other"
    for path in (own, other):
        path.write_bytes(b"a document")
    workspace = Workspace(work)
    paths = workspace.lay(own), other, work / "made"
    child = Child(_run_attempts, confine=confinement.confine_to_workspace(workspace.given, workspace.made))
    try:
        return frozenset(child.ask(paths, list[str], _CHECK_SECONDS))
    finally:
        child.stop()
        workspace.close()


def _run_attempts(pipe: ParentPipe, _tell: Tell) -> None:
    pipe.answer_all(tuple[Path, Path, Path], _allowed_attempts)


def _allowed_attempts(paths: tuple[Path, Path, Path]) -> list[str]:
    """Return, in the child, the attempts that were not refused."""
    own, other, made = paths
    attempts: dict[str, Callable[[], object]] = {
        _OWN: own.read_bytes,
        _OTHER: other.read_bytes,
        _OF_SYSTEM: Path(_PASSWORDS).read_bytes,
        _WRITTEN: partial(made.write_bytes, b""),
        _SOCKET: socket.socket,
        _CHECK_DATAGRAM: partial(socket.socket, socket.AF_INET, socket.SOCK_DGRAM),
        _PROGRAM: _start_program,
    }
    return [name for name, attempt in attempts.items() if not _is_refused(attempt)]


def _start_program() -> None:
    os.waitpid(os.posix_spawn(_DOES_NOTHING, [_DOES_NOTHING], {}), 0)


def _is_refused(attempt: Callable[[], object]) -> bool:
    """Tell whether the system refused it. Any error but "not permitted" means that nothing held it back."""
    try:
        attempt()
    except PermissionError:
        return True
    except OSError:
        return False
    return False


PORT = 9  # The port of the historic discard service; nobody listens there
NAME = "briefbank.invalid"
NOBODY = "192.0.2.1"  # An address reserved for documentation, so that no computer has it
_BASH_ADDRESSES = (
    *(f"/dev/tcp/127.0.0.1/{PORT}", f"/dev/tcp/::1/{PORT}"),
    *(f"/dev/udp/{NOBODY}/{PORT}", "/dev/udp/127.0.0.1/53"),  # a name query is a datagram to port 53
)
_STREAM, _DATAGRAM = 1, 2
_HOST_ADDRESS, _INTERNET = 1, 1  # The type and class of a name query (RFC 1035): type A, class IN
_SECONDS, _CHILD_SECONDS = 3.0, 60.0
_REFUSED = Message("Refused.")
_NOT_LINUX = Message(
    "On this system BriefBank’s own code is held back, and only the firewall can hold other code back. The "
    "installer sets a rule for that."
)
_NOT_HELD_BACK = "not held back here"
# The names of the checks, each in the order of _own_endings.
_OWN_NAMES = (
    *(Message("Network: IPv4"), Message("Network: IPv6"), Message("Network: UDP")),
    Message("Network: names"),
)
_NATIVE_NAMES = (
    *(Message("Network: native code, IPv4"), Message("Network: native code, IPv6")),
    *(Message("Network: native code, UDP"), Message("Network: native code, names")),
)
_CHILD_NAMES = (
    *(Message("Network: child process, IPv4"), Message("Network: child process, IPv6")),
    *(Message("Network: child process, UDP"), Message("Network: child process, names")),
)
_PROGRAM_NAMES = (
    *(Message("Network: other programs, IPv4"), Message("Network: other programs, IPv6")),
    *(Message("Network: other programs, UDP"), Message("Network: other programs, names")),
)


def network_checks() -> list[CheckResult]:
    """Try IPv4, IPv6, UDP and a name from this program, its native code, a child and another program. Blocks.

    Takes a tenth of a second and more in a large program, for the child process. A guard that is not engaged
    fails all of them; one that holds Python alone (``guard.level()``) fails those of native code and of other
    programs, rightly.
    """
    tried = [
        *zip(_OWN_NAMES, _own_endings(), strict=True),
        *zip(_NATIVE_NAMES, _native_endings(), strict=True),
        *zip(_CHILD_NAMES, _child_endings(), strict=True),
    ]
    if program := shutil.which("bash"):  # it can open connections by itself
        tried += zip(_PROGRAM_NAMES, (_by_bash(program, to) for to in _BASH_ADDRESSES), strict=True)
    return [_result(name, ending) for name, ending in tried]


def let_through() -> CheckResult:
    """Report what is not refused, because the office has set it: no failure, and never silent."""
    name, server, office = Message("Let through"), close_network.opened.server, close_network.opened.office
    if close_network.opened.listener is not None:
        text = _of_office_server()
    elif office is not None:
        text = Message("Only the office server that this computer has joined: {where}", where=office.where)
    elif server is not None:
        text = Message(
            "Only the text recognition server that your office has set: {where}", where=server.where
        )
    else:
        return CheckResult(name, True, Message("Nothing. No server is set."))
    return CheckResult(name, True, text, remark=True)


def _of_office_server() -> Message:
    """Return what an office server lets through: whoever connects to it, and the servers that it may ask."""
    listeners = close_network.opened.listener, close_network.opened.figures
    addresses = close_network.opened.directory, close_network.opened.server
    ports = ["{}:{}".format(*listener.getsockname()[:2]) for listener in listeners if listener is not None]
    here = joined(ports, " and ")
    reached = joined([address.where for address in addresses if address is not None], " and ")
    if not reached:
        return Message(
            "Desks may connect to this office server at {here}. It connects to nothing itself.", here=here
        )
    return Message(
        "Desks may connect to this office server at {here}. It connects to nothing itself but {reached}",
        here=here,
        reached=reached,
    )


def check(name: Message, attempt: Callable[[], object]) -> CheckResult:
    """Return the result of an attempt, which passes when the guard refuses it."""
    return _result(name, _ending(attempt))


def _result(name: Message, ending: str) -> CheckResult:
    if not ending:
        return CheckResult(name, True, _REFUSED)
    more = NO_MESSAGE if sys.platform == "linux" else _NOT_LINUX
    return CheckResult(name, False, joined((Message("Was not stopped ({ending}).", ending=ending), more)))


def _own_endings() -> list[str]:
    def connect(family: socket.AddressFamily, address: str) -> None:
        with socket.socket(family, socket.SOCK_STREAM) as connection:
            connection.settimeout(_SECONDS)
            connection.connect((address, PORT))

    def send_datagram() -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.sendto(b"", ("127.0.0.1", PORT))

    return [
        _ending(partial(connect, socket.AF_INET, "127.0.0.1")),
        _ending(partial(connect, socket.AF_INET6, "::1")),
        _ending(send_datagram),
        _ending(partial(socket.getaddrinfo, NAME, PORT)),
    ]


def _ending(attempt: Callable[[], object]) -> str:
    """Return '' when the guard refused; otherwise how the attempt ended."""
    try:
        attempt()
    except guard.RefusedByGuardError:
        return ""
    except OSError as error:
        # In a child that has only the kernel's filter, the refusal is a plain "permission denied".
        return "" if error.errno == errno.EACCES else type(error).__name__
    return Message("it went through")


def _child_endings() -> list[str]:
    """Try from a child, closed as all our children are: by its first call, beside what it inherits."""
    prepare = guard.engage if guard.level() != "off" else None
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=prepare) as pool:
            return pool.submit(_own_endings).result(timeout=_CHILD_SECONDS)
    except (OSError, BrokenProcessPool, TimeoutError) as error:
        return [type(error).__name__] * len(_CHILD_NAMES)


def _native_endings() -> list[str]:
    """Try by the C library, as code that is not written in Python could."""
    port = PORT.to_bytes(2, "big")
    here, here_v6 = port + bytes([127, 0, 0, 1]) + bytes(8), port + bytes(19) + b"\1" + bytes(4)
    nobody = port + bytes(map(int, NOBODY.split("."))) + bytes(8)
    return [
        _native(_STREAM, socket.AF_INET, here),
        _native(_STREAM, socket.AF_INET6, here_v6),
        _native(_DATAGRAM, socket.AF_INET, nobody),
        _native_name(),
    ]


def _native(kind: int, family: int, address: bytes) -> str:
    """Connect to an address, or send it a datagram, which does not ask whether it arrives."""
    if os.name == "nt":
        return _NOT_HELD_BACK
    where = family.to_bytes(2, sys.byteorder) + address
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = libc.socket(family, kind, 0)
    if descriptor < 0:
        return _refusal(ctypes.get_errno())
    try:
        if kind == _DATAGRAM:
            libc.sendto(descriptor, b"", 0, 0, where, len(where))
            return "a datagram could be sent"
        libc.connect(descriptor, where, len(where))
        return "a socket could be made"
    finally:
        os.close(descriptor)


def _native_name() -> str:
    """Resolve a name by the C library's resolver, which asks the network's name server directly."""
    if sys.platform != "linux":
        return _NOT_HELD_BACK
    answer = ctypes.create_string_buffer(512)
    libc = ctypes.CDLL(None, use_errno=True)
    ended = libc.res_query(NAME.encode(), _INTERNET, _HOST_ADDRESS, answer, len(answer))
    return _refusal(ctypes.get_errno()) if ended < 0 else "a name was asked for"


def _refusal(number: int) -> str:
    return "" if number == errno.EACCES else errno.errorcode.get(number, "no refusal")


def _by_bash(program: str, where: str) -> str:
    """Connect by Bash, which says which step failed: making the socket (the guard) or a later one."""
    sending = " && echo >&3" if where.startswith("/dev/udp/") else ""
    try:
        ended = subprocess.run(
            [program, "-c", f"exec 3<>{where}{sending}"],
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return type(error).__name__
    return "" if "socket: Permission denied" in ended.stderr else "a connection was tried"
