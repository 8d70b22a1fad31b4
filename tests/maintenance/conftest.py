"""A library of two documents, open in its parts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.maintenance.library_parts import OpenParts, opened


@pytest.fixture
def library(tmp_path: Path) -> Iterator[OpenParts]:
    with opened(tmp_path / "library") as opened_library:
        opened_library.add("zebra stop", "the wagon was searched")
        opened_library.add("heron plea", "the plea was not knowing", scanned=True)
        opened_library.embed()
        yield opened_library
