"""The newest entry of the record is copied to another place, and the record is compared with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from briefbank.audit import audit as head_copy
from briefbank.audit.audit import AuditLog, HeadCopy
from briefbank.domain.maintenance import AuditEvent, AuditHead
from tests.audit.recorded import record_of
from tests.stand_ins.catalogue import MemoryState


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    (tmp_path / "elsewhere").mkdir()
    return tmp_path / "elsewhere" / "newest.txt"


def opened(folder: Path, elsewhere: Path, kept: MemoryState | None = None) -> AuditLog:
    audit, _ = record_of(folder, kept)
    audit.copy_newest_to(elsewhere)
    return audit


def written(audit: AuditLog, entries: int = 3) -> AuditLog:
    audit.begin(0, sample=False)
    for number in range(1, entries + 1):
        audit.note(AuditEvent.ADDED, document=number, kind="brief", pages=1)
    audit.sync()
    return audit


def test_the_newest_entry_stands_elsewhere_too(tmp_path: Path, elsewhere: Path) -> None:
    audit = written(opened(tmp_path, elsewhere))
    assert elsewhere.read_text() == f"{audit.head()}\n"
    assert audit.verify() == []


def test_a_record_written_anew_as_a_whole_is_told_by_the_copy(tmp_path: Path, elsewhere: Path) -> None:
    written(opened(tmp_path, elsewhere))
    log = tmp_path / "audit.log"
    log.unlink()
    forger, kept = record_of(tmp_path)  # with a catalogue that agrees
    written(forger)
    (told,) = opened(tmp_path, elsewhere, kept).verify()
    assert told == "Entry 4, of which there is a copy elsewhere, is missing or was altered."


def test_a_record_written_anew_stays_told_after_the_next_entries(tmp_path: Path, elsewhere: Path) -> None:
    written(opened(tmp_path, elsewhere))
    (tmp_path / "audit.log").unlink()
    forger, kept = record_of(tmp_path)
    written(forger, 5)
    audit = written(opened(tmp_path, elsewhere, kept))
    assert AuditEvent.BROKEN in [entry.act for entry in audit.entries()]


def test_a_copy_that_cannot_be_made_holds_no_work_up_and_one_that_is_gone_is_told(
    tmp_path: Path, elsewhere: Path
) -> None:
    audit = written(opened(tmp_path, tmp_path / "no such folder" / "newest.txt"))
    assert len(audit.entries()) == 4 and audit.verify() == [head_copy.AWAY]
    audit = written(opened(tmp_path, elsewhere))
    elsewhere.write_bytes(b"nonsense")
    assert audit.verify() == [head_copy.AWAY]
    elsewhere.unlink()
    assert audit.verify() == [head_copy.AWAY]
    assert written(audit).verify() == []


def test_the_copy_is_made_once_a_second_however_much_is_noted(
    tmp_path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies: list[bytes] = []
    monkeypatch.setattr(head_copy, "write_out", lambda _path, content: copies.append(content))
    written(opened(tmp_path, elsewhere), 50)
    assert len(copies) <= 3


def test_an_entry_that_is_written_while_the_record_is_verified_is_not_missed(
    tmp_path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    audit = written(opened(tmp_path, elsewhere))
    lock, read, held = audit._lock, HeadCopy.read, [False]

    @contextmanager
    def noted_lock() -> Iterator[None]:
        with lock():
            held[0] = True
            yield
            held[0] = False

    def read_later(copy: HeadCopy) -> AuditHead | None:
        if not held[0]:  # as another thread does, which waits for the lock
            audit.note(AuditEvent.ADDED, document=9, kind="brief", pages=1)
        return read(copy)

    monkeypatch.setattr(head_copy, "EVERY_S", 0.0)
    monkeypatch.setattr(audit, "_lock", noted_lock)
    monkeypatch.setattr(HeadCopy, "read", read_later)
    assert audit.verify() == []
