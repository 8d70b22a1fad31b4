"""Tests that a document keeps its folder for search, counts, corrections and removal."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Document
from briefbank.domain.ingest import FileStatus
from briefbank.domain.searches import FacetKind, Filters, SearchRequest
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.support.database_files import content

QUIET = QuietReporter()
TEXT = "The {0} was seized without a warrant. No emergency existed, and one could have waited.\n"
FILES = {
    "Appeals/2010/Smith, John/State v. Smith A-1234-09 RB v3.txt": "giraffe",
    "Appeals/2010/Doe, Jane/scan0001.txt": "zebra",
    "Appeals/2011/Roe, Anna/memo re 404b.txt": "otter",
    "Brief Bank/AOB.txt": "badger",
}


@pytest.fixture
def office(tmp_path: Path) -> Path:
    folder = tmp_path / "anna" / "Office"
    for name, animal in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(TEXT.format(animal))
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture
def library(root: Path, office: Path) -> Iterator[Library]:
    with Library.open(root) as library:
        assert all(item.status is FileStatus.ADDED for item in library.ingest.add([office], QUIET))
        yield library


def file_names_found(library: Library, text: str, **filters: object) -> set[str]:
    request = SearchRequest(text, filters=replace(Filters(), **filters))  # type: ignore[arg-type]
    return {hit.document.file_name for hit in library.search(request).close}


def named(library: Library, start: str) -> Document:
    return next(document for document in library.documents.each() if document.file_name.startswith(start))


SMITH, DOE, ROE, BANK = (name.rpartition("/")[2] for name in FILES)


def test_the_folder_begins_with_the_dropped_one_and_names_no_user(library: Library) -> None:
    assert {document.folder for document in library.documents.each()} == {
        *("Office/Appeals/2010/Smith, John", "Office/Appeals/2010/Doe, Jane"),
        *("Office/Appeals/2011/Roe, Anna", "Office/Brief Bank"),
    }


def test_names_and_folders_fill_the_caption_and_say_so(library: Library) -> None:
    document = named(library, "State")
    assert (document.title, document.docket, document.kind) == ("State v. Smith", "A-1234-09", Kind.BRIEF)
    assert document.version == "Version 3"
    entries = {entry.field: entry for entry in library.documents.caption(document.id)}
    client, year = entries[CaptionField.CLIENT], entries[CaptionField.YEAR]
    assert (client.value, client.source) == ("Smith, John", "folder")
    assert (year.value, year.source) == ("2010", "folder")
    assert max(client.confidence, year.confidence) < 0.5
    scan = named(library, "scan")
    assert scan.title == "scan0001" and not scan.docket


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("path:appeals", {SMITH, DOE, ROE}),
        ("path:appeals/2010", {SMITH, DOE}),
        ('path:"Smith, John"', {SMITH}),
        ("warrant path:appeals/2010", {SMITH, DOE}),
        ("path:appeals path:2011", {ROE}),
        ("warrant AND NOT path:appeals", {BANK}),
        ("path:2011 OR path:bank", {ROE, BANK}),
        ("path:appeal", set()),
        ("giraffe path:2011", set()),
    ],
)
def test_a_folder_is_searched_by_its_words(library: Library, query: str, expected: set[str]) -> None:
    assert file_names_found(library, query) == expected


def test_a_search_can_be_limited_to_folders_and_their_subfolders(library: Library) -> None:
    both = frozenset({"Office/Appeals/2010", "Office/Brief Bank"})
    assert file_names_found(library, "warrant", folders=both) == {SMITH, DOE, BANK}
    assert file_names_found(library, "warrant", folders=frozenset({"Office/Appeals/20"})) == set()
    assert file_names_found(library, "warrant", paths=frozenset({"appeals/2011"})) == {ROE}


def test_results_are_counted_by_folder_at_every_depth_that_tells_them_apart(library: Library) -> None:
    chosen = Filters(folders=frozenset({"Office/Brief Bank"}))
    facets = library.breakdown(SearchRequest("warrant", filters=chosen)).facets
    folders = next(facet for facet in facets if facet.kind is FacetKind.FOLDER)
    assert {value.value: (value.count, value.chosen) for value in folders.values} == {
        "Office/Appeals": (3, False),
        "Office/Appeals/2010": (2, False),
        "Office/Appeals/2010/Smith, John": (1, False),
        "Office/Appeals/2010/Doe, Jane": (1, False),
        "Office/Appeals/2011/Roe, Anna": (1, False),
        "Office/Brief Bank": (1, True),
    }


def test_the_first_place_stays_when_the_same_file_is_dropped_from_another(
    library: Library, office: Path, tmp_path: Path
) -> None:
    other = tmp_path / "Copies"
    other.mkdir()
    (office / "Brief Bank/AOB.txt").rename(other / "AOB.txt")
    (outcome,) = library.ingest.add([other], QUIET)
    assert outcome.status is FileStatus.ALREADY_HERE
    assert named(library, "AOB").folder == "Office/Brief Bank"


def test_the_folder_outlives_a_new_reading(library: Library) -> None:
    document = named(library, "State")
    library.ingest.read_again(document.id, [])
    library.ingest.run(QUIET)
    assert named(library, "State") == replace(document, folder="Office/Appeals/2010/Smith, John")


def test_a_correction_is_never_overwritten_by_a_name(library: Library) -> None:
    document = named(library, "State")
    library.documents.correct(document.id, CaptionField.CLIENT, "Smythe, Jon")
    library.documents.correct(document.id, CaptionField.DOCKET, "")
    library.ingest.read_again(document.id, [])
    library.ingest.run(QUIET)
    entries = {entry.field: entry.value for entry in library.documents.caption(document.id)}
    assert (entries[CaptionField.CLIENT], entries[CaptionField.DOCKET]) == ("Smythe, Jon", "")


def test_a_checked_library_is_healthy_and_an_altered_folder_is_seen(library: Library, root: Path) -> None:
    assert library.maintenance.check(False, QUIET, thorough=True).healthy
    with sqlite3.connect(root / "catalogue.sqlite") as connection:
        connection.execute("UPDATE document SET folder = 'Elsewhere' WHERE file_name LIKE 'scan%'")
    assert not library.maintenance.check(False, QUIET, thorough=True).healthy


def test_the_folder_of_a_removed_document_is_gone(library: Library, root: Path) -> None:
    library.documents.remove(named(library, "State").id)
    library.documents.remove(named(library, "memo").id)
    stored = content(root)
    assert b"Smith, John" not in stored
    assert b"Roe, Anna" not in stored


def test_a_backup_carries_the_folder(library: Library, tmp_path: Path) -> None:
    library.maintenance.backup(tmp_path / "backup", QUIET)
    with Library.open(tmp_path / "second") as second:
        second.maintenance.restore(tmp_path / "backup", QUIET)
    with Library.open(tmp_path / "second") as second:
        assert named(second, "State").folder == "Office/Appeals/2010/Smith, John"
        assert file_names_found(second, "path:appeals/2010") == {SMITH, DOE}
