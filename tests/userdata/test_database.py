"""Tests of the file of user data: private, repaired, and shared by two windows."""

import errno
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from briefbank.catalogue import library_facts
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.domain.searches import SearchRequest
from briefbank.errors import StoreBusy, StoreFull, StoreReadOnly, StoreTooNew
from briefbank.files import store_error
from briefbank.userdata.userdata import Records, UserData

Keep = Callable[[], UserData]


def saved_names(personal: UserData) -> list[str]:
    return [search.request.text for search in personal.history.newest()]


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no modes")
def test_the_file_is_for_this_user_alone(personal: UserData, file: Path) -> None:
    personal.history.add(SearchRequest("plain error"))
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("damage", [b"this is no database", b"SQLite format 3\0" + b"\xff" * 4000])
def test_a_damaged_file_is_put_aside_and_a_new_one_begun(keep: Keep, file: Path, damage: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(damage)
    personal = keep()
    assert personal.history.add(SearchRequest("plain error"))
    assert saved_names(personal) == ["plain error"]
    assert file.with_name("personal.damaged.sqlite").read_bytes() == damage


def test_a_file_whose_pages_are_damaged_is_put_aside(keep: Keep, file: Path) -> None:
    first = keep()
    first.history.add(SearchRequest("plain error"))
    first.close()
    whole = file.read_bytes()
    file.write_bytes(whole[:16_384] + b"\x5a" * (len(whole) - 16_384))
    assert saved_names(keep()) == []
    assert file.with_name("personal.damaged.sqlite").exists()


def test_a_file_of_a_newer_version_is_left_as_it_is(keep: Keep, file: Path) -> None:
    first = keep()
    first.history.add(SearchRequest("plain error"))
    first.close()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = file.read_bytes()
    personal = keep()
    with pytest.raises(StoreTooNew, match="newer"):
        personal.history.newest()
    with pytest.raises(StoreTooNew):
        personal.history.add(SearchRequest("another"))
    assert file.read_bytes() == before


def test_another_window_that_holds_the_file_is_named(
    keep: Keep, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("briefbank.catalogue.sqlite_database.BUSY_SECONDS", 0.05)
    personal = keep()
    personal.history.add(SearchRequest("plain error"))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="Another window"):
            personal.history.add(SearchRequest("another"))
        assert saved_names(personal) == ["plain error"], "reading goes on"
        other.execute("ROLLBACK")
    assert personal.history.add(SearchRequest("another"))


def test_two_windows_write_at_the_same_time_and_nothing_is_lost(keep: Keep) -> None:
    windows = keep(), keep()

    def ask(number: int) -> None:
        windows[number % 2].history.add(SearchRequest(f"search {number}"))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(ask, range(12)))
    assert set(saved_names(keep())) == {f"search {number}" for number in range(12)}


def test_two_windows_that_meet_a_damaged_file_begin_one_new_file(keep: Keep, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"damaged")
    windows = [keep() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: windows[n].history.add(SearchRequest(f"search {n}")), range(4)))
    assert set(saved_names(keep())) == {f"search {n}" for n in range(4)}


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_folder_without_write_permission_is_reported(personal: UserData, home: Path) -> None:
    home.chmod(0o500)
    try:
        with pytest.raises(StoreReadOnly, match="Searches work all the same"):
            personal.history.add(SearchRequest("plain error"))
    finally:
        home.chmod(0o700)


@pytest.mark.parametrize(
    ("number", "kind"),
    [(errno.EROFS, StoreReadOnly), (errno.EACCES, StoreReadOnly), (errno.ENOSPC, StoreFull)],
)
def test_a_file_that_cannot_be_created_is_reported_as_a_problem_of_the_search_history(
    personal: UserData, monkeypatch: pytest.MonkeyPatch, number: int, kind: type[Exception]
) -> None:
    def refuse(_path: Path) -> None:
        raise store_error(OSError(number, "refused"))

    monkeypatch.setattr("briefbank.catalogue.sqlite_database.create_private", refuse)
    with pytest.raises(kind) as caught:
        personal.history.add(SearchRequest("plain error"))
    assert "Searches work all the same" in str(caught.value)
    assert "library" not in str(caught.value)


def test_a_library_that_is_moved_keeps_its_searches(
    catalogue: Database, personal: UserData, file: Path, tmp_path: Path
) -> None:
    personal.history.add(SearchRequest("plain error"))
    moved = tmp_path / "moved.sqlite"
    with closing(sqlite3.connect(tmp_path / "library" / "catalogue.sqlite")) as connection:
        connection.execute("VACUUM INTO ?", (str(moved),))
    other = open_catalogue(moved)
    again = UserData(file, Records(other, nullcontext), lambda: True)
    try:
        assert saved_names(again) == ["plain error"]
    finally:
        again.close()
        other.close()


def test_another_library_has_searches_of_its_own(personal: UserData, file: Path, tmp_path: Path) -> None:
    personal.history.add(SearchRequest("plain error"))
    other = open_catalogue(tmp_path / "other.sqlite")
    beside = UserData(file, Records(other, nullcontext), lambda: True)
    try:
        assert saved_names(beside) == []
        beside.history.add(SearchRequest("miranda"))
        assert saved_names(personal) == ["plain error"]
    finally:
        beside.close()
        other.close()


def test_a_restored_backup_from_before_the_library_had_a_name_keeps_its_searches(
    catalogue: Database, personal: UserData
) -> None:
    personal.history.add(SearchRequest("plain error"))
    library_facts.put(catalogue, "library_id", "")
    assert saved_names(personal) == ["plain error"]
