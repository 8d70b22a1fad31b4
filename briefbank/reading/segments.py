"""Where a long section may be cut: how much its matter turns from one piece to the next.

:class:`Segmenter` is what cutting asks. :data:`BY_WORDS` answers by the words themselves: the words on both
sides of a place are compared, each counting by how rare it is in the section, after what all of the section
has in common was taken off (Hearst 1997, "TextTiling"; inverse frequencies and the common part are ours).

Sentence embeddings of the search's own model were tried for the same question and answer it less well. The
test: sections of real briefs are put together without their headings; of the ends of paragraphs around the
place at which one section really ends, at how many does the matter turn less (0.5: by chance, 1: always)?
``python -m tests.evaluate.turns``, 663 places in 100 briefs, each figure within 0.02:

    words                                                    0.76
    sentence embeddings (all-MiniLM-L6-v2, int8)             0.73
    mean of the same model's word vectors, without network   0.72
    words and sentence embeddings together                   0.77

Words take 0.4 ms a page and are the same on every computer, whichever model an office chose; embeddings of
all sentences take tens of milliseconds a page, more than all of reading. What is found by a search
gains nothing from borders inside a section (``python -m tests.evaluate.headings``: recall@5 is 0.003 ± 0.004
below that of cutting by size alone), because a heading is answered by all passages under it, and fewer,
longer ones are found more easily; they are cut where the matter turns for those who read and cite them.

What a model on this computer says of one document is handed to :func:`briefbank.reading.passages.cut` as
:class:`Known`: cutting happens in a child process, which cannot ask the model, so that what it would ask is
noted first (:class:`Noting`), asked by the parent, and known when the document is cut again.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol

WINDOW_WORDS = 150
"""Words compared on each side; windows of 100 to 300 words find about as many true borders."""
_WORD = re.compile(r"[a-z]{4,}")
_STEM = 6
"""Letters of a word that count: "reverse", "reversed" and "reversal" are one word."""
_STEEPNESS = 1.5
_FAR = 50.0
"""Beyond it the exponential may overflow, and says no more."""

Bag = Sequence[tuple[str, float]]
"""Different words with their weights."""


class Segmenter(Protocol):
    """Tells where the matter of a section turns."""

    def turns(self, texts: Sequence[str]) -> Sequence[float]:
        """For each place between two neighbouring texts of one section, in order, how much the matter turns
        there: 0 (it goes on) to 1 (something new begins). ``len(texts) - 1`` numbers. Never raises; any
        thread."""


class _ByWords:
    """Linear in the length of the texts."""

    def turns(self, texts: Sequence[str]) -> Sequence[float]:
        """See ``Segmenter``."""
        counts = [Counter(word[:_STEM] for word in _WORD.findall(text.lower())) for text in texts]
        return _scaled(_likeness(_weighted(counts), [len(text.split()) for text in texts]))


BY_WORDS: Segmenter = _ByWords()


class Noting:
    """Answers by words and keeps what it was asked, in order."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def turns(self, texts: Sequence[str]) -> Sequence[float]:
        """See ``Segmenter``."""
        self.asked.append(tuple(texts))
        return BY_WORDS.turns(texts)


@dataclass(frozen=True, slots=True)
class Known:
    """Answers that were found beforehand, by ``key_of`` the texts; by words where there is none. Can be sent
    to another process."""

    answers: Mapping[str, Sequence[float]]

    def turns(self, texts: Sequence[str]) -> Sequence[float]:
        """See ``Segmenter``."""
        known = self.answers.get(key_of(texts), ())
        return known if len(known) == len(texts) - 1 else BY_WORDS.turns(texts)


def key_of(texts: Sequence[str]) -> str:
    """The same for the same texts: 64 hexadecimal digits."""
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


class _Window:
    """The words on one side of a place, with their length and their product with the other side's."""

    def __init__(self) -> None:
        self.weights: dict[str, float] = {}
        self.square = 0.0

    def change(self, bag: Bag, sign: int, other: _Window) -> float:
        """Let words come in (1) or go out (-1); by how much the product with ``other`` changes."""
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
    """Counts times the logarithm of how rare a word is among the texts; without those that stand in one text
    only, which liken nothing to anything."""
    spread = Counter(word for count in counts for word in count)
    rarity = {word: math.log1p(len(counts) / texts) for word, texts in spread.items() if texts > 1}
    return [
        [(word, times * rarity[word]) for word, times in count.items() if word in rarity] for count in counts
    ]


def _likeness(bags: Sequence[Bag], sizes: Sequence[int]) -> list[float]:
    """The cosine, at each place, of the words before it and after it, less what the whole has in common.

    With L and R the sums of both windows, n and m their numbers of words and c the mean of all words, it is
    the cosine of L - n c and R - m c. Windows move along and change by the texts that enter and leave.
    """
    common = _common(bags, max(1, sum(sizes)))
    square = sum(weight * weight for weight in common.values())
    shared = [0.0, *accumulate(sum(weight * common[word] for word, weight in bag) for bag in bags)]
    words = [0, *accumulate(sizes)]
    left, right = _Window(), _Window()
    gone = come = 0
    product = 0.0
    found = []
    for start, place, end in _reaches(words):
        product += sum(right.change(bag, 1, left) for bag in bags[come:end])
        product += right.change(bags[place - 1], -1, left) + left.change(bags[place - 1], 1, right)
        product += sum(left.change(bag, -1, right) for bag in bags[gone:start])
        gone, come = start, end
        before = words[place] - words[start], shared[place] - shared[start], left.square
        after = words[end] - words[place], shared[end] - shared[place], right.square
        found.append(_cosine(product, before, after, square))
    return found


def _reaches(words: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """For each place between texts, where its windows start and end, by the number of words before each."""
    start = end = 0
    for place in range(1, len(words) - 1):
        while end <= place or (end < len(words) - 1 and words[end] - words[place] < WINDOW_WORDS):
            end += 1
        while start < place - 1 and words[place] - words[start + 1] >= WINDOW_WORDS:
            start += 1
        yield start, place, end


Side = tuple[int, float, float]
"""Number of words, product with the common part, product with itself."""


def _cosine(product: float, a: Side, b: Side, square: float) -> float:
    """Of both sides' sums less the common part, whose product with itself is ``square``."""
    product += a[0] * b[0] * square - a[0] * b[1] - b[0] * a[1]
    lengths = [itself - 2 * count * shared + count * count * square for count, shared, itself in (a, b)]
    if min(lengths) <= 1e-9 * max(1.0, a[2], b[2]):
        return 0.0
    return product / math.sqrt(lengths[0] * lengths[1])


def _common(bags: Iterable[Bag], size: int) -> dict[str, float]:
    """The mean word of all texts."""
    total: dict[str, float] = {}
    for bag in bags:
        for word, weight in bag:
            total[word] = total.get(word, 0.0) + weight
    return {word: weight / size for word, weight in total.items()}


def _scaled(likeness: Sequence[float]) -> list[float]:
    """From 0 to 1, 0.5 for a place like most in its section; the less alike both sides are, the more."""
    if not likeness:
        return []
    mean = math.fsum(likeness) / len(likeness)
    spread = math.sqrt(math.fsum((value - mean) ** 2 for value in likeness) / len(likeness)) + 1e-6
    return [1 / (1 + math.exp(min(_STEEPNESS * (value - mean) / spread, _FAR))) for value in likeness]
