"""Tests of reading a set in BEIR's layout, of its rows as documents, and of the cache of vectors."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.errors import BriefBankError, Cancelled
from briefbank.evaluate.data_sets import (
    CACHE_BATCH,
    CachedEncoder,
    CorpusDocument,
    DataSetError,
    filing_day,
    load,
    reading_of,
)
from briefbank.extraction.passages import HARD_WORDS, MOST_WORDS
from tests.evaluate import sets
from tests.stand_ins.encoders import Buckets


def test_a_whole_data_set_is_read(tmp_path: Path) -> None:
    data = load(sets.write(tmp_path / "set"))
    assert [row.id for row in data.rows] == ["s1", "s2", "s3", "s4"]
    assert data.judgements["q2"] == {"s2": 1, "missing": 1}
    assert list(data.judged_queries()) == ["q1", "q2", "q3"]
    assert list(data.judged_queries(1)) == ["q1"]


def test_titles_may_lack_and_the_judgements_may_lack_a_heading(tmp_path: Path) -> None:
    folder = sets.write(tmp_path / "set", rows=[{"_id": "a", "text": "b"}], judgements=["q1\ta\t1"])
    data = load(folder)
    assert data.rows[0].title == ""
    assert data.judgements == {"q1": {"a": 1}}


def test_a_filing_date_is_read_where_a_row_has_one(tmp_path: Path) -> None:
    metadata = [{"filed": "2015-03-03"}, {"filed": None}, {"kind": "statute"}, "brief"]
    rows = [{"_id": f"r{n}", "text": "b", "metadata": item} for n, item in enumerate(metadata)]
    data = load(sets.write(tmp_path / "set", [*rows, {"_id": "r4", "text": "b"}]))
    assert [row.filed for row in data.rows] == [date(2015, 3, 3), None, None, None, None]


@pytest.mark.parametrize("name", ["corpus.jsonl", "queries.jsonl", "qrels/test.tsv"])
def test_a_missing_or_empty_file_is_named(tmp_path: Path, name: str) -> None:
    folder = sets.write(tmp_path / "set")
    (folder / name).write_text("")
    with pytest.raises(DataSetError, match=name.rpartition("/")[2]):
        load(folder)
    (folder / name).unlink()
    with pytest.raises(DataSetError, match=name.rpartition("/")[2]):
        load(folder)


_FILED = '{{"_id": "x", "text": "x", "metadata": {{"filed": {}}}}}'


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        ("corpus.jsonl", "{not json", "line 5: this line cannot be read: JSON is malformed"),
        ("corpus.jsonl", "[1]", "line 5: this line cannot be read: Expected `object`"),
        (
            "corpus.jsonl",
            '{"_id": "x"}',
            "line 5: this line cannot be read: Object missing required field `text`",
        ),
        (
            "corpus.jsonl",
            '{"_id": 7, "text": "x"}',
            "line 5: this line cannot be read: Expected `str`, got `int`",
        ),
        ("corpus.jsonl", '{"_id": "s1", "text": "x"}', "line 5: the document “s1” is there twice"),
        ("corpus.jsonl", _FILED.format('"May 1"'), "line 5: this line cannot be read: "),
        ("corpus.jsonl", _FILED.format(2015), "line 5: this line cannot be read: "),
        (
            "queries.jsonl",
            '{"_id": "x"}',
            "line 5: this line cannot be read: Object missing required field `text`",
        ),
        ("qrels/test.tsv", "q1\ts1", "line 6: there must be"),
        ("qrels/test.tsv", "q1\ts1\tyes", "line 6: there must be"),
    ],
)
def test_a_bad_line_is_named_by_file_and_number(tmp_path: Path, name: str, line: str, expected: str) -> None:
    folder = sets.write(tmp_path / "set")
    with (folder / name).open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(DataSetError) as caught:
        load(folder)
    assert caught.value.title.startswith(f"{name.rpartition('/')[2]}, {expected}")


def test_a_file_in_another_encoding_is_an_error_of_the_tree(tmp_path: Path) -> None:
    folder = sets.write(tmp_path / "set")
    (folder / "corpus.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BriefBankError, match="not UTF-8"):
        load(folder)


SENTENCE = "A testator of sound mind may revoke a will by tearing, burning or otherwise destroying it."


def texts(text: str, title: str = "Wills") -> list[str]:
    return [passage.text for passage in reading_of(CorpusDocument("r", title, text)).passages]


def test_a_short_row_becomes_one_verbatim_passage_under_its_title() -> None:
    (passage,) = reading_of(CorpusDocument("r", "30-1-101. Letters required.", SENTENCE)).passages
    assert (passage.text, passage.heading_path) == (SENTENCE, ("30-1-101. Letters required.",))


def test_a_long_row_is_cut_between_sentences_into_passages_that_fit_the_encoder() -> None:
    passages = reading_of(CorpusDocument("r", "Wills", " ".join([SENTENCE] * 150))).passages
    assert len(passages) > 8
    assert all(len(p.text.split()) <= MOST_WORDS and p.text.endswith("destroying it.") for p in passages)
    assert {p.heading_path for p in passages} == {("Wills",)} and {p.section for p in passages} == {0}
    assert " ".join(p.text for p in passages) == " ".join([SENTENCE] * 150)


def test_the_lines_of_a_row_are_its_paragraphs() -> None:
    assert texts(f"{SENTENCE}\n\n  {SENTENCE}  \n") == [f"{SENTENCE}\n{SENTENCE}"]


def test_passages_know_what_they_cite() -> None:
    (passage,) = reading_of(
        CorpusDocument("r", "", "The stop was unlawful. State v. Rodriguez, 172 N.J. 117 (2002).")
    ).passages
    assert [citation.canonical for citation in passage.citations] == ["172 N.J. 117"]


def test_a_row_with_only_a_title_can_be_found_and_an_empty_row_has_no_passage() -> None:
    assert texts("  ", "Juries") == ["Juries"]
    assert texts("", "") == texts("\n \n", "\x00") == []


@given(st.sets(st.text(max_size=20), min_size=40, max_size=60))
def test_days_derived_from_ids_are_reproducible_and_spread_over_25_years(ids: set[str]) -> None:
    days = [filing_day(CorpusDocument(id_, "", "")) for id_ in ids]
    assert days == [filing_day(CorpusDocument(id_, "Wills", SENTENCE)) for id_ in ids]
    assert all(2000 <= day.year < 2025 for day in days)
    assert len({day.year for day in days}) > 10
    assert filing_day(CorpusDocument("r", "", "", date(1971, 5, 4))) == date(1971, 5, 4)


@given(st.text(max_size=400), st.text(max_size=40))
def test_any_text_is_read_and_what_is_kept_can_be_stored(text: str, title: str) -> None:
    reading = reading_of(CorpusDocument("r", title, text))
    for passage in reading.passages:
        passage.text.encode("utf-8")
        assert passage.text.strip() and len(passage.text.split()) <= HARD_WORDS
    reading.caption.title.encode("utf-8")


def test_texts_are_encoded_once_and_returned_unchanged_in_order(tmp_path: Path) -> None:
    inner = Buckets()
    texts = [f"text number {n}" for n in range(CACHE_BATCH + 7)] + ["text number 0", "\ud800"]
    first = CachedEncoder(inner, tmp_path).encode_passages(texts)
    assert inner.passages == CACHE_BATCH + 8
    again = CachedEncoder(inner, tmp_path).encode_passages(texts[::-1])
    assert inner.passages == CACHE_BATCH + 8
    np.testing.assert_array_equal(first, again[::-1])
    np.testing.assert_allclose(first[3], inner.encode_query(texts[3]))


def test_no_texts_give_no_rows(tmp_path: Path) -> None:
    assert CachedEncoder(Buckets(), tmp_path).encode_passages([]).shape == (0, 64)


def test_another_encoder_has_vectors_of_its_own(tmp_path: Path) -> None:
    class Other(Buckets):
        name = "buckets: test/2"

    CachedEncoder(Buckets(), tmp_path).encode_passages(["a"])
    other = Other()
    CachedEncoder(other, tmp_path).encode_passages(["a"])
    assert other.passages == 1


def test_texts_are_not_kept_on_disk(tmp_path: Path) -> None:
    CachedEncoder(Buckets(), tmp_path).encode_passages(["a very private sentence"])
    assert all(b"private" not in path.read_bytes() for path in tmp_path.iterdir())


def test_stopping_keeps_what_was_encoded_before(tmp_path: Path) -> None:
    inner = Buckets()
    calls: list[int] = []

    def check() -> None:
        calls.append(1)
        if len(calls) == 2:
            raise Cancelled

    texts = [f"t{n}" for n in range(2 * CACHE_BATCH)]
    with pytest.raises(Cancelled):
        CachedEncoder(inner, tmp_path, check).encode_passages(texts)
    CachedEncoder(inner, tmp_path).encode_passages(texts)
    assert inner.passages == 2 * CACHE_BATCH
