"""Tests of the commands on feedback: list, withdraw, export, import and measure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from briefbank.embedding.encoders import Encoder
from tests.support.command import CommandResult, run

POINTS = {
    "stop": "THE STOP WAS A PRETEXT\n\nThe officer followed the car and stopped it for a broken tail light. "
    "The stop was a pretext to look for drugs, and the evidence must be suppressed.",
    "consent": "THE CONSENT WAS COERCED\n\nThe driver agreed to the search of the car only after the officer "
    "threatened to call a dog. Consent under pressure is no consent.",
    "summation": "THE SUMMATION WAS IMPROPER\n\nThe prosecutor told jurors to send a message to others. "
    "The remarks in summation denied a fair trial.",
}
SEARCHES = ("pretext stop", "stop of the car as a pretext", "pretextual stop of a car")


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> Path:
    """A folder with a library and feedback in it; ``encoder`` is a parameter so that it is prepared once."""
    folder = tmp_path_factory.mktemp("marked")
    passages = _library(folder)
    for query in SEARCHES:
        ask(folder, "feedback", str(passages["stop"]), "up", "--query", query)
        ask(folder, "feedback", str(passages["consent"]), "down", "--query", query)
    return folder


def _library(folder: Path) -> dict[str, int]:
    """A library of one file for each point; the passage of each."""
    for name, text in POINTS.items():
        (folder / f"{name}.txt").write_text(f"POINT I\n\n{text}\n")
    command_result = run(folder, "add", *(str(folder / f"{name}.txt") for name in POINTS))
    assert command_result.status == 0, command_result.errors
    result = {}
    for number, file in enumerate(json.loads(command_result.output)["files"], start=1):
        shown = ask(folder, "show", str(file["document_id"]))[1]
        result[list(POINTS)[number - 1]] = shown["passage_list"][-1]["passage_id"]
    return result


def ask(folder: Path, *arguments: str) -> tuple[CommandResult, dict[str, Any]]:
    result = run(folder, *arguments)
    return result, json.loads(result.output)


def test_marks_are_listed_with_the_contracts_fields(marked: Path) -> None:
    result, document = ask(marked, "marks")
    assert result.status == 0 and len(document["marks"]) == 2 * len(SEARCHES)
    newest = document["marks"][0]
    fields = {"key", "query", "verdict", "given_at", "passage_id", "title", "distinction", "text"}
    assert set(newest) == fields
    assert (newest["query"], newest["verdict"]) == (SEARCHES[-1], "down")
    assert "threatened" in newest["text"]
    words = run(marked, "marks", as_json=False).output
    assert newest["key"] in words and f"not helpful for “{SEARCHES[-1]}”" in words


def test_marks_are_measured_by_with_and_without_learning(marked: Path) -> None:
    result, results = ask(marked, "evaluate", "--from-feedback")
    assert result.status == 0, result.errors
    assert {"marks", "up", "queries", "not_here", "enough", "note", "by_month"} <= set(results)
    assert results["encoder"] and results["reranker"] is None and results["thesaurus"]["built_in"]
    assert (results["marks"], results["up"], results["queries"], results["enough"]) == (6, 3, 3, True)
    ways = ("without_learning", "from_other_searches", "as_searched")
    assert all(set(results[way]) == {"precision@5", "precision@10", "recall", "recall@10"} for way in ways)
    assert results["as_searched"]["recall@10"] == 1
    words = run(marked, "evaluate", "--from-feedback", as_json=False).output
    assert "All marks: 6 (thumbs up: 3; searches: 3)" in words
    assert "which flatters) 100% 100% 100% 100%" in " ".join(words.split())


def test_a_data_set_and_marks_are_not_measured_at_once(marked: Path) -> None:
    assert run(marked, "evaluate", str(marked), "--from-feedback").status == 2


def test_feedback_is_imported_into_another_library_and_withdrawn_there(marked: Path, tmp_path: Path) -> None:
    file = tmp_path / "marks.json"
    assert ask(marked, "marks", "--export", str(file))[1] == {"exported": 6, "file": str(file)}
    assert ask(tmp_path, "marks", "--import", str(file))[1] == {"taken": 6, "unknown": 6}
    assert ask(tmp_path, "marks")[1]["marks"][0]["passage_id"] is None
    result, few = ask(tmp_path, "evaluate", "--from-feedback")
    assert result.status == 1 and few["not_here"] == 6 and not few["enough"]
    passages = _library(tmp_path)
    listed = ask(tmp_path, "marks")[1]["marks"]
    assert {mark["passage_id"] for mark in listed} == {passages["stop"], passages["consent"]}
    assert ask(tmp_path, "marks", "--forget", listed[0]["key"])[1] == {"forgotten": 1}
    result, none = ask(tmp_path, "marks", "--forget", listed[0]["key"])
    assert result.status == 1 and none == {"forgotten": 0}
    assert "Marks taken back: 5." in run(tmp_path, "marks", "--forget-all", as_json=False).output
    assert "Nothing is marked" in run(tmp_path, "marks", as_json=False).output


def test_a_file_without_feedback_is_wrong_use_and_changes_nothing(marked: Path, tmp_path: Path) -> None:
    (tmp_path / "wrong.json").write_text("{}")
    before = ask(marked, "marks")[1]
    result, answer = ask(marked, "marks", "--import", str(tmp_path / "wrong.json"))
    assert result.status == 2 and "not a file of marks" in answer["error"]["title"]
    assert run(marked, "marks", "--import", "a", "--forget-all").status == 2
    assert ask(marked, "marks")[1] == before
