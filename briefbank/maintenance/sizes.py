"""Measures how large a library is, part by part, for the panel that shows it."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from briefbank.catalogue.store import Catalogue
from briefbank.domain.maintenance import LibrarySizes
from briefbank.errors import StoreError
from briefbank.files import store_error
from briefbank.paths import LibraryPaths

LAST_CHECK, LAST_BACKUP = "last check", "last backup"
"""The keys under which the catalogue keeps these moments."""
KEPT_ASIDE = "before-restore-"
"""The start of the names of folders in which a restore leaves the library that was there before."""


def sizes(paths: LibraryPaths, catalogue: Catalogue) -> LibrarySizes:
    """Measure the files on the disk: a tenth of a second for a thousand documents. Any thread. Raises
    StoreError."""
    documents, passages = catalogue.totals()
    try:
        return LibrarySizes(
            originals=bytes_of(paths.files),
            reading_copies=bytes_of(paths.reading),
            catalogue=catalogue.size(),
            word_index=bytes_of(paths.lexical),
            meaning_index=bytes_of(paths.dense),
            free=shutil.disk_usage(paths.root).free,
            documents=documents,
            passages=passages,
            last_check=moment(catalogue, LAST_CHECK),
            last_backup=moment(catalogue, LAST_BACKUP),
        )
    except OSError as error:
        raise store_error(error) from error


def bytes_of(folder: Path) -> int:
    """Return the size of all files under a folder. Files that vanish meanwhile, or a missing folder, count
    0."""
    total, waiting = 0, [str(folder)]
    while waiting:
        try:
            found = os.scandir(waiting.pop())
        except OSError:
            continue
        with found:
            for entry in found:  # it knows their kinds; os.walk forgets them again
                if not entry.is_dir():
                    with suppress(FileNotFoundError):
                        total += entry.stat().st_size
                elif not entry.is_symlink():
                    waiting.append(entry.path)
    return total


def moment(catalogue: Catalogue, key: str) -> datetime | None:
    """Return a moment that ``note`` kept; None also for a value that is not one."""
    try:
        return datetime.fromisoformat(catalogue.state(key)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def note(catalogue: Catalogue, key: str) -> None:
    """Keep the present moment; a library that cannot be written to simply does not remember it."""
    try:
        catalogue.set_state(key, datetime.now(UTC).isoformat())
    except StoreError:
        return
