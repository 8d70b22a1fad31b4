"""What a process does beside an open catalogue drops none of the locks that SQLite holds on it.

A program that closes a catalogue of which nobody holds a lock takes itself for the last one, and deletes the
write-ahead log (https://www.sqlite.org/howtocorrupt.html, section 2.2).
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from briefbank.catalogue import document_rows
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.errors import BriefBankError
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import LibraryPaths
from briefbank.storage.write_access import ReadOnlyCopy
from tests.support.library_factory import library_of

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows drops no locks")
QUIET = QuietReporter()
OTHER_PROGRAM = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM document").fetchone()
connection.close()
"""


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """An open library whose last changes are in the log alone."""
    with library_of(tmp_path, {"a.txt": "POINT I\n\nTHE STOP\n\nThe zebra stood in the wagon.\n"}) as opened:
        yield opened


def open_a_second_time(library: Library) -> None:
    with closing(open_catalogue(LibraryPaths(library.folder).catalogue)) as catalogue:
        assert document_rows.totals(catalogue)[0] == 1


def remove_through_a_second_one(library: Library) -> None:
    path = LibraryPaths(library.folder).catalogue
    with closing(SqliteDatabase(path)) as database, database.overwriting() as connection:
        assert connection is not None


def add_the_folder_around(library: Library) -> None:
    library.ingest.add([library.folder.parent], QUIET)


def add_by_a_link(library: Library) -> None:
    link = library.folder.parent / "brief.pdf"
    link.symlink_to(LibraryPaths(library.folder).catalogue)
    library.ingest.add([link], QUIET)


def survey_the_folder_around(library: Library) -> None:
    library.ingest.survey([library.folder.parent], QUIET)


def check_a_draft(library: Library) -> None:
    with suppress(BriefBankError):
        library.drafts.check(LibraryPaths(library.folder).catalogue, QUIET)


def import_marks_and_lists(library: Library) -> None:
    for read in (library.feedback.import_from, library.good_law.import_from):
        with suppress(BriefBankError):
            read(LibraryPaths(library.folder).catalogue)


def read_it_as_another_computers(library: Library) -> None:
    ReadOnlyCopy(LibraryPaths(library.folder), QUIET).close()


def back_up_and_restore(library: Library) -> None:
    library.maintenance.backup(library.folder.parent / "backup", QUIET)
    library.maintenance.restore(library.folder.parent / "backup", QUIET)


@pytest.mark.parametrize(
    "act",
    [
        *(open_a_second_time, remove_through_a_second_one, add_the_folder_around, add_by_a_link),
        *(survey_the_folder_around, check_a_draft, import_marks_and_lists, read_it_as_another_computers),
        back_up_and_restore,
    ],
)
def test_another_program_does_not_delete_the_log_that_is_in_use(
    library: Library, act: Callable[[Library], None]
) -> None:
    act(library)
    catalogue = LibraryPaths(library.folder).catalogue
    log = catalogue.with_name("catalogue.sqlite-wal")
    before = log.stat().st_ino
    subprocess.run([sys.executable, "-c", OTHER_PROGRAM, str(catalogue)], check=True)
    assert log.exists() and log.stat().st_ino == before
