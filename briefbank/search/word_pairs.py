"""Similarity of passages by the pairs of neighbouring words that they share.

Pairs distinguish a copy from a related text better than words, and a misread or changed word spoils two of
them only. Capitals, blanks, punctuation and the kind of quotation marks have no effect. Many passages are
compared at once by numbers that stand for their pairs, because making the pairs themselves takes most of the
time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, count, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = tuple[str, ...]
Pairs = frozenset[Words]

_WORD = re.compile(r"[^\W_]+")
_MARKS = "’“”§—–‘¶…•\xa0\xad"
"""The signs that keep most passages of briefs from being plain ASCII; no letters or digits."""
_PLAIN = bytes(ord(chr(n).lower()) if n < 128 and chr(n).isalnum() else ord(" ") for n in range(256))
_SLACK = 1e-9

Numbers = NDArray[np.int64]


class Coded(NamedTuple):
    """A text's pairs of words as numbers shared by all the texts that it came with."""

    pairs: frozenset[int]
    rarest: tuple[int, ...]
    """The numbers of its rarest pairs."""


def words_of(text: str) -> Words:
    """Return the words in order, without regard to capitals: runs of letters and digits."""
    for mark in "" if text.isascii() else _MARKS:
        text = text.replace(mark, " ")
    if text.isascii():
        return tuple(text.encode("ascii").translate(_PLAIN).decode("ascii").split())
    return tuple(_WORD.findall(text.casefold()))


def word_pairs(text: str) -> Pairs:
    """Return the pairs of neighbouring words; of a single word, or none, just that."""
    words = words_of(text)
    return frozenset(pairwise(words)) if len(words) > 1 else frozenset([words])


def union_share(one: Coded, other: Coded, least: float) -> float:
    """Return the Jaccard index, the share of two texts' pairs that both have; 0 below ``least``."""
    both = len(one.pairs & other.pairs)
    share = both / (len(one.pairs) + len(other.pairs) - both)
    return share if share >= least else 0.0


def alike(texts: Sequence[Words], share: float) -> dict[int, Coded]:
    """Return, by place, the texts that may share ``share`` of the union of pairs with another one.

    Exact: two texts with that share are both returned and have one of their ``rarest`` in common. Each of the
    two has at least that share of its own pairs in the other. So a text with too many pairs that stand
    nowhere else is similar to none; and of a text's pairs, rarest first in an order that is the same for all,
    the first that both have comes before as many as may be missing are through. About linear.
    """
    codes, owners = _codes(texts)
    _, pairs, occurrences = np.unique(codes, return_inverse=True, return_counts=True)
    alone = np.bincount(owners, weights=occurrences[pairs] == 1, minlength=len(texts))
    sizes = np.bincount(owners, minlength=len(texts))
    ends = np.cumsum(sizes)
    coded = {}
    for place in np.flatnonzero((sizes > 0) & (alone <= (1 - share) * sizes + _SLACK)).tolist():
        own = np.unique(pairs[ends[place] - sizes[place] : ends[place]])
        rarest_first = own[np.argsort(occurrences[own], kind="stable")]
        missing = int((1 - share) * len(own) + _SLACK)
        coded[place] = Coded(frozenset(own.tolist()), tuple(rarest_first[: missing + 1].tolist()))
    return coded


def _codes(texts: Sequence[Words]) -> tuple[Numbers, Numbers]:
    """Return a number for each pair of words in order, and the place of the text that it stands in."""
    sizes = np.fromiter(map(len, texts), np.int64, len(texts))
    numbers: dict[str, int] = {}
    total = int(sizes.sum())
    words = np.fromiter(map(numbers.setdefault, chain.from_iterable(texts), count()), np.int64, total)
    owners = np.repeat(np.arange(len(texts), dtype=np.int64), sizes)
    inside = owners[1:] == owners[:-1]
    return (words[:-1] * total + words[1:])[inside], owners[1:][inside]
