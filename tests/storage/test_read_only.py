"""Tests that a read-only library can be read and that its folder stays untouched."""

from __future__ import annotations

import errno
import os
import platform
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

import pytest

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.searches import SearchRequest, Verdict
from briefbank.errors import StoreError, StoreFull, StoreReadOnly
from briefbank.files import delete_tree
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import LibraryPaths, copies_folder
from briefbank.storage import lease, write_access
from briefbank.storage.lease import FILE
from briefbank.storage.write_access import ReadOnlyCopy
from tests.support import command
from tests.support.database_files import content
from tests.support.profile import sample
from tests.support.reference_library import copy_reference_library
from tests.support.trees import Tree, tree

QUERY = "suppression"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A library with a few briefs."""
    return copy_reference_library(tmp_path / "library")


@pytest.fixture
def elsewhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """The library, open on another computer."""
    with monkeypatch.context() as there:
        there.setattr(platform, "node", lambda: "LAW-PC-12")
        library = Library.open(folder)
    yield library
    library.close()


def without_lease(folder: Path) -> Tree:
    return {name: entry for name, entry in tree(folder).items() if name != FILE}


def test_a_library_that_another_computer_writes_is_read_only_and_names_that_computer(
    folder: Path, elsewhere: Library
) -> None:
    expected = [hit.passage.text for hit in elsewhere.search(SearchRequest(QUERY)).hits]
    before = without_lease(folder)
    with Library.open(folder) as here:
        assert "LAW-PC-12" in here.read_only()
        assert [hit.passage.text for hit in here.search(SearchRequest(QUERY)).hits] == expected != []
        first = next(here.documents.each())
        assert here.documents.pages(first.id) and here.documents.passages(first.id)
        assert here.reader.readable_pdf_path(first.id).is_file()
        assert here.watched.poll(QuietReporter()) == here.embedding.embed_pending(QuietReporter()) == 0
        assert here.ingest.waiting() == [] and not here.watched.unconfirmed()
    assert without_lease(folder) == before
    assert not elsewhere.read_only()


CHANGES: dict[str, Callable[[Library, Path], object]] = {
    "add": lambda library, brief: library.ingest.add([brief], QuietReporter()),
    "remove": lambda library, _: library.documents.remove(1),
    "correct": lambda library, _: library.documents.correct(1, CaptionField.TITLE, "Another"),
    "mark": lambda library, _: library.feedback.give(1, QUERY, Verdict.UP),
    "repair": lambda library, _: library.maintenance.check(repair=True),
    "rebuild": lambda library, _: library.maintenance.rebuild(QuietReporter()),
    "watch": lambda library, brief: library.watched.watch(brief.parent),
    "pause": lambda library, _: setattr(library.ingest, "paused", True),
    "thesaurus": lambda library, _: library.thesaurus.path(),
    "read again": lambda library, _: library.ingest.read_again(1),
    "restore": lambda library, brief: library.maintenance.restore(brief.parent / "backup", QuietReporter()),
}


def test_every_change_is_refused_with_the_reason(folder: Path, tmp_path: Path, elsewhere: Library) -> None:
    brief = tmp_path / "dropped" / "brief.txt"
    brief.parent.mkdir()
    brief.write_text("STATEMENT OF FACTS\n\nThe officer searched the trunk without a warrant.\n")
    before = without_lease(folder)
    with Library.open(folder) as here:
        for name, change in CHANGES.items():
            with pytest.raises(StoreReadOnly, match="LAW-PC-12"):
                change(here, brief)
            assert without_lease(folder) == before, name
    with pytest.raises(StoreReadOnly, match="LAW-PC-12"):
        Library.make_room_for(folder.parent / "backup", folder)
    assert without_lease(folder) == before, "a library that is open elsewhere was moved aside"


def test_the_copy_is_gone_afterwards_also_after_a_kill(folder: Path, elsewhere: Library) -> None:
    left, foreign = copies_folder() / ("0" * 32), copies_folder() / "State v. Jones"
    left.mkdir(parents=True)
    foreign.mkdir()
    (copies_folder() / ("1" * 32)).write_text("no folder")
    (left / "lock").touch()
    (left / "catalogue.sqlite").write_text("words")
    with Library.open(folder):
        assert not left.exists()
        assert len(list(copies_folder().iterdir())) == 3
        with Library.open(folder) as second:  # takes nobody's copy away
            assert second.search(SearchRequest(QUERY)).hits
    assert sorted(path.name for path in copies_folder().iterdir()) == ["1" * 32, foreign.name]


def test_a_copy_that_cannot_be_deleted_keeps_no_other(
    folder: Path, elsewhere: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    for left in (copies_folder() / (digit * 32) for digit in "012"):
        left.mkdir(parents=True)
    deleted: list[Path] = []

    def refuse_the_first(path: Path) -> None:
        deleted.append(path)
        if path == deleted[0]:
            raise PermissionError(errno.EACCES, "open in another program")
        delete_tree(path)

    monkeypatch.setattr(lease, "delete_tree", refuse_the_first)
    Library.open(folder).close()
    assert list(copies_folder().iterdir()) == deleted[:1]


def test_a_full_local_disk_is_reported_as_the_local_one(
    folder: Path, elsewhere: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_source: Path) -> BinaryIO:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(write_access, "open_regular", full)
    with pytest.raises(StoreFull, match="on this computer"):
        Library.open(folder)
    assert list(copies_folder().iterdir()) == []


def test_a_file_that_claims_more_than_the_disk_here_holds_is_not_copied(
    folder: Path, elsewhere: Library
) -> None:
    os.truncate(next((folder / "lexical").rglob("*.store")), 1 << 42)
    with pytest.raises(StoreFull, match="this computer"):
        Library.open(folder)
    assert list(copies_folder().iterdir()) == []


def test_a_link_put_in_place_of_a_file_after_it_was_looked_at_is_not_followed(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine").write_text("mine")
    file = next((folder / "lexical").rglob("*.store"))
    file.unlink()
    file.symlink_to(tmp_path / "mine")
    with pytest.raises(StoreError):
        ReadOnlyCopy(LibraryPaths(folder), QuietReporter())
    assert list(copies_folder().iterdir()) == []


def test_a_computer_that_lost_the_library_in_its_sleep_writes_nothing_more(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Library.open(folder)
    here.feedback.give(1, QUERY, Verdict.UP)
    os.utime(folder / FILE, (0, 0))
    with monkeypatch.context() as there:
        there.setattr(platform, "node", lambda: "LAW-PC-12")
        elsewhere = Library.open(folder)
    awake = time.clock_gettime
    with monkeypatch.context() as later:
        later.setattr(time, "clock_gettime", lambda clock: awake(clock) + 3600)
        with pytest.raises(StoreReadOnly, match="LAW-PC-12"):
            here.feedback.give(1, QUERY, Verdict.DOWN)
    assert "LAW-PC-12" in here.read_only()
    assert not elsewhere.read_only()
    elsewhere.close()
    before = tree(folder)
    here.close()
    assert tree(folder) == before


LEAVES = """
import sys
from pathlib import Path
from briefbank.catalogue.sqlite_database import SqliteDatabase
database = SqliteDatabase(Path(sys.argv[1]))
with database.writing() as connection:
    connection.exec_driver_sql("CREATE TABLE words (word TEXT)")
with database.reading() as first, database.reading() as second:
    pass
database.version()
database.close(leave=sys.argv[2] == "leave")
"""


@pytest.mark.parametrize("how", ["leave", "close"])
def test_the_log_of_the_other_computer_is_not_merged_into_the_catalogue(tmp_path: Path, how: str) -> None:
    """Closed in the ordinary way it is: so this can fail."""
    path = tmp_path / "catalogue.sqlite"
    subprocess.run([sys.executable, "-c", LEAVES, str(path), how], check=True, timeout=60)
    log = path.with_name("catalogue.sqlite-wal")
    assert (log.exists() and log.stat().st_size > 0) is (how == "leave")


@pytest.fixture
def unwritable(folder: Path, tmp_path: Path) -> Iterator[Path]:
    """The same library where the system lets nobody write, as from a disk that is mounted so."""
    target = tmp_path / "mounted" / "library"
    target.mkdir(parents=True)
    if os.geteuid() == 0:
        mounts = (["mount", "--bind", folder, target], ["mount", "-o", "remount,ro,bind", target])
        if any(subprocess.run(mount, capture_output=True).returncode for mount in mounts):
            subprocess.run(["umount", target], capture_output=True)
            pytest.skip("this computer lets nobody mount")
        yield target
        subprocess.run(["umount", "--lazy", target], check=True)
        return
    shutil.copytree(folder, target, dirs_exist_ok=True)
    for path in (target, *target.rglob("*")):
        path.chmod(0o500 if path.is_dir() else 0o400)
    yield target
    for path in (target, *target.rglob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)


READING = [
    *(("search", QUERY), ("show", "1"), ("check",), ("audit",), ("summary", "1"), ("list",), ("around", "1")),
    *(("check", "--thorough"), ("sizes",), ("authority", "--list"), ("marks",), ("confirm",)),
]


@pytest.mark.skipif(os.name == "nt", reason="as POSIX knows rights")
@pytest.mark.nightly
def test_every_reading_command_works_where_nothing_can_be_written(unwritable: Path) -> None:
    before = tree(unwritable)
    for arguments in READING[: sample(5, len(READING))]:
        result = command.run(unwritable.parent, *arguments)
        assert result.status == 0, (arguments, result.errors)
        assert "can only be read here" in result.errors
    for arguments in (("remove", "1"), ("feedback", "1", "up", "--query", "x"), ("rebuild",)):
        result = command.run(unwritable.parent, *arguments)
        assert result.status == 3, arguments
        assert result.errors.count("can only be read here") == 1 and "mistake" not in result.errors
    assert tree(unwritable) == before


def test_a_log_that_a_kill_left_is_read_where_nothing_can_be_written(
    folder: Path, request: pytest.FixtureRequest
) -> None:
    """Opened in place and without its log, as SQLite offers it, the catalogue would lack the last words."""
    paths = LibraryPaths(folder)
    with closing(sqlite3.connect(paths.catalogue)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("UPDATE document SET title = 'State v. Newly Named' WHERE id = 1")
        connection.commit()
        log_content = content(paths.catalogue.with_name("catalogue.sqlite-wal"))
        file_content = content(paths.catalogue)
    paths.catalogue.write_bytes(file_content)
    paths.catalogue.with_name("catalogue.sqlite-wal").write_bytes(log_content)
    unwritable: Path = request.getfixturevalue("unwritable")
    with Library.open(unwritable) as library:
        assert library.documents.get(1).title == "State v. Newly Named"
