"""Tests of candidates of a real index: none that matches is missed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.domain.searches import Expression, Filters, LexicalQuery, Not
from briefbank.index.lexical import LexicalIndex
from briefbank.index.operator_matching import ExpressionMatcher
from tests.index.expressions import (
    FIELDS,
    TEXTS,
    TREES,
    cited_passages,
    conjunction,
    documents,
    near,
    phrase,
    term,
)
from tests.index.factory import build_document, build_passages
from tests.search import oracle
from tests.support.profile import sample

NO_FILTER = Filters()
FILLERS = st.sampled_from(["", "", "", "x " * 45, "x " * 60, "x.\n" * 20, "y " * 130])
LONG_TEXTS = st.tuples(FILLERS, TEXTS, FILLERS).map("".join)
TEXT_LISTS = st.lists(LONG_TEXTS, min_size=1, max_size=30)
Row = tuple[Document, Passage]


def rows_of(document: Document, passages: Sequence[Passage]) -> dict[int, Row]:
    """Return each passage with its document, by id."""
    return {passage.id: (document, passage) for passage in passages}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LexicalIndex]:
    opened = LexicalIndex(tmp_path_factory.mktemp("candidates"))
    yield opened
    opened.close()


@pytest.fixture
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LexicalIndex]:
    opened = LexicalIndex(tmp_path_factory.mktemp("fresh"))
    yield opened
    opened.close()


def candidates(index: LexicalIndex, tree: Expression) -> list[int]:
    return [id_ for id_, _ in index.search(LexicalQuery(required=tree), NO_FILTER, 10_000)]


def index_matches(index: LexicalIndex, tree: Expression, rows: Mapping[int, Row]) -> set[int]:
    matcher = ExpressionMatcher(tree)
    return {
        id_ for id_ in candidates(index, tree) if matcher.holds(passage=rows[id_][1], document=rows[id_][0])
    }


def expected_matches(tree: Expression, rows: Mapping[int, Row]) -> set[int]:
    return {
        id_
        for id_, (document, passage) in rows.items()
        if oracle.holds(
            tree, passage.text, headings=passage.heading_path, citations=passage.citations, document=document
        )
    }


@given(st.lists(TREES, min_size=10, max_size=30), TEXT_LISTS)
@settings(max_examples=sample(4, 100))
def test_exactly_the_matching_passages_are_found(
    index: LexicalIndex, trees: list[Expression], texts: list[str]
) -> None:
    document, passages = build_document(1), build_passages(1, texts)
    index.add(document, passages)
    rows = rows_of(document, passages)
    for tree in trees:
        expected = expected_matches(tree, rows)
        assert index_matches(index, tree, rows) == expected
        if ExpressionMatcher(tree).decided_by_index:
            assert set(candidates(index, tree)) == expected


@given(
    st.lists(
        FIELDS | st.tuples(FIELDS, TREES).map(lambda two: conjunction(two[1], Not(two[0], 0, 0))), min_size=20
    ),
    st.lists(st.tuples(documents(), st.lists(cited_passages(), max_size=4)), min_size=1, max_size=6),
)
@settings(max_examples=sample(4, 100))
def test_exactly_the_passages_with_matching_fields_are_found(
    index: LexicalIndex, trees: list[Expression], filed: list[tuple[Document, list[Passage]]]
) -> None:
    rows: dict[int, Row] = {}
    with index.batch():
        index.remove(*range(1, 10))
        for number, (document_drawn, cited) in enumerate(filed, start=1):
            document = replace(document_drawn, id=number)
            passages = [
                replace(p, id=1000 * number + at, document_id=number, ordinal=at)
                for at, p in enumerate(cited)
            ]
            index.add(document, passages)
            rows |= rows_of(document, passages)
    for tree in trees:
        assert index_matches(index, tree, rows) == expected_matches(tree, rows)


def test_candidates_exclude_words_that_are_far_apart(fresh: LexicalIndex) -> None:
    far = "alpha " + "x " * 30 + "beta"
    texts = [far] * 20 + ["alpha beta", "x", "beta alpha", *[far] * 20]
    fresh.add(build_document(1), build_passages(1, texts))
    assert set(candidates(fresh, phrase("alpha", "beta"))) == {1020}
    assert set(candidates(fresh, near(term("alpha"), term("beta"), distance=2))) == {1020, 1022}


def test_a_match_does_not_reach_over_the_end_of_a_passage(fresh: LexicalIndex) -> None:
    fresh.add(build_document(1), build_passages(1, ["x alpha", "beta x", "alpha beta"]))
    assert candidates(fresh, phrase("alpha", "beta")) == [1002]
    assert candidates(fresh, near(term("alpha"), term("beta"), distance=9)) == [1002]


def test_a_pattern_too_long_for_the_index_is_still_answered_rightly(fresh: LexicalIndex) -> None:
    document, passages = build_document(1), build_passages(1, ["a" * 150, "a" * 149, "b"])
    fresh.add(document, passages)
    tree = term("*a" + "?" * 149)
    assert index_matches(fresh, tree, rows_of(document, passages)) == {1000}
