"""Tests of folding passages with the same words into one result."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import LAW, Kind
from briefbank.domain.documents import Version, version_order
from briefbank.domain.searches import Order, SearchRequest
from briefbank.search.folding import NEARLY_COPY, Folding, word_pairs, words_of
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


def test_the_first_stands_and_names_the_others_version_order() -> None:
    filed = [date(2015, 1, 1), None, date(2020, 1, 1), date(2018, 1, 1)]
    (one,) = folded([build_result(number, DOE, day) for number, day in enumerate(filed, start=1)])
    assert one.passage.id == 1
    assert one.copies[0] == Version(3, 3, "State v. 3", date(2020, 1, 1))
    assert ids(one) == [3, 4, 2]


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
        replace(build_result(2, DOE, date(2005, 1, 1)), versions=(older,)),
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


@pytest.mark.parametrize("text", ["", "***", "Affirmed.", "§ ¶"])
def test_texts_of_no_word_or_one_are_folded_only_with_their_like(text: str) -> None:
    items = [build_result(1, text), build_result(2, "Reversed."), build_result(3, text)]
    assert [(item.passage.id, ids(item)) for item in folded(items)] == [(1, [3]), (2, [])]
    assert folded([]) == []


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


def pairs(text: str) -> set[tuple[str, ...]]:
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
            one, other = pairs(item.passage.text), pairs(head.passage.text)
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


@given(shown())
def test_every_passage_is_shown_or_named_once(items: list[Result]) -> None:
    result = folded(items)
    everywhere = [number for item in result for number in (item.passage.id, *ids(item))]
    assert sorted(everywhere) == [item.passage.id for item in items]
    assert folded(items) == result


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


@given(st.text())
@example("İSTANBUL “Ｆull” ß ﬁ_x")
def test_plain_texts_are_cut_into_words_as_any_text_is(text: str) -> None:
    slow = "".join(c if c.isalnum() else " " for c in text.casefold()).split()
    assert list(words_of(text)) == slow


def test_a_word_has_no_neighbour_and_stands_for_itself() -> None:
    assert len(word_pairs(("affirmed",))) == 1
    assert word_pairs(()) != word_pairs(("affirmed",))
