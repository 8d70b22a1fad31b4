"""Tests of opening a catalogue: new, foreign, newer, lost and damaged files."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from briefbank.catalogue import document_rows, passage_rows, schema
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.catalogue.tables import Base
from briefbank.errors import StoreDamaged, StoreTooNew
from tests.catalogue.samples import add, path_in
from tests.support.catalogue_template import CatalogueTemplate, statements_of


@pytest.fixture(autouse=True)
def by_the_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the tables of a new catalogue by the migrations; other tests copy them."""
    assert isinstance(schema.upgrade, CatalogueTemplate)
    monkeypatch.setattr(schema, "upgrade", schema.upgrade.upgrade)


def test_the_tables_that_other_tests_copy_are_those_that_the_migrations_make(tmp_path: Path) -> None:
    copying = CatalogueTemplate(schema.upgrade)
    scripts = []
    for name in ("migrated", "first", "copied"):
        database = SqliteDatabase(tmp_path / name)
        with database.writing() as connection:
            (schema.upgrade if name == "migrated" else copying)(connection)
            scripts.append(statements_of(connection))
        database.close()
    assert scripts[0] == scripts[1] == scripts[2]
    assert any("alembic_version" in item and schema.head() in item for item in scripts[2])


def test_the_migrations_make_the_tables_that_the_code_expects(tmp_path: Path) -> None:
    open_catalogue(path_in(tmp_path)).close()
    database = SqliteDatabase(path_in(tmp_path))
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    database.close()


def test_ids_are_protected_against_reuse_in_the_file_itself(tmp_path: Path) -> None:
    open_catalogue(path_in(tmp_path)).close()
    raw = sqlite3.connect(path_in(tmp_path))
    statements = dict(raw.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'"))
    raw.close()
    assert all("AUTOINCREMENT" in statements[table] for table in ("document", "passage", "intake"))


def test_the_known_revisions_are_those_of_the_migrations() -> None:
    scripts = ScriptDirectory(str(schema.MIGRATIONS), version_locations=[str(schema.MIGRATIONS)])
    assert scripts.get_heads() == [schema.head()]
    assert [script.revision for script in scripts.walk_revisions()] == list(reversed(schema.SHAPES))


def test_the_fingerprint_is_that_of_the_tables_that_the_migrations_make(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "made.sqlite")
    with database.writing() as connection:
        schema.upgrade(connection)
        assert schema.fingerprint(connection) == schema.SHAPES[schema.head()]
    database.close()


def test_the_files_are_private_and_logged_ahead(tmp_path: Path) -> None:
    catalogue = open_catalogue(path_in(tmp_path))
    add(catalogue)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    catalogue.close()
    names = ("catalogue.sqlite", "catalogue.sqlite-wal", "catalogue.sqlite-shm")
    assert modes == dict.fromkeys(names, 0o600)


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


def test_a_newer_catalogue_is_refused_and_left_alone(tmp_path: Path) -> None:
    open_catalogue(path_in(tmp_path)).close()
    raw = sqlite3.connect(path_in(tmp_path))
    raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.commit()
    raw.close()
    with pytest.raises(StoreTooNew):
        open_catalogue(path_in(tmp_path))
    raw = sqlite3.connect(path_in(tmp_path))
    assert raw.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]
    raw.close()


def test_a_file_that_is_no_database_is_damaged(tmp_path: Path) -> None:
    path_in(tmp_path).write_bytes(b"not a database at all, but long enough to have a header" * 100)
    with pytest.raises(StoreDamaged):
        open_catalogue(path_in(tmp_path))


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


def test_a_failing_migration_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(connection: object) -> None:
        connection.exec_driver_sql("CREATE TABLE document (id INTEGER)")  # type: ignore[attr-defined]
        raise KeyError("migration")

    with monkeypatch.context() as patch, pytest.raises(KeyError):
        patch.setattr(schema, "upgrade", half)
        open_catalogue(path_in(tmp_path))
    catalogue = open_catalogue(path_in(tmp_path))
    assert list(document_rows.iterate(catalogue)) == []
    catalogue.close()
