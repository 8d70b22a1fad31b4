"""What text becomes terms, and that marking follows the same rules. The index itself is in test_lexical."""

from __future__ import annotations

import threading
import time
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.index.analyzer import match_ranges, plain_tokens, query_terms, stemmed_tokens
from briefbank.models import LexicalQuery

ANY_TEXT = st.text(alphabet=st.characters(), max_size=80)


def terms(text: str) -> list[str]:
    return [token.term for token in plain_tokens(text)]


def marked(text: str, query: LexicalQuery) -> list[str]:
    return [text[start:end] for start, end in match_ranges(text, query)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Café NAÏVE Straße", ["cafe", "naive", "strasse"]),
        ("con\ufb01dential e\ufb00ect", ["confidential", "effect"]),
        ("defendant’s defendant's", ["defendant", "s", "defendant", "s"]),
        ("803(c)(27) 2C:44-1", ["803", "c", "27", "2c", "44", "1"]),
        ("re\u0301sume\u0301 co\u00adoperate", ["resume", "cooperate"]),
        ("\U0001f600 \x00\x1f\ufffd\n\t§ —", []),
        ("the and of", ["the", "and", "of"]),
        ("İstanbul ÅNGSTRÖM", ["istanbul", "angstrom"]),
    ],
)
def test_terms_are_folded_words_and_no_word_is_dropped(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_stop_words_are_asked_for_only_when_nothing_else_is() -> None:
    assert query_terms(LexicalQuery(("the", "search", "of"))).stems == ("search",)
    assert query_terms(LexicalQuery(("to", "be"))).stems == ("to", "be")
    assert query_terms(LexicalQuery(("to", "be"), ("plain error",))).stems == ()
    assert query_terms(LexicalQuery(("—", ""), ("!!",), ("§",))).empty


def test_marks_follow_stems_for_words_and_exact_words_for_phrases() -> None:
    text = "Searching the car, officers searched. A motion to\nsuppress; motions to suppress."
    assert marked(text, LexicalQuery(("search",))) == ["Searching", "searched"]
    assert marked(text, LexicalQuery((), ("motion to suppress",))) == ["motion to\nsuppress"]


def test_numbers_of_rules_are_marked_as_a_whole_and_nowhere_else() -> None:
    text = "Under N.J.R.E. 803(c)(27), not 803(c)(25), and 803 (c) (27). 27 days."
    assert marked(text, LexicalQuery((), (), ("803(c)(27)",))) == ["803(c)(27)", "803 (c) (27)"]


def test_marks_stand_right_behind_characters_that_are_not_seen() -> None:
    text = "\U0001f600 co\u00adoperate re\u0301sume\u0301 \ud800 search"
    assert marked(text, LexicalQuery(("cooperate", "résumé", "searching"))) == [
        "co\u00adoperate",
        "re\u0301sume\u0301 \ud800"[:8],
        "search",
    ]


def test_overlapping_marks_are_joined() -> None:
    text = "plain error review"
    query = LexicalQuery(("error",), ("plain error", "error review"))
    assert match_ranges(text, query) == ((0, len(text)),)


@given(text=ANY_TEXT)
def test_both_analyses_cut_any_text_at_the_same_places(text: str) -> None:
    places = [(t.position, t.start, t.end) for t in plain_tokens(text)]
    assert [(t.position, t.start, t.end) for t in stemmed_tokens(text)] == places
    assert all(0 <= start < end <= len(text) for _, start, end in places)
    assert all(a[2] <= b[1] for a, b in pairwise(places))


@given(text=ANY_TEXT)
def test_a_token_has_the_terms_of_its_own_range(text: str) -> None:
    for token in plain_tokens(text):
        assert terms(text[token.start : token.end]) == [token.term]


@given(text=ANY_TEXT, word=ANY_TEXT, phrase=ANY_TEXT)
def test_marks_of_any_text_are_ascending_and_inside(text: str, word: str, phrase: str) -> None:
    found = match_ranges(text, LexicalQuery((word,), (phrase,), (word[:5],)))
    flat = [edge for place in found for edge in place]
    assert flat == sorted(flat) and all(start < end for start, end in found)
    assert not flat or (flat[0] >= 0 and flat[-1] <= len(text))


@given(text=st.text(alphabet="aeéèñoüc ’-", max_size=40))
def test_composed_and_decomposed_letters_give_the_same_terms(text: str) -> None:
    assert terms(unicodedata.normalize("NFD", text)) == terms(unicodedata.normalize("NFC", text))


def test_marking_a_passage_takes_less_than_two_milliseconds() -> None:
    text = "The motion to suppress was granted because the officer’s search exceeded its scope. " * 15
    query = LexicalQuery(("search", "granted"), ("motion to suppress",), ("803(c)(27)",))
    took = []
    for _ in range(30):
        started = time.perf_counter()
        match_ranges(text, query)
        took.append(time.perf_counter() - started)
    assert min(took) < 0.002


def test_many_threads_may_mark_at_once() -> None:
    text = "The officer’s search of the car " * 40
    query = LexicalQuery(("searching",), ("of the car",))
    expected = match_ranges(text, query)
    results: list[bool] = []

    def work() -> None:
        results.append(all(match_ranges(text, query) == expected for _ in range(30)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 4
