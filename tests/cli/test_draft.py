"""Tests of the command that checks a draft: complete JSON, readable text, and nothing stored."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from briefbank.embedding.encoders import Encoder
from tests.drafts.office import DRAFT, FILES, SENTINEL
from tests.support.command import run


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> Path:
    """A folder with a library and a draft; ``encoder`` is a parameter so that it is prepared once."""
    folder = tmp_path_factory.mktemp("office")
    for name, text in FILES.items():
        (folder / f"{name}.txt").write_text(text)
    result = run(folder, "add", *(str(folder / f"{name}.txt") for name in FILES))
    assert result.status == 0, result.errors
    (folder / "draft.txt").write_text(DRAFT)
    return folder


def check(office: Path) -> dict[str, Any]:
    command_result = run(office, "draft", str(office / "draft.txt"))
    assert command_result.status == 0, command_result.errors
    result: dict[str, Any] = json.loads(command_result.output)
    return result


def test_the_json_has_everything_that_was_found(office: Path) -> None:
    report = check(office)
    assert set(report) == {
        *("title", "pages", "words", "sections", "forgotten", "relied_on"),
        *("quotations", "malformed", "miscited", "cited", "coverage", "notes"),
    }
    assert report["sections"][0]["headings"] and report["sections"][0]["results"][0]["passage_id"]
    assert "68 N.J. 349" in {item["authority"] for item in report["forgotten"]}
    assert [quotation["verdict"] for quotation in report["quotations"]] == ["differs", "same"]
    assert report["quotations"][0]["document"]["title"] and report["quotations"][0]["at_first_hand"]
    assert {"change": "added", "text": "parked"} in report["quotations"][0]["differences"]
    assert report["malformed"][0] == {
        **{"page": 1, "page_label": report["malformed"][0]["page_label"], "written": "170 N.J. 632, 530"},
        "text": "Page 530 is pointed at, but 170 N.J. 632 begins on page 632.",
    }


def test_unchecked_parts_are_listed_before_checked_ones(office: Path) -> None:
    """The draft quotes a case that the library does not have, a source without a name, and the record."""
    (office / "uncompared.txt").write_text(
        "POINT I\n\nTHE SEARCH WAS UNLAWFUL\n\nThe Court held that “no officer may ever knock at night "
        "without a lamp.” State v. Nowhere, 111 N.J. 5, 9 (1988). Others say that “a lamp makes no "
        "difference to anyone at all.” The officer said “I never had a lamp with me then” (2T15-3 to 6).\n"
    )
    result = run(office, "draft", str(office / "uncompared.txt"), as_json=False)
    words = " ".join(result.output.split())
    assert "Quotations: 2 of 2 were NOT compared; 0 as in the library’s text, 0 that differ." in words
    assert "not compared: 1 of the record" in words
    assert "111 N.J. 5 The library has no text of this source. “no officer may ever knock" in words
    assert "source not named The draft names no source" in words


def test_text_is_read_from_standard_input(office: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "briefbank",
        "--library",
        str(office / "library"),
        "draft",
        "-",
        "--json",
    ]
    pasted = (
        "The trooper asked for consent to search the stopped car without suspicion. See N.J.S.A. 2C:44:1."
    )
    completed = subprocess.run(command, input=pasted, capture_output=True, text=True, timeout=280)
    loads = json.loads(completed.stdout)
    assert completed.returncode == 0 and loads["pages"] == 0 and loads["sections"][0]["page"] is None
    assert "N.J.S.A. 2C:44-1" in loads["malformed"][0]["text"]


def test_a_file_that_is_no_draft_is_reported_with_another_status(office: Path) -> None:
    result = run(office, "draft", str(office / "nothing.pdf"))
    assert result.status == 1 and "no such file" in json.loads(result.output)["error"]["title"]


def test_nothing_of_the_draft_is_in_the_library_or_the_log(office: Path, home: Path) -> None:
    check(office)
    for folder in (office / "library", home):
        files = [path for path in folder.rglob("*") if path.is_file()]
        assert not [path for path in files if SENTINEL.encode() in path.read_bytes()]
