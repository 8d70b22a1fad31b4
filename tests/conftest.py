"""Fixtures for every test: a data folder of its own, no display, offline libraries, and the shared data."""

import gc
import logging
import os
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from tempfile import gettempdir

import platformdirs
import pytest

from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.domain import documents
from briefbank.embedding.encoders import Encoder
from briefbank.paths import LibraryPaths
from briefbank.sample import write_sample
from briefbank.sandbox.guard import OFFLINE, PRIVATE_UMASK
from installer import translations
from tests.audit_hook import sitecustomize
from tests.support import profile
from tests.support.cached_readers import CachedReaders
from tests.support.command import logging_as_before
from tests.support.postgres import PostgresServer, running_server

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The guard itself is only engaged in child processes, because nothing takes it off again.
os.environ.update(OFFLINE)
# As every program of ours does it first of all: what is made is for this user alone.
os.umask(PRIVATE_UMASK)
# No test writes into the key ring of whoever runs it.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
# The encoder is prepared once for all runs: it takes half a minute and is the same every time.
MODELS = Path(platformdirs.user_cache_dir("briefbank-tests")) / "models"
os.environ.setdefault("BRIEFBANK_MODELS", str(MODELS))

# Nothing but SQLite opens a database that a program has open: here, and in the programs that tests start.
OPENED_DATABASES = Path(gettempdir()) / f"briefbank-tests-{os.getpid()}-opened-databases"
os.environ[sitecustomize.REPORT] = str(OPENED_DATABASES)
os.environ["PYTHONPATH"] = os.pathsep.join(
    dict.fromkeys([sitecustomize.FOLDER, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))])
)
sitecustomize.install()

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="also run what takes minutes, and try more cases")


def pytest_configure(config: pytest.Config) -> None:
    profile.choose(config.getoption("--nightly"))
    if profile.is_whole(config):
        config.option.durations = profile.SLOWEST
    if not hasattr(config, "workerinput"):  # once, before there are workers
        translations.compile_all()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only the nightly profile runs, and begin with the longest tests, so that none of them is
    alone at the end."""
    if not profile.is_nightly():
        nightly = [item for item in items if item.get_closest_marker("nightly")]
        config.hook.pytest_deselected(items=nightly)
        items[:] = [item for item in items if not item.get_closest_marker("nightly")]
    items.sort(key=lambda item: item.get_closest_marker("begun_first") is None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if profile.is_whole(config):
        profile.keep_slowest(terminalreporter)


def pytest_collection_finish() -> None:
    """The tests and all that they import are no garbage; a collection need not go through them again."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def cached_readers() -> Iterator[None]:
    """Reuse the reading processes of one library for the next one in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("briefbank.extraction.worker_pool.WorkerPool", CachedReaders)
        yield
    CachedReaders.stop_all()


@pytest.fixture(autouse=True)
def environment_stays_as_it_was() -> Iterator[None]:
    """Fail the test that makes the environment of this process safe, as programs do for their children:
    what later tests start would no longer find the tests."""
    yield
    assert os.environ.pop("PYTHONSAFEPATH", None) is None


@pytest.fixture(autouse=True)
def databases_are_opened_by_sqlite_alone() -> Iterator[None]:
    """Fail the test in which a program opened a file of a database that it has open through SQLite.

    A test that looks into such a file reads it by ``tests.support.database_files``.
    """
    yield
    if OPENED_DATABASES.exists():
        report = OPENED_DATABASES.read_text("utf-8")
        OPENED_DATABASES.unlink()
        pytest.fail(report, pytrace=False)


@pytest.fixture(autouse=True)
def logging_stays_on() -> Iterator[None]:
    """Fail the test that switches logging off for all that come after it, as children do for themselves."""
    yield
    left, logging.root.manager.disable = logging.root.manager.disable, logging.NOTSET
    assert left == logging.NOTSET


@pytest.fixture(autouse=True)
def annotations_without_mistakes(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test in which an annotation failed by a mistake, which a reading only counts and logs."""
    result: list[str] = []
    noting = logging.Handler()
    noting.emit = lambda record: result.append(record.getMessage())
    log = logging.getLogger(documents.__name__)
    log.addHandler(noting)
    yield
    log.removeHandler(noting)
    assert request.node.get_closest_marker("forces_mistakes") or not result, result


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Iterator[Path]]:
    """Paths of folders to be made, one for each test; what serves several tests has one of its own.

    ``mktemp`` reads the names of all folders made before to find a number that is free; with thousands of
    tests that took minutes.
    """
    parent = tmp_path_factory.mktemp("homes")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRIEFBANK_HOME", str(parent / "shared"))
        yield (parent / str(number) for number in count())


@pytest.fixture(autouse=True)
def home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder for BriefBank: new and empty for every test."""
    folder = next(homes)
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("BRIEFBANK_HOME", str(folder))
    return folder


@pytest.fixture(autouse=True)
def log_put_back() -> Iterator[None]:
    """A command that is run inside a test starts the log; the next test must not write into it."""
    with logging_as_before():
        yield


@pytest.fixture
def library_paths(tmp_path: Path) -> LibraryPaths:
    """The folders of a new library."""
    paths = LibraryPaths(tmp_path / "library")
    paths.create()
    return paths


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Database]:
    """A new catalogue in the folder of the test."""
    with closing(open_catalogue(tmp_path / "catalogue.sqlite")) as opened:
        yield opened


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server; skips where it is not installed."""
    with running_server() as server:
        yield server


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real briefs and evaluation sets beside the project; skips where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the shared data folder is not beside the project")
    return SHARED_DATA


@pytest.fixture(scope="session")
def encoder() -> Encoder:
    """The real default encoder."""
    from briefbank.embedding.encoders import load_encoder

    return load_encoder()


@pytest.fixture(scope="session")
def sample_files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The made-up briefs as PDFs, one of them a scan."""
    return write_sample(tmp_path_factory.mktemp("sample"))


@pytest.fixture(scope="session")
def closed_sample(sample_files: list[Path], encoder: Encoder) -> Path:
    """The folder of a real library of the eight sample briefs, one of them a scan, ready for a search by
    meaning; nobody has it open."""
    from briefbank.jobs import QuietReporter
    from briefbank.library import Library
    from tests.support.prepared_library import prepared

    def make(folder: Path) -> None:
        with Library.open(folder, encoder=encoder) as library:
            outcomes = library.ingest.add(sample_files, QuietReporter())
            # A busy computer may leave pages of the scan unread; that sample must not be kept.
            assert all(outcome.document and not outcome.document.gaps for outcome in outcomes), outcomes
            library.embedding.embed_pending(QuietReporter())

    encoder.encode_query("loads the model, so that no search of a test is without it")
    return prepared("sample", make)


@pytest.fixture(scope="session")
def text_files(sample_files: list[Path]) -> list[Path]:
    """The sample briefs that have text: to recognise the scan takes twenty seconds of a processor."""
    return [file for file in sample_files if "Ravenel" not in file.name]


@pytest.fixture
def short_scan(sample_files: list[Path], tmp_path: Path) -> Path:
    """The first page of the scan among them."""
    import pikepdf

    path = tmp_path / "short.pdf"
    with pikepdf.open(next(file for file in sample_files if "Ravenel" in file.name)) as scan:
        del scan.pages[1:]
        scan.save(path)
    return path
