"""Checks whether a library's folder, or a file in it, can be read now.

A network share may go away, and come back, while the library is open. Operations then fail in many ways (a
missing file, an index that does not open, an interrupted read), and each error would wrongly report a damaged
file or index. Asking once whether the library can be reached tells the two cases apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from briefbank.errors import BriefBankError, Cancelled, FileAway, StoreAway
from briefbank.paths import LibraryPaths
from briefbank.storage.library_folder import SENTINEL


def is_unreachable(paths: LibraryPaths) -> bool:
    """Tell whether the library cannot be reached: neither its catalogue nor its sentinel, for an office
    server's catalogue is elsewhere. Asks the disk: microseconds, or as long as a share needs to
    answer."""
    for path in (paths.stored_catalogue, paths.root / SENTINEL):
        try:
            path.stat()
            return False
        except OSError:
            continue
    return True


@contextmanager
def require_reachable(paths: LibraryPaths) -> Iterator[None]:
    """Raise StoreAway in place of other errors while the library cannot be reached. Any thread."""
    try:
        yield
    except (StoreAway, Cancelled):
        raise
    except (BriefBankError, OSError) as error:
        if is_unreachable(paths):
            raise StoreAway(detail=f"instead of {type(error).__name__}") from error
        raise


def require_readable(path: Path, library: LibraryPaths) -> Path:
    """Return the path once its first byte was read. Blocks as long as the disk or share does.

    Raises StoreAway when the library itself cannot be reached, and FileAway when only the file cannot.
    """
    try:
        with path.open("rb") as file:
            file.read(1)
    except OSError as error:
        away = StoreAway if is_unreachable(library) else FileAway
        raise away(detail=type(error).__name__) from error
    return path
