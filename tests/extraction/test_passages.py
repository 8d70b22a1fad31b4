"""Tests of passages: where they are cut, their outline, and their words on the pages."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.authorities import Span
from briefbank.domain.pages import Box, PageHighlight, Passage, Role
from briefbank.extraction.find_text import highlights
from briefbank.extraction.layout import Block, Section
from briefbank.extraction.passages import (
    HARD_WORDS,
    LEAST_WORDS,
    MOST_WORDS,
    WINDOW_WORDS,
    PrecomputedSegmenter,
    by_words,
    divide_sections,
    key_of,
)
from briefbank.extraction.sections import outline
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


def test_passages_have_the_wished_size_and_end_with_a_sentence() -> None:
    for paragraphs in ([" ".join([sentence(20)] * 4)] * 20, [" ".join([sentence(23)] * 60)]):
        results = passages(paragraphs)
        assert len(results) > 4
        assert all(LEAST_WORDS <= words_of(p) <= MOST_WORDS for p in results)
        assert all(p.text.endswith("end.") and p.text.startswith("The ") for p in results)


def test_borders_of_paragraphs_are_preferred_to_borders_of_sentences() -> None:
    long = " ".join([sentence(20)] * 8)
    assert [p.text for p in passages([long] * 5)] == [long] * 5


def test_a_short_rest_goes_to_its_neighbour() -> None:
    assert len(passages([" ".join([sentence(20)] * 8), sentence(15)])) == 1


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


def turns_after_marks(texts: Sequence[str]) -> Sequence[float]:
    """Say that the matter turns after the texts with a mark, and nowhere else."""
    return [1.0 if "turn" in text else 0.0 for text in texts[:-1]]


@pytest.mark.parametrize("after", [7, 8, 10, 11])
def test_inside_a_section_passages_end_where_the_segmenter_says_that_the_matter_turns(after: int) -> None:
    paragraphs = [sentence(20)] * 18
    paragraphs[after - 1] = "The turn " + "word " * 17 + "end."
    sections = divide_sections([section_of(*paragraphs)], [""], Vocabulary([]), turns_after_marks)
    assert [len(p.text.split("\n")) for p in sections] == [after, 18 - after]


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


STOP = (
    "The officer stopped the wagon because its lamp was out and saw marijuana beside the driver on the seat."
)
SEARCH = (
    "A warrantless search of a locked trunk needs consent, and consent after an unlawful stop is tainted."
)
SENTENCE = (
    "At sentencing the judge counted an aggravating factor twice and gave no weight to his remorse at all."
)


def test_the_number_of_an_item_stays_with_the_text_after_it() -> None:
    _, second = passages([sentence(120), "(a)", sentence(200)])
    assert second.text.startswith("(a)\nThe word")


WORDS = ("search", "warrant", "officer", "summation", "restitution", "identify", "a")


@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=120), min_size=2, max_size=9))
def test_the_change_of_topic_is_that_of_the_formula(texts: list[list[str]]) -> None:
    """The cosine of both windows, less what is common to all, as far from the mean as a logistic tells."""
    counts = np.array([[text.count(word) for word in WORDS[:-1]] for text in texts], float)
    spread = (counts > 0).sum(axis=0)
    weighed = counts * np.where(spread > 1, np.log1p(len(texts) / np.maximum(spread, 1)), 0)
    sizes = np.array([len(text) for text in texts])
    common, likeness = weighed.sum(axis=0) / sizes.sum(), []
    for border in range(1, len(texts)):
        start = next((at for at in range(border - 1, -1, -1) if sizes[at:border].sum() >= WINDOW_WORDS), 0)
        ends = range(border + 1, len(texts) + 1)
        end = next((at for at in ends if sizes[border:at].sum() >= WINDOW_WORDS), len(texts))
        windows = slice(start, border), slice(border, end)
        left, right = (weighed[part].sum(axis=0) - sizes[part].sum() * common for part in windows)
        shorter, longer = sorted(map(np.linalg.norm, (left, right)))
        likeness.append(left @ right / (shorter * longer) if shorter > 1e-4 else 0.0)
    deviations = (np.array(likeness) - np.mean(likeness)) / (np.std(likeness) + 1e-6)
    expected = 1 / (1 + np.exp(np.minimum(1.5 * deviations, 50)))
    assert by_words([" ".join(text) for text in texts]) == pytest.approx(expected, abs=1e-3)


def test_precomputed_answers_are_of_these_very_texts_and_of_as_many() -> None:
    texts, others = ["The search.", "The sentence.", "The end."], ["The search.", "The sentence. The end."]
    assert PrecomputedSegmenter({key_of(texts): [0.25, 0.75]})(texts) == [0.25, 0.75]
    assert PrecomputedSegmenter({key_of(texts): [0.25, 0.75]})(others) == by_words(others)
    assert PrecomputedSegmenter({key_of(texts): [0.25]})(texts) == by_words(texts)


def test_the_matter_turns_most_where_another_subject_begins() -> None:
    texts = [STOP] * 10 + [SEARCH] * 10 + [SENTENCE] * 10
    turns = by_words(texts)
    assert turns[9] == max(turns[5:15]) > 0.8
    assert turns[19] == max(turns[15:25]) > 0.8


@pytest.mark.parametrize("texts", [[""], ["", ""], ["§§ 1-2", "\ud800 \x00", "🙂"], ["ab " * 9, "", "12 34"]])
def test_texts_without_words_are_taken(texts: list[str]) -> None:
    turns = by_words(texts)
    assert len(turns) == len(texts) - 1 and all(0 <= turn <= 1 for turn in turns)


def test_an_outlier_among_very_many_boundaries_causes_no_overflow() -> None:
    turns = by_words([STOP] * 3000 + [SEARCH] * 40)
    assert all(0 <= turn <= 1 for turn in turns) and max(turns) == turns[2999]


def passage(number: int, path: tuple[str, ...], page: int, *, role: Role = Role.BODY) -> Passage:
    return Passage(number, "words", role, path, (Span(page, 10, 15, 0, 5),), str(page + 1))


def test_each_heading_is_named_once_where_its_first_passage_begins() -> None:
    path = ("ARGUMENT", "POINT I")
    results = outline([passage(0, (), 0), passage(1, path, 2), passage(2, path, 3), passage(3, ("END",), 5)])
    assert [(entry.text, entry.level, entry.page, entry.label) for entry in results] == [
        ("ARGUMENT", 0, 2, "3"),
        ("POINT I", 1, 2, "3"),
        ("END", 0, 5, "6"),
    ]
    assert (results[0].start, results[0].end) == (10, 15)


def test_footnotes_do_not_name_their_section_again() -> None:
    note = passage(2, ("POINT I",), 2, role=Role.FOOTNOTE)
    assert len(outline([passage(0, ("POINT I",), 1), passage(1, ("POINT II",), 2), note])) == 2
    assert outline([]) == outline([passage(0, (), 0)]) == ()


paths = st.lists(st.lists(st.sampled_from("ABC"), max_size=3).map(tuple), max_size=12)


@given(paths)
def test_walking_the_outline_gives_back_every_heading_path(heading_paths: list[tuple[str, ...]]) -> None:
    passages = [passage(number, path, number) for number, path in enumerate(heading_paths)]
    path_by_page: dict[int, list[str]] = {}
    path: list[str] = []
    for entry in outline(passages):
        path = [*path[: entry.level], entry.text]
        path_by_page[entry.page] = path
    for number in path_by_page:
        assert tuple(path_by_page[number]) == heading_paths[number]


def mapped_passage(text: str, *spans: Span) -> Passage:
    return Passage(0, text, Role.BODY, (), spans, "")


def test_a_mark_maps_by_character_and_pages_come_in_order() -> None:
    cut = mapped_passage("first second", Span(4, 10, 15, 0, 5), Span(5, 0, 6, 6, 6))
    assert highlights(cut, [(6, 9), (1, 3)]) == [
        PageHighlight(4, ((10, 15),), ((11, 13),)),
        PageHighlight(5, ((0, 6),), ((0, 3),)),
    ]


def test_a_run_of_another_length_is_marked_whole() -> None:
    cut = mapped_passage("office", Span(0, 0, 1, 0, 1), Span(0, 1, 2, 1, 3), Span(0, 2, 4, 4, 2))
    assert highlights(cut, [(2, 3)])[0].words == ((1, 2),)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Passage, list[tuple[int, int]]]:
    """Spans of equal and unequal lengths with gaps in the text and on the pages."""
    spans, at, raw = [], 0, [0, 0, 0]
    for page in sorted(draw(st.lists(st.integers(0, 2), max_size=8))):
        at += draw(st.integers(0, 2))
        start = raw[page] + draw(st.integers(0, 3))
        length = draw(st.integers(1, 5))
        size = length if draw(st.booleans()) else draw(st.integers(1, 5))
        spans.append(Span(page, start, start + length, at, size))
        at, raw[page] = at + size, start + length
    marks = draw(st.lists(st.tuples(st.integers(-2, 40), st.integers(-2, 40)), max_size=5))
    return mapped_passage("x" * at, *spans), marks


@given(cases())
def test_marked_characters_are_those_of_a_map_character_by_character(
    case: tuple[Passage, list[tuple[int, int]]],
) -> None:
    cut, marks = case
    marked = {i for start, end in marks for i in range(start, end)}
    expected: dict[int, set[int]] = {}
    for span in cut.spans:
        offsets = expected.setdefault(span.page, set())
        for k in range(span.size):
            if span.at + k in marked:
                exact = span.size == span.end - span.start
                offsets |= {span.start + k} if exact else set(range(span.start, span.end))
    result = highlights(cut, marks)
    assert {h.page: {i for a, b in h.words for i in range(a, b)} for h in result} == expected
    for found_on in result:
        for ranges in (found_on.passage, found_on.words):
            assert all(a[1] < b[0] for a, b in pairwise(ranges))
