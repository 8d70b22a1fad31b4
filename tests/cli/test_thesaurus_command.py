"""Tests of the command "thesaurus": the file of the office, its problems, and the words it adds."""

from __future__ import annotations

import json
from pathlib import Path

from briefbank.paths import LibraryPaths
from tests.support.command import run


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


def test_a_word_shows_what_is_searched_beside_it(tmp_path: Path) -> None:
    file = LibraryPaths(tmp_path / "library").thesaurus
    run(tmp_path, "list")
    file.write_text("motor vehicle > whip\n")
    result = run(tmp_path, "thesaurus", "motor", "vehicle")
    document = json.loads(result.output)
    assert result.status == 0 and document["text"] == "motor vehicle"
    assert {"automobile", "whip"} <= {item["text"] for item in document["related"]}
    assert all(set(item) == {"text", "of", "weight"} for item in document["related"])
    nothing = run(tmp_path, "thesaurus", "giraffe", as_json=False)
    assert nothing.status == 1 and "giraffe" in nothing.output
