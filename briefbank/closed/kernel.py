"""Asks the Linux kernel to refuse network sockets to this process, all its threads and all its children.

A seccomp filter looks at each system call and lets ``socket`` and ``socketpair`` make two kinds only: sockets
of this machine's file system, and the kernel's list of its own network cards, which libraries read and which
leads nowhere. ``io_uring`` is refused because it makes sockets without those calls, ``pidfd_getfd`` because
it takes them from another program. A process with a filter cannot take it off, nor can its children. A socket
that exists already is not seen by it: see ``landlock_ports`` and ``inherited``.
"""

from __future__ import annotations

import ctypes
import errno
import os
from dataclasses import dataclass

from briefbank.closed.seccomp import (
    ALLOW,
    AT_ARCHITECTURE,
    AT_FIRST_ARGUMENT,
    AT_NUMBER,
    AT_THIRD_ARGUMENT,
    IF_AT_LEAST,
    IF_EQUAL,
    KILL,
    LOAD,
    RETURN,
    X32_BIT,
    Instruction,
    Processor,
    failing,
    install,
    processor,
)

_AF_UNIX, _AF_INET, _AF_NETLINK, _AF_INET6 = 1, 2, 16, 10
_NETLINK_ROUTE = 0
_SOCK_STREAM, _NO_SUCH_KIND = 1, 15


@dataclass(frozen=True, slots=True)
class _Calls:
    """The numbers of those that make sockets (each processor's table of system calls)."""

    socket: int
    socketpair: int
    io_uring_setup: int = 425
    pidfd_getfd: int = 438


_CALLS = {"x86_64": _Calls(socket=41, socketpair=53), "aarch64": _Calls(socket=198, socketpair=199)}


def refuse_network() -> bool:
    """Install the filter unless one is inherited; whether native code is now refused. Never raises.

    False on other systems and processors, and where the kernel or a container forbids filters.
    """
    found = processor()
    if found is None:
        return False
    if not is_refused():
        install(_instructions(found), found)
    return is_refused()


def is_refused() -> bool:
    """Whether native code may make neither an IPv4 nor an IPv6 socket. Linux only; sends nothing.

    It asks for a kind of socket that does not exist, so that none is made even where nothing refuses it.
    """
    return all(native_socket(family, _NO_SUCH_KIND) == errno.EACCES for family in (_AF_INET, _AF_INET6))


def native_socket(family: int, kind: int = _SOCK_STREAM) -> int:
    """Make and close a socket past Python; returns the error number, or 0 when it was made."""
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = libc.socket(family, kind, 0)
    if descriptor < 0:
        return ctypes.get_errno()
    os.close(descriptor)
    return 0


def _instructions(on: Processor) -> list[Instruction]:
    calls = _CALLS[on.name]
    return [
        (LOAD, 0, 0, AT_ARCHITECTURE),
        (IF_EQUAL, 1, 0, on.audit),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, AT_NUMBER),
        (IF_AT_LEAST, 10, 0, X32_BIT),
        (IF_EQUAL, 9, 0, calls.io_uring_setup),
        (IF_EQUAL, 8, 0, calls.pidfd_getfd),
        (IF_EQUAL, 1, 0, calls.socket),
        (IF_EQUAL, 0, 5, calls.socketpair),
        (LOAD, 0, 0, AT_FIRST_ARGUMENT),
        (IF_EQUAL, 3, 0, _AF_UNIX),
        (IF_EQUAL, 0, 3, _AF_NETLINK),
        (LOAD, 0, 0, AT_THIRD_ARGUMENT),
        (IF_EQUAL, 0, 1, _NETLINK_ROUTE),
        (RETURN, 0, 0, ALLOW),
        failing(errno.EACCES),
    ]
