"""Tests of the command on versions of provisions: JSON, text, exit statuses, and corrected days."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from briefbank.cli import commands
from briefbank.cli.output import DONE, NOTHING, Output
from briefbank.embedding.encoders import Encoder
from briefbank.errors import CorrectionRefused, NotInLibrary, WindowRefused
from briefbank.library import Library
from tests.support.library_factory import library_of

CODE = (
    "NEW JERSEY STATUTES ANNOTATED\n\n2C:44-1. Criteria for sentence\n\na. The court {verb} weigh the nature"
    " of the offense and the role of the actor in it and what he said of it.\n\nL.2010, c.1, eff. {day}.\n"
)


@pytest.fixture(scope="module")
def library(encoder: Encoder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    parts = CODE.format(verb="shall", day="March 1, 2015").split("\n\n")
    texts = {
        "old.txt": CODE.format(verb="may", day="July 1, 2010"),
        "new.html": "<html><body>" + "".join(f"<p>{part}</p>" for part in parts),
    }
    with library_of(tmp_path_factory.mktemp("versions"), texts, encoder) as opened:
        yield opened


Run = Callable[..., tuple[int, Any]]


@pytest.fixture
def run(library: Library, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: str, as_json: bool = True) -> tuple[int, Any]:
        parsed = commands.parser().parse_args(["versions", *arguments])
        status = parsed.definition.run(library, parsed, Output(as_json=as_json))
        output = capsys.readouterr().out
        return status, json.loads(output) if as_json else " ".join(output.split())

    return call


def test_versions_come_newest_first_with_their_days_and_documents(run: Run) -> None:
    status, answer = run("2C:44-1(a)")
    assert status == DONE and answer["citation"] == "N.J.S.A. 2C:44-1" and answer["problems"] == []
    assert [(v["from"], v["to"]) for v in answer["versions"]] == [
        ("2015-03-01", None),
        ("2010-07-01", "2015-02-28"),
    ]
    assert [v["document"]["title"] for v in answer["versions"]] == ["new", "old"]


def test_a_day_chooses_the_version_in_force(run: Run) -> None:
    status, answer = run("2C:44-1", "--as-of", "2015-02-28", "--text")
    (version,) = answer["versions"]
    assert status == DONE and answer["total"] == 2
    assert version["text"].startswith("2C:44-1. Criteria") and "may weigh" in version["text"]
    status, answer = run("2C:44-1", "--as-of", "2009-01-01")
    assert (status, answer["versions"], answer["total"]) == (NOTHING, [], 2)


def test_differences_are_shown_word_by_word(run: Run) -> None:
    _, answer = run("2C:44-1", "--differences")
    runs = answer["differences"][0]["runs"]
    assert next(r["text"].strip() for r in runs if r["change"] == "removed") == "may"
    assert next(r["text"].strip() for r in runs if r["change"] == "added") == "shall"
    _, words = run("2C:44-1", "--differences", as_json=False)
    assert "[-may-]" in words and "{+shall+}" in words and "In force: from March 1, 2015" in words


def test_days_are_set_and_unset_by_a_persons_word(run: Run) -> None:
    _, answer = run("2C:44-1")
    old = answer["versions"][1]["provision_id"]
    status, answer = run("--set", str(old), "--from", "2011-01-01", "--to", "2012-01-01")
    (version,) = answer["versions"]
    assert status == DONE
    assert (version["from"], version["to"], version["source"]) == ("2011-01-01", "2012-01-01", "person")
    assert run("2C:44-1")[1]["problems"] == [
        "No version covers the days from January 2, 2012 to February 28, 2015."
    ]
    _, answer = run("--unset", str(old))
    assert answer["versions"][0]["from"] == "2010-07-01" and run("2C:44-1")[1]["problems"] == []


@pytest.mark.parametrize("citation", ["2C:99-9", "no citation at all", "170 N.J. 632"])
def test_a_provision_without_text_in_the_library_is_reported(run: Run, citation: str) -> None:
    assert run(citation)[0] == NOTHING
    assert "has no text of" in run(citation, as_json=False)[1]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ([], CorrectionRefused),
        (["2C:44-1", "--from", "2015-01-01"], CorrectionRefused),
        (["--unset", "1", "--to", "2015-01-01"], CorrectionRefused),
        (["--set", "1", "--from", "2015-01-02", "--to", "2015-01-01"], WindowRefused),
        (["--set", "99999", "--from", "2015-01-02"], NotInLibrary),
    ],
)
def test_wrong_use_is_refused_with_a_sentence(run: Run, arguments: list[str], error: type[Exception]) -> None:
    with pytest.raises(error):
        run(*arguments)
