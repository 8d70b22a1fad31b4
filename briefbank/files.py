"""File operations: copying originals into a library under their hash, and writing files whole.

An original is only ever read. A copy is written to a temporary file, flushed to the disk and then renamed, so
that a file under ``files/`` is always complete.

POSIX drops all locks that a process has on a file when the process closes any descriptor of that file,
SQLite's locks too (https://www.sqlite.org/howtocorrupt.html, section 2.2). In a process that may have a
database open, only SQLite therefore opens the database, its log (-wal) and its shared memory (-shm).
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import signal
import stat
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from io import BufferedReader, FileIO
from pathlib import Path
from typing import Any, BinaryIO

from briefbank.errors import ExportRefused, NotReadable, ShortOfMemory, StoreError, StoreFull, StoreReadOnly
from briefbank.paths import UNFINISHED, LibraryPaths
from briefbank.text.messages import NO_MESSAGE, Message

_BLOCK = 1 << 20
_PRIVATE_MODE = 0o600
_TEMPORARY_PREFIX, _TEMPORARY_SUFFIX = "briefbank_unfinished_", ".tmp"
"""The prefix and suffix of names that ``UNFINISHED`` matches."""
_ABANDONED_S = 60.0
"""The age since the last write at which a temporary file counts as abandoned; flushing to a slow disk takes
seconds."""
_FULL_ERRNOS = {errno.ENOSPC, errno.EDQUOT}
_READ_ONLY_ERRNOS = {errno.EROFS, errno.EACCES, errno.EPERM}
_EXPORT_TEXTS: dict[type[StoreError], tuple[Message, Message]] = {
    StoreFull: (
        Message("The disk is full, so the file was not written."),
        Message("Free some space, or choose another disk."),
    ),
    StoreReadOnly: (
        Message("BriefBank may not write this file."),
        Message(
            "If it is open in another program, close it there. Otherwise choose another folder or "
            "another name."
        ),
    ),
}
_DATABASE = re.compile(r".*\.sqlite(-wal|-shm|-journal)?", re.IGNORECASE)
_creating = threading.Lock()
_CHECK_S = 0.1
_MOVING_S = 2.0
SHORT_OF_MEMORY = {errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE}
"""The errors with which the system refuses to start a program for lack of resources."""


def create_private(path: Path) -> None:
    """Create an empty file for this user only; a file that exists stays as it is and is not opened.

    Two threads that open one new database wait for each other, so that neither closes the file after the
    other gave it to SQLite. Raises StoreError.
    """
    try:
        with _creating:
            if not path.exists():
                flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
                os.close(os.open(path, flags, _PRIVATE_MODE))
    except FileExistsError:  # another process was faster
        return
    except OSError as error:
        raise store_error(error) from error


def is_database(path: Path) -> bool:
    """Return whether a path is, or leads to, a file of an SQLite database, by its name.

    Call this before opening a file that a person chose: this process may have that database open.
    """
    return bool(_DATABASE.fullmatch(Path(os.path.realpath(path)).name))


def run_apart(
    function: Callable[..., None], *arguments: object, check: Callable[[], None] = lambda: None
) -> None:
    """Run a function in a process of its own, which may open and close files of SQLite.

    An exception from ``check``, which is called ten times a second, kills the process. Function and arguments
    are pickled. Raises the OSError of the function. Starting the process takes a tenth of a second
    and the imports of the function’s module.
    """
    import multiprocessing  # only now: every program imports this module, and few start such a process

    process = multiprocessing.get_context("spawn").Process(
        target=_run, args=(function, *arguments), daemon=True
    )
    process.start()
    try:
        while process.is_alive():
            check()
            process.join(_CHECK_S)
    finally:
        process.kill()
        process.join()
    if process.exitcode:
        number = max(process.exitcode, 0) or errno.EIO  # negative: ended by a signal
        raise OSError(number, os.strerror(number))


def _run(function: Callable[..., None], *arguments: object) -> None:
    """Run a function and exit with the number of its error. An interrupt from the terminal is for the
    parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        function(*arguments)
    except OSError as error:
        os._exit(error.errno or errno.EIO)
    except Exception:  # noqa: BLE001 - only a number crosses
        os._exit(errno.EIO)


def copy_in(
    source: Path, paths: LibraryPaths, suffix: str, check: Callable[[], None] = lambda: None
) -> tuple[str, int, Path]:
    """Copy a file into the library; return its SHA-256 in hexadecimal, its size in bytes and the path of the
    copy.

    An intact copy that is already there is kept. ``suffix`` is the stored file's, with its dot. ``check`` is
    called before each mebibyte, and an exception from it ends the copying without a trace. Raises NotReadable
    for the source, StoreFull, StoreReadOnly or StoreError for the library.
    """
    with _open_original(source) as original:
        made, copy = _create_temporary(paths.work)
        try:
            with copy:
                sha256, size = _copy_block_by_block(original, copy, check)
            target = paths.original(sha256, suffix)
            if not is_intact_copy(target, sha256, size):
                publish_file(made, target)
            return sha256, size, target
        finally:
            made.unlink(missing_ok=True)


def sqlite_address(path: Path, options: str) -> str:
    """Return the URI by which SQLite opens a file with options, such as ``mode=rw``: create none."""
    uri = path.absolute().as_uri()
    if not uri.startswith("file:///"):  # a Windows share, for whose server SQLite wants two more slashes
        uri = uri.replace("file://", "file:////", 1)
    return f"{uri}?{options}"


def publish_file(made: Path, target: Path) -> None:
    """Give a finished file its final name on the same disk, and flush the rename to the disk.

    Replaces an existing file. Raises StoreFull, StoreReadOnly or StoreError.
    """
    try:
        made.chmod(_PRIVATE_MODE)
        with made.open("rb+") as file:
            os.fsync(file.fileno())
        move(made, target)
        sync_folder(target.parent)
    except OSError as error:
        raise store_error(error) from error


def move(made: Path, target: Path) -> None:
    """Rename a file, over another if there is one. Windows refuses it while any program has that open, as
    a reader of ours has for a moment, a virus scanner for a second: it is tried for two. Raises OSError."""
    over = time.monotonic() + _MOVING_S
    while True:
        try:
            made.replace(target)
            return
        except PermissionError:
            if os.name != "nt" or time.monotonic() > over:
                raise
            time.sleep(_MOVING_S / 100)


def is_intact_copy(target: Path, sha256: str, size: int) -> bool:
    """Return whether an intact copy exists, neither truncated nor changed on the disk."""
    return target.is_file() and target.stat().st_size == size and hash_file(target) == sha256


def make_folder(folder: Path) -> None:
    """Make a private folder, if there is none, in one that must exist. Raises StoreError."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise store_error(error) from error


def write_atomically(target: Path, content: bytes) -> None:
    """Write a small private file so that a crash leaves the old one or the new one. Raises StoreError."""
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise store_error(error) from error
    write_out(target, content)


def write_out(target: Path, content: bytes) -> None:
    """Write like ``write_atomically``, into a folder that must exist. Raises StoreError.

    Temporary files that a killed program left there are deleted, so that no copy of the content stays unseen.
    """
    made, file = _create_temporary(target.parent)
    try:
        with file:
            _clear_unfinished(made)
            _write(file, content)
        publish_file(made, target)
    finally:
        made.unlink(missing_ok=True)


def write_export(path: Path, content: bytes) -> None:
    """Write a file for another program whole or not at all, replacing an existing one. Raises
    ExportRefused."""
    with _as_export_refused():
        write_out(path, content)


def require_export_path(path: Path) -> None:
    """Check, before long work, that its result can be written there. Raises ExportRefused."""
    with _as_export_refused():
        try_folder(path.parent)
    if path.is_dir():
        title = Message("This is a folder, not the name of a file.")
        raise ExportRefused(title, Message("Add a name for the file."))


@contextmanager
def _as_export_refused() -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        title, remedy = _EXPORT_TEXTS.get(type(error), (NO_MESSAGE, NO_MESSAGE))
        raise ExportRefused(title, remedy, detail=error.detail) from error


def try_folder(folder: Path) -> None:
    """Check that a file can be written to a folder, by creating one that disappears at once. Raises
    StoreError."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return
    except OSError as error:
        raise store_error(error) from error


def open_regular(path: Path) -> BufferedReader:
    """Open an untrusted file for reading. Raises OSError for a link and for anything but a regular file,
    without waiting: a pipe would never answer."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    if path.is_symlink():  # for systems without O_NOFOLLOW
        raise OSError(errno.ELOOP, "link")
    file = os.fdopen(os.open(path, flags | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "no regular file")
    return file


def read_small(path: Path, most_bytes: int) -> bytes:
    """Return the content of an untrusted file. Raises OSError, and ValueError for a larger file."""
    with open_regular(path) as file:
        untrusted = file.read(most_bytes + 1)
    if len(untrusted) > most_bytes:
        raise ValueError("too large")
    return untrusted


def read_json(path: Path, most_bytes: int, most_values: int | None = None) -> Any:
    """Return the content of an untrusted JSON file. Raises OSError, and ValueError for a file that is larger,
    holds more values, is no JSON, or is nested too deeply."""
    untrusted = read_small(path, most_bytes)
    if most_values is not None and sum(map(untrusted.count, (b",", b"[", b"{"))) > most_values:
        raise ValueError("too many values")
    try:
        return json.loads(untrusted)
    except RecursionError as error:
        raise ValueError("nested") from error


def delete_tree(folder: Path) -> None:
    """Delete a folder with its contents; of a link in it, only the link. Raises OSError where something
    stays, and where the path itself is a link or junction.

    The depth is unlimited: ``shutil.rmtree`` is recursive before Python 3.13, and fails at a thousand levels.
    Here folders are moved up until none contains another.
    """
    if not _is_real_folder(folder):
        raise NotADirectoryError(errno.ENOTDIR, "link")
    moved = True
    while moved:
        moved = False
        for child in _entries(folder):
            for path in _entries(child) if _is_real_folder(child) else []:
                with suppress(OSError):
                    if _is_real_folder(path):
                        path.rename(folder / uuid.uuid4().hex)
                        moved = True
                    else:
                        path.unlink()
            with suppress(OSError):
                child.rmdir() if _is_real_folder(child) else child.unlink()
    with suppress(FileNotFoundError):
        folder.rmdir()


def delete(path: Path) -> None:
    """Delete a file, or a folder with its contents; of a link, only the link. Never raises."""
    with suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            delete_tree(path)
        else:
            path.unlink(missing_ok=True)


def is_junction(entry: Path | os.DirEntry[str]) -> bool:
    """Return whether a folder is a Windows junction, which leads elsewhere."""
    tag = getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0) if os.name == "nt" else 0
    return bool(tag)


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file's contents in hexadecimal. Raises NotReadable."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise NotReadable(detail=f"hash: errno {error.errno}") from error


def hash_blocks(
    read: Callable[[], bytes],
    write: Callable[[bytes], object] = lambda block: None,
    check: Callable[[], None] = lambda: None,
) -> str:
    """Read and write blocks up to an empty one; return their SHA-256 in hexadecimal. ``check`` is called
    between blocks and may raise to stop."""
    digest = hashlib.sha256()
    check()
    while block := read():
        digest.update(block)
        write(block)
        check()
    return digest.hexdigest()


def write_in_full(file: FileIO, block: bytes) -> None:
    """Write a block to an unbuffered file, which may take it in parts. Raises OSError."""
    rest = memoryview(block)
    while rest:
        rest = rest[file.write(rest) :]


def store_error(error: OSError) -> StoreError:
    """Return the StoreError for a failed write into the library, or a program that the system does not
    start."""
    detail = f"errno {error.errno}"
    if error.errno in _FULL_ERRNOS:
        return StoreFull(detail=detail)
    if error.errno in _READ_ONLY_ERRNOS:
        return StoreReadOnly(detail=detail)
    if error.errno in SHORT_OF_MEMORY:
        return ShortOfMemory(detail=detail)
    return StoreError(detail=detail)


def disk_error(error: OSError) -> StoreError | None:
    """Return the error of a disk that is full or cannot be written to; None for any other, which may be a
    file's."""
    return store_error(error) if error.errno in _FULL_ERRNOS | {errno.EROFS} else None


def sync_folder(folder: Path) -> None:
    """Make a rename inside a folder survive a power cut. Windows has no such call and needs none."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _entries(folder: Path) -> list[Path]:
    """Return a folder's entries; none where it may not be opened."""
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _is_real_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink() and not is_junction(path)


def _open_original(source: Path) -> BinaryIO:
    """Open a regular file for reading; a pipe or device would never end."""
    try:
        if not stat.S_ISREG(source.stat().st_mode):
            title, remedy = Message("This is not a file."), Message("Add the file itself.")
            raise NotReadable(title, remedy, detail="not a regular file")
        return source.open("rb")
    except OSError as error:
        raise NotReadable(detail=f"original: errno {error.errno}") from error


def _clear_unfinished(own: Path) -> None:
    """Delete abandoned temporary files next to ``own``; those that another program is writing are younger.

    Ages are relative to ``own``'s time from the same disk, because a share's clock may differ from ours.
    """
    for path in own.parent.glob(f"{_TEMPORARY_PREFIX}*{_TEMPORARY_SUFFIX}"):
        with suppress(OSError):
            age_s = own.stat().st_mtime - path.stat().st_mtime
            if age_s > _ABANDONED_S and re.fullmatch(UNFINISHED, path.name):
                path.unlink()


def _create_temporary(folder: Path) -> tuple[Path, FileIO]:
    """Create a temporary file for this user only.

    It is unbuffered: a buffer that could not be written to a full disk would fail a second time on closing.
    """
    try:
        descriptor, name = tempfile.mkstemp(dir=folder, prefix=_TEMPORARY_PREFIX, suffix=_TEMPORARY_SUFFIX)
    except OSError as error:
        raise store_error(error) from error
    return Path(name), os.fdopen(descriptor, "wb", buffering=0)


def _copy_block_by_block(original: BinaryIO, copy: FileIO, check: Callable[[], None]) -> tuple[str, int]:
    before = os.fstat(original.fileno())
    sha256 = hash_blocks(partial(_read, original), partial(_write, copy), check)
    size = copy.tell()
    after = os.fstat(original.fileno())
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns) or size != after.st_size:
        raise NotReadable(
            Message("The file changed while it was being copied."),
            Message("Wait until the program that writes it has finished, then add it again."),
            detail="changed while copying",
        )
    return sha256, size


def _read(original: BinaryIO) -> bytes:
    try:
        return original.read(_BLOCK)
    except OSError as error:
        raise NotReadable(detail=f"original: errno {error.errno}") from error


def _write(copy: FileIO, block: bytes) -> None:
    try:
        write_in_full(copy, block)
    except OSError as error:
        raise store_error(error) from error
