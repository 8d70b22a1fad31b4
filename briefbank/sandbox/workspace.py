"""Gives a confined child its own part of the disk: a workspace with one folder to read and one to write.

The kernel holds the child to its workspace from its first moment on, for all files that it will be given. So
each file is put there as a hard link, which costs next to nothing, in a folder that the child can only read,
and what the child makes is moved from the other folder to where it belongs. A file outside the library is
handed over opened instead: no second name of a user's own file is made.
"""

from __future__ import annotations

import io
import os
import shutil
import stat
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal

from filelock import FileLock

from briefbank import files
from briefbank.errors import NotReadable, UnknownFormat
from briefbank.storage.locks import FOLDER_LOCK

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


@dataclass(frozen=True, slots=True)
class PreparedArguments:
    """A call's arguments as the child gets them, and the open files that go with them."""

    arguments: tuple[Any, ...]
    descriptors: tuple[int, ...] = ()


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
            # (``locks.clear_unless_held``).
            self._lock.acquire(timeout=0)
        except OSError as error:
            self.close()
            raise files.store_error(error) from error

    @contextmanager
    def prepared(self, arguments: Sequence[Any]) -> Iterator[PreparedArguments]:
        """Prepare the arguments for the time of a call; files it made are in place when this ends well.
        Raises NotReadable for a file that cannot be had, and StoreError."""
        makes: list[tuple[Path, Path]] = []
        with ExitStack() as stack:
            stack.callback(self._clear)
            opened: list[int] = []
            laid = tuple(self._prepare(each, makes, opened, stack) for each in arguments)
            yield PreparedArguments(laid, tuple(opened))
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
            _copy(path, name)
        return name

    def close(self) -> None:
        """Delete the workspace after the child has ended. Any thread; may be called twice."""
        self._lock.release()
        files.delete(self._root)

    def _prepare(
        self, argument: Any, makes: list[tuple[Path, Path]], opened: list[int], stack: ExitStack
    ) -> Any:
        match argument:
            case InputFile(path):
                return self.lay(path)
            case OutputFile(path):
                makes.append((self.made / path.name, path))
                return self.made / path.name
            case ScratchFolder():
                return self.made
            case OpenedFile(path):
                descriptor = _open(path)
                stack.callback(os.close, descriptor)
                opened.append(descriptor)
                return ReceivedFile(path.suffix)
        return argument

    def _clear(self) -> None:
        for folder in (self.given, self.made):
            for path in list(folder.iterdir()) if folder.is_dir() else []:
                files.delete(path)


def kept_in(root: Path) -> Path:
    """Return the folder of a workspace for what its child keeps from call to call, such as settings."""
    return root / "kept"


@contextmanager
def prepared_in(workspace: Workspace | None, arguments: Sequence[Any]) -> Iterator[PreparedArguments]:
    """Do the same as ``Workspace.prepared``. Without a workspace nothing is confined, and paths stay as they
    are."""
    if workspace is not None:
        with workspace.prepared(arguments) as laid:
            yield laid
        return
    kinds = (InputFile, OpenedFile, OutputFile, ScratchFolder)
    yield PreparedArguments(tuple(each.path if isinstance(each, kinds) else each for each in arguments))


def _open(path: Path) -> int:
    if files.is_database(path):
        raise UnknownFormat(detail="database")
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise NotReadable(detail=type(error).__name__) from error


def _copy(path: Path, name: Path) -> None:
    try:
        shutil.copyfile(path, name)
    except OSError as error:
        raise files.store_error(error) from error


def _move(made: Path, target: Path) -> None:
    """Move a file that the child made into place. Anything but a regular file under its name is left."""
    try:
        if stat.S_ISREG(made.lstat().st_mode):
            made.replace(target)
    except FileNotFoundError:
        return
    except OSError as error:
        raise files.store_error(error) from error
