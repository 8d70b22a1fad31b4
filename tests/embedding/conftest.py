"""A vector index that is searched in memory, and on disk in one table and in several."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from briefbank.embedding import lance
from briefbank.embedding.dense import DenseIndex
from tests.embedding.vectors import ON_DISK, D

FEW_ROWS = 15  # The rows of a full table, where there are to be several


@pytest.fixture(
    params=[(1 << 30, lance.MOST_ROWS), (ON_DISK, lance.MOST_ROWS), (ON_DISK, FEW_ROWS)],
    ids=["memory", "disk", "several tables"],
)
def opened(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], DenseIndex]]:
    indexes: list[DenseIndex] = []
    memory_bytes, most_rows = request.param
    monkeypatch.setattr(lance, "MOST_ROWS", most_rows)

    def open_one() -> DenseIndex:
        indexes.append(DenseIndex(tmp_path / "dense", "model", D, memory_bytes=memory_bytes))
        return indexes[-1]

    yield open_one
    for index in indexes:
        index.close()
