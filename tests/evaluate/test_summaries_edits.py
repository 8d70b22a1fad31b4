"""Tests that each edit does what its name says, and only where it makes the sentence wrong."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.summaries import Claim, SummaryPart
from tests.evaluate.summaries import edits_exact, edits_meaning, edits_wording
from tests.evaluate.summaries.edit_input import Change, EditInput
from tests.evaluate.summaries.values import HonestRule, WrittenStatement
from tests.evaluate.summary_factory import brief, edited, find


@pytest.mark.parametrize(
    ("change", "text", "expected"),
    [
        (edits_exact.numbers, "The search took 14 hours in all.", "The search took 15 hours in all."),
        (edits_exact.numbers, "They found $2,500 in the car.", "They found $2,501 in the car."),
        (edits_exact.numbers, "They found 2.5 grams in the car.", "They found 3.5 grams in the car."),
        (edits_exact.numbers, "They found three bags in the car.", "They found four bags in the car."),
        (edits_exact.dates, "The trial began in 1998 at last.", "The trial began in 1999 at last."),
        (edits_exact.dates, "On March 3, 2015, they met again.", "On March 4, 2015, they met again."),
        (edits_exact.dates, "On March 3, 2015, they met again.", "On March 3, 2016, they met again."),
        (edits_exact.dates, "They met in March 2015 at last.", "They met before March 2015 at last."),
        (edits_exact.numbers, "He was tried twice in Newark.", "He was tried once in Newark."),
        (
            edits_exact.numbers,
            "He got 5 years for the theft, and 10 years for it all.",
            "He got 10 years for the theft, and 5 years for it all.",
        ),
        (edits_exact.names, "They asked Alvarez for it twice.", "They asked Alvariz for it twice."),
        (
            edits_exact.quotations,
            "He said the room was “large and quiet today” then.",
            "He said the room was “large and today” then.",
        ),
        (edits_meaning.holdings, "The court granted the motion.", "The court denied the motion."),
        (edits_meaning.holdings, "It was a lawful search.", "It was an unlawful search."),
        (edits_meaning.holdings, "It was an unlawful search.", "It was a lawful search."),
        (edits_meaning.dropped_not, "He did not open the door.", "He did open the door."),
        (edits_meaning.dropped_not, "He cannot open the door.", "He can open the door."),
        (edits_meaning.dropped_not, "He had never seen the door.", "He had seen the door."),
        (edits_meaning.added_not, "The door was open that day.", "The door was not open that day."),
        (edits_meaning.roles, "The defendant struck the victim.", "The victim struck the defendant."),
        (edits_wording.overclaims, "The man may have been there.", "The man will have been there."),
        (edits_wording.overclaims, "He allegedly took the car.", "He took the car."),
        (edits_wording.overclaims, "He argues that the car was his.", "The car was his."),
        (edits_wording.overclaims, "The stop was lawful in part.", "The stop was clearly lawful in part."),
        (edits_wording.overclaims, "Such a search is often short.", "Such a search is always short."),
        (edits_wording.caveats, "The court may act on it if he agrees.", "The court may act on it."),
        (edits_wording.caveats, "If he agrees, the court may act.", "The court may act."),
        (edits_wording.caveats, "They may enter only with a warrant.", "They may enter with a warrant."),
        (edits_wording.caveats, "The order was affirmed in part.", "The order was affirmed."),
    ],
)
def test_an_edit_makes_the_known_wrong_sentence(change: Change, text: str, expected: str) -> None:
    assert expected in edited(change, text)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (edits_exact.numbers, "The court cited State v. Carty, 170 N.J. 632 (2002)."),
        (edits_exact.numbers, "He wrote “there were 14 of them” to her."),
        (edits_exact.numbers, "On March 3, 2015, they met again."),
        (edits_exact.numbers, "It was twice as large again."),
        (edits_exact.dates, "It arises under Section 1983 alone."),
        (edits_exact.names, "The defendant was in the car again."),
        (edits_exact.quotations, "The room was large and quiet today."),
        (edits_meaning.holdings, "The court granted one motion and denied the other."),
        (edits_meaning.dropped_not, "He not only ran but did not only hide."),
        (edits_meaning.dropped_not, "They asked whether he did not know."),
        (edits_meaning.added_not, "Whether the door was open is asked."),
        (edits_meaning.added_not, "The door was not open and is gone."),
        (edits_meaning.roles, "The defendant and the victim met the others."),
        (edits_wording.caveats, "She asked if he agreed."),
        (edits_wording.caveats, "The court may act on it even if he agrees."),
        (edits_wording.caveats, "They are not only searching."),
    ],
)
def test_an_edit_leaves_a_sentence_alone_that_it_would_not_make_wrong(change: Change, text: str) -> None:
    assert edited(change, text) == []


@pytest.mark.parametrize("text", ["The court relied on State v. Carty, 170 N.J. 632 (2002), again."])
def test_an_altered_citation_has_another_number_and_all_the_words(text: str) -> None:
    altered = edited(edits_exact.citations, text)
    assert altered
    for wrong in altered:
        assert wrong != text
        assert re.sub(r"\d+", "", wrong) == re.sub(r"\d+", "", text)


def test_another_amendment_is_an_altered_citation() -> None:
    assert edited(edits_exact.citations, "It rests on the Fourth Amendment alone.") == [
        "It rests on the Third Amendment alone."
    ]


def test_an_invented_authority_is_one_that_the_citation_finder_sees_and_the_source_does_not_have() -> None:
    text = "The officers searched the car again."
    invented = edited(edits_exact.authorities, text)
    assert invented
    for wrong in invented:
        assert find(wrong) and not find(text)


def test_an_invented_statement_is_not_used_where_the_source_has_the_same() -> None:
    statement = " ".join(edited(edits_meaning.invented, "The door was open that day."))
    assert statement
    assert edited(edits_meaning.invented, "The door was open that day.", source=statement) == []


def test_an_argument_told_as_a_fact_is_an_overclaim() -> None:
    sentence = "The brief argues that the court erred."
    assert "The court erred." in edited(edits_wording.overclaims, sentence, way=HonestRule.ARGUED)
    question = "The question is whether the court erred."
    assert "The court erred." in edited(edits_wording.overclaims, question, way=HonestRule.ASKED)


def test_merged_facts_have_the_subject_of_one_sentence_and_the_rest_of_another() -> None:
    summary = brief("The first lineup was held in the dark.", "The old van was parked outside.")
    statement = WrittenStatement(
        Claim(summary.material.sentences[0].text, (1, 2), SummaryPart.FACTS), HonestRule.VERBATIM
    )
    assert list(edits_meaning.merged(EditInput(statement, summary, find, Random(1)))) == [
        "The first lineup was parked outside.",
        "The old van was held in the dark.",
    ]


def test_facts_about_the_same_thing_are_not_merged() -> None:
    summary = brief("The old van was held for a week.", "The van was parked outside.")
    statement = WrittenStatement(
        Claim(summary.material.sentences[0].text, (1, 2), SummaryPart.FACTS), HonestRule.VERBATIM
    )
    assert list(edits_meaning.merged(EditInput(statement, summary, find, Random(1)))) == []


@given(st.integers(2, 999_999))
def test_a_changed_number_is_never_one_that_the_source_says(number: int) -> None:
    text = f"They counted {number:,} bags and then {number + 1:,} more of them."
    altered = edited(edits_exact.numbers, text)
    assert altered
    for wrong in altered:
        before, after = (re.findall(r"\d[\d,]*", item) for item in (text, wrong))
        assert len(set(after) - set(before)) == 1
