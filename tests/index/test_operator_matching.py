"""Tests of matching against brute force, and of the highlights."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage, Role
from briefbank.domain.searches import Expression, Field, FieldName, Not, Phrase, Term, Unit, terms_of
from briefbank.index.analyzer import plain_tokens
from briefbank.index.occurrences import (
    citation_key,
    names_authority,
    normal,
    ranges_of,
    term_patterns,
    words_of,
)
from briefbank.index.operator_matching import ExpressionMatcher
from tests.index.expressions import (
    FIELDS,
    TERMS,
    TEXTS,
    TREES,
    cited_passages,
    conjunction,
    disjunction,
    documents,
    near,
    phrase,
    term,
)
from tests.index.factory import build_document
from tests.search import oracle

DOCUMENT = build_document(1, court="Superior Court")


def holds(expression: Expression, text: str) -> bool:
    return ExpressionMatcher(expression).holds(Passage(0, text, Role.BODY, (), (), ""), DOCUMENT)


@given(
    st.text(alphabet=st.characters(), max_size=80) | st.text("aZ0é’“—§… \n\x00\u00ad\u0301ßΣİ", max_size=80)
)
@example("x" * 199 + " " + "y" * 200 + " z")
@example("é " + "y" * 200 + " z")
def test_words_are_those_of_the_analysis_each_in_its_place(text: str) -> None:
    tokens = plain_tokens(text)
    words, ranges = words_of(text), ranges_of(text)
    assert len(words) == len(ranges)
    for token in tokens:
        assert words[token.position] == token.term and ranges[token.position] == (token.start, token.end)
    others = set(range(len(words))) - {token.position for token in tokens}
    assert all(len(words[at]) >= 200 for at in others)


@given(TREES, TEXTS)
def test_a_search_holds_where_the_rules_say_that_it_holds(tree: Expression, text: str) -> None:
    assert holds(tree, text) is oracle.holds(tree, text)


@given(FIELDS | st.tuples(FIELDS, TERMS).map(lambda two: conjunction(*two)), cited_passages(), documents())
def test_a_field_holds_where_the_rules_say_that_it_holds(
    tree: Expression, cited: Passage, document: Document
) -> None:
    expected = oracle.holds(
        tree, cited.text, headings=cited.heading_path, citations=cited.citations, document=document
    )
    assert ExpressionMatcher(tree).holds(cited, document) is expected


ALPHA, BETA = term("alpha"), term("beta")
WRITTEN: list[tuple[Expression, str, bool]] = [
    (phrase("alpha", "beta"), "x alpha beta", True),
    (phrase("alpha", "beta"), "alpha", False),
    (phrase("803", "c", "27"), "under 803(c)(27)", True),
    (near(ALPHA, BETA, distance=200), "alpha " + "x " * 199 + "beta", True),
    (near(ALPHA, BETA, distance=200), "alpha " + "x " * 200 + "beta", False),
    (near(ALPHA, BETA, distance=10**9), "beta " * 300 + "x " * 300 + "alpha", True),
    (near(ALPHA, ALPHA, distance=5), "alpha", False),
    (near(ALPHA, ALPHA, distance=1), "alpha alpha", True),
    (near(near(ALPHA, BETA, distance=9), term("c"), distance=9), "alpha c beta", False),
    (near(ALPHA, BETA, Unit.SENTENCE), "In Alpha v. Beta, it was so.", True),
    (near(ALPHA, BETA, Unit.SENTENCE), "It was alpha. The beta was not.", False),
    (near(ALPHA, BETA, Unit.PARAGRAPH), "x\ny alpha z. beta", True),
    (near(ALPHA, BETA, Unit.PARAGRAPH), "x\ny alpha\nz beta", False),
    (term("émile"), "ÉMILE", True),
    (term("don’t"), "they don't", True),
    (term("???"), "abc", False),
    (term("ab*"), "ab", True),
    (term("ab?"), "ab", False),
    (ALPHA, "", False),
    (near(ALPHA, Field(FieldName.COURT, "superior", 0, 0), distance=3), "alpha superior", False),
]


def test_written_cases() -> None:
    assert [(tree, text) for tree, text, expected in WRITTEN if holds(tree, text) is not expected] == []
    assert not holds(term("a*" * 60 + "b"), "a" * 199), "a pattern of many signs takes no longer than another"


def test_a_number_is_not_found_in_a_longer_one() -> None:
    assert citation_key("170 N.J. 632") == citation_key("170 NJ 632") == "170 nj 632"
    assert citation_key("N.J.S.A. 2C:44-1") != citation_key("N.J.S.A. 2C:4-41")
    key = citation_key("State v. Doe, 170 N.J. 632")
    assert names_authority("170 nj 632", key) and not names_authority("70 nj 632", key)
    assert (
        not names_authority("170 nj 63", key) and not names_authority("", key) and not names_authority("", "")
    )


def marked(tree: Expression, text: str) -> list[str]:
    return [text[start:end] for start, end in ExpressionMatcher(tree).ranges(text)]


def test_exactly_the_words_that_match_are_highlighted() -> None:
    text = "Alpha then beta, and far far far from them alpha. Gamma"
    assert marked(near(ALPHA, BETA, distance=3), text) == ["Alpha", "beta"]
    assert marked(phrase("beta", "and", "far"), text) == ["beta, and far"]
    assert marked(conjunction(ALPHA, Not(term("zebra"), 0, 0)), text) == ["Alpha", "alpha"]
    assert marked(conjunction(BETA, Not(near(ALPHA, BETA), 0, 0)), text) == ["beta"]
    assert marked(disjunction(term("zebra"), conjunction(BETA, term("zebra")), term("gam*")), text) == [
        "Gamma"
    ]
    assert marked(near(near(ALPHA, term("then")), BETA), text) == ["Alpha", "then", "beta"]
    assert marked(Field(FieldName.COURT, "gamma", 0, 0), text) == []


@given(TREES, TEXTS)
def test_matches_in_the_text_alone_are_highlighted_in_order(tree: Expression, text: str) -> None:
    ranges = ExpressionMatcher(tree).ranges(text)
    assert list(ranges) == sorted(set(ranges))
    assert all(0 <= start < end <= len(text) for start, end in ranges)
    if terms_of(tree) and holds(tree, text):
        assert ranges


BAD = ["", "\x00\x1b", "\ud800 alpha", "x" * 100_000, "alpha " * 3000, "\U0001f600" * 50, "\u0301" * 9]


@pytest.mark.parametrize("text", BAD)
def test_any_text_gets_an_answer(text: str) -> None:
    for tree in (ALPHA, phrase("alpha", "beta"), near(term("a*"), BETA, Unit.SENTENCE), term(text[:300])):
        assert holds(tree, text) in (True, False)
        ExpressionMatcher(tree).ranges(text)


def test_words_that_the_analysis_parts_are_a_phrase_and_signs_alone_are_nothing() -> None:
    parted = normal(term("2C:44-1"))
    assert isinstance(parted, Phrase) and [item.pattern for item in parted.terms] == ["2c", "44", "1"]
    assert normal(term("§")) == Term("", 0, 0)
    assert normal(phrase("Émile", "*")) == Term("emile", 0, 0)
    assert term_patterns("wom?n's suppress* *") == ["wom?n", "s", "suppress*"]
