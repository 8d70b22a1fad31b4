"""An index of vectors that is searched in memory and on the disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from briefbank.embedding.dense import DenseIndex
from tests.embedding.vectors import ON_DISK, D


@pytest.fixture(params=[1 << 30, ON_DISK], ids=["memory", "disk"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], DenseIndex]]:
    indexes: list[DenseIndex] = []

    def open_one() -> DenseIndex:
        indexes.append(DenseIndex(tmp_path / "dense", "model", D, memory_bytes=request.param))
        return indexes[-1]

    yield open_one
    for index in indexes:
        index.close()
