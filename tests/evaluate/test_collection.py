"""Tests of turning rows into passages, as paragraphs of a file are."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from briefbank.evaluate.data_sets import CorpusDocument, filing_day, reading_of
from briefbank.extraction.passages import HARD_WORDS, MOST_WORDS

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
