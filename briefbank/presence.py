"""Whether a library's folder is there: a share may go away, and come back, while the library is open.

What then fails fails in many ways (a file that is missing, an index that does not open, a read that the
system breaks off), and each of them would say something that is not so: that the file of a defender or an
index is damaged. One question tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from briefbank.errors import BriefBankError, Cancelled, StoreAway
from briefbank.paths import LibraryPaths


def is_away(paths: LibraryPaths) -> bool:
    """Asks the disk: microseconds, or as long as a share needs to answer."""
    try:
        paths.stored_catalogue.stat()
    except OSError:
        return True
    return False


@contextmanager
def reached(paths: LibraryPaths) -> Iterator[None]:
    """Raise StoreAway in place of whatever fails while the library cannot be reached. Any thread."""
    try:
        yield
    except (StoreAway, Cancelled):
        raise
    except (BriefBankError, OSError) as error:
        if is_away(paths):
            raise StoreAway(detail=f"instead of {type(error).__name__}") from error
        raise
