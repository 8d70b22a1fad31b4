"""Takes from this process the calls of the system that no reader of documents needs. Linux alone.

What Landlock does not hold is held here: connecting to programs of this computer (a session bus would start
anything for whoever asks), looking into and steering other processes, changing the mode, owner or date of a
file that may only be read. A refused call fails like one without permission. The numbers are those of the
kernel's tables (arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h).
"""

from __future__ import annotations

import errno
from collections.abc import Iterator

from briefbank.closed.seccomp import (
    ALLOW,
    AT_ARCHITECTURE,
    AT_FIRST_ARGUMENT,
    AT_NUMBER,
    IF_ANY_BIT,
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

_CLONE_THREAD = 0x10000

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


def is_known() -> bool:
    """Whether this is a system and a processor whose calls are listed here."""
    return processor() is not None


def refuse_calls(*, programs: bool) -> bool:
    """Install the filter for all threads and children of this process, for ever; whether it holds.

    With ``programs`` it may start programs and end them. Threads may always be started. Never raises; False
    on other systems and processors, and where the kernel or a container forbids filters.
    """
    found = processor()
    return found is not None and install(list(_instructions(found, programs)), found)


def _instructions(on: Processor, programs: bool) -> Iterator[Instruction]:
    machine = on.name
    yield LOAD, 0, 0, AT_ARCHITECTURE
    yield IF_EQUAL, 1, 0, on.audit
    yield RETURN, 0, 0, KILL
    yield LOAD, 0, 0, AT_NUMBER
    yield IF_AT_LEAST, 0, 1, X32_BIT
    yield failing(errno.EACCES)
    for number in (*_EVERYWHERE, *_NEVER[machine], *(() if programs else _PROGRAMS[machine])):
        yield IF_EQUAL, 0, 1, number
        yield failing(errno.EACCES)
    yield from _of_this_process_alone(machine)
    if not programs:
        yield from _threads_alone(machine)
    yield RETURN, 0, 0, ALLOW


def _of_this_process_alone(machine: str) -> Iterator[Instruction]:
    """prlimit for process 0, this one: a limit of processor time set for another would end that."""
    yield IF_EQUAL, 0, 4, _PRLIMIT[machine]
    yield LOAD, 0, 0, AT_FIRST_ARGUMENT
    yield IF_EQUAL, 1, 0, 0
    yield failing(errno.EACCES)
    yield RETURN, 0, 0, ALLOW


def _threads_alone(machine: str) -> Iterator[Instruction]:
    """A filter cannot look at clone3's flags, which are in memory: as if this kernel did not know it, upon
    which the C library takes clone."""
    yield IF_EQUAL, 0, 1, _CLONE3
    yield failing(errno.ENOSYS)
    yield IF_EQUAL, 0, 3, _CLONE[machine]
    yield LOAD, 0, 0, AT_FIRST_ARGUMENT
    yield IF_ANY_BIT, 1, 0, _CLONE_THREAD
    yield failing(errno.EACCES)
