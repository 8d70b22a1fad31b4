"""Thumbs in the catalogue: listed with what they were given on, forgotten, merged from another library."""

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
from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue import feedback
from briefbank.catalogue.feedback import BEGINNING, FeedbackFileError
from briefbank.catalogue.store import Catalogue
from briefbank.domain.searches import Feedback, StoredFeedback, Verdict
from tests.catalogue.samples import add, passage, path_in, reading
from tests.database_files import content

UP, DOWN = Verdict.UP, Verdict.DOWN


def said(marks: list[Feedback]) -> list[tuple[str, Verdict, int]]:
    return [(mark.query, mark.verdict, mark.passage_id) for mark in marks]


def test_marks_come_newest_first_with_title_and_beginning(catalogue: Catalogue) -> None:
    passages = add(catalogue, what=reading(passage(0, "word " * 100), passage(1)))[1]
    catalogue.set_feedback(passages[0].id, "Pretext stop", UP)
    catalogue.set_feedback(passages[1].id, "consent", DOWN)
    marks = catalogue.all_feedback()
    assert said(marks) == [("consent", DOWN, passages[1].id), ("pretext stop", UP, passages[0].id)]
    assert {mark.title for mark in marks} == {"State v. Doe"}
    assert marks[1].text == ("word " * 100)[:BEGINNING]
    assert marks[0].given_at >= marks[1].given_at
    assert marks[0].given_at.utcoffset() == timedelta(0)
    assert len({mark.key for mark in marks}) == 2


def test_own_marks_count_for_their_person_and_stand_in_place_of_those_for_all(catalogue: Catalogue) -> None:
    first, second = (
        each.id for each in add(catalogue, what=reading(passage(0, "One."), passage(1, "Two.")))[1]
    )
    catalogue.set_feedback(first, "consent", UP)
    catalogue.set_feedback(first, "consent", DOWN, "ann", "ann")
    catalogue.set_feedback(second, "consent", UP, "ann", "ann")
    assert catalogue.feedback_for("consent", "ann") == {first: DOWN, second: UP}
    assert catalogue.feedback_for("consent", "ben") == catalogue.feedback_for("consent") == {first: UP}
    assert [each.for_all for each in catalogue.all_feedback("ann")] == [False, False, True]
    assert said(catalogue.all_feedback("ben")) == [("consent", UP, first)]
    assert len({each.key for each in catalogue.all_feedback("ann")}) == 3
    assert [each.verdict for each in catalogue.given_feedback()] == [UP]
    catalogue.set_feedback(first, "consent", None, "ann", "ann")
    assert catalogue.feedback_for("consent", "ann") == {first: UP, second: UP}


def test_marks_are_withdrawn_only_as_far_as_they_count_for_those_named(catalogue: Catalogue) -> None:
    passages = add(catalogue)[1]
    for name in ("", "ann", "ben"):
        catalogue.set_feedback(passages[0].id, "consent", UP, name, name)
    keys = [each.key for each in catalogue.all_feedback("ann")]
    assert catalogue.withdraw_feedback(keys, {"ann"}) == 1
    assert [each.for_all for each in catalogue.all_feedback("ann")] == [True]
    assert catalogue.withdraw_feedback(None, {"ben"}) == 1
    assert catalogue.feedback_for("consent") == {passages[0].id: UP}


def test_a_mark_for_all_takes_the_place_of_an_own_one_of_whoever_gives_it(catalogue: Catalogue) -> None:
    passages = add(catalogue)[1]
    catalogue.set_feedback(passages[0].id, "consent", DOWN, "ann", "ann")
    catalogue.set_feedback(passages[0].id, "consent", UP, "ann")
    assert catalogue.feedback_for("consent", "ann") == {passages[0].id: UP}


def test_a_mark_on_what_was_removed_is_listed_without_its_words(catalogue: Catalogue) -> None:
    document, passages = add(catalogue)
    catalogue.set_feedback(passages[0].id, "consent", UP)
    key = catalogue.all_feedback()[0].key
    catalogue.remove_documents(document.id)
    (mark,) = catalogue.all_feedback()
    assert (mark.passage_id, mark.title, mark.text, mark.key) == (0, "", "", key)


def test_a_text_that_stands_twice_in_a_document_is_one_mark_and_counts_for_both(catalogue: Catalogue) -> None:
    passages = add(catalogue, what=reading(passage(0, "The same."), passage(1, "The same.")))[1]
    catalogue.set_feedback(passages[1].id, "consent", UP)
    assert said(catalogue.all_feedback()) == [("consent", UP, passages[0].id)]
    assert catalogue.verdicts_of(["consent"]) == [("consent", each.id, UP) for each in passages]


def test_marks_are_taken_back_one_by_one_and_all_at_once(catalogue: Catalogue) -> None:
    passages = add(catalogue)[1]
    for query in ("one", "two", "three"):
        catalogue.set_feedback(passages[0].id, query, UP)
    keys = {mark.query: mark.key for mark in catalogue.all_feedback()}
    assert catalogue.withdraw_feedback([keys["two"], "no such key"]) == 1
    assert [mark.query for mark in catalogue.all_feedback()] == ["three", "one"]
    assert catalogue.withdraw_feedback([]) == 0
    assert catalogue.withdraw_feedback(None) == 2
    assert catalogue.all_feedback() == [] and catalogue.marked_queries(10) == []


def test_what_was_searched_for_is_gone_from_the_disk_with_its_mark(tmp_path: Path) -> None:
    with closing(Catalogue.open(path_in(tmp_path))) as catalogue:
        passages = add(catalogue)[1]
        catalogue.set_feedback(passages[0].id, "a client called zebedee", UP)
        assert b"zebedee" in content(tmp_path)
        catalogue.withdraw_feedback(None)
        assert b"zebedee" not in content(tmp_path)


def test_marked_searches_come_with_the_one_marked_last_first_and_each_once(catalogue: Catalogue) -> None:
    passages = add(catalogue)[1]
    for query in ("one", "two", "three"):
        catalogue.set_feedback(passages[0].id, query, UP)
    catalogue.set_feedback(passages[1].id, "one", DOWN)
    assert catalogue.marked_queries(10) == ["one", "three", "two"]
    assert catalogue.marked_queries(2) == ["one", "three"]


# --- files -------------------------------------------------------------------------------------------


def test_a_file_carries_marks_into_a_library_that_has_the_same_files(tmp_path: Path) -> None:
    file = tmp_path / "marks.json"
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    with (
        closing(Catalogue.open(path_in(tmp_path / "here"))) as here,
        closing(Catalogue.open(path_in(tmp_path / "there"))) as there,
    ):
        passages = [*add(here, "a")[1], *add(here, "b", reading(passage(0, "Elsewhere.")))[1]]
        add(there, "filler")
        same = add(there, "a")[1]
        for number, each in enumerate(passages):
            here.set_feedback(each.id, "Consent \ud83d search", UP if number else DOWN)
        feedback.write(file, here.given_feedback())
        assert there.take_feedback(feedback.read(file)) == (4, 1)
        assert there.feedback_for("consent \ud83d search") == {
            one.id: UP if number else DOWN for number, one in enumerate(same)
        }
        assert there.take_feedback(feedback.read(file)) == (0, 0)
        again = add(there, "b", reading(passage(0, "Elsewhere.")))[1]
        assert there.feedback_for("consent \ud83d search")[again[0].id] is UP
    assert file.stat().st_mode & 0o777 == 0o600
    assert b"Elsewhere" not in file.read_bytes()


def test_of_two_marks_on_the_same_passage_the_newer_wins_whichever_comes_first(catalogue: Catalogue) -> None:
    passages = add(catalogue)[1]
    catalogue.set_feedback(passages[0].id, "consent", UP)
    (own,) = catalogue.given_feedback()
    older = replace(own, verdict=DOWN, given_at=own.given_at - timedelta(days=1))
    assert catalogue.take_feedback([older]) == (0, 0)
    assert catalogue.feedback_for("consent") == {passages[0].id: UP}
    catalogue.withdraw_feedback(None)
    assert catalogue.take_feedback([own, older]) == (1, 0)
    assert catalogue.given_feedback() == [own]


def test_a_mark_from_the_future_counts_as_given_now(catalogue: Catalogue) -> None:
    passages = add(catalogue)[1]
    catalogue.set_feedback(passages[0].id, "consent", UP)
    (own,) = catalogue.given_feedback()
    assert catalogue.take_feedback([replace(own, given_at=datetime(9999, 1, 1, tzinfo=UTC))]) == (1, 0)
    assert catalogue.all_feedback()[0].given_at <= datetime.now(UTC)


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
def test_a_file_with_one_wrong_mark_is_refused_and_names_it(tmp_path: Path, entry: object) -> None:
    file = tmp_path / "marks.json"
    file.write_text(json.dumps({"version": 1, "marks": [WHOLE, entry]}))
    with pytest.raises(FeedbackFileError, match="Mark 2"):
        feedback.read(file)


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"[]", b"{}", b'{"version": 1}', b'{"version": 1, "marks": {}}', b"[" * 200_000],
)
def test_a_file_that_is_no_export_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "marks.json"
    file.write_bytes(content)
    with pytest.raises(FeedbackFileError, match="not a file of marks"):
        feedback.read(file)


def test_a_file_of_a_newer_version_is_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "marks.json"
    file.write_text(json.dumps({"version": 2, "marks": []}))
    with pytest.raises(FeedbackFileError, match="newer version"):
        feedback.read(file)


def test_a_missing_file_and_a_place_that_cannot_be_written_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(FeedbackFileError, match="could not be opened"):
        feedback.read(tmp_path / "none.json")
    (tmp_path / "file").write_text("")
    with pytest.raises(FeedbackFileError, match="could not be written"):
        feedback.write(tmp_path / "file" / "marks.json", [])


def test_a_file_is_taken_whole_or_not_at_all(tmp_path: Path, catalogue: Catalogue) -> None:
    good = StoredFeedback("consent", UP, datetime(2026, 1, 1, tzinfo=UTC), "a" * 64, "b" * 32)

    def broken() -> Iterator[StoredFeedback]:
        yield good
        raise sqlite3.OperationalError("disk I/O error")

    with pytest.raises(sqlite3.OperationalError):
        catalogue.take_feedback(broken())
    assert catalogue.all_feedback() == []


hashes = st.text("0123456789abcdef", min_size=32, max_size=32)
thumbs = st.builds(
    StoredFeedback,
    st.text(min_size=1, max_size=20).filter(lambda text: bool(text.split())),
    st.sampled_from(Verdict),
    st.datetimes(datetime(2000, 1, 1), datetime(2025, 1, 1), timezones=st.just(UTC)),
    hashes.map(lambda one: one * 2),
    hashes,
)


@given(st.lists(thumbs, max_size=8))
def test_what_is_written_is_read_again(tmp_path: Path, given_marks: list[StoredFeedback]) -> None:
    file = tmp_path / "marks.json"
    feedback.write(file, given_marks)
    assert feedback.read(file) == given_marks


@given(st.binary(max_size=60))
def test_any_bytes_are_refused_or_read(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "marks.json"
    file.write_bytes(content)
    with pytest.raises(FeedbackFileError):
        feedback.read(file)
