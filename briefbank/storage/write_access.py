"""Decides whether a program may change a library or only read it, and makes a read-only library usable.

A library is read-only where its folder cannot be written to, and while another computer writes to it
(``lease``). SQLite, Tantivy and LanceDB write locks and logs even to read. Catalogue, indexes and audit log
are therefore copied into the user's data folder while the library is open. Originals and reading copies stay
where they are.

Another computer may write to the library meanwhile. The catalogue's file is copied first and its log second:
pages added to the log meanwhile have checksums, so that a torn end is ignored
(https://sqlite.org/fileformat2.html#walformat). Another process copies them, because this one may still have
them open, from before it lost the library to the other computer (``files.run_apart``). Of an index, the files
that name others are copied first: files added later do no harm, and a file that is gone by then means another
attempt.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

from briefbank.errors import StoreAway, StoreBusy, StoreError, StoreFull, StoreReadOnly
from briefbank.files import open_regular, run_apart, store_error, try_folder
from briefbank.jobs import Reporter
from briefbank.paths import LibraryPaths, copies_folder
from briefbank.storage import library_folder
from briefbank.storage.lease import UNKNOWN, Lease, clear_left, private_folder
from briefbank.storage.library_folder import is_unreachable
from briefbank.text.messages import NO_MESSAGE, Message

COPYING = Message("Copying what is needed to read this library")
_ATTEMPTS = 5
_NAMING_SUFFIXES = {".json", ".manifest"}  # The suffixes of the files of Tantivy and LanceDB that name others
_BLOCK = 1 << 20
_LOG_HEADER_BYTES = 32
"""The length in bytes of a write-ahead log's header, which changes when the log begins anew."""


class ReadOnlyCopy:
    """A program's copy, deleted as it closes the library. The next program deletes those of killed ones."""

    def __init__(self, library: LibraryPaths, reporter: Reporter) -> None:
        """Copy the parts; large ones take seconds. Raises StoreBusy, StoreFull, StoreError and Cancelled."""
        reporter.progress(COPYING, 0, 0)
        self._check = reporter.check
        self._library = library
        self._folder = ExitStack()
        try:
            copies_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
            aside = self._folder.enter_context(private_folder(copies_folder(), ""))
            self.paths = LibraryPaths(library.root, aside)
            self.paths.work.mkdir(mode=0o700)
            source, target = library.stored_catalogue, self.paths.catalogue
            copy = partial(run_apart, _copy_catalogue, source, target, check=self._check)
            self._retry_until_consistent(copy)
            self._retry_until_consistent(lambda: self._copy_index(library.lexical, self.paths.lexical))
            self._retry_until_consistent(lambda: self._copy_index(library.dense, self.paths.dense))
            if library.audit.is_file():
                _copy(library.audit, self.paths.audit, self._check)
        except OSError as error:
            self.close()
            refusal = store_error(error)
            if isinstance(refusal, StoreFull):
                refusal = StoreFull(
                    Message("There is not enough room on this computer to read this library."),
                    Message(
                        "What is searched in it is copied to your own folders while it is open: free some "
                        "space there."
                    ),
                    detail=refusal.detail,
                )
            raise refusal from error
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Delete the copy. Never raises."""
        self._folder.close()

    def _retry_until_consistent(self, copy: Callable[[], None]) -> None:
        for _ in range(_ATTEMPTS):
            try:
                return copy()
            except FileNotFoundError:
                continue
        raise StoreBusy(
            Message("Another computer is changing this library just now."),
            Message("Try again in a few minutes."),
            detail="changed while copied",
        )

    def _copy_index(self, folder: Path, target: Path) -> None:
        """Copy an index. Raises FileNotFoundError where a file disappeared meanwhile, and OSError."""
        shutil.rmtree(target, ignore_errors=True)
        for naming in (True, False):
            every = (path for path in folder.rglob("*") if path.suffix != ".lock" and path.is_file())
            for path in [path for path in every if (path.suffix in _NAMING_SUFFIXES) is naming]:
                to = target / path.relative_to(folder)
                to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                _copy(path, to, self._check)


def _copy_catalogue(source: Path, target: Path) -> None:
    """Copy a catalogue. Raises OSError; FileNotFoundError where pages moved from log to file meanwhile."""
    log, log_target = (path.with_name(f"{path.name}-wal") for path in (source, target))

    def state() -> tuple[int, int, bytes]:
        """Return what changes when pages move: size and time of the file, and the header of the log."""
        status, header = source.stat(), b""
        with suppress(FileNotFoundError), log.open("rb") as file:
            header = file.read(_LOG_HEADER_BYTES)
        return status.st_size, status.st_mtime_ns, header

    before = state()
    _copy(source, target)
    log_target.unlink(missing_ok=True)
    if log.is_file():
        _copy(log, log_target)
    if before != state():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))


def _copy(source: Path, target: Path, check: Callable[[], None] = lambda: None) -> None:
    """Copy a file, unless it takes more than half of the free space: an untrusted file may claim more bytes
    than it has.

    Raises OSError, and what ``check`` raises.
    """
    with open_regular(source) as original, target.open("wb") as copy:
        if os.fstat(original.fileno()).st_size > shutil.disk_usage(target.parent).free // 2:
            raise OSError(errno.ENOSPC, "")
        while block := original.read(_BLOCK):
            check()
            copy.write(block)


class Access:
    """One program's use of one library. Any thread."""

    def __init__(self, paths: LibraryPaths, reporter: Reporter, *, of_office: bool = False) -> None:
        """Create a library, or open one for changes, or else for reading. ``of_office``: its catalogue is in
        a database.

        Raises NotALibrary, OnlyServerOpens, StoreLinked, StoreError and Cancelled.
        """
        self.paths = paths  # The paths of the library's parts to use
        self.is_new = False  # Whether this opening created the library
        self.refusal: StoreReadOnly | None = None
        """Why this library is read-only; None where it may be changed."""
        self._lease: Lease | None = None
        self._copy: ReadOnlyCopy | None = None
        self._settled = False
        with suppress(StoreError):
            clear_left(copies_folder(), "")  # the copies of programs that were killed
        exists = library_folder.admit(paths, of_office=of_office)
        try:
            self._lease = _take_lease(paths.root) if exists else None
        except StoreReadOnly as refusal:
            self.refusal = refusal
            self._copy = ReadOnlyCopy(paths, reporter)
            self.paths = self._copy.paths
            return
        self.is_new = not exists
        library_folder.furnish(paths, of_office=of_office)
        self._lease = self._lease or _take_lease(paths.root)

    def settle(self) -> None:
        """Refuse every change in a read-only library and its copy from now on."""
        self._settled = True

    def require(self) -> None:
        """Raise StoreReadOnly where this program may not, or may no longer, change the library."""
        if self._settled and self.refusal is not None:
            raise StoreReadOnly(self.refusal.title, self.refusal.remedy, detail=self.refusal.detail)
        if self._lease is not None:
            self._lease.require()

    def require_present(self) -> None:
        """Raise StoreAway where the library's folder went away or was replaced. Asks the disk."""
        if self._copy is None and is_unreachable(self.paths):
            raise StoreAway(detail="neither catalogue nor sentinel")

    def require_to_change(self) -> None:
        self.require()
        self.require_present()

    def why_not(self) -> Message:
        """Return why this program may not change the library; empty where it may. Immediate."""
        error = self.refusal if self._lease is None else self._lease.lost()
        return error.message if error else NO_MESSAGE

    @property
    def is_lost(self) -> bool:
        """Whether another computer took the library over while this program had it open."""
        return self._lease is not None and self._lease.lost() is not None

    def close(self) -> None:
        if self._lease is not None:
            self._lease.release()
        if self._copy is not None:
            self._copy.close()


@contextmanager
def hold_lease(root: Path) -> Iterator[None]:
    """Hold a library's lease for a change without opening it. Raises StoreReadOnly and StoreError."""
    lease = _take_lease(root)
    try:
        yield
    finally:
        lease.release()


def _take_lease(root: Path) -> Lease:
    """Take the lease. Raises StoreReadOnly where the library is read-only."""
    try:
        try_folder(root)
    except StoreReadOnly as error:
        raise StoreReadOnly(
            Message("This library can only be read here: its folder cannot be written to."),
            Message("To add to it, copy it to a folder of your own, or ask for the right to change it."),
            detail=error.detail,
        ) from error
    lease = Lease(root)
    if holder := lease.take():
        raise StoreReadOnly(
            Message(
                "This library is open on another computer, {value}, so it can only be read here.",
                value=holder.name or UNKNOWN,
            ),
            Message(
                "To add to it, close BriefBank there and open the library again here. A computer that was "
                "switched off gives it up after two minutes."
            ),
            detail="leased",
        )
    return lease
