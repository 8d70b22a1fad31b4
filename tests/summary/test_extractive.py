"""Tests of extractive summaries: verbatim, short, with pages, and honest about missing parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import Kind
from briefbank.domain.pages import Passage, Role
from briefbank.domain.summaries import Summary
from briefbank.errors import SummaryError
from briefbank.summary.extractive import DISCLAIMER, MOST_WORDS, NO_FACTS, NO_ISSUE, OPENING, summarise
from tests.summary.factory import DOCUMENT, passage
from tests.support.profile import sample

POINT_I = "POINT I THE SEARCH OF THE CAR WAS UNLAWFUL AND ITS FRUIT MUST BE SUPPRESSED."
POINT_II = "POINT II THE SENTENCE IS MANIFESTLY EXCESSIVE AND MUST BE VACATED."
SUB_A = "A. The officers had no suspicion at all."
FACTS = "The car was stopped at night. (1T3-4). Nobody saw anything in it. The driver was polite."
ARGUMENT = "A search without a warrant is presumed to be invalid."


def a_brief(questions: str = "") -> list[Passage]:
    presented = [passage(questions, Role.QUESTIONS, ("QUESTIONS PRESENTED",), ordinal=0)] if questions else []
    return [
        *presented,
        passage(FACTS, Role.FACTS, ("STATEMENT OF FACTS",), ordinal=1, pages=(4,)),
        passage(ARGUMENT, Role.BODY, ("LEGAL ARGUMENT", POINT_I), ordinal=2, pages=(5,)),
        passage(ARGUMENT, Role.BODY, ("LEGAL ARGUMENT", POINT_I, SUB_A), ordinal=3, pages=(6,)),
        passage(ARGUMENT, Role.BODY, ("LEGAL ARGUMENT", POINT_II), ordinal=4, pages=(8,)),
        passage(
            "The conviction should be reversed at once.", Role.BODY, ("CONCLUSION",), ordinal=5, pages=(9,)
        ),
    ]


def words(summary: Summary) -> int:
    return sum(len(sentence.text.split()) for sentence in summary.sentences)


def is_verbatim(text: str, passages: Sequence[Passage]) -> bool:
    return any(text in p.text or text in p.heading_path for p in passages)


def test_the_issue_is_taken_from_the_questions_presented_where_there_are_any() -> None:
    summary = summarise(DOCUMENT, a_brief("QUESTIONS PRESENTED\n1. Whether the stop of the car was lawful?"))
    assert summary.part("issue") == "1. Whether the stop of the car was lawful?"
    passages = a_brief("1. Whether the stop of the car was lawful?")
    assert summarise(DOCUMENT, passages[::-1]) == summarise(DOCUMENT, passages), "their order does not matter"


def test_without_questions_presented_the_issue_is_each_point_heading_once() -> None:
    issue = [s for s in summarise(DOCUMENT, a_brief()).sentences if s.part == "issue"]
    assert [(s.text, s.page) for s in issue] == [(POINT_I, 5), (POINT_II, 8)]


def test_context_before_a_question_gives_way_to_the_question() -> None:
    text = "The Court has long held so. The question is whether it meant it."
    assert summarise(DOCUMENT, a_brief(text)).part("issue") == "The question is whether it meant it."


def test_headings_outside_the_argument_are_no_points() -> None:
    stray = passage(ARGUMENT, Role.BODY, ("NAME OF THE PARTY THAT IS REPRESENTED BY COUNSEL",), ordinal=0)
    assert summarise(DOCUMENT, [stray, *a_brief()]).part("issue") == f"{POINT_I} {POINT_II}"


def test_headings_of_an_opinion_are_not_taken_for_arguments() -> None:
    passages = [passage(ARGUMENT, Role.BODY, ("IN THE DISTRICT COURT FOR THE DISTRICT OF LARCH",))]
    summary = summarise(replace(DOCUMENT, kind=Kind.OPINION), passages)
    assert summary.part("issue") == "" and summary.part("opening") == ARGUMENT


def test_the_facts_are_the_first_sentences_with_their_record_cites() -> None:
    summary = summarise(DOCUMENT, a_brief())
    assert summary.part("facts") == FACTS
    first = next(s.text for s in summary.sentences if s.part == "facts")
    assert first == "The car was stopped at night. (1T3-4)."


def test_a_bare_citation_is_no_fact() -> None:
    cite = "State v. Witt, 223 N.J. 409, 427 (2015) (cleaned up here)."
    text = f"The car was stopped at night. {cite} Nobody saw a thing."
    summary = summarise(DOCUMENT, [passage(text, Role.FACTS, ("FACTS",))])
    assert summary.part("facts") == "The car was stopped at night. Nobody saw a thing."


def test_a_statement_of_facts_comes_before_a_statement_of_the_case() -> None:
    case = passage(
        "An indictment was returned in the spring.", Role.FACTS, ("STATEMENT OF THE CASE",), ordinal=0
    )
    summary = summarise(DOCUMENT, [case, *a_brief()])
    assert summary.part("facts") == FACTS


def test_each_sentence_has_the_page_on_which_it_begins() -> None:
    text = "The first sentence stands here. The other sentence stands there."
    summary = summarise(DOCUMENT, [passage(text, Role.FACTS, ("FACTS",), pages=(3, 4))])
    assert [s.page for s in summary.sentences] == [3, 4]


def test_missing_parts_are_listed_after_the_disclaimer() -> None:
    facts_only = [passage(FACTS, Role.FACTS, ("FACTS",))]
    issue_only = [passage(ARGUMENT, Role.BODY, ("ARGUMENT", POINT_I))]
    assert summarise(DOCUMENT, a_brief()).disclaimer == DISCLAIMER
    assert summarise(DOCUMENT, facts_only).disclaimer == f"{DISCLAIMER} {NO_ISSUE}"
    assert summarise(DOCUMENT, issue_only).disclaimer == f"{DISCLAIMER} {NO_FACTS}"


@pytest.mark.parametrize(
    ("passages", "opening"),
    [
        (
            [
                passage("The court should hear this appeal.", Role.PRELIMINARY, ("PRELIMINARY STATEMENT",)),
                passage("Respectfully submitted by counsel.", Role.SIGNATURE, ordinal=1),
            ],
            "The court should hear this appeal.",
        ),
        (
            [passage("To all judges of this court. The following rule takes effect at once.")],
            "To all judges of this court. The following rule takes effect at once.",
        ),
    ],
)
def test_a_document_without_issues_and_facts_shows_its_opening_and_does_not_call_it_facts(
    passages: list[Passage], opening: str
) -> None:
    summary = summarise(DOCUMENT, passages)
    assert {sentence.part for sentence in summary.sentences} == {"opening"}
    assert summary.part("opening") == opening and summary.disclaimer.endswith(OPENING)


@pytest.mark.parametrize(
    "passages",
    [
        [],
        [passage("")],
        [passage("TABLE OF CONTENTS POINT I ........ 4", Role.CONTENTS)],
        [passage("no stop and no capital", Role.BODY)],
        [passage("The word goes on " + "and on " * 400 + "to its end.", Role.FACTS, ("FACTS",))],
        [Passage(0, "", Role.FACTS, ("FACTS",), (), "")],
    ],
    ids=["no passages", "empty", "contents only", "no sentence", "one endless sentence", "no spans"],
)
def test_nothing_usable_is_an_error_and_not_an_empty_summary(passages: list[Passage]) -> None:
    with pytest.raises(SummaryError) as caught:
        summarise(DOCUMENT, passages)
    assert "goes on" not in caught.value.detail


def test_an_endless_first_heading_does_not_keep_the_others_out() -> None:
    endless = "POINT I " + "THE COURT ERRED AND ERRED AGAIN " * 40
    passages = [passage(ARGUMENT, Role.BODY, (endless,), ordinal=0), *a_brief()]
    assert summarise(DOCUMENT, passages).part("issue").startswith(POINT_I)


@pytest.mark.timeout(120)  # seconds in linear time, an hour where it grows with the square
def test_a_document_of_thousands_of_pages_is_summarised_too() -> None:
    path = ("STATEMENT OF FACTS",)
    facts = [passage("N.J.S.A. 2C:1 v. " * 4000, Role.FACTS, path, ordinal=n) for n in range(sample(2, 20))]
    body = [
        passage("He came. " * 150, Role.BODY, (f"POINT {n} THE COURT ERRED IN DOING SO",), ordinal=n)
        for n in range(sample(2_000, 20_000))
    ]
    assert 0 < words(summarise(DOCUMENT, [*facts, *body])) <= MOST_WORDS


SENTENCES = st.lists(
    st.sampled_from(
        [
            "The officer stopped the car.",
            "He testified that v. is no word. (2T4-5).",
            "State v. Witt, 223 N.J. 409 (2015), is not to the contrary here.",
            "“Was it him?” she asked of the child.",
            "fragment without an end",
            "The court, which had heard " + "and heard again " * 30 + "the witness, ruled.",
            "\n",
        ]
    ),
    max_size=12,
).map(" ".join)
PATHS = st.lists(
    st.sampled_from(["ARGUMENT", POINT_I, POINT_II, SUB_A, "STATEMENT OF FACTS", "I. Facts", ""]), max_size=3
).map(tuple)
PASSAGES = st.lists(
    st.builds(
        lambda text, role, path, pages: passage(text, role, path, pages=pages),
        SENTENCES,
        st.sampled_from(Role),
        PATHS,
        st.lists(st.integers(0, 300), min_size=1, max_size=3).map(sorted).map(tuple),
    ),
    max_size=6,
)


@given(PASSAGES)
def test_every_sentence_is_complete_and_verbatim_on_its_page_and_the_summary_is_short(
    passages: list[Passage],
) -> None:
    try:
        summary = summarise(DOCUMENT, passages)
    except SummaryError:
        return
    assert (
        summary.kind == "extractive" and summary.disclaimer.startswith(DISCLAIMER) and summary.withheld == 0
    )
    assert 0 < words(summary) <= MOST_WORDS
    for sentence in summary.sentences:
        assert sentence.supported and (sentence.part == "opening") == summary.disclaimer.endswith(OPENING)
        assert is_verbatim(sentence.text, passages)
        holders = [p for p in passages if sentence.text in p.text or sentence.text in p.heading_path]
        assert any(p.first_page <= sentence.page <= p.last_page for p in holders)
