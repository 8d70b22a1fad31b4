"""Measures of a ranking's quality, as the retrieval literature uses them.

The definitions are those of ``trec_eval`` and BEIR. Only judgements with a score above 0 are relevant, and
relevant documents that the collection lacks still count in the denominators. The gain of nDCG is the score
itself and its discount is ``1 / log2(rank + 1)``. A measure's average is over the queries with at least one
relevant document. A document that a ranking names twice counts at its first rank.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Relevance = Mapping[str, int]
"""The judged score of each document id."""

RECALL_AT = (1, 5, 10, 20, 40)
NDCG_AT = (5, 10)
MRR_AT = 10
MAP_AT = 100
NAMES = (
    *(f"recall@{k}" for k in RECALL_AT),
    f"mrr@{MRR_AT}",
    *(f"ndcg@{k}" for k in NDCG_AT),
    f"map@{MAP_AT}",
)


def recall(ranked: Sequence[str], relevant: Relevance, k: int) -> float:
    """Return the share of the relevant documents among the first ``k``, 0 to 1."""
    relevant_ids = _relevant_ids(relevant)
    return len(relevant_ids & set(ranked[:k])) / len(relevant_ids)


def reciprocal_rank(ranked: Sequence[str], relevant: Relevance, k: int) -> float:
    """Return one over the rank of the first relevant document, or 0 when none is among the first ``k``."""
    relevant_ids = _relevant_ids(relevant)
    return next((1 / rank for rank, name in enumerate(ranked[:k], start=1) if name in relevant_ids), 0.0)


def ndcg(ranked: Sequence[str], relevant: Relevance, k: int) -> float:
    """Return the discounted cumulative gain of the first ``k`` over that of the best possible ``k``, 0 to
    1."""
    ideal = sorted((score for score in relevant.values() if score > 0), reverse=True)
    return _gain(max(0, relevant.get(name, 0)) for name in ranked[:k]) / _gain(ideal[:k])


def average_precision(ranked: Sequence[str], relevant: Relevance, k: int) -> float:
    """Return the mean, over all relevant documents, of the precision at each one's rank; 0 for those past
    ``k``."""
    relevant_ids = _relevant_ids(relevant)
    hits, total = 0, 0.0
    for rank, name in enumerate(ranked[:k], start=1):
        if name in relevant_ids:
            hits += 1
            total += hits / rank
    return total / len(relevant_ids)


def of_query(ranked: Sequence[str], relevant: Relevance) -> dict[str, float]:
    """Return all measures of one ranking by name. ``relevant`` must hold a score above 0 (else
    ValueError)."""
    if not _relevant_ids(relevant):
        raise ValueError("a query without a relevant document has no measures")
    once = list(dict.fromkeys(ranked))
    values = [
        *(recall(once, relevant, k) for k in RECALL_AT),
        reciprocal_rank(once, relevant, MRR_AT),
        *(ndcg(once, relevant, k) for k in NDCG_AT),
        average_precision(once, relevant, MAP_AT),
    ]
    return dict(zip(NAMES, values, strict=True))


def table(
    rankings: Mapping[str, Sequence[str]], judgements: Mapping[str, Relevance]
) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """Return the queries that have a relevant document, in the order of ``judgements``, and their measures
    with the shape (queries, len(NAMES)). A query without a ranking found nothing."""
    judged = {query: relevant for query, relevant in judgements.items() if _relevant_ids(relevant)}
    rows = [list(of_query(rankings.get(query, ()), relevant).values()) for query, relevant in judged.items()]
    return tuple(judged), np.array(rows, np.float64).reshape(len(rows), len(NAMES))


def means(values: NDArray[np.float64]) -> dict[str, float]:
    """Return the average of each column of a ``table`` by name; all 0 when it has no row."""
    return {
        name: math.fsum(column) / max(1, len(column)) for name, column in zip(NAMES, values.T, strict=True)
    }


def _relevant_ids(relevant: Relevance) -> set[str]:
    return {name for name, score in relevant.items() if score > 0}


def _gain(scores: Iterable[int]) -> float:
    return math.fsum(score / math.log2(rank + 1) for rank, score in enumerate(scores, start=1))
