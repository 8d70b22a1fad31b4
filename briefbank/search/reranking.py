"""Lets the office's reranker, where there is one, reorder the first results of a search."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from briefbank.search.candidate import Candidate
from briefbank.search.dependencies import Reranker, Store
from briefbank.search.search_types import ConfiguredRequest, Ranking

COMPARED = 50
"""The first results that a reranker reads."""
COMPARING_S = 1.5
"""The seconds that it may take."""


def reranked(ranking: Ranking, asked: ConfiguredRequest, reranker: Reranker | None, store: Store) -> Ranking:
    """Return the ranking with the first results in the order of the reranker's scores too.

    They share out the relevances that they had: where relevance falls off stays as it was.
    """
    first = ranking.candidates[:COMPARED]
    if reranker is None or ranking.exact or not asked.compares:
        return ranking
    passages = store.passages_by_id([each.passage_id for each in first])
    first = tuple(each for each in first if each.passage_id in passages)
    if len(first) < 2:
        return ranking
    scores = reranker.score(
        " ".join(part.sentence for part in ranking.parsed.all_parts),
        [passages[each.passage_id].text for each in first],
        limit_s=COMPARING_S,
    )
    if np.isnan(scores).any():
        return ranking
    best = max(float(scores.max()), 1e-9)
    top = max(first[0].relevance, 1e-9)
    joined = [each.relevance / top + float(s) / best for each, s in zip(first, scores, strict=True)]
    order = sorted(range(len(first)), key=lambda at: (-joined[at], at))
    moved = [_moved(first[at], first[place].relevance) for place, at in enumerate(order)]
    return replace(ranking, candidates=(*moved, *ranking.candidates[COMPARED:]))


def _moved(candidate: Candidate, relevance: float) -> Candidate:
    return replace(candidate, relevance=relevance, compared=relevance - candidate.relevance)
