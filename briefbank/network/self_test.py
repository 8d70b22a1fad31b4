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
import ctypes.util
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
_TIME_ALONE = Message(
    "This system lets BriefBank limit their time, and no more: they could open your other files."
)


def reading_check() -> CheckResult:
    """Return what confines the processes that open untrusted documents, shown by one of them. Never raises.

    Takes a fifth of a second, for the child process. What the system cannot do is a remark and no failure; a
    kernel that has the rules and yet did not confine the child to them is a failure.
    """
    level = confinement.level()
    if level == "limits":
        return CheckResult(CHECK_NAME, True, joined((_APART, _LIMITS_ALONE)), remark=True)
    if level == "none":
        return CheckResult(CHECK_NAME, True, joined((_APART, _TIME_ALONE)), remark=True)
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
    """Return which attempts succeeded in a child with a workspace."""
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


PORT = 9
"""The port of the historic discard service; nobody listens there."""
NAME = "briefbank.invalid"
NOBODY = "192.0.2.1"
"""An address reserved for documentation, so that no computer has it."""
_ADDRESSES = (
    *(f"/dev/tcp/127.0.0.1/{PORT}", f"/dev/tcp/::1/{PORT}"),
    *(f"/dev/udp/{NOBODY}/{PORT}", "/dev/udp/127.0.0.1/53"),
)
"""What Bash calls the addresses that another program tries."""
_SECONDS = 3.0
_CHILD_SECONDS = 60.0
_REFUSED = Message("Refused.")
_NOT_LINUX = Message(
    "On this system BriefBank’s own code is held back, and only the firewall can hold other code back. The "
    "installer sets a rule for that."
)


def network_checks() -> list[CheckResult]:
    """Try IPv4, IPv6 and a name from this program, its native code, a child and another program. Blocks.

    Takes a tenth of a second and more in a large program, for the child process. A guard that is not engaged
    fails all of them; one that holds Python alone (``guard.level()``) fails those of native code and of other
    programs, rightly.
    """
    own = [check(name, attempt) for name, attempt in zip(_OWN_NAMES, _attempts(), strict=True)]
    return [*own, *_by_native_code(), *_by_child(), *_by_other_program()]


def let_through() -> CheckResult:
    """Report what is not refused, because the office has set it: no failure, and never silent."""
    name, server, office = Message("Let through"), close_network.server(), close_network.office()
    if close_network.listener() is not None:
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
    listeners = close_network.listener(), close_network.figures()
    addresses = close_network.directory(), close_network.server()
    here = joined(
        ["{}:{}".format(*listener.getsockname()[:2]) for listener in listeners if listener is not None],
        " and ",
    )
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


_OWN_NAMES = (
    Message("Network: IPv4"),
    Message("Network: IPv6"),
    Message("Network: UDP"),
    Message("Network: names"),
)
_CHILD_NAMES = (
    Message("Network: child process, IPv4"),
    Message("Network: child process, IPv6"),
    Message("Network: child process, UDP"),
    Message("Network: child process, names"),
)
"""Names in the order of ``_attempts``."""


def _attempts() -> tuple[Callable[[], object], ...]:
    return (
        partial(_connect, socket.AF_INET, "127.0.0.1"),
        partial(_connect, socket.AF_INET6, "::1"),
        _send_datagram,
        partial(socket.getaddrinfo, NAME, PORT),
    )


def _connect(family: socket.AddressFamily, address: str) -> None:
    with socket.socket(family, socket.SOCK_STREAM) as connection:
        connection.settimeout(_SECONDS)
        connection.connect((address, PORT))


def _send_datagram() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"", ("127.0.0.1", PORT))


def check(name: Message, attempt: Callable[[], object]) -> CheckResult:
    """Return the result of an attempt, which passes when the guard refuses it."""
    return _result(name, _test_outcome(attempt))


def _test_outcome(attempt: Callable[[], object]) -> str:
    """Return '' when the guard refused; otherwise how the attempt ended."""
    try:
        attempt()
    except guard.RefusedByGuardError:
        return ""
    except OSError as error:
        # In a child that has only the kernel's filter, the refusal is a plain "permission denied".
        return "" if error.errno == errno.EACCES else type(error).__name__
    return Message("it went through")


def _result(name: Message, ending: str) -> CheckResult:
    if not ending:
        return CheckResult(name, True, _REFUSED)
    more = NO_MESSAGE if sys.platform == "linux" else _NOT_LINUX
    return CheckResult(name, False, joined((Message("Was not stopped ({ending}).", ending=ending), more)))


def _by_native_code() -> list[CheckResult]:
    """Try what libraries could do that are not written in Python."""
    v4, v6 = native(socket.AF_INET), native(socket.AF_INET6, is_v6=True)
    return [
        _result(Message("Network: native code, IPv4"), v4),
        _result(Message("Network: native code, IPv6"), v6),
        _result(Message("Network: native code, UDP"), native_datagram()),
        _result(Message("Network: native code, names"), native_name()),
    ]


def _by_child() -> list[CheckResult]:
    """Try from a child, which is closed as all our children are: by its first call, beside what it
    inherits."""
    prepare = guard.engage if guard.level() != "off" else None
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=prepare) as pool:
            endings = pool.submit(_outcomes).result(timeout=_CHILD_SECONDS)
    except (OSError, BrokenProcessPool, TimeoutError) as error:
        endings = [type(error).__name__] * len(_CHILD_NAMES)
    return [_result(name, ending) for name, ending in zip(_CHILD_NAMES, endings, strict=True)]


def _outcomes() -> list[str]:
    """Return how each attempt ends in the process that calls this."""
    return [_test_outcome(attempt) for attempt in _attempts()]


def _by_other_program() -> list[CheckResult]:
    """Try by a program of the system, as Tesseract is one; a name query is a datagram to port 53."""
    program = shell()
    if program is None:
        return []
    v4, v6, udp, names = (by_program(program, where) for where in _ADDRESSES)
    return [
        _result(Message("Network: other programs, IPv4"), v4),
        _result(Message("Network: other programs, IPv6"), v6),
        _result(Message("Network: other programs, UDP"), udp),
        _result(Message("Network: other programs, names"), names),
    ]


_STREAM, _DATAGRAM = 1, 2
_HOST_ADDRESS, _INTERNET = 1, 1
"""The type and class of a name query (RFC 1035): type A, class IN."""
_V4 = PORT.to_bytes(2, "big") + bytes([127, 0, 0, 1]) + bytes(8)
_NOBODY = PORT.to_bytes(2, "big") + bytes(map(int, NOBODY.split("."))) + bytes(8)
_V6 = PORT.to_bytes(2, "big") + bytes(4) + bytes(15) + b"\1" + bytes(4)


def native(family: int, *, is_v6: bool = False) -> str:
    """Connect to this machine through the C library."""
    if os.name == "nt":
        return "not held back here"
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = libc.socket(family, _STREAM, 0)
    if descriptor < 0:
        return _outcome(ctypes.get_errno())
    try:
        where = _address(family, _V6 if is_v6 else _V4)
        libc.connect(descriptor, where, len(where))
        return "a socket could be made"
    finally:
        os.close(descriptor)


def native_datagram() -> str:
    """Send a datagram through the C library, which does not ask whether it arrives."""
    if os.name == "nt":
        return "not held back here"
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = libc.socket(socket.AF_INET, _DATAGRAM, 0)
    if descriptor < 0:
        return _outcome(ctypes.get_errno())
    try:
        where = _address(socket.AF_INET, _NOBODY)
        libc.sendto(descriptor, b"", 0, 0, where, len(where))
        return "a datagram could be sent"
    finally:
        os.close(descriptor)


def _address(family: int, rest: bytes) -> bytes:
    """Return a socket address. BSD and macOS put its length before its family, in one byte each."""
    if sys.platform == "darwin":
        return bytes([len(rest) + 2, family]) + rest
    return family.to_bytes(2, sys.byteorder) + rest


def native_name() -> str:
    """Resolve a name by the C library's resolver, which asks the network's name server directly."""
    ask = _resolver()
    if ask is None:
        return "not held back here"
    answer = ctypes.create_string_buffer(512)
    ctypes.set_errno(0)
    ended = ask(NAME.encode(), _INTERNET, _HOST_ADDRESS, answer, len(answer))
    return _outcome(ctypes.get_errno()) if ended < 0 else "a name was asked for"


def _resolver() -> ctypes._NamedFuncPointer | None:
    """Return ``res_query``: newer C libraries have it themselves, older ones in a library beside them."""
    if os.name == "nt":
        return None
    for library in (
        None,
        ctypes.util.find_library("resolv") if sys.platform == "darwin" else "libresolv.so.2",
    ):
        try:
            return ctypes.CDLL(library, use_errno=True).res_query
        except (AttributeError, OSError):
            continue
    return None


def _outcome(number: int) -> str:
    return "" if number == errno.EACCES else errno.errorcode.get(number, "no refusal")


_DATAGRAMS, _SENDING = "/dev/udp/", " && echo >&3"


def shell() -> str | None:
    """Return a program of the system that can open connections by itself; None where there is none."""
    return shutil.which("bash")


def by_program(program: str, where: str) -> str:
    """Connect by Bash, which says which step failed: making the socket (the guard) or a later one."""
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        ended = subprocess.run(
            [program, "-c", f"exec 3<>{where}{_SENDING if where.startswith(_DATAGRAMS) else ''}"],
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            env=environment,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return type(error).__name__
    return "" if "socket: Permission denied" in ended.stderr else "a connection was tried"
