"""What a backup consists of, on the disk and in its manifest, and in which folders backups were made.

A backup is a folder with ``manifest.json``, the catalogue, ``files/`` (originals), ``reading/`` (searchable
copies), the vectors in portions, the office's thesaurus and the audit log. All but the originals carry a part
of their own hash in their names, and originals are named by theirs, so that a newer backup in the same folder
lies beside the older one until the manifest, which is written last and replaced in one step, names the new
files. A file that it does not name is no part of it, and a file that no manifest ever named is not ours to
delete.

The list of folders is a file of its own beside the catalogue, since a restored catalogue is an older one. The
folders themselves are never looked at: one on a disconnected disk could keep a person waiting.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from briefbank.domain.documents import Document
from briefbank.domain.maintenance import KnownBackup
from briefbank.errors import StoreDamaged, StoreError, StoreLinked, StoreTooNew
from briefbank.files import open_regular, read_json, write_atomically
from briefbank.paths import STORED
from briefbank.text.messages import Message

FORMAT = 1  # The format's number. Raise it when an older BriefBank could not restore a newer backup.
MANIFEST, UNFINISHED = "manifest.json", "unfinished.txt"
_NOTE = b"This backup was not finished. It wrote:"
"""The first line of ``UNFINISHED``. The names of the files that were begun follow, one a line."""
_LARGEST_BYTES = 256 * 1024**2  # The size limit of a manifest, which takes some 700 bytes for each document
_MOST_VALUES = 8_000_000
"""The limit of values in a manifest: some twelve for each document. Each takes memory, however short."""
NO_BACKUP = Message("There is no backup in this folder.")
CHOOSE_BACKUP = Message("Choose the folder that was given when the backup was made.")
DAMAGED = Message("This backup is damaged and was not restored.")
LINKED = Message("This backup holds a link to another place, and BriefBank follows none.")
TAKE_ANOTHER = Message("Restore another backup. The library was not changed.")
_HASH = re.compile(r"[0-9a-f]{64}")
_CATALOGUE = re.compile(r"catalogue-[0-9a-f]{16}\.sqlite")
_ORIGINAL = re.compile(rf"files/{_HASH.pattern}\.({'|'.join(STORED)})")
_READING = re.compile(rf"reading/{_HASH.pattern}\.pdf")
_VECTORS = re.compile(r"vectors-[0-9a-f]{24}\.rows")
_THESAURUS = re.compile(rf"thesaurus-{_HASH.pattern}\.txt")
_RECORD = re.compile(rf"audit-{_HASH.pattern}\.log")
_NAMES = (_CATALOGUE, _ORIGINAL, _READING, _VECTORS, _THESAURUS, _RECORD)
"""The permitted names of a backup's files: a name with a path in it could point anywhere on the disk."""


@dataclass(frozen=True, slots=True)
class Item:
    name: str  # The path in the backup, with slashes
    sha256: str
    size: int
    document: str = ""
    """The hash of the original of a reading copy's document, by which the library names the copy."""
    changed: int = 0
    """The time of change of a reading copy in the library, in nanoseconds, by which it is recognised."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """A whole backup. ``vectors`` is empty for a library without any, or without a model to read them."""

    made: str  # The time in UTC, ISO 8601
    catalogue: Item
    originals: tuple[Item, ...]
    reading: tuple[Item, ...]
    vectors: tuple[Item, ...]
    thesaurus: Item | None = None  # The office's own thesaurus; None where there is none
    record: Item | None = None  # The audit log; None where it cannot be read
    library: str = ""  # The id of the library; empty where the library has none

    def items(self) -> tuple[Item, ...]:
        others = (item for item in (self.thesaurus, self.record) if item)
        return self.catalogue, *self.originals, *self.reading, *self.vectors, *others


def is_backup(folder: Path) -> bool:
    """Tell whether a backup is or was being made here. Other programs have a ``manifest.json``, too."""
    try:
        return _is_ours(folder / UNFINISHED) or bool(read(folder))
    except StoreTooNew:
        return True
    except StoreError:
        return False


def refuse_links(folder: Path) -> None:
    """Raise StoreLinked for a backup whose own folders are links to elsewhere. Raises OSError."""
    for part in (folder / "files", folder / "reading"):
        if part.is_symlink() or (part.exists() and not part.is_dir()):
            raise StoreLinked(LINKED, TAKE_ANOTHER, detail="backup: link")


def begin(folder: Path) -> None:
    """Note that a backup is being made. The notes of an unfinished one stay. Raises OSError."""
    path = folder / UNFINISHED
    if not _is_ours(path):
        path.unlink(missing_ok=True)
        path.write_bytes(_NOTE + b"\n")


def note_begun(folder: Path, *names: str) -> None:
    """Note files that will be put in place, or deleted, so that a later backup knows them. Raises OSError."""
    with (folder / UNFINISHED).open("a", encoding="ascii") as file:
        file.writelines(f"{name}\n" for name in names)
        file.flush()
        os.fsync(file.fileno())


def begun(folder: Path) -> set[str]:
    """Return the names of files that unfinished backups wrote into a folder. Raises OSError."""
    path = folder / UNFINISHED
    if not _is_ours(path):
        return set()
    with open_regular(path) as file:
        untrusted = file.read(_LARGEST_BYTES).decode("ascii", "replace").splitlines()
    return {name for name in untrusted[1:] if any(pattern.fullmatch(name) for pattern in _NAMES)}


def _is_ours(path: Path) -> bool:
    try:
        with open_regular(path) as file:
            return file.readline(len(_NOTE) + 1).strip() == _NOTE
    except OSError:
        return False


def write(folder: Path, manifest: Manifest) -> None:
    """Put a manifest in force, which ends the backup. Raises StoreError."""
    content = {"format": FORMAT, **asdict(manifest)}
    write_atomically(folder / MANIFEST, json.dumps(content, indent=1).encode())


def delete(folder: Path) -> None:
    """Delete a backup, or what an interruption left of one, and its folder where nothing else is in it.
    Raises OSError."""
    names = begun(folder)
    with suppress(StoreError):
        names |= {item.name for item in read(folder).items()}
    begin(folder)
    note_begun(folder, *names)
    (folder / MANIFEST).unlink(missing_ok=True)  # first: what an interruption leaves is no backup any more
    for name in names:
        (folder / name).unlink(missing_ok=True)
    (folder / UNFINISHED).unlink()
    for part in (folder / "files", folder / "reading", folder):
        with suppress(OSError):
            part.rmdir()


def read(folder: Path) -> Manifest:
    """Read a manifest. Raises StoreTooNew for a newer format, StoreDamaged for a missing or unusable one."""
    try:
        untrusted = read_json(folder / MANIFEST, _LARGEST_BYTES, _MOST_VALUES)
        if untrusted["format"] > FORMAT:
            raise StoreTooNew(Message("This backup was made by a newer version of BriefBank."))
        whole = msgspec.convert(untrusted, Manifest)
        for items, pattern in (
            ([whole.catalogue], _CATALOGUE),
            (whole.originals, _ORIGINAL),
            (whole.reading, _READING),
            (whole.vectors, _VECTORS),
            (filter(None, [whole.thesaurus]), _THESAURUS),
            (filter(None, [whole.record]), _RECORD),
        ):
            for item in items:
                _require_permitted(item, pattern)
        made = datetime.fromisoformat(whole.made).astimezone(UTC).isoformat(timespec="seconds")
        return replace(whole, made=made)
    except OSError as error:
        raise StoreDamaged(NO_BACKUP, CHOOSE_BACKUP, detail=f"manifest: errno {error.errno}") from error
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise StoreDamaged(DAMAGED, TAKE_ANOTHER, detail=f"manifest: {type(error).__name__}") from error


def _require_permitted(item: Item, pattern: re.Pattern[str]) -> None:
    """Raise ValueError for a name of another kind, or an original not named by its hash."""
    hashes = (item.sha256, item.document or item.sha256)
    if not pattern.fullmatch(item.name) or not all(map(_HASH.fullmatch, hashes)) or item.size < 0:
        raise ValueError("name")
    if pattern is _ORIGINAL and Path(item.name).stem != item.sha256:
        raise ValueError("original of another name")
    if pattern is _READING and not item.document:
        raise ValueError("copy of no document")


FILE = "backups.json"
MOST = 1000  # The number of folders that are kept; the oldest backups go first
_LARGEST_LIST_BYTES = 1 << 20


def note(root: Path, folder: Path, made: datetime | None = None, *, keep_days: int = 0) -> None:
    """Remember that a folder now holds a backup, which is kept for some days (0: for good). A library that
    cannot be written to does not remember it."""
    made = made or datetime.now(UTC)
    _put(root, KnownBackup(folder.absolute(), made, made + timedelta(keep_days) if keep_days else None))


def note_restored(root: Path, folder: Path, made: datetime | None) -> None:
    """Remember the folder of a backup that was restored. One that is known is kept for as long as before."""
    until = next((backup.until for backup in known(root) if backup.folder == folder.absolute()), None)
    _put(root, KnownBackup(folder.absolute(), made or datetime.now(UTC), until))


def forget(root: Path, folders: Collection[Path]) -> None:
    gone = {folder.absolute() for folder in folders}
    before = known(root)
    kept = [backup for backup in before if backup.folder not in gone]
    if len(kept) < len(before):
        _write(root, kept)


def _put(root: Path, backup: KnownBackup) -> None:
    _write(root, [backup, *(other for other in known(root) if other.folder != backup.folder)])


def _write(root: Path, backups: list[KnownBackup]) -> None:
    kept = sorted(backups, key=lambda backup: backup.made, reverse=True)[:MOST]
    content = [
        {"folder": str(backup.folder), "made": backup.made.isoformat()}
        | ({"until": backup.until.isoformat()} if backup.until else {})
        for backup in kept
    ]
    with suppress(StoreError):
        write_atomically(root / FILE, json.dumps(content, indent=1).encode("ascii"))


def known(root: Path) -> tuple[KnownBackup, ...]:
    """Return the backups that were noted, the newest first; none where the file is missing or damaged."""
    try:
        untrusted = read_json(root / FILE, _LARGEST_LIST_BYTES)
        return tuple(
            KnownBackup(
                Path(str(row["folder"])),
                datetime.fromisoformat(row["made"]).astimezone(UTC),
                datetime.fromisoformat(row["until"]).astimezone(UTC) if "until" in row else None,
            )
            for row in untrusted
        )
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return ()


def containing(root: Path, document: Document) -> tuple[KnownBackup, ...]:
    """Return the backups made since a document was added, which hold it unless somebody deleted them. A
    backup that was restored knows its own moment in whole seconds."""
    since = document.added_at.replace(microsecond=0)
    return tuple(backup for backup in known(root) if backup.made >= since)
