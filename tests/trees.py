"""What a folder holds, to the last bit that matters: for tests that nothing in it was touched."""

from pathlib import Path

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
    return mode, path.read_bytes() if path.is_file() else None
