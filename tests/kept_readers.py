"""Reading processes that outlive the library of one test and serve that of the next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import ClassVar

from briefbank.child import Child
from briefbank.reading.isolated import ReadingProcesses


class KeptReaders(ReadingProcesses):
    """As in a library that stays open, a child that waits takes the next file.

    A child that is started for every library loads its parsers again, which costs most tests that add a file
    more than all the rest. Only children that nobody waits for are kept; what a call was stopped in is ended
    with its library, as ever.
    """

    _kept: ClassVar[defaultdict[object, list[Child]]] = defaultdict(list)
    """By memory and initializer: a child goes on only to where one like it would be started."""

    def __init__(
        self,
        workers: int,
        memory_bytes: int,
        timeout_s: float,
        *,
        initializer: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(workers, memory_bytes, timeout_s, initializer=initializer)
        while len(self._idle) < workers and (child := self._living()):
            self._idle.append(child)

    def close(self) -> None:
        with self._lock:
            self._waiting.extend(self._idle)
            self._idle.clear()
        super().close()

    @classmethod
    def stop_all(cls) -> None:
        """At the end of all tests."""
        for child in (each for waiting in cls._kept.values() for each in waiting):
            child.stop()
        cls._kept.clear()

    @property
    def _waiting(self) -> list[Child]:
        return self._kept[self._memory, self._initializer]

    def _living(self) -> Child | None:
        while self._waiting:
            child = self._waiting.pop()
            if child.is_running():
                return child
            child.stop()
        return None
