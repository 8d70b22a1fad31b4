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

All of them also read the program's own files, libraries and fonts of the system, and what the system
tells about this computer; none of them reads any other file of the user, such as another document. None
makes a socket, connects, traces, or signals what it did not start; only text recognition makes processes.
No file that they write is larger than ``LARGEST_FILE``.

A workspace has one folder to read and one to write. The kernel holds the child to its workspace from its
first moment on, for all files that it will be given. So each file is put there as a hard link, which costs
next to nothing, in a folder that the child can only read, and what the child makes is moved from the other
folder to where it belongs. A file outside the library is handed over opened instead: no second name of a
user's own file is made.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import site
import stat
import sys
import sysconfig
import tempfile
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Literal

from filelock import FileLock

from briefbank import files
from briefbank.errors import NotReadable, UnknownFormat
from briefbank.paths import resources_folder
from briefbank.sandbox import guard, kernel, windows
from briefbank.sandbox.guard import be_quiet, is_packed, limit_files
from briefbank.storage.lease import FOLDER_LOCK

Confining = Callable[[Path, Path], Callable[[], None]]
"""Takes the folder to read and the folder to work in; returns what the child runs first, picklable."""


@dataclass(frozen=True, slots=True)
class WorkspacePlace:
    """The folder in which the workspaces of some children are made, and what confines each child to its
    own."""

    work: Path
    confining: Confining


@dataclass(frozen=True, slots=True)
class InputFile:
    """An argument of a call: a file of the library, whose path the function gets."""

    path: Path


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """An argument of a call: a file from anywhere, which the function gets as Handed, or as its path where
    nothing is confined."""

    path: Path


@dataclass(frozen=True, slots=True)
class OutputFile:
    """An argument of a call: a file that the function makes. It exists, whole, when the call has ended
    well."""

    path: Path


@dataclass(frozen=True, slots=True)
class ScratchFolder:
    """An argument of a call: a folder for temporary files. Nothing in it is kept."""

    path: Path


class ReceivedFile:
    """A file that was opened by another process. It has the methods that functions use of a Path."""

    def __init__(self, suffix: str, descriptor: int = -1) -> None:
        """The descriptor is known in the child alone, which then owns it."""
        self.suffix = suffix
        self._descriptor = descriptor

    def open(self, mode: Literal["rb"]) -> BinaryIO:
        """Open the file from its beginning. One at a time: all of them share one position in the file."""
        opened = os.fdopen(os.dup(self._descriptor), mode)
        opened.seek(0)
        return opened

    def stat(self) -> os.stat_result:
        return os.fstat(self._descriptor)

    def close(self) -> None:
        os.close(self._descriptor)


class MemoryFile:
    """A file that was taken out of another one and is in memory. It has the methods of ReceivedFile."""

    def __init__(self, content: bytes, suffix: str = "") -> None:
        self.suffix = suffix
        self._content = content

    def open(self, mode: Literal["rb"]) -> BinaryIO:
        """Open the file from its beginning."""
        return io.BytesIO(self._content)

    def stat(self) -> os.stat_result:
        """Return its size, and nothing else."""
        return os.stat_result((0, 0, 0, 0, 0, 0, len(self._content), 0, 0, 0))


Source = Path | ReceivedFile | MemoryFile


class Workspace:
    """A workspace: two folders in ``work``, for one child. Not for two threads at once. Raises StoreError."""

    def __init__(self, work: Path) -> None:
        self._root = work / f"desk-{uuid.uuid4().hex}"
        self.given, self.made = self._root / "given", self._root / "made"
        self._lock = FileLock(self._root / FOLDER_LOCK, thread_local=False, mode=0o600)
        try:
            for folder in (self._root, self.given, self.made, kept_in(self._root)):
                folder.mkdir(mode=0o700)
            # A program that was just opened must not take a workspace in use for a leftover
            # (``lease.clear_unless_held``).
            self._lock.acquire(timeout=0)
        except OSError as error:
            self.close()
            raise files.store_error(error) from error

    @contextmanager
    def prepared(self, arguments: Sequence[Any]) -> Iterator[tuple[list[Any], list[int]]]:
        """Yield the arguments of a call as the child gets them, and the open files that go with them; files
        it made are in place when this ends well. Raises NotReadable for a file that cannot be had, and
        StoreError."""
        prepared: list[Any] = []
        makes: list[tuple[Path, Path]] = []
        opened: list[int] = []
        with ExitStack() as stack:
            stack.callback(self._clear)
            for argument in arguments:
                match argument:
                    case InputFile(path):
                        prepared.append(self.lay(path))
                    case OutputFile(path):
                        makes.append((self.made / path.name, path))
                        prepared.append(self.made / path.name)
                    case ScratchFolder():
                        prepared.append(self.made)
                    case OpenedFile(path):
                        opened.append(_open(path))
                        stack.callback(os.close, opened[-1])
                        prepared.append(ReceivedFile(path.suffix))
                    case _:
                        prepared.append(argument)
            yield prepared, opened
            for made, target in makes:
                _move(made, target)

    def lay(self, path: Path) -> Path:
        """Put a file under another name in the folder to read. Raises NotReadable, and StoreError."""
        name = self.given / f"{uuid.uuid4().hex}{path.suffix}"
        try:
            os.link(path, name)
        except FileNotFoundError as error:
            raise NotReadable(detail="FileNotFoundError") from error
        except OSError:  # another disk, or one without hard links
            try:
                shutil.copyfile(path, name)
            except OSError as error:
                raise files.store_error(error) from error
        return name

    def close(self) -> None:
        """Delete the workspace after the child has ended. Any thread; may be called twice."""
        self._lock.release()
        files.delete(self._root)

    def _clear(self) -> None:
        for folder in (self.given, self.made):
            for path in list(folder.iterdir()) if folder.is_dir() else []:
                files.delete(path)


def kept_in(root: Path) -> Path:
    """Return the folder of a workspace for what its child keeps from call to call, such as settings."""
    return root / "kept"


@contextmanager
def prepared_in(
    workspace: Workspace | None, arguments: Sequence[Any]
) -> Iterator[tuple[list[Any], list[int]]]:
    """Do the same as ``Workspace.prepared``. Without a workspace nothing is confined, and paths stay as they
    are."""
    if workspace is not None:
        with workspace.prepared(arguments) as prepared:
            yield prepared
        return
    kinds = (InputFile, OpenedFile, OutputFile, ScratchFolder)
    yield [argument.path if isinstance(argument, kinds) else argument for argument in arguments], []


def _open(path: Path) -> int:
    if files.is_database(path):
        raise UnknownFormat(detail="database")
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise NotReadable(detail=type(error).__name__) from error


def _move(made: Path, target: Path) -> None:
    """Move a file that the child made into place. Anything but a regular file under its name is left."""
    try:
        if stat.S_ISREG(made.lstat().st_mode):
            files.move(made, target)
    except FileNotFoundError:
        return
    except OSError as error:
        raise files.store_error(error) from error


LARGEST_FILE = 4 << 30
"""The size limit in bytes of a file that a child writes. The largest real one is a PDF of the largest size
that is read."""
MOST_FILES = 512

RECOGNITION = ("tesseract", "pdftoppm", "pdfinfo")  # The programs that text recognition starts

Level = Literal["files", "calls", "limits", "jobs"]

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


def level() -> Level:
    """Return which limits hold here, in microseconds: 'files' (all of the table), 'calls' (all but which
    files are read and written), 'limits' (memory, and sizes and numbers of files), or 'jobs' (memory, and
    programs that are started)."""
    if kernel.processor() is None:
        return "jobs" if sys.platform == "win32" else "limits"
    return "files" if kernel.version() else "calls"


def workspace_place(work: Path, confining: Confining) -> WorkspacePlace | None:
    """Return where children have their workspaces; None where the system cannot confine them to these."""
    return WorkspacePlace(work, confining) if kernel.version() else None


def begin(*, programs: bool = False) -> None:
    """Limit a child that has no workspace, which may start ``programs`` or not, and engage the network guard.
    Such a child runs this first."""
    guard.engage()
    if not kernel.version():  # else ``confine`` has done it
        limit_files(LARGEST_FILE, MOST_FILES)
        kernel.refuse_calls(programs=programs)
    if sys.platform == "win32" and not programs:
        windows.join_job(processes=1)


def begin_recognising() -> None:
    """Do the same as ``begin``, for a child that starts programs."""
    begin(programs=True)


def confine(reads: Sequence[Path] = (), works: Sequence[Path] = (), programs: Sequence[str] = ()) -> None:
    """Confine this child, for ever, to computing, to these paths to read and to work in, and to these
    programs by name. It runs first, before the child has a second thread.

    Never raises: documents must stay readable on a kernel that knows none of it. ``level`` tells what holds.
    """
    be_quiet()
    limit_files(LARGEST_FILE, MOST_FILES)
    for folder in works[:1]:
        tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
    kernel.open_only(
        read=[*_program_files(), *_SYSTEM, *map(str, reads)],
        run=_executables(programs),
        work=[os.devnull, *map(str, works)],
    )
    kernel.refuse_calls(programs=bool(programs))


def confine_to_workspace(given: Path, made: Path) -> Callable[[], None]:
    """Return what confines a child that is given file after file (``workspace``)."""
    return partial(confine, (given,), (made,))


def confine_office(given: Path, made: Path) -> Callable[[], None]:
    """Return what confines a child that converts with LibreOffice, whose settings are in /etc and /var, too.

    Its profile and temporary files are not among what is taken away after each file.
    """
    return partial(confine, (given, *map(Path, _LIBREOFFICE)), (kept_in(made.parent), made))


def confine_recognition(given: Path, made: Path) -> Callable[[], None]:
    return partial(confine, (given,), (made,), RECOGNITION)


def to_one_file(path: Path) -> Callable[[], None]:
    """Return what confines a child that opens only this file and makes none."""
    return partial(confine, (path,))


def _program_files() -> Iterator[str]:
    """Yield where Python, its packages and BriefBank are. Never a whole prefix: one of them holds
    /usr/bin."""
    yield str(resources_folder().parent)
    if is_packed():
        yield sys.executable
    paths = sysconfig.get_paths()
    yield from (paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    yield from (str(Path(prefix) / "lib") for prefix in {sys.base_prefix, sys.base_exec_prefix})
    with suppress(AttributeError):  # a packed program lacks this function
        yield from site.getsitepackages()
    yield from (path for path in sys.path if Path(path).name in ("site-packages", "dist-packages"))
    yield from (os.environ[name] for name in ("TESSDATA_PREFIX",) if name in os.environ)


def _executables(names: Sequence[str]) -> list[str]:
    """Return the programs' real paths, and those of the loaders that the system starts them with."""
    programs = [os.path.realpath(path) for name in names if (path := shutil.which(name))]
    if not programs:
        return []
    try:
        lines = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return programs
    return [*programs, *sorted({match.group() for line in lines if (match := _LOADER.search(line))})]
