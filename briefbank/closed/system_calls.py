"""Takes from this process the calls of the system that no reader of documents needs. Linux alone.

What Landlock does not hold is held here: connecting to programs of this computer (a session bus would start
anything for whoever asks), looking into and steering other processes, changing the mode, owner or date of a
file that may only be read. A refused call fails like one without permission. The numbers are those of the
kernel's tables (arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h).
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Iterator

_PR_SET_NO_NEW_PRIVS = 38
_SET_MODE_FILTER, _ALL_THREADS = 1, 1

_LOAD, _IF_EQUAL, _IF_AT_LEAST, _IF_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _FAIL_WITH, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_AT_NUMBER, _AT_ARCHITECTURE, _AT_FIRST_ARGUMENT = 0, 4, 16
_X32_BIT = 0x40000000
_CLONE_THREAD = 0x10000

_Instruction = tuple[int, int, int, int]
"""Operation, steps to skip when true, when false, value."""

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_SECCOMP = {"x86_64": 317, "aarch64": 277}
_PRLIMIT = {"x86_64": 302, "aarch64": 261}
_CLONE, _CLONE3 = {"x86_64": 56, "aarch64": 220}, 435

# The same numbers on all processors: io_uring, pidfds, mounts by descriptor, and the newest ways to change a
# file's mode and attributes.
_EVERYWHERE = (424, 425, 426, 427, 428, 429, 430, 431, 432, 433, 434, 438, 442, 447, 452, 463, 466)
_NEVER = {
    "x86_64": (
        *(41, 42, 43, 49, 50, 288),  # socket, connect, accept, bind, listen, accept4
        *(101, 310, 311, 312),  # ptrace, process_vm_readv, process_vm_writev, kcmp
        *(129, 200, 297),  # rt_sigqueueinfo, tkill, rt_tgsigqueueinfo
        *(90, 91, 268, 92, 93, 94, 260),  # chmod and chown in their forms
        *(188, 189, 190, 197, 198, 199, 132, 235, 261, 280),  # extended attributes, dates
        *(155, 161, 165, 166, 272, 308),  # pivot_root, chroot, mount, umount2, unshare, setns
        *(248, 249, 250, 298, 304, 319, 321, 323),  # keys, perf, file handles, memfd, bpf, userfaultfd
        *(163, 164, 167, 168, 169, 170, 172, 173, 175, 176, 227, 246, 313, 320),  # what only root may do
    ),
    "aarch64": (
        *(198, 203, 202, 200, 201, 242),
        *(117, 270, 271, 272),
        *(138, 130, 240),
        *(52, 53, 54, 55),
        *(5, 6, 7, 14, 15, 16, 88),
        *(41, 51, 40, 39, 97, 268),
        *(217, 218, 219, 241, 265, 279, 280, 282),
        *(89, 104, 105, 106, 112, 142, 161, 170, 224, 225, 273, 294),
    ),
}
_PROGRAMS = {"x86_64": (57, 58, 59, 62, 322), "aarch64": (221, 129, 281)}
"""fork, vfork, execve, kill, execveat: for a child that starts no programs, nor has any to end."""


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


def is_known() -> bool:
    """Whether this is a system and a processor whose calls are listed here."""
    return sys.platform == "linux" and os.uname().machine in _ARCHITECTURES and sys.maxsize > 2**32


def refuse_calls(*, programs: bool) -> bool:
    """Install the filter for all threads and children of this process, for ever; whether it holds.

    With ``programs`` it may start programs and end them. Threads may always be started. Never raises; False
    on other systems and processors, and where the kernel or a container forbids filters.
    """
    if not is_known():
        return False
    machine = os.uname().machine
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return False
    made = list(_instructions(machine, programs))
    array = (_Filter * len(made))(*(_Filter(*each) for each in made))
    arguments = ctypes.c_uint(_SET_MODE_FILTER), ctypes.c_uint(_ALL_THREADS)
    program = ctypes.byref(_Program(len(made), array))
    return bool(libc.syscall(ctypes.c_long(_SECCOMP[machine]), *arguments, program) == 0)


def _instructions(machine: str, programs: bool) -> Iterator[_Instruction]:
    yield _LOAD, 0, 0, _AT_ARCHITECTURE
    yield _IF_EQUAL, 1, 0, _ARCHITECTURES[machine]
    yield _RETURN, 0, 0, _KILL
    yield _LOAD, 0, 0, _AT_NUMBER
    yield _IF_AT_LEAST, 0, 1, _X32_BIT
    yield _failing(errno.EACCES)
    for number in (*_EVERYWHERE, *_NEVER[machine], *(() if programs else _PROGRAMS[machine])):
        yield _IF_EQUAL, 0, 1, number
        yield _failing(errno.EACCES)
    yield from _of_this_process_alone(machine)
    if not programs:
        yield from _threads_alone(machine)
    yield _RETURN, 0, 0, _ALLOW


def _of_this_process_alone(machine: str) -> Iterator[_Instruction]:
    """prlimit for process 0, this one: a limit of processor time set for another would end that."""
    yield _IF_EQUAL, 0, 4, _PRLIMIT[machine]
    yield _LOAD, 0, 0, _AT_FIRST_ARGUMENT
    yield _IF_EQUAL, 1, 0, 0
    yield _failing(errno.EACCES)
    yield _RETURN, 0, 0, _ALLOW


def _threads_alone(machine: str) -> Iterator[_Instruction]:
    """A filter cannot look at clone3's flags, which are in memory: as if this kernel did not know it, upon
    which the C library takes clone."""
    yield _IF_EQUAL, 0, 1, _CLONE3
    yield _failing(errno.ENOSYS)
    yield _IF_EQUAL, 0, 3, _CLONE[machine]
    yield _LOAD, 0, 0, _AT_FIRST_ARGUMENT
    yield _IF_ANY_BIT, 1, 0, _CLONE_THREAD
    yield _failing(errno.EACCES)


def _failing(number: int) -> _Instruction:
    return _RETURN, 0, 0, _FAIL_WITH | number
