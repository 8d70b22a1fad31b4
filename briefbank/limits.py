"""What processes may use: memory, rank and output of children that open untrusted files; and how it shows
that there is too little memory."""

from __future__ import annotations

import errno
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import suppress

from briefbank.errors import ShortOfMemory

MEANING_BYTES, WRITING_BYTES = 2_500_000_000, 1_000_000_000
"""Address space that is needed for the search by meaning (LanceDB and ONNX Runtime) and to change the index
of words (Tantivy), of which some 300 MB are memory in use. With less they may end the whole process instead
of raising an error."""
_SAID = (
    *("cannot allocate memory", "failed to map segment", "can't start new thread", "std::bad_alloc"),
    *("bad allocation", "memory allocation of"),
)
"""What loaders and libraries say, in small letters, where they get no memory and raise errors of any kind."""

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


def refuse_small_address_space(needed_bytes: int) -> None:
    """Raise ShortOfMemory where a limit lets this process have fewer addresses than that."""
    if sys.platform == "win32":
        return
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY and limit < needed_bytes:
        allowed, needed = f"{limit // 10**6:,} MB", f"{needed_bytes // 10**6:,} MB"
        raise ShortOfMemory(
            f"BriefBank was started with a limit of {allowed} of memory addresses, and this needs {needed}.",
            "Start it without that limit. Nothing that was added before is lost.",
            detail="address space",
        )


def lacks_memory(error: BaseException) -> bool:
    """Whether too little memory is behind an error from outside BriefBank's own tree."""
    return any(
        isinstance(each, MemoryError)
        or (isinstance(each, OSError) and each.errno == errno.ENOMEM)
        or any(said in str(each).lower() for said in _SAID)
        for each in _with_causes(error)
    )


def _with_causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    following: BaseException | None = error
    while following is not None and id(following) not in seen:
        yield following
        seen.add(id(following))
        following = following.__cause__ or following.__context__


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
