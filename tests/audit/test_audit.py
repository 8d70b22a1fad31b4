"""Tests of the audit log: append-only, each entry bound to the one before, and without any content."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import BinaryIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank import files
from briefbank.audit import chain
from briefbank.audit.audit import NOT_WRITTEN, AuditLog, whole_lines
from briefbank.audit.chain import sentence
from briefbank.domain.maintenance import AuditEvent, AuditHead
from briefbank.errors import StoreError, StoreFull
from briefbank.storage.lease import ProcessLock
from tests.stand_ins.catalogue import MemoryState

NOON = datetime(2026, 3, 3, 12, tzinfo=UTC)


def record_of(folder: Path, kept: MemoryState | None = None) -> tuple[AuditLog, MemoryState]:
    """The record in a folder, as one program has it, and what the catalogue keeps of it."""
    folder.mkdir(exist_ok=True, parents=True)
    kept = kept or MemoryState()
    lock = ProcessLock(folder / "audit.lock", wait_s=20)
    return AuditLog(folder / "audit.log", lock, (kept.get, kept.put)), kept


def record_with_entries(
    folder: Path, entries: int = 5, kept: MemoryState | None = None
) -> tuple[AuditLog, MemoryState]:
    audit, kept = record_of(folder, kept)
    audit.begin(0, sample=False)
    for number in range(1, entries):
        audit.note(AuditEvent.ADDED, document=number, kind="brief", pages=number)
    return audit, kept


def reopen(folder: Path, kept: MemoryState) -> AuditLog:
    """Open the record as another program, or the next run, would."""
    audit, _ = record_of(folder, kept)
    audit.begin(0, sample=False)
    return audit


def acts(audit: AuditLog) -> list[AuditEvent]:
    """Oldest first."""
    return [entry.act for entry in reversed(audit.entries())]


def test_a_record_only_ever_grows_at_its_end_and_is_this_users_alone(tmp_path: Path) -> None:
    audit, _ = record_with_entries(tmp_path)
    before = (tmp_path / "audit.log").read_bytes()
    audit.note(AuditEvent.REMOVED, document=1, kind="brief", pages=1)
    after = (tmp_path / "audit.log").read_bytes()
    assert after.startswith(before) and after != before and audit.verify() == []
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "audit.log").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "details",
    [
        {"title": "State v. Doe"},
        {"kind": "State v. Doe"},
        {"document": "/home/somebody/brief.pdf"},
        {"setting": "http://10.0.0.5:8000/v1"},
        {"on": "yes"},
        {"document": -1},
        {"earlier": "f" * 63},
        {"pages": True},
    ],
)
def test_nothing_but_numbers_switches_and_listed_words_can_be_written_down(
    tmp_path: Path, details: dict[str, int | str]
) -> None:
    audit, _ = record_with_entries(tmp_path)
    before = (tmp_path / "audit.log").read_bytes()
    with pytest.raises(ValueError, match="not for the activity log"):
        audit.note(AuditEvent.ADDED, **details)
    assert (tmp_path / "audit.log").read_bytes() == before


def test_another_version_says_that_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, kept = record_with_entries(tmp_path, 2)
    monkeypatch.setattr("briefbank.audit.audit.__version__", "9.9.0")
    audit = reopen(tmp_path, kept)
    newest = audit.entries()[0]
    assert (
        newest.act is AuditEvent.VERSION
        and newest.version == "9.9.0"
        and newest.details == {"before": "0.1.0"}
    )
    reopen(tmp_path, kept)
    assert len(audit.entries()) == 3 and audit.verify() == []


def test_threads_and_programs_that_write_at_once_make_one_chain(tmp_path: Path) -> None:
    kept = MemoryState()
    writers = [record_of(tmp_path, kept)[0] for _ in range(3)]

    def write(number: int) -> None:
        writers[number % 3].note(AuditEvent.READ_AGAIN, at_once=False, document=number + 1, pages=1)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write, range(60)))
    entries = writers[0].entries()
    assert writers[1].verify() == [] and [entry.number for entry in entries] == list(range(60, 0, -1))
    assert {entry.details["document"] for entry in entries} == set(range(1, 61))


def test_many_entries_in_a_row_are_flushed_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    audit, kept = record_with_entries(tmp_path)
    flushes: list[int] = []
    monkeypatch.setattr("briefbank.audit.audit.os.fsync", flushes.append)
    monkeypatch.setattr("briefbank.audit.audit.SYNC_S", 3600.0)
    for number in range(50):
        audit.note(AuditEvent.ADDED, at_once=False, document=number, kind="brief", pages=1)
    assert flushes == [] and kept.get() != str(audit.head())
    audit.sync()
    assert len(flushes) == 1 and kept.get() == str(audit.head())


@given(st.data())
def test_a_change_of_any_single_byte_is_reported(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content, known = whole_example()
    offset = data.draw(st.integers(0, len(content) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != content[offset]))
    altered = content[:offset] + bytes([other]) + content[offset + 1 :]
    assert chain.problems(altered, known)


@given(st.data())
def test_removed_swapped_or_repeated_lines_are_reported(data: st.DataObject) -> None:
    content, known = whole_example()
    lines = content.splitlines(keepends=True)
    chosen = data.draw(st.lists(st.sampled_from(range(len(lines))), max_size=len(lines) + 2))
    if chosen != list(range(len(lines))):
        assert chain.problems(b"".join(lines[item] for item in chosen), known)


def whole_example(entries: int = 6) -> tuple[bytes, AuditHead]:
    lines, before = [], chain.START
    for number in range(1, entries + 1):
        line, before = chain.line(number, NOON, AuditEvent.ADDED, {"document": number}, "0.1.0", before)
        lines.append(line)
    return b"".join(lines), AuditHead(entries, before)


def test_a_problem_is_reported_with_the_number_of_its_entry() -> None:
    content, known = whole_example()
    lines = content.splitlines(keepends=True)
    assert chain.problems(content, known) == []
    assert chain.problems(b"".join([*lines[:2], *lines[4:]]), known) == ["Entries 3 to 4 are missing."]
    assert chain.problems(b"".join(lines[1:]), known) == ["Entries 1 to 1 are missing."]
    altered = b"".join([*lines[:2], lines[2].replace(b'"document":3', b'"document":9'), *lines[3:]])
    assert chain.problems(altered, known) == ["Entry 3, or the one before it, is not as it was written."]
    assert chain.problems(b"".join(lines[:4]), known) == [
        "The activity log ends with entry 4, but entry 6 had been written."
    ]
    other = chain.line(
        6, NOON, AuditEvent.GAP, {"entries": 1}, "0.1.0", chain.parse_line(lines[4][:-1]).stated
    )  # type: ignore[union-attr]
    assert chain.problems(b"".join([*lines[:5], other[0]]), known) == [
        "Entry 6 is not the one that the catalogue knows."
    ]


@pytest.mark.parametrize("left", [0, 1, 3])
def test_a_truncated_record_is_still_reported_after_the_next_entry(tmp_path: Path, left: int) -> None:
    _, kept = record_with_entries(tmp_path)
    path = tmp_path / "audit.log"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:left]))
    assert record_of(tmp_path, kept)[0].verify() != []
    audit = reopen(tmp_path, kept)
    audit.note(AuditEvent.REBUILT, passages=3)
    assert AuditEvent.BROKEN in acts(audit)
    assert any("shortened or replaced" in problem for problem in audit.verify())
    assert audit.entries()[0].number == 7


def test_a_line_truncated_by_an_interruption_is_noted_and_the_rest_stays_valid(tmp_path: Path) -> None:
    _, kept = record_with_entries(tmp_path)
    path = tmp_path / "audit.log"
    whole, known = path.read_bytes(), kept.value
    line, _ = chain.line(6, NOON, AuditEvent.ADDED, {"document": 6}, "0.1.0", kept.get().split()[1])
    for cut in (1, 15, len(line) // 2, len(line) - 2, len(line) - 1):
        path.write_bytes(whole + line[:cut])
        kept.value = known
        audit = reopen(tmp_path, kept)
        assert audit.verify() == []
        assert acts(audit)[5:] == [AuditEvent.ADDED if cut == len(line) - 1 else AuditEvent.TORN]


def test_entries_lost_on_a_full_disk_are_counted_and_noted_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    audit, _ = record_with_entries(tmp_path)
    real, room = os.write, 40

    def write(descriptor: int, content: bytes) -> int:
        nonlocal room
        if not room:
            raise OSError(errno.ENOSPC, "full")
        written = real(descriptor, content[:room])
        room -= written
        return written

    with monkeypatch.context() as patch:
        patch.setattr("briefbank.audit.audit.os.write", write)
        for number in range(3):
            audit.note(AuditEvent.ADDED, document=number, kind="brief", pages=1)
        assert audit.verify() == [NOT_WRITTEN]
    audit.note(AuditEvent.REBUILT, passages=3)
    assert acts(audit)[5:] == [AuditEvent.TORN, AuditEvent.GAP, AuditEvent.REBUILT] and audit.verify() == []
    assert next(e for e in audit.entries() if e.act is AuditEvent.GAP).details == {"entries": 3}


def test_a_lock_that_cannot_be_had_holds_no_work_up(tmp_path: Path) -> None:
    fail = True

    @contextmanager
    def lock() -> Iterator[None]:
        if fail:
            raise StoreFull
        yield

    audit = AuditLog(tmp_path / "audit.log", lock, (MemoryState().get, MemoryState().put))
    audit.begin(0, sample=False)
    audit.note(AuditEvent.REBUILT, passages=1)
    assert audit.verify()[0].startswith("The activity log cannot be read.")
    fail = False
    audit.note(AuditEvent.REBUILT, passages=2)
    assert acts(audit) == [AuditEvent.GAP, AuditEvent.REBUILT] and audit.verify() == []


def test_the_audit_log_of_a_restored_backup_is_stored_within_this_one(tmp_path: Path) -> None:
    old, _ = record_with_entries(tmp_path / "old", 4)
    older = whole_lines(tmp_path / "old" / "audit.log")
    audit, _ = record_with_entries(tmp_path / "new", 1)
    before = (tmp_path / "new" / "audit.log").read_bytes()
    audit.restored(3, older)
    content = (tmp_path / "new" / "audit.log").read_bytes()
    assert content.startswith(before) and audit.verify() == []
    assert [entry.earlier for entry in audit.entries()].count(True) == 4
    assert {entry.hash for entry in old.entries()} < {entry.hash for entry in audit.entries()}
    (tmp_path / "new" / "audit.log").write_bytes(content.replace(b'|{"number":2', b'|{"number":8'))
    assert any("activity log that came with the backup of entry 2" in item for item in audit.verify())
    once_more, _ = record_with_entries(tmp_path / "third", 1)
    once_more.restored(3, content)
    assert once_more.verify() == [] and len(once_more.entries()) == 8


@pytest.mark.parametrize("odd", ["short lines", "large"])
def test_the_records_of_restored_backups_never_shut_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, odd: str
) -> None:
    audit, _ = record_with_entries(tmp_path / "new", 1)
    for number in (1, 2, 3):
        record_with_entries(tmp_path / f"{number}", 40)
        came = whole_lines(tmp_path / f"{number}" / "audit.log")
        if odd == "short lines":
            came = b"\n" * 600 + came
        else:
            monkeypatch.setattr("briefbank.audit.audit.MOST_BYTES", int(2.5 * len(came)))
        audit.restored(3, came)
        audit.note(AuditEvent.BACKED_UP, documents=4)
    assert not any("log of this library is not one" in item for item in audit.verify())
    assert acts(audit).count(AuditEvent.BACKED_UP) == acts(audit).count(AuditEvent.RESTORED) == 3


def test_a_restore_of_this_librarys_own_backup_adds_one_entry_alone(tmp_path: Path) -> None:
    audit, _ = record_with_entries(tmp_path)
    earlier = whole_lines(tmp_path / "audit.log")
    audit.note(AuditEvent.BACKED_UP, documents=4)
    audit.restored(4, earlier)
    assert acts(audit)[5:] == [AuditEvent.BACKED_UP, AuditEvent.RESTORED] and audit.verify() == []


def test_the_record_of_a_backup_without_a_restore_is_reported(tmp_path: Path) -> None:
    audit, _ = record_with_entries(tmp_path, 2)
    path = tmp_path / "audit.log"
    path.write_bytes(path.read_bytes() + b"|" + path.read_bytes().splitlines()[0] + b"\n")
    assert audit.verify() == ["The activity log of a backup that stands after entry 2 belongs to no restore."]


def test_entries_come_newest_first_by_act_by_page_and_by_day(tmp_path: Path) -> None:
    audit, _ = record_with_entries(tmp_path, 6)
    audit.note(AuditEvent.EXPORTED, what="results", format="csv", lines=3)
    assert [entry.number for entry in audit.entries(limit=2)] == [7, 6]
    assert [entry.number for entry in audit.entries(start=2, limit=2)] == [5, 4]
    assert [entry.number for entry in audit.entries(acts=frozenset({AuditEvent.EXPORTED}))] == [7]
    today = audit.entries()[0].at.astimezone().date()
    day = timedelta(days=1)
    assert len(audit.entries(first=today, last=today)) == 7
    assert audit.entries(first=today + day) == [] == audit.entries(last=today - day)
    assert len(audit.entries(first=date.min, last=date.max)) == 7


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe not an entry",
        b'{"number":2,"at":"yesterday","act":"added","details":{},"version":"1"} ' + b"a" * 64,
        b'{"number":2,"at":[],"act":7,"details":[],"version":{}} ' + b"a" * 64,
        b'{"number":2,' + b"[" * 50_000 + b"} " + b"a" * 64,
        b'{"number":2,"at":"2026-03-03T12:00:00Z","act":"added","details":{},"version":"0.\xb1"} '
        + b"a" * 64,
        b'{"number":2,"at":"0001-01-01T00:00:00","act":"added","details":{},"version":"1"} ' + b"a" * 64,
    ],
)
def test_foreign_lines_in_the_file_are_reported_and_not_shown(tmp_path: Path, line: bytes) -> None:
    audit, kept = record_with_entries(tmp_path, 1)
    path = tmp_path / "audit.log"
    path.write_bytes(path.read_bytes() + line + b"\n")
    assert len(audit.entries()) == 1 and audit.verify()
    reopen(tmp_path, kept).note(AuditEvent.REBUILT, passages=1)
    assert audit.verify()


def test_unlisted_words_in_the_file_are_not_shown() -> None:
    line, _ = chain.line(
        1, NOON, AuditEvent.ADDED, {"document": 4, "kind": "State v. Doe", "title": "Doe"}, "Doe", chain.START
    )
    entry = chain.entry(line[:-1])
    assert entry is not None and entry.details == {"document": 4} and "Doe" not in entry.text + entry.version
    assert chain.known(["Doe"]) == {}


def test_a_record_that_cannot_be_read_is_a_problem_and_no_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    audit, _ = record_with_entries(tmp_path)

    def refuse(_path: Path) -> BinaryIO:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr(files, "open_regular", refuse)
    assert audit.verify() == ["The activity log cannot be read. The library cannot be written to."]
    assert audit.head() is None


@pytest.mark.parametrize("large", ["short lines", "terabytes"])
def test_a_record_without_end_is_a_problem_and_takes_no_time_and_no_memory(
    tmp_path: Path, large: str
) -> None:
    record_with_entries(tmp_path)
    if large == "terabytes":
        os.truncate(tmp_path / "audit.log", 1 << 42)
    else:
        (tmp_path / "audit.log").write_bytes(b"ab\n" * 10_000_000)
    audit, _ = record_of(tmp_path)
    audit.begin(0, sample=False)
    audit.note(AuditEvent.ADDED, document=1, kind="brief", pages=1)
    beginning = "The activity log cannot be read. The activity log of this library is not one"
    assert audit.verify()[0].startswith(beginning)
    with pytest.raises(StoreError):
        audit.entries()


def test_every_act_has_a_sentence_even_without_its_details() -> None:
    sentences = [sentence(act, {}, "1.2") for act in AuditEvent]
    assert all(text.endswith(".") for text in sentences) and len(set(sentences)) == len(sentences)
