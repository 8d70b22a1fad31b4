"""The private folder of a draft while it is checked. It is deleted afterwards, even after a kill."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from briefbank import files
from briefbank.storage.locks import FOLDER_LOCK, ProcessLock


@contextmanager
def private_folder(work: Path) -> Iterator[Path]:
    """Create a folder in ``work`` for this user alone, and delete it with its contents at the end.

    Its lock is held meanwhile, so that another program that starts does not take it for a leftover
    (``locks.clear_unless_held``). After a kill nobody holds the lock, and the next start clears the folder.
    Raises StoreError.
    """
    folder = work / f"draft-{uuid.uuid4().hex}"
    try:
        folder.mkdir(mode=0o700)
    except OSError as error:
        raise files.store_error(error) from error
    try:
        with ProcessLock(folder / FOLDER_LOCK, wait_s=0.0)():
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
