"""A copy of the catalogue as the older release left it, made before an upgrade changes anything.

The upgrade itself is one transaction: an interruption leaves the old catalogue or the new one. The copy
covers what no transaction can undo: an upgrade that turns out to be wrong days later, or an office that must
return to the older program. There is one copy at a time, beside the catalogue. It holds the text of all
documents, so it is deleted as soon as possible: after ``KEPT_DAYS``, or with the first document that is
removed.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from briefbank.catalogue.faults import translate_errors
from briefbank.errors import StoreDamaged, StoreFull
from briefbank.files import create_private, publish_file, store_error

KEPT_DAYS = 30
"""The age limit, long enough for everything that an office does in a month."""
COPYING = "Keeping a copy of the library as it was"
_COPY = re.compile(r"before-upgrade-\d{4}\.sqlite(\.part)?(-journal|-wal|-shm)?")
_PAGES_AT_ONCE = 2048
"""The number of pages between two reports of progress: 32 MiB."""
_NO_ROOM = "There is not enough room to bring this library up to date."
_SPARE_BYTES = 64 * 1024**2


def keep(catalogue: Path, revision: str, progress: Callable[[str, int, int], None]) -> Path:
    """Copy the catalogue to ``before-upgrade-<revision>.sqlite``, complete, checked and readable by this user
    only.

    The caller holds the write lock. An exception from ``progress`` ends it, without a trace. Copies of
    earlier upgrades are deleted once this one exists. Raises StoreFull, StoreReadOnly, StoreDamaged and
    StoreError.
    """
    _require_room(catalogue)
    target = catalogue.with_name(f"before-upgrade-{revision}.sqlite")
    draft = target.with_name(f"{target.name}.part")
    try:
        draft.unlink(missing_ok=True)
        create_private(draft)  # SQLite would give it the system's default mode
        _copy(catalogue, draft, progress)
        publish_file(draft, target)
    finally:
        draft.unlink(missing_ok=True)
    _delete(path for path in copies(catalogue.parent) if path != target)
    return target


def copies(folder: Path) -> list[Path]:
    """Return the copies in a library's folder, and what an interruption left of one."""
    return sorted(path for path in folder.iterdir() if _COPY.fullmatch(path.name))


def size(folder: Path) -> int:
    """Return the bytes that the copies take up. Raises OSError."""
    return sum(path.stat().st_size for path in copies(folder))


def forget(folder: Path) -> None:
    """Delete all copies. Raises StoreError."""
    _delete(copies(folder))


def forget_old(folder: Path) -> None:
    """Delete the copies that are older than ``KEPT_DAYS``. Raises StoreError."""
    oldest = datetime.now(UTC) - timedelta(days=KEPT_DAYS)
    try:
        _delete([path for path in copies(folder) if _modified_at(path) < oldest])
    except OSError as error:
        raise store_error(error) from error


def _modified_at(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


def _require_room(catalogue: Path) -> None:
    """Raise StoreFull without room for the copy, and for the log of an upgrade that changes every page."""
    try:
        needed = 2 * catalogue.stat().st_size + _SPARE_BYTES
        free = shutil.disk_usage(catalogue.parent).free
    except OSError as error:
        raise store_error(error) from error
    if free < needed:
        missing = f"{max(1, round((needed - free) / 1e6)):,}"
        remedy = f"Free {missing} MB on its disk and open it again. Nothing in it was changed."
        raise StoreFull(_NO_ROOM, remedy, detail="before upgrade")


def _copy(catalogue: Path, draft: Path, progress: Callable[[str, int, int], None]) -> None:
    def report(*_pages: int) -> None:
        progress(COPYING, 0, 0)  # pages of the file mean nothing to a person

    with (
        translate_errors(),
        closing(sqlite3.connect(catalogue)) as source,
        closing(sqlite3.connect(draft)) as copy,
    ):
        source.backup(copy, pages=_PAGES_AT_ONCE, progress=report)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        if copy.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise StoreDamaged(detail="before upgrade")


def _delete(paths: Iterable[Path]) -> None:
    try:
        for path in paths:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise store_error(error) from error
