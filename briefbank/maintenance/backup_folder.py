"""Writes into the folder of a backup, which may be on a disk that is slow, full, read-only or pulled out.

Every file is written under a draft name, flushed and then renamed, so that a final name always stands for a
whole file. Errors are reported as trouble with the backup's disk and not with the library's.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from briefbank import files
from briefbank.errors import NotReadable, StoreDamaged, StoreError, StoreFull, StoreReadOnly
from briefbank.maintenance import manifest
from briefbank.maintenance.manifest import Item, Manifest

BLOCK = 1 << 20
DRAFT = ".draft-"
_DRAFT = re.compile(rf"{re.escape(DRAFT)}[0-9a-f]{{12}}(-journal|-wal|-shm)?")
"""Names of drafts, and of the files that SQLite writes beside a draft of the catalogue."""
STILL_WHOLE = "An earlier backup in this folder is still whole."
_SAID: dict[type[StoreError], tuple[str, str]] = {
    StoreFull: (
        "The disk for the backup is full.",
        f"Free some space there or choose another disk, and back up again. {STILL_WHOLE}",
    ),
    StoreReadOnly: (
        "The folder for the backup cannot be written to.",
        "Check that you may change it, or choose another folder.",
    ),
    StoreError: (
        "The folder for the backup cannot be used.",
        f"Check that its disk is connected, and back up again. {STILL_WHOLE}",
    ),
}


@contextmanager
def backup_errors() -> Iterator[None]:
    """Translate errors of the backup's disk into messages about the backup."""
    try:
        try:
            yield
        except OSError as error:
            raise files.store_error(error) from error
    except StoreError as error:
        if type(error) not in _SAID:
            raise
        raise type(error)(*_SAID[type(error)], detail=f"backup: {error.detail}") from error


class BackupFolder:
    """A folder that holds a backup, or will. One thread and one program at a time. All methods raise
    StoreFull, StoreReadOnly or StoreError, in words on the backup."""

    def __init__(self, folder: Path) -> None:
        """Make the folder if need be; the drafts of an earlier, interrupted backup are deleted."""
        self.path = folder
        with backup_errors():
            manifest.refuse_links(folder)
            for part in (folder, folder / "files", folder / "reading"):
                part.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.older = self._older()
            manifest.begin(folder)
            for path in folder.iterdir():
                if _DRAFT.fullmatch(path.name):
                    path.unlink()

    def _older(self) -> Manifest | None:
        """Read the backup that is there already; None for one that is damaged. Raises StoreTooNew."""
        try:
            return manifest.read(self.path)
        except StoreDamaged:
            return None

    def holds(self, item: Item) -> bool:
        """Tell whether a whole file of this name is there; names stand for contents, so its size is
        enough."""
        with backup_errors():
            path = self.path / item.name
            return not path.is_symlink() and path.is_file() and path.stat().st_size == item.size

    def free(self) -> int:
        """Return the free bytes of the disk."""
        with backup_errors():
            return shutil.disk_usage(self.path).free

    def store(
        self, source: Path, name: Callable[[str], str], linked: bool, check: Callable[[], None]
    ) -> Item:
        """Copy a file under the name that ``name`` makes of its hash. ``linked`` makes a hard link where the
        disk allows it. Raises NotReadable for the source, and what ``name`` raises."""
        if linked and (item := self._link(source, name)):
            return item
        with _readable(source) as original:
            return self.write(lambda draft: _copy(original, draft, check), name)

    def write(self, fill: Callable[[Path], str], name: Callable[[str], str]) -> Item:
        """Write a file by ``fill``, which returns its hash, and keep it under the name that ``name`` makes of
        that."""
        draft = self.path / f"{DRAFT}{uuid.uuid4().hex[:12]}"
        with backup_errors():
            try:
                draft.touch(0o600)
                sha256 = fill(draft)
                item = Item(name(sha256), sha256, draft.stat().st_size)
                manifest.note_begun(self.path, item.name)
                files.publish_file(draft, self.path / item.name)
                return item
            finally:
                with suppress(OSError):
                    draft.unlink(missing_ok=True)

    def finish(self, made: Manifest) -> None:
        """Put this backup in force, then delete the files that only older ones used.

        These are the files that the older manifest named, and those that an unfinished backup wrote. Other
        files are not BriefBank's. The names of the older manifest are noted first: after a stop no manifest
        names them any more.
        """
        with backup_errors():
            kept = {item.name for item in made.items()}
            former = {item.name for item in self.older.items()} - kept if self.older else set()
            manifest.note_begun(self.path, *former)
            manifest.write(self.path, made)
            for name in manifest.begun(self.path) - kept:
                (self.path / name).unlink(missing_ok=True)
            (self.path / manifest.UNFINISHED).unlink(missing_ok=True)

    def _link(self, source: Path, name: Callable[[str], str]) -> Item | None:
        """Link the file; None where the file system has no hard links."""
        sha256 = files.hash_file(source)
        target = self.path / name(sha256)
        try:
            manifest.note_begun(self.path, name(sha256))
            target.unlink(missing_ok=True)
            os.link(source, target, follow_symlinks=False)
        except OSError:
            return None
        return Item(name(sha256), sha256, target.stat().st_size)


def hashed(path: Path) -> str:
    """Return the SHA-256 of a file in the backup. Raises OSError."""
    with files.open_regular(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _readable(source: Path) -> BinaryIO:
    try:
        return files.open_regular(source)
    except OSError as error:
        raise NotReadable(detail=f"stored file: errno {error.errno}") from error


def _copy(original: BinaryIO, draft: Path, check: Callable[[], None]) -> str:
    with draft.open("wb", buffering=0) as copy:
        return files.hash_blocks(partial(_read, original), partial(files.write_in_full, copy), check)


def _read(original: BinaryIO) -> bytes:
    try:
        return original.read(BLOCK)
    except OSError as error:
        raise NotReadable(detail=f"stored file: errno {error.errno}") from error
