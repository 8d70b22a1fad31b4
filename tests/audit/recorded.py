"""A record with a catalogue that keeps its head in memory."""

from __future__ import annotations

from pathlib import Path

from briefbank.audit.audit import Audit
from briefbank.storage.locks import ProcessLock


class MemoryState:
    """The key-value state of a catalogue, kept in memory."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    def state(self, key: str) -> str:
        return self.values.get(key, "")

    def set_state(self, key: str, value: str) -> None:
        self.values[key] = value


def record_of(folder: Path, kept: MemoryState | None = None) -> tuple[Audit, MemoryState]:
    """The record in a folder, as one program has it, and what the catalogue keeps of it."""
    folder.mkdir(exist_ok=True, parents=True)
    kept = kept or MemoryState()
    return Audit(folder / "audit.log", ProcessLock(folder / "audit.lock", wait_s=20), kept), kept
