"""Files with the same contents, dropped twice or under two names, are worked on one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition

_LOOK_S = 0.2


class Turns:
    """One holder at a time for each key. Any thread."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._taken: set[str] = set()

    @contextmanager
    def of(self, key: str, check: Callable[[], None]) -> Iterator[None]:
        """Wait for the key and hold it; ``check`` is called meanwhile and may raise."""
        with self._changed:
            while key in self._taken:
                self._changed.wait(_LOOK_S)
                check()
            self._taken.add(key)
        try:
            yield
        finally:
            with self._changed:
                self._taken.discard(key)
                self._changed.notify_all()
