"""Decides whether a program may change a library or only read it, and makes a read-only library usable.

A library is read-only where its folder cannot be written to, and while another computer writes to it
(``lease``). SQLite, Tantivy and LanceDB write locks and logs even to read. Their files are therefore copied
into the user's data folder for as long as the library is open. Originals and reading copies stay where they
are.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from briefbank.errors import StoreAway, StoreReadOnly
from briefbank.files import try_folder
from briefbank.jobs import Reporter
from briefbank.paths import LibraryPaths
from briefbank.storage import library_folder
from briefbank.storage.availability import is_unreachable
from briefbank.storage.lease import UNKNOWN, Holder, Lease
from briefbank.storage.read_only_copy import ReadOnlyCopy, clear_left


class Access:
    """One program's use of one library. Any thread."""

    def __init__(self, paths: LibraryPaths, reporter: Reporter, *, of_office: bool = False) -> None:
        """Create a library, or open one for changes or else for reading. ``of_office``: its catalogue is in a
        database.

        Raises NotALibrary, OfficeLibrary, StoreLinked, StoreError and Cancelled.
        """
        self.paths = paths
        """The paths at which the library's parts are to be used."""
        self.is_new = False
        """Whether the library was created by this opening."""
        self.refusal: StoreReadOnly | None = None
        """The reason why this library is read-only; None where it may be changed."""
        self._lease: Lease | None = None
        self._copy: ReadOnlyCopy | None = None
        self._settled = False
        clear_left()
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
        """Refuse every change from now on in a library that is read-only, and in its copy."""
        self._settled = True

    def require(self) -> None:
        """Raise StoreReadOnly where this program may not, or may no longer, change the library."""
        if self._settled and self.refusal is not None:
            raise StoreReadOnly(self.refusal.title, self.refusal.remedy, detail=self.refusal.detail)
        if self._lease is not None:
            self._lease.require()

    def require_present(self) -> None:
        """Raise StoreAway where the library's folder went away, or another is in its place. Asks the disk."""
        if self._copy is None and is_unreachable(self.paths):
            raise StoreAway(detail="neither catalogue nor sentinel")

    def require_to_change(self) -> None:
        """Raise what ``require`` and ``require_present`` do."""
        self.require()
        self.require_present()

    def why_not(self) -> str:
        """Return why this program may not change the library; empty where it may. Immediate."""
        error = self.refusal if self._lease is None else self._lease.lost()
        return str(error) if error else ""

    @property
    def is_lost(self) -> bool:
        """Tell whether another computer has begun to write to the library while this program had it open."""
        return self._lease is not None and self._lease.lost() is not None

    def close(self) -> None:
        """Release the lease and delete the copies. Call it last."""
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
            "This library can only be read here: its folder cannot be written to.",
            "To add to it, copy it to a folder of your own, or ask for the right to change it.",
            detail=error.detail,
        ) from error
    lease = Lease(root)
    if holder := lease.take():
        raise _open_elsewhere(holder)
    return lease


def _open_elsewhere(holder: Holder) -> StoreReadOnly:
    return StoreReadOnly(
        f"This library is open on another computer, {holder.name or UNKNOWN}, so it can only be read here.",
        "To add to it, close BriefBank there and open the library again here. A computer that was "
        "switched off gives it up after two minutes.",
        detail="leased",
    )
