"""Backs up a library while it is in use, into a folder that may be on a slow, full or read-only disk.

The catalogue is copied as of one moment, then the files that it names. A file that was removed or written
anew before it could be copied makes the moment stale; then a newer one is taken, and only what changed is
copied again. The manifest is written last, so that until then the folder holds the older backup or none.
Every file is written under a draft name, flushed and then renamed, so that a final name always stands for a
whole file. Errors are reported as trouble with the backup's disk and not with the library's.

The backups of a series lie beside each other, each in a folder of its own, named by its time. Each shares
with the one before it, by hard links, the files that did not change: no file of a backup is ever written in
place. A disk without hard links holds each backup in full. Until a new one is complete it is called
``unfinished``, and the next one continues it.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from briefbank import files
from briefbank.audit.audit import whole_lines
from briefbank.catalogue import document_rows
from briefbank.domain.maintenance import BackupReport
from briefbank.errors import (
    BriefBankError,
    NotReadable,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreLinked,
    StoreReadOnly,
)
from briefbank.jobs import Reporter
from briefbank.maintenance import backup_sets
from briefbank.maintenance.backup_sets import Item, Manifest
from briefbank.maintenance.disks import LAST_BACKUP, bytes_of, note
from briefbank.maintenance.health import LibraryParts
from briefbank.maintenance.saved_vectors import portion_name, portions, save_vectors
from briefbank.paths import OURS
from briefbank.storage import library_folder
from briefbank.text.file_names import is_system_name
from briefbank.text.messages import Message
from briefbank.userdata.userdata import Records

log = logging.getLogger(__name__)

BLOCK = 1 << 20
DRAFT = ".draft-"
_DRAFT = re.compile(rf"{re.escape(DRAFT)}[0-9a-f]{{12}}(-journal|-wal|-shm)?")
"""Names of drafts, and of the files that SQLite writes beside a draft of the catalogue."""
_SAID: dict[type[StoreError], tuple[Message, Message]] = {
    StoreFull: (
        Message("The disk for the backup is full."),
        Message(
            "Free some space there or choose another disk, and back up again. An earlier backup "
            "in this folder is still whole."
        ),
    ),
    StoreReadOnly: (
        Message("The folder for the backup cannot be written to."),
        Message("Check that you may change it, or choose another folder."),
    ),
    StoreError: (
        Message("The folder for the backup cannot be used."),
        Message(
            "Check that its disk is connected, and back up again. An earlier backup "
            "in this folder is still whole."
        ),
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
            backup_sets.refuse_links(folder)
            for part in (folder, folder / "files", folder / "reading"):
                part.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.older: Manifest | None = None  # the backup that is there already
            with suppress(StoreDamaged):
                self.older = backup_sets.read(folder)
            backup_sets.begin(folder)
            for path in folder.iterdir():
                if _DRAFT.fullmatch(path.name):
                    path.unlink()

    def holds(self, item: Item) -> bool:
        """Tell whether a whole file of this name is there; it names its contents, so its size is enough."""
        with backup_errors():
            path = self.path / item.name
            return not path.is_symlink() and path.is_file() and path.stat().st_size == item.size

    def free(self) -> int:
        with backup_errors():
            return shutil.disk_usage(self.path).free

    def store(
        self, source: Path, name: Callable[[str], str], linked: bool, check: Callable[[], None]
    ) -> Item:
        """Copy a file under the name that ``name`` makes of its hash. ``linked`` makes a hard link where the
        disk allows it. Raises NotReadable for the source, and what ``name`` raises."""
        if linked and (item := self._link(source, name)):
            return item
        with _reading():
            original = files.open_regular(source)

        def read() -> bytes:
            with _reading():
                return original.read(BLOCK)

        def fill(draft: Path) -> str:
            with draft.open("wb", buffering=0) as copy:
                return files.hash_blocks(read, partial(files.write_in_full, copy), check)

        with original:
            return self.write(fill, name)

    def write(self, fill: Callable[[Path], str], name: Callable[[str], str]) -> Item:
        """Write a file by ``fill``, which returns its hash, and keep it under what ``name`` makes of that."""
        draft = self.path / f"{DRAFT}{uuid.uuid4().hex[:12]}"
        with backup_errors():
            try:
                draft.touch(0o600)
                sha256 = fill(draft)
                item = Item(name(sha256), sha256, draft.stat().st_size)
                backup_sets.note_begun(self.path, item.name)
                files.publish_file(draft, self.path / item.name)
                return item
            finally:
                with suppress(OSError):
                    draft.unlink(missing_ok=True)

    def finish(self, made: Manifest) -> None:
        """Put this backup in force, then delete the files that only older ones used.

        These are the files that the older manifest named, and those that an unfinished backup wrote. Other
        files are not BriefBank's. The names of the older manifest are noted first: after an interruption no
        manifest names them any more."""
        with backup_errors():
            kept = {item.name for item in made.items()}
            former = {item.name for item in self.older.items()} - kept if self.older else set()
            backup_sets.note_begun(self.path, *former)
            backup_sets.write(self.path, made)
            for name in backup_sets.begun(self.path) - kept:
                (self.path / name).unlink(missing_ok=True)
            (self.path / backup_sets.UNFINISHED).unlink(missing_ok=True)

    def _link(self, source: Path, name: Callable[[str], str]) -> Item | None:
        """Link the file; None where the file system has no hard links."""
        sha256 = files.hash_file(source)
        target = self.path / name(sha256)
        with suppress(OSError):
            backup_sets.note_begun(self.path, name(sha256))
            target.unlink(missing_ok=True)
            os.link(source, target, follow_symlinks=False)
            return Item(name(sha256), sha256, target.stat().st_size)
        return None


def hashed(path: Path) -> str:
    """Return the SHA-256 of a file in the backup. Raises OSError."""
    with files.open_regular(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _reading() -> Iterator[None]:
    """Translate errors of the library's disk."""
    try:
        yield
    except OSError as error:
        raise NotReadable(detail=f"stored file: errno {error.errno}") from error


STAGE = Message("Backing up")
MOMENTS = 5  # The number of attempts to copy all files before any of them changes
CHOOSE_ONE = Message("Choose an empty folder, or one that holds a backup of BriefBank.")
CHOOSE_SERIES = Message("Choose an empty folder, or one in which BriefBank keeps the backups of some days.")
ROOM_BYTES = 16 * 1024**2  # The bytes left free on the backup's disk


class Source(NamedTuple):
    """A file of the library that belongs in the backup, as it was at the moment of the catalogue."""

    path: Path
    sha256: str  # The hash of the original
    title: str  # The document's title; empty for a file that waits to be read
    is_original: bool
    size: int
    changed: int

    def unchanged(self) -> bool:
        try:
            status = self.path.stat()
        except OSError:
            return False
        return (status.st_size, status.st_mtime_ns) == (self.size, self.changed)

    def name(self, sha256: str) -> str:
        """Return its name in the backup, by its own hash. Raises NotReadable for a damaged original."""
        if not self.is_original:
            return f"reading/{sha256}.pdf"
        if sha256 != self.sha256:
            raise NotReadable(detail="stored file: hash")
        return f"files/{self.path.name}"


_NOTHING = Manifest("", Item("", "", 0), (), (), ())  # What a folder without an older backup holds


class _ChangedError(Exception):
    """Raised when a file is no longer what it was at the moment of the catalogue."""


class Backup:
    """The maker of backups of one library. Any thread; one at a time."""

    def __init__(self, parts: LibraryParts, keep: Callable[[], set[str]]) -> None:
        """Back up as well the copies of files that wait in the intake, whose hashes ``keep`` gives."""
        self._parts = parts
        self._keep = keep
        self._records = Records(parts.catalogue, parts.lock)  # one: it gives the library the same id again

    def make(self, target: Path, reporter: Reporter) -> BackupReport:
        """Back up into an empty or new folder, or bring an older backup there up to date.

        Raises StoreError for a folder that cannot be used, StoreFull, StoreReadOnly, StoreTooNew, StoreBusy
        and Cancelled; an older backup in the folder then is as it was.
        """
        self.refuse_unfit(
            target, lambda path: backup_sets.is_backup(path) or library_folder.is_free(path), CHOOSE_ONE
        )
        with suppress(StoreDamaged):
            self.refuse_anothers(backup_sets.read(target))
        report = self.make_in(target, reporter, linked=False)
        note(self._parts.catalogue, LAST_BACKUP)
        return report

    def refuse_unfit(self, target: Path, is_ours: Callable[[Path], bool], remedy: Message) -> None:
        """Raise StoreError for a place in which a backup would do harm or be of no use. ``is_ours`` tells
        whether a folder that exists can be used, and ``remedy`` what to do where it cannot."""
        with backup_errors():
            inside = target.resolve().is_relative_to(self._parts.paths.root.resolve())
            is_other_file = target.exists() and not target.is_dir()
            fits = not target.is_dir() or is_ours(target)
        if inside:
            said, remedy = (
                Message("A backup inside the library would be lost with it."),
                Message("Choose a folder on another disk."),
            )
        elif is_other_file:
            said, remedy = (
                Message("This is a file and not a folder."),
                Message("Choose a folder for the backup."),
            )
        elif not fits:
            said = Message("This folder holds other files.")
        else:
            return
        raise StoreError(said, remedy, detail="backup: unfit folder")

    def refuse_anothers(self, older: Manifest) -> None:
        """Raise StoreError where this backup, whose place another would take, is of another library."""
        if older.library not in ("", self._library_id()):
            raise StoreError(
                Message("This folder holds the backup of another library, which would be lost."),
                Message("Choose an empty folder for the backup of this one."),
                detail="backup: another library",
            )

    def _library_id(self) -> str:
        """Return the library's id; empty where it has none and can only be read."""
        try:
            return self._records.library_id()
        except StoreReadOnly:
            return ""

    def make_in(self, target: Path, reporter: Reporter, *, linked: bool) -> BackupReport:
        """Do as ``make`` does, in any folder; ``linked`` shares the library's files if the disk allows it."""
        folder = BackupFolder(target)
        for _ in range(MOMENTS):
            try:
                attempt = _Attempt(self._parts, self._keep, folder, reporter, linked, self._library_id())
                return attempt.carry_out()
            except _ChangedError:
                continue
        raise StoreBusy(
            Message("The library kept changing."),
            Message("Wait until no files are added, and back up again."),
        )


class _Attempt:
    def __init__(
        self,
        parts: LibraryParts,
        keep: Callable[[], set[str]],
        folder: BackupFolder,
        reporter: Reporter,
        linked: bool,
        library_id: str,
    ) -> None:
        self._parts, self._keep, self._folder = parts, keep, folder
        self._reporter, self._linked, self._library_id = reporter, linked, library_id
        self._older = folder.older or _NOTHING
        self._older_copies = {(item.document, item.changed, item.size): item for item in self._older.reading}
        self._originals = {item.name: item for item in self._older.originals}
        self._saved: list[Item] = []
        """The originals that only the older backup still has."""
        self._problems: list[Message] = []
        self._copied: list[Item] = []
        self._started = time.monotonic()

    def carry_out(self) -> BackupReport:
        catalogue, sources, documents = self._freeze()
        self._refuse_if_too_large(sources)
        vectors = self._vectors()
        items: list[tuple[Source, Item]] = []
        for done, source in enumerate(sources):
            self._reporter.check()
            self._reporter.progress(STAGE, done, len(sources))
            if (item := self._item(source)) is not None:
                items.append((source, item))
        if not all(source.unchanged() for source, _ in items):
            raise _ChangedError
        originals = (*(item for source, item in items if source.is_original), *self._saved)
        reading = tuple(item for source, item in items if not source.is_original)
        made = datetime.now(UTC).isoformat(timespec="seconds")
        extras = self._thesaurus(), self._record(), self._library_id
        whole = Manifest(made, catalogue, originals, reading, vectors, *extras)
        self._folder.finish(whole)
        return BackupReport(
            folder=self._folder.path,
            documents=documents,
            files_copied=len(self._copied),
            bytes_copied=sum(item.size for item in self._copied),
            seconds=time.monotonic() - self._started,
            problems=tuple(self._problems),
        )

    def _freeze(self) -> tuple[Item, list[Source], int]:
        """Copy the catalogue; return it, the files that belong to it, and the number of documents. The lock
        is held for an instant only."""
        with ExitStack() as stack:
            with self._parts.lock():
                copy_out = stack.enter_context(self._parts.catalogue.frozen())
                sources = list(self._sources())
                documents, _ = document_rows.totals(self._parts.catalogue)

            def fill(draft: Path) -> str:
                copy_out(draft, self._reporter.check)
                return hashed(draft)

            item = self._folder.write(fill, "catalogue-{:.16}.sqlite".format)
        return item, sources, documents

    def _sources(self) -> Iterator[Source]:
        paths, catalogue = self._parts.paths, self._parts.catalogue
        for document in document_rows.iterate(catalogue):
            original = paths.original(document.sha256, document.suffix)
            yield from self._source(original, document.sha256, document.title, is_original=True)
            if document.has_reading_copy:
                copy = paths.reading_copy(document.sha256)
                yield from self._source(copy, document.sha256, document.title, is_original=False)
        waiting = self._keep() - document_rows.hashes(catalogue)
        for path in paths.files.iterdir():
            if path.stem in waiting and OURS.fullmatch(path.name):
                yield from self._source(path, path.stem, "", is_original=True)

    def _source(self, path: Path, sha256: str, title: str, *, is_original: bool) -> Iterator[Source]:
        try:
            status = path.stat()
        except OSError as error:
            log.warning("no file to back up: errno %s", error.errno)
            if not (is_original and self._saves(path, title)):
                lacking = Message("A file of “{title}” is missing, so the backup lacks it.", title=title)
                self._problems.append(lacking)
            return
        yield Source(path, sha256, title, is_original, status.st_size, status.st_mtime_ns)

    def _saves(self, path: Path, title: str) -> bool:
        """Keep an original that the library lost, where the older backup in this folder has it."""
        older = self._kept(self._originals.get(f"files/{path.name}"))
        if older is None:
            return False
        self._saved.append(older)
        self._problems.append(
            Message("A file of “{title}” is missing or damaged here, but the backup has it.", title=title)
        )
        return True

    def _refuse_if_too_large(self, sources: Sequence[Source]) -> None:
        older_vectors = sum(item.size for item in self._older.vectors)
        needed = ROOM_BYTES + max(0, bytes_of(self._parts.paths.dense) - older_vectors)
        needed += 0 if self._linked else sum(s.size for s in sources if self._in_backup(s) is None)
        if needed > (free := self._folder.free()):
            said = Message(
                "The backup needs {needed:.1f} GB, and its disk has {free:.1f} GB free.",
                needed=needed / 1000000000.0,
                free=free / 1000000000.0,
            )
            remedy = Message("Free some space there, or choose another disk.")
            raise StoreFull(said, remedy, detail="backup: no room")

    def _item(self, source: Source) -> Item | None:
        """Return the file in the backup, copied if it is not there; None when it cannot be read."""
        if (known := self._in_backup(source)) is not None:
            return known
        try:
            item = self._folder.store(source.path, source.name, self._linked, self._reporter.check)
        except NotReadable as error:
            if not source.unchanged():
                raise _ChangedError from error
            if not (source.is_original and self._saves(source.path, source.title)):
                self._problems.append(
                    Message("A file of “{title}” is damaged, so the backup lacks it.", title=source.title)
                )
            return None
        self._copied.append(item)
        return item if source.is_original else replace(item, document=source.sha256, changed=source.changed)

    def _in_backup(self, source: Source) -> Item | None:
        if source.is_original:
            known: Item | None = Item(source.name(source.sha256), source.sha256, source.size)
        else:
            known = self._older_copies.get((source.sha256, source.changed, source.size))
        return known if known and self._folder.holds(known) else None

    def _thesaurus(self) -> Item | None:
        """Copy the office's own thesaurus even where files are shared: editors write into the file."""
        path = self._parts.paths.thesaurus
        if not path.exists():
            return None
        try:
            return self._folder.store(path, "thesaurus-{}.txt".format, False, lambda: None)
        except NotReadable:
            self._problems.append(
                Message(
                    "Your office’s own thesaurus could not be read, so the backup lacks what is new in it."
                )
            )
            return self._kept(self._older.thesaurus)

    def _record(self) -> Item | None:
        try:
            content = whole_lines(self._parts.paths.audit)
        except StoreError as error:
            log.warning("backup without the activity log: %s", error.detail)
            self._problems.append(
                Message("The activity log could not be read, so the backup lacks what is new in it.")
            )
            return self._kept(self._older.record)
        if not content:
            return None

        def fill(draft: Path) -> str:
            draft.write_bytes(content)
            return hashed(draft)

        return self._folder.write(fill, "audit-{}.log".format)

    def _kept(self, older: Item | None) -> Item | None:
        """Return a file of the older backup in this folder, if it is there: it may be the last whole one."""
        return older if older and self._folder.holds(older) else None

    def _vectors(self) -> tuple[Item, ...]:
        """Save the vectors to spare a restore embedding all passages. The backup is whole without them."""
        kept = {item.name: item for item in self._older.vectors if self._folder.holds(item)}
        items: dict[str, Item] = {}
        for encoder, hashes, matrix in self._portions():
            self._reporter.check()
            name = portion_name(encoder, hashes)
            if name not in items:
                items[name] = kept.get(name) or self._save(name, hashes, matrix)
        return tuple(items.values())

    def _save(self, name: str, hashes: Sequence[str], matrix: NDArray[np.float32]) -> Item:
        return self._folder.write(lambda draft: save_vectors(draft, hashes, matrix), lambda _: name)

    def _portions(self) -> Iterator[tuple[str, list[str], NDArray[np.float32]]]:
        """Yield the vectors with their encoder; as many as can be read."""
        try:
            if model := self._parts.meaning.active():
                for hashes, matrix in portions(model.dense.contents()):
                    yield model.name, hashes, matrix
        except BriefBankError as error:
            log.warning("backup without vectors: %s", error.detail)
            self._problems.append(Message("After a restore, search by meaning has to be prepared again."))


UNFINISHED_SERIES = "unfinished"
_NAME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{6}Z(-\d+)?")
_FORMAT = "%Y-%m-%dT%H%M%SZ"


class BackupSeries:
    """The dated backups in one folder. One thread and one program at a time."""

    def __init__(self, backup: Backup, folder: Path) -> None:
        self._backup, self._folder = backup, folder

    def make(self, days: int, reporter: Reporter) -> tuple[BackupReport, list[Path]]:
        """Make a backup, then delete those that are older than some days; return both.

        The newest is never deleted. Raises as ``Backup.make``; what was there before then stays.
        """
        self._backup.refuse_unfit(self._folder, _is_series, CHOOSE_SERIES)
        target = self._folder / UNFINISHED_SERIES
        with backup_errors():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            earlier = self._whole()
        for manifest in earlier.values():
            self._backup.refuse_anothers(manifest)
        with backup_errors():
            self._share_with_newest(target, earlier)
        report = self._backup.make(target, reporter)
        with backup_errors():
            made = datetime.fromisoformat(backup_sets.read(target).made)
            name = f"{made:{_FORMAT}}"
            names = chain([name], (f"{name}-{number}" for number in count(2)))
            whole = next(path for path in map(self._folder.joinpath, names) if not path.exists())
            target.replace(whole)
            return replace(report, folder=whole), list(self._delete_before(made - timedelta(days), whole))

    def _whole(self) -> dict[Path, Manifest]:
        """Return the dated backups that are whole, the oldest first. Raises StoreTooNew."""
        backups = {}
        for folder in self._dated():
            with suppress(StoreDamaged):  # not StoreTooNew: whose it is, and its files, are not known here
                backups[folder] = backup_sets.read(folder)
        return dict(sorted(backups.items(), key=lambda backup: backup[1].made))

    def _dated(self) -> Iterator[Path]:
        """Yield the folders of dated backups, but none that leads elsewhere: it need not hold a backup."""
        for path in list(self._folder.iterdir()):
            if _NAME.fullmatch(path.name) and not path.is_symlink():
                with suppress(StoreLinked):
                    backup_sets.refuse_links(path)
                    yield path

    def _share_with_newest(self, target: Path, earlier: Mapping[Path, Manifest]) -> None:
        """Begin a backup as a copy of the newest earlier one, whose files it shares. Raises OSError."""
        backup_sets.refuse_links(target)
        if not earlier or (target / backup_sets.MANIFEST).exists():
            return
        newest, manifest = list(earlier.items())[-1]
        target.mkdir(mode=0o700, exist_ok=True)
        backup_sets.begin(target)
        backup_sets.note_begun(target, *(item.name for item in manifest.items()))
        for part in (target / "files", target / "reading"):
            part.mkdir(mode=0o700, exist_ok=True)
        for item in manifest.items():
            if not (target / item.name).exists():
                try:
                    os.link(newest / item.name, target / item.name, follow_symlinks=False)
                except OSError:
                    return  # missing, or a disk without hard links: everything is copied
        backup_sets.write(target, manifest)

    def _delete_before(self, day: datetime, newest: Path) -> Iterator[Path]:
        """Delete the backups from before a day but for the newest, and what an interruption left of others;
        yield each. Raises OSError."""
        whole = self._whole()
        for folder in self._dated():
            if folder == newest:
                continue
            is_left = folder not in whole and backup_sets.is_backup(folder)
            if is_left or (folder in whole and datetime.fromisoformat(whole[folder].made) < day):
                backup_sets.delete(folder)
                yield folder


def _is_series(folder: Path) -> bool:
    """Tell whether a folder holds dated backups and nothing else of a person's."""
    return all(
        _NAME.fullmatch(path.name)
        or is_system_name(path.name)
        or (path.name == UNFINISHED_SERIES and not path.is_symlink())
        for path in folder.iterdir()
    )
