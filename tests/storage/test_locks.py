"""Tests of a file lock whose folder may be on a share that becomes unavailable."""

from __future__ import annotations

from pathlib import Path

import pytest

from briefbank.errors import StoreAway
from briefbank.storage.lease import ProcessLock


def test_a_missing_folder_is_not_created(tmp_path: Path) -> None:
    lock = ProcessLock(tmp_path / "library" / "lock", wait_s=0.0)
    with pytest.raises(StoreAway), lock():
        pass
    assert list(tmp_path.iterdir()) == []
