"""Finds the files among the paths that a person dropped, and counts what it passes over.

Passed over are the files that systems and programs leave in folders, those that the person leaves out by a
pattern, and links in a folder that lead out of it: whoever may write to a shared folder could otherwise have
any file of the user's indexed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from briefbank.domain.ingest import PassedOver
from briefbank.files import is_junction
from briefbank.text.file_names import is_left_behind, is_system_name
from briefbank.text.leave_out import LeaveOut


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file among dropped paths, as its folder has it; nothing of it was opened."""

    path: Path
    place: str
    """Its place from the dropped folder on, with slashes: 'Appeals/2010/brief.pdf'; its name where it was
    dropped itself."""
    size: int | None
    """None where it cannot be looked at: reading it will say why."""
    modified: int = 0
    """The seconds since 1970 when it was last changed."""
    in_folder: bool = False


@dataclass(frozen=True, slots=True)
class _Entry:
    """A path still to look at."""

    path: Path
    place: str
    root: Path | None = None
    """The real path of the dropped folder around it; None for what was dropped itself."""
    is_link: bool = False


class DroppedFiles:
    """The files among dropped paths, each once, with folders expanded in order of name. One use, one thread.

    Inside folders hidden files and anything but regular files are left out. A path that is missing or
    inaccessible is yielded as it is; reading it will say why. A link is followed where a person dropped it,
    and in a folder where it leads to a place inside the dropped one. A folder that was visited is not visited
    again. Patterns leave out files in folders, never one that a person dropped itself.
    """

    def __init__(self, dropped: Iterable[Path], patterns: LeaveOut | None = None) -> None:
        self._patterns = patterns or LeaveOut()
        self._waiting = [_Entry(path, path.name) for path in dropped]
        """The next one last."""
        self._waiting.reverse()
        self._folders_seen: set[tuple[int, int]] = set()
        self._files_seen: set[Path] = set()
        self.passed_over = PassedOver()
        """The entries passed over so far."""

    def __iter__(self) -> Iterator[Path]:
        return (found.path for found in self.files())

    def files(self) -> Iterator[FoundFile]:
        """Yield the files with what is known of them."""
        while self._waiting:
            entry = self._waiting.pop()
            if entry.root and entry.is_link and _leads_out(entry.path, entry.root):
                self.passed_over += PassedOver(links=1)
                continue
            status = _status(entry.path)
            if (inside := self._expanded(entry, status)) is not None:
                self._waiting.extend(reversed(inside))
            elif entry.path not in self._files_seen:
                self._files_seen.add(entry.path)
                if is_left_behind(entry.path.name):
                    self.passed_over += PassedOver(left_behind=1)
                elif entry.root and self._patterns.match(entry.place):
                    self.passed_over += PassedOver(by_pattern=1)
                else:
                    yield _found(entry, status)

    def _expanded(self, entry: _Entry, status: os.stat_result | None) -> list[_Entry] | None:
        """Return the entries of a folder in order; none where it was visited, None for anything else and for
        a folder that may not be opened."""
        if status is None or not stat.S_ISDIR(status.st_mode):
            return None
        if (identity := (status.st_dev, status.st_ino)) in self._folders_seen:
            return []
        try:
            root = entry.root or Path(os.path.realpath(entry.path))
            place = entry.place or root.name
            with os.scandir(entry.path) as entries:
                inside = [
                    _Entry(Path(each.path), f"{place}/{each.name}", root, _is_link(each))
                    for each in entries
                    if _is_visible(each)
                ]
        except OSError:
            return None
        self._folders_seen.add(identity)
        return sorted(inside, key=lambda each: (each.path.name.casefold(), each.path.name))


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except (OSError, ValueError):
        return None


def _found(entry: _Entry, status: os.stat_result | None) -> FoundFile:
    found = FoundFile(entry.path, entry.place, None, in_folder=entry.root is not None)
    if status is None or not stat.S_ISREG(status.st_mode):
        return found
    return replace(found, size=status.st_size, modified=int(status.st_mtime))


def _is_visible(entry: os.DirEntry[str]) -> bool:
    """Tell whether a folder's entry is a file, a folder or a link that a person would see. What systems leave
    behind as a file is kept, to be counted."""
    try:
        if entry.is_dir() and not entry.is_symlink():
            return not (entry.name.startswith(".") or is_system_name(entry.name))
        if entry.name.startswith(".") and not is_left_behind(entry.name):
            return False
        return entry.is_file() or entry.is_dir() or entry.is_symlink()
    except OSError:
        return True


def _is_link(entry: os.DirEntry[str]) -> bool:
    """Tell whether a folder's entry is a link or a junction, by what listing the folder told."""
    return entry.is_symlink() or is_junction(entry)


def _leads_out(link: Path, root: Path) -> bool:
    """Tell whether a link leads out of the dropped folder, whose real path is ``root``.

    Folders on the way were looked at before, so that only the entry itself can be a link. A link to nothing
    inside the folder does not lead out: reading it will say that it is broken.
    """
    try:
        return not Path(os.path.realpath(link)).is_relative_to(root)
    except OSError:
        return False
