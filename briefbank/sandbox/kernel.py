"""Asks the Linux kernel to refuse network sockets to this process, all its threads and all its children.

A seccomp filter looks at each system call and lets ``socket`` and ``socketpair`` make two kinds only: sockets
of this machine's file system, and the kernel's list of its own network cards, which libraries read and which
leads nowhere. ``io_uring`` is refused because it makes sockets without those calls, ``pidfd_getfd`` because
it takes them from another program. Connecting while sending (TCP Fast Open) is refused, because Landlock does
not see it (tried on Linux 6.18). A process with a filter cannot take it off, nor can its children. A socket
that exists already is not seen by the filter: see ``landlock_ports`` and ``inherited``.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.sandbox.seccomp import (
    ALLOW,
    AND,
    AT_FIRST_ARGUMENT,
    AT_FOURTH_ARGUMENT,
    AT_SECOND_ARGUMENT,
    AT_THIRD_ARGUMENT,
    IF_ANY_BIT,
    IF_EQUAL,
    LOAD,
    RETURN,
    Instruction,
    Processor,
    begun,
    failing,
    install,
    processor,
)

_AF_UNIX, _AF_INET, _AF_NETLINK, _AF_INET6 = 1, 2, 16, 10
_NETLINK_ROUTE = 0
_SOCK_STREAM, _NO_SUCH_KIND = 1, 15
_KIND_MASK = 0xF
"""The mask of a socket's kind; the bits above it say how the socket is opened."""
_NOT_TCP = 0xFFFFFFFF & ~6
"""Bits of protocols other than 0 (the usual one of the kind) and 6. They include Multipath TCP and SCTP,
which Landlock does not see."""


@dataclass(frozen=True, slots=True)
class _Calls:
    """The numbers of the calls that make sockets (each processor's table of system calls)."""

    socket: int
    socketpair: int
    sendto: int
    sendmsg: int
    sendmmsg: int
    io_uring_setup: int = 425
    pidfd_getfd: int = 438


_CALLS = {
    "x86_64": _Calls(socket=41, socketpair=53, sendto=44, sendmsg=46, sendmmsg=307),
    "aarch64": _Calls(socket=198, socketpair=199, sendto=206, sendmsg=211, sendmmsg=269),
}
_MSG_FASTOPEN = 0x20000000


def refuse_network() -> bool:
    """Install the filter unless one is inherited; return whether native code is now refused. Never raises.
    False on other systems and processors, and where the kernel or a container forbids filters."""
    found = processor()
    if found is None:
        return False
    if not is_refused():
        install(_instructions(found, _LOCAL), found)
    return is_refused()


def refuse_all_but_tcp() -> bool:
    """Hold the one process that may connect to TCP, native code too; return whether that succeeded. Then the
    rule for ports (``landlock_ports``) covers all it can send. Never raises; False as above."""
    found = processor()
    return found is not None and install(_instructions(found, _TCP), found)


def is_refused() -> bool:
    """Tell whether native code may make neither an IPv4 nor an IPv6 socket. Linux only; sends nothing. It
    asks for a kind of socket that does not exist, so that none is made even where nothing refuses it."""
    return all(native_socket(family, _NO_SUCH_KIND) == errno.EACCES for family in (_AF_INET, _AF_INET6))


def native_socket(family: int, kind: int = _SOCK_STREAM) -> int:
    """Make and close a socket past Python; return the error number, or 0 when it was made."""
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = libc.socket(family, kind, 0)
    if descriptor < 0:
        return ctypes.get_errno()
    os.close(descriptor)
    return 0


_LOCAL = (
    (LOAD, 0, 0, AT_FIRST_ARGUMENT),
    (IF_EQUAL, 3, 0, _AF_UNIX),
    (IF_EQUAL, 0, 3, _AF_NETLINK),
    (LOAD, 0, 0, AT_THIRD_ARGUMENT),
    (IF_EQUAL, 0, 1, _NETLINK_ROUTE),
    (RETURN, 0, 0, ALLOW),
    failing(errno.EACCES),
)
_TCP = (
    (LOAD, 0, 0, AT_FIRST_ARGUMENT),
    (IF_EQUAL, 2, 0, _AF_INET),
    (IF_EQUAL, 1, 0, _AF_INET6),
    (IF_EQUAL, 5, 6, _AF_UNIX),
    (LOAD, 0, 0, AT_SECOND_ARGUMENT),
    (AND, 0, 0, _KIND_MASK),
    (IF_EQUAL, 0, 3, _SOCK_STREAM),
    (LOAD, 0, 0, AT_THIRD_ARGUMENT),
    (IF_ANY_BIT, 1, 0, _NOT_TCP),
    (RETURN, 0, 0, ALLOW),
    failing(errno.EACCES),
)


def _instructions(on: Processor, sockets: Sequence[Instruction]) -> list[Instruction]:
    """Return the filter's program. ``sockets`` decides which sockets may be made; its last two allow and
    refuse."""
    calls = _CALLS[on.name]
    return [
        *begun(on),
        *_without_fast_open(calls.sendto, AT_FOURTH_ARGUMENT),
        *_without_fast_open(calls.sendmmsg, AT_FOURTH_ARGUMENT),
        *_without_fast_open(calls.sendmsg, AT_THIRD_ARGUMENT),
        (IF_EQUAL, len(sockets) + 2, 0, calls.io_uring_setup),
        (IF_EQUAL, len(sockets) + 1, 0, calls.pidfd_getfd),
        (IF_EQUAL, 1, 0, calls.socket),
        (IF_EQUAL, 0, len(sockets) - 2, calls.socketpair),
        *sockets,
    ]


def _without_fast_open(number: int, at_flags: int) -> list[Instruction]:
    return [
        (IF_EQUAL, 0, 4, number),
        (LOAD, 0, 0, at_flags),
        (IF_ANY_BIT, 0, 1, _MSG_FASTOPEN),
        failing(errno.EACCES),
        (RETURN, 0, 0, ALLOW),
    ]
