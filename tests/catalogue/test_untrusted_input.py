"""Tests that an untrusted catalogue leads to no file outside and that nothing is read unasked."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from briefbank.cli.output import day_words
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.ingest import FileStatus
from briefbank.domain.searches import SearchRequest
from briefbank.errors import BriefBankError, OutsideRefused, StoreDamaged
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import data_folder
from briefbank.storage.secrets import FILE
from tests.support import command
from tests.support.trees import tree
from tests.untrusted_input.rows import without_rules

QUIET = QuietReporter()
WRITTEN = ("../../victim", "/etc/passwd", "A" * 64, "a" * 63, "a" * 64 + "/..", "", "\0", "g" * 64)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with a document, a file that waits and a watched folder, all accepted by its user."""
    root = tmp_path_factory.mktemp("original")
    (root / "brief.txt").write_text("The motion to suppress was denied. " * 20)
    (root / "private.txt").write_text("A letter that concerns nobody. " * 20)
    (root / "scans").mkdir()
    (root / "scans" / "private.txt").write_text("Another letter. " * 20)
    with Library.open(root / "library") as library:
        library.ingest.add([root / "brief.txt"], QUIET)
        library.ingest.enqueue([root / "private.txt"], QUIET)
        library.watched.watch(root / "scans")
    shutil.copy(data_folder() / FILE, root / FILE)
    return root


@pytest.fixture
def folder(original: Path, tmp_path: Path, home: Path) -> Path:
    """A copy of the library, and the secret of its user."""
    shutil.copy(original / "brief.txt", tmp_path)
    shutil.copy(original / FILE, home)
    return Path(shutil.copytree(original / "library", tmp_path / "library"))


def altered(folder: Path, *statements: str, rules: bool = False) -> None:
    """Change a catalogue as somebody would who made it up: its own rules do not stop them."""
    with closing(sqlite3.connect(folder / "catalogue.sqlite")) as connection, connection:
        connection.execute(f"PRAGMA ignore_check_constraints = {'OFF' if rules else 'ON'}")
        for statement in statements:
            connection.execute(statement)


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """A folder outside the library that must stay unchanged."""
    folder = tmp_path / "victim"
    folder.mkdir()
    (folder / "mine.pdf").write_text("mine")
    (tmp_path / "victim.pdf").write_text("mine, too")
    return folder


@pytest.mark.parametrize(
    ("table", "column"),
    [("document", "sha256"), ("document", "suffix"), ("intake", "sha256"), ("intake", "suffix")],
)
def test_a_path_in_place_of_a_hash_or_suffix_leads_nowhere(
    folder: Path, victim: Path, table: str, column: str
) -> None:
    value = "../../victim" if column == "sha256" else "/../../victim/mine.pdf"
    altered(folder, f"UPDATE {table} SET {column} = '{value}'")
    before, other = tree(victim), victim.with_suffix(".pdf").read_bytes()
    for arguments in (
        ("list",),
        ("remove", "1"),
        ("check", "--repair"),
        ("add", str(folder.parent / "brief.txt")),
    ):
        result = command.run(folder.parent, *arguments)
        assert "mistake" not in result.errors
    assert tree(victim) == before and victim.with_suffix(".pdf").read_bytes() == other


@pytest.mark.parametrize("written", WRITTEN)
def test_the_tables_themselves_refuse_what_is_no_hash(folder: Path, written: str) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        altered(folder, f"UPDATE document SET sha256 = '{written.replace(chr(0), 'x')}'", rules=True)


@pytest.mark.parametrize("suffix", [".desktop", ".exe", ".sh", ".lnk"])
def test_a_file_of_a_kind_that_no_library_stores_is_not_opened(folder: Path, suffix: str) -> None:
    altered(folder, f"UPDATE document SET suffix = '{suffix}'", rules=True)
    with pytest.raises(StoreDamaged), Library.open(folder) as library:
        list(library.documents.each())


STRANGE = (
    "CREATE TRIGGER act AFTER UPDATE ON state BEGIN DELETE FROM document; END",
    "CREATE VIEW extra AS SELECT * FROM document",
    "CREATE TABLE extra (a)",
    "ALTER TABLE watched ADD COLUMN extra TEXT",
    "DROP INDEX ix_intake_open",
    "CREATE VIRTUAL TABLE words USING fts5(a)",
)


@pytest.mark.parametrize("statement", STRANGE)
def test_tables_that_briefbank_did_not_make_are_refused(folder: Path, statement: str) -> None:
    altered(folder, statement)
    with pytest.raises(StoreDamaged):
        Library.open(folder)


VALUES = ("'x'", "-1", "1e300", "x'00'", "9223372036854775807")


def columns(folder: Path) -> Iterator[tuple[str, str]]:
    with closing(sqlite3.connect(folder / "catalogue.sqlite")) as connection:
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        for (table,) in tables:
            if not table.startswith("sqlite_") and table != "alembic_version":
                for row in connection.execute(f'PRAGMA table_info("{table}")').fetchall():
                    yield table, row[1]


def test_no_path_limit_or_choice_is_read_from_a_value_of_another_kind(folder: Path, tmp_path: Path) -> None:
    checked = {
        "document": {"sha256", "suffix", "kind", "pages", "size", "added_at", "filed"},
        "intake": {"sha256", "suffix", "stage", "size", "attempts"},
    }
    copy = tmp_path / "copy"
    for table, column in list(columns(folder)):
        for value in VALUES if column in checked.get(table, ()) else ():
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(folder, copy)
            altered(copy, f'UPDATE "{table}" SET "{column}" = {value}')
            try:
                with Library.open(copy) as library:
                    list(library.documents.each())
                    library.ingest.run(QUIET)
            except BriefBankError:
                continue


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("document", "title", "NULL"),
        ("document", "family", "'x'"),
        ("document", "has_reading_copy", "1"),
        ("passage", "document_id", "'x'"),
        ("passage", "spans", "1099511627776"),
        ("caption", "value", "'2020-13-45'"),
        ("passage", "id", "id + 9223372036854775000"),
        ("passage", "id", "-id"),
        ("document", "id", "-id"),
        ("caption", "source", "'<b>'"),
        ("page", "raw", "1099511627776"),
        ("passage", "citations", '\'[["1", 2, "a", "case"]]\''),
        ("state", "value", "'x'"),
    ],
)
def test_a_value_of_no_kind_is_damage_and_no_mistake(
    folder: Path, table: str, column: str, value: str
) -> None:
    with without_rules(folder / "catalogue.sqlite", table) as connection:
        connection.execute(f"UPDATE {table} SET {column} = {value}")

    def filed(library: Library) -> dict[str, str]:
        return {"value": next(e.value for e in library.documents.caption(1) if e.field is CaptionField.FILED)}

    calls: tuple[Callable[[Library], object], ...] = (
        lambda library: list(library.documents.each()),
        lambda library: library.documents.passages(1),
        lambda library: day_words(filed(library)["value"], "none"),
        lambda library: library.documents.correct(1, CaptionField.TITLE, None),
        lambda library: library.documents.pages(1),
        lambda library: library.search(SearchRequest("motion")),
        lambda library: library.maintenance.sizes(),
        lambda library: library.good_law.version(),
        lambda library: library.maintenance.rebuild(QUIET),
    )
    for ask in calls:
        with suppress(BriefBankError), Library.open(folder) as library:
            ask(library)


@pytest.fixture
def another_user(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The library, in the hands of somebody who did not make it."""
    monkeypatch.setenv("BRIEFBANK_HOME", str(tmp_path / "another"))
    return folder


def test_naming_a_file_does_not_accept_an_archive_put_in_its_place(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "brief.txt").write_text("The officer searched the trunk without a warrant. " * 20)
    (tmp_path / "private.zip").write_bytes(b"private")
    with without_rules(folder / "catalogue.sqlite", "intake") as connection:
        columns = "path, started_at, stage, reason, archive, member, sha256, suffix, size, attempts, sample"
        connection.execute(
            f"INSERT INTO intake ({columns}, left_out, agreed) "
            "VALUES (?, '2024-01-01T00:00:00+00:00', 'waiting', '', ?, 'x', '', '', 0, 0, 0, 0, '')",
            (str(tmp_path / "brief.txt"), str(tmp_path / "private.zip")),
        )
    with Library.open(folder) as library:
        outcomes = library.ingest.add([tmp_path / "brief.txt"], QuietReporter())
        assert {outcome.status for outcome in outcomes if "brief" in str(outcome.path)} == {FileStatus.ADDED}
        assert tmp_path / "private.zip" in library.watched.unconfirmed().files


def test_files_of_the_user_need_no_confirmation(folder: Path) -> None:
    with Library.open(folder) as library:
        assert not library.watched.unconfirmed()
        assert [outcome.status for outcome in library.ingest.run(QUIET)] == [FileStatus.ADDED]


def test_files_of_a_backup_need_confirmation_even_if_they_are_the_users_own(
    folder: Path, tmp_path: Path
) -> None:
    with Library.open(folder) as library:
        library.maintenance.backup(tmp_path / "backup", QUIET)
        library.maintenance.restore(tmp_path / "backup", QUIET)
        paths = library.watched.unconfirmed()
        assert len(paths.files) == len(paths.folders) == 1
        assert library.ingest.run(QUIET) == []


def test_the_command_line_shows_them_and_takes_the_decision(another_user: Path) -> None:
    home = another_user.parent
    shown = command.run(home, "confirm", as_json=False)
    assert "private.txt" in shown.output.replace("\n", "") and "scans" in shown.output
    added = command.run(home, "add", str(home / "brief.txt"))
    assert "briefbank confirm" in added.errors
    assert '"answer": "confirmed"' in command.run(home, "confirm", "--yes").output
    assert "nothing that you did not name" in command.run(home, "confirm", as_json=False).output


@pytest.mark.parametrize("suffix", [".html", ".docx", ".txt"])
def test_a_document_whose_row_names_another_kind_than_pdf_is_not_handed_to_the_system(
    folder: Path, suffix: str
) -> None:
    altered(folder, f"UPDATE document SET suffix = '{suffix}', has_reading_copy = 0")
    with Library.open(folder) as library:
        (document,) = list(library.documents.each())
        library.reader.pdf_path(document.id).write_text(
            "[Desktop Entry]\nType=Application\nExec=touch harm\n"
        )
        with pytest.raises(OutsideRefused):
            library.reader.outside(document.id, 0)


def test_a_copy_that_became_a_link_is_not_handed_to_the_system(folder: Path, tmp_path: Path) -> None:
    with Library.open(folder) as library:
        (document,) = list(library.documents.each())
        assert library.reader.outside(document.id, 0)[0] == library.reader.pdf_path(document.id)
        library.reader.pdf_path(document.id).unlink()
        library.reader.pdf_path(document.id).symlink_to(tmp_path / "brief.txt")
        with pytest.raises(OutsideRefused):
            library.reader.outside(document.id, 0)


def test_somebody_else_s_waiting_files_and_folders_are_read_only_once_this_user_agrees(
    another_user: Path,
) -> None:
    with Library.open(another_user) as library:
        paths = library.watched.unconfirmed()
        assert [path.name for path in paths.files] == ["private.txt"]
        assert [path.name for path in paths.folders] == ["scans"]
        assert library.ingest.run(QUIET) == [] and library.documents.totals()[0] == 1
        assert library.watched.poll(QUIET) == 0
        assert [item.confirmed for item in library.watched.folders()] == [False]
        library.watched.confirm()
        assert not library.watched.unconfirmed()
        assert [outcome.status for outcome in library.ingest.run(QUIET)] == [FileStatus.ADDED]
        assert [item.confirmed for item in library.watched.folders()] == [True]


@pytest.mark.parametrize("declines", [True, False], ids=["declines", "names them"])
def test_they_are_gone_once_this_user_declines_and_naming_them_is_agreeing(
    another_user: Path, declines: bool
) -> None:
    with Library.open(another_user) as library:
        paths = library.watched.unconfirmed()
        if declines:
            library.watched.decline()
            assert not library.watched.folders() and library.ingest.run(QUIET) == []
        else:
            library.watched.watch(paths.folders[0])
            assert library.ingest.enqueue(paths.files, QUIET).new == 1
        assert not library.watched.unconfirmed()
