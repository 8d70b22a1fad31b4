"""How large a library is, part by part, for the panel that shows it."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

from briefbank.catalogue import before_upgrade
from briefbank.catalogue.store import Catalogue
from briefbank.errors import StoreError
from briefbank.files import store_error
from briefbank.models import LibrarySizes
from briefbank.paths import LibraryPaths

LAST_CHECK, LAST_BACKUP = "last check", "last backup"
"""Under which the catalogue keeps these moments."""
KEPT_ASIDE = "before-restore-"
"""How the folders begin in which a restore leaves the library that was there before."""


def sizes(paths: LibraryPaths, catalogue: Catalogue) -> LibrarySizes:
    """Ask the disk: a tenth of a second for a thousand documents. Any thread. Raises StoreError."""
    documents = catalogue.documents()
    try:
        return LibrarySizes(
            originals=bytes_of(paths.files),
            reading_copies=bytes_of(paths.reading),
            catalogue=sum(path.stat().st_size for path in paths.root.glob(f"{paths.catalogue.name}*")),
            word_index=bytes_of(paths.lexical),
            meaning_index=bytes_of(paths.dense),
            before_upgrade=before_upgrade.size(paths.root),
            free=shutil.disk_usage(paths.root).free,
            documents=len(documents),
            passages=sum(document.passages for document in documents),
            last_check=moment(catalogue, LAST_CHECK),
            last_backup=moment(catalogue, LAST_BACKUP),
        )
    except OSError as error:
        raise store_error(error) from error


def bytes_of(folder: Path) -> int:
    """Of all files under a folder; what goes away meanwhile, or was never there, counts nothing."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += (Path(place) / name).stat().st_size
            except FileNotFoundError:
                continue
    return total


def moment(catalogue: Catalogue, key: str) -> datetime | None:
    """A moment that ``note`` kept; None also for what is none."""
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
