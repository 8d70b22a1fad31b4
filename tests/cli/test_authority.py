"""Tests of the command that describes an authority, on a real library of text files."""

import json
from pathlib import Path
from typing import Any

import pytest

from briefbank.cli import commands
from briefbank.cli.output import DONE, NOTHING
from tests.support.library_factory import library_of

BRIEF = """SUPERIOR COURT OF NEW JERSEY
APPELLATE DIVISION
DOCKET NO. A-{number}-20

STATE OF NEW JERSEY, Plaintiff-Respondent, v. JOHN {name}, Defendant-Appellant.

BRIEF ON BEHALF OF DEFENDANT-APPELLANT

LEGAL ARGUMENT

POINT I

THE SEARCH OF THE CAR WAS UNLAWFUL

There must be “reasonable and articulable suspicion of some wrongdoing” before consent to a search is asked.
{cite}, 647. The trooper had none. He asked all the same, and what he found must be suppressed. {more}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("authority")
    carty = "State v. Carty, 170 N.J. 632"
    texts = {
        "one.txt": BRIEF.format(number=1, name="DOE", cite=carty, more="See N.J.S.A. 2C:44-1."),
        "two.txt": BRIEF.format(number=2, name="ROE", cite=f"See {carty}", more="See N.J.S.A. 2C:44-1."),
        "three.txt": "A memo on something else. It cites N.J.S.A. 2C:35-10, and says that "
        "State v. Old, 90 N.J. 1 (1982), was overruled by State v. New, 300 N.J. 5 (2003).",
    }
    with library_of(folder, texts):
        return folder


def run_as_json(folder: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    status = commands.run(["--library", str(folder / "library"), "--json", "authority", *arguments])
    return status, json.loads(capsys.readouterr().out)


def run_as_text(folder: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    commands.run(["--library", str(folder / "library"), "authority", *arguments])
    return " ".join(capsys.readouterr().out.split())


def test_changes_to_an_authority_are_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, page = run_as_json(folder, capsys, "90 N.J. 1")
    assert [item["kind"] for item in page["done_to"]] == ["overrules"]
    assert "overruled" in run_as_text(folder, capsys, "90 N.J. 1").lower()


def test_a_page_leads_back_to_document_page_and_words(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, page = run_as_json(folder, capsys, "carty")
    assert status == DONE
    assert (page["authority"], page["passages"], page["total_documents"]) == ("170 N.J. 632", 2, 2)
    (quotation,) = page["quotations"]
    assert quotation["text"] == "reasonable and articulable suspicion of some wrongdoing"
    assert quotation["passages"] == 2
    for row in (quotation, *page["points"], *page["documents"], *page["mentioned"]):
        assert {"passage_id", "document_id", "page", "page_label", "citation"} <= set(row)
    mentioned = page["mentioned"][0]
    assert mentioned["text"][mentioned["start"] : mentioned["end"]] == "170 N.J. 632"
    assert mentioned["pin"] == "647"
    assert [point["text"] for point in page["points"]] == ["THE SEARCH OF THE CAR WAS UNLAWFUL"]


def test_a_mention_tells_what_the_parenthesis_behind_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parenthetical = "citing State v. Poe, 1 N.J. 2 (1990); State v. Roe, 3 N.J. 4 (1991)"
    cite = f"See State v. Carty, 170 N.J. 632, 647 (2002) ({parenthetical})"
    with library_of(
        tmp_path, {"one.txt": BRIEF.format(number=1, name="DOE", cite=cite, more="So it was here.")}
    ):
        pass
    _, page = run_as_json(tmp_path, capsys, "170 N.J. 632")
    assert [row["parenthetical"] for row in page["mentioned"]] == [parenthetical]


def test_a_page_can_also_be_printed_as_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = run_as_text(folder, capsys, "170 NJ 632")
    assert "State v. Carty, 170 N.J. 632 Cited in 2 passages of 2 documents." in words
    assert "For these points THE SEARCH OF THE CAR WAS UNLAWFUL (2 passages in 2 documents)" in words
    assert "“reasonable and articulable suspicion of some wrongdoing” (2 passages;" in words


def test_an_unknown_authority_is_reported_with_the_next_step(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, answer = run_as_json(folder, capsys, "170 N.J. 633")
    assert (status, answer["authority"]) == (NOTHING, None)
    assert [passage["authority"] for passage in answer["near"]] == ["170 N.J. 632"]
    output = run_as_text(folder, capsys, "170 N.J. 633")
    assert "Did you mean one of these? Authority Passages Documents State v. Carty, 170 N.J. 632" in output
    assert "briefbank authority --list" in run_as_text(folder, capsys, "zzzz")


def test_lists_are_of_all_that_fit_and_of_what_a_document_cites(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, answer = run_as_json(folder, capsys, "--list")
    assert status == DONE
    assert answer["authorities"][0]["authority"] == "170 N.J. 632"
    assert run_as_json(folder, capsys, "--list", "nobody")[0] == NOTHING
    first = run_as_json(folder, capsys, "carty")[1]["documents"][0]["document_id"]
    cited = run_as_json(folder, capsys, "--document", str(first), "--limit", "1")[1]
    assert (cited["total"], len(cited["authorities"])) == (2, 1)


def test_documents_that_cite_the_same_come_with_what_they_share(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = sorted(
        document["document_id"] for document in run_as_json(folder, capsys, "carty")[1]["documents"]
    )
    status, answer = run_as_json(folder, capsys, "--same-as", str(second))
    assert status == DONE
    assert [document["document_id"] for document in answer["documents"]] == [first]
    assert [item["authority"] for item in answer["documents"][0]["shared"]] == [
        "170 N.J. 632",
        "N.J.S.A. 2C:44-1",
    ]
    assert "Both cite State v. Carty, 170 N.J. 632" in run_as_text(folder, capsys, "--same-as", str(second))


def test_unknown_numbers_are_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (("--id", "999"), ("--document", "999"), ("--same-as", "999")):
        status, answer = run_as_json(folder, capsys, *arguments)
        assert status == NOTHING
        assert answer["error"]["remedy"]
