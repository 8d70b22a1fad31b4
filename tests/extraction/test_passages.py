"""Tests of passages: their size, their borders, and that no text of a section is lost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.pages import Box, Passage, Role
from briefbank.extraction.layout import Block, Section
from briefbank.extraction.passages import HARD_WORDS, LEAST_WORDS, MOST_WORDS, divide_sections
from briefbank.extraction.text import Line, Vocabulary


def block(text: str, page: int = 0, start: int = 0) -> Block:
    pieces = ((start, start + len(text), text),)
    return Block([Line(page, start, start + len(text), text, Box(0, 0, 0, 0), 12.0, False, pieces)])


def passages(paragraphs: list[str], heads: list[str] | None = None) -> tuple[Passage, ...]:
    section = Section(
        Role.BODY, ("ARGUMENT",), [block(h) for h in heads or []], [block(p) for p in paragraphs]
    )
    return divide_sections([section], [""], Vocabulary([]))


def sentence(words: int) -> str:
    return "The " + "word " * (words - 2) + "end."


def words_of(passage: Passage) -> int:
    return len(passage.text.split())


def test_paragraphs_of_usual_length_are_put_together_to_the_wished_size() -> None:
    results = passages([" ".join([sentence(20)] * 4) for _ in range(20)])
    assert all(LEAST_WORDS <= words_of(p) <= MOST_WORDS for p in results)
    assert all(p.text.endswith("end.") and p.text.startswith("The ") for p in results)


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    results = passages([" ".join([sentence(23)] * 60)])
    assert len(results) > 4
    assert all(LEAST_WORDS <= words_of(p) <= MOST_WORDS and p.text.endswith("end.") for p in results)


def test_borders_of_paragraphs_are_preferred_to_borders_of_sentences() -> None:
    long = " ".join([sentence(20)] * 8)
    assert [p.text for p in passages([long] * 5)] == [long] * 5


def test_a_short_rest_goes_to_its_neighbour() -> None:
    results = passages([" ".join([sentence(20)] * 8), sentence(15)])
    assert len(results) == 1


def test_an_endless_word_is_cut() -> None:
    results = passages(["x" * 1_000_000])
    assert all(len(p.text) <= 100_000 for p in results)
    assert sum(len(p.text) for p in results) == 1_000_000


def test_headings_stay_with_what_follows_them() -> None:
    results = passages([" ".join([sentence(20)] * 12)] * 3, ["ARGUMENT", "A. First"])
    assert results[0].text.startswith("ARGUMENT\nA. First\nThe ")
    assert all(p.heading_path == ("ARGUMENT",) for p in results)


PARAGRAPH = st.lists(st.integers(1, 90), min_size=1, max_size=12).map(
    lambda sizes: " ".join("W" + "o w" * n + ". Be" for n in sizes)
)


@given(st.lists(PARAGRAPH, max_size=8), st.lists(st.sampled_from(["ARGUMENT", "A. Point"]), max_size=2))
def test_passages_have_every_word_once_in_order_within_the_limit(
    paragraphs: list[str], heads: list[str]
) -> None:
    results = passages(paragraphs, heads)
    assert " ".join(p.text for p in results).split() == " ".join([*heads, *paragraphs]).split()
    assert all(words_of(p) <= HARD_WORDS for p in results)


def section_of(*paragraphs: str, name: str = "ARGUMENT", notes: tuple[str, ...] = ()) -> Section:
    return Section(Role.BODY, (name,), [], [block(p) for p in paragraphs], [block(n) for n in notes])


def test_passages_of_a_section_and_its_footnotes_have_its_number_and_no_others() -> None:
    long = " ".join([sentence(20)] * 30)
    sections = [section_of(long, notes=("A note.",)), section_of(long), section_of("Short.", name="END")]
    results = divide_sections(sections, [""], Vocabulary([]))
    numbers = [p.section for p in results]
    assert numbers == sorted(numbers) and set(numbers) == {0, 1, 2}
    assert {p.role for p in results if p.section == 0} == {Role.BODY, Role.FOOTNOTE}
    assert {p.section for p in results if p.heading_path == ("END",)} == {2}


class MarkSegmenter:
    """Says that the matter turns after the texts with a mark, and nowhere else."""

    def __init__(self) -> None:
        self.received: list[Sequence[str]] = []

    def __call__(self, texts: Sequence[str]) -> Sequence[float]:
        self.received.append(texts)
        return [1.0 if "turn" in text else 0.0 for text in texts[:-1]]


@pytest.mark.parametrize("after", [7, 8, 10, 11])
def test_inside_a_section_passages_end_where_the_segmenter_says_that_the_matter_turns(after: int) -> None:
    paragraphs = [sentence(20)] * 18
    paragraphs[after - 1] = "The turn " + "word " * 17 + "end."
    sections = divide_sections([section_of(*paragraphs)], [""], Vocabulary([]), MarkSegmenter())
    assert [len(p.text.split("\n")) for p in sections] == [after, 18 - after]


def test_the_segmenter_is_not_called_for_a_section_of_one_passage() -> None:
    segmenter = MarkSegmenter()
    divide_sections([section_of(sentence(20), sentence(20))], [""], Vocabulary([]), segmenter)
    assert segmenter.received == []


@pytest.mark.parametrize(
    ("last", "first"),
    [
        ("The statute asks three questions:", "(1) whether there was force,"),
        ("The defendant was not warned.", "(Da45; 2T 13-12 to 20.) That was error."),
        ("The defendant was not warned.", "State v. Carty, 170 N.J. 632, 639 (2002)."),
        ("The defendant was not warned.", "Id. at 640."),
        ("“The right to counsel”", "is then lost, as the court below said."),
    ],
)
def test_lists_quotations_and_citations_stay_with_what_they_belong_to(last: str, first: str) -> None:
    """The cut between two halves of the same size would otherwise be just here."""
    filler = [sentence(20)] * 9
    results = passages([*filler, last + " " + first, *filler])
    assert len(results) == 2
    results = passages([*filler, last, first, *filler])
    assert len(results) == 2 and any(
        f"{last}\n{first}" in p.text or f"{last} {first}" in p.text for p in results
    )


@pytest.mark.parametrize("citation", ["(AR120).", "(Gherini, supra, at p. 70.)", "Id. at 12.", "See Da45."])
def test_no_passage_begins_with_a_citation_where_every_sentence_has_one(citation: str) -> None:
    results = passages([" ".join(f"{sentence(16)} {citation}" for _ in range(60))])
    assert len(results) > 3
    assert all(p.text.startswith("The ") and p.text.endswith(citation) for p in results)


@pytest.mark.parametrize("quote", [True, False])
def test_a_block_quotation_stays_with_the_paragraph_before_it(quote: bool) -> None:
    """The text after the quotation is too short for a passage, so the cut would be just before it."""
    quoted = "No person shall be held to answer unless on a presentment of a grand jury here."
    blocks = (
        [block(sentence(20)) for _ in range(9)] + [block(quoted)] + [block(sentence(20)) for _ in range(6)]
    )
    blocks[9].quote = quote
    sections = divide_sections([Section(Role.BODY, ("ARGUMENT",), blocks=blocks)], [""], Vocabulary([]))
    assert len(sections) == 2
    assert any(passage.text.startswith("No person") for passage in sections) is not quote
