"""Tests of folding versions of one document into the newest."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.documents import version_order
from briefbank.domain.searches import Filters, Order, SearchAnswer, SearchRequest
from briefbank.search.folding import NEARLY_VERSION, collapsed
from briefbank.search.search_types import Candidate, Result
from tests.search import fakes
from tests.search.fakes import Memory

CAR = (1.0, 0.0, 0.0)
TEXT = (
    "The officer asked for consent to search the car while both brothers stood on the shoulder of the road "
    "and neither of them was told that he could refuse or how long the stop would last"
)
SCANNED = TEXT.replace("officer", "0fficer").replace("brothers", "brotbers").replace("could", "cou1d")
ALONE = "A consent to search the car that was given in handcuffs at night is no consent at all under our law"
OTHER = (
    "Nobody who stands between two officers on the shoulder of a road gives consent to search the car freely"
)


def versions_library() -> Memory:
    memory = Memory()
    memory.add(1, TEXT, date(2010, 1, 1), CAR, title="State v. Old", family=1)
    memory.add(2, TEXT + " as the hearing showed", date(2020, 1, 1), CAR, title="State v. New", family=1)
    memory.add(3, SCANNED, None, CAR, title="State v. Scan", family=1)
    memory.add(4, OTHER, date(2024, 1, 1), CAR, title="State v. Other")
    memory.directions["consent to search the car"] = CAR
    return memory


def ask(memory: Memory, **values: object) -> SearchAnswer:
    request = SearchRequest("consent to search the car", **values)  # type: ignore[arg-type]
    return memory.searcher().search(request)


@pytest.mark.parametrize("order", list(Order))
def test_the_newest_version_is_shown_and_names_the_others_version_order(order: Order) -> None:
    answer = ask(versions_library(), order=order)
    shown = {hit.document.id: hit for hit in answer.hits}
    assert set(shown) == {2, 4}
    assert answer.total == 2
    named = [(v.document_id, v.passage_id, v.title, v.filed) for v in shown[2].versions]
    assert named == [(1, 1, "State v. Old", date(2010, 1, 1)), (3, 3, "State v. Scan", None)]
    assert "Also in 2 other versions of this document" in shown[2].reasons
    assert shown[4].versions == ()


def test_a_passage_that_only_the_older_version_has_is_still_found() -> None:
    memory = versions_library()
    memory.passages[5] = fakes.passage(5, ALONE, document_id=1)
    memory.vectors[5] = CAR
    hits = {hit.passage.id: hit for hit in ask(memory).hits}
    assert set(hits) == {2, 4, 5}
    assert hits[5].document.id == 1


def test_the_shown_one_takes_the_best_relevance_of_its_versions() -> None:
    memory = versions_library()
    memory.vectors[2] = (0.9, 0.2, 0.0)
    scores = {hit.document.id: hit.score for hit in ask(memory, order=Order.BEST).hits}
    alone = {
        c.passage_id: c.relevance
        for c in memory.searcher().rank(SearchRequest("consent to search the car")).candidates
    }
    assert alone[2] < alone[1] == pytest.approx(scores[2])


def test_only_versions_that_pass_the_filter_count() -> None:
    memory = versions_library()
    then = ask(memory, filters=Filters(filed_to=date(2015, 1, 1)))
    assert [(hit.document.id, hit.versions) for hit in then.hits] == [(1, ())]
    later = ask(memory, filters=Filters(filed_from=date(2015, 1, 1)))
    assert {hit.document.id: hit.versions for hit in later.hits} == {2: (), 4: ()}


def test_among_versions_without_a_date_the_latest_added_is_shown() -> None:
    memory = versions_library()
    for number in (1, 2):
        memory.documents[number] = replace(memory.documents[number], filed=None, filed_source="")
    memory.documents[3] = replace(memory.documents[3], added_at=datetime(2025, 1, 1, tzinfo=UTC))
    assert {hit.document.id for hit in ask(memory).hits} == {3, 4}


def test_documents_of_no_family_and_of_other_families_stay_apart() -> None:
    memory = versions_library()
    memory.documents[1] = replace(memory.documents[1], family=7)
    memory.passages[1] = replace(memory.passages[1], text=TEXT + " said the court")
    assert {hit.document.id for hit in ask(memory).hits} == {1, 2, 4}


def test_the_advice_counts_versions_once() -> None:
    memory = versions_library()
    answer = ask(memory, filters=Filters(filed_from=date(2030, 1, 1)))
    assert "without them there would be 2" in answer.advice


# --- against the slowest way ---------------------------------------------------------------------

WORDS = ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel")
DAY = date(2020, 1, 1)


@st.composite
def relevant(draw: st.DrawFn) -> list[Result]:
    """Passages of a few documents in two families and of none, some of them nearly alike."""
    documents = [
        fakes.document(
            number,
            draw(st.sampled_from([None, DAY, DAY + timedelta(days=1)])),
            family=draw(st.sampled_from([0, 1, 1, 2])),
        )
        for number in range(1, draw(st.integers(1, 5)) + 1)
    ]
    texts = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
    base = draw(st.lists(texts, min_size=1, max_size=3))
    uploads = []
    for number in range(1, draw(st.integers(0, 10)) + 1):
        text = draw(st.sampled_from(base)) + draw(st.sampled_from(["", " one more", " and some others too"]))
        document = draw(st.sampled_from(documents))
        passage = replace(fakes.passage(number, text, document.id), ordinal=number)
        uploads.append(Result(Candidate(number, draw(st.floats(0.1, 1)), True, None), passage, document))
    return uploads


@given(relevant())
def test_any_set_of_passages_is_collapsed_as_the_slowest_way_does(results: list[Result]) -> None:
    result = collapsed(results)
    expected = by_hand(results)
    assert {item.passage.id: [v.passage_id for v in item.versions] for item in result} == expected
    assert [item.passage.id for item in result] == [i.passage.id for i in results if i.passage.id in expected]


@given(relevant())
def test_every_passage_is_shown_or_its_document_named_and_no_relevance_is_lost(results: list[Result]) -> None:
    result = collapsed(results)
    seen = {(item.document.id) for item in result} | {v.document_id for item in result for v in item.versions}
    assert seen == {item.document.id for item in results}
    for item in result:
        group = {item.passage.id, *(v.passage_id for v in item.versions)}
        assert item.candidate.relevance >= max(
            other.candidate.relevance for other in results if other.passage.id in group
        )
        assert item.document.family or not item.versions
        assert item.document.id not in {v.document_id for v in item.versions}


@given(relevant())
def test_without_families_nothing_changes(results: list[Result]) -> None:
    plain = [replace(item, document=replace(item.document, family=0)) for item in results]
    assert collapsed(plain) == plain


def pairs(text: str) -> set[tuple[str, ...]]:
    words = text.split()
    return {(words[at], words[at + 1]) for at in range(len(words) - 1)} or {tuple(words)}


def by_hand(results: list[Result]) -> dict[int, list[int]]:
    """Each passage in turn, newest first, against every one that is shown."""
    shown: list[Result] = []
    behind: dict[int, dict[int, tuple[float, int]]] = {}
    for item in sorted(
        results, key=lambda subject: (*version_order(subject.document), subject.passage.ordinal)
    ):
        mine = pairs(item.passage.text)
        shares = [
            (len(mine & pairs(head.passage.text)) / len(mine), -at)
            for at, head in enumerate(shown)
            if item.document.family
            and head.document.family == item.document.family
            and head.document.id != item.document.id
        ]
        share, at = max(shares, default=(0.0, 0))
        if share < NEARLY_VERSION:
            shown.append(item)
            behind[item.passage.id] = {}
            continue
        named = behind[shown[-at].passage.id]
        if share > named.get(item.document.id, (0.0, 0))[0]:
            named[item.document.id] = (share, item.passage.id)
    return {id_: [passage for _, passage in named.values()] for id_, named in behind.items()}
