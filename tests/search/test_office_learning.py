"""Feedback through the whole program: its effect is shown, bounded, and undone when it is withdrawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.domain.searches import Hit, Order, SearchRequest, Verdict
from briefbank.evaluate.metrics import of_feedback
from briefbank.jobs import QuietReporter
from briefbank.search.feedback import PLACES
from tests.support.collection_factory import GeneratedCollection

QUERY = "consent to a search of the car"
ALIKE = "the search of a car by consent"
OTHER = "hearsay before the jury"


@pytest.fixture
def collection(collection: GeneratedCollection) -> Iterator[GeneratedCollection]:
    """The collection, without a mark before and after."""
    yield collection
    collection.library.feedback.forget(None)


def hits(collection: GeneratedCollection, query: str, order: Order = Order.NEWEST) -> list[Hit]:
    return list(collection.library.search(SearchRequest(query, limit=1000, order=order)).close)


def ids(listed: list[Hit]) -> list[int]:
    return [hit.passage.id for hit in listed]


def mark(
    collection: GeneratedCollection, passage_id: int, verdict: Verdict | None, query: str = QUERY
) -> None:
    collection.library.feedback.give(passage_id, query, verdict)


def test_positive_feedback_lifts_a_passage_and_says_so(collection: GeneratedCollection) -> None:
    before = ids(hits(collection, QUERY))
    assert len(before) > PLACES
    marked = before[-1]
    mark(collection, marked, Verdict.UP)
    after = hits(collection, QUERY)
    index = ids(after).index(marked)
    assert index == len(before) - 1 - PLACES and sorted(ids(after)) == sorted(before)
    assert after[index].verdict is Verdict.UP
    assert after[index].reasons[0] == f"Marked as helpful for “{QUERY}”"
    assert [factor.value > 0 for factor in after[index].factors if factor.name == "feedback"] == [True]


def test_feedback_counts_in_similar_searches_and_in_no_other(
    collection: GeneratedCollection,
) -> None:
    elsewhere = hits(collection, OTHER)
    before = ids(hits(collection, ALIKE))
    marked = before[PLACES + 1]
    mark(collection, marked, Verdict.UP)
    after = hits(collection, ALIKE)
    index = ids(after).index(marked)
    assert index < PLACES + 1 and f"Marked as helpful for “{QUERY}”" in after[index].reasons[0]
    assert after[index].verdict is None
    assert hits(collection, OTHER) == elsewhere


def test_a_search_for_a_number_alone_learns_nothing(collection: GeneratedCollection) -> None:
    for query in ("803(c)(27)", "R. 3:5-7", "2C:44-1"):
        before = ids(hits(collection, query))
        assert len(before) > 2
        for passage_id in before[1:]:
            mark(collection, passage_id, Verdict.UP, query)
        after = hits(collection, query)
        assert ids(after) == before
        assert not [reason for hit in after for reason in hit.reasons if "marked" in reason.lower()]


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.nightly
def test_marks_that_are_taken_back_leave_the_ranking_as_it_was(
    collection: GeneratedCollection, order: Order
) -> None:
    feedback = collection.library.feedback
    first = hits(collection, QUERY, order)
    mark(collection, first[-1].passage.id, Verdict.UP)
    once = hits(collection, QUERY, order)
    mark(collection, first[1].passage.id, Verdict.DOWN, ALIKE)
    mark(collection, first[2].passage.id, Verdict.DOWN)
    listed = feedback.all()
    assert (listed[0].query, listed[0].verdict) == (QUERY, Verdict.DOWN)
    assert {item.passage_id for item in listed} == {first[at].passage.id for at in (-1, 1, 2)}
    assert hits(collection, QUERY, order) != once
    assert feedback.forget([item.key for item in listed[:2]]) == 2
    assert hits(collection, QUERY, order) == once
    assert feedback.forget(None) == 1
    assert hits(collection, QUERY, order) == first
    assert feedback.forget(None) == 0 and feedback.all() == []
    problems = collection.library.maintenance.check().problems
    assert problems == (), "no word of their queries is left on the disk, and all agrees"


def test_feedback_that_is_cleared_or_exported_and_imported_counts_as_before(
    collection: GeneratedCollection, tmp_path: Path
) -> None:
    first = hits(collection, QUERY)
    mark(collection, first[-1].passage.id, Verdict.UP)
    marked = hits(collection, QUERY)
    assert collection.library.feedback.export(tmp_path / "marks.json") == 1
    mark(collection, first[-1].passage.id, None)
    assert hits(collection, QUERY) == first
    assert collection.library.feedback.import_from(tmp_path / "marks.json") == (1, 0)
    assert hits(collection, QUERY) == marked


def test_an_offices_marks_measure_its_searches_with_and_without_them(
    collection: GeneratedCollection,
) -> None:
    alike = ids(hits(collection, ALIKE, Order.BEST))
    shown = [number for number in ids(hits(collection, QUERY, Order.BEST)) if number in alike]
    for query in (QUERY, ALIKE):
        for passage_id in shown[4:7]:
            mark(collection, passage_id, Verdict.UP, query)
        mark(collection, shown[0], Verdict.DOWN, query)
    figures = of_feedback(collection.library.feedback.all(), collection.library.ranked, QuietReporter())
    assert (figures["marks"], figures["up"], figures["queries"], figures["enough"]) == (8, 6, 2, True)
    without, learned = figures["without_learning"], figures["as_searched"]
    assert learned["precision@5"] > without["precision@5"]
    assert figures["from_other_searches"]["precision@5"] >= without["precision@5"]
    assert learned["recall"] == 1 and len(figures["by_month"]) == 1
