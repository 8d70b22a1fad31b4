"""Tests that honest sentences keep every number, name and quotation, and never state arguments as facts."""

from __future__ import annotations

import re

import pytest

from briefbank.domain.summaries import SourceKind
from tests.evaluate.summaries import honest
from tests.evaluate.summaries.ranges import QUOTED, words
from tests.evaluate.summaries.values import HonestRule
from tests.evaluate.summaries.vocabulary import DocumentVocabulary
from tests.evaluate.summary_factory import brief, briefs, find


def honest_texts(text: str, way: HonestRule, kind: SourceKind = SourceKind.FACT) -> list[str]:
    statements = honest.statements(brief(text, kind=kind), find)
    return [item.claim.text for item in statements if item.way is way]


@pytest.mark.parametrize(
    ("way", "text", "expected"),
    [
        (
            HonestRule.VERBATIM,
            "The officers searched the car at noon.",
            "The officers searched the car at noon.",
        ),
        (
            HonestRule.WITHOUT_CITATIONS,
            "In State v. Carty, 170 N.J. 632 (2002), the officers searched the car.",
            "In State v. Carty, the officers searched the car.",
        ),
        (
            HonestRule.WITHOUT_CITATIONS,
            "The officers searched the car at noon. (Da45)",
            "The officers searched the car at noon.",
        ),
        (
            HonestRule.SHORTENED,
            "The officers searched the car again, which was red.",
            "The officers searched the car again.",
        ),
        (
            HonestRule.WITHOUT_OPENING,
            "Indeed, the officers searched the car at noon.",
            "The officers searched the car at noon.",
        ),
        (
            HonestRule.WITHOUT_ASIDE,
            "The officers (in plain clothes) searched the car again.",
            "The officers searched the car again.",
        ),
        (
            HonestRule.WITHOUT_EMPHASIS,
            "The officers plainly searched the whole car.",
            "The officers searched the whole car.",
        ),
        (
            HonestRule.REORDERED,
            "The officers were outside when the car was searched.",
            "When the car was searched, the officers were outside.",
        ),
        (
            HonestRule.SYNONYM,
            "They searched numerous cars in the lot.",
            "They searched many cars in the lot.",
        ),
        (
            HonestRule.ROLE,
            "Defendant John Alvarez opened the door of the car.",
            "The defendant opened the door of the car.",
        ),
        (
            HonestRule.PASSIVE,
            "The trial court denied the motion to suppress.",
            "The motion to suppress was denied by the trial court.",
        ),
        (
            HonestRule.FRAMED,
            "The officers searched the car at noon.",
            "The brief says that the officers searched the car at noon.",
        ),
        (
            HonestRule.QUOTED,
            "The officers searched the car at noon.",
            "In the words of the brief, “The officers searched the car at noon.”",
        ),
        (
            HonestRule.TWICE,
            "Indeed, they searched numerous cars in the lot.",
            "They searched many cars in the lot.",
        ),
    ],
)
def test_each_way_makes_its_sentence(way: HonestRule, text: str, expected: str) -> None:
    assert expected in honest_texts(text, way)


def test_a_heading_in_capitals_is_written_as_an_argument_in_normal_case() -> None:
    heading = "POINT I. THE TRIAL COURT ERRED IN DENYING THE MOTION."
    expected = "The brief argues that the trial court erred in denying the motion."
    assert honest_texts(heading, HonestRule.ARGUED, SourceKind.POINT) == [expected]


def test_a_heading_with_a_word_that_may_be_a_name_is_left_out() -> None:
    heading = "POINT I. THE TRIAL COURT ERRED IN ADMITTING QUARLES."
    assert honest_texts(heading, HonestRule.ARGUED, SourceKind.POINT) == []
    vocabulary = DocumentVocabulary.of(
        ["the trial court erred in denying the motion, says Alvarez in Trenton."]
    )
    assert vocabulary.running("THE TRIAL COURT ERRED IN DENYING THE MOTION") is not None
    assert vocabulary.running("THE TRIAL COURT ERRED IN TRENTON") == "the trial court erred in Trenton"
    assert vocabulary.running("THE TRIAL COURT ERRED IN MIRANDA") is None


def test_points_and_questions_are_never_written_as_facts() -> None:
    for summary in briefs(3):
        issue = {s.number for s in summary.material.sentences if s.kind is not SourceKind.FACT}
        statements = [s for s in honest.statements(summary, find) if issue & set(s.claim.sources)]
        assert statements
        for statement in statements:
            assert re.match(r"The brief argues that |The question is whether ", statement.claim.text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Did the trial court err in denying it?",
            "The question is whether the trial court erred in denying it.",
        ),
        ("Whether the officers searched it.", "The question is whether the officers searched it."),
    ],
)
def test_a_question_is_written_as_a_question(text: str, expected: str) -> None:
    assert honest_texts(text, HonestRule.ASKED, SourceKind.QUESTION) == [expected]


def test_clean_sentences_keep_every_number_and_quotation_of_what_they_keep() -> None:
    for summary in briefs(6):
        for statement in honest.statements(summary, find):
            source_text = " ".join(source.text for source in summary.material.named(statement.claim.sources))
            text = statement.claim.text
            assert set(re.findall(r"\d+", text)) <= set(re.findall(r"\d+", source_text))
            names = set(re.findall(r"(?<=[a-z] )[A-Z][a-z]+", text))
            assert names <= set(re.findall(r"[A-Z][a-z]+", source_text))
            if statement.way is not HonestRule.QUOTED:
                assert all(match[0] in source_text for match in QUOTED.finditer(text))


@pytest.mark.parametrize(
    "text",
    [
        "See State v. Carty, 170 N.J. 632 (2002).",
        "the officers searched the car at noon.",
        "2001) (quoting the officers who searched the car).",
        "The officers searched the ████ car at noon.",
        "The officers searched the car at noon",
        "They ran.",
    ],
)
def test_incomplete_sentences_are_not_used(text: str) -> None:
    assert honest.statements(brief(text), find) == []


def test_a_clause_that_limits_is_never_dropped() -> None:
    assert (
        honest_texts("The officers searched the car again, which was not locked.", HonestRule.SHORTENED) == []
    )
    assert honest_texts("The officers (only two of them) searched the car.", HonestRule.WITHOUT_ASIDE) == []
    assert honest_texts("The officers were not plainly outside the car.", HonestRule.WITHOUT_EMPHASIS) == []


def test_two_sentences_are_joined_only_where_they_stand_together() -> None:
    material = brief("The officers searched the car.", "The court denied the motion.")
    joined = [s for s in honest.statements(material, find) if s.way is HonestRule.JOINED]
    assert [s.claim.text for s in joined] == [
        "The officers searched the car, and the court denied the motion."
    ]
    assert joined[0].claim.sources == (1, 2)


def test_page_numbers_of_data_bases_are_taken_out() -> None:
    assert honest_texts("The officers searched [*12] the car at noon.", HonestRule.VERBATIM) == [
        "The officers searched the car at noon."
    ]


def test_words_have_no_punctuation() -> None:
    assert words("The State's “car”, then.") == ["the", "state's", "car", "then"]
