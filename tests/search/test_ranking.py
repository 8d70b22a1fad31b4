"""Tests of the order of results, by date and by relevance."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from briefbank.domain.searches import Order
from briefbank.search.search_types import Candidate, Result
from briefbank.search.selection import arranged
from tests.search.fakes import document, passage


def build_result(
    number: int, relevance: float = 1.0, filed: date | None = None, text: str = "", **values: object
) -> Result:
    known = {"has_words": True, "cosine": None, **values}
    candidate = Candidate(number, relevance, **known)  # type: ignore[arg-type]
    return Result(candidate, passage(number, text or f"text {number}"), document(number, filed))


def test_newest_first_puts_documents_without_a_date_last() -> None:
    items = [
        build_result(1, 1.0, None),
        build_result(2, 0.8, date(2001, 1, 1)),
        build_result(3, 0.9, date(2019, 5, 5)),
    ]
    assert [item.document.id for item in arranged(items, Order.NEWEST)] == [3, 2, 1]


def test_equal_dates_are_ordered_by_relevance_and_equal_relevance_by_date() -> None:
    day, older = date(2019, 5, 5), date(2018, 5, 5)
    assert [
        i.document.id for i in arranged([build_result(1, 0.8, day), build_result(2, 0.9, day)], Order.NEWEST)
    ] == [2, 1]
    assert [
        i.document.id for i in arranged([build_result(1, 0.9, older), build_result(2, 0.9, day)], Order.BEST)
    ] == [2, 1]


def test_date_and_kind_count_in_best_match_alone() -> None:
    strong, weighed_down = build_result(1, 0.8), replace(build_result(2, 0.85), recency=0.95, authority=0.98)
    assert [item.document.id for item in arranged([weighed_down, strong], Order.BEST)] == [1, 2]
    assert [item.document.id for item in arranged([strong, weighed_down], Order.NEWEST)] == [2, 1]
