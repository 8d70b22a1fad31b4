"""Finds what other users of this computer could open, among the files of a library and of its user's data.

Names are counted and never reported. Windows does not use these permission bits; nothing is found there, and
the files are protected by lying in the user's own profile.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from briefbank.files import store_error

_OTHERS = 0o077


def open_to_others(roots: Iterable[Path]) -> list[Path]:
    """Return folders and files below ``roots`` that group or others can open, the roots included. The
    contents of a folder that is closed to them cannot be reached, whatever their own rights are."""
    return _found(roots, lambda root: _all(root, into_closed=False))


def wide(roots: Iterable[Path]) -> list[Path]:
    """Return all paths with rights for group or others, in closed folders too: they would count in a copy.
    Symbolic links are not followed. Paths that cannot be read are left out. Tens of thousands a second."""
    return _found(roots, lambda root: _all(root, into_closed=True))


def close_to_others(roots: Iterable[Path]) -> None:
    """Take every right of group and others away. Raises StoreError where that is refused."""
    for path in wide(roots):
        try:
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise store_error(error) from error


def close_doors(folders: Iterable[Path]) -> None:
    """Close the folders themselves to others, and thereby their contents, which a copy may
    have left open. Where that is refused they stay as they are, and the check says so."""
    for folder in folders:
        if _found([folder], lambda root: iter([root])):
            with suppress(OSError):
                folder.chmod(stat.S_IMODE(folder.stat().st_mode) & ~_OTHERS)


def _found(roots: Iterable[Path], walk: Callable[[Path], Iterator[Path]]) -> list[Path]:
    """Return each path once: the library may lie among the user's data."""
    if os.name == "nt":
        return []
    return list(dict.fromkeys(path for root in roots for path in walk(root) if _is_open(path)))


def _all(root: Path, *, into_closed: bool) -> Iterator[Path]:
    waiting = [root]
    while waiting:
        yield (folder := waiting.pop())
        if not into_closed and not _is_open(folder):
            continue
        try:
            with os.scandir(folder) as entries:
                inside = list(entries)
        except OSError:
            continue
        for entry in inside:
            if entry.is_dir(follow_symlinks=False):
                waiting.append(Path(entry.path))
            else:
                yield Path(entry.path)


def _is_open(path: Path) -> bool:
    """Tell whether others have rights. A file with another name is left out: its rights are those of that
    name."""
    try:
        found = path.lstat()
    except OSError:
        return False
    if stat.S_ISLNK(found.st_mode) or (stat.S_ISREG(found.st_mode) and found.st_nlink > 1):
        return False
    return bool(found.st_mode & _OTHERS)
