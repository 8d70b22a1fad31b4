"""What every test gets: a data folder of its own, no display, libraries kept offline, and the shared data."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from briefbank.closed.guard import OFFLINE
from briefbank.paths import LibraryPaths

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The guard itself is only engaged in child processes, because nothing takes it off again.
os.environ.update(OFFLINE)

settings.register_profile(
    "briefbank",
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("briefbank")

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The user's data folder for BriefBank: new and empty for every test."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("BRIEFBANK_HOME", str(folder))
    yield folder


@pytest.fixture
def library_paths(tmp_path: Path) -> LibraryPaths:
    """The folders of a new library."""
    paths = LibraryPaths(tmp_path / "library")
    paths.create()
    return paths


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real briefs and evaluation sets beside the project; skips where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the shared data folder is not beside the project")
    return SHARED_DATA
