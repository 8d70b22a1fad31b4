"""Documents and results by the words of their folder, and the words that the thesaurus adds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import LibraryPaths
from tests.support.command import run

FILES = ("Appeals/2010/Smith, John/State v. Smith A-1234-09 RB v3.txt", "Brief Bank/memo.txt")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in FILES:
        file = tmp_path / "Office" / name
        file.parent.mkdir(parents=True)
        file.write_text(f"The giraffe of {file.stem} was seized without a warrant. No emergency existed.")
    with Library.open(tmp_path / "library") as library:
        library.ingest.add([tmp_path / "Office"], QuietReporter())
    return tmp_path


def test_documents_and_results_are_filtered_by_the_words_of_their_folder(folder: Path) -> None:
    listed = json.loads(run(folder, "list", "--path", "appeals/2010").output)["documents"]
    assert [(item["folder"], item["version"], item["docket"]) for item in listed] == [
        ("Office/Appeals/2010/Smith, John", "Version 3", "A-1234-09")
    ]
    load = json.loads(run(folder, "search", "giraffe", "--path", "brief bank").output)["results"]
    assert [item["folder"] for item in load] == ["Office/Brief Bank"]


def test_a_folder_without_documents_is_reported(folder: Path) -> None:
    result = run(folder, "list", "--path", "nowhere", as_json=False)
    assert result.status == 1 and "No document is as asked." in result.output


def test_a_document_is_shown_with_its_folder_and_the_sources_of_its_caption(folder: Path) -> None:
    (listed,) = json.loads(run(folder, "list", "--path", "smith").output)["documents"]
    shown = run(folder, "show", str(listed["document_id"]), as_json=False).output
    assert "Folder: Office/Appeals/2010/Smith, John" in shown
    assert "from the file;" in shown and "from the folder" in shown


def test_the_command_makes_the_offices_file_and_says_where_it_is(tmp_path: Path) -> None:
    result = run(tmp_path, "thesaurus")
    document = json.loads(result.output)
    file = LibraryPaths(tmp_path / "library").thesaurus
    assert result.status == 0 and file.is_file()
    assert set(document) == {"file", "built_in", "own", "problems"}
    assert (document["file"], document["own"], document["problems"]) == (str(file), 0, [])
    assert document["built_in"] >= 450


def test_an_unusable_line_is_reported_with_status_one(tmp_path: Path) -> None:
    file = LibraryPaths(tmp_path / "library").thesaurus
    run(tmp_path, "list")
    file.write_text("whip = car\noops\n")
    result = run(tmp_path, "thesaurus", as_json=False)
    assert result.status == 1
    assert "1 of your office" in result.output and "Line 2:" in result.output
