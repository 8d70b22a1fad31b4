"""Searches with operators through the whole program: exactly the passages that brute force finds, each shown
once or named by the one that says the same."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Expression, FieldName, Filters, Order, SearchAnswer, SearchRequest
from briefbank.search.operators.grammar import read
from briefbank.search.operators.lexing import written
from tests.index.expressions import fields, trees
from tests.search.language_cases import HOLDS, shown
from tests.search.oracle import holds_for
from tests.support.collection_factory import GeneratedCollection
from tests.support.profile import sample

ALL = 1000


def search_all(collection: GeneratedCollection, query: str, **values: object) -> SearchAnswer:
    return collection.library.search(SearchRequest(query, limit=ALL, **values))  # type: ignore[arg-type]


def passage_ids(answer: SearchAnswer) -> list[int]:
    """Return all passages that are shown or named."""
    named = [other.passage_id for hit in answer.close for other in (*hit.copies, *hit.versions)]
    return [*(hit.passage.id for hit in answer.close), *named]


def expected_passages(collection: GeneratedCollection, expression: Expression) -> set[int]:
    return {number for number, subject in collection.subjects.items() if holds_for(expression, subject)}


def assert_exact(collection: GeneratedCollection, answer: SearchAnswer, expression: Expression) -> None:
    passages = passage_ids(answer)
    assert len(set(passages)) == len(passages), "a passage is named twice"
    assert set(passages) == expected_passages(collection, expression)
    assert answer.total == len(answer.close) and not answer.total_is_least


PATTERNS = ("stop", "stop*", "stopped", "consent", "car", "plain", "error", "the", "not", "jury", "search*")
SPANISH = ("registro", "registr*", "confesion", "confesión", "nunez", "orden", "sin", "ni?o", "de", "la")
ODD = ("wom?n", "s*d", "s*ion", "emile", "judge", "s", "404", "b", "defense", "zebra", "point", "unlawful")
VALUES = {
    FieldName.CITES: ("State v. Carty", "170 N.J. 632", "392 US 1", "2C:44-1", "Terry", "Johnson"),
    FieldName.RULE: ("3:5-7", "803(c)(27)", "404(b)", "N.J.S.A. 2C:44-1(a)", "609"),
    FieldName.HEADING: ("plain error", "consent to search", "standard", "suppress*"),
    FieldName.COURT: ("appellate", "SUPREME  court", "d’Émile", "federal"),
    FieldName.DOCKET: ("A-12", "A-1234-19T4", "16-05-0124", "99"),
    FieldName.JUDGE: ("roe", "JANE a. doe", "O’Brien", "Smith"),
    FieldName.KIND: ("brief", "opinion", "memo", "statute"),
    FieldName.BEFORE: ("2015-03-05", "2021-03-05", "2009-12-31"),
    FieldName.AFTER: ("2015-03-04", "2015-03-05", "2021-03-04"),
}
TREES = trees([*PATTERNS, *SPANISH, *ODD], fields(VALUES), leaves=4)


def tree(query: str) -> Expression:
    expression = read(query).expression
    assert expression is not None
    return expression


@settings(max_examples=sample(10, 300))
@given(TREES, st.sampled_from(list(Order)))
def test_any_search_with_operators_finds_exactly_the_matching_passages(
    collection: GeneratedCollection, expression: Expression, order: Order
) -> None:
    assert_exact(collection, search_all(collection, written(expression), order=order), expression)


@settings(max_examples=sample(5, 300))
@given(TREES, st.sampled_from(["hearsay", "frisk of a vehicle", "counsel Émile 404(b)", "unheardof"]))
def test_words_beside_operators_rank_within_what_holds(
    collection: GeneratedCollection, expression: Expression, plain: str
) -> None:
    mixed = f"{plain} ({written(expression)})"
    assert shown(tree(mixed)) == shown(tree(written(expression)))
    assert set(passage_ids(search_all(collection, mixed, order=Order.BEST))) <= expected_passages(
        collection, expression
    )


@pytest.mark.parametrize(
    ("conditions", "filters"),
    [
        ("kind:brief", Filters(kinds=frozenset({Kind.BRIEF}))),
        ("after:2015-03-04", Filters(filed_from=date(2015, 3, 5))),
        ("before:2015-03-06", Filters(filed_to=date(2015, 3, 5))),
        (
            "kind:brief after:2010-01-01 before:2021-03-05",
            Filters(date(2010, 1, 2), date(2021, 3, 4), frozenset({Kind.BRIEF})),
        ),
    ],
)
def test_words_beside_a_kind_or_a_date_find_what_they_find_with_that_filter(
    collection: GeneratedCollection, conditions: str, filters: Filters
) -> None:
    for plain in ("consent to search a car", "what is plain error?", "stop 404(b)"):
        for order in Order:
            typed = search_all(collection, f"{plain} {conditions}", order=order)
            filtered = search_all(collection, plain, order=order, filters=filters)
            assert [hit.passage.id for hit in typed.close] == [hit.passage.id for hit in filtered.close], (
                plain
            )
            assert filtered.hits


@pytest.mark.parametrize("plain", ["consent to search a car"])
@pytest.mark.parametrize("field", ["court:appellate", "judge:roe", "docket:A-1234-19T4", "cites:Terry"])
def test_words_beside_a_field_keep_the_best_matching_results_of_the_plain_search(
    collection: GeneratedCollection, field: str, plain: str
) -> None:
    holding = expected_passages(collection, tree(field))
    every = passage_ids(search_all(collection, plain, order=Order.BEST))
    answer = search_all(collection, f"{plain} {field}", order=Order.BEST)
    best = [number for number in every if number in holding]
    assert set(passage_ids(answer)) <= holding
    assert set(best[:3]) <= {*passage_ids(answer), *(hit.passage.id for hit in answer.hits)}


def test_every_written_search_finds_exactly_the_matching_passages(collection: GeneratedCollection) -> None:
    wrong, right = [], 0
    for at, query in enumerate(dict.fromkeys(query for query, _, _ in HOLDS[:: sample(4, 1)])):
        expected = expected_passages(collection, tree(query))
        answer = search_all(collection, query, order=list(Order)[at % 2])
        if sorted(passage_ids(answer)) != sorted(expected):
            wrong.append(query)
        right += bool(expected)
    assert not wrong
    assert right > len(HOLDS) / sample(12, 3)


FIELD_SEARCHES = (
    *("cites:“State v. Carty”", "cites:“170 NJ 632”", "rule:3:5-7", "rule:“R. 3:5-7”", "court:appellate"),
    *("court:Émile", "docket:A-1234-19T4", "docket:16-05-0124", "judge:roe", "judge:“jane a. doe”"),
    *("kind:opinion", "heading:“plain error”", "before:2015-03-05", "before:“March 5, 2015”"),
    *("after:3/4/2015", "after:2015", "judge:roe AND stop! NOT heading:standard"),
    *("(kind:memo OR court:supreme) AND stop! /s car", "stop /p “404(b)” before:2016"),
)


def test_field_searches_use_corrected_captions(collection: GeneratedCollection) -> None:
    for query in FIELD_SEARCHES:
        expected = expected_passages(collection, tree(query))
        assert 0 < len(expected) < len(collection.passages), query
        assert_exact(collection, search_all(collection, query), tree(query))


def test_filters_narrow_a_search_with_operators_and_nothing_else(collection: GeneratedCollection) -> None:
    filters = Filters(filed_from=date(2015, 3, 4), kinds=frozenset({Kind.BRIEF}), court="appellate")
    query = "stop! OR consent"
    expected = {
        number
        for number in expected_passages(collection, tree(query))
        if (document := collection.documents[collection.passages[number].document_id]).filed
        == date(2015, 3, 5)
        and document.kind is Kind.BRIEF
    }
    assert expected and set(passage_ids(search_all(collection, query, filters=filters))) == expected
    by_fields = f"({query}) AND after:2015-03-03 AND kind:brief AND court:appellate"
    assert set(passage_ids(search_all(collection, by_fields))) == expected
    early = search_all(collection, query, as_of=date(2009, 12, 31))
    assert {hit.document.filed for hit in early.hits} == {date(2009, 12, 31), None}


def test_a_text_shared_by_many_briefs_is_one_result_that_names_them_all(
    collection: GeneratedCollection,
) -> None:
    answer = search_all(collection, "“supported by sufficient credible evidence”")
    assert len(answer.close) == 1 and answer.total == 1
    assert len(passage_ids(answer)) > 8
    assert_exact(collection, answer, tree("“supported by sufficient credible evidence”"))


def test_a_part_taken_out_leaves_the_search_without_it(collection: GeneratedCollection) -> None:
    query = "“plain error” AND stop! NOT kind:memo"
    answer = search_all(collection, query)
    assert [part.role.value for part in answer.parts] == ["required", "required", "excluded"]
    left = [shown(read(part.without).expression) for part in answer.parts]
    assert left == ["(stop* & -kind=memo)", "('plain error' & -kind=memo)", "('plain error' & stop*)"]
    for part in answer.parts:
        assert set(passage_ids(search_all(collection, part.without))) == expected_passages(
            collection, tree(part.without)
        )
