"""Tests of the whole search over a library in memory: filters, order, advice, and notes."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date

import pytest

from briefbank.domain.authorities import Span
from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Filters, Hit, Order, SearchAnswer, SearchRequest
from tests.search.fakes import Memory

CAR = (1.0, 0.0, 0.0)
JURY = (0.0, 1.0, 0.0)


def library() -> Memory:
    memory = Memory()
    memory.add(1, "Officers may search an automobile with consent.", date(2010, 1, 1), CAR, court="App. Div.")
    memory.add(2, "The consent to search the car was voluntary.", date(2020, 1, 1), (0.9, 0.1, 0.0))
    memory.add(3, "The jury was charged on accomplice liability.", date(2024, 1, 1), JURY, kind=Kind.MEMO)
    memory.add(4, "Consent of the driver to the search of the car.", None, (0.95, 0.0, 0.1))
    memory.add(
        5, "Evidence of bad acts under N.J.R.E. 404(b) was admitted.", date(2018, 1, 1), (0.0, 0.3, 0.9)
    )
    memory.directions["consent to search a car"] = CAR
    memory.directions["vehicle stop permission"] = CAR
    return memory


def ask(text: str, memory: Memory | None = None, *, semantic: bool = True, **values: object) -> SearchAnswer:
    searcher = (memory or library()).searcher(semantic)
    return searcher.search(SearchRequest(text, **values))  # type: ignore[arg-type]


def ids(answer: SearchAnswer) -> list[int]:
    return [hit.passage.id for hit in answer.close]


def weighed(hit: Hit) -> float:
    """Return the factor by which date and kind multiplied a result's relevance."""
    return math.prod(factor.value for factor in hit.factors if factor.name in ("recency", "authority"))


def test_best_match_orders_by_relevance_with_date_and_kind() -> None:
    answer = ask("consent to search a car", order=Order.BEST)
    scores = [hit.score * weighed(hit) for hit in answer.hits]
    assert scores == pytest.approx(sorted(scores, reverse=True), abs=1e-3)
    assert [hit.rank for hit in answer.hits] == list(range(1, len(scores) + 1))


def test_meaning_finds_a_passage_without_any_word_of_the_query() -> None:
    answer = ask("vehicle stop permission")
    assert set(ids(answer)) >= {1, 2, 4}
    assert "Very similar in meaning" in answer.hits[0].reasons


def test_without_vectors_the_search_is_lexical_and_the_answer_says_so() -> None:
    answer = ask("consent to search a car", semantic=False)
    assert ids(answer)
    assert not answer.meaning_used
    assert "meaning" not in answer.interpretation
    assert ask("vehicle permission", semantic=False).advice


def test_filters_that_exclude_everything_are_named_with_what_there_would_be_without_them() -> None:
    answer = ask("consent to search a car", filters=Filters(filed_from=date(2030, 1, 1)))
    assert answer.total == 0
    assert "without them there would be 2" in answer.advice


def test_a_search_without_a_result_says_why() -> None:
    memory = library()
    memory.directions["chocolate cake recipe jury"] = (0.0, 0.0, -1.0)
    for text, advice in (
        ("blorptastic flumwhistle", "“blorptastic” or “flumwhistle”"),
        ("chocolate cake recipe jury", "“chocolate”, “cake” or “recipe”"),
        ("consent AND elephant", "Nothing was found for “consent”, “elephant”."),
    ):
        answer = ask(text, memory)
        assert answer.total == 0 and advice in answer.advice
    assert "library is empty" in ask("consent", Memory()).advice


def test_a_misspelling_is_corrected_in_both_channels_and_reported() -> None:
    memory = library()
    memory.directions["consent to search"] = CAR
    answer = ask("consnet to search", memory)
    assert "“consent” was searched for" in answer.interpretation
    assert memory.encoded == ["consent to search"]
    assert 2 in ids(answer)


def test_a_passage_removed_while_searching_is_passed_over() -> None:
    memory = library()
    searcher = memory.searcher()
    ranked = searcher.rank(SearchRequest("consent to search a car"))
    del memory.passages[2]
    assert any(candidate.passage_id == 2 for candidate in ranked.candidates)
    assert 2 not in ids(ask("consent to search a car", memory))


def test_highlights_are_inside_the_text_and_every_hit_has_reasons_and_a_citation() -> None:
    answer = ask("consent to search a car")
    assert all(hit.marks for hit in answer.close)
    for hit in answer.hits:
        assert hit.reasons
        assert hit.citation
        assert all(0 <= start < end <= len(hit.passage.text) for start, end in hit.marks)


def test_a_result_across_a_page_break_is_cited_by_both_printed_pages() -> None:
    memory = Memory(labels={(1, 1): "1", (2, 1): "2"})
    for number, pages in enumerate([(0, 1), (0,), (0, 1)], start=1):
        memory.add(number, f"Consent number {number}.", date(2020, 1, 1), docket="A-1234-20")
        spans = tuple(Span(page, 0, 5, 0, 5) for page in pages)
        memory.passages[number] = replace(memory.passages[number], spans=spans, page_label="i")
    over, whole, unlabelled = ask("consent", memory, semantic=False).hits
    assert over.citation.startswith("Brief at i–1, State v. Doe, No. A-1234-20")
    assert whole.citation.startswith("Brief at i, State v. Doe")
    assert unlabelled.citation.startswith("Brief at i, State v. Doe")


def test_many_threads_get_the_same_answer() -> None:
    searcher = library().searcher()

    def run(_: int) -> list[int]:
        return ids(searcher.search(SearchRequest("consent to search a car")))

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(run, range(40)))
    assert all(answer == answers[0] for answer in answers)
