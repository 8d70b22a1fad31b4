"""Tests of choosing and ordering results: date and kind, what is close, and the two tiers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from briefbank.domain.caption_fields import SETTLED, Kind
from briefbank.domain.pages import Role
from briefbank.domain.searches import (
    FactorName,
    Filters,
    Hit,
    Order,
    Related,
    SearchAnswer,
    SearchRequest,
    Tier,
    Verdict,
)
from briefbank.search import presentation, selection
from briefbank.search.channels import LEXICAL, NUMBERS, SEMANTIC
from briefbank.search.feedback import MOST, Adjustment, Vote
from briefbank.search.interpretation import NOTHING_CLOSE
from briefbank.search.presentation import NOT_ALL
from briefbank.search.search_types import Candidate, Result
from briefbank.search.selection import (
    AUTHORITY,
    AUTHORITY_SHARE,
    BRIEFS,
    HALF_LIFE_DAYS,
    RECENCY_SHARE,
    arranged,
)
from tests.search.fakes import Memory, TaughtFeedback, document, passage


def rated(
    number: int, relevance: float = 1.0, filed: date | None = None, text: str = "", **values: object
) -> Result:
    known = {"has_words": True, "cosine": None, **values}
    candidate = Candidate(number, relevance, **known)  # type: ignore[arg-type]
    return Result(candidate, passage(number, text or f"text {number}"), document(number, filed))


def test_the_order_is_by_date_or_by_relevance_and_what_is_equal_by_the_other() -> None:
    day, older = date(2019, 5, 5), date(2018, 5, 5)
    weighed_down = rated(2, 0.85)._replace(recency=0.95, authority=0.98)
    for results, order, expected in (
        ([rated(1, 0.8, day), rated(2, 0.9, day)], Order.NEWEST, [2, 1]),
        ([rated(1, 0.9, older), rated(2, 0.9, day)], Order.BEST, [2, 1]),
        ([weighed_down, rated(1, 0.8)], Order.BEST, [1, 2]),  # date and kind count in best match alone
        ([rated(1, 0.8), weighed_down], Order.NEWEST, [2, 1]),
    ):
        assert [result.document.id for result in arranged(results, order)] == expected


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


def test_newness_is_measured_from_the_newest_result_and_without_a_date_there_is_none() -> None:
    newest = date(1990, 1, 1)
    half_a_life_older = newest - timedelta(days=HALF_LIFE_DAYS)
    results = weigh(item(1, newest), item(2, None), item(3, half_a_life_older))
    expected = [1.0, 1.0 - RECENCY_SHARE, 1.0 - RECENCY_SHARE / 2]
    assert [result.recency for result in results] == pytest.approx(expected)
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


def test_ordered_by_date_nothing_is_weighed() -> None:
    results = [item(1, None, Kind.MEMO), item(2, date(1900, 1, 1))]
    assert selection.weighed(results, Order.NEWEST) == results
    assert [factor.name for factor in presentation.factors_of(results[0], None, "")] == ["words", "meaning"]


def test_the_largest_share_comes_first_and_shares_of_nothing_are_left_out() -> None:
    (old,) = weigh(item(1, None, Kind.MEMO)._replace(candidate=item(relevance=0.5).candidate))
    old = old._replace(recency=0.9)
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


@pytest.mark.parametrize("compared", [False, True])
@pytest.mark.parametrize("query", ["alpha bravo", "404(b) alpha", "“alpha” bravo", "404(b)"])
def test_the_shares_add_up_to_the_score_of_every_result(query: str, compared: bool) -> None:
    memory = Memory(reranker=ReversingReranker() if compared else None)  # type: ignore[arg-type]
    memory.add(1, "alpha bravo under 404(b)", date(1950, 1, 1), CAR, cites=["1 N.J. 1"], family=3)
    memory.add(2, "alpha bravo", date(2020, 1, 1), (0.9, 0.1, 0.0))
    memory.add(3, "alpha bravo under 404(b) and more", date(2020, 1, 2), (0.5, 0.5, 0.0), family=3)
    memory.add(4, "delta", None, (0.8, 0.0, 0.2), cites=["1 N.J. 1"])
    memory.directions[query] = CAR
    answers = [memory.searcher().search(SearchRequest(query, order=order)) for order in Order]
    assert all(answer.hits for answer in answers)
    for hit in (hit for answer in answers for hit in answer.hits):
        assert added_share(hit) == pytest.approx(hit.score, abs=5e-4), hit.factors


AWAY = (0.3, 0.95, 0.0)
ASKED = (1.0, 0.0, 0.0)


@pytest.fixture
def notes() -> Memory:
    """Notes that have one word of "bite mark evidence", the most usual one, and are not about it."""
    notes = Memory()
    for number in range(1, 9):
        notes.add(number, f"The evidence of witness {number} was heard.", date(2020, 1, number), AWAY)
    for text in ("bite mark evidence", "kind:brief bite mark evidence", "404(b) bite mark evidence witness"):
        notes.directions[text] = ASKED
    return notes


def ask_notes(notes: Memory, text: str = "bite mark evidence", **values: object) -> SearchAnswer:
    return notes.searcher().search(SearchRequest(text, **values))  # type: ignore[arg-type]


def test_an_absent_subject_is_reported_above_the_nearest_passages(notes: Memory) -> None:
    answer = ask_notes(notes)
    assert answer.hits and answer.nothing_close
    assert answer.advice.startswith(NOTHING_CLOSE)
    assert "“mark”" in answer.advice


@pytest.mark.parametrize("text", ["bite mark evidence", "“bite mark”", "evidence AND bite AND mark"])
def test_only_the_filters_are_blamed_for_excluding_close_results(notes: Memory, text: str) -> None:
    notes.directions[text] = ASKED
    notes.add(9, "The evidence of a bite mark was compared.", date(2000, 1, 1), AWAY)
    answer = ask_notes(notes, text, filters=Filters(filed_from=date(2020, 1, 1)))
    assert answer.nothing_close
    assert answer.advice == "The filters leave passages out; without them there would be 1."


@pytest.mark.parametrize(
    ("text", "vector"),
    [
        ("The bite mark was compared.", AWAY),
        ("A mark of a bite.", AWAY),
        ("Teeth leave a mark on skin.", (0.5, 0.86, 0.0)),
    ],
)
def test_a_passage_with_the_rare_words_or_few_of_them_and_a_like_meaning_is_close(
    notes: Memory, text: str, vector: tuple[float, ...]
) -> None:
    notes.add(9, text, date(2000, 1, 1), vector)
    answer = ask_notes(notes)
    assert not answer.nothing_close and NOTHING_CLOSE not in answer.advice


def test_a_thesaurus_word_counts_for_its_source_word(notes: Memory) -> None:
    notes.add(9, "The odontology evidence was excluded.", date(2000, 1, 1), (0.35, 0.9, 0.0))
    assert ask_notes(notes).nothing_close

    def related(words: Sequence[str], text: str) -> tuple[Related, ...]:
        return (Related("odontology", 0.5, "Bite mark"),)

    notes.related = related
    assert not ask_notes(notes).nothing_close


def test_a_found_number_is_never_reported_as_absent(notes: Memory) -> None:
    assert ask_notes(notes, "kind:brief bite mark evidence").nothing_close
    assert ask_notes(notes, "404(b) bite mark evidence witness").nothing_close
    notes.add(9, "Under 404(b) it was excluded.", date(2000, 1, 1), AWAY)
    assert not ask_notes(notes, "404(b) bite mark evidence witness").nothing_close


def test_pasted_text_and_word_searches_are_never_reported_as_absent(notes: Memory) -> None:
    pasted = f"{' '.join(f'word{number}' for number in range(20))} evidence of a witness was heard"
    notes.directions[pasted] = ASKED
    assert ask_notes(notes, pasted).hits and not ask_notes(notes, pasted).nothing_close
    assert not ask_notes(notes, words_only=True).nothing_close
    assert not notes.searcher(semantic=False).search(SearchRequest("bite mark evidence")).nothing_close


FAR = (0.0, 1.0, 0.0)
TEXTS = {1: "alpha bravo one", 2: "alpha bravo two", 3: "alpha three", 4: "alpha four", 5: "alpha five"}


@pytest.fixture
def memory() -> Memory:
    """Two close passages and three less close ones, each newer than the one before; others newer still."""
    notes = Memory()
    for number, text in TEXTS.items():
        notes.add(number, text, date(2000 + number, 1, 1), CAR, court=f"Court {number % 2}")
    for number in range(20, 40):
        notes.add(number, f"nothing of this {number}", date(2020, 1, 1), FAR)
    notes.directions["alpha bravo"] = CAR
    return notes


def ask(memory: Memory, text: str = "alpha bravo", **values: object) -> SearchAnswer:
    return memory.searcher().search(SearchRequest(text, **{"limit": 100, **values}))  # type: ignore[arg-type]


def close(answer: SearchAnswer) -> list[int]:
    return [hit.passage.id for hit in answer.close]


def less_close(answer: SearchAnswer) -> list[int]:
    return [hit.passage.id for hit in answer.hits if hit.tier is Tier.LESS_CLOSE]


def test_close_passages_are_newest_first_and_the_next_best_follow_by_relevance(memory: Memory) -> None:
    memory.vectors[3] = (1.0, 0.1, 0.0)
    answer = ask(memory)
    assert close(answer) == [2, 1]
    assert less_close(answer)[:3] == [4, 5, 3], "the farthest in meaning is the last, though not the oldest"
    assert (answer.total, answer.listed) == (2, len(answer.hits))
    assert [hit.rank for hit in answer.hits] == list(range(1, answer.listed + 1))


def test_a_long_brief_that_fills_all_candidates_does_not_end_the_list() -> None:
    memory = Memory()
    memory.directions["alpha bravo"] = CAR
    for number in range(1, 261):
        memory.add(number, f"alpha bravo {number}", date(2000, 1, 1), CAR)
        memory.passages[number] = replace(memory.passages[number], document_id=1, ordinal=number)
    for number in range(300, 320):
        memory.add(number, f"charlie {number}", date(2020, 1, 1), (0.5, 0.8, 0.0))
    memory.documents = {1: memory.documents[1], **{n: memory.documents[n] for n in range(300, 320)}}
    answer = ask(memory, limit=1000)
    assert set(close(answer)) <= set(range(1, 261)) and len(set(answer.briefs)) == BRIEFS


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("404(b) alpha bravo", "Under 404(b) it was."),
        ("alpha bravo 2C:44-1", "See 2C:44-1."),
        ("alpha bravo A-1234-19", "No. A-1234-19 it was."),
        ("State v. Frost alpha bravo", "As in State v Frost."),
        ("“charlie delta” alpha bravo", "It was charlie delta."),
    ],
)
def test_an_exact_match_is_close_however_weak_the_rest(memory: Memory, query: str, text: str) -> None:
    memory.directions[query] = CAR
    memory.add(50, text, date(2024, 1, 1), FAR)
    memory.add(51, f"{text} alpha bravo", date(2001, 1, 1), CAR)
    answer = ask(memory, query)
    assert close(answer)[0] == 50 and 51 in close(answer)


def test_of_pasted_text_what_means_the_same_in_other_words_is_close() -> None:
    notes, pasted = Memory(), " ".join(f"alpha{number}" for number in range(45))
    notes.directions[pasted] = CAR
    notes.add(1, "The officer searched the trunk.", date(2001, 1, 1), CAR)
    notes.add(2, "alpha1 alpha2 alpha3", date(2002, 1, 1), FAR)
    assert 1 in close(ask(notes, pasted))


def test_a_bare_number_makes_nothing_close_that_is_not_near_the_subject(memory: Memory) -> None:
    memory.directions["Rule 16 alpha bravo"] = CAR
    memory.add(50, "The clerk read 16 names.", date(2024, 1, 1), FAR)
    memory.add(51, "Under Rule 16 there was an alpha bravo order.", date(2023, 1, 1), (0.8, 0.6, 0.0))
    answer = ask(memory, "Rule 16 alpha bravo")
    assert 51 in close(answer) and 50 not in close(answer)


def test_a_newer_passage_with_the_common_one_of_two_words_is_not_close(memory: Memory) -> None:
    """The drivers of forklifts are newer, and their vectors no farther than half."""
    notes = Memory()
    notes.directions["nervousness driver"] = CAR
    notes.add(1, "The nervousness of the driver gave no suspicion.", date(2001, 1, 1), (0.7, 0.7, 0.0))
    for number in range(2, 9):
        notes.add(number, f"The driver of forklift {number} was hired.", date(2020, 1, 1), (0.3, 0.95, 0.0))
    answer = ask(notes, "nervousness driver")
    assert close(answer) == [1] and set(less_close(answer)) == set(range(2, 9))


def test_a_list_without_close_results_is_ordered_by_relevance(memory: Memory) -> None:
    text = "alpha unknown words beside bravo"
    memory.directions[text] = (0.3, 0.0, 0.954)
    newest, best = (ask(memory, text, order=order) for order in Order)
    assert newest.nothing_close and close(newest) == []
    assert less_close(newest) == less_close(best) and less_close(newest)[:2] == [1, 2]
    scores = [hit.score for hit in newest.hits]
    assert scores == sorted(scores, reverse=True)


def test_a_less_close_copy_of_a_result_is_folded_into_it(memory: Memory) -> None:
    words = " ".join(f"word{number}" for number in range(60))
    memory.add(6, f"alpha bravo {words}", date(2006, 1, 1), CAR)
    memory.add(7, f"alpha {words}", date(2007, 1, 1), CAR)
    answer = ask(memory)
    assert 7 not in [hit.passage.id for hit in answer.hits]
    (first,) = [hit for hit in answer.hits if hit.passage.id == 6]
    assert [copy.passage_id for copy in first.copies] == [7]


def test_positive_feedback_makes_a_passage_close_and_negative_feedback_removes_none(memory: Memory) -> None:
    memory.add(6, "bravo alpha", date(2006, 1, 1), (0.55, 0.83, 0.0))
    memory.learned = TaughtFeedback({1: -0.15, 2: -0.15}, "alpha bravo")
    assert {1, 2} <= set(close(ask(memory)))


def test_the_facts_of_a_brief_follow_its_argument_where_both_are_close() -> None:
    memory = Memory()
    memory.directions["alpha bravo"] = CAR
    for number, role in enumerate((Role.FACTS, Role.PROCEDURE, Role.BODY), 1):
        memory.add(number, f"alpha bravo {role}", date(2010, 1, 1), (1.0, number / 100, 0.0))
        memory.passages[number] = replace(
            memory.passages[number], document_id=1, ordinal=number - 1, role=role
        )
    memory.documents = {1: memory.documents[1]}
    for order in Order:
        assert close(ask(memory, order=order)) == [3, 1, 2]


def test_an_exact_search_continues_with_passages_that_match_in_part_but_are_not_excluded(
    memory: Memory,
) -> None:
    answer = ask(memory, "“alpha” AND “bravo”")
    assert close(answer) == [2, 1]
    assert {3, 4, 5} <= set(less_close(answer))
    marked_incomplete = [NOT_ALL in hit.reasons for hit in answer.hits]
    assert marked_incomplete == [hit.tier is Tier.LESS_CLOSE for hit in answer.hits]
    assert answer.hits[2].marks, "the words that it has are marked"
    for order in Order:
        answer = ask(memory, "“alpha” AND “bravo” NOT five", order=order)
        assert close(answer)[:1] and 5 not in [hit.passage.id for hit in answer.hits]


@pytest.mark.parametrize("text", ["court:“Court 1” alpha bravo", "court:“Court 1” AND “alpha bravo”"])
def test_a_condition_that_few_documents_fulfil_is_followed_by_others_that_say_so(
    memory: Memory, text: str
) -> None:
    memory.directions[text] = CAR
    answer = ask(memory, text)
    assert {hit.document.court for hit in answer.close} == {"Court 1"}
    assert len(set(answer.briefs)) == BRIEFS
    for hit in answer.hits:
        assert hit.document.court == "Court 1" or (NOT_ALL in hit.reasons and hit.tier is Tier.LESS_CLOSE)


def test_a_number_that_no_passage_has_is_followed_by_those_with_its_first_part() -> None:
    memory = Memory()
    for number, text in enumerate(("Rule 803(c) is read.", "Nothing here.", "Rule 701 is read."), 1):
        memory.add(number, text, date(2020, 1, number), FAR)
    answer = ask(memory, "803(c)(27)")
    assert answer.nothing_close and less_close(answer)[0] == 1
    assert [(wider.query, wider.total) for wider in answer.loosenings] == [("803(c)", 1)]


def test_nothing_is_added_to_a_search_of_conditions_alone(memory: Memory) -> None:
    answer = ask(memory, "court:“Court 1”")
    assert (sorted(close(answer)), less_close(answer)) == ([1, 3, 5], [])


WORDS = st.lists(st.sampled_from(["alpha", "bravo", "charlie", "delta"]), min_size=1, max_size=4)
DIRECTIONS = st.tuples(st.floats(0, 1), st.floats(0.01, 1), st.floats(0, 1))
PASSAGES = st.lists(
    st.tuples(WORDS, DIRECTIONS, st.none() | st.dates(date(2000, 1, 1), date(2024, 1, 1))),
    min_size=1,
    max_size=40,
)


@given(PASSAGES, WORDS, st.sampled_from(Order), st.sampled_from(["", "“", "404(b) "]))
def test_the_list_of_any_library_is_ordered_and_names_ten_documents_or_all(
    passages: Sequence[tuple[list[str], tuple[float, float, float], date | None]],
    query: list[str],
    order: Order,
    kind: str,
) -> None:
    memory = Memory()
    for number, (words, direction, filed) in enumerate(passages, 1):
        memory.add(number, f"{' '.join(words)} number{number}.", filed, direction)
    text = f"“{' '.join(query)}”" if kind == "“" else f"{kind}{' '.join(query)}"
    memory.directions[text] = CAR
    answer = ask(memory, text, order=order)
    assert [hit.passage.id for hit in answer.hits] == [*close(answer), *less_close(answer)]
    assert (answer.total, answer.less_close) == (len(close(answer)), len(less_close(answer)))
    below = [hit.score for hit in answer.hits if hit.tier is Tier.LESS_CLOSE]
    assert below == sorted(below, reverse=True)
    if order is Order.NEWEST:
        days = [hit.document.filed or date.min for hit in answer.close]
        assert days == sorted(days, reverse=True)
    named = {hit.document.id for hit in answer.hits}
    named |= {copy.document_id for hit in answer.hits for copy in hit.copies}
    assert len(named) >= min(BRIEFS, len(passages))
