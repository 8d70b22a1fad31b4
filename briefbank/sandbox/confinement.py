"""Confines the children that open untrusted documents: what each may do, and which limits hold here.

===========================  ======================  ==================  ==============  =================
child                        reads                   writes              starts          memory
===========================  ======================  ==================  ==============  =================
reading, mending, unlocking  its workspace file      its workspace       nothing         3 GiB
conversion, archives         the same, or handed     its workspace       nothing         3 GiB
old office files             the same, LibreOffice   its workspace       nothing         3 GiB
pages for the reader         the file shown          its workspace       nothing         3 GiB
text recognition             its workspace file      its workspace       Tesseract,      2 GiB, and for
                                                                         poppler         each program
looking at a model's file    that file               nothing             nothing         2 GiB
the local model              that file               nothing             nothing         twice the model's
PyTorch, for a model folder  that folder             one of its own      nothing         8 times the
                                                                                         weights, 24 GiB
===========================  ======================  ==================  ==============  =================

All of them also read the program's own files, libraries and fonts of the system, and what the system tells
about this computer; none of them reads any other file of the user, such as another document. None makes a
socket, connects, traces, or signals what it did not start; only text recognition makes processes. No file
that they write is larger than LARGEST_FILE, none has more than MOST_FILES open, none leaves an image of its
memory. The parent measures time: a child that does not answer is ended, with all that it started.

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

from briefbank.paths import resources_folder
from briefbank.sandbox import guard, landlock, landlock_files, system_calls
from briefbank.sandbox import programs as our_programs
from briefbank.sandbox.limits import be_quiet, limit_files
from briefbank.sandbox.workspace import Confining, WorkspacePlace, kept_in

LARGEST_FILE = 4 << 30
"""The size limit in bytes of a file that a child writes. The largest real one is a PDF of the largest size
that is read."""
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
_LIBREOFFICE = ("/etc/libreoffice", "/var/spool/libreoffice", "/var/cache/fontconfig")
"""What LibreOffice reads besides; without the list of fonts it looks through all of them at each start."""
_LOADER = re.compile(r"\S*/ld(?:-linux[^/\s]*|-musl[^/\s]*)\.so[.\d]*$")


@dataclass(frozen=True, slots=True)
class Permissions:
    """The permissions of a child beside computing: paths to read, paths to work in, and programs by name."""

    reads: tuple[Path, ...] = ()
    works: tuple[Path, ...] = ()
    programs: tuple[str, ...] = ()


def level() -> Level:
    """Return which limits hold here, in microseconds: 'files' (all of the table), 'calls' (all but which
    files are read and written), 'limits' (memory, and sizes and numbers of files), or 'none' (time alone)."""
    if not system_calls.is_known():
        return "none" if sys.platform == "win32" else "limits"
    return "files" if landlock.version() else "calls"


def place(work: Path, confining: Confining) -> WorkspacePlace | None:
    """Return where children have their workspaces; None where the system cannot confine them to these."""
    return WorkspacePlace(work, confining) if landlock.version() else None


def begin() -> None:
    """Limit a child that has no workspace, and engage the network guard. Such a child runs this first."""
    guard.engage()
    _limit(programs=False)


def begin_recognising() -> None:
    """Do the same as ``begin``, for a child that starts programs."""
    guard.engage()
    _limit(programs=True)


def _limit(*, programs: bool) -> None:
    if not landlock.version():  # else ``confine`` has done it
        limit_files(LARGEST_FILE, MOST_FILES)
        system_calls.refuse_calls(programs=programs)


def confine(allowed: Permissions) -> None:
    """Confine this child to what is allowed, for ever. It runs first, before the child has a second thread.

    Never raises: documents must stay readable on a kernel that knows none of it. ``level`` tells what holds.
    """
    be_quiet()
    limit_files(LARGEST_FILE, MOST_FILES)
    for folder in allowed.works[:1]:
        tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
    landlock_files.open_only(
        read=[*_program_files(), *_SYSTEM, *map(str, allowed.reads)],
        run=_executables(allowed.programs),
        work=[os.devnull, *map(str, allowed.works)],
    )
    system_calls.refuse_calls(programs=bool(allowed.programs))


def confine_to_workspace(given: Path, made: Path) -> Callable[[], None]:
    """Return what confines a child that is given file after file (``workspace``)."""
    return partial(confine, Permissions((given,), (made,)))


def confine_office(given: Path, made: Path) -> Callable[[], None]:
    """Return what confines a child that converts with LibreOffice, whose settings are in /etc and /var, too.

    Its profile and temporary files are not among what is taken away after each file.
    """
    return partial(confine, Permissions((given, *map(Path, _LIBREOFFICE)), (kept_in(made.parent), made)))


def confine_recognition(given: Path, made: Path) -> Callable[[], None]:
    """Return what confines a child that recognises text."""
    return partial(confine, Permissions((given,), (made,), RECOGNITION))


def to_one_file(path: Path) -> Callable[[], None]:
    """Return what confines a child that opens only this file and makes none."""
    return partial(confine, Permissions((path,)))


def _program_files() -> Iterator[str]:
    """Yield where Python, its packages and BriefBank are. Never a whole prefix: one of them holds
    /usr/bin."""
    yield str(resources_folder().parent)
    if our_programs.is_packed():
        yield sys.executable
    paths = sysconfig.get_paths()
    yield from (paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    yield from (str(Path(prefix) / "lib") for prefix in {sys.base_prefix, sys.base_exec_prefix})
    with suppress(AttributeError):  # a packed program lacks this function
        yield from site.getsitepackages()
    yield from (each for each in sys.path if Path(each).name in ("site-packages", "dist-packages"))
    yield from (os.environ[name] for name in ("TESSDATA_PREFIX",) if name in os.environ)


def _executables(names: tuple[str, ...]) -> list[str]:
    """Return the programs' real paths, and those of the loaders that the system starts them with."""
    found = [os.path.realpath(path) for name in names if (path := shutil.which(name))]
    return [*found, *sorted(_loaders())] if found else []


def _loaders() -> set[str]:
    try:
        lines = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return set()
    return {match.group() for line in lines if (match := _LOADER.search(line))}
