"""Feedback through the whole program: its effect is shown, bounded, and undone when it is withdrawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.domain.searches import Hit, Order, SearchRequest, Verdict
from briefbank.evaluate.metrics import of_feedback
from briefbank.jobs import QuietReporter
from briefbank.search.feedback import PLACES
from tests.support.collection_factory import GeneratedCollection, opened

QUERY = "consent to a search of the car"
ALIKE = "the search of a car by consent"
OTHER = "hearsay before the jury"


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GeneratedCollection]:
    with opened(tmp_path_factory.mktemp("learning"), briefs=7) as opened_collection:
        yield opened_collection


@pytest.fixture
def unmarked_collection(collection: GeneratedCollection) -> Iterator[GeneratedCollection]:
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


def test_positive_feedback_lifts_a_passage_and_says_so(unmarked_collection: GeneratedCollection) -> None:
    before = ids(hits(unmarked_collection, QUERY))
    assert len(before) > PLACES
    marked = before[-1]
    mark(unmarked_collection, marked, Verdict.UP)
    after = hits(unmarked_collection, QUERY)
    index = ids(after).index(marked)
    assert index == len(before) - 1 - PLACES and sorted(ids(after)) == sorted(before)
    assert after[index].verdict is Verdict.UP
    assert after[index].reasons[0] == f"Marked as helpful for “{QUERY}”"
    assert [factor.value > 0 for factor in after[index].factors if factor.name == "feedback"] == [True]


def test_feedback_counts_in_similar_searches_and_in_no_other(
    unmarked_collection: GeneratedCollection,
) -> None:
    elsewhere = hits(unmarked_collection, OTHER)
    before = ids(hits(unmarked_collection, ALIKE))
    marked = before[PLACES + 1]
    mark(unmarked_collection, marked, Verdict.UP)
    after = hits(unmarked_collection, ALIKE)
    index = ids(after).index(marked)
    assert index < PLACES + 1 and f"Marked as helpful for “{QUERY}”" in after[index].reasons[0]
    assert after[index].verdict is None
    assert hits(unmarked_collection, OTHER) == elsewhere


@pytest.mark.parametrize("query", ["803(c)(27)", "R. 3:5-7", "2C:44-1"])
def test_a_search_for_a_number_alone_learns_nothing(
    unmarked_collection: GeneratedCollection, query: str
) -> None:
    before = ids(hits(unmarked_collection, query))
    assert len(before) > 2
    for passage_id in before[1:]:
        mark(unmarked_collection, passage_id, Verdict.UP, query)
    after = hits(unmarked_collection, query)
    assert ids(after) == before
    assert not [reason for hit in after for reason in hit.reasons if "marked" in reason.lower()]


@pytest.mark.parametrize("order", list(Order))
def test_marks_that_are_taken_back_leave_the_ranking_as_it_was(
    unmarked_collection: GeneratedCollection, order: Order
) -> None:
    first = hits(unmarked_collection, QUERY, order)
    mark(unmarked_collection, first[-1].passage.id, Verdict.UP)
    once = hits(unmarked_collection, QUERY, order)
    mark(unmarked_collection, first[1].passage.id, Verdict.DOWN, ALIKE)
    mark(unmarked_collection, first[2].passage.id, Verdict.DOWN)
    listed = unmarked_collection.library.feedback.all()
    assert (listed[0].query, listed[0].verdict) == (QUERY, Verdict.DOWN)
    assert {item.passage_id for item in listed} == {first[at].passage.id for at in (-1, 1, 2)}
    assert hits(unmarked_collection, QUERY, order) != once
    assert unmarked_collection.library.feedback.forget([item.key for item in listed[:2]]) == 2
    assert hits(unmarked_collection, QUERY, order) == once
    assert unmarked_collection.library.feedback.forget(None) == 1
    assert hits(unmarked_collection, QUERY, order) == first
    assert (
        unmarked_collection.library.feedback.forget(None) == 0
        and unmarked_collection.library.feedback.all() == []
    )
    assert unmarked_collection.library.maintenance.check().problems == (), (
        "no word of their queries is left on the disk, and all agrees"
    )


def test_feedback_that_is_cleared_or_exported_and_imported_counts_as_before(
    unmarked_collection: GeneratedCollection, tmp_path: Path
) -> None:
    first = hits(unmarked_collection, QUERY)
    mark(unmarked_collection, first[-1].passage.id, Verdict.UP)
    marked = hits(unmarked_collection, QUERY)
    assert unmarked_collection.library.feedback.export(tmp_path / "marks.json") == 1
    mark(unmarked_collection, first[-1].passage.id, None)
    assert hits(unmarked_collection, QUERY) == first
    assert unmarked_collection.library.feedback.import_from(tmp_path / "marks.json") == (1, 0)
    assert hits(unmarked_collection, QUERY) == marked


def test_an_offices_marks_measure_its_searches_with_and_without_them(
    unmarked_collection: GeneratedCollection,
) -> None:
    shown = ids(hits(unmarked_collection, QUERY, Order.BEST))
    for query in (QUERY, ALIKE):
        for passage_id in shown[4:7]:
            mark(unmarked_collection, passage_id, Verdict.UP, query)
        mark(unmarked_collection, shown[0], Verdict.DOWN, query)
    figures = of_feedback(
        unmarked_collection.library.feedback.all(), unmarked_collection.library.ranked, QuietReporter()
    )
    assert (figures["marks"], figures["up"], figures["queries"], figures["enough"]) == (8, 6, 2, True)
    without, learned = figures["without_learning"], figures["as_searched"]
    assert learned["precision@5"] > without["precision@5"]
    assert figures["from_other_searches"]["precision@5"] >= without["precision@5"]
    assert learned["recall"] == 1 and len(figures["by_month"]) == 1
