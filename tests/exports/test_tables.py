"""Results as a table: complete, readable by any spreadsheet, and never half a file."""

from __future__ import annotations

import csv
import errno
import io
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank import files
from briefbank.domain.searches import SearchRequest, Tier
from briefbank.errors import BriefBankError, Cancelled, ExportRefused
from briefbank.exports.exports import MOST, RESULT_COLUMNS, STEP, export_results, fetch_results, results_table
from briefbank.jobs import QuietReporter
from tests.exports.factory import RecordedSearch, hit, many
from tests.stand_ins.reporters import RecordingReporter, StopsAt

REQUEST = SearchRequest("traffic stop", limit=10, start=30, words_only=True)


def test_all_results_are_requested_page_by_page_whatever_was_shown() -> None:
    answers, reporter = RecordedSearch(many(250)), RecordingReporter()
    results = fetch_results(answers, REQUEST, reporter)
    assert [hit.passage.id for hit in results.hits] == list(range(1, 251))
    assert [hit.rank for hit in results.hits] == list(range(1, 251))
    assert [(request.start, request.limit) for request in answers.requests] == [
        (0, STEP),
        (STEP, STEP),
        (2 * STEP, STEP),
    ]
    assert not any(request.words_only for request in answers.requests)
    assert [(done, total) for _, done, total in reporter.reported] == [(100, 250), (200, 250), (250, 250)]


def test_results_are_limited_and_the_total_is_reported() -> None:
    results = fetch_results(RecordedSearch(many(MOST + 5)), REQUEST, QuietReporter())
    assert (len(results.hits), results.total) == (MOST, MOST + 5)


@pytest.mark.parametrize("close", [0, 1, 95, 100, 250])
def test_less_close_results_are_exported_however_many_are_close(close: int) -> None:
    less_close = [replace(hit, tier=Tier.LESS_CLOSE) for hit in many(close + 140)[close:]]
    reporter = RecordingReporter()
    results = fetch_results(RecordedSearch([*many(close), *less_close]), REQUEST, reporter)
    assert [hit.tier for hit in results.hits] == [Tier.CLOSE] * close + [Tier.LESS_CLOSE] * 140
    assert (results.total, results.less_close) == (close, 140)
    assert {total for _, _, total in reporter.reported} == {close + 140}


def test_a_passage_that_moves_while_one_asks_is_written_once() -> None:
    hits = many(150)
    answers = RecordedSearch([*hits[:100], hits[99], *hits[100:]])
    ids = [hit.passage.id for hit in fetch_results(answers, REQUEST, QuietReporter()).hits]
    assert len(ids) == len(set(ids)) == 150


def test_a_library_that_shrinks_meanwhile_ends_the_asking() -> None:
    answers = RecordedSearch(many(150))

    def shrinking(request: SearchRequest) -> object:
        answer = answers(request)
        return replace(answer, hits=() if request.start else answer.hits)

    assert len(fetch_results(shrinking, REQUEST, QuietReporter()).hits) == 100  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["out.csv", "out.DOCX"])
def test_a_file_of_each_form_is_written_whole(tmp_path: Path, name: str) -> None:
    assert export_results(RecordedSearch([hit(1)]), REQUEST, "", tmp_path / name, QuietReporter()) == 1
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).stat().st_size > 100


def test_a_search_that_finds_nothing_makes_a_file_that_says_so(tmp_path: Path) -> None:
    assert export_results(RecordedSearch([]), REQUEST, "", tmp_path / "out.csv", QuietReporter()) == 0
    assert (tmp_path / "out.csv").read_bytes().count(b"\r\n") == 1


def test_an_unknown_suffix_is_refused_before_any_search(tmp_path: Path) -> None:
    answers = RecordedSearch([hit(1)])
    with pytest.raises(ExportRefused, match=r"\.docx"):
        export_results(answers, REQUEST, "", tmp_path / "out.pdf", QuietReporter())
    assert not answers.requests


def test_a_stop_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_text("before")
    with pytest.raises(Cancelled):
        export_results(RecordedSearch(many(250)), REQUEST, "", path, StopsAt(2))
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "The disk is full"),
        (errno.EACCES, "may not write this file"),
        (errno.EIO, "could not be"),
    ],
)
def test_a_disk_error_is_reported_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    """A file that is open in Word is refused by Windows with EACCES when it is to be replaced."""

    def refuse(*_arguments: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(files.os, "replace", refuse)
    path = tmp_path / "out.csv"
    path.write_text("before")
    with pytest.raises(ExportRefused, match=words) as refused:
        export_results(RecordedSearch([hit(1)]), REQUEST, "", path, QuietReporter())
    assert refused.value.remedy
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_went_away_is_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(BriefBankError, match="folder"):
        export_results(RecordedSearch([hit(1)]), REQUEST, "", tmp_path / "gone" / "out.csv", QuietReporter())
    assert not (tmp_path / "gone").exists()


def read(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_excel_is_told_that_it_is_utf_8() -> None:
    assert results_table([]).startswith(b"\xef\xbb\xbf" + RESULT_COLUMNS[0].encode())


def test_a_row_tells_the_passage_its_document_and_how_to_cite_it() -> None:
    head, row = read(results_table([hit(1, "He said “no”,\nand left.", alerts=("Overruled.",), doubt=0.5)]))
    cells = dict(zip(head, row, strict=True))
    assert cells["Title"] == "State v. Doe"
    assert cells["Filed"] == "2015-03-03"
    assert (cells["Page"], cells["File page"]) == ("12", "15")
    assert cells["Passage"] == "He said “no”,\nand left."
    assert cells["Citation"].startswith("Brief at 12, State v. Doe")
    assert cells["Notes"].splitlines()[0] == "Overruled."
    assert "50 %" in cells["Notes"]


def test_a_row_says_whether_its_passage_is_close() -> None:
    rows = read(results_table([hit(1), hit(2, tier=Tier.LESS_CLOSE)]))
    assert [row[RESULT_COLUMNS.index("Tier")] for row in rows[1:]] == ["Close", "Less close"]


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80))
def test_any_passage_text_is_read_back_from_the_table(text: str) -> None:
    known = hit(1)
    shown = replace(known, passage=replace(known.passage, text=text, spans=()))
    cell = read(results_table([shown]))[1][RESULT_COLUMNS.index("Passage")]
    assert not cell.lstrip(" ").startswith(("=", "+", "-", "@"))
