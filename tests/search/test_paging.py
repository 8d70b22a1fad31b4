"""Tests of results page by page, of the quick lexical answer, and of the keys of close passages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue import feedback_rows, ingest_ledger, passage_rows
from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Filters, LexicalQuery, Order, SearchRequest, Verdict
from briefbank.search import searcher
from briefbank.search.query import USUAL
from briefbank.search.search_types import MOST_CHECKED, Ranking, Results
from briefbank.search.searcher import Searcher
from tests.search.fakes import Memory, RecordingStore, Words
from tests.search.stored import Brief, Stored, stored


def memory_of(count: int) -> Memory:
    memory = Memory()
    for number in range(1, count + 1):
        memory.add(number, f"Consent number {number}.", date(2000, 1, 1 + number % 28))
    return memory


def pages(searcher: Searcher, request: SearchRequest, size: int) -> list[tuple[int, int]]:
    """Return rank and passage of all results, requested page by page."""
    results: list[tuple[int, int]] = []
    while True:
        answer = searcher.search(replace(request, start=len(results), limit=size))
        if not answer.hits:
            return results
        results += [(hit.rank, hit.passage.id) for hit in answer.hits]


@given(
    count=st.integers(1, 23),
    size=st.integers(1, 8),
    order=st.sampled_from(Order),
    text=st.sampled_from(["“consent”", "consent number", "consent! NOT 3"]),
)
def test_pages_put_together_are_the_whole_in_its_order(
    count: int, size: int, order: Order, text: str
) -> None:
    searcher, request = memory_of(count).searcher(False), SearchRequest(text, limit=100, order=order)
    whole = [(hit.rank, hit.passage.id) for hit in searcher.search(request).hits]
    assert [rank for rank, _ in whole] == list(range(1, len(whole) + 1))
    assert pages(searcher, request, size) == whole


def test_a_passage_is_read_once_and_a_later_page_needs_no_second_search() -> None:
    memory = memory_of(40)
    store = RecordingStore(memory)
    searcher = Searcher(replace(memory.parts(semantic=False), store=store))
    request = SearchRequest("“consent”", limit=10)
    first = searcher.search(request)
    assert sorted(store.read) == list(range(1, 41)), "what is read to check it is not read again to show it"
    store.read.clear()
    later = searcher.search(replace(request, start=35))
    assert (later.total, [hit.rank for hit in later.hits]) == (40, [36, 37, 38, 39, 40])
    assert len(store.read) == 5
    assert first.hits[0].passage.text and later.hits[0].passage.text
    assert searcher.search(replace(request, start=40)).hits == ()


@pytest.mark.parametrize("change", ["text", "order", "filters", "words_only"])
def test_results_are_not_reused_for_another_search(change: str) -> None:
    memory = memory_of(5)
    memory.add(6, "Remand.", date(2001, 1, 1))
    other = {
        "text": SearchRequest("“remand”"),
        "order": SearchRequest("“consent”", order=Order.BEST),
        "filters": SearchRequest("“consent”", filters=Filters(filed_from=date(2000, 1, 4))),
        "words_only": SearchRequest("“consent”", words_only=True),
    }[change]
    searcher = memory.searcher(False)
    searcher.search(SearchRequest("“consent”"))
    seen = searcher.search(replace(other, start=1))
    assert seen.hits == memory.searcher(False).search(other).hits[1:]


def test_what_changes_between_two_pages_counts_on_the_next(stores: Stored) -> None:
    request = SearchRequest("consent!", limit=2, order=Order.BEST)
    assert stores.searcher.search(request).total == 3
    last = stores.searcher.search(replace(request, start=2)).hits[0]
    feedback_rows.give(stores.catalogue, last.passage.id, request.text, Verdict.UP)
    assert stores.searcher.search(replace(request, start=2)).hits[0].verdict is Verdict.UP
    stores.add(77, Brief(["Consent, on the last day."], date(2024, 1, 1)))
    assert stores.searcher.search(replace(request, start=2)).total == 4
    for hit in stores.searcher.search(request).hits:
        ingest_ledger.remove_documents(stores.catalogue, hit.document.id)
    again = stores.searcher.search(replace(request, start=2))
    assert (again.hits, again.total) == ((), 2)


def test_scrolling_gets_more_results_of_a_very_broad_search(tmp_path: Path) -> None:
    texts = [f"Consent number {number}." for number in range(MOST_CHECKED // 2 + 10)]
    briefs = [Brief(texts, date(2000, 1, 1)), Brief([f"{text} More." for text in texts], date(2001, 1, 1))]
    with stored(tmp_path, briefs) as stores:
        first = stores.searcher.search(SearchRequest("consent!"))
        later = stores.searcher.search(SearchRequest("consent!", start=MOST_CHECKED - 5, limit=50))
        last = stores.searcher.search(SearchRequest("consent!", start=2 * len(texts) - 1, limit=50))
    assert (first.total, first.total_is_least) == (MOST_CHECKED, True)
    assert (later.total, later.total_is_least) == (2 * len(texts), False)
    assert [hit.rank for hit in later.hits] == list(range(MOST_CHECKED - 4, 2 * len(texts) + 1))
    assert [hit.rank for hit in last.hits] == [2 * len(texts)]


def test_a_far_jump_looks_once_as_deep_as_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "DEEPER", 1.001)
    texts, depths = [f"Consent number {number}." for number in range(MOST_CHECKED + 40)], []
    select = searcher.select

    def noted(ranking: Ranking, *rest: Any) -> Results:
        depths.append(ranking.max_checked)
        return select(ranking, *rest)

    monkeypatch.setattr(searcher, "select", noted)
    with stored(tmp_path, [Brief(texts, date(2000, 1, 1))]) as stores:
        stores.searcher.search(SearchRequest("consent!"))
        far = stores.searcher.search(SearchRequest("consent!", start=MOST_CHECKED + 20, limit=10))
    assert [hit.rank for hit in far.hits] == list(range(MOST_CHECKED + 21, MOST_CHECKED + 31))
    assert depths[0] == MOST_CHECKED and len(depths) == 2


def test_an_index_that_has_enough_passages_is_asked_once() -> None:
    limits: list[int] = []

    class Counting(Words):
        def search(self, query: LexicalQuery, filters: Filters, limit: int) -> list[tuple[int, float]]:
            limits.append(limit)
            return super().search(query, filters, limit)

    memory = memory_of(2 * USUAL.depth)
    Searcher(replace(memory.parts(), lexical=Counting(memory))).search(SearchRequest("consent"))
    assert len(limits) == 1 and limits[0] < 2 * USUAL.depth


def test_words_only_asks_no_model_and_follows_no_citations() -> None:
    memory = Memory()
    memory.add(1, "Consent was given.", date(2020, 1, 1), (1.0, 0.0, 0.0), cites=["1 U.S. 1"])
    memory.add(2, "Something else that cites the same.", date(2021, 1, 1), cites=["1 U.S. 1"])
    memory.add(3, "Permission was asked for.", date(2022, 1, 1), (1.0, 0.0, 0.0))
    memory.directions["consent"] = (1.0, 0.0, 0.0)
    searcher = memory.searcher()
    quick = searcher.search(SearchRequest("consent", words_only=True))
    assert [hit.passage.id for hit in quick.hits] == [1]
    assert (memory.encoded, quick.meaning_used) == ([], False)
    assert searcher.search(SearchRequest("consent")).meaning_used and memory.encoded


def test_keys_are_those_of_all_that_is_relevant_and_outlive_removing_and_adding_a_file(
    stores: Stored,
) -> None:
    request = SearchRequest("consent!")

    def keys() -> set[str]:
        relevant_ids = stores.searcher.relevant_ids(request)
        return set(passage_rows.keys(stores.catalogue, relevant_ids).values())

    before, relevant_ids = keys(), stores.searcher.relevant_ids(request)
    passages = passage_rows.by_ids(stores.catalogue, relevant_ids)
    assert [passages[item].text for item in relevant_ids] == ["Consent 3.", "Consent 2.", "Consent 1."]
    assert len(before) == 3
    ingest_ledger.remove_documents(stores.catalogue, passages[relevant_ids[0]].document_id)
    stores.add(3, BRIEFS[3])
    assert stores.searcher.relevant_ids(request) != relevant_ids and keys() == before
    stores.add(50, Brief(["Consent 1."], date(2024, 1, 1)))
    assert stores.searcher.search(request).total == 3
    assert before < keys() and len(keys()) == 4, "a new copy has a key of its own"


BRIEFS = [
    Brief([f"Consent {number}."] if number else ["Remand."], date(2020 + number, 1, 1)) for number in range(4)
]


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[Stored]:
    with stored(tmp_path / "library", BRIEFS) as opened_stores:
        yield opened_stores


@pytest.mark.parametrize("order", list(Order))
def test_each_page_names_the_briefs_of_all_results_in_their_order_and_no_law(
    tmp_path: Path, order: Order
) -> None:
    briefs = [
        Brief(["Consent to a search of the car.", "Consent that was withdrawn.", "Consent of a guest."]),
        Brief(["Consent is knowing.", "Consent is voluntary."], date(2021, 1, 1), kind=Kind.STATUTE),
        Brief(["Consent given at night."], date(2022, 1, 1)),
    ]
    request = SearchRequest("“consent”", order=order)
    with stored(tmp_path, briefs) as stores:
        whole = stores.searcher.search(request)
        named = [0 if hit.document.kind is Kind.STATUTE else hit.document.id for hit in whole.hits]
        assert len(set(named)) == 3 and list(whole.briefs) == named
        for start in range(whole.total):
            assert stores.searcher.search(replace(request, start=start, limit=2)).briefs == whole.briefs
