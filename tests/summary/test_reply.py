"""Tests that a model's reply is accepted only in the form asked for, with sentences of plain prose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.summaries import Claim, SourceKind, SourceSentence, SummaryPart, SummarySource
from briefbank.llm.questions import NoHelp
from briefbank.summary.prompt import MOST_WORDS, find_form_faults, read_claims, read_corrections, words_of
from tests.summary.model import corrected, written
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "replies.txt")


SENTENCES = tuple(
    SourceSentence(number, f"Sentence {number} of the brief.", SourceKind.FACT, 0, 1, 0, 0)
    for number in range(1, 6)
)
SOURCE = SummarySource(7, "State v. Doe", SENTENCES)
GOOD = written([([1], "The brief asks whether the stop was lawful.")], [([2, 3], "The car was stopped.")])


def of_words(count: int) -> str:
    return "The " + "very " * (count - 2) + "end."


def test_claims_come_in_order_with_part_and_sources() -> None:
    assert read_claims(GOOD, SOURCE) == (
        Claim("The brief asks whether the stop was lawful.", (1,), SummaryPart.ISSUE),
        Claim("The car was stopped.", (2, 3), SummaryPart.FACTS),
    )


def test_a_text_of_several_sentences_becomes_claims_with_the_same_sources() -> None:
    claims = read_claims(written(facts=[([2, 4], "The car was stopped. Nobody saw a gun in it.")]), SOURCE)
    assert claims == (
        Claim("The car was stopped.", (2, 4), SummaryPart.FACTS),
        Claim("Nobody saw a gun in it.", (2, 4), SummaryPart.FACTS),
    )


def test_numbers_that_are_no_sentence_are_dropped_and_the_others_put_in_order() -> None:
    claims = read_claims(written(facts=[([5, 99, 2], "It was so."), ([2, 2, -1], "It is so.")]), SOURCE)
    assert [claim.sources for claim in claims] == [(2, 5), (2,)]
    assert read_claims(written(facts=[([], "It was so.")]), SOURCE)[0].sources == ()


def test_text_after_120_words_is_never_accepted() -> None:
    parts = [of_words(50), of_words(60), of_words(20), "It was so."]
    claims = read_claims(written(facts=[([1], text) for text in parts]), SOURCE)
    assert [claim.text for claim in claims] == parts[:2]
    assert words_of(claims) <= MOST_WORDS


def test_a_text_that_is_no_such_reply_is_refused() -> None:
    number = f'{{"issue":[],"facts":[{{"sources":[{"9" * 5000}],"text":"It was so."}}]}}'
    long = (number, '{"issue":' + "[" * 15_000, " " * 50_000 + GOOD)
    for text in ("", *long, *EXAMPLES.texts("Texts that are no reply")):
        with pytest.raises(NoHelp, match="form") as caught:
            read_claims(text, SOURCE)
        context = caught.value.__context__
        assert context is None or caught.value.__suppress_context__, "no text goes to the log"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["issue", "facts", "sources", "text", "x"]), inner, max_size=4)
    ),
)


@given(st.text() | JSON.map(json.dumps))
def test_any_model_output_is_parsed_into_claims_or_refused(text: str) -> None:
    try:
        claims = read_claims(text, SOURCE)
    except NoHelp:
        return
    assert claims and words_of(claims) <= MOST_WORDS
    assert all(set(claim.sources) <= {1, 2, 3, 4, 5} for claim in claims)


FAILED = [Claim("It was at noon.", (1,), SummaryPart.FACTS), Claim("It was red.", (2, 3), SummaryPart.ISSUE)]


def test_a_correction_keeps_part_and_sources_of_the_claim_it_replaces() -> None:
    assert read_corrections(corrected("It was at night.", "It was blue."), FAILED, 120) == (
        Claim("It was at night.", (1,), SummaryPart.FACTS),
        Claim("It was blue.", (2, 3), SummaryPart.ISSUE),
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "garbage",
        corrected("It was at night."),
        corrected("It was at night.", "It was blue.", "And more."),
    ],
)
def test_a_reply_without_a_text_for_each_claim_is_refused(text: str) -> None:
    with pytest.raises(NoHelp):
        read_corrections(text, FAILED, 120)


@pytest.mark.parametrize(
    ("text", "room"),
    [
        (corrected("", "  "), 120),
        (corrected("It was at night. It was dark.", "It was blue. It was new."), 120),
        (corrected("It was at night.", "It was blue."), 2),
    ],
)
def test_an_invalid_correction_leaves_the_claim_failed(text: str, room: int) -> None:
    assert read_corrections(text, FAILED, room) == (None, None)
    assert read_corrections(corrected("It was at night.", "It was blue."), FAILED, 5)[1] is None


def test_signs_that_are_not_prose_addresses_and_words_to_the_reader_are_found() -> None:
    for text in EXAMPLES.texts("Sentences that are no prose of a brief"):
        form_faults = list(find_form_faults(Claim(text, (1,), SummaryPart.FACTS)))
        assert form_faults and not any(finding.repair for finding in form_faults), text
    for text in EXAMPLES.texts("Prose of briefs"):
        assert list(find_form_faults(Claim(text, (1,), SummaryPart.FACTS))) == [], text


@given(st.characters(codec="utf-8"))
def test_no_sign_that_cannot_be_seen_passes(sign: str) -> None:
    if not sign.isprintable():
        assert list(find_form_faults(Claim(f"The car{sign} was stopped.", (1,), SummaryPart.FACTS)))
