"""Tests of the command on the good-law list: its documents, messages and exit statuses."""

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from briefbank.catalogue.schema import open_catalogue
from briefbank.citator import good_law_list
from briefbank.cli import commands
from briefbank.cli.output import DONE, NOTHING, WRONG_USE
from briefbank.domain.caption_fields import Kind
from tests.citator.graphed import GraphedCatalogue, reading
from tests.support.annotation_mistakes import failing

CARTY = "State v. Carty, 170 N.J. 632 (2002)"
SAYS = f"{CARTY}, overruled by State v. Doe, 200 N.J. 1 (2009)."
Ask = Callable[..., tuple[int, Any]]


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Runs ``briefbank good-law`` on a library with two documents; status and JSON."""
    folder = tmp_path / "library"
    folder.mkdir()
    catalogue = open_catalogue(folder / "catalogue.sqlite")
    library = GraphedCatalogue(catalogue)
    library.put(reading([SAYS], kind=Kind.OPINION, title="In re Roe", filed=date(2012, 1, 1)))
    library.put(reading([f"The stop was unlawful. {CARTY}."], title="Brief", filed=date(2020, 1, 1)))
    catalogue.close()

    def run(*arguments: object) -> tuple[int, Any]:
        typed = ["--library", str(folder), "good-law", *map(str, arguments), "--json"]
        status = commands.run(typed)
        return status, json.loads(capsys.readouterr().out)

    return run


def test_a_line_is_added_changed_listed_and_removed(ask: Ask) -> None:
    status, answer = ask(
        "add", CARTY, "--status", "limited", "--since", "March 2015", "--note", "n", "--who", "mm"
    )
    entry = answer["entry"]
    assert status == DONE and set(entry) == {
        "id", "authority", "also", "name", "status", "by", "since", "note", "entered_by", "entered_at",
    }  # fmt: skip
    assert (entry["authority"], entry["name"], entry["since"]) == (
        "170 N.J. 632", "State v. Carty", "2015-03-01",
    )  # fmt: skip
    status, changed = ask("change", entry["id"], "--status", "overruled", "--by", "Doe", "--since", "")
    assert status == DONE and changed["entry"]["note"] == "n"
    assert (changed["entry"]["status"], changed["entry"]["by"], changed["entry"]["since"]) == (
        "overruled", "Doe", None,
    )  # fmt: skip
    assert ask() == (DONE, {"entries": [changed["entry"]]})
    assert ask("remove", entry["id"]) == (DONE, {"removed": 1})
    assert ask("remove", entry["id"]) == (NOTHING, {"removed": 0})
    assert ask() == (DONE, {"entries": []})


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("add", "no citation", "--status", "good"), WRONG_USE),
        (("change", 99, "--status", "good"), NOTHING),
        (("import", "nowhere.csv"), WRONG_USE),
        (("confirm", "0000"), NOTHING),
        (("dismiss", "0000"), NOTHING),
        (("restore", "0000"), NOTHING),
        (("report", "no citation"), WRONG_USE),
    ],
)
def test_impossible_requests_say_why(ask: Ask, arguments: tuple[object, ...], status: int) -> None:
    result, document = ask(*arguments)
    assert result == status and document["error"]["title"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("add", CARTY),
        ("add", CARTY, "--status", "dead"),
        ("add", CARTY, "--status", "good", "--since", "soon"),
        ("change", "x"),
        ("remove",),
        ("erase",),
    ],
)
def test_wrong_use_has_its_own_status(ask: Ask, arguments: tuple[object, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        ask(*arguments)
    assert ended.value.code == WRONG_USE


def test_a_list_is_exported_and_imported(ask: Ask, tmp_path: Path) -> None:
    ask("add", CARTY, "--status", "limited")
    file = tmp_path / "list.csv"
    assert ask("export", file) == (DONE, {"exported": 1, "file": str(file)})
    assert ask("import", file) == (DONE, {"added": 0, "changed": 0, "unchanged": 1, "unread": []})
    file.write_text("authority,status\n170 N.J. 632,dead\n")
    status, document = ask("import", file)
    assert status == WRONG_USE and document["error"]["title"].startswith("Row 2, column “status”")


@pytest.mark.forces_mistakes
def test_a_row_that_a_mistake_keeps_from_being_read_is_named_and_no_full_success(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(good_law_list, "parse_authority", failing(good_law_list.parse_authority))
    file = tmp_path / "list.csv"
    file.write_text("authority,status\n170 N.J. 632,good\nThe zebra 171 N.J. 1,good\n")
    assert ask("import", file) == (NOTHING, {"added": 1, "changed": 0, "unchanged": 0, "unread": [3]})
    commands.run(["--library", str(tmp_path / "library"), "good-law", "import", str(file)])
    assert "row 3 could not be read and was left out" in capsys.readouterr().out


def test_a_proposal_is_confirmed_or_dismissed(ask: Ask) -> None:
    [proposal] = ask("proposals")[1]["proposals"]
    assert (proposal["authority"], proposal["status"], proposal["kind"]) == (
        "170 N.J. 632", "overruled", "opinion",
    )  # fmt: skip
    assert proposal["sentence"] in SAYS and proposal["passage_id"]
    status, answer = ask("confirm", proposal["key"], "--since", "2009", "--who", "mm")
    assert status == DONE and answer["entry"]["by"] == "State v. Doe, 200 N.J. 1"
    assert (answer["entry"]["since"], answer["entry"]["entered_by"]) == ("2009-01-01", "mm")
    assert ask("proposals") == (DONE, {"proposals": []})


def test_a_dismissed_proposal_is_gone_until_it_is_restored(ask: Ask) -> None:
    [proposal] = ask("proposals")[1]["proposals"]
    assert ask("proposals", "--dismissed") == (DONE, {"dismissed": []})
    assert ask("dismiss", proposal["key"]) == (DONE, {"dismissed": proposal["key"]})
    assert ask("proposals") == (DONE, {"proposals": []}) and ask() == (DONE, {"entries": []})
    assert ask("proposals", "--dismissed") == (DONE, {"dismissed": [proposal]})
    assert ask("restore", proposal["key"]) == (DONE, {"restored": proposal["key"]})
    assert ask("proposals") == (DONE, {"proposals": [proposal]})
    assert ask("restore", proposal["key"])[0] == NOTHING


def test_the_report_names_the_documents_and_is_saved(ask: Ask, tmp_path: Path) -> None:
    ask("add", CARTY, "--status", "overruled")
    file = tmp_path / "report.csv"
    status, report = ask("report", "170 N.J. 632", "--save", file)
    assert status == DONE and [document["title"] for document in report["documents"]] == ["Brief"]
    assert set(report["documents"][0]["relying"][0]) == {
        "passage_id",
        "page",
        "page_label",
        "citation",
        "text",
    }
    assert "overruled, your good-law list says" in report["alerts"][0]
    assert file.read_bytes().decode("utf-8-sig").count("\r\n") == 2
    assert ask("report", "199 N.J. 1")[0] == NOTHING


def test_every_action_speaks_in_sentences(
    ask: Ask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def say(*arguments: str) -> str:
        assert commands.run(["--library", str(tmp_path / "library"), "good-law", *arguments]) in (
            DONE,
            NOTHING,
        )
        return " ".join(capsys.readouterr().out.split())

    assert "list is empty" in say()
    key = say("proposals").split()[0]
    assert "No sentence of the library was dismissed" in say("proposals", "--dismissed")
    assert f"“briefbank good-law restore {key}” brings it back" in say("dismiss", key)
    assert say("proposals", "--dismissed").startswith(key)
    assert "It is proposed again." in say("restore", key)
    assert "On your good-law list: 1. State v. Carty, 170 N.J. 632 overruled by State v. Doe" in say(
        "confirm", key
    )
    assert "No sentence of the library waits" in say("proposals")
    file = str(tmp_path / "list.csv")
    assert "Lines written to" in say("export", file)
    assert "Lines added: 0. Changed: 0. As they were: 1." in say("import", file)
    assert "speaks against it." in say("report", "170 N.J. 632")
    assert "entered by" in say()
    assert "Lines taken off the list: 1." in say("remove", "1")
    assert "(also 790 A.2d 903)" in say("add", "170 N.J. 632, 790 A.2d 903", "--status", "good")
    say("remove", "2")
    assert "Lines taken off the list: 0." in say("remove", "1")
