"""Similarity of passages by the pairs of neighbouring words that they share.

Pairs distinguish a copy from a related text better than words, and a misread or changed word spoils two of
them only. Capitals, blanks, punctuation and the kind of quotation marks have no effect. Many passages are
compared at once by numbers that stand for their pairs, because making the pairs themselves takes most of the
time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count, pairwise

import numpy as np
from numpy.typing import NDArray

Words = tuple[str, ...]
Pairs = frozenset[Words]

_WORD = re.compile(r"[^\W_]+")
_MARKS = "’“”§—–‘¶…•\xa0\xad"
"""The signs that keep most passages of briefs from being plain ASCII; no letters or digits."""
_PLAIN = bytes(ord(chr(n).lower()) if n < 128 and chr(n).isalnum() else ord(" ") for n in range(256))
_TABLE_BITS = 21
_SPREADING = 0x9E3779B97F4A7C15
"""2^64 divided by the golden ratio: the usual factor of multiplicative hashing (Knuth)."""
_SLACK = 1e-9

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Coded:
    """A text's pairs of words as numbers shared by all the texts that it came with."""

    size: int
    """The number of different pairs it has."""
    shared: int
    """A bit set of the pairs that another text has too."""
    rarest: tuple[int, ...]
    """The numbers of its rarest pairs."""

    def in_both(self, other: Coded) -> int:
        """Return how many pairs two texts of one lot have in common."""
        return (self.shared & other.shared).bit_count()


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
    both = one.in_both(other)
    share = both / (one.size + other.size - both)
    return share if share >= least else 0.0


def alike(texts: Sequence[Words], share: float) -> dict[int, Coded]:
    """Return, by place, the texts that may share ``share`` of the union of pairs with another one.

    Exact: two texts with that share are both returned and have one of their ``rarest`` in common. Each of the
    two has at least that share of its own pairs in the other. So a text with too many pairs that stand
    nowhere else is similar to none; and of a text's pairs, rarest first in an order that is the same for all,
    the first that both have comes before as many as may be missing are through. About linear.
    """
    codes, owners = _codes(texts)
    likely = _mostly_shared(codes, owners, len(texts), share)[owners]
    return _coded(codes[likely], owners[likely], share)


def _codes(texts: Sequence[Words]) -> tuple[Numbers, Numbers]:
    """Return a number for each pair of words in order, and the place of the text that it stands in."""
    sizes = np.fromiter(map(len, texts), np.int64, len(texts))
    numbers: dict[str, int] = {}
    total = int(sizes.sum())
    words = np.fromiter(map(numbers.setdefault, chain.from_iterable(texts), count()), np.int64, total)
    owners = np.repeat(np.arange(len(texts), dtype=np.int64), sizes)
    inside = owners[1:] == owners[:-1]
    return (words[:-1] * total + words[1:])[inside], owners[1:][inside]


def _mostly_shared(codes: Numbers, owners: Numbers, texts: int, share: float) -> NDArray[np.bool_]:
    """Tell for each text whether at most so many of its pairs stand only there as ``share`` allows.

    Pairs are counted in a hash table without collision handling: a few more texts pass by that.
    """
    bits = min(_TABLE_BITS, (8 * len(codes)).bit_length())
    places = (codes.view(np.uint64) * np.uint64(_SPREADING)) >> np.uint64(64 - bits)
    counted = np.bincount(places.view(np.int64), minlength=1 << bits)
    alone = np.bincount(owners, weights=counted[places] == 1, minlength=texts)
    return alone <= (1 - share) * np.bincount(owners, minlength=texts) + _SLACK


def _coded(codes: Numbers, owners: Numbers, share: float) -> dict[int, Coded]:
    """Return the texts' pairs numbered by rarity, equally rare ones in any fixed order."""
    if not len(codes):
        return {}
    known, pairs = np.unique(codes, return_inverse=True)
    each = np.sort(owners * len(known) + pairs)
    each = each[np.concatenate([[True], each[1:] != each[:-1]])]
    owners, pairs = each // len(known), each % len(known)
    spread = np.bincount(pairs)
    rank = np.empty(len(known), np.int64)
    rank[np.argsort(spread, kind="stable")] = np.arange(len(known))
    ranked = np.sort(owners * len(known) + rank[pairs]) % len(known)
    starts = [0, *(np.flatnonzero(owners[1:] != owners[:-1]) + 1).tolist(), len(owners)]
    alone = int(np.count_nonzero(spread == 1))
    flags = np.zeros(len(known) - alone, np.uint8)
    return {
        int(owners[start]): _coded_text(ranked[start:end], alone, flags, share)
        for start, end in pairwise(starts)
    }


def _coded_text(numbers: Numbers, alone: int, flags: NDArray[np.uint8], share: float) -> Coded:
    """Code one text. ``numbers`` go up; those below ``alone`` stand in this text only. ``flags`` are zero,
    and are zero again at the end."""
    missing = int((1 - share) * len(numbers) + _SLACK)
    elsewhere = numbers[np.searchsorted(numbers, alone) :] - alone
    flags[elsewhere] = 1
    shared = int.from_bytes(np.packbits(flags).tobytes(), "big")
    flags[elsewhere] = 0
    return Coded(len(numbers), shared, tuple(numbers[: missing + 1].tolist()))
