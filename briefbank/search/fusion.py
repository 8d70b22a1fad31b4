"""One ranking out of several: a convex combination of relative scores.

Each channel's score is divided by the channel's best, so that 1 is "as good as it gets here" and 0 is
"nothing in common"; the passage's relevance is ``(1 - w) * words + w * meaning``. A passage that one
channel did not list counts there as the last one listed, because the list is cut at a depth, not at "no
match"; where the list was not cut, it counts as 0.

Chosen by measure on two sets (statutes for wills, case notes on criminal law), each in two halves; run
``python -m tests.evaluate.trial`` to see the figures. Reciprocal rank fusion (K = 60) loses 6 to 7 points
of recall@5 and falls below BM25 alone, because equal ranks are unequal scores. Stretching each list between
its minimum and maximum is equal or worse by up to two points, and makes a list of equally good passages
look as if it fell off, which the cut of the relevant set must not believe. Weights of 0.2 to 0.5 are within
a point of each other, and no channel alone beats 0.4 at any rank. (Bruch, Gai and Ingber 2023, "An Analysis
of Fusion Functions for Hybrid Retrieval".)

A query of several paragraphs is ranked paragraph by paragraph in the word channel, and the relative scores
are averaged; in the meaning channel the paragraphs' vectors are averaged. A long paragraph then does not
drown a short one, which in a statement followed by a condition is often the one that decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.search.channels import Scored

MEANING_WEIGHT = 0.4


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that a channel found."""

    passage_id: int
    relevance: float
    """0 to 1; 1 is the best of every channel that was asked."""
    has_words: bool
    """The word channel listed it."""
    cosine: float | None
    """Its nearness in meaning, -1 to 1; None when the meaning channel did not list it."""


def average(lists: Sequence[Scored]) -> Scored:
    """One list out of the lists of several paragraphs: the mean of the relative scores, best first."""
    if len(lists) == 1:
        return lists[0]
    total: dict[int, float] = {}
    for scored in lists:
        for passage_id, score in _relative(scored).items():
            total[passage_id] = total.get(passage_id, 0.0) + score / len(lists)
    return sorted(total.items(), key=lambda item: (-item[1], item[0]))


def fuse(
    words: Scored | None, meaning: Scored | None, depth: int, weight: float = MEANING_WEIGHT
) -> list[Candidate]:
    """Candidates by falling relevance, ties by passage id. None: that channel was not asked.

    ``depth`` is the length at which the lists were cut; ``weight`` (0 to 1) is the share of meaning where
    both were asked. Negative scores count as 0.
    """
    by_words, by_meaning = _relative(words or []), _relative(meaning or [])
    weight = 0.0 if meaning is None else 1.0 if words is None else weight
    rest_words = _last(words or [], by_words, depth)
    rest_meaning = _last(meaning or [], by_meaning, depth)
    cosines = dict(meaning or [])
    candidates = [
        Candidate(
            passage_id,
            (1 - weight) * by_words.get(passage_id, rest_words)
            + weight * by_meaning.get(passage_id, rest_meaning),
            passage_id in by_words,
            cosines.get(passage_id),
        )
        for passage_id in by_words.keys() | by_meaning.keys()
    ]
    return sorted(candidates, key=lambda candidate: (-candidate.relevance, candidate.passage_id))


def _relative(scored: Scored) -> dict[int, float]:
    best = scored[0][1] if scored else 0.0
    return {passage_id: max(0.0, score) / best if best > 0 else 0.0 for passage_id, score in scored}


def _last(scored: Scored, relative: dict[int, float], depth: int) -> float:
    return relative[scored[-1][0]] if scored and len(scored) >= depth else 0.0
