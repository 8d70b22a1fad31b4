"""Closes a process as the program's is, watches it, and gives it stand-ins for what takes long."""

from __future__ import annotations

import logging
import os
import resource
import tempfile
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from briefbank.errors import BriefBankError
from briefbank.network import close_network
from tests.untrusted_input.factory import Workspace
from tests.untrusted_input.watch import Watch

LARGEST_FILE = 1 << 30  # Bytes: a copy of what seems huge ends as on a full disk


def close_and_watch(workspace: Workspace) -> Watch:
    """Call this once, before anything is opened."""
    watch = Watch(workspace)  # first: what the guard refuses, nobody hears of after it
    close_network.close_network()
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    tempfile.tempdir = str(workspace.temporary)
    _use_stand_ins()
    os.chdir(workspace.root)
    return watch


def _use_stand_ins() -> None:
    """The tests' encoder, and readers that outlive a library."""
    from tests.stand_ins.encoders import Buckets
    from tests.support.cached_readers import CachedReaders

    def load(folder: Path | None = None) -> Buckets:
        assert folder is None, "a model that nobody chose was to be loaded"
        return Buckets()

    stand_ins = {
        "briefbank.extraction.worker_pool.WorkerPool": CachedReaders,
        "briefbank.embedding.encoders.load_encoder": load,
    }
    for target, instead in stand_ins.items():
        mock.patch(target, instead).start()


class Faults(logging.Handler):
    """Collects logged faults of the program itself."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and not isinstance(error, BriefBankError):
            self._tell(described(error))
        elif record.levelno >= logging.ERROR and record.name.startswith(("briefbank", "ui")):
            self._tell(record.getMessage())


def described(error: BaseException | None) -> str:
    """Return an error's message and the last of its frames that are ours."""
    if error is None:
        return "nothing"
    frames: Sequence[Any] = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/lib/python" not in frame.filename]
    where = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(ours[-5:]))
    return f"{type(error).__name__}: {str(error)[:160]!r} at {where}"
