"""Tests of the contract of the command line: JSON documents, exit statuses, and messages for wrong use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from briefbank import settings
from briefbank.cli import commands
from briefbank.cli.output import FAULT
from briefbank.embedding.encoders import Encoder
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.maintenance.maintenance import Installation
from briefbank.paths import LibraryPaths
from briefbank.settings import Settings
from briefbank.storage.lease import unserved
from tests.evaluate import sets
from tests.extraction import pdfs
from tests.support.command import CommandResult, run, run_as_program

TEXT = (
    "POINT I\n\nTHE GIRAFFE WAS SEIZED WITHOUT A WARRANT\n\n"
    "The police entered the barn without a warrant and seized a giraffe. No exception applies. "
    "The State conceded that no emergency existed. The order denying suppression should be reversed.\n"
)


@pytest.fixture(scope="module")
def briefs(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> Path:
    """A folder with a library of one text file; ``encoder`` is a parameter so that it is prepared once."""
    folder = tmp_path_factory.mktemp("shelf")
    (folder / "giraffe.txt").write_text(TEXT)
    result = run(folder, "add", str(folder / "giraffe.txt"))
    assert result.status == 0, result.errors
    assert [file["status"] for file in json.loads(result.output)["files"]] == ["added"]
    return folder


def ask(briefs: Path, *arguments: str) -> tuple[CommandResult, dict[str, Any]]:
    result = run(briefs, *arguments)
    return result, json.loads(result.output)


def test_add_reports_each_file_with_the_contracts_fields(briefs: Path) -> None:
    (briefs / "bad.pdf").write_bytes(b"")
    result, document = ask(briefs, "add", str(briefs / "giraffe.txt"), str(briefs / "bad.pdf"))
    assert result.status == 1
    assert [file["status"] for file in document["files"]] == ["already_here", "refused"]
    assert set(document["files"][0]) == {
        "path", "status", "document_id", "kind", "title", "distinction", "filed", "court", "docket",
        "pages", "ocr_pages", "passages", "gaps", "reason",
        "doubtful_pages", "hidden_pages", "family", "needs_password", "left_out", "next_steps",
        "parties", "side", "office", "judge", "folder", "version", "corrected",
    }  # fmt: skip
    assert document["waiting"] == 0
    assert document["files"][1]["reason"]
    assert isinstance(document["seconds"], float)


def test_a_refused_file_can_be_repaired_excluded_and_included_again(briefs: Path) -> None:
    bad = briefs / "torn.pdf"
    bad.write_bytes(b"%PDF-1.7 nothing")
    _, first = ask(briefs, "add", str(bad))
    assert first["files"][0]["next_steps"][0] == "repair"
    _, repaired = ask(briefs, "add", "--repair", str(bad))
    assert "repair" not in repaired["files"][0]["next_steps"]
    result, left = ask(briefs, "add", "--dismiss", str(bad))
    assert result.status == 0 and left["files"][0]["left_out"]
    _, taken = ask(briefs, "add", "--take-back", str(bad))
    assert not taken["files"][0]["left_out"]


def test_search_answers_with_the_contracts_fields(briefs: Path) -> None:
    result = run_as_program(
        briefs, "search", "giraffe seized without a warrant", "--limit", "3", "--order", "best"
    )
    document = json.loads(result.output)
    assert result.status == 0
    assert {"interpretation", "took_ms", "total", "results", "advice"} <= set(document)
    first = document["results"][0]
    assert {
        "rank", "passage_id", "document_id", "title", "kind", "filed", "court", "docket", "page",
        "page_label", "headings", "text", "citation", "score", "reasons", "alerts",
    } <= set(first)  # fmt: skip
    assert "giraffe" in first["text"] and first["page"] == 1
    assert document["meaning_used"]


def test_nothing_found_is_status_one_with_advice(briefs: Path) -> None:
    result, document = ask(briefs, "search", "giraffe", "--from", "2020-01-01")
    assert result.status == 1
    assert document["results"] == [] and document["advice"]


def test_feedback_summary_show_and_list_answer(briefs: Path) -> None:
    passage = ask(briefs, "search", "giraffe")[1]["results"][0]["passage_id"]
    assert ask(briefs, "feedback", str(passage), "up", "--query", "giraffe")[1] == {
        "passage_id": passage,
        "verdict": "up",
    }
    assert ask(briefs, "search", "giraffe")[1]["results"][0]["feedback"] == "up"
    summary = ask(briefs, "summary", "1")[1]
    assert {"kind", "disclaimer", "issue", "facts", "sentences", "withheld"} <= set(summary)
    assert summary["kind"] == "extractive"
    assert ask(briefs, "show", "1")[1]["passage_list"]
    assert [d["document_id"] for d in ask(briefs, "list")[1]["documents"]] == [1]


@pytest.mark.nightly
def test_documents_that_lack_a_title_a_date_or_a_court_are_listed(briefs: Path) -> None:
    def lacking(*fields: str) -> list[int]:
        return [
            document["document_id"] for document in ask(briefs, "list", "--without", *fields)[1]["documents"]
        ]

    ask(briefs, "correct", "1", "--title", "State v. Okapi", "--filed", "3/5/2021", "--court", "")
    assert (lacking("title"), lacking("filed"), lacking("court")) == ([], [], [1])
    assert lacking("title", "court") == [1]
    ask(briefs, "correct", "1", "--title", "", "--court", "Tax Court")
    assert (lacking("title"), lacking("filed", "court")) == ([1], []), "the file's name is no title"
    result = run(briefs, "list", "--without", "court", as_json=False)
    assert result.status == 1 and "No document is as asked." in result.output
    ask(briefs, "correct", "1", "--undo", "title", "filed", "court")


@pytest.mark.parametrize("typed", ["2015-03-15", "3/15/2015", "March 15, 2015", "15 Mar 2015"])
def test_a_date_is_taken_in_any_common_form(briefs: Path, typed: str) -> None:
    assert run(briefs, "search", "giraffe", "--from", typed).status != 2
    ask(briefs, "correct", "1", "--filed", typed)
    assert ask(briefs, "show", "1")[1]["filed"] == "2015-03-15"
    ask(briefs, "correct", "1", "--undo", "filed")


def test_a_caption_is_shown_with_its_sources_corrected_and_restored(briefs: Path) -> None:
    before = ask(briefs, "show", "1")[1]
    title = before["caption"][0]
    assert {"field", "value", "source", "confidence", "page"} == set(title)
    assert (title["field"], title["source"], before["corrected"]) == ("title", "file", [])
    result, now = ask(
        briefs, "correct", "1", "--title", "State v. Okapi", "--filed", "March 5, 2021", "--side", ""
    )
    assert result.status == 0
    assert (now["title"], now["filed"], now["corrected"]) == (
        "State v. Okapi",
        "2021-03-05",
        ["title", "side", "filed"],
    )
    assert set(now) == set(before)
    assert ask(briefs, "search", "giraffe", "--from", "2021-03-05")[1]["results"][0]["title"] == now["title"]
    assert ask(briefs, "correct", "1", "--undo", "title", "filed", "side")[1] == before


def test_a_correction_that_cannot_be_understood_is_wrong_use_and_changes_nothing(briefs: Path) -> None:
    before = ask(briefs, "show", "1")[1]
    result, answer = ask(briefs, "correct", "1", "--title", "State v. Okapi", "--filed", "soon")
    assert result.status == 2 and "soon" in answer["error"]["title"]
    assert ask(briefs, "correct", "1")[0].status == 2
    assert run(briefs, "correct", "1", "--kind", "poem").status == 2
    assert ask(briefs, "correct", "999", "--title", "x")[0].status == 1
    assert ask(briefs, "show", "1")[1] == before


def test_check_and_rebuild_report_health(briefs: Path) -> None:
    for command in (["check"], ["rebuild"], ["check", "--repair"]):
        result, document = ask(briefs, *command)
        assert (result.status, document["healthy"], document["problems"]) == (0, True, [])


def test_remove_takes_the_document_out(briefs: Path, tmp_path: Path) -> None:
    other = tmp_path / "heron.txt"
    other.write_text(TEXT.replace("giraffe", "heron"))
    added = ask(briefs, "add", str(other))[1]["files"][0]
    assert ask(briefs, "remove", str(added["document_id"]))[0].status == 0
    assert (
        ask(briefs, "search", "heron")[0].status == 1
        or "heron" not in ask(briefs, "search", "heron")[1]["results"][0]["text"]
    )


@pytest.mark.nightly
def test_self_test_passes_every_check_and_refuses_the_network(briefs: Path) -> None:
    result = run_as_program(briefs, "self-test")
    document = json.loads(result.output)
    assert [check for check in document["checks"] if not check["passed"]] == []
    assert result.status == 0
    refusals = [check for check in document["checks"] if check["name"].startswith("Network")]
    assert len(refusals) >= 5 and all(check["detail"] == "Refused." for check in refusals)


@pytest.mark.parametrize("where", ["gone/report.txt", "."])
def test_a_report_that_cannot_be_written_is_refused_before_anything_is_tried(
    briefs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(Installation, "self_test", None)
    result = run(briefs, "self-test", "--save", str(tmp_path / where), as_json=False)
    assert result.status == 2 and "folder" in result.errors and not result.output
    assert list(tmp_path.iterdir()) == []


def test_wrong_use_is_status_two_in_plain_words(briefs: Path) -> None:
    for arguments in (["search"], ["search", "x", "--from", "yesterday"], ["fly"], ["show", "0"]):
        result = run(briefs, *arguments)
        assert result.status == 2
        assert result.errors and not result.output


def test_an_unknown_document_is_status_one(briefs: Path) -> None:
    result, document = ask(briefs, "show", "999")
    assert result.status == 1
    assert document["error"]["title"] and document["error"]["remedy"]


def test_every_command_on_a_library_speaks_to_a_person(tmp_path: Path, encoder: Encoder) -> None:
    (tmp_path / "giraffe.txt").write_text(TEXT)
    (tmp_path / "bad.pdf").write_bytes(b"")
    (tmp_path / "new").mkdir()
    backup = str(tmp_path / "backup")
    for typed, expected in (
        (("list",), "The library is empty."),
        (("add", str(tmp_path / "giraffe.txt"), str(tmp_path / "bad.pdf")), "giraffe, no date found, 1 page"),
        (("list",), "1 giraffe other no date found 1"),
        (("search", "giraffe seized"), "Cite: "),
        (("search", "giraffe AND sentence"), "Wider: "),
        (("summary", "1"), "(file page 1)"),
        (("around", "1"), "the section around passage 1: [passage 1] POINT I"),
        (("feedback", "1", "up", "--query", "giraffe"), "Passage 1 is marked as helpful for this query."),
        (("marks",), "helpful for “giraffe”"),
        (("correct", "1", "--title", "State v. Okapi"), "Title State v. Okapi corrected"),
        (("check",), "1 document, "),
        (("backup", backup), "Backed up 1 document into"),
        (("restore", backup), "The library holds the 1 documents of the backup again."),
        (("sizes",), "Last backup: "),
        (("watch", str(tmp_path / "new")), str(tmp_path / "new")),
        (("confirm",), "This library asks for nothing that you did not name."),
        (("thesaurus",), "Groups of words that are searched beside each other"),
        (("audit",), "The activity log begins"),
        (("audit", "--verify"), "The activity log is whole"),
        (("remove", "1"), "Removed: State v. Okapi."),
    ):
        result = run(tmp_path, *typed, as_json=False)
        assert expected in " ".join(result.output.split()), typed


def test_a_folder_that_cannot_be_a_library_is_status_three(briefs: Path, tmp_path: Path) -> None:
    (tmp_path / "library").write_text("a file where the library's folder should be")
    result = run_as_program(tmp_path, "list")
    assert result.status == 3
    assert "Traceback" not in result.errors


def test_files_are_added_and_found_by_words_without_a_model(tmp_path: Path, home: Path) -> None:
    (home / "settings.json").write_text(json.dumps({"encoder": str(tmp_path / "no such model")}))
    (tmp_path / "okapi.txt").write_text(TEXT.replace("giraffe", "okapi"))
    result, document = ask(tmp_path, "add", str(tmp_path / "okapi.txt"))
    assert result.status == 1
    assert [file["status"] for file in document["files"]] == ["added"]
    assert "could not be loaded" in document["error"]["title"]
    result, document = ask(tmp_path, "search", "okapi")
    assert (result.status, document["total"], document["meaning_used"]) == (0, 1, False)
    assert any("could not be loaded" in problem for problem in ask(tmp_path, "check")[1]["problems"])
    assert ask(tmp_path, "remove", "1")[0].status == 0
    assert ask(tmp_path, "list")[1]["documents"] == []


def test_a_file_name_that_is_no_text_is_added_and_reported(tmp_path: Path, encoder: Encoder) -> None:
    odd = tmp_path / "caf\udce9.txt"
    odd.write_text(TEXT)
    result, document = ask(tmp_path, "add", str(odd))
    assert (result.status, document["files"][0]["status"]) == (0, "added")
    assert run_as_program(tmp_path, "list", as_json=False).status == 0


def test_evaluate_measures_a_set_and_keeps_the_run_for_comparing(tmp_path: Path, encoder: Encoder) -> None:
    folder, saved_run = sets.write(tmp_path / "set"), tmp_path / "run.json"
    result = run(tmp_path, "evaluate", str(folder), "--save", str(saved_run), "--without", "thesaurus")
    figures = json.loads(result.output)
    assert result.status == 0 and figures["without"] == ["thesaurus"]
    assert figures["by_channel"]["fused"] == figures["metrics"]
    compared = json.loads(run(tmp_path, "evaluate", "--compare", str(saved_run), str(saved_run)).output)
    assert compared["differences"]["fused"]["recall@5"] == {"difference": 0, "interval": [0, 0], "p": 1}
    nowhere = run(tmp_path, "evaluate", str(folder), "--save", str(tmp_path / "none" / "run.json"))
    assert nowhere.status == 2 and "run.json" in nowhere.errors


def test_a_backup_restores_what_was_removed_and_keeps_what_was_there(briefs: Path, tmp_path: Path) -> None:
    result, backup = ask(briefs, "backup", str(tmp_path / "backup"))
    assert (result.status, backup["documents"], backup["problems"]) == (0, 1, [])
    document_id = ask(briefs, "list")[1]["documents"][0]["document_id"]
    ask(briefs, "remove", str(document_id))
    result, restored = ask(briefs, "restore", str(tmp_path / "backup"))
    assert (result.status, restored["documents"]) == (0, 1)
    assert [document["document_id"] for document in ask(briefs, "list")[1]["documents"]] == [document_id]
    assert ask(briefs, "search", "giraffe")[1]["results"]
    sizes = ask(briefs, "sizes")[1]
    assert sizes["originals"] > 0 and sizes["last_backup"]


def test_a_library_whose_catalogue_is_damaged_is_restored_from_its_backup(
    tmp_path: Path, encoder: Encoder
) -> None:
    (tmp_path / "giraffe.txt").write_text(TEXT)
    ask(tmp_path, "add", str(tmp_path / "giraffe.txt"))
    ask(tmp_path, "backup", str(tmp_path / "backup"))
    (tmp_path / "library" / "catalogue.sqlite").write_bytes(b"no catalogue any more" * 1000)
    for log in (tmp_path / "library").glob("catalogue.sqlite-*"):
        log.unlink()
    assert run(tmp_path, "list").status == 3
    library = LibraryPaths(tmp_path / "library")
    before = {path.name for path in library.root.iterdir()}
    with unserved(library.serving_lock):  # as while an office's server runs on it
        assert "server is running" in str(ask(tmp_path, "restore", str(tmp_path / "backup"))[1]["error"])
    assert {path.name for path in library.root.iterdir()} - {"serving.lock"} == before
    result, restored = ask(tmp_path, "restore", str(tmp_path / "backup"))
    assert (result.status, restored["documents"]) == (0, 1)
    assert "put into" in result.errors
    assert ask(tmp_path, "search", "giraffe")[1]["results"]


def test_add_without_paths_goes_on_with_what_waits(tmp_path: Path, encoder: Encoder) -> None:
    (tmp_path / "giraffe.txt").write_text(TEXT)
    with Library.open(tmp_path / "library") as library:
        library.ingest.enqueue([tmp_path / "giraffe.txt"], QuietReporter())
    result, document = ask(tmp_path, "add")
    assert result.status == 0
    assert [file["status"] for file in document["files"]] == ["added"]


@pytest.mark.nightly
def test_a_document_is_read_again_from_the_command_line(tmp_path: Path, encoder: Encoder) -> None:
    scan = pdfs.scan(tmp_path / "scan.pdf", [TEXT.replace("\n", " ").split(". ")])
    added = ask(tmp_path, "add", str(scan))[1]["files"][0]
    result, again = ask(tmp_path, "again", str(added["document_id"]), "--setting", "careful")
    assert result.status == 0
    assert again["files"][0]["document_id"] == added["document_id"]
    shown = ask(tmp_path, "show", str(added["document_id"]))[1]
    assert [page["engine"] for page in shown["recognised_pages"]] == ["Tesseract"]


def test_around_prints_the_section_of_a_passage_or_says_that_there_is_none(briefs: Path) -> None:
    _, result = ask(briefs, "search", "giraffe seized without a warrant", "--limit", "1")
    passage = result["results"][0]["passage_id"]
    command_result, section = ask(briefs, "around", str(passage))
    assert command_result.status == 0
    assert passage in [item["passage_id"] for item in section["section"]]
    assert section["document_id"] == result["results"][0]["document_id"]
    assert "giraffe" in run(briefs, "around", str(passage), as_json=False).output.lower()
    missing = run(briefs, "around", "999999")
    assert missing.status == 1
    assert "library" in missing.errors + missing.output


def test_a_computer_of_an_office_answers_from_another_library_only_where_it_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.save(Settings(office_address="https://10.0.0.5:8443", office_pin="0" * 64))
    assert commands.run(["list"]) == FAULT
    assert "The office server does not answer." in capsys.readouterr().err
    assert run(tmp_path, "list").status != FAULT


def test_documents_with_one_title_are_listed_and_found_with_what_distinguishes_them(tmp_path: Path) -> None:
    (tmp_path / "paper 0.txt").write_text(TEXT)
    (tmp_path / "paper 1.txt").write_text(
        "POINT II\n\nTHE WARRANT WAS VALID\n\nA judge had signed the warrant before the zebra was seen, "
        "so that no exception was needed, and whoever searched the stable could rely on it in good faith.\n"
    )
    command_result, added = ask(tmp_path, "add", str(tmp_path / "paper 0.txt"), str(tmp_path / "paper 1.txt"))
    assert command_result.status == 0 and added["counts"]["added"] == 2
    for document_id, side in ((1, "Appellant"), (2, "Respondent")):
        ask(
            tmp_path,
            "correct",
            str(document_id),
            "--title",
            "State v. Doe",
            "--side",
            side,
            "--kind",
            "brief",
        )
    _, listed = ask(tmp_path, "list")
    names = {1: "Brief of Appellant", 2: "Brief of Respondent"}
    assert {row["document_id"]: row["distinction"] for row in listed["documents"]} == names
    assert {row["title"] for row in listed["documents"]} == {"State v. Doe"}
    _, result = ask(tmp_path, "search", "exception warrant")
    assert {hit["document_id"]: hit["distinction"] for hit in result["results"]} == names
    shown = run(tmp_path, "list", as_json=False).output
    assert "State v. Doe · Brief of Appellant" in shown and "State v. Doe · Brief of Respondent" in shown
    table = tmp_path / "results.csv"
    ask(tmp_path, "search", "exception warrant", "--export", str(table))
    assert "State v. Doe · Brief of Appellant" in table.read_text(encoding="utf-8-sig")
    ask(tmp_path, "remove", "2")
    _, left = ask(tmp_path, "list")
    assert [row["distinction"] for row in left["documents"]] == [""]
