"""Tests of the prompts: own instructions, fenced data, and a grammar that llama.cpp accepts."""

from __future__ import annotations

import pytest

from briefbank.domain.summaries import (
    Claim,
    ClaimFault,
    ClaimFinding,
    SourceKind,
    SourceSentence,
    SummaryPart,
    SummarySource,
)
from briefbank.llm.questions import BEGIN, END
from briefbank.summary import prompt
from briefbank.summary.extractive import MOST_TOKENS, estimate_tokens, select_material
from tests.llm.tiny import needs_llama
from tests.summary.factory import DOCUMENT
from tests.summary.test_source_selection import a_brief

SOURCE = select_material(DOCUMENT, a_brief())


def of_kinds(*kinds: SourceKind) -> SummarySource:
    sentences = tuple(
        SourceSentence(at, f"Sentence {at} of the brief.", kind, 0, 1, 0, 0)
        for at, kind in enumerate(kinds, 1)
    )
    return SummarySource(7, "State v. Doe", sentences)


def test_every_sentence_of_the_source_is_in_the_fence_with_its_number() -> None:
    lines = prompt.message(SOURCE).data.splitlines()
    inside = lines[lines.index(BEGIN) + 1 : lines.index(END)]
    for sentence in SOURCE.sentences:
        assert f"{sentence.number}. {sentence.text}" in inside


def test_the_instructions_are_the_same_for_every_document() -> None:
    other = select_material(DOCUMENT, a_brief(facts=50, questions=4, points=7))
    assert prompt.message(SOURCE).instructions == prompt.message(other).instructions == prompt.INSTRUCTIONS


def test_the_longest_prompt_has_about_1000_tokens() -> None:
    message = prompt.message(select_material(DOCUMENT, a_brief(facts=300, questions=90, points=90)))
    assert MOST_TOKENS < estimate_tokens(message.data) + estimate_tokens(message.instructions) < 1_100


def test_a_part_without_sources_stays_empty_in_the_grammar() -> None:
    no_facts = prompt.message(of_kinds(SourceKind.QUESTION)).grammar.splitlines()[0]
    no_issue = prompt.message(of_kinds(SourceKind.FACT)).grammar.splitlines()[0]
    assert no_facts.endswith(r'"],\"facts\":[" "" "]}"')
    assert no_issue.startswith(r'root ::= "{\"issue\":[" "" "]')


def test_failed_claims_are_shown_with_their_own_sources_and_what_to_change() -> None:
    claim = Claim("The car was stopped at noon.", (3,), SummaryPart.FACTS)
    finding = ClaimFinding(
        ClaimFault.UNSUPPORTED, "'noon' does not stand in the source.", "Leave out when it was."
    )
    message = prompt.correction(SOURCE, [(claim, [finding])])
    assert message.instructions == prompt.CORRECTION
    assert message.data.splitlines()[:5] == [
        BEGIN,
        "The brief says:",
        f"3. {SOURCE.sentences[2].text}",
        "Text 1 of the summary, from 3: The car was stopped at noon.",
        "What to change in text 1: Leave out when it was.",
    ]
    assert SOURCE.sentences[0].text not in message.data


def test_the_longest_question_for_corrections_is_hardly_longer_than_the_first() -> None:
    source = select_material(DOCUMENT, a_brief(facts=300, questions=90, points=90))
    claim = Claim("The car " + "was stopped " * 11 + "again.", (1, 2, 3), SummaryPart.FACTS)
    finding = ClaimFinding(ClaimFault.UNSUPPORTED, "x", "Leave out what the numbered sentences do not say.")
    message = prompt.correction(source, [(claim, [finding] * 9)] * 6)
    assert estimate_tokens(message.data) + estimate_tokens(message.instructions) < 1_200
    assert message.data.count(source.sentences[0].text) == 1


# --- the grammar in llama.cpp --------------------------------------------------------------------


@needs_llama
@pytest.mark.parametrize(
    "source",
    [SOURCE, of_kinds(SourceKind.FACT), of_kinds(SourceKind.OTHER), of_kinds(*[SourceKind.POINT] * 60)],
    ids=["all", "facts", "opening", "60 sentences"],
)
def test_llama_takes_the_grammar_of_every_material(source: SummarySource) -> None:
    from llama_cpp import LlamaGrammar

    claim = Claim("It was so.", (1,), SummaryPart.FACTS)
    for message in (prompt.message(source), prompt.correction(source, [(claim, [])] * 6)):
        assert LlamaGrammar.from_string(message.grammar, verbose=False)
