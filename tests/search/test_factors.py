"""Tests of the factors of a result's rank: the shares of its relevance, its date, its kind."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from briefbank.domain.caption_fields import SETTLED, Kind
from briefbank.domain.searches import FactorName, Hit, Order, SearchRequest, Verdict
from briefbank.search import presentation, selection
from briefbank.search.channels import LEXICAL, NUMBERS, SEMANTIC
from briefbank.search.feedback import MOST, Adjustment, Vote
from briefbank.search.search_types import Candidate, Result
from briefbank.search.selection import AUTHORITY, AUTHORITY_SHARE, HALF_LIFE_DAYS, RECENCY_SHARE
from tests.search.fakes import Memory, document, passage

DAY = date(2020, 1, 1)
CAR = (1.0, 0.0, 0.0)


def item(
    number: int = 1, filed: date | None = DAY, kind: Kind = Kind.BRIEF, relevance: float = 1.0
) -> Result:
    shares = {LEXICAL.name: 0.6 * relevance, SEMANTIC.name: 0.4 * relevance, NUMBERS.name: 0.0}
    candidate = Candidate(number, relevance, True, None, shares)
    return Result(candidate, passage(number, "text"), document(number, filed, kind=kind))


def weigh(*results: Result) -> list[Result]:
    return selection.weighed(results, Order.BEST)


# --- date and kind -----------------------------------------------------------------------------------


def test_after_half_a_life_half_of_what_newness_gives_is_gone() -> None:
    new, old = weigh(item(1), item(2, DAY - timedelta(days=HALF_LIFE_DAYS)))
    assert new.recency == 1.0
    assert old.recency == pytest.approx(1.0 - RECENCY_SHARE / 2)


def test_newness_is_measured_from_the_newest_result_and_without_a_date_there_is_none() -> None:
    results = weigh(item(1, date(1990, 1, 1)), item(2, None), item(3, date(1980, 1, 1)))
    assert results[0].recency == 1.0
    assert results[1].recency == 1.0 - RECENCY_SHARE < results[2].recency
    assert [result.recency for result in weigh(item(1, None), item(2, None))] == [1.0, 1.0]


@pytest.mark.parametrize("kind", sorted(SETTLED))
def test_statutes_and_rules_do_not_age(kind: Kind) -> None:
    weighed = weigh(item(1), item(2, date(1900, 1, 1), kind), item(3, None, kind))
    assert [result.recency for result in weighed[1:]] == [1.0, 1.0]


def test_every_kind_has_a_weight_and_briefs_and_opinions_are_below_statutes_and_rules() -> None:
    assert set(AUTHORITY) == set(Kind)
    ordered = [Kind.STATUTE, Kind.RULE, Kind.OPINION, Kind.MEMO]
    values = [weigh(item(1, kind=kind))[0].authority for kind in ordered]
    assert values == sorted(values, reverse=True) and len(set(values)) == 4
    assert AUTHORITY[Kind.BRIEF] == AUTHORITY[Kind.OPINION]


@given(
    st.lists(
        st.tuples(st.none() | st.dates(date(1800, 1, 1), date(2100, 1, 1)), st.sampled_from(Kind)), max_size=8
    )
)
def test_date_and_kind_take_at_most_a_tenth_each_and_give_nothing(given_items: list[tuple]) -> None:  # type: ignore[type-arg]
    results = weigh(*(item(at, filed, kind) for at, (filed, kind) in enumerate(given_items, start=1)))
    assert all(1.0 - RECENCY_SHARE <= result.recency <= 1.0 for result in results)
    assert all(1.0 - AUTHORITY_SHARE <= result.authority <= 1.0 for result in results)


def test_the_newer_of_two_equal_results_comes_first_but_never_above_a_clearly_better_one() -> None:
    memory = Memory()
    memory.add(1, "alpha bravo charlie", date(1950, 1, 1), CAR)
    memory.add(2, "alpha bravo delta", date(2020, 1, 1), CAR)
    memory.add(3, "alpha bravo echo", date(2020, 1, 2), (0.5, 0.5, 0.0))
    memory.directions["alpha bravo"] = CAR
    answer = memory.searcher().search(SearchRequest("alpha bravo", order=Order.BEST))
    assert [hit.passage.id for hit in answer.hits] == [2, 1, 3]


def test_ordered_by_date_nothing_is_weighed() -> None:
    results = [item(1, None, Kind.MEMO), item(2, date(1900, 1, 1))]
    assert selection.weighed(results, Order.NEWEST) == results
    assert [factor.name for factor in presentation.factors_of(results[0], None, "")] == ["words", "meaning"]


# --- in words ----------------------------------------------------------------------------------------


def test_the_largest_share_comes_first_and_shares_of_nothing_are_left_out() -> None:
    (old,) = weigh(replace(item(1, None, Kind.MEMO), candidate=item(relevance=0.5).candidate))
    old = replace(old, recency=0.9)
    nudge = Adjustment(MOST, (Vote("stop", Verdict.UP, 1.0),))
    factors = [
        (factor.name, factor.value, factor.text) for factor in presentation.factors_of(old, nudge, "Marked")
    ]
    assert factors == [
        ("words", 0.3, "Words of the search"),
        ("meaning", 0.2, "Nearness in meaning"),
        ("recency", 0.9, "No filing date is known"),
        ("authority", round(old.authority, 4), "Kind: memo"),
        ("feedback", MOST, "Marked"),
    ]


def added_share(hit: Hit) -> float:
    return sum(
        f.value
        for f in hit.factors
        if f.name not in (FactorName.RECENCY, FactorName.AUTHORITY, FactorName.FEEDBACK)
    )


class ReversingReranker:
    """A comparing model that likes best what came last."""

    def score(self, query: str, texts: list[str], *, limit_s: float) -> NDArray[np.float32]:
        return np.linspace(0.1, 1.0, len(texts), dtype=np.float32)


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("compared", [False, True])
@pytest.mark.parametrize(
    "query", ["alpha bravo", "404(b) alpha", "“alpha” bravo", "alpha AND bravo 404(b)", "404(b)"]
)
def test_the_shares_add_up_to_the_score_of_every_result(query: str, compared: bool, order: Order) -> None:
    memory = Memory(reranker=ReversingReranker() if compared else None)  # type: ignore[arg-type]
    memory.add(1, "alpha bravo under 404(b)", date(1950, 1, 1), CAR, cites=["1 N.J. 1"], family=3)
    memory.add(2, "alpha bravo", date(2020, 1, 1), (0.9, 0.1, 0.0))
    memory.add(3, "alpha bravo under 404(b) and more", date(2020, 1, 2), (0.5, 0.5, 0.0), family=3)
    memory.add(4, "delta", None, (0.8, 0.0, 0.2), cites=["1 N.J. 1"])
    memory.directions[query] = CAR
    answer = memory.searcher().search(SearchRequest(query, order=order))
    assert answer.hits
    for hit in answer.hits:
        assert added_share(hit) == pytest.approx(hit.score, abs=5e-4), hit.factors
