"""What every test gets: a data folder of its own, no display, libraries kept offline, and the shared data."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest
from hypothesis import HealthCheck, settings

from briefbank.closed.guard import OFFLINE
from briefbank.index.embedding import Encoder
from briefbank.paths import LibraryPaths
from briefbank.sample import write_sample

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The guard itself is only engaged in child processes, because nothing takes it off again.
os.environ.update(OFFLINE)
# The encoder is prepared once for all runs: it takes half a minute and is the same every time.
MODELS = Path(platformdirs.user_cache_dir("briefbank-tests")) / "models"
os.environ.setdefault("BRIEFBANK_MODELS", str(MODELS))

settings.register_profile(
    "briefbank",
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("briefbank")

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests first, so that none of them is alone at the end."""
    items.sort(key=lambda item: item.get_closest_marker("begun_first") is None)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The user's data folder for BriefBank: new and empty for every test."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("BRIEFBANK_HOME", str(folder))
    yield folder


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """A command that is run inside a test starts the log; the next test must not write into it."""
    root = logging.getLogger()
    handlers, level, raises = list(root.handlers), root.level, logging.raiseExceptions
    yield
    for handler in [handler for handler in root.handlers if handler not in handlers]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)
    logging.raiseExceptions = raises


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


@pytest.fixture(scope="session")
def encoder() -> Encoder:
    """The real default encoder."""
    from briefbank.index.embedding import load_encoder

    return load_encoder()


@pytest.fixture(scope="session")
def sample_files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The made-up briefs as PDFs, one of them a scan."""
    return write_sample(tmp_path_factory.mktemp("sample"))
