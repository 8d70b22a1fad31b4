"""Topic segmentation of long sections: how much the topic changes between neighbouring texts.

:class:`Segmenter` is the interface for the division into passages. :data:`BY_WORDS` compares the words on
both sides of a place, each weighted by its rarity in the section, after subtraction of the part that is
common to the whole section (Hearst 1997, "TextTiling"; inverse frequencies and the common part are ours).

Sentence embeddings of the search's own model were tried for the same task and perform less well. In the test,
sections of real briefs are concatenated without their headings. The score is the share of the paragraph ends
around a true section end at which the topic changes less than there (0.5: by chance, 1: always). ``python -m
tests.evaluate.turns``, 663 places in 100 briefs, each figure within 0.02:

    words                                                    0.76
    sentence embeddings (all-MiniLM-L6-v2, int8)             0.73
    mean of the same model's word vectors, without network   0.72
    words and sentence embeddings together                   0.77

Words take 0.4 ms a page and give the same result on every computer, whichever model an office chose;
embeddings of all sentences take tens of milliseconds a page, more than all of reading. Retrieval gains
nothing from topic borders inside a section (``python -m tests.evaluate.headings``: recall@5 is 0.003 ± 0.004
below that of division by size alone), because a heading is answered by all passages under it, and fewer,
longer passages are found more easily. The topic decides the cuts for the sake of those who read and cite the
passages.

The answers of a model on this computer for one document are passed to
:func:`briefbank.extraction.passages.divide_sections` as :class:`PrecomputedSegmenter`. The division happens
in a child process, which cannot use the model. Its queries are therefore recorded first
(:class:`RecordingSegmenter`), answered by the parent, and known when the document is divided again.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol, runtime_checkable

WINDOW_WORDS = 150
"""The number of words compared on each side; windows of 100 to 300 words find about as many true borders."""
_WORD = re.compile(r"[a-z]{4,}")
_STEM_LETTERS = 6
"""The number of significant letters of a word: "reverse", "reversed" and "reversal" are one word."""
_STEEPNESS = 1.5
_MAX_EXPONENT = 50.0
"""The limit of the exponent; beyond it the exponential may overflow without changing the result."""

Bag = Sequence[tuple[str, float]]
"""Different words with their weights."""


@runtime_checkable  # msgspec checks what it decoded
class Segmenter(Protocol):
    """Measures the change of topic between the texts of a section."""

    def topic_changes(self, texts: Sequence[str]) -> Sequence[float]:
        """Return the change of topic at each place between two neighbouring texts of one section, in order.

        The values range from 0 (the topic continues) to 1 (a new topic begins); there are ``len(texts) - 1``.
        Never raises; any thread.
        """


@dataclass(frozen=True, slots=True)
class _WordSegmenter:
    """Measures the change of topic by the words, linear in the length of the texts. Can be sent to another
    computer."""

    def topic_changes(self, texts: Sequence[str]) -> Sequence[float]:
        """See ``Segmenter``."""
        counts = [Counter(word[:_STEM_LETTERS] for word in _WORD.findall(text.lower())) for text in texts]
        return _scaled(_similarities(_weighted(counts), [len(text.split()) for text in texts]))


BY_WORDS: Segmenter = _WordSegmenter()


class RecordingSegmenter:
    """Answers by words and records its queries, in order."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def topic_changes(self, texts: Sequence[str]) -> Sequence[float]:
        """See ``Segmenter``."""
        self.asked.append(tuple(texts))
        return BY_WORDS.topic_changes(texts)


@dataclass(frozen=True, slots=True)
class PrecomputedSegmenter:
    """Precomputed answers by ``key_of`` the texts; by words where there is none. Can be sent to another
    process."""

    answers: Mapping[str, Sequence[float]]

    def topic_changes(self, texts: Sequence[str]) -> Sequence[float]:
        """See ``Segmenter``."""
        known = self.answers.get(key_of(texts), ())
        return known if len(known) == len(texts) - 1 else BY_WORDS.topic_changes(texts)


def key_of(texts: Sequence[str]) -> str:
    """Return a key for the texts: 64 hexadecimal digits, the same for the same texts."""
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


class _Window:
    """The words on one side of a place, with their squared norm."""

    def __init__(self) -> None:
        self.weights: dict[str, float] = {}
        self.square = 0.0

    def change(self, bag: Bag, sign: int, other: _Window) -> float:
        """Add (1) or remove (-1) words; return the change of the product with ``other``."""
        weights, others = self.weights, other.weights
        product = square = 0.0
        for word, weight in bag:
            have = weights.get(word, 0.0)
            square += weight * (2 * sign * have + weight)
            product += weight * others.get(word, 0.0)
            weights[word] = have + sign * weight
        self.square += square
        return sign * product


def _weighted(counts: Sequence[Counter[str]]) -> list[Bag]:
    """Return the counts weighted by the logarithm of a word's rarity among the texts; words of only one text
    are left out, because they show no similarity."""
    spread = Counter(word for count in counts for word in count)
    rarity = {word: math.log1p(len(counts) / texts) for word, texts in spread.items() if texts > 1}
    return [
        [(word, times * rarity[word]) for word, times in count.items() if word in rarity] for count in counts
    ]


def _similarities(bags: Sequence[Bag], sizes: Sequence[int]) -> list[float]:
    """Return at each place the cosine of the words before and after it, less the part common to the whole.

    With L and R the sums of both windows, n and m their numbers of words and c the mean of all words, it is
    the cosine of L - n c and R - m c. Windows slide and change by the texts that enter and leave.
    """
    common = _common(bags, max(1, sum(sizes)))
    square = sum(weight * weight for weight in common.values())
    shared = [0.0, *accumulate(sum(weight * common[word] for word, weight in bag) for bag in bags)]
    words = [0, *accumulate(sizes)]
    left, right = _Window(), _Window()
    gone = come = 0
    product = 0.0
    found = []
    for start, place, end in _windows(words):
        product += sum(right.change(bag, 1, left) for bag in bags[come:end])
        product += right.change(bags[place - 1], -1, left) + left.change(bags[place - 1], 1, right)
        product += sum(left.change(bag, -1, right) for bag in bags[gone:start])
        gone, come = start, end
        before = words[place] - words[start], shared[place] - shared[start], left.square
        after = words[end] - words[place], shared[end] - shared[place], right.square
        found.append(_cosine(product, before, after, square))
    return found


def _windows(words: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield for each place between texts the start, place and end of its windows, from the number of words
    before each text."""
    start = end = 0
    for place in range(1, len(words) - 1):
        while end <= place or (end < len(words) - 1 and words[end] - words[place] < WINDOW_WORDS):
            end += 1
        while start < place - 1 and words[place] - words[start + 1] >= WINDOW_WORDS:
            start += 1
        yield start, place, end


Side = tuple[int, float, float]
"""The number of words, the product with the common part, and the product with itself."""


def _cosine(product: float, a: Side, b: Side, square: float) -> float:
    """Return the cosine of both sides' sums less the common part, whose product with itself is ``square``."""
    product += a[0] * b[0] * square - a[0] * b[1] - b[0] * a[1]
    lengths = [itself - 2 * count * shared + count * count * square for count, shared, itself in (a, b)]
    if min(lengths) <= 1e-9 * max(1.0, a[2], b[2]):
        return 0.0
    return product / math.sqrt(lengths[0] * lengths[1])


def _common(bags: Iterable[Bag], size: int) -> dict[str, float]:
    """Return the mean word of all texts."""
    total: dict[str, float] = {}
    for bag in bags:
        for word, weight in bag:
            total[word] = total.get(word, 0.0) + weight
    return {word: weight / size for word, weight in total.items()}


def _scaled(likeness: Sequence[float]) -> list[float]:
    """Return values from 0 to 1, 0.5 for an average place in its section; the less similar the sides, the
    more."""
    if not likeness:
        return []
    mean = math.fsum(likeness) / len(likeness)
    spread = math.sqrt(math.fsum((value - mean) ** 2 for value in likeness) / len(likeness)) + 1e-6
    return [
        1 / (1 + math.exp(min(_STEEPNESS * (value - mean) / spread, _MAX_EXPONENT))) for value in likeness
    ]
