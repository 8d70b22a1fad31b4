"""Tests of the query language: reading, describing and shortening a search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

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
    conjuncts,
    terms_of,
)
from briefbank.index.analyzer import plain_tokens
from briefbank.search.operators.fields import described
from briefbank.search.operators.grammar import NESTING_LIMIT, OPERANDS_LIMIT, PLAIN_WORDS, read, without
from briefbank.search.operators.lexing import terms, written
from tests.search.fakes import document
from tests.search.language_cases import BROKEN, HOLDS, NOTED, PLAIN, TREES, shown
from tests.search.oracle import holds
from tests.support.examples import Examples
from tests.support.profile import sample

EXAMPLES = Examples(Path(__file__).with_name("examples") / "wording.txt")


def tree(text: str) -> Expression:
    expression = read(text).expression
    assert expression is not None
    return expression


def rest(text: str) -> list[str]:
    return [text[start:end] for start, end in read(text).rest]


def test_a_search_finds_what_its_operators_say() -> None:
    assert [
        (query, text) for query, text, is_match in HOLDS if holds(tree(query), text) is not is_match
    ] == []


def test_a_search_is_read_as_a_tree_and_plain_words() -> None:
    results = [(query, shown(tree(query)), "|".join(rest(query))) for query, *_ in TREES]
    assert results == TREES


def test_plain_language_is_never_read_as_operators() -> None:
    for query in PLAIN:
        assert not read(query).operators, query
        words = [word for word in query.split() if any(c.isalnum() for c in word)]
        read_words = [word for text in rest(query) for word in text.split() if any(c.isalnum() for c in word)]
        assert read_words == words


def test_a_surprising_interpretation_is_explained_and_no_other() -> None:
    for query, part in NOTED:
        notes = read(query).notes
        assert any(part in note for note in notes) if part else "not read as an operator" not in str(notes), (
            query
        )
    plain = (
        "consent to search a car",
        "“plain view” car",
        "stop! w/5 car",
        "404(b) NOT hearsay",
        "kind:brief bail",
    )
    assert [query for query in plain if read(query).notes] == []


def test_a_broken_search_is_read_as_plain_words_with_a_note() -> None:
    for query, note_part in BROKEN:
        result = read(query)
        assert not result.operators and any(note_part in note for note in result.notes), query
        assert result.notes[-1] == PLAIN_WORDS


# Fields

BRIEF = document(
    1,
    date(2015, 3, 15),
    court="Superior Court of New Jersey, Appellate Division",
    docket="A-1234-19T4",
    judge="Hon. Ana O’Brien, J.S.C.",
)
CARTY = "Consent must be voluntary. State v. Carty, 170 N.J. 632 (2002), so holds under N.J.R.E. 404(b)."
CITED = Citation(CARTY.index("170"), CARTY.index(" (2002)"), "170 N.J. 632", CitationKind.CASE)


def test_fields_say_what_is_known_of_the_passage_and_its_document() -> None:
    headings = ("POINT I", "Consent to Search")
    for heading, is_match in (("Fields that hold for the brief", True), ("Fields that fail for it", False)):
        for query in EXAMPLES.texts(heading):
            expression = tree(query)
            holding = holds(expression, CARTY, headings=headings, citations=(CITED,), document=BRIEF)
            assert holding is is_match, query
    undated: Document = replace(BRIEF, filed=None)
    for query in ("before:2016", "after:2014"):
        assert not holds(tree(query), CARTY, document=undated), "a document without a date is neither"


def test_every_document_kind_can_be_searched_for() -> None:
    for kind in Kind:
        assert tree(f"kind:{kind.value} bail") == Field(FieldName.KIND, kind.value, 0, 5 + len(kind.value))


# Every text


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


def test_parentheses_nest_so_deep_and_no_deeper() -> None:
    def nested(depth: int) -> str:
        return "(" * depth + "stop OR frisk" + ")" * depth + " AND car"

    assert shown(tree(nested(NESTING_LIMIT))) == "((stop | frisk) & car)"
    assert_broken(nested(5_000), f"More than {NESTING_LIMIT} parentheses")


def assert_broken(query: str, note_part: str) -> None:
    result = read(query)
    assert result.expression is None and any(note_part in note for note in result.notes)


def test_as_many_operands_and_steps_as_are_allowed_are_read_and_more_are_plain_words() -> None:
    as_many = tree(" OR ".join(f"word{n}" for n in range(OPERANDS_LIMIT)))
    assert len(terms_of(as_many)) == OPERANDS_LIMIT
    assert_broken(" ".join(f"“word {n}”" for n in range(3_000)), f"more than {OPERANDS_LIMIT}")
    assert_broken(" OR ".join(f"word{n} x" for n in range(3_000)), f"more than {OPERANDS_LIMIT}")
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
def test_every_tree_can_be_written_and_reads_back_the_same_with_any_blanks(expression: Expression) -> None:
    text = written(expression)
    assert shown(tree(text)) == shown(expression)
    assert shown(tree(f"  {text.replace(' ', '  ')}\n")) == shown(expression)


def test_an_expression_is_described_in_plain_words() -> None:
    for query, expected in EXAMPLES.pairs("Searches in plain words"):
        assert described(tree(query)) == expected


def test_parts_are_what_must_hold_by_itself_with_its_place() -> None:
    query = "bail (a OR b) /5 c NOT kind:statute see “plain error”"
    results = [(query[part.start : part.end], described(part)) for part in conjuncts(tree(query))]
    assert results == [
        ("(a OR b) /5 c", "(“a” or “b”) and “c” within 5 words"),
        ("NOT kind:statute", "not of the kind “statute”"),
        ("“plain error”", "“plain error”"),
    ]


def test_taking_a_part_out_leaves_the_rest_of_the_search() -> None:
    for query, rest_of_line in EXAMPLES.pairs("A search, a part of it, and the search without it"):
        part, _, left = rest_of_line.partition(" ⇒ ")
        at = query.index(part)
        assert without(query, read(query), at, at + len(part)) == left, query


def check_every_part(query: str) -> None:
    before = read(query)
    for part in conjuncts(tree(query)):
        left = [
            conjunct
            for conjunct in conjuncts(before.expression)
            if (conjunct.start, conjunct.end) != (part.start, part.end)
        ]
        if all(isinstance(item, Not) for item in left):
            left = []
        after = read(without(query, before, part.start, part.end))
        assert [shown(conjunct) for conjunct in conjuncts(after.expression)] == [shown(item) for item in left]


def test_the_remaining_query_lacks_only_the_removed_part() -> None:
    for query in [query for query, *_ in (*HOLDS, *TREES)][:: sample(3, 1)]:
        check_every_part(query)


@given(
    WHOLE, st.sampled_from(["", "search and seizure", "whether or not", "and so", "(emphasis added)", "stop"])
)
def test_the_remaining_query_of_any_expression_lacks_only_the_removed_part(
    expression: Expression, plain: str
) -> None:
    check_every_part(f"{plain} {written(expression)}")
