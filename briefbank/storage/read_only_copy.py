"""A copy of what must be written to be read of a library: catalogue, indexes and record, while it is open.

The library may be written to by another computer meanwhile. Of the catalogue the file is copied, then its
log: what is added to the log meanwhile has a checksum for each page, so that a torn end counts for nothing
(https://sqlite.org/fileformat2.html#walformat). Of an index, what names its files is copied first: files that
are added later are in nobody's way, and one that is gone by then means another attempt.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from filelock import FileLock

from briefbank.errors import BriefBankError, StoreBusy, StoreFull
from briefbank.files import delete, open_regular, store_error
from briefbank.jobs import Reporter
from briefbank.locks import FOLDER_LOCK, clear_unless_held
from briefbank.paths import LibraryPaths, copies_folder

COPYING = "Copying what is needed to read this library"
_ATTEMPTS = 5
_NAMING = {".json", ".manifest"}
"""Ends of the files of Tantivy and LanceDB that name others."""
_COPY = re.compile(r"[0-9a-f]{32}")
_BLOCK = 1 << 20
_LOG_HEADER = 32
"""Bytes; with another one, a write-ahead log was begun anew."""


class ReadOnlyCopy:
    """For one program, which deletes it when it closes the library; the next one deletes what a kill left."""

    def __init__(self, library: LibraryPaths, reporter: Reporter) -> None:
        """Takes seconds for a large library. Raises StoreBusy, StoreFull, StoreError and Cancelled."""
        reporter.progress(COPYING, 0, 0)
        self._check = reporter.check
        self._library = library
        self._folder = copies_folder() / uuid.uuid4().hex
        self.paths = replace(library, aside=self._folder)
        self._lock = FileLock(self._folder / FOLDER_LOCK, thread_local=False, mode=0o600)
        try:
            self.paths.work.mkdir(mode=0o700, parents=True)
            self._lock.acquire(timeout=0)
            self._until_whole(self._copy_catalogue)
            self._until_whole(lambda: self._copy_index(library.lexical, self.paths.lexical))
            self._until_whole(lambda: self._copy_index(library.dense, self.paths.dense))
            if library.audit.is_file():
                self._copy(library.audit, self.paths.audit)
        except OSError as error:
            self.close()
            raise _no_room(store_error(error)) from error
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Delete it. Never raises."""
        self._lock.release()
        delete(self._folder)

    def _until_whole(self, copy: Callable[[], bool]) -> None:
        for _ in range(_ATTEMPTS):
            try:
                if copy():
                    return
            except FileNotFoundError:
                continue
        raise StoreBusy(
            "Another computer is changing this library just now.",
            "Try again in a few minutes.",
            detail="changed while copied",
        )

    def _copy_catalogue(self) -> bool:
        """False where pages were moved from the log into the file meanwhile. Raises OSError."""
        source, target = self._library.stored_catalogue, self.paths.catalogue
        log, log_target = (each.with_name(f"{each.name}-wal") for each in (source, target))
        before = _state(source), _begins(log)
        self._copy(source, target)
        log_target.unlink(missing_ok=True)
        if log.is_file():
            self._copy(log, log_target)
        return before == (_state(source), _begins(log))

    def _copy_index(self, folder: Path, target: Path) -> bool:
        """Raises FileNotFoundError where a file went meanwhile, and OSError."""
        shutil.rmtree(target, ignore_errors=True)
        for naming in (True, False):
            for path in _files(folder, naming=naming):
                to = target / path.relative_to(folder)
                to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._copy(path, to)
        return True

    def _copy(self, source: Path, target: Path) -> None:
        """A file from a stranger may claim more bytes than it has: none takes more than half of what is free.

        Raises OSError and Cancelled.
        """
        with open_regular(source) as original, target.open("wb") as copy:
            if os.fstat(original.fileno()).st_size > shutil.disk_usage(target.parent).free // 2:
                raise OSError(errno.ENOSPC, "")
            while block := original.read(_BLOCK):
                self._check()
                copy.write(block)


def clear_left() -> None:
    """Delete the copies that programs made which were stopped. Never raises."""
    try:
        found = [path for path in copies_folder().iterdir() if _COPY.fullmatch(path.name)]
    except OSError:
        return
    for folder in found:
        with suppress(OSError):
            clear_unless_held(folder)


def _files(folder: Path, *, naming: bool) -> list[Path]:
    """The files of an index as they are now, but its locks."""
    every = (path for path in folder.rglob("*") if path.suffix != ".lock" and path.is_file())
    return [path for path in every if (path.suffix in _NAMING) is naming]


def _state(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def _begins(log: Path) -> bytes:
    """Of a log that is not there or empty, nothing; both are alike."""
    try:
        with log.open("rb") as file:
            return file.read(_LOG_HEADER)
    except FileNotFoundError:
        return b""


def _no_room(error: BriefBankError) -> BriefBankError:
    """The disk in question is not the library's."""
    if not isinstance(error, StoreFull):
        return error
    return StoreFull(
        "There is not enough room on this computer to read this library.",
        "What is searched in it is copied to your own folders while it is open: free some space there.",
        detail=error.detail,
    )
