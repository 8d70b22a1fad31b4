"""What a backup consists of, on the disk and in its manifest.

A backup is a folder with ``manifest.json``, the catalogue, ``files/`` (originals), ``reading/`` (searchable
copies), the vectors, the office's thesaurus and the record of what was done. All but the originals carry a
part of their own hash in their names, and originals are named by theirs, so that a newer backup in the same
folder lies beside the older one until the manifest, which is written last and replaced in one step, names the
new files. What it does not name is no part of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from briefbank.errors import StoreDamaged, StoreTooNew
from briefbank.files import write_atomically

FORMAT = 1
"""Raise it when an older BriefBank could not restore a newer backup."""
MANIFEST, UNFINISHED = "manifest.json", "unfinished.txt"
CLUTTER = {"thumbs.db", "desktop.ini", "lost+found", "system volume information"}
"""What systems leave in folders that a person would call empty. Hidden files are passed over as well."""
NO_BACKUP = "There is no backup in this folder."
CHOOSE_BACKUP = "Choose the folder that was given when the backup was made."
DAMAGED = "This backup is damaged and was not restored."
TAKE_ANOTHER = "Restore another backup. The library was not changed."
_SAFE = re.compile(r"(files/|reading/)?[0-9a-z-]+\.(pdf|docx|html|txt|sqlite|npz|log)")
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Item:
    """One file of a backup."""

    name: str
    """Where it lies in the backup, with slashes."""
    sha256: str
    size: int
    document: str = ""
    """Of a reading copy: the hash of its document's original, by which the library names it."""
    changed: int = 0
    """Of a reading copy: its time of change in the library, in nanoseconds, by which it is known again."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """A whole backup. ``vectors`` is None for a library without any, or without a model to read them."""

    made: str
    """UTC, ISO 8601."""
    catalogue: Item
    originals: tuple[Item, ...]
    reading: tuple[Item, ...]
    vectors: Item | None
    thesaurus: Item | None = None
    """The office's own; None where there is none."""
    record: Item | None = None
    """What was done with the library; None in backups of older versions."""

    def items(self) -> tuple[Item, ...]:
        others = (item for item in (self.vectors, self.thesaurus, self.record) if item)
        return self.catalogue, *self.originals, *self.reading, *others


def is_backup(folder: Path) -> bool:
    """Whether a backup is or was being made here."""
    return (folder / MANIFEST).is_file() or (folder / UNFINISHED).is_file()


def is_empty(folder: Path) -> bool:
    """Whether a person would call it empty. Raises OSError."""
    return all(path.name.startswith(".") or path.name.lower() in CLUTTER for path in folder.iterdir())


def write(folder: Path, manifest: Manifest) -> None:
    """Put a manifest in force, which ends the backup. Raises StoreError."""
    content = {"format": FORMAT, **asdict(manifest)}
    write_atomically(folder / MANIFEST, json.dumps(content, indent=1).encode())


def read(folder: Path) -> Manifest:
    """Raises StoreTooNew for a newer format, and StoreDamaged when there is none or it cannot be used."""
    try:
        untrusted = json.loads((folder / MANIFEST).read_text("utf-8"))
        if untrusted["format"] > FORMAT:
            raise StoreTooNew("This backup was made by a newer version of BriefBank.")
        return _manifest(untrusted)
    except OSError as error:
        raise StoreDamaged(NO_BACKUP, CHOOSE_BACKUP, detail=f"manifest: errno {error.errno}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreDamaged(DAMAGED, TAKE_ANOTHER, detail=f"manifest: {type(error).__name__}") from error


def unnamed(folder: Path, manifest: Manifest) -> Iterable[Path]:
    """Files of earlier backups in this folder that the manifest no longer names."""
    named = {folder / item.name for item in manifest.items()}
    for pattern in ("files/*", "reading/*", "*.sqlite", "*.npz", "thesaurus-*.txt", "audit-*.log"):
        yield from (
            path
            for path in folder.glob(pattern)
            if path not in named and _SAFE.fullmatch(path.relative_to(folder).as_posix())
        )


def _manifest(untrusted: dict[str, Any]) -> Manifest:
    vectors, thesaurus, record = untrusted["vectors"], untrusted.get("thesaurus"), untrusted.get("record")
    return Manifest(
        made=str(untrusted["made"]),
        catalogue=_item(untrusted["catalogue"]),
        originals=tuple(map(_item, untrusted["originals"])),
        reading=tuple(map(_item, untrusted["reading"])),
        vectors=_item(vectors) if vectors else None,
        thesaurus=_item(thesaurus) if thesaurus else None,
        record=_item(record) if record else None,
    )


def _item(untrusted: dict[str, Any]) -> Item:
    """A name with a path in it could point anywhere on the disk, so only our own kind of name is taken."""
    item = Item(
        str(untrusted["name"]),
        str(untrusted["sha256"]),
        int(untrusted["size"]),
        str(untrusted["document"]),
        int(untrusted["changed"]),
    )
    hashes = (item.sha256, item.document or item.sha256)
    if not _SAFE.fullmatch(item.name) or not all(map(_HASH.fullmatch, hashes)):
        raise ValueError("name")
    return item
