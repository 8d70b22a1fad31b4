"""Finds the files among the paths that a person dropped, and counts what it passes over.

Passed over are the files that systems and programs leave in folders, files that a person left out, pictures
in folders that are too small for a page, and links in a folder that lead out of it: whoever may write to a
shared folder could otherwise have any file of the user's indexed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Iterator
from pathlib import Path

from briefbank.domain.ingest import PassedOver
from briefbank.files import is_junction
from briefbank.text.file_names import is_left_behind, is_system_name


class DroppedFiles:
    """The files among dropped paths, each once, with folders expanded in order of name. One use, one thread.

    Inside folders hidden files and anything but regular files are left out. A path that is missing or
    inaccessible is yielded as it is; reading it will say why. A link is followed where a person dropped it,
    and in a folder where it leads to a place inside the dropped one. A folder that was visited is not visited
    again. A picture is yielded where a person dropped it, and in a folder where it may be a page.
    """

    def __init__(
        self,
        dropped: Iterable[Path],
        may_be_page: Callable[[Path], bool] = lambda _: True,
        left_out: Container[Path] = (),
    ) -> None:
        """``may_be_page`` is False for a file in a folder that is a picture too small for a page; files in
        folders that are ``left_out`` are passed over."""
        self._may_be_page, self._left_out = may_be_page, left_out
        self._waiting: list[tuple[Path, Path | None, bool]] = [(path, None, False) for path in dropped]
        """The paths still to look at, the next one last, with the real path of the dropped folder around it
        (None for what was dropped itself), and whether it is a link in that folder."""
        self._waiting.reverse()
        self._folders_seen: set[tuple[int, int]] = set()
        self._files_seen: set[Path] = set()
        self.passed_over = PassedOver()
        """The entries passed over so far."""

    def __iter__(self) -> Iterator[Path]:
        while self._waiting:
            path, root, is_link = self._waiting.pop()
            if root and is_link and _leads_out(path, root):
                self.passed_over += PassedOver(links=1)
            elif (inside := self._expanded(path)) is not None:
                root = root or Path(os.path.realpath(path))
                self._waiting.extend((entry, root, link) for entry, link in reversed(inside))
            elif path in self._files_seen:
                continue
            elif is_left_behind(path.name):
                self._files_seen.add(path)
                self.passed_over += PassedOver(left_behind=1)
            elif root and path in self._left_out:
                self._files_seen.add(path)
                self.passed_over += PassedOver(left_out=1)
            elif root and not self._may_be_page(path):
                self._files_seen.add(path)
                self.passed_over += PassedOver(pictures=1)
            else:
                self._files_seen.add(path)
                yield path

    def _expanded(self, path: Path) -> list[tuple[Path, bool]] | None:
        """Return the entries of a folder in order, each with whether it is a link; none where it was visited,
        None for anything else and for a folder that may not be opened."""
        try:
            if not path.is_dir():
                return None
            identity = path.stat()
            if (identity.st_dev, identity.st_ino) in self._folders_seen:
                return []
            with os.scandir(path) as entries:
                inside = [(Path(entry.path), _is_link(entry)) for entry in entries if _is_visible(entry)]
        except OSError:
            return None
        self._folders_seen.add((identity.st_dev, identity.st_ino))
        return sorted(inside, key=lambda each: (each[0].name.casefold(), each[0].name))


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
