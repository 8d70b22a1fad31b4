"""Tests of retrieving candidates: the channels asked, and the effect of each part of a request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from briefbank.citations import citations
from briefbank.domain.searches import Filters, Related, SearchRequest
from briefbank.errors import IndexFault
from briefbank.search import channels
from briefbank.search.channel import Channel
from briefbank.search.channels import CITATIONS, LEXICAL, NUMBERS, SEMANTIC
from briefbank.search.feedback import MOST
from briefbank.search.query import PARAMETERS, USUAL, QueryClass
from briefbank.search.retrieval import COMPARED
from briefbank.search.search_types import Candidate, Ranking, SearchServices
from briefbank.search.searcher import Searcher
from tests.search import fakes
from tests.search.fakes import Memory
from tests.support.profile import sample

CAR, JURY, FAR = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
CARTY = "170 N.J. 632"


def ranked(
    memory: Memory,
    text: str,
    *,
    channels: frozenset[Channel] | None = None,
    without: Sequence[str] = (),
    semantic: bool = True,
    parts: SearchServices | None = None,
    ignoring: tuple[str, ...] = (),
    **values: object,
) -> Ranking:
    request = SearchRequest(text, **values)  # type: ignore[arg-type]
    searcher = Searcher(parts or memory.parts(semantic))
    return searcher.rank(request, channels=channels, without=without, ignoring=ignoring)


def ids(ranking: Ranking) -> list[int]:
    return [candidate.passage_id for candidate in ranking.candidates]


def candidate_of(ranking: Ranking, number: int) -> Candidate:
    return next(candidate for candidate in ranking.candidates if candidate.passage_id == number)


def channels_of(ranking: Ranking) -> set[str]:
    """The names of the channels that had a share in relevance."""
    return {channel for candidate in ranking.candidates for channel in candidate.shares}


def authorities() -> Memory:
    memory = Memory(find_citations=citations.find)
    memory.add(1, "Consent must be voluntary, Id. at 640.", vector=CAR, cites=[CARTY])
    memory.add(2, "Consent to search under State v. Carty.", vector=CAR)
    memory.add(3, "Consent to search a car at night.", vector=CAR)
    memory.add(4, "Other crimes under N.J.R.E. 404(b) were barred.", vector=JURY)
    memory.add(5, "Other crimes and other bad acts were barred.", vector=JURY)
    return memory


def test_a_number_or_a_case_lifts_the_passages_that_have_it_above_all_that_words_alone_can_give() -> None:
    memory = authorities()
    memory.add(6, "State consent; Carty consent; no such case, consent to search.", vector=CAR)
    memory.passages[2] = replace(memory.passages[2], text="Consent to search under State v Carty.")
    for query, having, lacking in (
        ("404(b) other crimes and bad acts", 4, 5),
        ("State v. Carty consent to search", 2, 6),
        ("“other crimes” 404(b)", 4, 5),
    ):
        ranking = ranked(memory, query, semantic=False)
        assert ids(ranking)[0] == having, query
        shares = [candidate_of(ranking, number).shares[NUMBERS.name] for number in (lacking, having)]
        assert shares[0] == 0.0 < shares[1], query


def test_an_authority_is_found_where_it_is_cited_in_another_form() -> None:
    ranking = ranked(authorities(), "170 N. J. 632", semantic=False)
    assert ids(ranking) == [1]
    assert candidate_of(ranking, 1).has_words
    off = ["numbers"]
    assert ids(ranked(authorities(), "170 N. J. 632", semantic=False, without=off)) == []


def graph() -> Memory:
    memory = Memory()
    memory.add(1, "Consent to search a car.", vector=CAR, cites=[CARTY, "1 U.S. 1"])
    memory.add(2, "Nothing alike at all.", vector=None, cites=[CARTY])
    memory.add(3, "Nothing alike here either.", vector=None, cites=["2 U.S. 2"])
    return memory


def test_passages_citing_the_authorities_of_the_first_results_are_found_without_any_query_word() -> None:
    ranking = ranked(graph(), "consent to search")
    assert ids(ranking) == [1, 2]
    assert (candidate_of(ranking, 2).has_words, candidate_of(ranking, 2).cosine) == (False, None)
    assert candidate_of(ranking, 2).shares[CITATIONS.name] > 0.0
    off = ranked(graph(), "consent to search", without=["citations"])
    others = ranked(graph(), "consent to search", channels=frozenset({LEXICAL, SEMANTIC}))
    assert ids(off) == ids(others) == [1]
    memory = graph()
    memory.passages[1] = replace(memory.passages[1], text="Under 404(b).")
    assert ids(ranked(memory, "404(b)")) == [1], "an exact question has no neighbours"


def test_the_graph_lifts_what_shares_authorities_and_takes_relevance_from_no_place() -> None:
    memory = Memory()
    for number, text in enumerate(
        ["Consent to search a car.", "Consent to search.", "Consent to search."], 1
    ):
        memory.add(number, text, cites=["a"] * (number != 2))
    on = ranked(memory, "consent to search a car", semantic=False)
    off = ranked(memory, "consent to search a car", semantic=False, without=["citations"])
    assert [candidate.passage_id for candidate in on.candidates] == [1, 3, 2]
    assert [candidate.passage_id for candidate in off.candidates] == [1, 2, 3]
    relevances = [[candidate.relevance for candidate in result.candidates] for result in (on, off)]
    assert relevances[0][0] == relevances[1][0] == 1.0 and relevances[0][1] > relevances[1][1]
    assert relevances[0][2] == pytest.approx(relevances[1][2])


def test_related_words_find_more_and_weigh_less_than_what_was_typed() -> None:
    lookups: list[tuple[Sequence[str], str]] = []

    def related(words: Sequence[str], text: str) -> tuple[Related, ...]:
        lookups.append((words, text))
        return (Related("automobile", 0.3, "car"),)

    memory = Memory(related=related)
    for number, text in enumerate(
        ("The car was stopped.", "The automobile was stopped.", "The horse was."), 1
    ):
        memory.add(number, text)
    assert ids(ranked(memory, "car", semantic=False, without=["thesaurus"])) == [1]
    assert ids(ranked(memory, "car", semantic=False, literal=True)) == [1]
    assert ids(ranked(memory, "404(b)", semantic=False)) == []
    assert lookups == []
    ranking = ranked(memory, "car “was”", semantic=False)
    assert ids(ranking) == [1, 2]
    assert candidate_of(ranking, 1).relevance > candidate_of(ranking, 2).relevance
    assert lookups == [(("car",), "car")]


def library() -> Memory:
    memory = Memory(find_citations=citations.find)
    memory.add(1, "Consent to search a car under 404(b).", date(2010, 1, 1), CAR, cites=[CARTY])
    memory.add(2, "Consent of a juror.", date(2020, 1, 1), JURY, cites=[CARTY])
    memory.add(3, "Nothing in common.", None, (0.9, 0.1, 0.0))
    memory.directions["consent to search a car 404(b)"] = CAR
    return memory


QUERY = "consent to search a car 404(b)"


@pytest.mark.parametrize("channel", channels.CHANNELS, ids=channels.names())
def test_a_switch_or_the_list_of_channels_leaves_out_exactly_that_channel(channel: Channel) -> None:
    others = frozenset(channels.CHANNELS) - {channel}
    assert channels_of(ranked(library(), QUERY)) == {*channels.names()}
    with pytest.raises(ValueError, match="nonsense"):
        channels.known_parts(["nonsense"])
    off = ranked(library(), QUERY, without=[channel.name])
    assert channels_of(off) == {other.name for other in others}
    assert ranked(library(), QUERY, channels=others).candidates == off.candidates


def test_without_spelling_correction_a_misspelling_stays() -> None:
    assert ranked(library(), "consnet").parsed.words == ("consent",)
    assert ranked(library(), "consnet", without=["spelling"]).parsed.words == ("consnet",)
    assert ranked(library(), "consnet", literal=True).parsed.words == ("consnet",)


def test_without_adaptive_weights_every_query_class_uses_the_same_weights() -> None:
    text = "is consent to search a car still good law"
    memory = library()
    memory.directions["is consent to search a car"] = CAR
    assert ranked(memory, text).parsed.query_class is QueryClass.GOOD_LAW
    adaptive, usual = PARAMETERS[QueryClass.GOOD_LAW].semantic, USUAL.semantic
    shared = candidate_of(ranked(memory, text, without=["citations"]), 3).shares
    plain = candidate_of(ranked(memory, text, without=["citations", "adaptive"]), 3).shares
    assert shared[SEMANTIC.name] / plain[SEMANTIC.name] == pytest.approx(adaptive / usual)


@pytest.mark.parametrize("sentence", ["was the consent valid?", "consent to search was unlawful"])
def test_meaning_says_more_of_a_sentence_alone_than_of_one_with_a_context(sentence: str) -> None:
    memory, context = library(), "stop of a car: "
    memory.directions |= {sentence: CAR, context.strip(): CAR}
    off = ["citations"]
    alone, within = ranked(memory, sentence, without=off), ranked(memory, context + sentence, without=off)
    assert alone.parsed.query_class is within.parsed.query_class
    chosen = PARAMETERS[alone.parsed.query_class]
    assert candidate_of(alone, 1).shares[SEMANTIC.name] == pytest.approx(chosen.semantic_alone)
    assert candidate_of(within, 1).shares[SEMANTIC.name] == pytest.approx(chosen.semantic)
    assert chosen.semantic_alone > chosen.semantic


def paragraphs(*texts: str) -> str:
    """Join paragraphs so that none of them is the context of another."""
    return "\n\n".join([*texts, " ".join(["horse"] * 70)])


def test_paragraphs_are_searched_one_by_one_and_averaged() -> None:
    memory = Memory()
    memory.add(1, "debts " * 3)
    memory.add(2, "witness")
    ranking = ranked(memory, paragraphs("debts", "witness"), semantic=False)
    assert candidate_of(ranking, 1).relevance == candidate_of(ranking, 2).relevance == 1.0
    memory.encoded.clear()
    ranked(memory, paragraphs("debts", "witness"))
    assert memory.encoded[:2] == ["debts", "witness"] and len(memory.encoded) == 3


def test_the_scene_has_its_share_in_words_and_in_the_vector() -> None:
    memory = Memory()
    memory.add(1, "consent", vector=CAR)
    memory.add(2, "search", vector=JURY)
    memory.directions |= {"consent": CAR, "search of it:": JURY}
    ranking = ranked(memory, "search of it: consent", without=["thesaurus"])
    assert ids(ranking) == [1, 2]
    share = USUAL.context_semantic
    expected = share / np.hypot(share, 1.0 - share)
    assert candidate_of(ranking, 2).cosine == pytest.approx(expected)
    words = ranked(memory, "search of it: consent", channels=frozenset({LEXICAL}))
    assert candidate_of(words, 2).relevance == pytest.approx(USUAL.context)


def test_with_operators_only_matching_passages_are_candidates_and_plain_words_rank_them() -> None:
    memory = library()
    memory.add(4, "Consent to search a van.", None, FAR)
    memory.directions["van"] = FAR
    ranking = ranked(memory, "“consent” van")
    assert ids(ranking)[0] == 4 and set(ids(ranking)) == {1, 2, 4}
    assert channels_of(ranking) >= {LEXICAL.name, SEMANTIC.name}
    assert not ranking.exact and ranked(memory, "“consent”").exact
    alone = ranked(library(), "consent NOT juror")
    assert set(ids(alone)) == {1} and SEMANTIC.name not in channels_of(alone)


def test_lexical_search_goes_on_when_the_vector_index_fails_and_says_that_meaning_was_not_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert ranked(library(), "consent").semantic_used
    assert not ranked(library(), "consent", semantic=False).semantic_used

    def fail(*_: object) -> None:
        raise IndexFault

    monkeypatch.setattr(fakes.Vectors, "search", fail)
    broken = ranked(library(), "consent search")
    assert ids(broken) == [1, 2] and not broken.semantic_used


def test_filters_limit_every_channel_and_a_day_that_is_set_does_so_for_what_has_a_date() -> None:
    early = Filters(filed_to=date(2015, 1, 1))
    assert set(ids(ranked(library(), QUERY, filters=early))) == {1}
    undated = {number for number, known in library().documents.items() if known.filed is None}
    assert set(ids(ranked(library(), QUERY, as_of=date(2015, 1, 1)))) - undated == {1}
    assert ids(ranked(library(), QUERY, filters=Filters(filed_to=date(1900, 1, 1)))) == []


def alike() -> Memory:
    memory = Memory()
    memory.add(1, "Consent to search a car under 404(b).", vector=CAR, family=7, cites=[CARTY])
    memory.add(2, "Consent to search a car again.", vector=CAR, family=7)
    memory.add(3, "Consent to search the car at night.", vector=(0.9, 0.1, 0.0))
    memory.add(4, "A jury charge under 404(b).", vector=JURY)
    memory.add(5, "No word in common.", vector=None, cites=[CARTY])
    memory.passages[6] = fakes.passage(6, "Consent to search a car, further on.", document_id=1)
    memory.vectors[6] = CAR
    return memory


def test_more_like_a_passage_uses_its_own_vector_and_encodes_nothing() -> None:
    memory = alike()
    assert candidate_of(ranked(memory, "", like=1), 3).cosine == pytest.approx(0.9 / np.hypot(0.9, 0.1))
    assert memory.encoded == []
    del memory.vectors[1]
    ranked(memory, "", like=1)
    assert set(memory.encoded) == {"Consent to search a car under 404(b)."}


def test_more_like_a_passage_follows_what_it_cites_and_not_its_numbers() -> None:
    ranking = ranked(alike(), "", like=1)
    assert NUMBERS.name not in channels_of(ranking)
    assert candidate_of(ranking, 5).shares[CITATIONS.name] > 0.0


@dataclass
class ScriptedReranker:
    """Gives prepared scores by text, and records its calls."""

    scores: Mapping[str, float]
    calls: list[tuple[str, list[str]]] = field(default_factory=list)

    def score(self, query: str, texts: Sequence[str], *, limit_s: float) -> NDArray[np.float32]:
        self.calls.append((query, list(texts)))
        return np.array([self.scores.get(text, 0.0) for text in texts], np.float32)


def test_a_comparing_model_reads_the_sentence_and_the_first_results_and_reorders_them() -> None:
    memory = library()
    memory.directions["consent to search"] = CAR
    plain = ranked(memory, "consent to search")
    memory.reranker = model = ScriptedReranker({"Nothing in common.": 1.0})
    ranking = ranked(memory, "consent to search")
    assert ids(ranking)[0] == 3 != ids(plain)[0]
    assert [candidate.relevance for candidate in ranking.candidates] == [
        candidate.relevance for candidate in plain.candidates
    ]
    assert model.calls == [("consent to search", [memory.passages[number].text for number in ids(plain)])]


@settings(max_examples=sample(3, 100))
@given(st.lists(st.floats(0, 1, width=32), min_size=COMPARED + 9, max_size=COMPARED + 9))
def test_a_comparing_model_moves_passages_and_keeps_all_relevances(scores: list[float]) -> None:
    memory = Memory()
    for number in range(1, COMPARED + 10):
        memory.add(number, f"zebra number{number}", vector=(1.0, number / 10, 0.0))
    memory.directions["zebra"] = CAR
    plain = ranked(memory, "zebra")
    texts = {f"zebra number{at}": score for at, score in enumerate(scores, start=1)}
    memory.reranker = ScriptedReranker(texts)
    ranking = ranked(memory, "zebra")
    assert [candidate.relevance for candidate in ranking.candidates] == [
        candidate.relevance for candidate in plain.candidates
    ]
    assert sorted(ids(ranking)) == sorted(ids(plain))
    assert ids(ranking)[COMPARED:] == ids(plain)[COMPARED:]
    assert sum(candidate.compared for candidate in ranking.candidates) == pytest.approx(0.0)


def test_no_result_moves_when_the_reranker_times_out() -> None:
    memory = library()
    plain = ranked(memory, "consent to search")
    memory.reranker = ScriptedReranker({"Nothing in common.": 1.0, "Consent of a juror.": float("nan")})
    assert ranked(memory, "consent to search") == plain


def test_exact_searches_and_single_channels_are_not_compared() -> None:
    memory = library()
    memory.reranker = model = ScriptedReranker({})
    ranked(memory, "404(b)")
    ranked(memory, "“consent” AND search")
    ranked(memory, "consent", channels=frozenset({LEXICAL}))
    ranked(Memory(reranker=model), "consent")
    assert model.calls == []


OUTSIDE: list[dict[str, object]] = [
    {"text": "404(b)"},
    {"text": "x", "like": 1},
    {"text": "zzz"},
    {"text": "consent", "without": ["feedback"]},
]


@pytest.mark.parametrize("values", OUTSIDE)
def test_feedback_does_not_affect_exact_numbers_more_like_this_empty_results_or_when_off(
    values: dict[str, object],
) -> None:
    memory = library()
    memory.vectors.clear()
    memory.learned = taught = fakes.TaughtFeedback({1: MOST})
    ranking = ranked(memory, **values)  # type: ignore[arg-type]
    assert not ranking.nudges
    assert taught.calls == []


def test_nothing_beyond_the_depth_of_the_class_is_taken_from_a_channel() -> None:
    memory = Memory()
    for number in range(1, USUAL.depth + 20):
        memory.add(number, f"zebra number{number}")
    parts = memory.parts(semantic=False)
    assert len(ranked(memory, "zebra", parts=parts).candidates) == USUAL.depth
    deeper = Searcher(parts).rank(SearchRequest("zebra"), USUAL.depth + 5)
    assert len(deeper.candidates) == USUAL.depth + 5
