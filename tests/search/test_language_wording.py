"""Tests of describing a search in words and of taking a part out of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.searches import And, Expression, Not
from briefbank.search.operators.fields import described
from briefbank.search.operators.grammar import read, without
from briefbank.search.operators.lexing import written
from tests.search.language_cases import HOLDS, TREES, shown
from tests.search.test_language import WHOLE, tree


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("“plain”", "“plain”"),
        ("“plain error”", "“plain error”"),
        ("summat!", "words that begin with “summat”"),
        ("wom?n", "words like “wom?n”"),
        (
            "“plain error” /p summat!",
            "“plain error” and words that begin with “summat” within the same paragraph",
        ),
        ("stop /5 car", "“stop” and “car” within 5 words"),
        ("stop /1 car", "“stop” and “car” within 1 word"),
        ("stop pre/3 car", "“stop” before “car”, within 3 words"),
        ("stop +s car", "“stop” before “car”, within the same sentence"),
        ("stop OR frisk OR search", "“stop”, “frisk” or “search”"),
        ("(stop OR frisk) /5 car", "(“stop” or “frisk”) and “car” within 5 words"),
        ("stop AND frisk NOT car", "“stop” and “frisk”, without “car”"),
        ("stop NOT (car OR truck)", "“stop”, without (“car” or “truck”)"),
        ("bail NOT kind:statute", "“bail”, not of the kind “statute”"),
        ("before:2015", "filed before January 1, 2015"),
        ("after:“March 2015”", "filed after March 31, 2015"),
        ("cites:Carty judge:Smith", "citing “Carty” and with a judge named “Smith”"),
    ],
)
def test_an_expression_is_described_in_plain_words(query: str, expected: str) -> None:
    assert described(tree(query)) == expected


def test_parts_are_what_must_hold_by_itself_with_its_place() -> None:
    query = "bail (a OR b) /5 c NOT kind:statute see “plain error”"
    results = [(query[part.start : part.end], described(part)) for part in conjuncts(tree(query))]
    assert results == [
        ("(a OR b) /5 c", "(“a” or “b”) and “c” within 5 words"),
        ("NOT kind:statute", "not of the kind “statute”"),
        ("“plain error”", "“plain error”"),
    ]


@pytest.mark.parametrize(
    ("query", "part", "left"),
    [
        ("“plain error” summation", "“plain error”", "summation"),
        ("comment “plain error” summation", "“plain error”", "comment summation"),
        ("“plain error” /p silence before:2015", "before:2015", "“plain error” /p silence"),
        ("“plain error” AND stop!", "stop!", "“plain error”"),
        ("“plain error” AND stop!", "“plain error”", "stop!"),
        ("silence AND summation", "silence", "“summation”"),
        ("silence AND summation", "summation", "“silence”"),
        ("silence AND summation AND bail", "summation", "silence AND bail"),
        ("silence NOT summation", "NOT summation", "“silence”"),
        ("silence NOT summation", "silence", ""),
        ("hearsay “silence” NOT summation", "“silence”", "hearsay"),
        ("(car truck) AND bail", "bail", "(“car” OR “truck”)"),
        ("search AND seizure w/5 car", "seizure w/5 car", "“search”"),
        ("the seizure w/5 car", "seizure w/5 car", "the"),
        ("kind:brief bail", "kind:brief", "bail"),
    ],
)
def test_taking_a_part_out_leaves_the_rest_of_the_search(query: str, part: str, left: str) -> None:
    at = query.index(part)
    assert without(query, read(query), at, at + len(part)) == left


def conjuncts(expression: Expression | None) -> list[Expression]:
    if expression is None:
        return []
    return list(expression.parts) if isinstance(expression, And) else [expression]


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


QUERIES = [query for query, *_ in HOLDS] + [query for query, *_ in TREES]


@pytest.mark.parametrize("query", QUERIES)
def test_the_remaining_query_lacks_only_the_removed_part(query: str) -> None:
    check_every_part(query)


@given(
    WHOLE, st.sampled_from(["", "search and seizure", "whether or not", "and so", "(emphasis added)", "stop"])
)
def test_the_remaining_query_of_any_expression_lacks_only_the_removed_part(
    expression: Expression, plain: str
) -> None:
    check_every_part(f"{plain} {written(expression)}")


SHORT = [
    "plain",
    "error",
    "“plain view”",
    "stop!",
    "AND",
    "and",
    "OR",
    "NOT",
    "w/5",
    "(",
    ")",
    "kind:brief",
    "not",
]


@given(st.lists(st.sampled_from(SHORT), min_size=1, max_size=9))
def test_the_remaining_query_of_any_search_keeps_its_plain_words(pieces: list[str]) -> None:
    query = " ".join(pieces)
    before = read(query)
    if before.expression is None:
        return
    check_every_part(query)
    for part in conjuncts(tree(query)):
        left = without(query, before, part.start, part.end)
        after = read(left)
        plain = [left[start:end] for start, end in after.rest]
        assert sorted(plain_words(plain)) == sorted(plain_words([query[a:b] for a, b in before.rest]))


def plain_words(texts: list[str]) -> list[str]:
    """The words of the rest; small signs may go where a part went."""
    cut = (word.strip("()“”") for text in texts for word in text.split())
    return [word for word in cut if word[:1].isalnum() and word.lower() not in {"and", "or", "not", "but"}]
