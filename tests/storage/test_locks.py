"""A lock by file, whose folder may lie on a share that goes away."""

from __future__ import annotations

from pathlib import Path

import pytest
from filelock import FileLock

from briefbank.errors import StoreAway, StoreBusy
from briefbank.storage.lease import ProcessLock


def test_a_missing_folder_is_not_created(tmp_path: Path) -> None:
    lock = ProcessLock(tmp_path / "library" / "lock", wait_s=0.0)
    with pytest.raises(StoreAway), lock():
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_goes_away_while_the_lock_is_acquired_is_not_begun_anew_and_can_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, gone = tmp_path / "library", tmp_path / "elsewhere"
    home.mkdir()
    lock, acquire = ProcessLock(home / "lock", wait_s=0.0), FileLock.acquire

    def leave_first(self: FileLock, *args: object, **named: object) -> object:
        home.rename(gone)
        monkeypatch.undo()
        return acquire(self, *args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(FileLock, "acquire", leave_first)
    with pytest.raises(StoreAway), lock():
        pass
    assert list(tmp_path.iterdir()) == [gone]
    gone.rename(home)
    with lock():
        other = ProcessLock(home / "lock", wait_s=0.0)
        with pytest.raises(StoreBusy), other():
            pass


def test_the_folder_that_was_looked_at_is_the_one_that_is_locked(tmp_path: Path) -> None:
    """Another lock may have created an empty folder in place of the library that went away just now."""
    home, gone = tmp_path / "library", tmp_path / "elsewhere"
    home.mkdir()
    (home / "sentinel").touch()

    def look_at_it_and_lose_it() -> None:
        assert (home / "sentinel").exists()
        home.rename(gone)
        home.mkdir()

    lock = ProcessLock(home / "lock", wait_s=0.0, require=look_at_it_and_lose_it)
    with pytest.raises(StoreAway), lock():
        pass
    assert list(tmp_path.iterdir()) == [gone]
