"""The one writer of a library: a lock that holds between threads and between programs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from briefbank.errors import StoreBusy, StoreReadOnly

WAIT_S = 30.0
"""How long a writer waits for another program. One file's catalogue and index writes take a second or two."""


class WriterLock:
    """Taken for each short change of catalogue and indexes, never while a file is being read.

    Reentrant within a thread. Raises StoreBusy when another program holds it for ``WAIT_S`` seconds.
    """

    def __init__(self, path: Path) -> None:
        self._threads = threading.RLock()
        self._file = FileLock(str(path), thread_local=False, mode=0o600)

    @contextmanager
    def __call__(self) -> Iterator[None]:
        with self._threads:
            try:
                acquired = self._file.acquire(timeout=WAIT_S)
            except Timeout as error:
                raise StoreBusy(detail="writer lock") from error
            except OSError as error:
                raise StoreReadOnly(detail=f"writer lock: {error.errno}") from error
            with acquired:
                yield
