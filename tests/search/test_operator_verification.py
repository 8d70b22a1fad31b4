"""Tests that verifying a search with operators reads no more of a library than needed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from briefbank.domain.searches import SearchRequest
from briefbank.search.searcher import Searcher
from briefbank.search.selection import BRIEFS
from tests.search.fakes import Memory, RecordingStore


@pytest.fixture
def memory() -> Memory:
    memory_ = Memory()
    memory_.add(1, "The officer stopped the car.")
    memory_.add(2, "The car stopped, and the officer came.")
    memory_.add(3, "No officer was there.")
    return memory_


def test_passages_read_for_verification_are_not_read_again_for_display(memory: Memory) -> None:
    more = range(4, 4 + BRIEFS)  # with fewer, the list goes on with passages that need not be checked
    for number in more:
        memory.add(number, f"Here car {number} was stopped.")
    store = RecordingStore(memory)
    request = SearchRequest("stopped /3 car", limit=2 * BRIEFS)
    answer = Searcher(replace(memory.parts(), store=store)).search(request)
    expected = [1, 2, *more]
    assert sorted(hit.passage.id for hit in answer.hits) == expected
    assert (sorted(store.read), store.documents) == (expected, expected)
