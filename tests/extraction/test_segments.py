"""Tests of text segmentation: true borders are found, any text is taken, and the fast method is exact."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.extraction.passages import WINDOW_WORDS, by_words

STOP = (
    "The officer stopped the wagon because its lamp was out and saw marijuana beside the driver on the seat."
)
SEARCH = (
    "A warrantless search of a locked trunk needs consent, and consent after an unlawful stop is tainted."
)
SENTENCE = (
    "At sentencing the judge counted an aggravating factor twice and gave no weight to his remorse at all."
)


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


WORDS = st.sampled_from(
    [
        "stop",
        "search",
        "warrant",
        "trunk",
        "consent",
        "reversal",
        "reversed",
        "judge",
        "remorse",
        "factor",
        "at",
        "of",
    ]
)
TEXTS = st.lists(st.lists(WORDS, min_size=0, max_size=60).map(" ".join), min_size=1, max_size=25)


@given(TEXTS)
def test_moving_windows_agree_with_a_comparison_from_scratch_at_each_boundary(texts: list[str]) -> None:
    expected = _plain(texts)
    assert by_words(texts) == pytest.approx(expected, abs=1e-3)


def _plain(texts: Sequence[str]) -> list[float]:
    """The definition in the module's words, with every window summed from scratch."""
    counts = [Counter(word[:6] for word in re.findall("[a-z]{4,}", text)) for text in texts]
    sizes = [len(text.split()) for text in texts]
    names = sorted(w for w in set().union(*counts) if sum(w in count for count in counts) > 1)
    rarity = {w: math.log1p(len(texts) / sum(w in count for count in counts)) for w in names}
    rows = [[count[w] * rarity[w] for w in names] for count in counts]
    mean = [sum(column) / max(1, sum(sizes)) for column in zip(*rows, strict=True)]

    def side(places: Sequence[int]) -> list[float]:
        taken: list[int] = []
        for paragraph in places:
            if taken and sum(sizes[at] for at in taken) >= WINDOW_WORDS:
                break
            taken.append(paragraph)
        size = sum(sizes[at] for at in taken)
        return [sum(rows[at][k] for at in taken) - size * mean[k] for k in range(len(names))]

    uploads = []
    for boundary in range(1, len(texts)):
        left, right = side(range(boundary - 1, -1, -1)), side(range(boundary, len(texts)))
        lengths = _product(left, left) * _product(right, right)
        uploads.append(_product(left, right) / math.sqrt(lengths) if lengths > 1e-9 else 0.0)
    if not uploads:
        return []
    average = sum(uploads) / len(uploads)
    spread = math.sqrt(sum((v - average) ** 2 for v in uploads) / len(uploads)) + 1e-6
    return [1 / (1 + math.exp(1.5 * (v - average) / spread)) for v in uploads]


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return math.fsum(a * b for a, b in zip(one, other, strict=True))
