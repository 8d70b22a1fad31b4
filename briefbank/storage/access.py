"""Decides whether a program may change a library or only read it, and lets it read one all the same.

A library is only read where its folder cannot be written to, and while another computer writes to it
(``lease``). SQLite, Tantivy and LanceDB all write to read, if only locks and logs; so what they need is
copied into the user's data folder for as long as the library is open. Originals and reading copies stay where
they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from briefbank.errors import StoreReadOnly
from briefbank.files import try_folder
from briefbank.jobs import Reporter
from briefbank.paths import LibraryPaths
from briefbank.storage import library_folder
from briefbank.storage.lease import UNKNOWN, Holder, Lease
from briefbank.storage.read_only_copy import ReadOnlyCopy, clear_left


class Access:
    """One program's use of one library. Any thread."""

    def __init__(self, paths: LibraryPaths, reporter: Reporter) -> None:
        """Begin a library, or open one to change it, or else to read it. Raises NotALibrary, StoreLinked,
        StoreError and Cancelled."""
        self.paths = paths
        """Where its parts are to be used."""
        self.refusal: StoreReadOnly | None = None
        """Why this library is only read; None where it may be changed."""
        self._lease: Lease | None = None
        self._copy: ReadOnlyCopy | None = None
        self._settled = False
        clear_left()
        is_there = library_folder.admit(paths)
        try:
            self._lease = _leased(paths.root) if is_there else None
        except StoreReadOnly as refusal:
            self.refusal = refusal
            self._copy = ReadOnlyCopy(paths, reporter)
            self.paths = self._copy.paths
            return
        library_folder.furnish(paths)
        self._lease = self._lease or _leased(paths.root)

    def settle(self) -> None:
        """From now on nothing is changed any more in a library that is only read, nor in its copy."""
        self._settled = True

    def require(self) -> None:
        """Raise StoreReadOnly where this program may not change the library, or not any more."""
        if self._settled and self.refusal is not None:
            raise StoreReadOnly(self.refusal.title, self.refusal.remedy, detail=self.refusal.detail)
        if self._lease is not None:
            self._lease.require()

    def why_not(self) -> str:
        """Why this program may not change the library; empty where it may. At once."""
        error = self.refusal if self._lease is None else self._lease.lost()
        return str(error) if error else ""

    @property
    def is_lost(self) -> bool:
        """Whether another computer has begun to write to the library while this program had it open."""
        return self._lease is not None and self._lease.lost() is not None

    def close(self) -> None:
        """Let others write, and delete what was copied. Call it last."""
        if self._lease is not None:
            self._lease.release()
        if self._copy is not None:
            self._copy.close()


@contextmanager
def changing(root: Path) -> Iterator[None]:
    """Hold a library's lease for a change without opening it. Raises StoreReadOnly and StoreError."""
    lease = _leased(root)
    try:
        yield
    finally:
        lease.release()


def _leased(root: Path) -> Lease:
    """Raises StoreReadOnly where the library is only to be read."""
    try:
        try_folder(root)
    except StoreReadOnly as error:
        raise StoreReadOnly(
            "This library can only be read here: its folder cannot be written to.",
            "To add to it, copy it to a folder of your own, or ask for the right to change it.",
            detail=error.detail,
        ) from error
    lease = Lease(root)
    if holder := lease.take():
        raise _elsewhere(holder)
    return lease


def _elsewhere(holder: Holder) -> StoreReadOnly:
    return StoreReadOnly(
        f"This library is open on another computer, {holder.name or UNKNOWN}, so it can only be read here.",
        "To add to it, close BriefBank there and open the library again here. A computer that was "
        "switched off gives it up after two minutes.",
        detail="leased",
    )
