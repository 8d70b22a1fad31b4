"""Remembers in which folders backups of a library were made, and when last.

The list is kept in a file of its own beside the catalogue, since the catalogue becomes an older one when a
backup is restored. The folders themselves are never looked at: one on a disconnected disk could keep a person
waiting.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from pathlib import Path

from briefbank.domain.documents import Document
from briefbank.domain.maintenance import KnownBackup
from briefbank.errors import StoreError
from briefbank.files import read_json, write_atomically

FILE = "backups.json"
MOST = 1000
"""The number of folders that are kept; the oldest backups go first."""
_LARGEST_BYTES = 1 << 20


def note(root: Path, folder: Path, made: datetime | None = None, *, keep_days: int = 0) -> None:
    """Remember that a folder now holds a backup, which is kept for some days (0: for good). A library that
    cannot be written to does not remember it."""
    made = made or datetime.now(UTC)
    _put(root, KnownBackup(folder.absolute(), made, made + timedelta(keep_days) if keep_days else None))


def note_restored(root: Path, folder: Path, made: datetime | None) -> None:
    """Remember the folder of a backup that was restored. One that is known is kept for as long as before."""
    until = next((each.until for each in known(root) if each.folder == folder.absolute()), None)
    _put(root, KnownBackup(folder.absolute(), made or datetime.now(UTC), until))


def forget(root: Path, folders: Collection[Path]) -> None:
    """Forget backups that were deleted."""
    gone = {each.absolute() for each in folders}
    before = known(root)
    kept = [each for each in before if each.folder not in gone]
    if len(kept) < len(before):
        _write(root, kept)


def _put(root: Path, backup: KnownBackup) -> None:
    _write(root, [backup, *(each for each in known(root) if each.folder != backup.folder)])


def _write(root: Path, backups: list[KnownBackup]) -> None:
    kept = sorted(backups, key=lambda each: each.made, reverse=True)[:MOST]
    content = [
        {"folder": str(each.folder), "made": each.made.isoformat()}
        | ({"until": each.until.isoformat()} if each.until else {})
        for each in kept
    ]
    try:
        write_atomically(root / FILE, json.dumps(content, indent=1).encode("ascii"))
    except StoreError:
        return


def known(root: Path) -> tuple[KnownBackup, ...]:
    """Return the backups that were noted, the newest first; none where the file is missing or damaged."""
    try:
        untrusted = read_json(root / FILE, _LARGEST_BYTES)
        return tuple(
            KnownBackup(
                Path(str(each["folder"])),
                datetime.fromisoformat(each["made"]).astimezone(UTC),
                datetime.fromisoformat(each["until"]).astimezone(UTC) if "until" in each else None,
            )
            for each in untrusted
        )
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return ()


def containing(root: Path, document: Document) -> tuple[KnownBackup, ...]:
    """Return the backups made since a document was added, which hold it unless somebody deleted them. A
    backup that was restored knows its own moment in whole seconds."""
    since = document.added_at.replace(microsecond=0)
    return tuple(each for each in known(root) if each.made >= since)
