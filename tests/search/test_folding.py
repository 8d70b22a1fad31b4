"""Tests of folding passages with the same words, and versions of one document, into one result."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import LAW, Kind
from briefbank.domain.documents import Version, version_order
from briefbank.domain.searches import Filters, Order, SearchAnswer, SearchRequest
from briefbank.search.folding import NEARLY_COPY, NEARLY_VERSION, Folding, collapsed
from briefbank.search.search_types import Candidate, Result
from briefbank.search.selection import arranged
from tests.search import fakes
from tests.search.fakes import Memory
from tests.support.near_duplicates import brief, misread, vocabulary

STANDARD = (
    "When a defendant challenges the denial of a motion to suppress, this Court defers to the findings of "
    "the motion judge so long as they are supported by sufficient credible evidence in the record. State v. "
    "Doe, 99 N.J. 9, 12 (2007). It owes no deference to the judge’s “legal conclusions,” which it reviews "
    "de novo. A finding is disturbed only where the interests of justice demand intervention and correction. "
)
DOE = STANDARD + "The motion judge here found that Officer Doe stopped the car for a broken lamp."
ROE = STANDARD + "The motion judge here found that Officer Roe stopped the van for a broken lamp."


def build_result(
    number: int, text: str, filed: date | None = None, relevance: float = 1.0, kind: Kind = Kind.BRIEF
) -> Result:
    document = fakes.document(number, filed, f"State v. {number}", kind=kind)
    return Result(Candidate(number, relevance, True, None), fakes.passage(number, text, number), document)


def folded(items: Sequence[Result]) -> list[Result]:
    """Fold the passages, added in two lots."""
    folding = Folding()
    folding.add(items[: len(items) // 2])
    folding.add(items[len(items) // 2 :])
    return folding.results()


def ids(item: Result) -> list[int]:
    return [version.passage_id for version in item.copies]


@pytest.mark.parametrize(
    "other",
    [
        "THE STOP  was\nlong: it lasted 40 minutes.",
        "The stop was long; it lasted 40 minutes",
        "“The stop was long” – it ‘lasted’ 40 minutes…",
        "[The] stop was \xad\xa0long. It lasted *40* minutes¶",
    ],
)
def test_capitals_blanks_and_marks_make_no_other_text(other: str) -> None:
    (one,) = folded([build_result(1, "The stop was long. It lasted 40 minutes."), build_result(2, other)])
    assert (one.passage.id, ids(one)) == (1, [2])


def test_boilerplate_with_other_names_is_folded() -> None:
    (one,) = folded([build_result(1, DOE), build_result(2, ROE), build_result(3, DOE)])
    assert (one.passage.id, sorted(ids(one))) == (1, [2, 3])


def test_equal_texts_are_represented_by_the_newest_or_best_according_to_the_order() -> None:
    items = [
        build_result(1, DOE, date(2001, 1, 1), relevance=0.9),
        build_result(2, DOE, date(2019, 1, 1), relevance=0.8),
    ]
    assert [item.passage.id for item in folded(arranged(items, Order.NEWEST))] == [2]
    assert [item.passage.id for item in folded(arranged(items, Order.BEST))] == [1]


def test_a_not_more_makes_another_point() -> None:
    other = DOE.replace("are supported", "are not supported")
    assert [item.passage.id for item in folded([build_result(1, DOE), build_result(2, other)])] == [1, 2]
    assert len(folded([build_result(1, other), build_result(2, other.replace("Doe", "Roe"))])) == 1


@pytest.mark.parametrize("kind", sorted(LAW))
def test_a_statute_is_folded_only_with_the_very_same_words(kind: Kind) -> None:
    items = [build_result(1, DOE), build_result(2, ROE, kind=kind), build_result(3, ROE.upper(), kind=kind)]
    assert [(item.passage.id, ids(item)) for item in folded(items)] == [(1, []), (2, [3])]
    assert [(item.passage.id, ids(item)) for item in folded(items[::-1])] == [(3, [2]), (1, [])]


def test_the_versions_of_a_folded_passage_are_named_with_it() -> None:
    older = Version(9, 90, "State v. 2", date(2001, 1, 1))
    items = [
        build_result(1, DOE, date(2010, 1, 1)),
        build_result(2, DOE, date(2005, 1, 1))._replace(versions=(older,)),
    ]
    (one,) = folded(items)
    assert (ids(one), one.versions) == ([2, 90], ())


def test_a_passage_goes_to_the_one_it_is_most_like() -> None:
    long = " ".join(f"word{n}" for n in range(60))
    items = [
        build_result(1, long),
        build_result(2, long + " a b c d e f g h i j k l"),
        build_result(3, long + " a b c d e f g h i"),
    ]
    assert [(item.passage.id, ids(item)) for item in folded(items)] == [(1, []), (2, [3])]


def test_a_search_shows_one_passage_and_counts_its_copies() -> None:
    memory = Memory()
    for number, text in enumerate(
        [DOE, ROE, DOE, "An officer stopped a red car for its broken lamp"], start=1
    ):
        memory.add(number, text, date(2010 + number, 1, 1), (1.0, 0.0, 0.0))
    answer = memory.searcher().search(SearchRequest("officer stopped broken lamp", order=Order.NEWEST))
    first = {hit.passage.id: hit for hit in answer.hits}
    assert set(first) == {3, 4}
    assert [copy.passage_id for copy in first[3].copies] == [2, 1]
    assert "2 more passages have the same or nearly the same text" in first[3].reasons
    assert answer.total == 2


WORDS = ["stop", "search", "car", "not", "court", "of", "the"]


@st.composite
def shown(draw: st.DrawFn) -> list[Result]:
    """Passages of few words, so that many are alike, some of them law, some of one document."""
    bases = draw(st.lists(st.lists(st.sampled_from(WORDS), max_size=40), min_size=1, max_size=3))
    items = []
    for number in range(1, draw(st.integers(0, 14)) + 1):
        words = list(draw(st.sampled_from(bases)))
        for _ in range(draw(st.integers(0, 3))):
            words.insert(draw(st.integers(0, len(words))), draw(st.sampled_from([*WORDS, "other", "new"])))
        text = draw(st.sampled_from([" ", ", ", "  "])).join(words)
        kind = draw(st.sampled_from([Kind.BRIEF, Kind.BRIEF, Kind.BRIEF, Kind.STATUTE]))
        day = draw(st.sampled_from([None, date(2010, 1, 1), date(2020, 1, 1)]))
        items.append(build_result(number, text, day, kind=kind))
    return items


def word_pairs_of(text: str) -> set[tuple[str, ...]]:
    words = text.replace(",", " ").lower().split()
    return set(pairwise(words)) or {tuple(words)}


def by_hand(items: Sequence[Result]) -> dict[int, list[int]]:
    """Each passage in turn against every one that is shown."""
    heads: list[Result] = []
    groups: dict[int, list[Result]] = {}
    for item in items:
        words = item.passage.text.replace(",", " ").split()
        best: Result | None = None
        share = 0.0
        for head in heads:
            others = head.passage.text.replace(",", " ").split()
            one, other = word_pairs_of(item.passage.text), word_pairs_of(head.passage.text)
            likeness = len(one & other) / len(one | other)
            same = words == others
            turns = words.count("not") == others.count("not")
            law = Kind.STATUTE in (item.document.kind, head.document.kind)
            if same:
                best, share = head, 2.0
            elif (
                likeness >= NEARLY_COPY
                and likeness > share
                and turns
                and not law
                and min(len(words), len(others)) > 1
            ):
                best, share = head, likeness
        if best is None:
            heads.append(item)
            groups[item.passage.id] = []
        else:
            groups[best.passage.id].append(item)
    return {
        number: [
            version.passage.id for version in sorted(group, key=lambda item: version_order(item.document))
        ]
        for number, group in groups.items()
    }


@given(shown())
def test_any_passages_are_folded_as_the_slowest_way_does(items: list[Result]) -> None:
    result = folded(items)
    assert {item.passage.id: ids(item) for item in result} == by_hand(items)
    assert [item.passage.id for item in result] == [
        i.passage.id for i in items if i.passage.id in by_hand(items)
    ]


def test_misread_copies_among_many_other_passages_are_found_as_by_comparing_all() -> None:
    rng = random.Random(3)
    known = vocabulary(rng)
    texts = [brief(rng, known, 150) for _ in range(60)]
    texts += [misread(rng, text, share) for share in (0.01, 0.03, 0.05) for text in texts[:20]]
    rng.shuffle(texts)
    items = [build_result(number, " ".join(text)) for number, text in enumerate(texts, start=1)]
    result = {item.passage.id: ids(item) for item in folded(items)}
    assert result == by_hand(items)
    assert 60 <= len(result) < 120


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


def ask_consent(memory: Memory, **values: object) -> SearchAnswer:
    request = SearchRequest("consent to search the car", **values)  # type: ignore[arg-type]
    return memory.searcher().search(request)


@pytest.mark.parametrize("order", list(Order))
def test_the_newest_version_is_shown_and_names_the_others_version_order(order: Order) -> None:
    answer = ask_consent(versions_library(), order=order)
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
    hits = {hit.passage.id: hit for hit in ask_consent(memory).hits}
    assert set(hits) == {2, 4, 5}
    assert hits[5].document.id == 1


def test_only_versions_that_pass_the_filter_count() -> None:
    memory = versions_library()
    then = ask_consent(memory, filters=Filters(filed_to=date(2015, 1, 1)))
    assert [(hit.document.id, hit.versions) for hit in then.hits] == [(1, ())]
    later = ask_consent(memory, filters=Filters(filed_from=date(2015, 1, 1)))
    assert {hit.document.id: hit.versions for hit in later.hits} == {2: (), 4: ()}


LETTERS = ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel")
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
    texts = st.lists(st.sampled_from(LETTERS), max_size=9).map(" ".join)
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
    expected = collapsed_by_hand(results)
    assert {item.passage.id: [v.passage_id for v in item.versions] for item in result} == expected
    assert [item.passage.id for item in result] == [i.passage.id for i in results if i.passage.id in expected]


def collapsed_by_hand(results: list[Result]) -> dict[int, list[int]]:
    """Each passage in turn, newest first, against every one that is shown."""
    shown: list[Result] = []
    behind: dict[int, dict[int, tuple[float, int]]] = {}
    for item in sorted(
        results, key=lambda subject: (*version_order(subject.document), subject.passage.ordinal)
    ):
        mine = word_pairs_of(item.passage.text)
        shares = [
            (len(mine & word_pairs_of(head.passage.text)) / len(mine), -at)
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
