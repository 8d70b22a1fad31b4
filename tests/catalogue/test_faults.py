"""Tests that faults of the disk and of other programs reach the user with a remedy."""

import errno
import os
import sqlite3
from pathlib import Path

import pytest

from briefbank.catalogue import document_rows, sqlite_database
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.sqlite_database import translate_errors
from briefbank.errors import StoreBusy, StoreDamaged, StoreError, StoreFull, StoreReadOnly
from tests.catalogue.samples import add, passage, path_in, reading


def pragma(catalogue: Database, statement: str) -> None:
    """Every connection of this catalogue gets one more setting from now on."""
    sqlite_database.event.listen(
        catalogue._engine, "begin", lambda connection: connection.exec_driver_sql(statement)
    )


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
    pragma(catalogue_file, "PRAGMA max_page_count = 20")
    many = reading(*(passage(i, f"{i} words " * 2000) for i in range(100)))
    with pytest.raises(StoreFull):
        add(catalogue_file, "b", many)
    assert list(document_rows.iterate(catalogue_file)) == [kept]
    assert catalogue_file.faults() == []


def test_a_read_only_file_can_be_searched_and_says_why_it_cannot_be_changed(
    catalogue_file: Database,
) -> None:
    kept, _ = add(catalogue_file, "a")
    pragma(catalogue_file, "PRAGMA query_only = ON")
    with pytest.raises(StoreReadOnly):
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
