"""Locks of a library that hold between threads and between programs."""

from __future__ import annotations

import os
import re
import stat
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from briefbank.errors import StoreAway, StoreBusy, StoreError, StoreReadOnly
from briefbank.files import delete, delete_tree, store_error

FOLDER_LOCK = "lock"
"""The name of the file in a folder that is locked while somebody needs the folder."""


class ProcessLock:
    """A lock by file, reentrant within a thread. It waits for other threads, and ``wait_s`` for other
    programs.

    Raises StoreBusy when another program still holds it then; with ``wait_s`` 0 also at once when another
    thread does.
    """

    def __init__(self, path: Path, *, wait_s: float, require: Callable[[], None] = lambda: None) -> None:
        """Set the file. ``require`` may raise to refuse the lock before its file is made."""
        self._require = require
        self._threads = threading.RLock()
        self._file = FileLock(str(path), thread_local=False, mode=0o600)
        self._wait_s = wait_s

    @contextmanager
    def __call__(self) -> Iterator[None]:
        if not self._threads.acquire(blocking=self._wait_s > 0):
            raise StoreBusy(detail="another thread")
        try:
            with self._acquired():
                yield
        finally:
            self._threads.release()

    def _acquired(self) -> AbstractContextManager[object]:
        """Acquire the file lock. A missing folder is not created, as filelock would: a share may belong
        there. The folder that ``require`` looked at is the one that is locked."""
        path = Path(self._file.lock_file)
        before = _identity(path.parent)
        self._require()
        if before is None:
            raise StoreAway(detail="no folder for the lock")
        try:
            acquired = self._file.acquire(timeout=self._wait_s)
        except Timeout as error:
            raise StoreBusy(detail="lock file") from error
        except OSError as error:
            raise StoreReadOnly(detail=f"lock file: errno {error.errno}") from error
        if _identity(path.parent) != before:  # it went away just now, and filelock may have created another
            self._file.release()
            with suppress(OSError):
                path.unlink()
                path.parent.rmdir()
            raise StoreAway(detail="the folder for the lock went away")
        return acquired


def _identity(folder: Path) -> tuple[int, int] | None:
    """Return what tells a folder from another in its place; None without a folder."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISDIR(found.st_mode) else None


@contextmanager
def held(lock: AbstractContextManager[object], otherwise: StoreBusy) -> Iterator[None]:
    """Hold a lock; where it raises StoreBusy, raise ``otherwise``, which says what goes on there."""
    with ExitStack() as stack:
        try:
            stack.enter_context(lock)
        except StoreBusy as busy:
            otherwise.detail = busy.detail
            raise otherwise from busy
        yield


@contextmanager
def private_folder(place: Path, prefix: str) -> Iterator[Path]:
    """Create a folder in ``place`` for this user alone, and delete it with its contents at the end.

    Its lock is held meanwhile, so that another program does not take it for a leftover
    (``clear_unless_held``). After a kill nobody holds the lock. Raises StoreError.
    """
    folder = place / f"{prefix}{uuid.uuid4().hex}"
    try:
        folder.mkdir(mode=0o700)
    except OSError as error:
        raise store_error(error) from error
    try:
        with ProcessLock(folder / FOLDER_LOCK, wait_s=0.0)():
            yield folder
    finally:
        delete(folder)


def clear_left(place: Path, prefix: str) -> None:
    """Delete the private folders with this prefix that killed programs left in ``place``, which may be for
    all users: only this one's. Raises StoreError."""
    name = re.compile(rf"{re.escape(prefix)}[0-9a-f]{{32}}")
    try:
        for left in place.iterdir():
            if name.fullmatch(left.name) and (os.name == "nt" or left.lstat().st_uid == os.getuid()):
                clear_unless_held(left)
    except OSError as error:
        raise store_error(error) from error


def clear_unless_held(folder: Path) -> None:
    """Delete a folder with its contents, unless its lock is held; of a link only the link. Raises OSError."""
    if folder.is_symlink():
        folder.unlink()
        return
    if (folder / FOLDER_LOCK).is_file():
        try:
            with ProcessLock(folder / FOLDER_LOCK, wait_s=0.0)():
                pass  # deleted afterwards: Windows deletes no file that is locked
        except StoreError:
            return
    delete_tree(folder)
