"""Where a draft lies while it is checked: a private folder that is gone afterwards, also after a kill."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from briefbank import files
from briefbank.locks import FOLDER_LOCK, ProcessLock


@contextmanager
def private_folder(work: Path) -> Iterator[Path]:
    """A new folder in ``work`` for this user alone, with all that is in it gone at the end.

    Its lock is held meanwhile, so that no program that is just opened takes it for a leftover
    (``locks.clear_unless_held``); after a kill nobody holds it, and the next start clears it. Raises
    StoreError.
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
