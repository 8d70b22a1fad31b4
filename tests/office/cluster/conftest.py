"""A computer that works for an office server, in this process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.office.cluster.in_process import LentComputer


@pytest.fixture
def lent(tmp_path: Path) -> Iterator[LentComputer]:
    computer = LentComputer(tmp_path / "lent")
    yield computer
    computer.close()


@pytest.fixture
def brief_pdf(sample_files: list[Path]) -> Path:
    """A brief with text of its own."""
    return next(file for file in sample_files if "Ravenel" not in file.name)
