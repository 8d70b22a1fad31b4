"""Measures of what a search finds, as the retrieval literature uses them.

The definitions of ranking measures are those of ``trec_eval`` and BEIR. Only judgements with a score above 0
are relevant, and relevant documents that the collection lacks still count in the denominators. The gain of
nDCG is the score itself and its discount is ``1 / log2(rank + 1)``. A measure's average is over the queries
with at least one relevant document.

A *ranking* names the documents of each place; in a plain ranking every place has one. A document counts at
its first place. Of several at one place, which a result with folded copies shows at once, the best one gives
the gain, and the place counts once in precision.

Two measures concern the list that a search shows. *Precision* is the share of its close documents that is
judged relevant, averaged over the queries that have close ones. Judgements are seldom complete, and a
relevant document that nobody judged counts as wrong, so it is a lower bound. *Cut loss* is the share of the
relevant documents that are among the first ``CUT_AT`` of the uncut ranking and in neither tier of the list.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain
from typing import Self

import numpy as np
from numpy.typing import NDArray

Relevance = Mapping[str, int]
"""The judged score of each document id."""
Places = Sequence[tuple[str, ...]]
"""The ids of the documents at each place."""

RECALL_AT = (1, 5, 10, 20, 40)
NDCG_AT = (5, 10)
MRR_AT = 10
MAP_AT = 100
SUCCESS_AT = (1, 5, 10)
CUT_AT = 100
RANKING = (
    *(f"recall@{k}" for k in RECALL_AT),
    f"mrr@{MRR_AT}",
    *(f"ndcg@{k}" for k in NDCG_AT),
    f"map@{MAP_AT}",
)
"""The measures of the whole ranking."""
SHOWN = (*(f"success@{k}" for k in SUCCESS_AT), "precision", "cut_loss")
"""The measures of what a person sees of it."""
NAMES = (*RANKING, *SHOWN)


@dataclass(frozen=True, slots=True)
class Found:
    """What one query found."""

    ranking: Places
    """The ranking that is measured."""
    close: AbstractSet[str]
    """The documents that are close."""
    listed: AbstractSet[str]
    """The documents of both tiers."""
    uncut: Sequence[str]
    """The documents of the ranking before the cut, best first."""

    @classmethod
    def without_cut(cls, ranked: Sequence[str]) -> Self:
        """Return a plain ranking, all of which is taken for close."""
        return cls([(name,) for name in ranked], set(ranked), set(ranked), ranked)


NOTHING = Found.without_cut(())


def recall(ranking: Places, relevant: Relevance, k: int) -> float:
    """Return the share of the relevant documents at the first ``k`` places, 0 to 1."""
    relevant_ids = _relevant_ids(relevant)
    return len(relevant_ids.intersection(chain.from_iterable(ranking[:k]))) / len(relevant_ids)


def success(ranking: Places, relevant: Relevance, k: int) -> float:
    """Return 1 when a relevant document is at one of the first ``k`` places, else 0."""
    return float(recall(ranking, relevant, k) > 0)


def reciprocal_rank(ranking: Places, relevant: Relevance, k: int) -> float:
    """Return one over the first place with a relevant document, or 0 when none is among the first ``k``."""
    relevant_ids = _relevant_ids(relevant)
    return next((1 / at for at, names in enumerate(ranking[:k], start=1) if relevant_ids & set(names)), 0.0)


def ndcg(ranking: Places, relevant: Relevance, k: int) -> float:
    """Return the discounted cumulative gain of the first ``k`` places over that of the best possible ``k``, 0
    to 1."""
    ideal = sorted((score for score in relevant.values() if score > 0), reverse=True)
    gains = (max((0, *(relevant.get(name, 0) for name in names))) for names in ranking[:k])
    return _gain(gains) / _gain(ideal[:k])


def average_precision(ranking: Places, relevant: Relevance, k: int) -> float:
    """Return the mean, over all relevant documents, of the precision at each one's place; 0 for those past
    ``k``."""
    relevant_ids = _relevant_ids(relevant)
    hits, total = 0, 0.0
    for place, names in enumerate(ranking[:k], start=1):
        if here := len(relevant_ids.intersection(names)):
            hits += 1
            total += here * hits / place
    return total / len(relevant_ids)


def precision(close: AbstractSet[str], relevant: Relevance) -> float:
    """Return the share of the close documents that is judged relevant, 0 to 1; NaN where none is close."""
    return len(_relevant_ids(relevant) & close) / len(close) if close else math.nan


def cut_loss(listed: AbstractSet[str], uncut: Sequence[str], relevant: Relevance) -> float:
    """Return the share of the relevant documents that are not listed, of the first ``CUT_AT``, 0 to 1."""
    relevant_ids = _relevant_ids(relevant)
    return len(relevant_ids.intersection(uncut[:CUT_AT]) - listed) / len(relevant_ids)


def of_query(found: Found, relevant: Relevance) -> dict[str, float]:
    """Return all measures of one query by name. ``relevant`` must hold a score above 0 (else ValueError)."""
    if not _relevant_ids(relevant):
        raise ValueError("a query without a relevant document has no measures")
    ranking = _each_once(found.ranking)
    values = [
        *(recall(ranking, relevant, k) for k in RECALL_AT),
        reciprocal_rank(ranking, relevant, MRR_AT),
        *(ndcg(ranking, relevant, k) for k in NDCG_AT),
        average_precision(ranking, relevant, MAP_AT),
        *(success(ranking, relevant, k) for k in SUCCESS_AT),
        precision(found.close, relevant),
        cut_loss(found.listed, found.uncut, relevant),
    ]
    return dict(zip(NAMES, values, strict=True))


def table(
    found: Mapping[str, Found], judgements: Mapping[str, Relevance]
) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """Return the queries that have a relevant document, in the order of ``judgements``, and their measures
    with the shape (queries, len(NAMES)), NaN where a query has none. A query that is not in ``found`` found
    nothing."""
    judged = {query: relevant for query, relevant in judgements.items() if _relevant_ids(relevant)}
    rows = [
        list(of_query(found.get(query, NOTHING), relevant).values()) for query, relevant in judged.items()
    ]
    return tuple(judged), np.array(rows, np.float64).reshape(len(rows), len(NAMES))


def means(values: NDArray[np.float64]) -> dict[str, float]:
    """Return the average of each column of a ``table`` by name, without the queries that have none; 0 when no
    query has one."""
    known = (column[~np.isnan(column)] for column in values.T)
    return {name: math.fsum(column) / max(1, len(column)) for name, column in zip(NAMES, known, strict=True)}


def _each_once(ranking: Places) -> Places:
    """Return the ranking with every document at its first place only; a place may be left without any."""
    seen, once = set[str](), list[tuple[str, ...]]()
    for names in ranking:
        once.append(tuple(name for name in dict.fromkeys(names) if name not in seen))
        seen.update(names)
    return once


def _relevant_ids(relevant: Relevance) -> set[str]:
    return {name for name, score in relevant.items() if score > 0}


def _gain(scores: Iterable[int]) -> float:
    return math.fsum(score / math.log2(rank + 1) for rank, score in enumerate(scores, start=1))
