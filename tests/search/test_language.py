"""Tests of the query language: written cases, and properties of any text and expression."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.authorities import Citation, CitationKind
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.searches import (
    And,
    Expression,
    Field,
    FieldName,
    Near,
    Not,
    Or,
    Phrase,
    Term,
    Unit,
    terms_of,
)
from briefbank.index.analyzer import plain_tokens
from briefbank.search.operators.grammar import NESTING_LIMIT, OPERANDS_LIMIT, PLAIN_WORDS, read
from briefbank.search.operators.lexing import terms, written
from briefbank.search.typed_text import clean
from tests.search.language_cases import BROKEN, HOLDS, NOTED, PLAIN, TREES, shown
from tests.search.oracle import holds


def tree(text: str) -> Expression:
    expression = read(text).expression
    assert expression is not None
    return expression


def rest(text: str) -> list[str]:
    return [text[start:end] for start, end in read(text).rest]


@pytest.mark.parametrize(("query", "text", "is_match"), HOLDS)
def test_a_search_finds_what_its_operators_say(query: str, text: str, is_match: bool) -> None:
    assert holds(tree(query), text) is is_match


@pytest.mark.parametrize(("query", "expected", "plain"), TREES)
def test_a_search_is_read_as_this_tree_and_these_plain_words(query: str, expected: str, plain: str) -> None:
    assert (shown(tree(query)), "|".join(rest(query))) == (expected, plain)


@pytest.mark.parametrize("query", PLAIN)
def test_plain_language_is_never_read_as_operators(query: str) -> None:
    result = read(query)
    assert not result.operators
    words = [word for word in query.split() if any(c.isalnum() for c in word)]
    assert [word for text in rest(query) for word in text.split() if any(c.isalnum() for c in word)] == words


@pytest.mark.parametrize(("query", "part"), [case for case in NOTED if case[1]])
def test_a_surprising_interpretation_is_explained(query: str, part: str) -> None:
    assert [note for note in read(query).notes if part in note]


@pytest.mark.parametrize("query", [query for query, part in NOTED if not part])
def test_operators_in_capitals_are_not_reported_as_words(query: str) -> None:
    assert not [note for note in read(query).notes if "not read as an operator" in note]


@pytest.mark.parametrize(
    "query",
    [
        "consent to search a car",
        "“plain view” car",
        "stop! w/5 car",
        "404(b) NOT hearsay",
        "kind:brief bail",
    ],
)
def test_an_unsurprising_search_has_no_notes(query: str) -> None:
    assert read(query).notes == ()


@pytest.mark.parametrize(("query", "note_part"), BROKEN)
def test_a_broken_search_is_read_as_plain_words_with_a_note(query: str, note_part: str) -> None:
    result = read(query)
    assert not result.operators and any(note_part in note for note in result.notes)
    assert result.notes[-1] == PLAIN_WORDS


def test_there_are_at_least_220_written_cases_of_finding() -> None:
    assert len(set(HOLDS)) == len(HOLDS) >= 220


# Fields

FILED = date(2015, 3, 15)
BRIEF = Document(
    id=1,
    sha256="0" * 64,
    kind=Kind.BRIEF,
    title="State v. Doe",
    court="Superior Court of New Jersey, Appellate Division",
    docket="A-1234-19T4",
    filed=FILED,
    filed_source="stamp",
    pages=1,
    ocr_pages=0,
    passages=1,
    gaps=0,
    file_name="1.pdf",
    suffix=".pdf",
    size=1,
    added_at=datetime(2020, 1, 1, tzinfo=UTC),
    has_reading_copy=False,
    judge="Hon. Ana O’Brien, J.S.C.",
)
CARTY = "Consent must be voluntary. State v. Carty, 170 N.J. 632 (2002), so holds under N.J.R.E. 404(b)."
CITED = Citation(CARTY.index("170"), CARTY.index(" (2002)"), "170 N.J. 632", CitationKind.CASE)


@pytest.mark.parametrize(
    ("query", "is_match"),
    [
        ("cites:“170 N.J. 632”", True),
        ("cites:“170 NJ 632”", True),
        ("cites:“170 N.J. 633”", False),
        ("cites:“State v. Carty”", True),
        ("cites:Carty", True),
        ("cites:Johnson", False),
        ("rule:404(b)", True),
        ("rule:“N.J.R.E. 404(b)”", True),
        ("rule:404(a)", False),
        ("rule:“R. 3:5-7”", False),
        ("court:“appellate division”", True),
        ("court:“Supreme Court”", False),
        ("docket:A-1234-19", False),
        ("docket:A-1234-19T4", True),
        ("docket:A-1234-18", False),
        ("judge:O’Brien", True),
        ("judge:Smith", False),
        ("kind:brief", True),
        ("kind:statute", False),
        ("heading:“consent to search”", True),
        ("heading:“search to consent”", False),
        ("heading:consen!", True),
        ("before:2016", True),
        ("before:2015", False),
        ("after:2014", True),
        ("after:2015", False),
        ("before:3/15/2015", False),
        ("before:3/16/2015", True),
        ("after:3/14/2015", True),
        ("after:“March 2015”", False),
        ("after:“February 2015”", True),
        ("(kind:statute OR kind:brief) AND voluntary", True),
        ("voluntary NOT kind:brief", False),
        ("voluntary % kind:statute", True),
        ("cites:Carty before:2016 “must be voluntary”", True),
        ("cites:Carty after:2016 “must be voluntary”", False),
    ],
)
def test_fields_say_what_is_known_of_the_passage_and_its_document(query: str, is_match: bool) -> None:
    headings = ("POINT I", "Consent to Search")
    assert holds(tree(query), CARTY, headings=headings, citations=(CITED,), document=BRIEF) is is_match


def test_a_document_without_a_date_is_neither_before_nor_after() -> None:
    undated: Document = replace(BRIEF, filed=None)
    assert not holds(tree("before:2016"), CARTY, document=undated)
    assert not holds(tree("after:2014"), CARTY, document=undated)


@pytest.mark.parametrize("kind", list(Kind))
def test_every_document_kind_can_be_searched_for(kind: Kind) -> None:
    assert tree(f"kind:{kind.value} bail") == Field(FieldName.KIND, kind.value, 0, 5 + len(kind.value))


# Positions


def test_positions_are_those_of_the_typed_text() -> None:
    query = "see (“plain error” /p summ!) AND 404(b) % kind:rule"
    both = tree(query)
    assert isinstance(both, And)
    assert [query[part.start : part.end] for part in both.parts] == [
        "(“plain error” /p summ!)",
        "404(b)",
        "% kind:rule",
    ]
    near = both.parts[0]
    assert isinstance(near, Near)
    assert query[near.left.start : near.left.end] == "“plain error”"
    assert [query[term.start : term.end] for term in terms_of(near)] == ["plain", "error", "summ!"]


# Every text


KNOWN = [
    "plain",
    "error",
    "stop!",
    "s*p",
    "(",
    ")",
    "“",
    "”",
    '"',
    "AND",
    "OR",
    "NOT",
    "and",
    "or",
    "not",
    "but",
]
SIGNS = [
    "w/5",
    "/s",
    "/p",
    "+3",
    "pre/2",
    "&",
    "%",
    "!",
    "*",
    "#",
    "w/0",
    "cites:Carty",
    "kind:brief",
    "before:2015",
]
ODD = ["404(b)", "§", "1983", "R.", "3:5-7", "()", "“x y”", "\n\n", "judge:", "State", "v.", "🙂", "x" * 70]


def check_reading(text: str) -> None:
    at = 0
    for start, end in read(text).rest:
        assert at <= start < end <= len(text)
        at = end


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    check_reading(clean(text))


@given(st.lists(st.sampled_from([*KNOWN, *SIGNS, *ODD]), max_size=16), st.sampled_from([" ", "", "  "]))
def test_any_mixture_of_known_signs_is_read(parts: list[str], between: str) -> None:
    check_reading(clean(between.join(parts)))


@given(
    st.lists(st.sampled_from(["plain", "Error", "THE", "and", "or", "not", "(see", "404(b)", "it.", "why?"]))
)
def test_words_of_plain_language_in_any_order_never_filter(parts: list[str]) -> None:
    text = " ".join(parts)
    assert not read(text).operators
    assert "".join(rest(text)).replace(" ", "") == text.replace(" ", "")


@given(st.text(st.characters(codec="ascii", exclude_characters="*?!"), max_size=80))
def test_words_are_cut_where_the_index_cuts_them(text: str) -> None:
    assert [term.pattern for term in terms(text, 0)] == [token.term for token in plain_tokens(text)]


def calls(text: str) -> int:
    """Count the calls that reading the text takes, in Python and in C."""
    number = 0

    def count(*_: object) -> None:
        nonlocal number
        number += 1

    sys.setprofile(count)
    try:
        read(text)
    finally:
        sys.setprofile(None)
    return number


@pytest.mark.parametrize(
    "unit",
    [
        "word ",
        "( ",
        ") ",
        "(",
        "()",
        "a(b)",
        '"',
        "“a ” ",
        "AND ",
        "and ",
        "x and ",
        "(x or ",
        "NOT ",
        "w/5 ",
        "stop! ",
        "stop! and ",
        "s*",
        "R. ",
        "1 R. ",
        "§ ",
        "cites:A ",
        "judge:State v. Of ",
        "THE AND ",
        "🙂 ",
        "é",
        "(“a” ",
        "x /5 ",
    ],
)
def test_reading_takes_time_in_proportion_to_the_text(unit: str) -> None:
    read("“warm up” AND loaded")
    short, long = calls(unit * 500), calls(unit * 2_000)
    assert long <= 4.5 * short + 1_000


@pytest.mark.parametrize(
    "query", ["word " * 10_000, "(" * 5_000 + "x" + ")" * 5_000, "“" * 3_000, "! " * 3_000]
)
def test_huge_plain_texts_are_answered(query: str) -> None:
    assert not read(query.strip()).operators


def test_parentheses_nest_so_deep_and_no_deeper() -> None:
    def nested(depth: int) -> str:
        return "(" * depth + "stop OR frisk" + ")" * depth + " AND car"

    assert shown(tree(nested(NESTING_LIMIT))) == "((stop | frisk) & car)"
    assert_broken(nested(5_000), f"More than {NESTING_LIMIT} parentheses")


def assert_broken(query: str, note_part: str) -> None:
    result = read(query)
    assert result.expression is None and any(note_part in note for note in result.notes)


@pytest.mark.parametrize(
    "query", [" ".join(f"“word {n}”" for n in range(3_000)), " OR ".join(f"word{n} x" for n in range(3_000))]
)
def test_too_many_operands_are_plain_words(query: str) -> None:
    assert_broken(query, f"more than {OPERANDS_LIMIT}")


def test_as_many_operands_as_are_allowed_are_read() -> None:
    result = tree(" OR ".join(f"word{n}" for n in range(OPERANDS_LIMIT)))
    assert len(terms_of(result)) == OPERANDS_LIMIT


def test_a_chain_of_distances_is_broken_before_it_is_too_deep() -> None:
    assert_broken(" /5 ".join(["word"] * 150), "too many steps")


# Every tree

TERMS = st.sampled_from(["plain", "error", "stop*", "wom?n", "404", "the", "not", "s*p"]).map(
    lambda pattern: Term(pattern, 0, 0)
)
PHRASES = st.lists(TERMS, min_size=2, max_size=3).map(lambda terms: Phrase(tuple(terms), 0, 0))
FIELDS = st.sampled_from(
    [
        Field(FieldName.CITES, "State v. Carty", 0, 0),
        Field(FieldName.RULE, "R. 3:5-7", 0, 0),
        Field(FieldName.KIND, "brief", 0, 0),
        Field(FieldName.BEFORE, "2015-03-01", 0, 0),
    ]
)


def nears(sides: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    words_apart = st.tuples(st.just(Unit.WORDS), st.integers(1, 255))
    within = st.tuples(st.sampled_from([Unit.SENTENCE, Unit.PARAGRAPH]), st.just(0))
    return st.builds(
        lambda left, right, width, ordered: Near(left, right, *width, ordered, 0, 0),
        sides,
        sides,
        words_apart | within,
        st.booleans(),
    )


def flattened(kind: type[And] | type[Or]) -> Callable[[list[Expression]], Expression]:
    def joined(parts: list[Expression]) -> Expression:
        inner = [item for part in parts for item in (part.parts if isinstance(part, kind) else (part,))]
        return kind(tuple(inner), 0, 0)

    return joined


def several(parts: st.SearchStrategy[Expression]) -> st.SearchStrategy[list[Expression]]:
    return st.lists(parts, min_size=2, max_size=3)


def all_of(parts: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    """Something wanted with one to three more, of which some are left out, in any order."""
    refused = parts.map(lambda part: Not(part, 0, 0))
    others = st.lists(parts | refused, min_size=1, max_size=3)
    return (
        st.tuples(parts, others)
        .flatmap(lambda drawn: st.permutations([drawn[0], *drawn[1]]))
        .map(flattened(And))
    )


PLACED: st.SearchStrategy[Expression] = st.recursive(
    TERMS | PHRASES, lambda sides: nears(sides) | several(sides).map(flattened(Or)), max_leaves=5
)
WHOLE: st.SearchStrategy[Expression] = st.recursive(
    PLACED | FIELDS, lambda parts: all_of(parts) | several(parts).map(flattened(Or)), max_leaves=6
)


@given(WHOLE)
def test_every_tree_can_be_written_and_reads_back_the_same(expression: Expression) -> None:
    assert shown(tree(written(expression))) == shown(expression)


@given(WHOLE)
def test_reading_does_not_depend_on_blanks(expression: Expression) -> None:
    text = written(expression)
    assert shown(tree(f"  {text.replace(' ', '  ')}\n")) == shown(tree(text))
