"""This process and the programs of ours that it starts: limits, privacy, and how a part is started.

An image of the memory of a program that failed ("core dump") would be brief text in a folder of the system's.
A limit of 0 keeps the kernel from writing one, but not from handing it to a program that gathers them; a
process that is "not dumpable" (prctl(2)) is handed to nobody, and no other program of the user can look into
its memory either. The first two are inherited by all programs that are started; each of ours asks for the
last anew, since the system takes it back when a program starts. On Windows folders take their rights from the
user's own folder, where the data is, and error reports with memory are the system's to make; see the guide.

Only this module knows whether BriefBank runs from a checkout or from a package. In a checkout there is an
interpreter that can be given a module. A packed BriefBank (``installer/briefbank.spec``) has none: its own
program is called again, with a first argument that no command has. What a packed program changes in the
environment so that its own libraries are found is taken back here, because other programs, such as Tesseract
and the system's viewers, have libraries of their own.
"""

from __future__ import annotations

import ctypes
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path

_NICENESS = 10
"""The increment of the niceness. Half-way to the lowest priority: on a busy computer about a tenth of what an
ordinary program gets."""
_BELOW_NORMAL = 0x4000
"""The priority BELOW_NORMAL_PRIORITY_CLASS of Windows' SetPriorityClass."""
PRIVATE_UMASK = 0o077
"""The umask that keeps every new file the user's alone, whichever library makes it. Exports and backups are
included, because they hold the words of briefs wherever they are written. Sharing one is a deliberate act."""
_PR_SET_DUMPABLE = 4

PARTS = frozenset(
    {
        "briefbank.office.directory_worker",
        "briefbank.network.egress_worker",
    }
)
"""The modules that may be started as programs. Each has a ``main`` and takes its arguments from
``sys.argv``."""

FOLDER = os.path.abspath(os.sep)  # noqa: PTH100
"""The working folder of our programs, and of those they call. A person's working folder may hold anybody's
files, and some systems look for libraries there."""
_PART = "--part"
_PACKAGE_PARENT = Path(__file__).resolve().parents[2]
_LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


def lower_priority() -> None:
    """Lower the priority of this process and of those it starts, below the window and other programs. An idle
    computer works for them as fast as before. On Linux the disk serves them later, too: without a priority of
    its own for the disk a process has that of its niceness."""
    if sys.platform == "win32":
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
    limit = memory_bytes if hard == resource.RLIM_INFINITY else min(memory_bytes, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
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
        limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (limit, limit))


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
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)


def keep_private() -> None:
    """Set umask and core dumps so, for this process and what it starts. Never raises. Any thread."""
    if sys.platform == "win32":
        return
    import resource

    os.umask(PRIVATE_UMASK)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def command(part: str, *arguments: str) -> list[str]:
    """Return the command line that runs one of ``PARTS``. Raises ValueError for any other module."""
    if part not in PARTS:
        raise ValueError(part)
    call = [_PART] if is_packed() else ["-P", "-m"]
    return [sys.executable, *call, part, *arguments]


def environment() -> dict[str, str]:
    """Return the environment for such a program: in a checkout it must find our modules as this one does."""
    if is_packed():
        return dict(os.environ)
    path = os.pathsep.join(filter(None, (str(_PACKAGE_PARENT), *sys.path)))
    return {**os.environ, "PYTHONPATH": path}


def is_packed() -> bool:
    """Tell whether this is the program of a package, and not Python on our modules."""
    return bool(getattr(sys, "frozen", False))


def begin(main: Callable[[], int | None]) -> int:
    """Start a packed program and return its exit status. A child process of ours is served here and does not
    return; then a part that was asked for; else ``main``."""
    # Imported here, because every program of ours imports this module, and few start a child process.
    from multiprocessing import freeze_support

    freeze_support()
    give_back(os.environ)
    match sys.argv:
        case [_, word, part, *_] if word == _PART and part in PARTS:
            del sys.argv[1:3]
            main = import_module(part).main
    return main() or 0


def give_back(environment: os._Environ[str] | dict[str, str]) -> None:
    """Set the search path for libraries to what it was before the packed program was started.

    PyInstaller keeps it under the name with ``_ORIG``
    (https://pyinstaller.org/en/stable/runtime-information.html#ld-library-path-libpath-considerations).
    """
    for name in _LIBRARIES:
        before = environment.pop(f"{name}_ORIG", None)
        if before is not None:
            environment[name] = before
        elif is_packed():
            environment.pop(name, None)
