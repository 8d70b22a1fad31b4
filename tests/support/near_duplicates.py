"""Generated versions of briefs, and the figures that separate near-duplicates from related texts.

``python -m tests.support.near_duplicates`` prints, for the amicus briefs of the shared data, the Jaccard
index of sets of word shingles between a brief and its worse versions, and between different briefs; then, for
single passages, the share of a passage's pairs of words that another version of it has, and how many passages
of different briefs have a share of all their pairs in common, with the longest run of words that only one
has.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np

from briefbank.search.folding import PairIndex, word_pairs

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORD = re.compile(r"[^\W_]+")
LONG = 1500
PASSAGE = 190


def vocabulary(rng: random.Random, size: int = 3000) -> list[str]:
    """Made-up words of two to ten letters."""
    return ["".join(rng.choices(LETTERS, k=rng.randint(2, 10))) for _ in range(size)]


def brief(rng: random.Random, known: Sequence[str], words: int = 3000) -> list[str]:
    """A brief of words drawn as in a language: the n-th of them 1/n times as often as the first."""
    return rng.choices(known, weights=[1 / (n + 5) for n in range(len(known))], k=words)


def misread(rng: random.Random, words: Sequence[str], share: float) -> list[str]:
    """Make errors of text recognition: a wrong letter, a lost or split word, or a speck read as a letter."""
    read: list[str] = []
    for word in words:
        if rng.random() >= share:
            read.append(word)
            continue
        at, how = rng.randrange(len(word)), rng.random()
        if how < 0.6:
            read.append(word[:at] + rng.choice(LETTERS) + word[at + 1 :])
        elif how < 0.75 and len(word) > 3:
            read += [word[:2], word[2:]]
        elif how < 0.85:
            read.append(word + "l")
    return read


def without_a_section(rng: random.Random, words: Sequence[str], share: float) -> list[str]:
    size = int(len(words) * share)
    start = rng.randrange(len(words) - size)
    return [*words[:start], *words[start + size :]]


def sharing(one: Sequence[str], other: Sequence[str], share: float) -> list[str]:
    """Another brief that opens with a share of the first one's words."""
    size = min(len(one), len(other))
    boilerplate = one[: int(share * size)]
    return [*boilerplate, *other[: size - len(boilerplate)]]


def shingles(words: Sequence[str], size: int) -> set[tuple[str, ...]]:
    return {tuple(words[at : at + size]) for at in range(len(words) - size + 1)}


def jaccard(one: set[tuple[str, ...]], other: set[tuple[str, ...]]) -> float:
    return len(one & other) / len(one | other)


def amicus_briefs(shared_data: Path) -> list[list[str]]:
    """Return the words of each amicus brief, without star pages."""
    with gzip.open(shared_data / "text" / "amicus-briefs.jsonl.gz", "rt", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    return [WORD.findall(re.sub(r"\[\*+\d+\]", " ", text).casefold()) for text in texts]


def _documents(briefs: list[list[str]]) -> None:
    rng = random.Random(1)
    some = [words for words in briefs if len(words) > LONG][:40]
    for size in range(1, 6):
        sets = [shingles(words, size) for words in briefs]
        apart = sorted((jaccard(a, b) for a, b in combinations(sets, 2)), reverse=True)
        print(f"shingles of {size}: different briefs, highest three", np.round(apart[:3], 2))
        for name, make in {
            "5 % misread": lambda words: misread(rng, words, 0.05),
            "10 % misread": lambda words: misread(rng, words, 0.1),
            "20 % cut": lambda words: without_a_section(rng, words, 0.2),
            "both": lambda words: misread(rng, without_a_section(rng, words, 0.2), 0.1),
        }.items():
            lowest = min(jaccard(shingles(w, size), shingles(make(w), size)) for w in some)
            print(f"  {name}: lowest {lowest:.2f}")
        for share in (0.3, 0.5):
            shared = ((a, sharing(a, b, share)) for a, b in combinations(some[:25], 2))
            highest = max(jaccard(shingles(a[: len(b)], size), shingles(b, size)) for a, b in shared)
            print(f"  sharing {share:.0%}: highest {highest:.2f}")


def _passages(briefs: list[list[str]]) -> None:
    rng = random.Random(2)
    some = [words for words in briefs if len(words) > LONG][:40]
    nearest = [
        max(_share(p, q) for q in cut if q is not p)
        for words in some
        for cut in [_cut(words)]
        for p in cut[::5]
    ]
    print(
        "pairs of a passage in the nearest other, quantiles .5 .99 .999",
        _quantiles(nearest, 0.5, 0.99, 0.999),
    )
    for moved in (0, 20, 40):
        for noise in (0.0, 0.05, 0.1):
            shares = [share for words in some for share in _moved(rng, words, moved, noise)]
            print(f"moved by {moved}, {noise:.0%} misread, quantiles .01 .5", _quantiles(shares, 0.01, 0.5))


def _copies(briefs: list[list[str]]) -> None:
    passages = [(number, tuple(cut)) for number, words in enumerate(briefs) for cut in _cut(words)]
    shares = (0.7, 0.75, 0.8, 0.85, 0.9)
    index, uploads, indexed = PairIndex(), [], []
    for number, words in passages:
        pairs = word_pairs(words)
        for at, common in index.sharing(pairs, shares[0]):
            share = common / (len(pairs) + len(indexed[at]) - common)
            if share >= shares[0] and passages[at][0] != number:
                uploads.append((share, _longest_own(passages[at][1], words)))
        index.add(pairs)
        indexed.append(pairs)
    print(f"{len(passages)} passages; pairs of different briefs by share, and their longest run of own words")
    for least, most in pairwise((*shares, 1.01)):
        runs = sorted(run for share, run in uploads if least <= share < most)
        print(f"  {least:.2f} to {min(most, 1):.2f}: {len(runs)} {runs}")


def _longest_own(one: Sequence[str], other: Sequence[str]) -> int:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    own = (max(b - a, d - c) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal")
    return max(own, default=0)


def _cut(words: Sequence[str], start: int = 0) -> list[list[str]]:
    return [list(words[at : at + PASSAGE]) for at in range(start, len(words) - PASSAGE, PASSAGE)]


def _moved(rng: random.Random, words: Sequence[str], by: int, noise: float) -> Iterator[float]:
    for newer, older in zip(_cut(words), _cut(words, by), strict=False):
        yield _share(misread(rng, older, noise), newer)


def _share(one: Sequence[str], other: Sequence[str]) -> float:
    pairs = set(pairwise(one))
    return len(pairs & set(pairwise(other))) / len(pairs)


def _quantiles(values: Sequence[float], *which: float) -> str:
    return " ".join(f"{value:.2f}" for value in np.quantile(values, which))


def main() -> None:
    from tests.conftest import SHARED_DATA

    briefs = amicus_briefs(SHARED_DATA)
    _documents(briefs)
    _passages(briefs)
    _copies(briefs)


if __name__ == "__main__":
    main()
