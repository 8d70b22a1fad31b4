"""Thumbs through the whole program: what they change is shown, bounded, and taken back to the last place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.domain.searches import Hit, Order, SearchRequest, Verdict
from briefbank.evaluate.metrics import of_feedback
from briefbank.jobs import QuietReporter
from briefbank.search.feedback import PLACES
from tests.collection_factory import MadeCollection, opened

QUERY = "consent to a search of the car"
ALIKE = "the search of a car by consent"
OTHER = "hearsay before the jury"


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MadeCollection]:
    with opened(tmp_path_factory.mktemp("learning"), briefs=7) as made:
        yield made


@pytest.fixture
def made(collection: MadeCollection) -> Iterator[MadeCollection]:
    """The collection, without a mark before and after."""
    yield collection
    collection.library.feedback.forget(None)


def hits(made: MadeCollection, query: str, order: Order = Order.NEWEST) -> list[Hit]:
    return list(made.library.search(SearchRequest(query, limit=1000, order=order)).close)


def ids(found: list[Hit]) -> list[int]:
    return [hit.passage.id for hit in found]


def mark(made: MadeCollection, passage_id: int, verdict: Verdict | None, query: str = QUERY) -> None:
    made.library.feedback.give(passage_id, query, verdict)


def test_a_thumb_up_lifts_a_passage_and_says_so(made: MadeCollection) -> None:
    before = ids(hits(made, QUERY))
    assert len(before) > PLACES
    marked = before[-1]
    mark(made, marked, Verdict.UP)
    after = hits(made, QUERY)
    place = ids(after).index(marked)
    assert place == len(before) - 1 - PLACES and sorted(ids(after)) == sorted(before)
    assert after[place].verdict is Verdict.UP
    assert after[place].reasons[0] == f"Up {PLACES}: marked as helpful for “{QUERY}”"
    assert [factor.value > 0 for factor in after[place].factors if factor.name == "feedback"] == [True]


@pytest.mark.parametrize("order", list(Order))
def test_a_thumb_down_lowers_a_passage_and_never_takes_it_out(made: MadeCollection, order: Order) -> None:
    before = ids(hits(made, QUERY, order))
    mark(made, before[0], Verdict.DOWN)
    after = hits(made, QUERY, order)
    assert sorted(ids(after)) == sorted(before)
    place = ids(after).index(before[0])
    assert 0 <= place <= PLACES
    assert "marked as not helpful for" in after[place].reasons[0].lower()
    for passage_id in before[1:]:  # whatever is done to it, it stays within reach
        mark(made, passage_id, Verdict.UP)
    assert ids(hits(made, QUERY, order)).index(before[0]) <= PLACES


def test_a_mark_counts_in_a_search_that_is_like_it_and_in_no_other(made: MadeCollection) -> None:
    elsewhere = hits(made, OTHER)
    before = ids(hits(made, ALIKE))
    marked = before[PLACES + 1]
    mark(made, marked, Verdict.UP)
    after = hits(made, ALIKE)
    place = ids(after).index(marked)
    assert place < PLACES + 1 and f"marked as helpful for “{QUERY}”" in after[place].reasons[0]
    assert after[place].verdict is None
    assert hits(made, OTHER) == elsewhere


@pytest.mark.parametrize("query", ["803(c)(27)", "R. 3:5-7", "2C:44-1"])
def test_a_search_for_a_number_alone_learns_nothing(made: MadeCollection, query: str) -> None:
    before = ids(hits(made, query))
    assert len(before) > 2
    for passage_id in before[1:]:
        mark(made, passage_id, Verdict.UP, query)
    after = hits(made, query)
    assert ids(after) == before
    assert not [reason for hit in after for reason in hit.reasons if "marked" in reason]


def test_operators_stay_exact_whatever_was_marked(made: MadeCollection) -> None:
    query = "stop! /p car hearsay"
    before = ids(hits(made, query))
    mark(made, before[-1], Verdict.UP, query)
    mark(made, before[0], Verdict.DOWN, query)
    mark(made, next(number for number in made.passages if number not in before), Verdict.UP, query)
    after = ids(hits(made, query))
    assert sorted(after) == sorted(before) and after != before


@pytest.mark.parametrize("order", list(Order))
def test_marks_that_are_taken_back_leave_the_ranking_as_it_was(made: MadeCollection, order: Order) -> None:
    first = hits(made, QUERY, order)
    mark(made, first[-1].passage.id, Verdict.UP)
    once = hits(made, QUERY, order)
    mark(made, first[1].passage.id, Verdict.DOWN, ALIKE)
    mark(made, first[2].passage.id, Verdict.DOWN)
    listed = made.library.feedback.all()
    assert (listed[0].query, listed[0].verdict) == (QUERY, Verdict.DOWN)
    assert {item.passage_id for item in listed} == {first[at].passage.id for at in (-1, 1, 2)}
    assert hits(made, QUERY, order) != once
    assert made.library.feedback.forget([item.key for item in listed[:2]]) == 2
    assert hits(made, QUERY, order) == once
    assert made.library.feedback.forget(None) == 1
    assert hits(made, QUERY, order) == first
    assert made.library.feedback.forget(None) == 0 and made.library.feedback.all() == []
    assert made.library.maintenance.check().problems == (), (
        "no word of their queries is left on the disk, and all agrees"
    )


def test_a_thumb_that_is_cleared_or_carried_away_and_back_counts_as_before(
    made: MadeCollection, tmp_path: Path
) -> None:
    first = hits(made, QUERY)
    mark(made, first[-1].passage.id, Verdict.UP)
    marked = hits(made, QUERY)
    assert made.library.feedback.export(tmp_path / "marks.json") == 1
    mark(made, first[-1].passage.id, None)
    assert hits(made, QUERY) == first
    assert made.library.feedback.import_from(tmp_path / "marks.json") == (1, 0)
    assert hits(made, QUERY) == marked


def test_an_offices_marks_measure_its_searches_with_and_without_them(made: MadeCollection) -> None:
    shown = ids(hits(made, QUERY, Order.BEST))
    for query in (QUERY, ALIKE):
        for passage_id in shown[4:7]:
            mark(made, passage_id, Verdict.UP, query)
        mark(made, shown[0], Verdict.DOWN, query)
    figures = of_feedback(made.library.feedback.all(), made.library.ranked, QuietReporter())
    assert (figures["marks"], figures["up"], figures["queries"], figures["enough"]) == (8, 6, 2, True)
    without, learned = figures["without_learning"], figures["as_searched"]
    assert learned["precision@5"] > without["precision@5"]
    assert figures["from_other_searches"]["precision@5"] >= without["precision@5"]
    assert learned["recall"] == 1 and len(figures["by_month"]) == 1
