"""Asks the Linux kernel to refuse network sockets to this process, all its threads and all its children.

A seccomp filter looks at each system call and lets ``socket`` and ``socketpair`` make two kinds only: sockets
of this machine's file system, and the kernel's list of its own network cards, which libraries read and which
leads nowhere. ``io_uring`` is refused because it makes sockets without those calls, ``pidfd_getfd`` because
it takes them from another program. A process with a filter cannot take it off, nor can its children. A socket
that exists already is not seen by it: see ``landlock`` and ``inherited``.

The structures are those of linux/filter.h and linux/seccomp.h; see the manual page seccomp(2).
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from dataclasses import dataclass

_AF_UNIX, _AF_INET, _AF_NETLINK, _AF_INET6 = 1, 2, 16, 10
_NETLINK_ROUTE = 0
_SOCK_STREAM, _NO_SUCH_KIND = 1, 15

_PR_SET_NO_NEW_PRIVS = 38
_SECCOMP_SET_MODE_FILTER = 1
_SECCOMP_FILTER_FLAG_TSYNC = 1

_LOAD_WORD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _FAIL_WITH, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_AT_NUMBER, _AT_ARCHITECTURE, _AT_FIRST_ARGUMENT, _AT_THIRD_ARGUMENT = 0, 4, 16, 32
_X32_BIT = 0x40000000
"""Set in the numbers of x86-64's second, 32-bit table of calls, which would otherwise go round the filter."""


@dataclass(frozen=True, slots=True)
class _Machine:
    """What differs between processors (linux/audit.h and each one's table of system calls)."""

    audit: int
    socket: int
    socketpair: int
    seccomp: int
    io_uring_setup: int = 425
    pidfd_getfd: int = 438


_MACHINES = {
    "x86_64": _Machine(audit=0xC000003E, socket=41, socketpair=53, seccomp=317),
    "aarch64": _Machine(audit=0xC00000B7, socket=198, socketpair=199, seccomp=277),
}


class _Instruction(ctypes.Structure):
    """struct sock_filter"""

    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    """struct sock_fprog"""

    _fields_ = (("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(_Instruction)))


def refuse_network() -> bool:
    """Install the filter unless one is inherited; whether native code is now refused. Never raises.

    False on other systems and processors, and where the kernel or a container forbids filters.
    """
    if sys.platform != "linux":
        return False
    machine = _MACHINES.get(os.uname().machine)
    if machine is None or sys.maxsize < 2**32:
        return False
    if not is_refused():
        _install(machine)
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


def _install(machine: _Machine) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    # Without this promise (no set-user-id programs from here on) only root may install filters.
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return
    instructions = _instructions(machine)
    array = (_Instruction * len(instructions))(*(_Instruction(*each) for each in instructions))
    program = _Program(len(instructions), array)
    # TSYNC: threads that run already are held by the filter as well, or none is.
    libc.syscall(
        ctypes.c_long(machine.seccomp),
        ctypes.c_uint(_SECCOMP_SET_MODE_FILTER),
        ctypes.c_uint(_SECCOMP_FILTER_FLAG_TSYNC),
        ctypes.byref(program),
    )


def _instructions(machine: _Machine) -> list[tuple[int, int, int, int]]:
    """The filter: (operation, steps to skip when true, when false, value)."""
    refused = errno.EACCES | _FAIL_WITH
    return [
        (_LOAD_WORD, 0, 0, _AT_ARCHITECTURE),
        (_IF_EQUAL, 1, 0, machine.audit),
        (_RETURN, 0, 0, _KILL),
        (_LOAD_WORD, 0, 0, _AT_NUMBER),
        (_IF_AT_LEAST, 10, 0, _X32_BIT),
        (_IF_EQUAL, 9, 0, machine.io_uring_setup),
        (_IF_EQUAL, 8, 0, machine.pidfd_getfd),
        (_IF_EQUAL, 1, 0, machine.socket),
        (_IF_EQUAL, 0, 5, machine.socketpair),
        (_LOAD_WORD, 0, 0, _AT_FIRST_ARGUMENT),
        (_IF_EQUAL, 3, 0, _AF_UNIX),
        (_IF_EQUAL, 0, 3, _AF_NETLINK),
        (_LOAD_WORD, 0, 0, _AT_THIRD_ARGUMENT),
        (_IF_EQUAL, 0, 1, _NETLINK_ROUTE),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, refused),
    ]
