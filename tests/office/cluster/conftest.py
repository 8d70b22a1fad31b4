"""A computer that works for an office server, in this process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.office.cluster.in_process import LentComputer
from tests.support import scan_factory


@pytest.fixture
def lent(tmp_path: Path) -> Iterator[LentComputer]:
    computer = LentComputer(tmp_path / "lent")
    yield computer
    computer.close()


@pytest.fixture
def scan_pdf(tmp_path: Path) -> Path:
    return scan_factory.pdf(tmp_path / "scanned.pdf", "heron")
