"""The share of a claim that its source covers: the graded part of the support measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from briefbank.summary.checks.support.aligning import Alignment, WordMatch
from briefbank.summary.checks.support.sentence_words import ContentWord
from briefbank.summary.checks.types import Embed

WINDOW = 3
"""The number of content words of the densest gap: invented words stand together, reworded ones are
scattered."""
_LEAST_CLAUSE = 2
"""The fewest matched words of a clause that can show whether they belong to one statement of the source."""
_OPPOSITE = 0.6
"""The coverage by an opposite, which speaks of the same thing; contradictions are found elsewhere."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of coverage in 0 to 1, 1 being best."""

    whole: float
    """The share of the claim's weight that the source has words for."""
    weakest: float
    """The same share for the WINDOW adjacent words with the least coverage."""
    together: float
    """The share of the covered weight, clause by clause, that a single sentence of the source covers."""
    meaning: float
    """The similarity to the source by sentence vectors; ``whole`` without an encoder."""


def coverage(alignment: Alignment, embed: Embed | None) -> Coverage:
    """Return the shares for one claim; without content words they are 0."""
    words = alignment.claim.words
    best = [_covered(matches) for matches in alignment.matches]
    if not words:
        return Coverage(0.0, 0.0, 0.0, 0.0)
    whole = _mean(words, best)
    meaning = whole if embed is None else _similarity(alignment, embed)
    return Coverage(whole, _weakest(words, best), _coherence(alignment, best, whole), meaning)


def missing(alignment: Alignment) -> ContentWord | None:
    """Return the weightiest unmatched word, the longest of equals; None where all words match."""
    lacking = [
        word for word, matches in zip(alignment.claim.words, alignment.matches, strict=True) if not matches
    ]
    return max(lacking, key=lambda word: (word.weight, len(word.written)), default=None)


def _covered(matches: Sequence[WordMatch]) -> float:
    return max((_OPPOSITE if match.opposite else match.strength for match in matches), default=0.0)


def _mean(words: Sequence[ContentWord], best: Sequence[float]) -> float:
    weight = sum(word.weight for word in words)
    return sum(word.weight * value for word, value in zip(words, best, strict=True)) / weight


def _weakest(words: Sequence[ContentWord], best: Sequence[float]) -> float:
    """Return the least mean of a window. Light words are skipped: they would close a gap without saying
    anything."""
    heavy = [(word, value) for word, value in zip(words, best, strict=True) if word.weight >= 0.5]
    if not heavy:
        return _mean(words, best)
    length = min(WINDOW, len(heavy))
    windows = (heavy[at : at + length] for at in range(len(heavy) - length + 1))
    return min(_mean([word for word, _ in part], [value for _, value in part]) for part in windows)


def _coherence(alignment: Alignment, best: Sequence[float], whole: float) -> float:
    """Return the share covered by single sentences; ``whole`` where no clause has two matched words, because
    one word alone shows nothing."""
    total = kept = 0.0
    for clause in sorted({word.clause for word in alignment.claim.words}):
        places = [n for n, word in enumerate(alignment.claim.words) if word.clause == clause and best[n] > 0]
        if len(places) >= _LEAST_CLAUSE:
            weight = sum(alignment.claim.words[n].weight for n in places)
            total += weight
            kept += max(_weight_in(alignment, places, segment) for segment in _segments(alignment))
    return kept / total if total else whole


def _weight_in(alignment: Alignment, places: Sequence[int], sentence: int) -> float:
    return sum(
        alignment.claim.words[n].weight
        for n in places
        if any(match.source.sentence == sentence for match in alignment.matches[n])
    )


def _segments(alignment: Alignment) -> list[int]:
    return sorted({word.sentence for source in alignment.sources for word in source.words}) or [0]


def _similarity(alignment: Alignment, embed: Embed) -> float:
    """Return the cosine with the nearest sentence of the source, or with all of them joined if that is
    nearer."""
    texts = [source.text for source in alignment.sources]
    vectors = embed([alignment.claim.text, *texts, *([" ".join(texts)] if len(texts) > 1 else [])])
    return float(np.clip(np.max(vectors[1:] @ vectors[0]), 0.0, 1.0))
