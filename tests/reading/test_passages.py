"""Passages: their size, their borders, and that nothing of a section is lost."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from briefbank.models import Box, Passage, Role
from briefbank.reading.blocks import Block
from briefbank.reading.joining import Vocabulary
from briefbank.reading.passages import HARD_WORDS, LEAST_WORDS, MOST_WORDS, cut
from briefbank.reading.structure import Section
from briefbank.reading.text import Line


def block(text: str, page: int = 0, start: int = 0) -> Block:
    pieces = ((start, start + len(text), text),)
    return Block([Line(page, start, start + len(text), text, Box(0, 0, 0, 0), 12.0, False, pieces)])


def passages(paragraphs: list[str], heads: list[str] | None = None) -> tuple[Passage, ...]:
    section = Section(
        Role.BODY, ("ARGUMENT",), [block(h) for h in heads or []], [block(p) for p in paragraphs]
    )
    return cut([section], [""], Vocabulary([]))


def sentence(words: int) -> str:
    return "The " + "word " * (words - 2) + "end."


def words_of(passage: Passage) -> int:
    return len(passage.text.split())


def test_paragraphs_of_usual_length_are_put_together_to_the_wished_size() -> None:
    found = passages([" ".join([sentence(20)] * 4) for _ in range(20)])
    assert all(LEAST_WORDS <= words_of(p) <= MOST_WORDS for p in found)
    assert all(p.text.endswith("end.") and p.text.startswith("The ") for p in found)


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    found = passages([" ".join([sentence(23)] * 60)])
    assert len(found) > 4
    assert all(LEAST_WORDS <= words_of(p) <= MOST_WORDS and p.text.endswith("end.") for p in found)


def test_borders_of_paragraphs_are_preferred_to_borders_of_sentences() -> None:
    long = " ".join([sentence(20)] * 8)
    assert [p.text for p in passages([long] * 5)] == [long] * 5


def test_a_short_rest_goes_to_its_neighbour() -> None:
    found = passages([" ".join([sentence(20)] * 8), sentence(15)])
    assert len(found) == 1


def test_text_without_any_sentence_end_is_cut_at_spaces() -> None:
    found = passages(["word " * 3000])
    assert all(words_of(p) <= HARD_WORDS for p in found)
    assert sum(words_of(p) for p in found) == 3000


def test_one_endless_word_is_cut_too() -> None:
    found = passages(["x" * 1_000_000])
    assert all(len(p.text) <= 100_000 for p in found)
    assert sum(len(p.text) for p in found) == 1_000_000


def test_headings_stay_with_what_follows_them() -> None:
    found = passages([" ".join([sentence(20)] * 12)] * 3, ["ARGUMENT", "A. First"])
    assert found[0].text.startswith("ARGUMENT\nA. First\nThe ")
    assert all(p.heading_path == ("ARGUMENT",) for p in found)


def test_headings_without_text_are_not_lost() -> None:
    assert [p.text for p in passages([], ["ARGUMENT", "A. First"])] == ["ARGUMENT\nA. First"]


def test_sections_never_share_a_passage() -> None:
    sections = [Section(Role.BODY, (name,), [], [block(sentence(9))]) for name in "abc"]
    found = cut(sections, [""], Vocabulary([]))
    assert [p.heading_path for p in found] == [("a",), ("b",), ("c",)]
    assert [p.ordinal for p in found] == [0, 1, 2]


PARAGRAPH = st.lists(st.integers(1, 90), min_size=1, max_size=12).map(
    lambda sizes: " ".join("W" + "o w" * n + ". Be" for n in sizes)
)


@settings(max_examples=80, deadline=None)
@given(st.lists(PARAGRAPH, max_size=8), st.lists(st.sampled_from(["ARGUMENT", "A. Point"]), max_size=2))
def test_passages_hold_every_word_once_in_order_and_keep_the_limit(
    paragraphs: list[str], heads: list[str]
) -> None:
    found = passages(paragraphs, heads)
    assert " ".join(p.text for p in found).split() == " ".join([*heads, *paragraphs]).split()
    assert all(words_of(p) <= HARD_WORDS for p in found)
