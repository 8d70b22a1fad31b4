"""Keeps what a person has chosen, one change at a time, without touching the other choices."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from briefbank import settings

_lock = threading.Lock()


def change(**fields: Any) -> None:
    """Set some fields of Settings in the file. Any thread. Raises StoreFull, StoreReadOnly or StoreError."""
    with _lock:
        settings.save(replace(settings.load(), **fields))
