"""Tests that file changes are intercepted before they are made, also those of native code."""

from __future__ import annotations

import errno
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.crashes import gate
from tests.crashes.gate import Operation, run_watched


@pytest.fixture(autouse=True)
def possible() -> None:
    if trouble := gate.unavailable_reason():
        pytest.skip(trouble)


def change(folder: Path) -> int:
    """A file by Python, another by SQLite, and one elsewhere."""
    folder.with_name("elsewhere").write_text("not watched")
    (folder / "draft").write_text("whole")
    (folder / "draft").rename(folder / "letter")
    (folder / "letter").read_text()
    try:
        with closing(sqlite3.connect(folder / "tables")) as tables:
            tables.execute("CREATE TABLE a (b)")
    except sqlite3.OperationalError as error:
        print(error)
        return 3
    return 0


def test_changes_in_the_folder_are_seen_in_their_order(tmp_path: Path) -> None:
    folder, seen = tmp_path / "folder", []
    folder.mkdir()

    def note(operation: Operation) -> int:
        seen.append(str(operation))
        return 0

    assert run_watched(lambda: change(folder), folder, note).status == 0
    assert seen[:4] == ["openat draft", "write draft", "rename letter", "openat tables"]
    assert {"pwrite64 tables-journal", "fdatasync tables-journal", "pwrite64 tables"} < set(seen)
    assert seen[-1] == "unlink tables-journal"


def test_a_program_is_stopped_before_the_change(tmp_path: Path) -> None:
    result = run_watched(
        lambda: change(tmp_path), tmp_path, lambda item: item.call == "rename" and signal.SIGKILL
    )
    assert result.status == -signal.SIGKILL
    assert [path.name for path in tmp_path.iterdir()] == ["draft"]


def test_a_change_fails_as_on_a_full_disk(tmp_path: Path) -> None:
    result = run_watched(
        lambda: change(tmp_path), tmp_path, lambda item: item.path == "tables" and errno.ENOSPC
    )
    assert (result.status, result.output) == (3, "unable to open database file")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter"]
