"""Tests that a document keeps its folder for search, counts, corrections and removal."""

from __future__ import annotations

import shutil
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
from tests.stand_ins.encoders import Buckets
from tests.support.database_files import content

QUIET = QuietReporter()
TEXT = "The {0} was seized without a warrant. No emergency existed, and one could have waited.\n"
FILES = {
    "Appeals/2010/Smith, John/State v. Smith A-1234-09 RB v3.txt": "giraffe",
    "Appeals/2010/Doe, Jane/scan0001.txt": "zebra",
    "Appeals/2011/Roe, Anna/memo re 404b.txt": "otter",
    "Brief Bank/AOB.txt": "badger",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of the files of an office, which tests copy."""
    place = tmp_path_factory.mktemp("made")
    office = place / "anna" / "Office"
    for name, animal in FILES.items():
        (office / name).parent.mkdir(parents=True, exist_ok=True)
        (office / name).write_text(TEXT.format(animal))
    with Library.open(place / "library", encoder=Buckets()) as library:
        assert all(item.status is FileStatus.ADDED for item in library.ingest.add([office], QUIET))
    return place / "library"


@pytest.fixture(scope="module")
def library(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library that tests only look at."""
    folder = shutil.copytree(made, tmp_path_factory.mktemp("looked at") / "library")
    with Library.open(folder, encoder=Buckets()) as library:
        yield library


@pytest.fixture
def changed(made: Path, tmp_path: Path) -> Iterator[Library]:
    """A library of its own for a test that changes it."""
    with Library.open(shutil.copytree(made, tmp_path / "library"), encoder=Buckets()) as library:
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


def test_folder_and_corrections_outlive_a_new_reading_and_the_same_file_elsewhere(
    changed: Library, tmp_path: Path
) -> None:
    document = named(changed, "State")
    changed.documents.correct(document.id, CaptionField.CLIENT, "Smythe, Jon")
    changed.documents.correct(document.id, CaptionField.DOCKET, "")
    changed.ingest.read_again(document.id, [])
    changed.ingest.run(QUIET)
    entries = {entry.field: entry.value for entry in changed.documents.caption(document.id)}
    assert (entries[CaptionField.CLIENT], entries[CaptionField.DOCKET]) == ("Smythe, Jon", "")
    assert named(changed, "State").folder == "Office/Appeals/2010/Smith, John"
    (tmp_path / "Copies").mkdir()
    (tmp_path / "Copies" / "AOB.txt").write_text(TEXT.format("badger"))
    (outcome,) = changed.ingest.add([tmp_path / "Copies"], QUIET)
    assert outcome.status is FileStatus.ALREADY_HERE
    assert named(changed, "AOB").folder == "Office/Brief Bank", "the first place stays"


def test_a_backup_carries_the_folder_and_a_removed_document_leaves_none(
    changed: Library, tmp_path: Path
) -> None:
    changed.maintenance.backup(tmp_path / "backup", QUIET)
    with Library.open(tmp_path / "second", encoder=Buckets()) as second:
        second.maintenance.restore(tmp_path / "backup", QUIET)
    with Library.open(tmp_path / "second", encoder=Buckets()) as second:
        assert named(second, "State").folder == "Office/Appeals/2010/Smith, John"
        assert file_names_found(second, "path:appeals/2010") == {SMITH, DOE}
    changed.documents.remove(named(changed, "State").id)
    changed.documents.remove(named(changed, "memo").id)
    stored = content(changed.folder)
    assert b"Smith, John" not in stored and b"Roe, Anna" not in stored


def test_an_altered_folder_is_seen_by_a_check(changed: Library) -> None:
    assert changed.maintenance.check(False, QUIET, thorough=True).healthy
    with sqlite3.connect(changed.folder / "catalogue.sqlite") as connection:
        connection.execute("UPDATE document SET folder = 'Elsewhere' WHERE file_name LIKE 'scan%'")
    assert not changed.maintenance.check(False, QUIET, thorough=True).healthy
