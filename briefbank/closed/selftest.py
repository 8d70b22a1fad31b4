"""Shows that the network is refused, by trying every way out and looking at how it ends.

All attempts go to this machine itself and to a name that cannot exist (RFC 2606), so that nothing leaves the
computer even if the guard is broken. A closed port answers too, with "connection refused"; only the guard's
own error counts as a pass.
"""

from __future__ import annotations

import errno
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context

from briefbank.closed import guard, kernel
from briefbank.models import CheckResult

_PORT = 9
"""The discard service of old; nobody listens there."""
_SECONDS = 3.0
_CHILD_SECONDS = 60.0
_REFUSED = "Refused."


def network_checks() -> list[CheckResult]:
    """Try IPv4, IPv6, UDP and a name from this program, then from a child and from native code. Blocks.

    Takes a tenth of a second and more in a large program, for the child process. A guard that is not engaged
    fails all of them; one that holds Python alone (``guard.level()``) fails those of native code, rightly.
    """
    results = [_by_python(name, attempt) for name, attempt in _attempts().items()]
    return [*results, _by_child(), _by_native_code(), *_by_native_program()]


def _attempts() -> dict[str, Callable[[], object]]:
    return {
        "Network: IPv4": partial(_connect, socket.AF_INET, "127.0.0.1"),
        "Network: IPv6": partial(_connect, socket.AF_INET6, "::1"),
        "Network: UDP": _send_datagram,
        "Network: names": partial(socket.getaddrinfo, "briefbank.invalid", _PORT),
    }


def _connect(family: socket.AddressFamily, address: str) -> None:
    with socket.socket(family, socket.SOCK_STREAM) as connection:
        connection.settimeout(_SECONDS)
        connection.connect((address, _PORT))


def _send_datagram() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"", ("127.0.0.1", _PORT))


def _by_python(name: str, attempt: Callable[[], object]) -> CheckResult:
    return _judged(name, _ending(attempt))


def _ending(attempt: Callable[[], object]) -> str:
    """Empty when the guard refused; otherwise how the attempt ended."""
    try:
        attempt()
    except guard.RefusedByGuardError:
        return ""
    except OSError as error:
        # In a child that has only the kernel's filter, the refusal is a plain "permission denied".
        return "" if error.errno == errno.EACCES else type(error).__name__
    return "it went through"


def _judged(name: str, ending: str) -> CheckResult:
    return CheckResult(name, not ending, _REFUSED if not ending else f"Was not stopped ({ending}).")


def _by_child() -> CheckResult:
    """A child inherits the kernel's filter; without one it engages the guard, as all our children do."""
    name = "Network: child process"
    prepare = guard.engage if guard.level() == "interpreter" else None
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=prepare) as pool:
            endings = pool.submit(_endings).result(timeout=_CHILD_SECONDS)
    except (OSError, BrokenProcessPool, TimeoutError) as error:
        return CheckResult(name, False, f"Could not be tried ({type(error).__name__}).")
    return _judged(name, ", ".join(sorted(set(endings) - {""})))


def _endings() -> list[str]:
    """How each attempt ends in the process that calls this.

    Without names: in a child that has only the kernel's filter, asking for one fails like on any machine
    without a network, because the sockets that it needs are refused.
    """
    return [_ending(attempt) for name, attempt in _attempts().items() if name != "Network: names"]


def _by_native_code() -> CheckResult:
    stopped = sys.platform == "linux" and kernel.is_refused()
    return _judged("Network: native code", "" if stopped else "a socket could be made")


def _by_native_program() -> list[CheckResult]:
    """Bash says which step failed: making the socket (the guard) or connecting it (nobody listens)."""
    name, program = "Network: other programs", shutil.which("bash")
    if program is None:
        return []
    command = [program, "-c", f"exec 3<>/dev/tcp/127.0.0.1/{_PORT}"]
    try:
        environment = {**os.environ, "LC_ALL": "C"}
        ended = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, env=environment)
    except (OSError, subprocess.TimeoutExpired) as error:
        return [CheckResult(name, False, f"Could not be tried ({type(error).__name__}).")]
    stopped = "socket: Permission denied" in ended.stderr
    return [_judged(name, "" if stopped else "a connection was tried")]
