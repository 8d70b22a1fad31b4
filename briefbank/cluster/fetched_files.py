"""Keeps the files that a worker fetched, for the next unit of the same file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from briefbank import files
from briefbank.cluster.units import UnitFile
from briefbank.errors import TooLarge
from briefbank.storage.locks import clear_left, private_folder

KEPT = 2 * 2**30
"""The bytes of files that no unit needs now and that are kept; of more the oldest are deleted."""
LARGEST = 2 * 2**30
"""The size limit of one file in bytes, as of an upload."""

_FOLDER = "briefbank-worker-"


@dataclass
class _InUse:
    """A file that units need now."""

    units: int = 0
    fetching: Lock = field(default_factory=Lock)


class FetchedFiles:
    """The files in one folder, which is emptied at the start and the end. Any thread."""

    def __init__(self, folder: Path) -> None:
        """Raises StoreError."""
        self._folder, self._lock = folder, Lock()
        self._in_use: dict[str, _InUse] = {}
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise files.store_error(error) from error
        self.clear()

    def clear(self) -> None:
        """Delete all files."""
        for path in self._folder.iterdir():
            files.delete(path)

    @contextmanager
    def held(self, file: UnitFile, fetch: Callable[[Path], None]) -> Iterator[Path]:
        """Return the path of a file for as long as a unit needs it; ``fetch`` writes it where it is not here.
        Raises TooLarge, and what ``fetch`` raises."""
        if not re.fullmatch(r"[0-9a-f]{64}", file.sha256) or not re.fullmatch(
            r"\.[a-z0-9]{1,8}", file.suffix
        ):
            raise TooLarge(detail="no name of a file")
        if not 0 < file.size <= LARGEST:
            raise TooLarge
        path = self._folder / f"{file.sha256}{file.suffix}"
        with self._lock:
            use = self._in_use.setdefault(path.name, _InUse())
            use.units += 1
        try:
            with use.fetching:
                if path.is_file():
                    path.touch()
                else:
                    fetch(path)
            yield path
        finally:
            with self._lock:
                use.units -= 1
                if not use.units:
                    del self._in_use[path.name]
                self._make_room()

    def _make_room(self) -> None:
        in_use = {Path(name).stem for name in self._in_use}
        unused = [each for each in self._folder.iterdir() if each.stem not in in_use]
        total = 0
        for path in sorted(unused, key=lambda each: each.stat().st_mtime, reverse=True):
            total += path.stat().st_size
            if total > KEPT:
                path.unlink(missing_ok=True)


@contextmanager
def own_folder(place: Path) -> Iterator[Path]:
    """Make a new folder in ``place`` for files on their way, and delete it afterwards; those of workers that
    were killed go first, since documents lie there. Raises StoreError."""
    clear_left(place, _FOLDER)
    with private_folder(place, _FOLDER) as folder:
        yield folder
