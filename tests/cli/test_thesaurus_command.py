"""The command "thesaurus": where the office's own words are, what is wrong with them, what a word adds."""

from __future__ import annotations

import json
from pathlib import Path

from briefbank.paths import LibraryPaths
from tests.command import run


def test_the_command_makes_the_offices_file_and_says_where_it_is(tmp_path: Path) -> None:
    ran = run(tmp_path, "thesaurus")
    document = json.loads(ran.output)
    file = LibraryPaths(tmp_path / "library").thesaurus
    assert ran.status == 0 and file.is_file()
    assert set(document) == {"file", "built_in", "own", "problems"}
    assert (document["file"], document["own"], document["problems"]) == (str(file), 0, [])
    assert document["built_in"] >= 450


def test_a_line_that_cannot_be_used_is_told_with_status_one(tmp_path: Path) -> None:
    file = LibraryPaths(tmp_path / "library").thesaurus
    run(tmp_path, "list")
    file.write_text("whip = car\noops\n")
    ran = run(tmp_path, "thesaurus", as_json=False)
    assert ran.status == 1
    assert "1 of your office" in ran.output and "Line 2:" in ran.output


def test_a_word_shows_what_is_searched_beside_it(tmp_path: Path) -> None:
    file = LibraryPaths(tmp_path / "library").thesaurus
    run(tmp_path, "list")
    file.write_text("motor vehicle > whip\n")
    ran = run(tmp_path, "thesaurus", "motor", "vehicle")
    document = json.loads(ran.output)
    assert ran.status == 0 and document["text"] == "motor vehicle"
    assert {"automobile", "whip"} <= {item["text"] for item in document["related"]}
    assert all(set(item) == {"text", "of", "weight"} for item in document["related"])
    nothing = run(tmp_path, "thesaurus", "giraffe", as_json=False)
    assert nothing.status == 1 and "giraffe" in nothing.output
