"""Tests of the evaluation of summaries: its briefs, JSON, table, and wrong use."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from briefbank.cli.output import Output
from briefbank.embedding.encoders import Encoder
from briefbank.errors import ModelRefused
from briefbank.jobs import QuietReporter
from briefbank.settings import Settings, save
from tests.evaluate.summaries import briefs, command, figures, report_layout
from tests.evaluate.summaries.briefs import SourceError
from tests.evaluate.summaries.run import evaluate
from tests.evaluate.summary_factory import FACTS
from tests.llm import tiny
from tests.support.command import drawn

QUESTION = "Did the trial court err in denying the motion to suppress?"


def text(number: int, facts_told: Sequence[str] = FACTS) -> str:
    facts = " ".join(facts_told).format(
        name="Carty", street="Bergen", count="14", day="3", year=str(1995 + number), volume="170"
    )
    return (
        f"BRIEF ON BEHALF OF DEFENDANT-APPELLANT\n\nQUESTION PRESENTED\n\n{QUESTION}\n\n"
        f"STATEMENT OF FACTS\n\n{facts}\n\nLEGAL ARGUMENT\n\nPOINT I\n\n"
        "THE TRIAL COURT ERRED IN DENYING THE MOTION TO SUPPRESS.\n\n"
        "The trial court erred in denying the motion because the officers had no warrant.\n"
    )


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("texts") / "briefs.jsonl.gz"
    rows = [json.dumps({"_id": f"b/{number}", "text": text(number)}) for number in range(3)]
    path.write_bytes(gzip.compress("\n".join(rows).encode()))
    return path


def test_briefs_of_a_file_are_measured_and_shown(texts: Path, encoder: Encoder) -> None:
    read = briefs.of_source(texts, 2, QuietReporter())
    document = figures.of_summaries(evaluate(read, encoder, None, QuietReporter(), summaries=20))
    assert {
        "summaries",
        "documents",
        "edited",
        "clean",
        "faults",
        "edits",
        "clean_sentences",
        "metrics",
        "model",
    } <= set(document)
    assert (document["documents"], document["edited"], document["clean"]) == (2, 20, 20)
    assert document["exact"]["shown"] == 0
    assert document["metrics"]["extractive"]["faithfulness"] == 1.0
    assert document["metrics"]["generated"] is None and document["model"] is None
    shown = drawn(report_layout.view, document)
    assert "20 summaries with one wrong sentence each" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_folder_is_read_in_the_order_of_its_names_up_to_the_limit(tmp_path: Path) -> None:
    for number in (2, 0, 1):
        (tmp_path / f"{number}.txt").write_text(text(number), encoding="utf-8")
    (tmp_path / ".hidden.txt").write_text("hidden", encoding="utf-8")
    read = briefs.of_source(tmp_path, 2, QuietReporter())
    assert sorted(item.document.file_name for item in read) == ["0.txt", "1.txt"]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("bad.jsonl", b"{not json\n", "line 1: this is not JSON"),
        ("bad.jsonl", b"\n[1]\n", "line 2: there is no text"),
        ("bad.jsonl", b'{"_id": "a"}\n', "line 1: there is no text"),
        (
            "bad.jsonl",
            b'{"_id": "a", "text": "x"}\n{"_id": "a", "text": "y"}\n',
            "line 2: the brief “a” is there twice",
        ),
        ("bad.jsonl", b"\xff\xfe\x00", "not UTF-8"),
        ("bad.jsonl.gz", b"no gzip", "could not be read"),
        ("bad.csv", b"a,b", "There are no briefs here"),
    ],
)
def test_bad_sources_are_refused_with_the_place(
    name: str, content: bytes, expected: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError, match=expected):
        briefs.of_source(tmp_path / name, None, QuietReporter())


def test_a_source_that_is_not_there_or_empty_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match="empty"):
        briefs.of_source(tmp_path / "empty", None, QuietReporter())
    with pytest.raises(SourceError, match=r"no gone\.jsonl"):
        briefs.of_source(tmp_path / "gone.jsonl", None, QuietReporter())


def test_an_empty_library_has_nothing_to_measure_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["--library", str(tmp_path / "library"), "--json"]) == 2
    assert "holds no brief" in json.loads(capsys.readouterr().out)["error"]["title"]


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """One brief, from which few summaries can be made."""
    path = tmp_path / "short.jsonl"
    path.write_text(json.dumps({"_id": "short", "text": text(1, FACTS[:2])}), encoding="utf-8")
    return path


@tiny.needs_llama
def test_garbage_of_a_real_model_is_withheld_and_only_figures_are_printed(
    short: Path, tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tiny.write(tmp_path / "tiny.gguf")
    assert command.main([str(short), "--limit", "1", "--model", str(model), "--json"]) == 0
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    assert document["model"] == {
        "name": "Tiny Test",
        "summaries": 1,
        "withheld_whole": 1,
        "sentences": {"shown": 0, "corrected": 0, "withheld": 0},
        "second_reader": False,
    }
    generated = document["metrics"]["generated"]
    assert (generated["faithfulness"], generated["answer_relevance"]) == (0.0, None)
    shown = drawn(report_layout.view, document)
    assert "Tiny Test wrote 1 summary, 1 withheld as a whole." in " ".join(shown.split())
    kept = "".join(file.read_text("utf-8", "replace") for file in home.rglob("*") if file.is_file())
    assert not re.search(r"word\d", printed.out + printed.err + shown + kept)


def test_a_named_file_that_is_no_model_is_refused_before_any_brief_is_read(tmp_path: Path) -> None:
    model = tiny.not_a_model(tmp_path / "no.gguf")
    options = command.parser().parse_args(["--model", str(model), "nowhere.jsonl"])
    with pytest.raises(ModelRefused):
        command.run(None, options, Output(as_json=True))


def test_an_unusable_model_from_settings_is_reported_and_the_evaluation_runs_without_it(
    short: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(Settings(local_model=tiny.not_a_model(tmp_path / "no.gguf")))
    options = command.parser().parse_args([str(short)])
    command.run(None, options, Output(as_json=True))
    captured = capsys.readouterr()
    assert json.loads(captured.out)["model"] is None
    assert "model" in captured.err
