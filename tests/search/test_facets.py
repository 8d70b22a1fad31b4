"""Tests that each count beside a search equals the search with that filter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefbank.catalogue import authority_rows
from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import (
    Facet,
    FacetKind,
    FacetValue,
    Filters,
    Order,
    ResultFacets,
    SearchRequest,
)
from briefbank.search.filters import SHOWN
from briefbank.search.search_types import MOST_CHECKED
from tests.search.stored import Brief, Stored, stored

COURTS = ("", "Appellate Division", "Supreme Court of New Jersey")
OFFICES = ("", "Office of the Public Defender", "Doe & Roe, LLP")
CITES = ("State v. Carty, 170 N.J. 632 (2002)", "State v. Yarbough, 100 N.J. 627 (1985)", "N.J.S.A. 2C:44-1")
FILLER = (
    "The officers asked the driver to step out and looked under the seat before anybody had told them why "
    "they might, and nothing in the record says that the driver was free to refuse or knew that he was"
)
"""Long enough that a word more leaves passages nearly the same."""
PARTS = ("consent", "waiver", "remand", f"consent {FILLER}", f"consent {FILLER} indeed", f"remand {FILLER}")

passages = st.builds(
    lambda part, cited: (
        ". ".join([part.capitalize(), *(f"See {citation}" for citation in sorted(cited))]) + "."
    ),
    st.sampled_from(PARTS),
    st.sets(st.sampled_from(CITES), max_size=2),
)
briefs = st.builds(
    Brief,
    st.lists(passages, min_size=1, max_size=3),
    st.sampled_from([None, date(2018, 5, 1), date(2018, 6, 1), date(2021, 2, 3)]),
    st.sampled_from(COURTS),
    st.sampled_from(OFFICES),
    st.sampled_from([Kind.BRIEF, Kind.MEMO]),
)


def facet(broken: ResultFacets, kind: FacetKind) -> Facet:
    return next(item for item in broken.facets if item.kind is kind)


def with_value(filters: Filters, kind: FacetKind, value: str) -> Filters:
    """The filters with one value of a facet, as the counts beside it mean it."""
    match kind:
        case FacetKind.COURT:
            return replace(filters, courts=frozenset([value]))
        case FacetKind.KIND:
            return replace(filters, kinds=frozenset([Kind(value)]))
        case FacetKind.AUTHOR:
            return replace(filters, authors=frozenset([value]))
        case _:
            return replace(filters, authorities=filters.authorities | {int(value)})


def counts(broken: ResultFacets, kind: FacetKind) -> dict[str, int]:
    return {value.value: value.count for value in facet(broken, kind).values}


def check(stores: Stored, request: SearchRequest) -> None:
    """Every count of the breakdown is the total of the search with that filter."""
    broken, filters = stores.searcher.breakdown(request), request.filters
    for item in broken.facets:
        for value in item.values:
            narrowed = replace(request, filters=with_value(filters, item.kind, value.value))
            assert value.count == stores.total(narrowed), (item.kind, value)
    for year, count in broken.years:
        in_year = replace(filters, filed_from=date(year, 1, 1), filed_to=date(year, 12, 31))
        assert count == stores.total(replace(request, filters=in_year)), year
    assert broken.years == tuple(sorted(broken.years))
    assert not broken.about


@settings(max_examples=4)
@given(
    drawn=st.lists(briefs, min_size=1, max_size=8),
    text=st.sampled_from(["consent!", "“consent”", "officers OR remand", "170 N.J. 632"]),
    order=st.sampled_from(Order),
    court=st.sampled_from(COURTS),
    office=st.sampled_from(OFFICES),
    cited=st.booleans(),
)
def test_each_count_is_the_total_of_the_search_with_that_filter_added(
    tmp_path_factory: pytest.TempPathFactory,
    drawn: list[Brief],
    text: str,
    order: Order,
    court: str,
    office: str,
    cited: bool,
) -> None:
    with stored(tmp_path_factory.mktemp("library"), drawn) as stores:
        known = authority_rows.ids_of(stores.catalogue, ["N.J.S.A. 2C:44-1"])
        filters = Filters(
            courts=frozenset([court] if court else []),
            authors=frozenset([office] if office else []),
            authorities=frozenset(known.values() if cited else []),
        )
        request = SearchRequest(text, limit=2, order=order, filters=filters)
        check(stores, request)
        check(stores, replace(request, filters=replace(filters, filed_from=date(2018, 5, 15))))


@pytest.fixture
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stored]:
    briefs = [
        Brief([f"Consent was given. See {CITES[0]}."], date(2019, 1, 1), "Appellate Division", "Roe, LLP"),
        Brief(["Consent was coerced."], date(2019, 2, 1), "Supreme Court of New Jersey", "Roe, LLP"),
        Brief([f"Consent of a child. See {CITES[0]}. See {CITES[1]}."], None, "Appellate Division"),
        Brief(["Nothing to do with it."], date(2015, 1, 1), "Tax Court"),
    ]
    with stored(tmp_path_factory.mktemp("library"), briefs) as stores:
        yield stores


def test_all_that_was_found_is_counted_and_not_the_page_that_is_shown(library: Stored) -> None:
    broken = library.searcher.breakdown(SearchRequest("consent!", limit=1))
    assert counts(broken, FacetKind.COURT) == {"Appellate Division": 2, "Supreme Court of New Jersey": 1}
    assert counts(broken, FacetKind.AUTHOR) == {"Roe, LLP": 2}
    assert counts(broken, FacetKind.KIND) == {"brief": 3}
    assert (broken.years, broken.undated) == (((2019, 2),), 1)
    names = {value.text: value.count for value in facet(broken, FacetKind.AUTHORITY).values}
    assert names == {"State v. Carty, 170 N.J. 632": 2, "State v. Yarbough, 100 N.J. 627": 1}


def test_a_choice_leaves_the_counts_of_its_own_facet_and_limits_the_others(library: Stored) -> None:
    filters = Filters(courts=frozenset(["Supreme Court of New Jersey"]), filed_from=date(2019, 1, 15))
    broken = library.searcher.breakdown(SearchRequest("consent!", filters=filters))
    courts = {value.value: (value.count, value.chosen) for value in facet(broken, FacetKind.COURT).values}
    assert courts == {"Supreme Court of New Jersey": (1, True)}
    assert counts(broken, FacetKind.AUTHORITY) == {}
    assert broken.years == ((2019, 1),)
    without_days = replace(filters, filed_from=None)
    broken = library.searcher.breakdown(SearchRequest("consent!", filters=without_days))
    assert counts(broken, FacetKind.COURT) == {"Appellate Division": 2, "Supreme Court of New Jersey": 1}


def test_a_value_that_was_chosen_stays_with_nothing_left(library: Stored) -> None:
    filters = Filters(courts=frozenset(["Tax Court"]))
    broken = library.searcher.breakdown(SearchRequest("consent!", filters=filters))
    values = {value.value: (value.count, value.chosen) for value in facet(broken, FacetKind.COURT).values}
    assert values["Tax Court"] == (0, True)
    assert values["Appellate Division"] == (2, False)


def test_at_most_twelve_values_are_shown_beside_those_chosen_the_most_frequent_first(tmp_path: Path) -> None:
    courts = [*(f"Court {number:02}" for number in range(SHOWN + 2)), "Court 13", "Only here"]
    briefs = [Brief([f"Consent number {at} of its own."], court=court) for at, court in enumerate(courts)]
    filters = Filters(courts=frozenset(["Only here"]))
    with stored(tmp_path, briefs) as stores:
        broken = stores.searcher.breakdown(SearchRequest("“consent”", filters=filters))
    values = facet(broken, FacetKind.COURT).values
    assert [value.value for value in values[:2]] == ["Court 13", "Court 00"]
    assert values[-1] == FacetValue("Only here", "Only here", 1, chosen=True)
    assert len(values) == SHOWN + 1


def test_counts_of_a_very_broad_search_are_of_the_checked_results(tmp_path: Path) -> None:
    texts = [f"Consent number {number}." for number in range(MOST_CHECKED // 4 + 10)]
    briefs = [Brief(texts, date(2000 + number, 1, 1), f"Court {number % 2}") for number in range(4)]
    with stored(tmp_path, briefs) as stores:
        request = SearchRequest("consent!")
        answer, broken = stores.searcher.search(request), stores.searcher.breakdown(request)
    assert answer.total_is_least and broken.about
    assert counts(broken, FacetKind.COURT) == {"Court 0": len(texts), "Court 1": len(texts)}
    assert sum(number for _, number in broken.years) == MOST_CHECKED
