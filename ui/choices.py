"""Keeps what a person has chosen, one change at a time, without touching the other choices."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from briefbank import settings
from ui.jobs import Job, Jobs, Lane

_lock = threading.Lock()


def change(**fields: Any) -> None:
    """Set some fields of Settings in the file. Any thread. Raises StoreFull, StoreReadOnly or StoreError."""
    with _lock:
        settings.save(replace(settings.load(), **fields))


def keep(jobs: Jobs, **fields: Any) -> Job:
    """The same in the lane of the notes, one after the other in the order in which they were chosen."""
    return jobs.start(Lane.NOTES, lambda _reporter: change(**fields))
