"""A later migration: it runs, a stop leaves a library that opens, and a newer library is refused."""

import shutil
import signal
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from briefbank.catalogue import document_rows, schema
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.errors import StoreDamaged, StoreTooNew
from briefbank.library import Library
from tests.catalogue import toy_release
from tests.catalogue.killing import killable_processes
from tests.catalogue.samples import add, path_in
from tests.stand_ins.reporters import RecordingReporter
from tests.support.catalogue_template import CatalogueTemplate

TITLES = ["State v. Doe", "State v. Doe"]

VICTIM = """
import shutil
from pathlib import Path
from alembic import migration, operations, script  # loaded before any process is forked
from sqlalchemy import event
from sqlalchemy.engine import Engine
from briefbank.catalogue.schema import open_catalogue
from tests.catalogue import toy_release

before, folder = Path(sys.argv[1]), Path(sys.argv[2])
toy_release.install(Path(sys.argv[3]))

def begin():
    for path in folder.iterdir():
        path.unlink()
    shutil.copy(before, folder / "catalogue.sqlite")

def work():
    event.listen(Engine, "after_cursor_execute", step)
    event.listen(Engine, "commit", step)
    open_catalogue(folder / "catalogue.sqlite").close()
    (folder / "steps").write_text(str(seen))
"""
"""A migration; where it is not killed, the number of its steps is left in a file."""


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """A catalogue of this release with two documents."""
    (tmp_path / "before").mkdir()
    with closing(open_catalogue(path_in(tmp_path / "before"))) as catalogue:
        for name in "ab":
            add(catalogue, name)
        assert titles(catalogue) == TITLES
    return path_in(tmp_path / "before")


@pytest.fixture
def folder(before: Path, tmp_path: Path) -> Path:
    """The folder of a library with that catalogue."""
    (tmp_path / "library").mkdir()
    shutil.copy(before, path_in(tmp_path / "library"))
    return tmp_path / "library"


@pytest.fixture
def migrations(tmp_path: Path) -> Path:
    """The folder with the migrations of the toy release."""
    return toy_release.migrations(tmp_path / "toy")


@pytest.fixture
def toy(before: Path, migrations: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process is the toy release; the catalogue ``before`` was made by this one."""
    assert isinstance(schema.upgrade, CatalogueTemplate)
    monkeypatch.setattr(schema, "upgrade", schema.upgrade.upgrade)
    monkeypatch.setattr(schema, "SHAPES", dict(schema.SHAPES))
    monkeypatch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS)
    toy_release.install(migrations)
    yield


def titles(catalogue: Database) -> list[str]:
    return sorted(document.title for document in document_rows.iterate(catalogue))


def revision(folder: Path) -> str:
    with closing(sqlite3.connect(path_in(folder))) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


MIGRATED = [f"{title}{toy_release.MARK}" for title in TITLES]


@pytest.mark.usefixtures("toy")
def test_a_later_migration_runs_once_and_is_reported(folder: Path) -> None:
    reporter = RecordingReporter()
    for _ in range(2):
        with closing(open_catalogue(path_in(folder), reporter)) as catalogue:
            assert titles(catalogue) == MIGRATED
            assert catalogue.faults() == []
    assert reporter.stages == [schema.PREPARING]
    assert revision(folder) == toy_release.REVISION


@pytest.mark.usefixtures("toy")
def test_two_programs_that_open_a_library_at_once_migrate_it_once(folder: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        opened = list(pool.map(open_catalogue, [path_in(folder)] * 2))
    for catalogue in opened:
        assert titles(catalogue) == MIGRATED
        catalogue.close()


def test_a_migration_killed_at_any_step_leaves_a_library_that_opens_with_all_in_it(
    before: Path, folder: Path, migrations: Path, toy: None
) -> None:
    with killable_processes(VICTIM, str(before), str(folder), str(migrations)) as killed_at:
        assert killed_at(0) == 0
        steps = int((folder / "steps").read_text())
        assert steps > 10
        for step in range(1, steps + 1):
            assert killed_at(step) == -signal.SIGKILL
            assert revision(folder) in schema.SHAPES
            with closing(open_catalogue(path_in(folder))) as catalogue:
                assert titles(catalogue) == MIGRATED
                assert catalogue.faults() == []


def test_a_library_of_a_newer_release_is_refused_and_every_byte_of_it_stays(
    tmp_path: Path, migrations: Path
) -> None:
    folder = tmp_path / "newer"
    Library.open(folder).close()
    with closing(sqlite3.connect(path_in(folder))) as connection:
        connection.execute("ALTER TABLE watched ADD COLUMN toy TEXT")
        connection.execute("UPDATE alembic_version SET version_num = '0002'")
        connection.commit()
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(StoreTooNew) as raised:
        Library.open(folder)
    assert "newer version of BriefBank" in raised.value.title
    assert "Install that version" in raised.value.remedy
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER act AFTER INSERT ON document BEGIN DELETE FROM page; END",
        "ALTER TABLE seen ADD COLUMN extra TEXT",
        "DROP TABLE feedback",
    ],
)
def test_a_catalogue_with_other_tables_than_those_of_its_revision_is_not_migrated(
    folder: Path, statement: str
) -> None:
    with closing(sqlite3.connect(path_in(folder))) as connection:
        connection.execute(statement)
    with pytest.raises(StoreDamaged):
        open_catalogue(path_in(folder))
    assert revision(folder) == "0001"
