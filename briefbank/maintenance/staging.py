"""Keeps what a restore brings into the library before it changes anything, and finds it again after a
stop.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

from briefbank import files
from briefbank.catalogue import snapshot
from briefbank.catalogue.store import Catalogue
from briefbank.embedding.encoders import Encoder
from briefbank.errors import StoreDamaged, StoreError, StoreFull
from briefbank.maintenance.backup_folder import BLOCK
from briefbank.maintenance.manifest import DAMAGED, TAKE_ANOTHER, Item
from briefbank.maintenance.saved_vectors import SavedVectors

GONE = "The backup cannot be read."
CONNECT = "Check that its disk is connected, and restore again. The library was not changed."

_MARK_BYTES = 40


class Staging:
    """The folder of one restore. One thread, under the lock that is held while files are added.

    Methods raise StoreError and its kinds for both disks, and StoreDamaged for files that are not what the
    manifest says.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.catalogue = folder / "catalogue.sqlite"
        self._mark = folder / "mark"
        self._reading = folder / "reading"
        self._vectors = folder / "vectors"
        self.thesaurus = folder / "thesaurus.txt"
        self.record = folder / "audit.log"

    def exists(self) -> bool:
        return self._folder.exists()

    def clear(self) -> None:
        """Delete everything, the mark of what was brought into force first. Raises StoreError."""
        try:
            self._mark.unlink(missing_ok=True)
            if self._folder.exists():
                shutil.rmtree(self._folder)
        except OSError as error:
            raise files.store_error(error) from error

    # --- staging ---------------------------------------------------------------------------------

    def take_catalogue(
        self, source: Path, item: Item, check: Callable[[], None] = lambda: None
    ) -> dict[str, str]:
        """Bring in the catalogue, migrated and checked; return the titles of its documents by hash.

        Raises StoreTooNew as well. ``check`` may raise to stop while the file is compared with the manifest.
        """
        self.clear()
        if item.size > shutil.disk_usage(self._folder.parent).free:
            raise StoreFull(detail="restore: catalogue")
        if not is_whole(source, item, check):
            raise _damaged("catalogue")
        try:
            for part in (self._reading, self._vectors):
                part.mkdir(mode=0o700, parents=True)
        except OSError as error:
            raise files.store_error(error) from error
        self._copy(source / item.name, self.catalogue, item)
        with closing(Catalogue.open(self.catalogue, create=False)) as catalogue:
            if catalogue.integrity():
                raise _damaged("catalogue")
            catalogue.forget_agreements()
            return {document.sha256: document.title for document in catalogue.each_document()}

    def mark(self, live: Catalogue) -> None:
        """Give the staged catalogue the number by which ``is_live`` recognises it, and let it count on from
        the row numbers of the ``live`` one.

        The number is noted last: without it, what was staged never comes into force.
        """
        snapshot.count_on(self.catalogue, live.used_numbers())
        number = secrets.randbelow(2**31 - 1) + 1
        snapshot.mark(self.catalogue, number)
        files.write_atomically(self._mark, str(number).encode("ascii"))

    def take_original(self, source: Path, item: Item, target: Path) -> None:
        """Bring a whole original to its place. An original without a document does no harm."""
        draft = self._folder / "original"
        self._copy(source / item.name, draft, item)
        files.publish_file(draft, target)

    def take_reading_copy(self, source: Path, item: Item) -> None:
        self._copy(source / item.name, self._reading / f"{item.document}.pdf", item)

    def take_vectors(self, source: Path, item: Item) -> None:
        self._copy(source / item.name, self._vectors / item.name, item)

    def take_thesaurus(self, source: Path, item: Item) -> None:
        self._copy(source / item.name, self.thesaurus, item)

    def take_record(self, source: Path, item: Item) -> None:
        self._copy(source / item.name, self.record, item)

    def _copy(self, source: Path, target: Path, item: Item) -> None:
        with reading():
            untrusted = files.open_regular(source)
        with untrusted:
            try:
                with target.open("wb") as copy:
                    found = files.hash_blocks(partial(_read, untrusted), copy.write)
            except OSError as error:
                raise files.store_error(error) from error
        if found != item.sha256:
            raise _damaged("file")

    # --- after a stop ----------------------------------------------------------------------------

    def is_live(self, live: Catalogue) -> bool:
        """Tell whether the ``live`` catalogue is the one that was staged: the switch was made. What was not
        staged whole has no mark, and was never live. Raises StoreError for the live one."""
        try:
            number = int(files.read_small(self._mark, _MARK_BYTES))
        except (OSError, ValueError):
            return False
        return number != 0 and number == live.mark()

    def reading_copies(self) -> list[Path]:
        """Return the staged copies, which already have their names in the library."""
        return sorted(self._reading.glob("*.pdf"))

    def vectors(self, encoder: Encoder, check: Callable[[], None]) -> SavedVectors:
        """Return the vectors of this encoder."""
        paths = sorted(self._vectors.glob("*.npz"))
        return SavedVectors(paths, encoder.name, encoder.dimensions, self._folder / "places", check)


def is_whole(folder: Path, item: Item, check: Callable[[], None]) -> bool:
    """Compare a whole file of a backup with the manifest. ``check`` may raise to stop."""
    try:
        path = folder / item.name
        if path.lstat().st_size != item.size:
            return False
        with files.open_regular(path) as file:
            return files.hash_blocks(partial(file.read, BLOCK), check=check) == item.sha256
    except OSError:
        return False


def _read(untrusted: BinaryIO) -> bytes:
    with reading():
        return untrusted.read(BLOCK)


@contextmanager
def reading() -> Iterator[None]:
    """Translate errors of the backup's disk into messages about the backup."""
    try:
        yield
    except OSError as error:
        raise StoreError(GONE, CONNECT, detail=f"backup: errno {error.errno}") from error


def _damaged(what: str) -> StoreDamaged:
    return StoreDamaged(DAMAGED, TAKE_ANOTHER, detail=f"backup: {what}")
