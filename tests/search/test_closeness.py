"""Tests of "nothing in this library is close": when it is said, and when it never is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest

from briefbank.domain.searches import Filters, Related, SearchAnswer, SearchRequest
from briefbank.search.interpretation import NOTHING_CLOSE
from tests.search.fakes import Memory

FAR = (0.3, 0.95, 0.0)
ASKED = (1.0, 0.0, 0.0)


@pytest.fixture
def memory() -> Memory:
    """Notes that have one word of "bite mark evidence", the most usual one, and are not about it."""
    notes = Memory()
    for number in range(1, 9):
        notes.add(number, f"The evidence of witness {number} was heard.", date(2020, 1, number), FAR)
    for text in ("bite mark evidence", "kind:brief bite mark evidence", "404(b) bite mark evidence witness"):
        notes.directions[text] = ASKED
    return notes


def ask(memory: Memory, text: str = "bite mark evidence", **values: object) -> SearchAnswer:
    return memory.searcher().search(SearchRequest(text, **values))  # type: ignore[arg-type]


def test_an_absent_subject_is_reported_above_the_nearest_passages(
    memory: Memory,
) -> None:
    answer = ask(memory)
    assert answer.hits and answer.nothing_close
    assert answer.advice.startswith(NOTHING_CLOSE)
    assert "“mark”" in answer.advice


@pytest.mark.parametrize("text", ["bite mark evidence", "“bite mark”", "evidence AND bite AND mark"])
def test_only_the_filters_are_blamed_for_excluding_close_results(memory: Memory, text: str) -> None:
    memory.directions[text] = ASKED
    memory.add(9, "The evidence of a bite mark was compared.", date(2000, 1, 1), FAR)
    answer = ask(memory, text, filters=Filters(filed_from=date(2020, 1, 1)))
    assert answer.nothing_close
    assert answer.advice == "The filters leave passages out; without them there would be 1."


def test_filters_are_not_blamed_when_nothing_is_close_without_them(memory: Memory) -> None:
    answer = ask(memory, filters=Filters(filed_from=date(2020, 1, 3)))
    assert answer.nothing_close
    assert answer.advice.startswith(NOTHING_CLOSE) and "filters" not in answer.advice


@pytest.mark.parametrize("text", ["The bite mark was compared.", "A mark of a bite."])
def test_a_passage_with_the_rare_words_is_close(memory: Memory, text: str) -> None:
    memory.add(9, text, date(2000, 1, 1), FAR)
    answer = ask(memory)
    assert not answer.nothing_close and NOTHING_CLOSE not in answer.advice


def test_a_passage_that_is_similar_in_meaning_needs_few_of_the_words(memory: Memory) -> None:
    memory.add(9, "Teeth leave a mark on skin.", date(2000, 1, 1), (0.5, 0.86, 0.0))
    assert not ask(memory).nothing_close


def test_the_words_of_headings_and_titles_count(memory: Memory) -> None:
    memory.add(9, "The evidence was excluded.", date(2000, 1, 1), FAR, title="Bite mark comparison")
    memory.vectors[9] = (0.35, 0.9, 0.0)
    assert not ask(memory).nothing_close


def test_a_thesaurus_word_counts_for_its_source_word(memory: Memory) -> None:
    memory.add(9, "The odontology evidence was excluded.", date(2000, 1, 1), (0.35, 0.9, 0.0))
    assert ask(memory).nothing_close

    def related(words: Sequence[str], text: str) -> tuple[Related, ...]:
        return (Related("odontology", 0.5, "Bite mark"),)

    memory.related = related
    assert not ask(memory).nothing_close


def test_a_found_number_is_never_reported_as_absent(memory: Memory) -> None:
    assert ask(memory, "kind:brief bite mark evidence").nothing_close
    assert ask(memory, "404(b) bite mark evidence witness").nothing_close
    memory.add(9, "Under 404(b) it was excluded.", date(2000, 1, 1), FAR)
    assert not ask(memory, "404(b) bite mark evidence witness").nothing_close


def test_pasted_text_and_word_searches_are_never_reported_as_absent(memory: Memory) -> None:
    pasted = f"{' '.join(f'word{number}' for number in range(20))} evidence of a witness was heard"
    memory.directions[pasted] = ASKED
    assert ask(memory, pasted).hits and not ask(memory, pasted).nothing_close
    assert not ask(memory, words_only=True).nothing_close
    assert not memory.searcher(semantic=False).search(SearchRequest("bite mark evidence")).nothing_close
