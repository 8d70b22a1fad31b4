"""Tests of the text given to a model: verbatim, in fair shares, fenced, and never more than fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations.citations import of_document
from briefbank.domain.authorities import CitationKind
from briefbank.domain.pages import HIDDEN_MARK, Passage, Role
from briefbank.domain.summaries import (
    Claim,
    ClaimFault,
    ClaimFinding,
    SourceKind,
    SourceSentence,
    SummaryPart,
    SummarySource,
)
from briefbank.errors import SummaryError
from briefbank.llm.questions import BEGIN, END
from briefbank.summary import extractive, prompt
from briefbank.summary.extractive import MOST_TOKENS, estimate_tokens, select_material
from briefbank.text.language import sentence_ranges
from tests.llm.tiny import needs_llama
from tests.summary.factory import DOCUMENT, passage

POINT = "POINT I THE SEARCH OF THE CAR WAS UNLAWFUL AND ITS FRUIT MUST BE SUPPRESSED."


def numbered(*passages: Passage) -> list[Passage]:
    return [replace(item, ordinal=at, id=100 + at) for at, item in enumerate(passages)]


def a_brief(facts: int = 3, questions: int = 1, points: int = 1) -> list[Passage]:
    question_text = " ".join(
        f"Whether the stop number {at} of the car was lawful?" for at in range(questions)
    )
    text = " ".join(f"The car was stopped at night by officer number {at}." for at in range(facts))
    argued = [
        passage(
            "A search is invalid.", Role.BODY, ("ARGUMENT", f"{POINT[:-1]} IN CASE NUMBER {at}."), pages=(6,)
        )
        for at in range(points)
    ]
    return numbered(
        passage(question_text, Role.QUESTIONS, ("QUESTIONS PRESENTED",), pages=(1,)),
        passage(text, Role.FACTS, ("STATEMENT OF FACTS",), pages=(2, 3)),
        *argued,
    )


def kinds(material: SummarySource) -> list[SourceKind]:
    return [sentence.kind for sentence in material.sentences]


def size(material: SummarySource) -> int:
    return sum(estimate_tokens(sentence.text) for sentence in material.sentences)


def test_questions_points_and_facts_come_in_this_order_numbered_from_1() -> None:
    material = select_material(DOCUMENT, a_brief(facts=2))
    expected = [SourceKind.QUESTION, SourceKind.POINT, SourceKind.FACT, SourceKind.FACT]
    assert kinds(material) == expected
    assert [sentence.number for sentence in material.sentences] == [1, 2, 3, 4]
    assert (material.document_id, material.title) == (DOCUMENT.id, DOCUMENT.title)


def test_each_sentence_stands_verbatim_where_it_says() -> None:
    passages = a_brief(facts=6)
    by_id = {item.id: item for item in passages}
    for sentence in select_material(DOCUMENT, passages).sentences:
        source = by_id[sentence.passage_id]
        if sentence.kind is SourceKind.POINT:
            assert (sentence.start, sentence.end, sentence.page) == (0, 0, 6)
            assert sentence.text in source.heading_path
        else:
            assert source.text[sentence.start : sentence.end] == sentence.text
            assert sentence.page in {span.page for span in source.spans}


@pytest.mark.parametrize("most", ["facts", "questions", "points"])
def test_many_sentences_of_one_kind_do_not_displace_the_others(most: str) -> None:
    material = select_material(DOCUMENT, a_brief(**{"facts": 2, "questions": 2, "points": 2, most: 300}))
    others = {"facts": SourceKind.FACT, "questions": SourceKind.QUESTION, "points": SourceKind.POINT}
    for name, kind in others.items():
        assert kinds(material).count(kind) > 2 if name == most else kinds(material).count(kind) == 2
    assert 0.75 * MOST_TOKENS < size(material) <= MOST_TOKENS


def test_a_brief_without_facts_is_summarised_from_its_points_and_opening() -> None:
    begins = passage(
        "This brief is about a stop without cause.", Role.PRELIMINARY, ("INTRODUCTION",), pages=(1,)
    )
    material = select_material(
        DOCUMENT, numbered(begins, passage("It is so.", Role.BODY, ("ARGUMENT", POINT)))
    )
    assert kinds(material) == [SourceKind.POINT, SourceKind.OTHER]


def test_a_sentence_under_a_dark_box_is_never_given_to_a_model() -> None:
    hidden = f"The victim {HIDDEN_MARK * 8} was seen at home."
    material = select_material(
        DOCUMENT, [passage(f"{hidden} The car was stopped at night.", Role.FACTS, ("FACTS",))]
    )
    assert [sentence.text for sentence in material.sentences] == ["The car was stopped at night."]


def test_a_point_heading_under_a_dark_box_is_never_given_to_a_model() -> None:
    heading = f"POINT I THE STATEMENT OF {HIDDEN_MARK * 8} MUST BE SUPPRESSED AT ONCE."
    passages = [*a_brief(), passage("It is so.", Role.BODY, ("ARGUMENT", heading), ordinal=90)]
    assert not any(HIDDEN_MARK in sentence.text for sentence in select_material(DOCUMENT, passages).sentences)


def test_a_sentence_too_long_for_a_prompt_is_skipped_and_reported() -> None:
    endless = "The car " + "was stopped again and " * 400 + "it went on."
    material = select_material(
        DOCUMENT, [passage(f"{endless} Nobody saw anything in it.", Role.FACTS, ("FACTS",))]
    )
    assert [sentence.text for sentence in material.sentences] == ["Nobody saw anything in it."]


@pytest.mark.parametrize("passages", [[], [passage("Page 3 of 9")], [passage("", Role.FACTS)]])
def test_a_document_without_a_sentence_is_refused_with_a_reason(passages: list[Passage]) -> None:
    with pytest.raises(SummaryError, match="No sentence"):
        select_material(DOCUMENT, passages)


def test_only_as_much_as_fits_is_read_of_900_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = " ".join(f"The car was stopped at night by officer number {at}." for at in range(20))
    pages = [
        passage(facts, Role.FACTS if at < 900 else Role.BODY, ("FACTS",) if at < 900 else ("ARGUMENT", POINT))
        for at in range(2_700)
    ]
    document = numbered(*pages)
    looked_at: list[str] = []

    def watched(text: str) -> Iterator[tuple[int, int]]:
        looked_at.append(text)
        return sentence_ranges(text)

    monkeypatch.setattr(extractive, "sentence_ranges", watched)
    material = select_material(DOCUMENT, document)
    assert len(looked_at) <= 3
    assert size(material) <= MOST_TOKENS


def test_the_estimate_of_tokens_counts_each_byte_of_other_scripts_and_capitals_dearly() -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens("suppression") == 2
    assert estimate_tokens("SUPPRESSION") == 4
    assert estimate_tokens("N.J.S.A. 2C:44-1") == 15
    assert estimate_tokens("警察") == 4


SENTENCES = st.lists(st.sampled_from(["Whether it was so?", "The car was stopped at night.", "It rained."]))


@given(
    st.lists(
        st.tuples(
            st.text(max_size=300) | SENTENCES.map(" ".join), st.sampled_from(list(Role)), st.text(max_size=60)
        ),
        max_size=8,
    )
)
def test_the_material_of_any_document_fits_and_is_verbatim(parts: Sequence[tuple[str, Role, str]]) -> None:
    passages = numbered(*(passage(text, role, (heading,)) for text, role, heading in parts))
    try:
        material = select_material(DOCUMENT, passages)
    except SummaryError:
        return
    assert 0 < size(material) <= MOST_TOKENS
    for sentence in material.sentences:
        source = passages[sentence.passage_id - 100]
        assert sentence.text in (source.text[sentence.start : sentence.end], *source.heading_path)
        assert HIDDEN_MARK not in sentence.text


CARTY = "In State v. Carty, 170 N.J. 632 (2002), the Court required suspicion before a consent search."


def test_the_authorities_of_the_whole_document_come_with_their_names_and_the_sentences_that_cite_them() -> (
    None
):
    facts = (
        "The officer ignored Carty, 170 N.J. at 640, at the stop. He knew the rule. Id. at 641 says it all."
    )
    question = "Whether the officer needed suspicion under State v. Carty?"
    passages = numbered(
        passage(question, Role.QUESTIONS, ("QUESTIONS PRESENTED",)),
        passage(facts, Role.FACTS, ("STATEMENT OF FACTS",)),
        passage(CARTY + " See Pa10.", Role.BODY, ("ARGUMENT",)),
        passage("N.J.S.A. 2C:35-10 forbids possession of drugs.", Role.BODY, ("ARGUMENT",)),
    )
    ordered = [passages[0], passages[2], passages[1], passages[3]]
    result = of_document([item.text for item in ordered], [item.role for item in ordered])
    material = select_material(
        DOCUMENT, [replace(chosen, citations=cited) for chosen, cited in zip(ordered, result, strict=True)]
    )
    by_name = {citation.canonical: citation for citation in material.cited}
    assert by_name["170 N.J. 632"].names == ("carty",)
    cites = [material.sentences[number - 1].text for number in by_name["170 N.J. 632"].sentences]
    assert "The officer ignored Carty, 170 N.J. at 640, at the stop." in cites
    assert "He knew the rule." not in cites
    assert "N.J.S.A. 2C:35-10" in by_name
    assert not [citation for citation in material.cited if citation.kind is CitationKind.RECORD]


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
