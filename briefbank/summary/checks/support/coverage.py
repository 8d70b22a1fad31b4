"""How much of a claim its source says at all: the graded part of the measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from briefbank.summary.checks.support.aligning import Alignment, Match
from briefbank.summary.checks.support.words import Word
from briefbank.summary.checks.types import Embed

WINDOW = 3
"""Content words of the densest gap: what is made up stands together, what is reworded is scattered."""
_LEAST_CLAUSE = 2
"""Matched words of a clause that can tell whether they belong to one statement of the source."""
_OPPOSITE = 0.6
"""An opposite speaks of the same thing; whether it contradicts it is not asked here."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """All in 0 to 1, 1 being best."""

    whole: float
    """Share of the claim's weight that the source has words for."""
    weakest: float
    """The same for the WINDOW neighbouring words that are covered least."""
    together: float
    """Share of the covered weight, clause by clause, that one sentence of the source accounts for."""
    meaning: float
    """Nearness to the source by sentence vectors; ``whole`` without an encoder."""


def coverage(alignment: Alignment, embed: Embed | None) -> Coverage:
    """The measures of one claim; a claim without content words is covered by nothing."""
    words = alignment.claim.words
    best = [_covered(matches) for matches in alignment.matches]
    if not words:
        return Coverage(0.0, 0.0, 0.0, 0.0)
    whole = _mean(words, best)
    meaning = whole if embed is None else _meaning(alignment, embed)
    return Coverage(whole, _weakest(words, best), _together(alignment, best, whole), meaning)


def missing(alignment: Alignment) -> Word | None:
    """The weightiest word that the source has nothing for, the longest of equals; None where it has all."""
    lacking = [
        word for word, matches in zip(alignment.claim.words, alignment.matches, strict=True) if not matches
    ]
    return max(lacking, key=lambda word: (word.weight, len(word.written)), default=None)


def _covered(matches: Sequence[Match]) -> float:
    return max((_OPPOSITE if match.opposite else match.strength for match in matches), default=0.0)


def _mean(words: Sequence[Word], best: Sequence[float]) -> float:
    weight = sum(word.weight for word in words)
    return sum(word.weight * value for word, value in zip(words, best, strict=True)) / weight


def _weakest(words: Sequence[Word], best: Sequence[float]) -> float:
    """Light words are passed over: they would close a gap without saying anything."""
    heavy = [(word, value) for word, value in zip(words, best, strict=True) if word.weight >= 0.5]
    if not heavy:
        return _mean(words, best)
    length = min(WINDOW, len(heavy))
    windows = (heavy[at : at + length] for at in range(len(heavy) - length + 1))
    return min(_mean([word for word, _ in part], [value for _, value in part]) for part in windows)


def _together(alignment: Alignment, best: Sequence[float], whole: float) -> float:
    """``whole`` where no clause has two words to hold together: one word alone tells nothing of it."""
    total = kept = 0.0
    for clause in sorted({word.clause for word in alignment.claim.words}):
        places = [n for n, word in enumerate(alignment.claim.words) if word.clause == clause and best[n] > 0]
        if len(places) >= _LEAST_CLAUSE:
            weight = sum(alignment.claim.words[n].weight for n in places)
            total += weight
            kept += max(_of_one(alignment, places, segment) for segment in _segments(alignment))
    return kept / total if total else whole


def _of_one(alignment: Alignment, places: Sequence[int], sentence: int) -> float:
    return sum(
        alignment.claim.words[n].weight
        for n in places
        if any(match.source.sentence == sentence for match in alignment.matches[n])
    )


def _segments(alignment: Alignment) -> list[int]:
    return sorted({word.sentence for source in alignment.sources for word in source.words}) or [0]


def _meaning(alignment: Alignment, embed: Embed) -> float:
    """The cosine with the nearest sentence of the source, or with all of it where that is nearer."""
    texts = [source.text for source in alignment.sources]
    vectors = embed([alignment.claim.text, *texts, *([" ".join(texts)] if len(texts) > 1 else [])])
    return float(np.clip(np.max(vectors[1:] @ vectors[0]), 0.0, 1.0))
