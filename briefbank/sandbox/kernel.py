"""Rules of the Linux kernel by which a process restricts itself: Landlock, and filters of system calls.

Landlock (https://docs.kernel.org/userspace-api/landlock.html) lets a process open only named files and
connect to named ports. Its rules hold for the calling thread and for the threads and programs that it starts
later, and cannot be taken off. A filter (seccomp(2), linux/filter.h and linux/seccomp.h) is a list of
instructions that looks at the number and the first arguments of each system call; it holds for the whole
process and its children.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

# The numbers are the same on all processors (the common table of system calls since Linux 5.1).
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION = 1


class _Handled(ctypes.Structure):
    """struct landlock_ruleset_attr. An older kernel accepts it while the members it does not know are 0."""

    _fields_ = (("files", ctypes.c_uint64), ("ports", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


def version() -> int:
    """Return the kernel's Landlock version; 0 where there is none or it is off, and on other systems."""
    if sys.platform != "linux" or sys.maxsize < 2**32:
        return 0
    return max(0, int(_libc().syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_VERSION)))


def restrict(
    rules: Iterable[tuple[int, ctypes.Structure]], *, files: int = 0, ports: int = 0, scopes: int = 0
) -> bool:
    """Refuse this thread what ``files``, ``ports`` and ``scopes`` name, except what the rules allow, each
    after its kind (LANDLOCK_RULE_…); return whether that holds. A rule that the kernel does not take allows
    nothing. ``version`` must know all bits. Never raises."""
    handled = _Handled(files, ports, scopes)
    size = ctypes.c_size_t(ctypes.sizeof(handled))
    ruleset = _libc().syscall(_CREATE_RULESET, ctypes.byref(handled), size, 0)
    if ruleset < 0:
        return False
    try:
        for kind, rule in rules:
            _libc().syscall(_ADD_RULE, ruleset, kind, ctypes.byref(rule), 0)
        is_private = promise_no_new_privileges()
        return is_private and bool(_libc().syscall(_RESTRICT_SELF, ruleset, 0) == 0)
    finally:
        os.close(ruleset)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


# Files, since Linux 5.13. A rule holds for a folder with all that is in it, by whichever path it is
# reached. A path that no rule names can still be asked about (whether it exists, how large it is), but not
# opened, listed, made, renamed or removed. Signals and abstract sockets to programs outside are refused
# since Linux 6.12.

_RULE_PATH_BENEATH = 1

_EXECUTE, _WRITE, _READ, _LIST = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_REMOVE = 1 << 4 | 1 << 5
_MAKE_FOLDER, _MAKE_FILE = 1 << 7, 1 << 8
_REFER, _TRUNCATE, _DEVICE_CONTROL = 1 << 13, 1 << 14, 1 << 15
_ALL_FIRST = (1 << 13) - 1
_SINCE = {2: _REFER, 3: _TRUNCATE, 5: _DEVICE_CONTROL}
"""Access rights that later versions of Landlock can refuse, by version."""
_SCOPES_SINCE, _ABSTRACT_SOCKETS, _SIGNALS = 6, 1, 2

_FILE_RIGHTS = _EXECUTE | _WRITE | _READ | _TRUNCATE | _DEVICE_CONTROL
_READING = _READ | _LIST
_WORKING = _READING | _WRITE | _TRUNCATE | _REMOVE | _MAKE_FOLDER | _MAKE_FILE
"""The rights in a folder to work in. No links, pipes, sockets or devices are made: whoever takes a file from
there would follow them. Nothing is moved from one folder to another, nor given a second name there: a rule
would go with it."""


class _PathBeneath(ctypes.Structure):
    """struct landlock_path_beneath_attr"""

    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def open_only(*, read: Iterable[str], run: Iterable[str], work: Iterable[str]) -> bool:
    """Restrict this thread, and threads and programs it starts from now on, to these files.

    Returns whether that holds. ``read`` and ``work`` are files and folders, ``run`` files that may be read
    and started as programs. Paths that do not exist are passed over. Call it before a second thread is
    started. Never raises.
    """
    known = version()
    if not known:
        return False
    handled = _ALL_FIRST | sum(right for since, right in _SINCE.items() if known >= since)
    scopes = _ABSTRACT_SOCKETS | _SIGNALS if known >= _SCOPES_SINCE else 0

    def rules() -> Iterator[tuple[int, ctypes.Structure]]:
        for paths, rights in ((read, _READING), (run, _READ | _EXECUTE), (work, _WORKING)):
            for path in paths:
                try:
                    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
                except OSError:
                    continue
                try:
                    is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
                    allowed = rights & handled if is_folder else rights & handled & _FILE_RIGHTS
                    yield _RULE_PATH_BENEATH, _PathBeneath(allowed, descriptor)
                finally:
                    os.close(descriptor)

    return restrict(rules(), files=handled, scopes=scopes)


# Ports, since Linux 6.7.
_PORTS_SINCE = 4
_BIND_TCP, _CONNECT_TCP = 1, 2
_RULE_NET_PORT = 2


class _NetPort(ctypes.Structure):
    """struct landlock_net_port_attr"""

    _fields_ = (("allowed", ctypes.c_uint64), ("port", ctypes.c_uint64))


def allow_tcp(ports: Sequence[int] = (), *, listening: bool = False) -> bool:
    """Refuse TCP to this thread, and to threads and programs it starts later, but for connecting to ``ports``
    and, where it may, ``listening``; return whether that holds.

    Landlock covers what the system call filter cannot see: a socket that was there before or was handed over
    by another program can neither connect nor listen. It also keeps programs from being traced and their
    sockets from being taken by this one, and it works on processors for which there is no filter. It does not
    cover datagrams. Never raises; False on other systems and where the kernel has no such rules.
    """
    if version() < _PORTS_SINCE:
        return False
    rules = [(_RULE_NET_PORT, _NetPort(_CONNECT_TCP, port)) for port in ports]
    return restrict(rules, ports=_CONNECT_TCP if listening else _CONNECT_TCP | _BIND_TCP)


Instruction = tuple[int, int, int, int]
"""An operation, the steps to skip when true and when false, and a value."""

LOAD, AND, IF_EQUAL, IF_AT_LEAST, IF_ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
ALLOW, FAIL_WITH, KILL = 0x7FFF0000, 0x00050000, 0x80000000
AT_NUMBER, AT_ARCHITECTURE = 0, 4
AT_FIRST_ARGUMENT, AT_SECOND_ARGUMENT, AT_THIRD_ARGUMENT, AT_FOURTH_ARGUMENT = 16, 24, 32, 40
X32_BIT = 0x40000000
"""The bit in the numbers of x86-64's second, 32-bit table of calls, which would otherwise bypass a filter."""

_SET_NO_NEW_PRIVS = 38
_SET_MODE_FILTER, _ALL_THREADS = 1, 1


@dataclass(frozen=True, slots=True)
class Processor:
    """A processor: ``audit`` identifies it in a filter (linux/audit.h), ``seccomp`` is the number of that
    call."""

    name: str
    audit: int
    seccomp: int


_PROCESSORS = {
    processor.name: processor
    for processor in (Processor("x86_64", 0xC000003E, 317), Processor("aarch64", 0xC00000B7, 277))
}


class _Filter(ctypes.Structure):
    """struct sock_filter"""

    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    """struct sock_fprog"""

    _fields_ = (("length", ctypes.c_uint16), ("filters", ctypes.POINTER(_Filter)))


def processor() -> Processor | None:
    """Return this computer's processor; None on other systems and for those whose calls are not listed
    here."""
    if sys.platform != "linux" or sys.maxsize < 2**32:
        return None
    return _PROCESSORS.get(os.uname().machine)


def install(instructions: Sequence[Instruction], on: Processor) -> bool:
    """Hold all threads of this process, and its children, to a filter for ever; return whether it holds.
    Never raises; False where the kernel or a container forbids filters."""
    if not promise_no_new_privileges():
        return False
    # Threads that run already are held by the filter as well, or none is.
    arguments = ctypes.c_uint(_SET_MODE_FILTER), ctypes.c_uint(_ALL_THREADS)
    call = ctypes.c_long(on.seccomp), *arguments, ctypes.byref(compiled(instructions))
    return bool(_libc().syscall(*call) == 0)


def compiled(instructions: Sequence[Instruction]) -> ctypes.Structure:
    """Return a filter as the system takes it, a ``struct sock_fprog``."""
    array = (_Filter * len(instructions))(*(_Filter(*instruction) for instruction in instructions))
    return _Program(len(instructions), array)


def begun(on: Processor) -> list[Instruction]:
    """Return the start of a filter: it loads the call's number and refuses calls of other tables."""
    return [
        (LOAD, 0, 0, AT_ARCHITECTURE),
        (IF_EQUAL, 1, 0, on.audit),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, AT_NUMBER),
        (IF_AT_LEAST, 0, 1, X32_BIT),
        failing(errno.EACCES),
    ]


def promise_no_new_privileges() -> bool:
    """Give up set-user-id programs from here on. Without this promise only root may restrict a process."""
    return bool(_libc().prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)


def failing(number: int) -> Instruction:
    """Return the instruction that makes the call fail with this error."""
    return RETURN, 0, 0, FAIL_WITH | number


# The filter for readers of documents covers what Landlock does not: connecting to programs of this computer
# (a session bus would start anything for whoever asks), looking into and steering other processes, memory
# and queues that programs of the user share by a number (the window's picture is such memory), watching
# what happens in folders, changing the owner or date of a file that may only be read. A refused call fails
# like one without permission. A change of a file's mode is not made either, and is answered as if it were:
# libraries that keep their files private give up otherwise (NSS, without which LibreOffice opens no
# protected OpenDocument file). The numbers are those of the kernel's tables
# (arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h).
#
# A signal can also be sent by way of a descriptor (F_SETOWN and F_SETSIG of fcntl, FIOSETOWN of ioctl), and
# by tgkill, which a program needs to end itself; both would end the window where Landlock knows no signals.

_CLONE_THREAD = 0x10000

_PRLIMIT = {"x86_64": 302, "aarch64": 261}
_CLONE, _CLONE3 = {"x86_64": 56, "aarch64": 220}, 435

# The same numbers on all processors: io_uring, pidfds, mounts by descriptor, and the newest ways to change a
# file's mode and attributes.
_EVERYWHERE = (424, 425, 426, 427, 428, 429, 430, 431, 432, 433, 434, 438, 442, 447, 463, 466)
_NEVER = {
    "x86_64": (
        *(41, 42, 43, 49, 50, 288),  # socket, connect, accept, bind, listen, accept4
        *(101, 310, 311, 312),  # ptrace, process_vm_readv, process_vm_writev, kcmp
        *(129, 200, 297),  # rt_sigqueueinfo, tkill, rt_tgsigqueueinfo
        *(92, 93, 94, 260),  # chown in its forms
        *(188, 189, 190, 197, 198, 199, 132, 235, 261, 280),  # extended attributes, dates
        *(155, 161, 165, 166, 272, 308),  # pivot_root, chroot, mount, umount2, unshare, setns
        *(248, 249, 250, 298, 304, 319, 321, 323),  # keys, perf, file handles, memfd, bpf, userfaultfd
        *(29, 30, 31, 64, 65, 66, 68, 69, 70, 71, 220, 240, 241),  # shared memory, semaphores, queues
        *(253, 254, 294, 300),  # inotify, fanotify
        *(163, 164, 167, 168, 169, 170, 172, 173, 175, 176, 227, 246, 313, 320),  # what only root may do
    ),
    "aarch64": (
        *(198, 203, 202, 200, 201, 242),
        *(117, 270, 271, 272),
        *(138, 130, 240),
        *(54, 55),
        *(5, 6, 7, 14, 15, 16, 88),
        *(41, 51, 40, 39, 97, 268),
        *(217, 218, 219, 241, 265, 279, 280, 282),
        *(186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 180, 181),
        *(26, 27, 262),
        *(89, 104, 105, 106, 112, 142, 161, 170, 224, 225, 273, 294),
    ),
}
_MODES = {"x86_64": (90, 91, 268, 452), "aarch64": (52, 53, 452)}  # chmod, fchmod, fchmodat and fchmodat2
_PROGRAMS = {"x86_64": (57, 58, 59, 62, 322), "aarch64": (221, 129, 281)}
"""Calls refused to a child that starts no programs, nor has any to end: fork, vfork, execve, kill,
execveat."""
_TGKILL = {"x86_64": 234, "aarch64": 131}
_STEERING = {
    "x86_64": ((72, (8, 10, 15)), (16, (0x8901, 0x8902))),
    "aarch64": ((25, (8, 10, 15)), (29, (0x8901, 0x8902))),
}
"""Calls that choose who gets which signal: fcntl with F_SETOWN, F_SETSIG, F_SETOWN_EX, and ioctl with
FIOSETOWN, SIOCSPGRP."""


def refuse_calls(*, programs: bool) -> bool:
    """Install the filter for all threads and children of this process, for ever; return whether it holds.
    With ``programs`` it may start programs and end them. Otherwise as ``refuse_network``."""
    here = processor()
    return here is not None and install(list(_instructions(here, programs)), here)


def _instructions(on: Processor, programs: bool) -> Iterator[Instruction]:
    machine = on.name
    yield from begun(on)
    for number in (*_EVERYWHERE, *_NEVER[machine], *(() if programs else _PROGRAMS[machine])):
        yield IF_EQUAL, 0, 1, number
        yield failing(errno.EACCES)
    for number in _MODES[machine]:
        yield IF_EQUAL, 0, 1, number
        yield failing(0)
    for number, refused in _STEERING[machine]:
        yield from _with_argument(number, AT_SECOND_ARGUMENT, IF_EQUAL, refused, allowed=False)
    # prlimit calls this process 0, and a limit of processor time would end another one.
    yield from _with_argument(_PRLIMIT[machine], AT_FIRST_ARGUMENT, IF_EQUAL, [0], allowed=True)
    if not programs:
        # tgkill is what a failing program ends itself with.
        yield from _with_argument(_TGKILL[machine], AT_FIRST_ARGUMENT, IF_EQUAL, [os.getpid()], allowed=True)
        # Only threads: a filter cannot look at clone3's flags, which are in memory. It acts as if this kernel
        # did not know clone3, upon which the C library takes clone.
        yield IF_EQUAL, 0, 1, _CLONE3
        yield failing(errno.ENOSYS)
        yield from _with_argument(
            _CLONE[machine], AT_FIRST_ARGUMENT, IF_ANY_BIT, [_CLONE_THREAD], allowed=True
        )
    yield RETURN, 0, 0, ALLOW


def _with_argument(
    number: int, at: int, operation: int, values: Sequence[int], *, allowed: bool
) -> list[Instruction]:
    """Allow a call only where the test of an argument succeeds with each of the values, or only where it
    fails with each."""
    skip_refusal = (1, 0) if allowed else (0, 1)
    tests = [test for value in values for test in ((operation, *skip_refusal, value), failing(errno.EACCES))]
    return [(IF_EQUAL, 0, len(tests) + 2, number), (LOAD, 0, 0, at), *tests, (RETURN, 0, 0, ALLOW)]


# The filter that refuses network sockets lets ``socket`` and ``socketpair`` make two kinds only:
# sockets of this machine's file system, and the kernel's list of its own network cards, which libraries
# read and which leads nowhere. ``io_uring`` is refused because it makes sockets without those calls,
# ``pidfd_getfd`` because it takes them from another program. Connecting while sending (TCP Fast Open) is
# refused, because Landlock does not see it (tried on Linux 6.18). A socket that exists already is not seen
# by the filter: see ``allow_tcp`` and ``guard.close_network_sockets``.

_AF_UNIX, _AF_INET, _AF_NETLINK, _AF_INET6 = 1, 2, 16, 10
_NETLINK_ROUTE = 0
_SOCK_STREAM, _NO_SUCH_KIND = 1, 15
_KIND_MASK = 0xF  # The mask of a socket's kind; the bits above it say how the socket is opened
_NOT_TCP = 0xFFFFFFFF & ~6
"""Bits of protocols other than 0 (the usual one of the kind) and 6. They include Multipath TCP and SCTP,
which Landlock does not see."""


_CALLS = {"x86_64": (41, 53, 44, 46, 307), "aarch64": (198, 199, 206, 211, 269)}
"""The numbers of socket, socketpair, sendto, sendmsg and sendmmsg, by each processor's table of calls."""
_IO_URING_SETUP, _PIDFD_GETFD = 425, 438
_MSG_FASTOPEN = 0x20000000


def refuse_network() -> bool:
    """Install the filter unless one is inherited; return whether native code is now refused. Never raises.
    False on other systems and processors, and where the kernel or a container forbids filters."""
    here = processor()
    if here is None:
        return False
    if not is_refused():
        install(_socket_instructions(here, _LOCAL), here)
    return is_refused()


def refuse_all_but_tcp() -> bool:
    """Hold the one process that may connect to TCP, native code too; return whether that succeeded. Then the
    rule for ports (``allow_tcp``) covers all it can send. Never raises; False as above."""
    here = processor()
    return here is not None and install(_socket_instructions(here, _TCP), here)


def is_refused() -> bool:
    """Tell whether native code may make neither an IPv4 nor an IPv6 socket. Linux only; sends nothing. It
    asks for a kind of socket that does not exist, so that none is made even where nothing refuses it."""
    return all(native_socket(family, _NO_SUCH_KIND) == errno.EACCES for family in (_AF_INET, _AF_INET6))


def native_socket(family: int, kind: int = _SOCK_STREAM) -> int:
    """Make and close a socket past Python; return the error number, or 0 when it was made."""
    descriptor = _libc().socket(family, kind, 0)
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


def _socket_instructions(on: Processor, sockets: Sequence[Instruction]) -> list[Instruction]:
    """Return the filter's program. ``sockets`` decides which sockets may be made; its last two allow and
    refuse."""
    make_socket, make_pair, sendto, sendmsg, sendmmsg = _CALLS[on.name]
    return [
        *begun(on),
        *_with_argument(sendto, AT_FOURTH_ARGUMENT, IF_ANY_BIT, [_MSG_FASTOPEN], allowed=False),
        *_with_argument(sendmmsg, AT_FOURTH_ARGUMENT, IF_ANY_BIT, [_MSG_FASTOPEN], allowed=False),
        *_with_argument(sendmsg, AT_THIRD_ARGUMENT, IF_ANY_BIT, [_MSG_FASTOPEN], allowed=False),
        (IF_EQUAL, len(sockets) + 2, 0, _IO_URING_SETUP),
        (IF_EQUAL, len(sockets) + 1, 0, _PIDFD_GETFD),
        (IF_EQUAL, 1, 0, make_socket),
        (IF_EQUAL, 0, len(sockets) - 2, make_pair),
        *sockets,
    ]
