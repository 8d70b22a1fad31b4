"""The base of the stand-in library's parts: calls are recorded, can be held, and can be made to fail."""

from __future__ import annotations

import threading
from typing import Any


class StubCalls:
    """``gates`` hold a call until they are set; ``faults`` are what a call should raise; both by its name."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Any]] = []
        self.faults: dict[str, Exception] = {}
        self.gates: dict[str, threading.Event] = {}
        self._lock = threading.Lock()

    def _call(self, name: str, value: Any = None) -> None:
        with self._lock:
            self.calls.append((name, value))
        if gate := self.gates.get(name):
            gate.wait(20)
        if fault := self.faults.get(name):
            raise fault

    def called(self, name: str) -> list[Any]:
        return [value for called, value in self.calls if called == name]
