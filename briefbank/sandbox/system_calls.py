"""Takes from this process the system calls that no reader of documents needs. Linux alone.

The filter covers what Landlock does not: connecting to programs of this computer (a session bus would start
anything for whoever asks), looking into and steering other processes, memory and queues that programs of the
user share by a number (the window's picture is such memory), watching what happens in folders, changing the
owner or date of a file that may only be read. A refused call fails like one without permission. A change of a
file's mode is not made either, and is answered as if it were: libraries that keep their files private give up
otherwise (NSS, without which LibreOffice opens no protected OpenDocument file). The numbers are those of the
kernel's tables (arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h).

A signal can also be sent by way of a descriptor (F_SETOWN and F_SETSIG of fcntl, FIOSETOWN of ioctl), and by
tgkill, which a program needs to end itself; both would end the window where Landlock knows no signals.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator

from briefbank.sandbox.seccomp import (
    ALLOW,
    AT_FIRST_ARGUMENT,
    AT_SECOND_ARGUMENT,
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
_MODES = {"x86_64": (90, 91, 268, 452), "aarch64": (52, 53, 452)}
"""chmod, fchmod, fchmodat and fchmodat2."""
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


def is_known() -> bool:
    """Tell whether the calls of this system and processor are listed here."""
    return processor() is not None


def refuse_calls(*, programs: bool) -> bool:
    """Install the filter for all threads and children of this process, for ever; return whether it holds.

    With ``programs`` it may start programs and end them. Threads may always be started. Never raises; False
    on other systems and processors, and where the kernel or a container forbids filters.
    """
    found = processor()
    return found is not None and install(list(_instructions(found, programs)), found)


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
        yield from _without_second_argument(number, refused)
    yield from _first_argument_only(_PRLIMIT[machine], 0)
    if not programs:
        yield from _first_argument_only(_TGKILL[machine], os.getpid())
        yield from _only_threads(machine)
    yield RETURN, 0, 0, ALLOW


def _first_argument_only(number: int, process: int) -> Iterator[Instruction]:
    """Allow a call only with ``process`` as its first argument. prlimit calls this process 0, and a limit of
    processor time would end another one; tgkill is what a failing program ends itself with."""
    yield IF_EQUAL, 0, 4, number
    yield LOAD, 0, 0, AT_FIRST_ARGUMENT
    yield IF_EQUAL, 1, 0, process
    yield failing(errno.EACCES)
    yield RETURN, 0, 0, ALLOW


def _without_second_argument(number: int, refused: tuple[int, ...]) -> Iterator[Instruction]:
    """Allow a call only with other second arguments than ``refused``."""
    yield IF_EQUAL, 0, 2 * len(refused) + 2, number
    yield LOAD, 0, 0, AT_SECOND_ARGUMENT
    for value in refused:
        yield IF_EQUAL, 0, 1, value
        yield failing(errno.EACCES)
    yield RETURN, 0, 0, ALLOW


def _only_threads(machine: str) -> Iterator[Instruction]:
    """Allow new threads only. A filter cannot look at clone3's flags, which are in memory. It acts as if this
    kernel did not know clone3, upon which the C library takes clone."""
    yield IF_EQUAL, 0, 1, _CLONE3
    yield failing(errno.ENOSYS)
    yield IF_EQUAL, 0, 3, _CLONE[machine]
    yield LOAD, 0, 0, AT_FIRST_ARGUMENT
    yield IF_ANY_BIT, 1, 0, _CLONE_THREAD
    yield failing(errno.EACCES)
