"""Tests of courts, offices and authorities as filters, through every channel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.searches import Filters, Order, SearchRequest
from briefbank.search import channels
from briefbank.search.channel import Channel
from briefbank.search.channels import SEMANTIC
from tests.search.fakes import Memory, authority_number
from tests.search.stored import Brief, Stored, authority, stored

COURTS = ("", "Appellate Division", "appellate division", "Supreme Court")
OFFICES = ("", "Public Defender", "Doe & Roe, LLP")
CASES = ("170 N.J. 632", "100 N.J. 627")

brief_lists = st.lists(
    st.tuples(
        st.sampled_from(["Consent {}.", "Remand {}.", "Consent and remand {}."]),
        st.sampled_from(COURTS),
        st.sampled_from(OFFICES),
        st.sets(st.sampled_from(CASES)),
    ),
    min_size=1,
    max_size=12,
)
filter_sets = st.builds(
    Filters,
    courts=st.frozensets(st.sampled_from([*COURTS[1:], "Nowhere"]), max_size=2),
    authors=st.frozensets(st.sampled_from([*OFFICES[1:], "Nobody"]), max_size=2),
    authorities=st.frozensets(st.sampled_from([*map(authority_number, CASES), 7]), max_size=2),
)


def passing(briefs: Sequence[tuple[str, str, str, set[str]]], filters: Filters) -> list[int]:
    """Find the passages that pass the filters, by brute force."""
    return [
        number
        for number, (_, court, office, cited) in enumerate(briefs, start=1)
        if (not filters.courts or court in filters.courts)
        and (not filters.authors or office in filters.authors)
        and filters.authorities <= set(map(authority_number, cited))
    ]


@given(briefs=brief_lists, filters=filter_sets, channel=st.sampled_from(channels.CHANNELS))
def test_no_channel_brings_what_does_not_pass_or_misses_what_does(
    briefs: list[tuple[str, str, str, set[str]]], filters: Filters, channel: Channel
) -> None:
    memory = Memory(directions={"consent": (1.0, 0.0, 0.0)})
    for number, (text, court, office, cited) in enumerate(briefs, start=1):
        vector, day = (1.0, number / 100, 0.0), date(2020, 1, number)
        memory.add(number, text.format(number), day, vector, court=court, office=office, cites=cited)
    ranked = memory.searcher().rank(
        SearchRequest("consent", filters=filters), channels=frozenset({channel, SEMANTIC})
    )
    assert sorted(candidate.passage_id for candidate in ranked.candidates) == passing(briefs, filters)


def test_a_library_finds_what_holds_among_what_passes(tmp_path_factory: pytest.TempPathFactory) -> None:
    rows = [
        (text, court, office, cited)
        for text in ("Consent {}.", "Remand {}.")
        for court, office in (("Appellate Division", "Public Defender"), ("appellate division", ""))
        for cited in (set(CASES), {CASES[0]}, set[str]())
    ]
    briefs = []
    for number, (text, court, office, cited) in enumerate(rows):
        citations = [f"See State v. Doe, {citation} (2002)." for citation in sorted(cited)]
        briefs.append(Brief([" ".join([text.format(number), *citations])], court=court, office=office))
    with stored(tmp_path_factory.mktemp("library"), briefs) as stores:
        first, second = (authority(stores, case) for case in CASES)
        for filters, expected in (
            (Filters(courts=frozenset(["Appellate Division"])), 3),
            (Filters(courts=frozenset(["Appellate Division", "appellate division"])), 6),
            (Filters(authors=frozenset(["Public Defender"]), authorities=frozenset([first])), 2),
            (Filters(authorities=frozenset([first, second])), 2),
            (Filters(courts=frozenset(["appellate division"]), authorities=frozenset([second])), 1),
            (Filters(authorities=frozenset([999_999])), 0),
        ):
            for text in ("“consent”", "consent"):
                request = SearchRequest(text, limit=50, order=Order.BEST, filters=filters)
                hits = stores.searcher.search(request).hits
                consenting = [hit for hit in hits if "onsent" in hit.passage.text]
                assert len(consenting) == expected, (text, filters)


def test_only_citing_passages_of_a_document_pass_the_filter(tmp_path_factory: pytest.TempPathFactory) -> None:
    filler = [f"Consent number {number} without a citation." for number in range(150)]
    briefs = [Brief([*filler, "Consent last of all. See State v. Carty, 170 N.J. 632 (2002)."])]
    with stored(tmp_path_factory.mktemp("library"), briefs) as stores:
        filters = Filters(authorities=frozenset([authority(stores, "170 N.J. 632")]))
        for text in ("“consent”", "consent", "consent OR waiver"):
            (hit,) = stores.searcher.search(SearchRequest(text, filters=filters)).hits
            assert "170 N.J. 632" in hit.passage.text


def test_documents_by_number_narrow_as_any_filter(library: Stored) -> None:
    for among, expected in ((None, 3), (frozenset([1, 3]), 2), (frozenset[int](), 0), (frozenset([99]), 0)):
        for text in ("“consent”", "consent"):
            assert library.total(SearchRequest(text, filters=Filters(among=among))) == expected, (text, among)


def test_doubts_come_from_the_pages_of_a_passage(library: Stored) -> None:
    hits = library.searcher.search(SearchRequest("“consent”")).hits
    assert {hit.document.id: hit.doubt for hit in hits} == {1: None, 2: pytest.approx(0.5), 3: None}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stored]:
    """Three documents; the second was recognised badly, the third well, and the first badly elsewhere."""
    briefs = [
        Brief(["Consent was given.", "Another page."], doubtful={1: 0.4}),
        Brief(["Consent was coerced."], doubtful={0: 0.5}),
        Brief(["Consent of a child."], doubtful={0: 0.9}),
    ]
    with stored(tmp_path_factory.mktemp("library"), briefs) as stores:
        yield stores
