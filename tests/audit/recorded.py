"""A record with a catalogue that keeps its head in memory."""

from __future__ import annotations

from pathlib import Path

from briefbank.audit.audit import AuditLog
from briefbank.storage.lease import ProcessLock
from tests.stand_ins.catalogue import MemoryState


def record_of(folder: Path, kept: MemoryState | None = None) -> tuple[AuditLog, MemoryState]:
    """The record in a folder, as one program has it, and what the catalogue keeps of it."""
    folder.mkdir(exist_ok=True, parents=True)
    kept = kept or MemoryState()
    return AuditLog(
        folder / "audit.log", ProcessLock(folder / "audit.lock", wait_s=20), (kept.get, kept.put)
    ), kept
