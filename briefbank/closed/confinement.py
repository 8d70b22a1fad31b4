"""Confines the children that open untrusted documents: what each may do, and what of it holds here.

===========================  ======================  ==================  ==============  =================
child                        reads                   writes              starts          memory
===========================  ======================  ==================  ==============  =================
reading, mending, unlocking  its file on its desk    its desk            nothing         3 GiB
conversion, archives         the same, or handed     its desk            nothing         3 GiB
pages for the reader         the file shown          its desk            nothing         3 GiB
text recognition             its file on its desk    its desk            Tesseract,      2 GiB, and for
                                                                         poppler         each program
looking at a model's file    that file               nothing             nothing         2 GiB
the local model              that file               nothing             nothing         twice the model's
PyTorch, for a model folder  that folder             one of its own      nothing         8 times the
                                                                                         weights, 24 GiB
===========================  ======================  ==================  ==============  =================

All of them also read the program's own files, libraries and fonts of the system, and what the system tells
about this computer; none of them reads anything else of the user's, another document among it. None makes a
socket, connects, traces, or signals what it did not start; none but text recognition makes a process. No file
that they write is larger than LARGEST_FILE, none has more than MOST_FILES open, none leaves an image of its
memory. Time is the parent's to measure: whoever does not answer is ended, with all that it started.

Linux does all of this since 6.12; from 5.13 on a child for text recognition can also signal other programs of
the user. Older kernels lack the rules for files, processors other than x86-64 and ARM64 those for calls of
the system; macOS has the limits of memory and files alone, Windows that of time. ``level`` says which.
"""

from __future__ import annotations

import os
import re
import shutil
import site
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from briefbank import programs as our_programs
from briefbank.closed import guard, landlock, landlock_files, system_calls
from briefbank.desk import Confining, Place
from briefbank.limits import be_quiet, limit_files
from briefbank.paths import resources_folder

LARGEST_FILE = 4 << 30
"""Bytes. The largest that is made in earnest is a PDF of the largest size that is read."""
MOST_FILES = 512

RECOGNITION = ("tesseract", "pdftoppm", "pdfinfo")
"""The programs that text recognition starts."""

Level = Literal["files", "calls", "limits", "none"]

_SYSTEM = (
    *("/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64"),
    *("/usr/share", "/usr/local/share"),
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/fonts", "/etc/mime.types"),
    *("/etc/localtime", "/etc/timezone", "/etc/alternatives"),
    *("/dev/urandom", "/dev/random", "/dev/zero"),
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems"),
    *("/proc/sys/vm/overcommit_memory", "/sys/devices/system", "/sys/kernel/mm/transparent_hugepage"),
    *("/sys/fs/cgroup",),
)
_LOADER = re.compile(r"\S*/ld(?:-linux[^/\s]*|-musl[^/\s]*)\.so[.\d]*$")


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a child may do beside computing: files and folders to read and to work in, programs by name."""

    reads: tuple[Path, ...] = ()
    works: tuple[Path, ...] = ()
    programs: tuple[str, ...] = ()


def level() -> Level:
    """What holds here: 'files' (all of the table), 'calls' (all but which files are read and written),
    'limits' (memory, and sizes and numbers of files), or 'none' (time alone). Takes microseconds."""
    if not system_calls.is_known():
        return "none" if sys.platform == "win32" else "limits"
    return "files" if landlock.version() else "calls"


def place(work: Path, confining: Confining) -> Place | None:
    """Where children have their desks; None where the system would hold none of them to it."""
    return Place(work, confining) if landlock.version() else None


def begin() -> None:
    """What every child runs first where it has no place; and the guard, as every process of ours."""
    guard.engage()
    _limit(programs=False)


def begin_recognising() -> None:
    """As ``begin``, for a child that starts programs."""
    guard.engage()
    _limit(programs=True)


def _limit(*, programs: bool) -> None:
    if not landlock.version():  # else ``confine`` has done it
        limit_files(LARGEST_FILE, MOST_FILES)
        system_calls.refuse_calls(programs=programs)


def confine(allowed: Allowed) -> None:
    """In a child, first of all and before it has a second thread: hold it to this, for ever.

    Never raises: a kernel that knows none of it must not keep documents from being read; ``level`` says so.
    """
    be_quiet()
    limit_files(LARGEST_FILE, MOST_FILES)
    for folder in allowed.works[:1]:
        tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
    landlock_files.open_only(
        read=[*_program_files(), *_SYSTEM, *map(str, allowed.reads)],
        run=_runnable(allowed.programs),
        work=[os.devnull, *map(str, allowed.works)],
    )
    system_calls.refuse_calls(programs=bool(allowed.programs))


def at_desk(given: Path, made: Path) -> Callable[[], None]:
    """For a child that is given file after file (``desk``)."""
    return partial(confine, Allowed((given,), (made,)))


def recognising_at_desk(given: Path, made: Path) -> Callable[[], None]:
    """For a child that recognises text."""
    return partial(confine, Allowed((given,), (made,), RECOGNITION))


def to_one_file(path: Path) -> Callable[[], None]:
    """For a child that opens this file alone, and makes none."""
    return partial(confine, Allowed((path,)))


def _program_files() -> Iterator[str]:
    """Where Python, its packages and BriefBank are. Never a whole prefix: /usr/bin is in one of them."""
    yield str(resources_folder().parent)
    if our_programs.is_packed():
        yield sys.executable
    paths = sysconfig.get_paths()
    yield from (paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    yield from (str(Path(prefix) / "lib") for prefix in {sys.base_prefix, sys.base_exec_prefix})
    with suppress(AttributeError):  # a packed program has no such
        yield from site.getsitepackages()
    yield from (each for each in sys.path if Path(each).name in ("site-packages", "dist-packages"))
    yield from (os.environ[name] for name in ("TESSDATA_PREFIX",) if name in os.environ)


def _runnable(names: tuple[str, ...]) -> list[str]:
    """The programs where they really are, and the loader that the system starts each of them with."""
    found = [os.path.realpath(path) for name in names if (path := shutil.which(name))]
    return [*found, *sorted(_loaders())] if found else []


def _loaders() -> set[str]:
    try:
        lines = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return set()
    return {match.group() for line in lines if (match := _LOADER.search(line))}
