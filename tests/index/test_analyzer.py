"""Tests of turning text into terms and of highlighting matches by the same rules."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.searches import Expression, LexicalQuery, Phrase, Related, Term, terms_of
from briefbank.index.analyzer import Token, plain_tokens, query_terms, stemmed_tokens
from briefbank.index.operator_matching import match_ranges

ANY_TEXT = st.text(alphabet=st.characters(), max_size=80)


def terms(text: str) -> list[str]:
    return [token.term for token in plain_tokens(text)]


def marked(text: str, query: LexicalQuery) -> list[str]:
    return [text[start:end] for start, end in match_ranges(text, query)]


def beside(text: str) -> Expression:
    """The words of a text side by side; it has one at least."""
    words = tuple(Term(word, 0, 0) for word in terms(text))
    return Phrase(words, 0, 0) if len(words) > 1 else words[0]


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


def test_stop_words_are_searched_only_when_there_are_no_other_words() -> None:
    assert query_terms(LexicalQuery(("the", "search", "of"))).stems == ("search", "es:search")
    assert query_terms(LexicalQuery(("to", "be"))).stems == ("to", "es:to", "be", "es:be")
    assert query_terms(LexicalQuery(("to", "be"), ("404(b)",))).stems == ()
    assert query_terms(LexicalQuery(("—", ""), ("§",))).empty


def test_context_words_are_separate_and_have_no_stop_words() -> None:
    result = query_terms(LexicalQuery(("searching",), context=("the", "searches", "cars", "car")))
    assert (result.stems, result.context) == (
        ("search", "es:searching"),
        ("es:search", "car", "es:cars", "es:car"),
    )
    assert query_terms(LexicalQuery(("the",), context=("of", "cars"))).context == ("car", "es:cars")
    assert not query_terms(LexicalQuery(context=("cars",))).empty


def test_marks_follow_stems_for_words_and_exact_words_for_what_is_required() -> None:
    text = "Searching the car, officers searched. A motion to\nsuppress; motions to suppress."
    assert marked(text, LexicalQuery(("search",))) == ["Searching", "searched"]
    assert marked(text, LexicalQuery(context=("search",))) == ["Searching", "searched"]
    assert marked(text, LexicalQuery(required=beside("motion to suppress"))) == ["motion to\nsuppress"]


def test_numbers_of_rules_are_marked_as_a_whole_and_nowhere_else() -> None:
    text = "Under N.J.R.E. 803(c)(27), not 803(c)(25), and 803 (c) (27). 27 days."
    assert marked(text, LexicalQuery(identifiers=("803(c)(27)",))) == ["803(c)(27)", "803 (c) (27)"]


@given(text=ANY_TEXT)
def test_both_analyzers_tokenise_any_text_at_the_same_offsets(text: str) -> None:
    places = [(t.position, t.start, t.end) for t in plain_tokens(text)]
    assert [(t.position, t.start, t.end) for t in stemmed_tokens(text)] == places
    assert all(0 <= start < end <= len(text) for _, start, end in places)
    assert all(a[2] <= b[1] for a, b in pairwise(places))


WORDS = ("search", "searching", "Searched", "the", "803", "c", "27", "803(c)(27)", "résumé", "İ", "car’s")
PIECES = st.sampled_from((*WORDS, "x" * 201))
ENDS = st.sampled_from((" ", ", ", "(", ")", "\n", ""))
MARKED = st.lists(st.tuples(PIECES, ENDS).map("".join), max_size=12).map("".join)
QUERIES = st.builds(
    LexicalQuery,
    st.lists(MARKED, max_size=2).map(tuple),
    st.lists(MARKED, max_size=2).map(tuple),
    st.none() | MARKED.filter(plain_tokens).map(beside),
    st.lists(MARKED.map(lambda text: Related(text, 0.3, "")), max_size=2).map(tuple),
    st.lists(MARKED, max_size=1).map(tuple),
)


@given(text=MARKED | ANY_TEXT, query=QUERIES)
def test_marks_are_those_of_the_slowest_reading(text: str, query: LexicalQuery) -> None:
    """A required part must match the text; otherwise its beginning near the end would be highlighted."""
    if query.required is not None and not runs(plain_tokens(text), words_of(query.required)):
        query = replace(query, required=None)
    assert list(match_ranges(text, query)) == by_hand(text, query)


def by_hand(text: str, query: LexicalQuery) -> list[tuple[int, int]]:
    """Compare every word with every searched one, and every run of words with every phrase."""
    plain, stems = plain_tokens(text), stemmed_tokens(text)
    terms = query_terms(query)
    related = [item.text for item in query.related]
    expected = {*terms.stems, *terms.context}
    expected |= {stemmed_tokens(item)[0].term for item in related if len(plain_tokens(item)) == 1}
    results = [(token.start, token.end) for token in stems if token.term in expected]
    phrases = [plain_tokens(identifier) for identifier in query.identifiers]
    phrases += [tokens for item in related if len(tokens := plain_tokens(item)) > 1]
    if query.required is not None:
        phrases.append(words_of(query.required))
    results += [span for phrase in phrases if phrase for span in runs(plain, phrase)]
    return joined({with_bracket(text, *span) for span in results})


def words_of(required: Expression) -> list[Token]:
    return plain_tokens(" ".join(term.pattern for term in terms_of(required)))


def runs(plain: list[Token], phrase: list[Token]) -> list[tuple[int, int]]:
    """Return where the words of a phrase occur with its distances between them."""
    at = {token.position: token for token in plain}
    starts = [
        token.position
        for token in plain
        if all(
            (there := at.get(token.position + item.position - phrase[0].position)) and there.term == item.term
            for item in phrase
        )
    ]
    far = phrase[-1].position - phrase[0].position
    return [(at[start].start, at[start + far].end) for start in starts]


def with_bracket(text: str, start: int, end: int) -> tuple[int, int]:
    inside = text[start:end]
    return start, end + (inside.count("(") > inside.count(")") and text[end : end + 1] == ")")


def joined(places: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pairs that overlap are made one until there are none."""
    for one in places:
        for other in places - {one}:
            if one[0] < other[1] and other[0] < one[1]:
                return joined((places - {one, other}) | {(min(one[0], other[0]), max(one[1], other[1]))})
    return sorted(places)
