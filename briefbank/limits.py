"""What processes may use: memory, rank and output of children that open untrusted files."""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress

_NICER = 10
"""Half-way to the lowest priority: on a busy computer about a tenth of what an ordinary program gets."""
_BELOW_NORMAL = 0x4000
"""BELOW_NORMAL_PRIORITY_CLASS of Windows' SetPriorityClass."""


def stand_back() -> None:
    """Let this process, and those that it starts, wait for the window and for other programs. An idle
    computer works for it as fast as before."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _BELOW_NORMAL)
    else:
        os.nice(_NICER)


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
    """Cap what this process, and those that it starts, may write into one file and have open; no image of
    their memory is left when they crash. For ever: the limits can only be lowered. Not on Windows."""
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
    """Those that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def be_quiet() -> None:
    """Nothing that this process or a library in it says comes out, from native code neither: it would be
    about a file, and hold words of it. Nor does it have the terminal, into which it could type."""
    logging.disable(logging.CRITICAL)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def give_back_memory() -> None:
    """Return to the system what was freed: glibc keeps it for itself, after loading a large table of vectors
    240 MiB of 620. Milliseconds; nothing happens where the C library has no such call."""
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
