"""Keeps the backups of some days beside each other, each of them whole.

Each is in a folder of its own, named by its time, and shares with the one before it, by hard links, the files
that did not change: no file of a backup is ever written in place. A disk without hard links holds each backup
in full. Until a new one is whole it is called ``unfinished``, and the next one goes on with it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain, count
from pathlib import Path

from briefbank.domain.maintenance import BackupReport
from briefbank.errors import StoreDamaged, StoreLinked
from briefbank.jobs import Reporter
from briefbank.maintenance import manifest
from briefbank.maintenance.backup import CHOOSE_SERIES, Backup
from briefbank.maintenance.backup_folder import backup_errors
from briefbank.maintenance.manifest import Manifest
from briefbank.text.file_names import is_system_name

UNFINISHED = "unfinished"
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
        target = self._folder / UNFINISHED
        with backup_errors():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            earlier = self._whole()
        for held in earlier.values():
            self._backup.refuse_anothers(held)
        with backup_errors():
            self._share_with_newest(target, earlier)
        report = self._backup.make(target, reporter)
        with backup_errors():
            made = datetime.fromisoformat(manifest.read(target).made)
            whole = self._free_name(made)
            target.replace(whole)
            return replace(report, folder=whole), list(self._delete_before(made - timedelta(days), whole))

    def _free_name(self, made: datetime) -> Path:
        first = self._folder / f"{made:{_FORMAT}}"
        others = (first.with_name(f"{first.name}-{number}") for number in count(2))
        return next(path for path in chain([first], others) if not path.exists())

    def _whole(self) -> dict[Path, Manifest]:
        """Return the dated backups that are whole, the oldest first. Raises StoreTooNew."""
        found = {}
        for each in self._dated():
            with suppress(StoreDamaged):  # not StoreTooNew: whose it is, and its files, are not known here
                found[each] = manifest.read(each)
        return dict(sorted(found.items(), key=lambda backup: backup[1].made))

    def _dated(self) -> Iterator[Path]:
        """Yield the folders of dated backups. One that leads elsewhere is left alone: what is there need not
        be a backup's."""
        for each in list(self._folder.iterdir()):
            if _NAME.fullmatch(each.name) and not each.is_symlink():
                with suppress(StoreLinked):
                    manifest.refuse_links(each)
                    yield each

    def _share_with_newest(self, target: Path, earlier: Mapping[Path, Manifest]) -> None:
        """Begin a backup as a copy of the newest of the earlier ones, whose files it shares. Raises
        OSError."""
        manifest.refuse_links(target)
        if not earlier or (target / manifest.MANIFEST).exists():
            return
        newest, held = list(earlier.items())[-1]
        target.mkdir(mode=0o700, exist_ok=True)
        manifest.begin(target)
        manifest.note_begun(target, *(item.name for item in held.items()))
        for part in (target / "files", target / "reading"):
            part.mkdir(mode=0o700, exist_ok=True)
        for item in held.items():
            if not (target / item.name).exists():
                try:
                    os.link(newest / item.name, target / item.name, follow_symlinks=False)
                except OSError:
                    return  # missing, or a disk without hard links: everything is copied
        manifest.write(target, held)

    def _delete_before(self, day: datetime, newest: Path) -> Iterator[Path]:
        """Delete the backups from before a day but for the newest, and what a stop left of others; yield
        each. Raises OSError."""
        whole = self._whole()
        for each in self._dated():
            if each == newest:
                continue
            is_left = each not in whole and manifest.is_backup(each)
            if is_left or (each in whole and datetime.fromisoformat(whole[each].made) < day):
                manifest.delete(each)
                yield each


def _is_series(folder: Path) -> bool:
    """Tell whether a folder holds dated backups and nothing else of a person's."""
    return all(
        _NAME.fullmatch(each.name)
        or is_system_name(each.name)
        or (each.name == UNFINISHED and not each.is_symlink())
        for each in folder.iterdir()
    )
