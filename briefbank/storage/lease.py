"""Locks between threads and programs, and the lease by which one computer at a time writes to a library.

The file locks that SQLite, Tantivy and LanceDB rely on work between the programs of one computer. On a
network share they may not work between two (https://sqlite.org/wal.html: "does not work over a network
filesystem"), and two simultaneous writers corrupt the catalogue. A program that opens a library to change it
therefore takes the lease, a file in the library's folder that names the holder, and renews it while the
library is open; others only read meanwhile. A lease that was not renewed for ``DEAD_S`` is taken over.

All times are the share's own, of the lease and of a file created for comparison, because the clocks of
computers differ.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import platform
import re
import secrets
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from briefbank.errors import StoreAway, StoreBusy, StoreError, StoreReadOnly
from briefbank.files import delete, delete_tree, disk_error, read_json, store_error
from briefbank.text.messages import Message

FOLDER_LOCK = "lock"  # The name of the file in a folder that is locked while somebody needs the folder


class ProcessLock:
    """A file lock, reentrant within a thread. It waits for other threads, and ``wait_s`` for other programs.

    Raises StoreBusy when another program still holds it then; with ``wait_s`` 0, or without ``wait``, also at
    once when another thread does.
    """

    def __init__(self, path: Path, *, wait_s: float, require: Callable[[], None] = lambda: None) -> None:
        """Set the file. ``require`` may raise to refuse the lock before its file is made."""
        self._require = require
        self._threads = threading.RLock()
        self._file = FileLock(str(path), thread_local=False, mode=0o600)
        self._wait_s = wait_s

    @contextmanager
    def __call__(self, *, wait: bool = True) -> Iterator[None]:
        wait_s = self._wait_s if wait else 0.0
        if not self._threads.acquire(blocking=wait_s > 0):
            raise StoreBusy(detail="another thread")
        try:
            with self._acquired(wait_s):
                yield
        finally:
            self._threads.release()

    def _acquired(self, wait_s: float) -> AbstractContextManager[object]:
        """Acquire the file lock. Unlike filelock, create no missing folder: a share may be mounted there."""
        self._require()
        if not Path(self._file.lock_file).parent.is_dir():
            raise StoreAway(detail="no folder for the lock")
        try:
            return self._file.acquire(timeout=wait_s)
        except Timeout as error:
            raise StoreBusy(detail="lock file") from error
        except OSError as error:
            raise StoreReadOnly(detail=f"lock file: errno {error.errno}") from error


def unserved(file: Path) -> AbstractContextManager[None]:
    """Return a context in which no office's server runs on a library, by its lock. Raises StoreBusy."""
    busy = StoreBusy(
        Message("The office’s server is running on this library."), Message("Stop the server, and try again.")
    )
    return hold(ProcessLock(file, wait_s=0.0)(), busy)


@contextmanager
def hold(lock: AbstractContextManager[object], otherwise: StoreBusy) -> Iterator[None]:
    """Hold a lock; where it raises StoreBusy, raise ``otherwise``, which names the reason."""
    with ExitStack() as stack:
        try:
            stack.enter_context(lock)
        except StoreBusy as busy:
            otherwise.detail = busy.detail
            raise otherwise from busy
        yield


@contextmanager
def private_folder(parent: Path, prefix: str) -> Iterator[Path]:
    """Create a folder in ``parent`` for this user alone, and delete it with its contents at the end, which
    may come in another thread.

    Its lock is held meanwhile, so that another program does not take it for a leftover
    (``clear_unless_held``). After a kill nobody holds the lock. Raises StoreError.
    """
    folder = parent / f"{prefix}{uuid.uuid4().hex}"
    lock = FileLock(folder / FOLDER_LOCK, thread_local=False, mode=0o600)
    try:
        folder.mkdir(mode=0o700)
        lock.acquire(timeout=0)
    except OSError as error:
        delete(folder)
        raise store_error(error) from error
    try:
        yield folder
    finally:
        lock.release()
        delete(folder)


def clear_left(parent: Path, prefix: str) -> None:
    """Delete the private folders with this prefix that killed programs left in ``parent``, which may be for
    all users: only this one's. Raises StoreError."""
    name, failed = re.compile(rf"{re.escape(prefix)}[0-9a-f]{{32}}"), []
    try:
        folders = list(parent.iterdir())
    except OSError as error:
        raise store_error(error) from error
    for left in folders:
        try:
            is_ours = os.name == "nt" or left.lstat().st_uid == os.getuid()
            if is_ours and name.fullmatch(left.name) and left.is_dir():
                clear_unless_held(left)
        except FileNotFoundError:
            pass  # another program was quicker
        except OSError as error:
            failed.append(error)  # the others are deleted all the same
    if failed:
        raise store_error(failed[0]) from failed[0]


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


FILE = "lease.json"
BEAT_S = 20.0
SILENT_S = 60.0  # The time without renewal after which a holder checks that it still has the lease
DEAD_S = 120.0
"""The time after which a lease is dead: twice ``SILENT_S``, since a client of a share may show a file's time
a minute late (nfs(5), acregmax)."""
SETTLED_S = 1.0
"""The waiting time before a new lease is confirmed, longer than a share takes to read and remove one."""
_FILE_BYTES = 4096
"""The fixed size of the file: a renewal overwrites the previous one, and no reader sees it truncated."""
_NAME_LENGTH = 64
_PROGRAM_ID = re.compile("[0-9a-f]{16}")
_MAX_OTHER_PROGRAMS = 100  # The number of programs that fit beside the longest name
_ATTEMPTS = 5
_UNREADABLE_ERRNOS = {errno.EACCES, errno.EINVAL, errno.EISDIR, errno.ELOOP}
"""The errors for a lease that another user made unreadable, and for something that is no file."""
UNKNOWN = Message("whose name is unknown")


@dataclass(frozen=True, slots=True)
class Holder:
    """The content of a lease; untrusted."""

    host: str
    programs: tuple[str, ...]  # The computer's programs that have the library open, including killed ones
    name: str  # The computer's name as people know it; empty where it cannot be shown


_UNKNOWN_HOLDER = Holder("", (), "")
_EMPTY_LEASE = Holder("", ("",), "")
"""An empty lease: it is being created, or the program was killed before it was written."""


class Lease:
    """One program's part in the lease, which belongs to its computer. Any thread.

    Each program of a computer adds itself to the lease and renews it; the last one deletes it.
    """

    def __init__(self, folder: Path, computer: str = "") -> None:
        """Prepare the lease. ``computer`` is this computer's name, the system's by default."""
        name = computer or platform.node()
        self._path = folder / FILE
        self._host, self._name = _computer_id(name), _printable(name)
        self._program = secrets.token_hex(8)
        self._renewal_lock = threading.RLock()
        self._released = threading.Event()
        self._renewed_at: float | None = None
        self._lost: Holder | None = None
        self._last_error: StoreError | None = None

    def take(self) -> Holder | None:
        """Take the lease or join this computer's, and return None, or else the holder. Raises StoreError."""
        with self._renewal_lock:
            try:
                holder = self._acquire()
            except OSError as error:
                raise store_error(error) from error
            if holder is None:
                self._renewed_at = _now()
                threading.Thread(target=self._renew_repeatedly, name="lease", daemon=True).start()
            return holder

    def require(self) -> None:
        """Raise StoreReadOnly where the lease was lost, and StoreError while that is unknown.

        Another computer may have taken it after hearing nothing of this one for ``DEAD_S``, for instance
        during sleep.
        """
        if self.silent_s() >= SILENT_S:
            self.renew()
        if (lost := self.lost()) is not None:
            raise lost
        if self.silent_s() >= SILENT_S:
            raise self._last_error or StoreAway(detail="lease not renewed")

    def lost(self) -> StoreReadOnly | None:
        """Return the error that says that another computer has taken over; None while none has. Immediate."""
        if self._lost is None:
            return None
        return StoreReadOnly(
            Message(
                "The library was opened on another computer, {value}, while this one did not answer.",
                value=self._lost.name or UNKNOWN,
            ),
            Message("Close it there, then open it again here. Nothing that was added before is lost."),
            detail="lease lost",
        )

    def renew(self) -> None:
        """Renew the lease, or learn that it was lost. Never raises."""
        with self._renewal_lock:
            if self._lost is not None or self._released.is_set():
                return
            try:
                self._lost = self._acquire()
            except OSError as error:
                self._last_error = disk_error(error) or StoreAway(detail=f"lease: errno {error.errno}")
            except StoreBusy as error:
                self._last_error = error
            else:
                self._last_error = None
                self._renewed_at = _now()

    def silent_s(self) -> float:
        """Return the seconds since the last renewal, including time that the computer slept."""
        if self._renewed_at is None:
            return 0.0
        return _now() - self._renewed_at

    def release(self) -> None:
        """Let other computers write, unless another program here has the library open. Never raises."""
        self._released.set()
        with self._renewal_lock, suppress(OSError):
            if not self._renewed_at or self._lost is not None or self.silent_s() >= SILENT_S:
                return
            current = _read(self._path)
            if current is None or current.host != self._host:
                return
            if others := self._other_programs(current):
                self._write(os.O_WRONLY, others)
                return
            moved = self._temporary_path()
            self._path.rename(moved)
            others = self._other_programs(_read(moved))
            moved.unlink()
            if others:  # another program joined meanwhile
                self._create(others)

    def _renew_repeatedly(self) -> None:
        while not self._released.wait(BEAT_S):
            self.renew()

    def _acquire(self) -> Holder | None:
        """Take, renew or join the lease and return None, or else the holder. Raises OSError and StoreBusy."""
        replaced_dead = False
        for _ in range(_ATTEMPTS):
            current = _read(self._path)
            if current is None:
                if self._create(()) and (not replaced_dead or self._is_still_listed()):
                    return None
                continue
            if current is _EMPTY_LEASE:
                self._released.wait(SETTLED_S)
            age = self._age()
            if age is None:
                continue
            if current is _EMPTY_LEASE or age >= (SILENT_S if current.host == self._host else DEAD_S):
                if self._replace_dead(current):
                    return None
                replaced_dead = True
            elif current.host != self._host:
                return current
            else:
                with suppress(FileNotFoundError):  # the last program of this computer ended meanwhile
                    self._write(os.O_WRONLY, self._other_programs(current))
                if self._is_listed():
                    return None
        raise StoreBusy(detail="lease")

    def _other_programs(self, holder: Holder | None) -> tuple[str, ...]:
        if holder is None or holder.host != self._host:
            return ()
        return tuple(program for program in holder.programs if program != self._program)

    def _is_listed(self) -> bool:
        current = _read(self._path)
        return current is not None and current.host == self._host and self._program in current.programs

    def _create(self, others: tuple[str, ...]) -> bool:
        """Create the lease; return False where somebody else was quicker. Raises OSError."""
        try:
            self._write(os.O_WRONLY | os.O_CREAT | os.O_EXCL, others)
        except FileExistsError:
            return False
        return self._is_listed()

    def _write(self, flags: int, others: tuple[str, ...]) -> None:
        """Write the lease in one piece; a share has it when the file is closed. Raises OSError."""
        programs = [*others[-_MAX_OTHER_PROGRAMS:], *([] if self._released.is_set() else [self._program])]
        content = {"host": self._host, "programs": programs, "name": self._name}
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
        descriptor = os.open(self._path, flags, 0o600)
        try:
            os.write(descriptor, json.dumps(content).encode("ascii").ljust(_FILE_BYTES))
            if os.fstat(descriptor).st_size > _FILE_BYTES:
                os.ftruncate(descriptor, _FILE_BYTES)
        finally:
            os.close(descriptor)

    def _age(self) -> float | None:
        """Return the seconds since the lease was last written. A time in the future counts as ``DEAD_S``;
        None stands for a lease that was released meanwhile. Raises OSError."""
        probe = self._temporary_path()
        try:
            probe.touch(0o600)
            age = probe.stat().st_mtime - self._path.stat().st_mtime
        except FileNotFoundError:
            return None
        finally:
            probe.unlink(missing_ok=True)
        return age if age > -DEAD_S else DEAD_S

    def _replace_dead(self, dead: Holder) -> bool:
        """Overwrite a dead lease; of several computers that do so, the last one has it. Raises OSError.

        The file always exists meanwhile, because a computer that finds none would not know of the others. An
        empty lease is removed instead, in case it is still being written, and so is one that cannot be
        written to.
        """
        try:
            if _read(self._path) != dead:
                return False
            if dead is not _EMPTY_LEASE:
                self._write(os.O_WRONLY, ())
                return self._is_still_listed()
        except FileNotFoundError:
            return False
        except OSError as error:
            if error.errno not in _UNREADABLE_ERRNOS:
                raise
        moved = self._temporary_path()
        with suppress(FileNotFoundError):
            self._path.rename(moved)
            delete(moved)
        return False

    def _temporary_path(self) -> Path:
        """Return a path that is deleted later if it is left (``files.write_out``)."""
        return self._path.with_name(f"briefbank_unfinished_{secrets.token_hex(4)}.tmp")

    def _is_still_listed(self) -> bool:
        """Return whether this program is still in the lease after a while. Another computer may have found
        the same lease dead, and may overwrite the new one."""
        self._released.wait(SETTLED_S)
        return self._is_listed()


def _read(path: Path) -> Holder | None:
    """Read a lease: None where there is none, an unknown holder where it is illegible. Raises OSError."""
    try:
        untrusted = read_json(path, _FILE_BYTES)
        host, name = str(untrusted["host"]), str(untrusted["name"])
        programs = [str(program) for program in untrusted["programs"]]
        listed = tuple(program for program in programs if _PROGRAM_ID.fullmatch(program))
        return Holder(host, listed, _printable(name))
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError):
        return _UNKNOWN_HOLDER if path.stat().st_size else _EMPTY_LEASE
    except OSError as error:
        if error.errno not in _UNREADABLE_ERRNOS:
            raise
        return _UNKNOWN_HOLDER


def _printable(name: str) -> str:
    return "".join(sign for sign in name if sign.isprintable())[:_NAME_LENGTH].strip()


def _computer_id(name: str) -> str:
    """Return a hash of the name and machine-id(5), or else of the network card, valid for all users."""
    try:
        machine = Path("/etc/machine-id").read_text("ascii").strip()
    except (OSError, ValueError):
        machine = f"{uuid.getnode():x}"
    return hashlib.sha256(b"BriefBank lease\0" + f"{name}\0{machine}".encode()).hexdigest()


def _now() -> float:
    """Return the seconds of a clock that nobody sets and that goes on while a computer sleeps."""
    if not hasattr(time, "clock_gettime"):
        return time.monotonic()
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
