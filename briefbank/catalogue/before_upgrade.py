"""A copy of the catalogue as the older release left it, made before an upgrade changes anything.

The upgrade itself is one transaction: a stop leaves the old catalogue or the new one. The copy is for what no
transaction takes back, an upgrade that turns out to be wrong days later, or an office that must return to the
older program. There is one at a time, beside the catalogue. It holds the text of all documents, so it goes as
soon as it may: after ``KEPT_DAYS``, or with the first document that is removed.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from briefbank.catalogue.faults import translated
from briefbank.errors import StoreDamaged, StoreFull
from briefbank.files import move_in, store_error

KEPT_DAYS = 30
"""Long enough to meet everything that an office does in a month."""
COPYING = "Keeping a copy of the library as it was"
_COPY = re.compile(r"before-upgrade-\d{4}\.sqlite(\.part)?(-journal|-wal|-shm)?")
_PAGES_AT_ONCE = 2048
"""Between two reports of progress: 32 MiB."""
_NO_ROOM = "There is not enough room to bring this library up to date."
_SPARE_BYTES = 64 * 1024**2


def keep(catalogue: Path, revision: str, progress: Callable[[str, int, int], None]) -> Path:
    """Copy the catalogue to ``before-upgrade-<revision>.sqlite``, whole, checked and for this user alone.

    The caller holds the write lock. What ``progress`` raises ends it, without a trace. Copies of earlier
    upgrades are deleted once this one is there. Raises StoreFull, StoreReadOnly, StoreDamaged and StoreError.
    """
    _require_room(catalogue)
    target = catalogue.with_name(f"before-upgrade-{revision}.sqlite")
    draft = target.with_name(f"{target.name}.part")
    try:
        _create_empty(draft)
        _copy(catalogue, draft, progress)
        move_in(draft, target)
    finally:
        draft.unlink(missing_ok=True)
    _delete(path for path in copies(catalogue.parent) if path != target)
    return target


def copies(folder: Path) -> list[Path]:
    """The copies in a library's folder, and what a stop left of one."""
    return sorted(path for path in folder.iterdir() if _COPY.fullmatch(path.name))


def size(folder: Path) -> int:
    """Bytes that they take up. Raises OSError."""
    return sum(path.stat().st_size for path in copies(folder))


def forget(folder: Path) -> None:
    """Delete all copies. Raises StoreError."""
    _delete(copies(folder))


def forget_old(folder: Path) -> None:
    """Delete those that were made more than ``KEPT_DAYS`` ago. Raises StoreError."""
    oldest = datetime.now(UTC) - timedelta(days=KEPT_DAYS)
    try:
        _delete([path for path in copies(folder) if _made(path) < oldest])
    except OSError as error:
        raise store_error(error) from error


def _made(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


def _require_room(catalogue: Path) -> None:
    """For the copy, and for the log of an upgrade that changes every page."""
    try:
        needed = 2 * catalogue.stat().st_size + _SPARE_BYTES
        free = shutil.disk_usage(catalogue.parent).free
    except OSError as error:
        raise store_error(error) from error
    if free < needed:
        missing = f"{max(1, round((needed - free) / 1e6)):,}"
        remedy = f"Free {missing} MB on its disk and open it again. Nothing in it was changed."
        raise StoreFull(_NO_ROOM, remedy, detail="before upgrade")


def _create_empty(draft: Path) -> None:
    """SQLite would make the file with the mode that the system gives to new files."""
    try:
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise store_error(error) from error


def _copy(catalogue: Path, draft: Path, progress: Callable[[str, int, int], None]) -> None:
    def told(*_pages: int) -> None:
        progress(COPYING, 0, 0)  # pages of the file mean nothing to a person

    with translated(), closing(sqlite3.connect(catalogue)) as source, closing(sqlite3.connect(draft)) as copy:
        source.backup(copy, pages=_PAGES_AT_ONCE, progress=told)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        if copy.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise StoreDamaged(detail="before upgrade")


def _delete(paths: Iterable[Path]) -> None:
    try:
        for path in paths:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise store_error(error) from error
