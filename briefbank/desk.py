"""What a confined child sees of the disk beside the program: a desk of its own with two folders.

The kernel holds the child to its desk from its first moment on, for all files that it will be given. So each
one is laid there as a second name of the same file (a hard link, which costs next to nothing) in a folder
that the child can only read, and what the child makes is carried from the other folder to where it belongs.
A file outside the library is handed over opened instead: no second name of a user's own file is made.
"""

from __future__ import annotations

import os
import shutil
import stat
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import reduction
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, BinaryIO, Literal

from filelock import FileLock

from briefbank import files
from briefbank.errors import NotReadable
from briefbank.locks import FOLDER_LOCK

Confining = Callable[[Path, Path], Callable[[], None]]
"""Of the folder to read and the folder to work in: what the child runs first, picklable."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the desks of some children stand, and what holds each child to its own."""

    work: Path
    confining: Confining


@dataclass(frozen=True, slots=True)
class Reads:
    """Among the arguments of a call: a file of the library, whose path the function gets."""

    path: Path


@dataclass(frozen=True, slots=True)
class Opens:
    """A file from anywhere, which the function gets as Handed, or as its path where nothing is confined."""

    path: Path


@dataclass(frozen=True, slots=True)
class Makes:
    """A file that the function makes; it is there, whole, when the call has ended well."""

    path: Path


@dataclass(frozen=True, slots=True)
class Among:
    """A folder for what the function needs on the way; nothing of it is kept."""

    path: Path


class Handed:
    """A file that was opened by another process. It has what functions use of a Path."""

    def __init__(self, suffix: str) -> None:
        self.suffix = suffix
        self._descriptor = -1

    def received(self, descriptor: int) -> None:
        """In the child, once."""
        self._descriptor = descriptor

    def open(self, mode: Literal["rb"]) -> BinaryIO:
        """From its beginning. One at a time: they share their place in the file."""
        opened = os.fdopen(os.dup(self._descriptor), mode)
        opened.seek(0)
        return opened

    def stat(self) -> os.stat_result:
        return os.fstat(self._descriptor)

    def close(self) -> None:
        os.close(self._descriptor)


Source = Path | Handed


@dataclass(frozen=True, slots=True)
class Laid:
    """A call's arguments as the child gets them, and the open files that go with them."""

    arguments: tuple[Any, ...]
    descriptors: tuple[int, ...] = ()


class Desk:
    """Two folders in ``work``, for one child. Not for two threads at once. Raises StoreError."""

    def __init__(self, work: Path) -> None:
        self._root = work / f"desk-{uuid.uuid4().hex}"
        self.given, self.made = self._root / "given", self._root / "made"
        self._lock = FileLock(self._root / FOLDER_LOCK, thread_local=False, mode=0o600)
        try:
            for folder in (self._root, self.given, self.made):
                folder.mkdir(mode=0o700)
            # A program that is just opened takes no desk in use for a leftover (``locks.clear_unless_held``).
            self._lock.acquire(timeout=0)
        except OSError as error:
            self.close()
            raise files.store_error(error) from error

    @contextmanager
    def laid(self, arguments: Sequence[Any]) -> Iterator[Laid]:
        """The arguments for the time of a call; what was made is in its place when this ends well.

        Raises NotReadable for a file that cannot be had, and StoreError.
        """
        makes: list[tuple[Path, Path]] = []
        with ExitStack() as stack:
            stack.callback(self._clear)
            opened: list[int] = []
            laid = tuple(self._one(each, makes, opened, stack) for each in arguments)
            yield Laid(laid, tuple(opened))
            for made, target in makes:
                _carried(made, target)

    def lay(self, path: Path) -> Path:
        """A file under another name in the folder to read. Raises NotReadable, and StoreError."""
        name = self.given / f"{uuid.uuid4().hex}{path.suffix}"
        try:
            os.link(path, name)
        except FileNotFoundError as error:
            raise NotReadable(detail="FileNotFoundError") from error
        except OSError:  # another disk, or one that knows no second names
            _copied(path, name)
        return name

    def close(self) -> None:
        """After the child has ended. Any thread; may be called twice."""
        self._lock.release()
        files.delete(self._root)

    def _one(self, argument: Any, makes: list[tuple[Path, Path]], opened: list[int], stack: ExitStack) -> Any:
        match argument:
            case Reads(path):
                return self.lay(path)
            case Makes(path):
                makes.append((self.made / path.name, path))
                return self.made / path.name
            case Among():
                return self.made
            case Opens(path):
                descriptor = _opened(path)
                stack.callback(os.close, descriptor)
                opened.append(descriptor)
                return Handed(path.suffix)
        return argument

    def _clear(self) -> None:
        for folder in (self.given, self.made):
            for path in list(folder.iterdir()) if folder.is_dir() else []:
                files.delete(path)


@contextmanager
def laid_on(desk: Desk | None, arguments: Sequence[Any]) -> Iterator[Laid]:
    """As ``Desk.laid``; without a desk, where nothing is confined, every file is where it is."""
    if desk is not None:
        with desk.laid(arguments) as laid:
            yield laid
        return
    kinds = (Reads, Opens, Makes, Among)
    yield Laid(tuple(each.path if isinstance(each, kinds) else each for each in arguments))


@contextmanager
def received(pipe: Connection, arguments: Sequence[Any]) -> Iterator[None]:
    """In the child, around the work: what was handed over goes to its places among the arguments."""
    with ExitStack() as stack:
        for each in arguments:
            if isinstance(each, Handed):
                each.received(reduction.recv_handle(pipe))
                stack.callback(each.close)
        yield


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise NotReadable(detail=type(error).__name__) from error


def _copied(path: Path, name: Path) -> None:
    try:
        shutil.copyfile(path, name)
    except OSError as error:
        raise files.store_error(error) from error


def _carried(made: Path, target: Path) -> None:
    """A file that the child left, and nothing else that may stand under its name."""
    try:
        if stat.S_ISREG(made.lstat().st_mode):
            made.replace(target)
    except FileNotFoundError:
        return
    except OSError as error:
        raise files.store_error(error) from error
