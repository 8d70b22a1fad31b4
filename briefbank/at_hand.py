"""Whether a file of the library can be read now: a share may be gone, and a file with it."""

from __future__ import annotations

from pathlib import Path

from briefbank.errors import FileAway, StoreAway
from briefbank.paths import LibraryPaths
from briefbank.presence import is_away


def at_hand(path: Path, library: LibraryPaths) -> Path:
    """The path, once its first byte was read. Raises StoreAway when the library itself is gone, and FileAway
    when only the file is. Blocks as long as the disk or share does."""
    try:
        with path.open("rb") as file:
            file.read(1)
    except OSError as error:
        away = StoreAway if is_away(library) else FileAway
        raise away(detail=type(error).__name__) from error
    return path
