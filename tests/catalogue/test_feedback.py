"""Tests of feedback in the catalogue: listed with its passages, deleted, merged from another library."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from briefbank.catalogue import feedback_rows
from briefbank.catalogue.database import Database
from briefbank.catalogue.feedback_rows import FeedbackFileError
from briefbank.catalogue.schema import open_catalogue
from briefbank.domain.searches import Feedback, StoredFeedback, Verdict
from tests.catalogue.samples import add, passage, path_in, reading

UP, DOWN = Verdict.UP, Verdict.DOWN


def marks_as_tuples(marks: list[Feedback]) -> list[tuple[str, Verdict, int]]:
    return [(mark.query, mark.verdict, mark.passage_id) for mark in marks]


def test_personal_feedback_replaces_that_for_all_for_its_user(catalogue: Database) -> None:
    first, second = (
        item.id for item in add(catalogue, what=reading(passage(0, "One."), passage(1, "Two.")))[1]
    )
    feedback_rows.give(catalogue, first, "consent", UP)
    feedback_rows.give(catalogue, first, "consent", DOWN, "ann", "ann")
    feedback_rows.give(catalogue, second, "consent", UP, "ann", "ann")
    assert feedback_rows.given_for(catalogue, "consent", "ann") == {first: DOWN, second: UP}
    assert (
        feedback_rows.given_for(catalogue, "consent", "ben")
        == feedback_rows.given_for(catalogue, "consent")
        == {first: UP}
    )
    assert [row.for_all for row in feedback_rows.given(catalogue, "ann")] == [False, False, True]
    assert marks_as_tuples(feedback_rows.given(catalogue, "ben")) == [("consent", UP, first)]
    assert len({row.key for row in feedback_rows.given(catalogue, "ann")}) == 3
    assert [row.verdict for row in feedback_rows.everything(catalogue)] == [UP]
    feedback_rows.give(catalogue, first, "consent", None, "ann", "ann")
    assert feedback_rows.given_for(catalogue, "consent", "ann") == {first: UP, second: UP}


def test_marks_are_withdrawn_only_as_far_as_they_count_for_those_named(catalogue: Database) -> None:
    passages = add(catalogue)[1]
    for name in ("", "ann", "ben"):
        feedback_rows.give(catalogue, passages[0].id, "consent", UP, name, name)
    keys = [row.key for row in feedback_rows.given(catalogue, "ann")]
    assert feedback_rows.withdraw(catalogue, keys, {"ann"}) == 1
    assert [row.for_all for row in feedback_rows.given(catalogue, "ann")] == [True]
    assert feedback_rows.withdraw(catalogue, None, {"ben"}) == 1
    assert feedback_rows.given_for(catalogue, "consent") == {passages[0].id: UP}


def test_feedback_on_a_text_that_occurs_twice_in_a_document_counts_for_both(catalogue: Database) -> None:
    passages = add(catalogue, what=reading(passage(0, "The same."), passage(1, "The same.")))[1]
    feedback_rows.give(catalogue, passages[1].id, "consent", UP)
    assert marks_as_tuples(feedback_rows.given(catalogue)) == [("consent", UP, passages[0].id)]
    assert feedback_rows.verdicts_of(catalogue, ["consent"]) == [
        ("consent", passage.id, UP) for passage in passages
    ]


def test_marks_are_taken_back_one_by_one_and_all_at_once(catalogue: Database) -> None:
    passages = add(catalogue)[1]
    for query in ("one", "two", "three"):
        feedback_rows.give(catalogue, passages[0].id, query, UP)
    keys = {mark.query: mark.key for mark in feedback_rows.given(catalogue)}
    assert feedback_rows.withdraw(catalogue, [keys["two"], "no such key"]) == 1
    assert [mark.query for mark in feedback_rows.given(catalogue)] == ["three", "one"]
    assert feedback_rows.withdraw(catalogue, []) == 0
    assert feedback_rows.withdraw(catalogue, None) == 2
    assert feedback_rows.given(catalogue) == [] and feedback_rows.marked_queries(catalogue, 10) == []


def test_a_file_carries_marks_into_a_library_that_has_the_same_files(tmp_path: Path) -> None:
    file = tmp_path / "marks.json"
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    with (
        closing(open_catalogue(path_in(tmp_path / "here"))) as here,
        closing(open_catalogue(path_in(tmp_path / "there"))) as there,
    ):
        passages = [*add(here, "a")[1], *add(here, "b", reading(passage(0, "Elsewhere.")))[1]]
        add(there, "filler")
        same = add(there, "a")[1]
        for number, stored in enumerate(passages):
            feedback_rows.give(here, stored.id, "Consent \ud83d search", UP if number else DOWN)
        feedback_rows.write(file, feedback_rows.everything(here))
        assert feedback_rows.merge(there, feedback_rows.read(file)) == (4, 1)
        assert feedback_rows.given_for(there, "consent \ud83d search") == {
            one.id: UP if number else DOWN for number, one in enumerate(same)
        }
        assert feedback_rows.merge(there, feedback_rows.read(file)) == (0, 0)
        again = add(there, "b", reading(passage(0, "Elsewhere.")))[1]
        assert feedback_rows.given_for(there, "consent \ud83d search")[again[0].id] is UP
    assert file.stat().st_mode & 0o777 == 0o600
    assert b"Elsewhere" not in file.read_bytes()


def test_the_newer_of_two_marks_on_a_passage_wins_in_any_order(catalogue: Database) -> None:
    passages = add(catalogue)[1]
    feedback_rows.give(catalogue, passages[0].id, "consent", UP)
    (own,) = feedback_rows.everything(catalogue)
    older = replace(own, verdict=DOWN, given_at=own.given_at - timedelta(days=1))
    assert feedback_rows.merge(catalogue, [older]) == (0, 0)
    assert feedback_rows.given_for(catalogue, "consent") == {passages[0].id: UP}
    feedback_rows.withdraw(catalogue, None)
    assert feedback_rows.merge(catalogue, [own, older]) == (1, 0)
    assert feedback_rows.everything(catalogue) == [own]


def test_a_mark_from_the_future_counts_as_given_now(catalogue: Database) -> None:
    passages = add(catalogue)[1]
    feedback_rows.give(catalogue, passages[0].id, "consent", UP)
    (own,) = feedback_rows.everything(catalogue)
    assert feedback_rows.merge(catalogue, [replace(own, given_at=datetime(9999, 1, 1, tzinfo=UTC))]) == (1, 0)
    assert feedback_rows.given(catalogue)[0].given_at <= datetime.now(UTC)


WHOLE = {
    "query": "consent",
    "verdict": "up",
    "given_at": "2026-01-02T03:04:05+00:00",
    "document_sha256": "a" * 64,
    "text_hash": "b" * 32,
}
WRONG: list[Any] = [
    {**WHOLE, "query": " "},
    {**WHOLE, "query": 5},
    {**WHOLE, "verdict": "sideways"},
    {**WHOLE, "verdict": ["up"]},
    {**WHOLE, "given_at": "yesterday"},
    {**WHOLE, "given_at": "2026-01-02T03:04:05"},
    {**WHOLE, "given_at": "0001-01-01T00:00:00+23:59"},
    {**WHOLE, "document_sha256": "A" * 64},
    {**WHOLE, "document_sha256": "a" * 63},
    {**WHOLE, "text_hash": "b" * 33},
    {"query": "consent"},
    ["consent"],
    None,
]


@pytest.mark.parametrize("entry", WRONG, ids=range(len(WRONG)))
def test_a_file_with_one_wrong_mark_is_refused(tmp_path: Path, entry: object) -> None:
    file = tmp_path / "marks.json"
    file.write_text(json.dumps({"version": 1, "marks": [WHOLE, entry]}))
    with pytest.raises(FeedbackFileError, match="not a file of marks"):
        feedback_rows.read(file)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b'{"version": 1}',
        b'{"version": 1, "marks": {}}',
        b'{"version": 2, "marks": []}',
        b"[" * 200_000,
    ],
)
def test_a_file_that_is_no_export_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "marks.json"
    file.write_bytes(content)
    with pytest.raises(FeedbackFileError, match="not a file of marks"):
        feedback_rows.read(file)


def test_a_missing_file_and_an_unwritable_folder_are_distinguished(tmp_path: Path) -> None:
    with pytest.raises(FeedbackFileError, match="could not be opened"):
        feedback_rows.read(tmp_path / "none.json")
    (tmp_path / "file").write_text("")
    with pytest.raises(FeedbackFileError, match="could not be written"):
        feedback_rows.write(tmp_path / "file" / "marks.json", [])


def test_a_file_is_taken_whole_or_not_at_all(tmp_path: Path, catalogue: Database) -> None:
    good = StoredFeedback("consent", UP, datetime(2026, 1, 1, tzinfo=UTC), "a" * 64, "b" * 32)

    def broken() -> Iterator[StoredFeedback]:
        yield good
        raise sqlite3.OperationalError("disk I/O error")

    with pytest.raises(sqlite3.OperationalError):
        feedback_rows.merge(catalogue, broken())
    assert feedback_rows.given(catalogue) == []
