"""A pool of reading processes that is shared by the libraries of successive tests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from briefbank.extraction.worker_pool import WorkerPool
from briefbank.sandbox.child import CallWorker
from briefbank.sandbox.confinement import WorkspacePlace


class CachedReaders(WorkerPool):
    """A worker pool whose idle children serve the next library, as in a library that stays open.

    A child that is started for every library loads its parsers again, which costs most tests that add a file
    more than all the rest. Only idle children are cached; a child whose call was stopped is ended with its
    library, as in the product.
    """

    _cache: ClassVar[defaultdict[object, list[CallWorker]]] = defaultdict(list)
    """Idle children by memory, initializer and place: a child is reused only where one like it would be
    started.
    """
    _folder: ClassVar[TemporaryDirectory[str] | None] = None

    def __init__(
        self,
        workers: int,
        memory_bytes: int,
        timeout_s: float,
        *,
        initializer: Callable[[], None] | None = None,
        place: WorkspacePlace | None = None,
        most_calls: int = 0,
        leads_group: bool = False,
        errors: tuple[type[Exception], ...] = (),
    ) -> None:
        self._keeps = not leads_group
        if not self._keeps:  # children that recognise text
            super().__init__(
                workers,
                memory_bytes,
                timeout_s,
                initializer=initializer,
                place=place,
                leads_group=leads_group,
                errors=errors,
            )
            return
        # The workspaces outlive the library, too, so they are in a folder of the tests.
        place = WorkspacePlace(self._workspaces(), place.confining) if place is not None else None
        super().__init__(
            workers, memory_bytes, timeout_s, initializer=initializer, place=place, most_calls=most_calls
        )
        while len(self._idle) < workers and (child := self._living()):
            self._idle.append(child)

    def close(self) -> None:
        if self._keeps:
            with self._lock:
                self._waiting.extend(self._idle)
                self._idle.clear()
        super().close()

    @classmethod
    def stop_all(cls) -> None:
        """Stop all cached children after the last test."""
        for reader in (item for waiting in cls._cache.values() for item in waiting):
            reader.stop()
        cls._cache.clear()
        if cls._folder is not None:
            cls._folder.cleanup()
            cls._folder = None

    @classmethod
    def _workspaces(cls) -> Path:
        if cls._folder is None:
            cls._folder = TemporaryDirectory(prefix="workspaces-")
        return Path(cls._folder.name)

    @property
    def _waiting(self) -> list[CallWorker]:
        return self._cache[self._memory, self._initializer, self._place]

    def _living(self) -> CallWorker | None:
        while self._waiting:
            reader = self._waiting.pop()
            if reader.child.is_running():
                return reader
            reader.stop()
        return None
