"""Tests that verifying a search with operators reads no more of a library than needed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from briefbank.domain.expression import Expression, Phrase, Term
from briefbank.domain.searches import Filters, LexicalQuery, Order, SearchRequest
from briefbank.index.operator_matching import ExpressionMatcher
from briefbank.search.operator_verification import OperatorVerifier, VerifiedMatches
from briefbank.search.searcher import Searcher
from tests.search.fakes import Memory, RecordingStore


@pytest.fixture
def memory() -> Memory:
    made = Memory()
    made.add(1, "The officer stopped the car.")
    made.add(2, "The car stopped, and the officer came.")
    made.add(3, "No officer was there.")
    return made


def word(pattern: str) -> Term:
    return Term(pattern, 0, 0)


def verified(memory: Memory, required: Expression) -> tuple[VerifiedMatches, RecordingStore]:
    store = RecordingStore(memory)
    verifier = OperatorVerifier(memory.parts().lexical, store, ExpressionMatcher)
    return verifier.verify(LexicalQuery(required=required), Filters(), Order.BEST), store


def test_where_the_index_alone_can_tell_nothing_is_read(memory: Memory) -> None:
    found, store = verified(memory, word("car"))
    assert sorted(id_ for id_, _ in found.scored) == [1, 2] and found.complete
    assert store.read == store.followed == store.documents == []


def test_the_next_passage_is_not_read_where_no_match_can_end_in_it(memory: Memory) -> None:
    found, store = verified(memory, word("stop*"))
    assert sorted(found.passages) == [1, 2]
    assert store.followed == [] and sorted(store.read) == [1, 2]


def test_the_next_passage_is_read_where_a_match_may_end_in_it(memory: Memory) -> None:
    found, store = verified(memory, Phrase((word("the"), word("car")), 0, 0))
    assert sorted(found.passages) == [1, 2]
    assert sorted(store.followed) == [1, 2]


def test_what_was_read_to_be_checked_is_not_read_again_to_be_shown(memory: Memory) -> None:
    memory.add(4, "Here a car was stopped.")  # With fewer than three results, wider searches are tried.
    store = RecordingStore(memory)
    answer = Searcher(replace(memory.parts(), store=store)).search(SearchRequest("stopped /3 car"))
    assert sorted(hit.passage.id for hit in answer.hits) == [1, 2, 4]
    assert (store.read, sorted(store.followed), store.documents) == ([], [1, 2, 4], [1, 2, 4])
