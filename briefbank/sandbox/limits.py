"""Limits of processes: memory, priority and output of children that open untrusted files."""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress

_NICENESS = 10
"""The increment of the niceness. Half-way to the lowest priority: on a busy computer about a tenth of what an
ordinary program gets."""
_BELOW_NORMAL = 0x4000
"""The priority BELOW_NORMAL_PRIORITY_CLASS of Windows' SetPriorityClass."""


def lower_priority() -> None:
    """Lower the priority of this process and of those it starts, below the window and other programs. An idle
    computer works for them as fast as before. On Linux the disk serves them later, too: without a priority of
    its own for the disk a process has that of its niceness."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _BELOW_NORMAL)
    else:
        os.nice(_NICENESS)


def limit_memory(memory_bytes: int) -> None:
    """Cap this process's address space; 0 means no cap. Windows has no such limit: the time limit remains."""
    if memory_bytes <= 0 or sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = memory_bytes if hard == resource.RLIM_INFINITY else min(memory_bytes, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_files(largest_bytes: int, open_at_once: int) -> None:
    """Cap what this process, and those it starts, may write into one file and have open at once. No core dump
    is left when they crash. The limits can only be lowered afterwards. Does nothing on Windows."""
    if sys.platform == "win32":
        return
    import resource

    for kind, most in (
        (resource.RLIMIT_FSIZE, largest_bytes),
        (resource.RLIMIT_NOFILE, open_at_once),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (wanted, wanted))


def processors() -> int:
    """Return the number of processors that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def be_quiet() -> None:
    """Silence this process's output and logging, native code included, and take the terminal from it. Its
    messages would be about a file and hold words of it; into a terminal it could type."""
    logging.disable(logging.CRITICAL)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def give_back_memory() -> None:
    """Return freed memory to the system. glibc keeps it: after loading a large table of vectors 240 MiB of
    620. Takes milliseconds; nothing happens where the C library has no such call."""
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
