"""Opening a catalogue, migrating it, and what a kill, a full disk or another program leaves of it."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, event

from briefbank.catalogue import document_rows, passage_rows, schema, sqlite_database, unallocated
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.sqlite_database import SqliteDatabase, translate_errors
from briefbank.catalogue.tables import Base
from briefbank.errors import StoreBusy, StoreDamaged, StoreError, StoreFull, StoreReadOnly, StoreTooNew
from briefbank.library import Library
from tests.catalogue import toy_release
from tests.catalogue.killing import killable_processes
from tests.catalogue.samples import add, passage, path_in, reading
from tests.crashes import gate
from tests.crashes.forked import ChildResult
from tests.crashes.gate import Operation, run_watched
from tests.stand_ins.reporters import RecordingReporter


@pytest.mark.parametrize("make", [schema.create_tables, schema.upgrade])
def test_a_new_file_has_the_tables_that_the_migrations_make(
    make: Callable[[Connection], None], tmp_path: Path
) -> None:
    database = SqliteDatabase(tmp_path / "new.sqlite")
    with database.writing() as connection:
        make(connection)
        assert schema.fingerprint(connection) == schema.SHAPES[schema.head()]
        assert schema.revision_of(connection) == schema.head()
    database.close()


def test_the_migrations_make_the_tables_that_the_code_expects(tmp_path: Path) -> None:
    open_catalogue(path_in(tmp_path)).close()
    database = SqliteDatabase(path_in(tmp_path))
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    database.close()


def test_the_files_are_private_and_logged_ahead(tmp_path: Path) -> None:
    catalogue = open_catalogue(path_in(tmp_path))
    add(catalogue)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    catalogue.close()
    names = ("catalogue.sqlite", "catalogue.sqlite-wal", "catalogue.sqlite-shm")
    assert modes == dict.fromkeys(names, 0o600)


def test_a_path_may_have_any_letters_and_a_file_that_went_away_is_not_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "Smith #2?mode=ro & 50%25 é.sqlite"
    database = SqliteDatabase(path)
    with database.writing() as connection:
        connection.exec_driver_sql("CREATE TABLE note (text)")
    database.close()
    assert [left.name for left in tmp_path.iterdir()] == [path.name]
    away = SqliteDatabase(path)
    path.unlink()
    with pytest.raises(StoreError):
        away.version()
    with pytest.raises(StoreError), away.reading():
        pass
    assert list(tmp_path.iterdir()) == []


def test_an_existing_library_opens_without_alembic(tmp_path: Path) -> None:
    open_catalogue(path_in(tmp_path)).close()
    program = (
        "import sys; from pathlib import Path; from briefbank.catalogue import document_rows, schema\n"
        "list(document_rows.iterate(schema.open_catalogue(Path(sys.argv[1]))))\n"
        "print('alembic' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path_in(tmp_path))], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


def test_another_programs_database_is_not_taken_over(tmp_path: Path) -> None:
    raw = sqlite3.connect(path_in(tmp_path))
    raw.execute("CREATE TABLE recipes (name TEXT)")
    raw.commit()
    raw.close()
    with pytest.raises(StoreDamaged):
        open_catalogue(path_in(tmp_path))


def test_pages_overwritten_in_the_middle_are_damaged(tmp_path: Path) -> None:
    catalogue = open_catalogue(path_in(tmp_path))
    for name in "abcdef":
        add(catalogue, name)
    catalogue.close()
    whole = path_in(tmp_path).read_bytes()
    path_in(tmp_path).write_bytes(whole[:16384] + b"\xa5" * (len(whole) - 16384))
    with pytest.raises(StoreDamaged):
        list(document_rows.iterate(open_catalogue(path_in(tmp_path))))


def test_rows_that_belong_to_no_document_are_counted_and_deleted(tmp_path: Path) -> None:
    catalogue = open_catalogue(path_in(tmp_path))
    add(catalogue)
    catalogue.close()
    raw = sqlite3.connect(path_in(tmp_path))
    raw.execute("PRAGMA foreign_keys = OFF")
    raw.execute("DELETE FROM document")
    raw.commit()
    raw.close()
    catalogue = open_catalogue(path_in(tmp_path))
    assert catalogue.count_orphans() > 0
    schema.drop_orphans(catalogue)
    assert (catalogue.count_orphans(), passage_rows.all_ids(catalogue)) == (0, set())
    catalogue.close()


@pytest.mark.parametrize("empty_file", [True, False])
def test_a_lost_catalogue_is_not_silently_replaced(tmp_path: Path, empty_file: bool) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / f"{'a' * 64}.pdf").write_bytes(b"%PDF")
    if empty_file:
        path_in(tmp_path).touch()
    with pytest.raises(StoreDamaged):
        open_catalogue(path_in(tmp_path))


def test_tables_that_are_made_in_part_leave_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(connection: object) -> None:
        connection.exec_driver_sql("CREATE TABLE document (id INTEGER)")  # type: ignore[attr-defined]
        raise KeyError("migration")

    with monkeypatch.context() as patch, pytest.raises(KeyError):
        patch.setattr(schema, "create_tables", half)
        open_catalogue(path_in(tmp_path))
    catalogue = open_catalogue(path_in(tmp_path))
    assert list(document_rows.iterate(catalogue)) == []
    catalogue.close()


TITLES = ["State v. Doe", "State v. Doe"]

MIGRATION = """
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


@pytest.mark.nightly
def test_a_migration_killed_at_any_step_leaves_a_library_that_opens_with_all_in_it(
    before: Path, folder: Path, migrations: Path, toy: None
) -> None:
    with killable_processes(MIGRATION, str(before), str(folder), str(migrations)) as killed_at:
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


VICTIM = """
from pathlib import Path
from sqlalchemy import event
from sqlalchemy.engine import Engine
from briefbank.catalogue import ingest_ledger
from briefbank.catalogue.schema import open_catalogue
from tests.catalogue.samples import add, passage, path_in, reading

# More than SQLite keeps in memory, so that unfinished pages reach the log on the disk.
MORE = reading(*(passage(i, f"{i} long words " * 300) for i in range(1500)))

def work():
    catalogue = open_catalogue(path_in(Path(sys.argv[1])))
    event.listen(Engine, "after_cursor_execute", step)
    event.listen(Engine, "commit", step)
    if sys.argv[2] == "add":
        add(catalogue, "b", MORE)
    else:
        ingest_ledger.remove_documents(catalogue, 1)
"""


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("work", ["add", "remove"])
def test_nothing_is_half_done_when_the_program_is_killed(tmp_path: Path, work: str) -> None:
    catalogue = open_catalogue(path_in(tmp_path))
    remaining, remaining_passages = add(catalogue, "a")
    catalogue.close()
    deaths = 0
    with killable_processes(VICTIM, str(tmp_path), work) as killed:
        for after in range(1, 30):
            code = killed(after)
            assert code in (0, -signal.SIGKILL)
            catalogue = open_catalogue(path_in(tmp_path))
            assert catalogue.faults() == []
            if code == 0:
                break
            deaths += 1
            assert list(document_rows.iterate(catalogue)) == [remaining]
            assert passage_rows.of_document(catalogue, remaining.id) == remaining_passages
            assert passage_rows.all_ids(catalogue) == {passage.id for passage in remaining_passages}
            catalogue.close()
    assert deaths >= 2
    assert document_rows.totals(catalogue)[0] == (2 if work == "add" else 0)
    catalogue.close()


@contextmanager
def pragma(statement: str) -> Iterator[None]:
    """Every transaction begins with one more setting."""

    def set_it(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    event.listen(Engine, "begin", set_it)
    yield
    event.remove(Engine, "begin", set_it)


def test_another_writer_makes_it_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, catalogue_file: Database
) -> None:
    monkeypatch.setattr(sqlite_database, "BUSY_SECONDS", 0.05)
    impatient = open_catalogue(path_in(tmp_path))
    other = sqlite3.connect(path_in(tmp_path), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy):
        add(impatient)
    assert list(document_rows.iterate(impatient)) == []
    other.execute("ROLLBACK")
    other.close()
    add(impatient)
    impatient.close()


def test_a_full_disk_leaves_what_was_there(catalogue_file: Database) -> None:
    kept, _ = add(catalogue_file, "a")
    many = reading(*(passage(i, f"{i} words " * 2000) for i in range(100)))
    with pragma("PRAGMA max_page_count = 20"), pytest.raises(StoreFull):
        add(catalogue_file, "b", many)
    assert list(document_rows.iterate(catalogue_file)) == [kept]
    assert catalogue_file.faults() == []


def test_a_read_only_file_can_be_searched_and_says_why_it_cannot_be_changed(catalogue_file: Database) -> None:
    kept, _ = add(catalogue_file, "a")
    with pragma("PRAGMA query_only = ON"), pytest.raises(StoreReadOnly):
        add(catalogue_file, "b")
    assert list(document_rows.iterate(catalogue_file)) == [kept]


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.EACCES, StoreReadOnly),
        (errno.EROFS, StoreReadOnly),
        (errno.ENOSPC, StoreFull),
        (errno.EIO, StoreError),
    ],
)
def test_a_file_that_cannot_be_created_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, kind: type[StoreError]
) -> None:
    def refuse(*_args: object) -> int:
        raise OSError(number, "no")

    with monkeypatch.context() as patch, pytest.raises(StoreError) as caught:
        patch.setattr(os, "open", refuse)
        open_catalogue(path_in(tmp_path))
    assert type(caught.value) is kind


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_BUSY_SNAPSHOT, StoreBusy),
        (sqlite3.SQLITE_READONLY_DIRECTORY, StoreReadOnly),
        (sqlite3.SQLITE_CORRUPT_INDEX, StoreDamaged),
        (sqlite3.SQLITE_IOERR_FSYNC, StoreError),
        (sqlite3.SQLITE_CANTOPEN, StoreReadOnly),
    ],
)
def test_extended_codes_are_known_by_their_kind(code: int, kind: type[StoreError]) -> None:
    error = sqlite3.OperationalError("brief text")
    error.sqlite_errorcode, error.sqlite_errorname = code, "NAME"
    with pytest.raises(StoreError) as caught, translate_errors():
        raise error
    assert type(caught.value) is kind
    assert "brief text" not in f"{caught.value} {caught.value.detail}"


def test_our_own_mistakes_are_not_taken_for_the_disks() -> None:
    raw = sqlite3.connect(":memory:")
    with pytest.raises(sqlite3.OperationalError), translate_errors():
        raw.execute("SELEKT 1")
    raw.close()


REFUSED, BUSY = 3, 4
LARGE = 100_000  # The bytes that the new catalogue is larger than everything else that is written


@pytest.fixture
def live(tmp_path: Path) -> Path:
    write_database(tmp_path / "new", "new")
    return write_database(tmp_path / "live", "old")


def write_database(path: Path, content: str) -> Path:
    with closing(sqlite3.connect(path)) as tables:
        tables.execute("PRAGMA journal_mode = WAL")
        tables.execute("CREATE TABLE said (word)")
        tables.execute("INSERT INTO said VALUES (?)", (content,))
        tables.execute("INSERT INTO said VALUES (zeroblob(?))", (LARGE if content == "new" else 1,))
        tables.commit()
    return path


def read(path: Path) -> str:
    with closing(sqlite3.connect(path)) as tables:
        return str(tables.execute("SELECT word FROM said").fetchone()[0])


def replaced(live: Path, after: Callable[[SqliteDatabase], object], reader: bool = False) -> ChildResult:
    """Replace it in a program that is killed afterwards; the sync of its log fails."""
    if trouble := gate.unavailable_reason():
        pytest.skip(trouble)

    def work() -> int:
        catalogue, window = SqliteDatabase(live), sqlite3.connect(live)
        if reader:
            window.execute("CREATE TABLE written_just_now (word)")
            window.execute("BEGIN")
        window.execute("SELECT word FROM said").fetchall()
        try:
            catalogue.replace_by(live.with_name("new"), lambda: None)
        except StoreError:
            assert read(live) == "old"
            try:
                after(catalogue)
            except StoreBusy:
                return BUSY
            return REFUSED
        return 0

    def decide(operation: Operation) -> int:
        sync = str(operation) == "fdatasync live-wal"
        return errno.ENOSPC if sync and live.with_name("live-wal").stat().st_size > LARGE else 0

    return run_watched(work, live.parent, decide)


def test_a_change_whose_sync_failed_stays_undone_once_rolled_back(live: Path) -> None:
    assert replaced(live, SqliteDatabase.settle).status == REFUSED
    assert read(live) == "old"


def test_a_change_whose_sync_failed_may_appear_later_if_not_rolled_back(live: Path) -> None:
    assert replaced(live, lambda _: None).status == REFUSED
    assert read(live) == "new"


def test_a_replacement_blocked_by_a_reader_is_reported_as_open(live: Path) -> None:
    ended = replaced(live, SqliteDatabase.settle, reader=True)
    assert ended.status == BUSY, ended.output


def write_lines(path: Path, page_size: int = 4096) -> Path:
    """Write a database of 300 names, from which the last one was removed."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"PRAGMA page_size = {page_size}; PRAGMA secure_delete = OFF")
        connection.execute("CREATE TABLE line (name TEXT)")
        names = [(f"name {number}" * 20,) for number in range(300)]
        connection.executemany("INSERT INTO line VALUES (?)", names)
        connection.commit()
        connection.execute("INSERT INTO line VALUES ('zebedee')")
        connection.execute("DELETE FROM line WHERE name = 'zebedee'")
        connection.commit()
    return path


def overwrite(path: Path) -> None:
    with path.open("r+b", buffering=0) as file:
        unallocated.overwrite_pages(file)


@pytest.mark.parametrize("page_size", [512, 4096, 65536])
def test_removed_rows_are_overwritten_in_the_pages_and_others_stay(tmp_path: Path, page_size: int) -> None:
    path = write_lines(tmp_path / "a.sqlite", page_size)
    assert b"zebedee" in path.read_bytes()
    overwrite(path)
    assert b"zebedee" not in path.read_bytes()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT count(DISTINCT name) FROM line").fetchone() == (300,)


@pytest.mark.parametrize("byte", [0x02, 0x05, 0x0A, 0x0D])
def test_a_damaged_page_is_no_error_and_nothing_beyond_it_is_written(tmp_path: Path, byte: int) -> None:
    path = write_lines(tmp_path / "a.sqlite")
    overwrite(path)
    whole = bytearray(path.read_bytes())
    whole[4096:4104] = bytes([byte]) + b"\xff" * 7
    path.write_bytes(whole + b"cut off")
    overwrite(path)
    assert path.read_bytes() == whole + b"cut off"
