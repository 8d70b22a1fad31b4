"""The encoder for these tests: exported once for this computer, not once for each run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from briefbank.index.embedding import Encoder, load_encoder


@pytest.fixture(scope="session")
def test_cache() -> Path:
    """A data folder that outlives the run, for prepared models alone; BRIEFBANK_TEST_CACHE names another."""
    named = os.environ.get("BRIEFBANK_TEST_CACHE")
    return Path(named) if named else Path(platformdirs.user_cache_dir("briefbank-tests", appauthor=False))


@pytest.fixture(scope="session")
def encoder(test_cache: Path) -> Iterator[Encoder]:
    """The real default encoder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRIEFBANK_HOME", str(test_cache))
        yield load_encoder()


@pytest.fixture
def with_test_cache(test_cache: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Models are prepared in the lasting folder during this test."""
    monkeypatch.setenv("BRIEFBANK_HOME", str(test_cache))
