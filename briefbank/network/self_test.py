"""Shows that the network is refused, by trying every way out and looking at how it ends.

Connections go to this machine itself, name queries ask for a name that cannot exist (RFC 2606), and single
empty datagrams go to an address that nobody has (RFC 5737), so that nothing is told to anybody even if the
guard is broken. A closed port answers too, with "connection refused"; only the guard's own error counts as a
pass.
"""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context

from briefbank.domain.maintenance import CheckResult
from briefbank.network import close_network, probes
from briefbank.sandbox import guard

_PORT = probes.PORT
_SECONDS = 3.0
_CHILD_SECONDS = 60.0
_REFUSED = "Refused."
_NOT_LINUX = (
    "On this system BriefBank’s own code is held back, and only the firewall can hold other code back. The "
    "installer sets a rule for that."
)


def network_checks() -> list[CheckResult]:
    """Try IPv4, IPv6 and a name from this program, its native code, a child and another program. Blocks.

    Takes a tenth of a second and more in a large program, for the child process. A guard that is not engaged
    fails all of them; one that holds Python alone (``guard.level()``) fails those of native code and of other
    programs, rightly.
    """
    results = [_by_python(name, attempt) for name, attempt in zip(_OWN_NAMES, _attempts(), strict=True)]
    return [*results, *_by_native_code(), *_by_child(), *_by_other_program()]


def let_through() -> CheckResult:
    """Report what is not refused, because the office has set it: no failure, and never silent."""
    name, server, office = "Let through", close_network.server(), close_network.office()
    if close_network.listener() is not None:
        text = _of_office_server()
    elif office is not None:
        text = f"Only the office server that this computer has joined: {office.where}"
    elif server is not None:
        text = f"Only the text recognition server that your office has set: {server.where}"
    else:
        return CheckResult(name, True, "Nothing. No server is set.")
    return CheckResult(name, True, text, remark=True)


def _of_office_server() -> str:
    """Return what an office server lets through: whoever connects to it, and the servers that it may ask."""
    listeners = close_network.listener(), close_network.figures()
    asked = close_network.directory(), close_network.server()
    here = " and ".join("{}:{}".format(*each.getsockname()[:2]) for each in listeners if each is not None)
    reached = " and ".join(each.where for each in asked if each is not None)
    if not reached:
        return f"Desks may connect to this office server at {here}. It connects to nothing itself."
    return f"Desks may connect to this office server at {here}. It connects to nothing itself but {reached}"


_OWN_NAMES = ("Network: IPv4", "Network: IPv6", "Network: UDP", "Network: names")
_CHILD_NAMES = (
    "Network: child process, IPv4",
    "Network: child process, IPv6",
    "Network: child process, UDP",
    "Network: child process, names",
)
"""Names in the order of ``_attempts``."""


def _attempts() -> tuple[Callable[[], object], ...]:
    return (
        partial(_connect, socket.AF_INET, "127.0.0.1"),
        partial(_connect, socket.AF_INET6, "::1"),
        _send_datagram,
        partial(socket.getaddrinfo, probes.NAME, _PORT),
    )


def _connect(family: socket.AddressFamily, address: str) -> None:
    with socket.socket(family, socket.SOCK_STREAM) as connection:
        connection.settimeout(_SECONDS)
        connection.connect((address, _PORT))


def _send_datagram() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"", ("127.0.0.1", _PORT))


def _by_python(name: str, attempt: Callable[[], object]) -> CheckResult:
    return _result(name, _outcome(attempt))


def _outcome(attempt: Callable[[], object]) -> str:
    """Return '' when the guard refused; otherwise how the attempt ended."""
    try:
        attempt()
    except guard.RefusedByGuardError:
        return ""
    except OSError as error:
        # In a child that has only the kernel's filter, the refusal is a plain "permission denied".
        return "" if error.errno == errno.EACCES else type(error).__name__
    return "it went through"


def _result(name: str, ending: str) -> CheckResult:
    if not ending:
        return CheckResult(name, True, _REFUSED)
    more = "" if sys.platform == "linux" else f" {_NOT_LINUX}"
    return CheckResult(name, False, f"Was not stopped ({ending}).{more}")


def _by_native_code() -> list[CheckResult]:
    """Try what libraries could do that are not written in Python."""
    v4, v6 = probes.native(socket.AF_INET), probes.native(socket.AF_INET6, is_v6=True)
    return [
        _result("Network: native code, IPv4", v4),
        _result("Network: native code, IPv6", v6),
        _result("Network: native code, UDP", probes.native_datagram()),
        _result("Network: native code, names", probes.native_name()),
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
    return [_outcome(attempt) for attempt in _attempts()]


def _by_other_program() -> list[CheckResult]:
    """Try by a program of the system, as Tesseract is one; a name query is a datagram to port 53."""
    program = probes.shell()
    if program is None:
        return []
    v4, v6, udp, names = (probes.by_program(program, where) for where in _PLACES)
    return [
        _result("Network: other programs, IPv4", v4),
        _result("Network: other programs, IPv6", v6),
        _result("Network: other programs, UDP", udp),
        _result("Network: other programs, names", names),
    ]


_PLACES = (
    *(f"/dev/tcp/127.0.0.1/{_PORT}", f"/dev/tcp/::1/{_PORT}"),
    *(f"/dev/udp/{probes.NOBODY}/{_PORT}", "/dev/udp/127.0.0.1/53"),
)
