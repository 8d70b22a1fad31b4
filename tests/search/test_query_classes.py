"""Tests of the class of a query, and of the bounds of the parameters that each class chooses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.search.parsing import parse
from briefbank.search.query import FACTS_WORDS, PARAMETERS, QueryClass, query_class
from tests.search.fakes import no_citations

MANY = " ".join(f"fact{number}" for number in range(FACTS_WORDS))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("404(b)", QueryClass.IDENTIFIER),
        ("R. 3:5-7 and 2C:44-1", QueryClass.IDENTIFIER),
        ("“plain error”", QueryClass.IDENTIFIER),
        ("find me briefs about stop /5 car", QueryClass.IDENTIFIER),
        ("kind:brief before:2015", QueryClass.IDENTIFIER),
        ("consent to search a car", QueryClass.TOPIC),
        ("find me briefs about pretext stops", QueryClass.TOPIC),
        ("“plain error” summation", QueryClass.TOPIC),
        ("§ 1983", QueryClass.TOPIC),
        ("404(b) bad acts", QueryClass.TOPIC),
        ("What is the standard for waiver", QueryClass.QUESTION),
        ("a passenger’s consent?", QueryClass.QUESTION),
        ("Was the stop of the car lawful", QueryClass.QUESTION),
        ("is State v. Carty still good law?", QueryClass.GOOD_LAW),
        ("has the rule been overruled", QueryClass.GOOD_LAW),
        ("the stop was unlawful", QueryClass.ARGUMENT),
        ("the conviction must be reversed", QueryClass.ARGUMENT),
        ("officer followed silver sedan six miles past school", QueryClass.FACTS),
        (f"the stop was unlawful {MANY}", QueryClass.FACTS),
        ("two men fled\n\nconsent", QueryClass.FACTS),
    ],
)
def test_each_query_has_the_class_of_what_it_asks_for(text: str, kind: QueryClass) -> None:
    assert parse(text, no_citations).query_class is kind


def test_every_class_has_parameters_within_their_ranges() -> None:
    for kind in QueryClass:
        chosen = PARAMETERS[kind]
        semantic = (chosen.semantic, chosen.semantic_alone)
        shares = (*semantic, chosen.context, chosen.context_semantic, chosen.neighbours)
        assert all(0.0 <= share < 1.0 for share in shares)
        assert chosen.depth >= 100


def test_a_search_for_all_that_cite_an_authority_goes_deep_and_adds_no_neighbours() -> None:
    for kind in (QueryClass.IDENTIFIER, QueryClass.GOOD_LAW):
        assert PARAMETERS[kind].depth == max(parameter.depth for parameter in PARAMETERS.values())
        assert PARAMETERS[kind].neighbours == 0.0


@given(
    st.lists(st.text(max_size=8), max_size=40),
    st.integers(0, 300),
    st.integers(0, 9),
    st.booleans(),
    st.booleans(),
)
def test_any_query_has_a_class_and_rules_on_the_whole_query_come_first(
    spoken: list[str], content: int, parts: int, only_exact: bool, good_law: bool
) -> None:
    kind = query_class(spoken, content, parts, only_exact=only_exact, good_law=good_law)
    assert (kind is QueryClass.GOOD_LAW) == good_law
    assert (kind is QueryClass.IDENTIFIER) == (only_exact and not good_law)
    if parts > 1 and not only_exact and not good_law:
        assert kind is QueryClass.FACTS
