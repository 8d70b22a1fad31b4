"""Snapshots of a folder's entire content, for tests that nothing in it was touched."""

import os
from pathlib import Path

from tests.support.database_files import content

Tree = dict[str, tuple[int, bytes | str | None]]


def tree(folder: Path) -> Tree:
    """Mode and content of everything in a folder, and of the folder itself, by name; of a link its target."""
    return {
        path.relative_to(folder).as_posix(): _entry(path) for path in (folder, *sorted(folder.rglob("*")))
    }


def _entry(path: Path) -> tuple[int, bytes | str | None]:
    mode = path.lstat().st_mode
    if path.is_symlink():
        return mode, str(path.readlink())
    return mode, content(path) if path.is_file() else None


def nest(folder: Path, depth: int) -> None:
    """Make so many folders in each other, more than a path can name."""
    descriptor = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("a", dir_fd=descriptor)
        inner = os.open("a", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    os.close(descriptor)
