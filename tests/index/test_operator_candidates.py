"""Candidates of a real index: nothing that holds is missed, and what matching confirms is what holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefbank.domain.documents import Document
from briefbank.domain.expression import Expression, Field, FieldName, Not, Unit
from briefbank.domain.kinds import Kind
from briefbank.domain.passages import Passage
from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.index.lexical import LexicalIndex
from briefbank.index.operator_matching import ExpressionMatcher
from tests.index.expressions import (
    FIELDS,
    PATTERNS,
    TEXTS,
    TREES,
    VOCABULARY,
    cited_passages,
    conjunction,
    disjunction,
    documents,
    near,
    phrase,
    term,
)
from tests.index.made import made_document, made_passages
from tests.search import oracle

NO_FILTER = Filters()
FILLERS = st.sampled_from(["", "", "", "x " * 45, "x " * 60, "x.\n" * 20, "y " * 130])
LONG_TEXTS = st.tuples(FILLERS, TEXTS, FILLERS).map("".join)
CUTS = st.lists(st.tuples(LONG_TEXTS, st.booleans(), st.booleans()), min_size=1, max_size=30)
Row = tuple[Document, Passage, Passage | None]


def cut_passages(number: int, cuts: Sequence[tuple[str, bool, bool]]) -> list[Passage]:
    """Passages of (text, whether it runs on, whether a section ends with it)."""
    section, found = 0, list[Passage]()
    made = made_passages(number, [text for text, _, _ in cuts])
    for passage, (_, runs_on, closes) in zip(made, cuts, strict=True):
        found.append(replace(passage, section=section, runs_on=runs_on and not closes))
        section += closes
    return found


def rows_of(document: Document, passages: Sequence[Passage]) -> dict[int, Row]:
    """Each passage with what belongs to it, found without regard to how the index finds it."""
    rows: dict[int, Row] = {}
    for at, passage in enumerate(passages):
        following = next(iter(passages[at + 1 : at + 2]), None)
        same = following is not None and following.section == passage.section
        rows[passage.id] = (document, passage, following if same else None)
    return rows


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
        id_
        for id_ in candidates(index, tree)
        if matcher.holds(passage=rows[id_][1], document=rows[id_][0], following=rows[id_][2])
    }


def expected_matches(tree: Expression, rows: Mapping[int, Row]) -> set[int]:
    return {
        id_
        for id_, (document, passage, following) in rows.items()
        if oracle.holds(
            tree,
            passage.text,
            next_text=following.text if following else "",
            runs_on=passage.runs_on,
            headings=passage.heading_path,
            citations=passage.citations,
            document=document,
        )
    }


# --- against the rules ---------------------------------------------------------------------------


@given(st.lists(TREES, min_size=10, max_size=30), CUTS)
@settings(max_examples=12)
def test_what_holds_is_found_and_nothing_else(
    index: LexicalIndex, trees: list[Expression], cuts: list[tuple[str, bool, bool]]
) -> None:
    document, passages = made_document(1), cut_passages(1, cuts)
    index.add(document, passages)
    rows = rows_of(document, passages)
    for tree in trees:
        assert index_matches(index, tree, rows) == expected_matches(tree, rows)


@given(
    st.lists(
        FIELDS | st.tuples(FIELDS, TREES).map(lambda two: conjunction(two[1], Not(two[0], 0, 0))), min_size=20
    ),
    st.lists(st.tuples(documents(), st.lists(cited_passages(), max_size=4)), min_size=1, max_size=6),
)
@settings(max_examples=10)
def test_what_is_known_of_a_passage_is_found_and_nothing_else(
    index: LexicalIndex, trees: list[Expression], filed: list[tuple[Document, list[Passage]]]
) -> None:
    rows: dict[int, Row] = {}
    with index.batch():
        index.remove(*range(1, 10))
        for number, (made, cited) in enumerate(filed, start=1):
            document = replace(made, id=number)
            each = [
                replace(p, id=1000 * number + at, document_id=number, ordinal=at)
                for at, p in enumerate(cited)
            ]
            index.add(document, each)
            rows |= rows_of(document, each)
    for tree in trees:
        assert index_matches(index, tree, rows) == expected_matches(tree, rows)


WORDS = st.sampled_from([word for word in PATTERNS if word.isalnum()])


@given(
    st.lists(st.lists(st.sampled_from(VOCABULARY), max_size=12).map(" ".join), min_size=5, max_size=40),
    st.lists(st.tuples(WORDS, WORDS, st.integers(1, 12), st.booleans()), min_size=20, max_size=40),
)
@settings(max_examples=8)
def test_two_words_near_each_other_are_asked_of_the_index_itself_and_none_is_missed(
    index: LexicalIndex, texts: list[str], pairs: list[tuple[str, str, int, bool]]
) -> None:
    document, passages = made_document(1), made_passages(1, texts)
    index.add(document, passages)
    rows = rows_of(document, [replace(p, section=p.ordinal) for p in passages])
    for left, right, distance, ordered in pairs:
        tree = near(term(left), term(right), distance=distance, ordered=ordered)
        assert expected_matches(tree, rows) <= set(candidates(index, tree))


LEAVES = WORDS.map(term)
WORD_TREES: st.SearchStrategy[Expression] = st.recursive(
    LEAVES | LEAVES.map(lambda word: Not(word, 0, 0)),
    lambda parts: st.lists(parts, min_size=2, max_size=3).flatmap(
        lambda some: st.sampled_from([conjunction(*some), disjunction(*some)])
    ),
    max_leaves=6,
)


@given(st.lists(WORD_TREES, min_size=10, max_size=30), CUTS)
@settings(max_examples=12)
def test_of_words_joined_or_left_out_the_index_alone_finds_just_what_holds(
    index: LexicalIndex, trees: list[Expression], cuts: list[tuple[str, bool, bool]]
) -> None:
    document, passages = made_document(1), cut_passages(1, cuts)
    with index.batch():
        index.remove(*range(2, 10))
        index.add(document, passages)
    rows = rows_of(document, passages)
    for tree in trees:
        assert not ExpressionMatcher(tree).needed
        assert set(candidates(index, tree)) == expected_matches(tree, rows)


@pytest.mark.parametrize(
    "tree",
    [
        term("alp*"),
        phrase("alpha", "beta"),
        near(term("alpha"), term("beta"), distance=5),
        conjunction(term("alpha"), Not(phrase("alpha", "beta"), 0, 0)),
        Not(disjunction(term("alpha"), phrase("beta", "c")), 0, 0),
        Field(FieldName.COURT, "alpha", 0, 0),
        term("803(c)"),
    ],
)
def test_all_else_is_decided_on_the_texts(tree: Expression) -> None:
    assert ExpressionMatcher(tree).needed


# --- what candidates spare -----------------------------------------------------------------------


def test_few_candidates_are_brought_in_vain(fresh: LexicalIndex) -> None:
    far = "alpha " + "x " * 30 + "beta"
    texts = [far] * 20 + ["alpha beta", "x", "beta alpha", *[far] * 20]
    fresh.add(made_document(1), [replace(p, section=p.ordinal) for p in made_passages(1, texts)])
    assert set(candidates(fresh, phrase("alpha", "beta"))) == {1020}
    assert set(candidates(fresh, near(term("alpha"), term("beta"), distance=2))) == {1020, 1022}
    assert set(candidates(fresh, conjunction(term("alpha"), Not(term("x"), 0, 0)))) == {1020, 1022}


def test_a_match_across_a_cut_belongs_to_the_passage_in_which_it_begins(fresh: LexicalIndex) -> None:
    filler = "x " * 80
    document = made_document(1)
    passages = made_passages(1, [f"{filler} alpha", f"beta {filler}", f"{filler}", f"{filler} gamma"])
    fresh.add(document, passages)
    rows = rows_of(document, passages)
    assert index_matches(fresh, phrase("alpha", "beta"), rows) == {1000}
    assert index_matches(fresh, near(term("beta"), term("gamma"), distance=255), rows) == set()
    assert index_matches(fresh, near(term("x"), term("gamma"), distance=255), rows) == {1002, 1003}
    assert index_matches(fresh, phrase("beta", *"x" * 90), rows) == {1001}


def test_a_long_paragraph_that_goes_on_is_searched_to_its_end(fresh: LexicalIndex) -> None:
    filler = "x " * 80
    document = made_document(1)
    parted = made_passages(1, [f"alpha {filler}", f"{filler} beta"])
    joined = [replace(parted[0], runs_on=True), parted[1]]
    for passages, expected in ((parted, set()), (joined, {1000})):
        fresh.add(document, passages)
        tree = near(term("alpha"), term("beta"), Unit.PARAGRAPH)
        assert index_matches(fresh, tree, rows_of(document, passages)) == expected


def test_a_pattern_too_long_for_the_index_is_still_answered_rightly(fresh: LexicalIndex) -> None:
    document, passages = made_document(1), made_passages(1, ["a" * 150, "a" * 149, "b"])
    fresh.add(document, passages)
    tree = term("*a" + "?" * 149)
    assert index_matches(fresh, tree, rows_of(document, passages)) == {1000}


def test_the_words_after_a_passage_do_not_rank_it(fresh: LexicalIndex) -> None:
    fresh.add(made_document(1), made_passages(1, ["alpha", "beta 803(c)(27)"]))
    for query in (LexicalQuery(("beta",)), LexicalQuery(identifiers=("803(c)(27)",))):
        assert [id_ for id_, _ in fresh.search(query, NO_FILTER, 10)] == [1001]


def test_what_is_required_does_not_rank(fresh: LexicalIndex) -> None:
    fresh.add(made_document(1), made_passages(1, ["alpha beta", "alpha " * 9 + "beta", "beta gamma"]))
    plain = dict(fresh.search(LexicalQuery(("gamma", "beta")), NO_FILTER, 10))
    required = fresh.search(LexicalQuery(("gamma", "beta"), required=term("beta")), NO_FILTER, 10)
    assert required[0][0] == 1002 and dict(required) == pytest.approx(plain)
    narrowed = dict(fresh.search(LexicalQuery(("gamma",), required=term("alpha")), NO_FILTER, 10))
    assert narrowed == {1000: 0.0, 1001: 0.0}


def test_a_field_alone_is_enough_to_ask(fresh: LexicalIndex) -> None:
    fresh.add(made_document(1, kind=Kind.OPINION), made_passages(1, ["alpha"]))
    fresh.add(made_document(2), made_passages(2, ["alpha"]))
    opinions = LexicalQuery(required=Field(FieldName.KIND, "opinion", 0, 0))
    assert fresh.count(opinions, NO_FILTER) == 1 and fresh.newest(opinions, NO_FILTER, 10) == [1000]
