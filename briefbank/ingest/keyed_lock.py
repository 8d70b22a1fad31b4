"""A lock by content hash: files with the same contents, under two rows or names, are processed in turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class KeyTaken(Exception):
    """Raised when the same contents are being worked on under another row."""


class KeyedLock:
    """Locks with one holder at a time for each key. Any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._taken: set[str] = set()

    @contextmanager
    def of(self, key: str) -> Iterator[None]:
        """Hold the key. Raises KeyTaken at once when another has it."""
        with self._lock:
            if key in self._taken:
                raise KeyTaken
            self._taken.add(key)
        try:
            yield
        finally:
            with self._lock:
                self._taken.discard(key)
