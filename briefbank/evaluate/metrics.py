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

A figure's interval is the percentile bootstrap over queries (Efron and Tibshirani 1993). Two runs are
compared query by query: the interval of the mean difference comes from the same bootstrap, its p from the
randomisation test that flips the sign of each query's difference (Fisher; Smucker, Allan and Carterette 2007
recommend it for retrieval). All random numbers are seeded, so that equal values give equal answers
everywhere.

*Feedback.* Every search of an office with thumbs is repeated, as it would be answered today, in three ways:
*without* anything learned; learned *from other searches* only, as if it had received no feedback itself,
which is what a new search on the same subject gains; and *as searched*, with its own feedback, which is too
favourable and shows that feedback has the effect that people were promised. People judge only what they see:
precision at k is the share of thumbs up among those of the first k results that have a thumb; recall is the
share of the passages with thumbs up that are close, or among the first ten. All are means over searches.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.searches import Feedback, Verdict
from briefbank.jobs import Reporter
from briefbank.text.messages import Message

Relevance = Mapping[str, int]  # The judged score of each document id
Places = Sequence[tuple[str, ...]]  # The ids of the documents at each place

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
    ranking: Places  # The ranking that is measured
    close: AbstractSet[str]  # The documents that are close
    listed: AbstractSet[str]  # The documents of both tiers
    uncut: Sequence[str]  # The documents of the ranking before the cut, best first

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
    """Return the discounted cumulative gain of the first ``k`` places over that of the best ``k``, 0 to 1."""
    ideal = sorted((score for score in relevant.values() if score > 0), reverse=True)
    gains = (max((0, *(relevant.get(name, 0) for name in names))) for names in ranking[:k])
    return _gain(gains) / _gain(ideal[:k])


def average_precision(ranking: Places, relevant: Relevance, k: int) -> float:
    """Return the mean of the precision at the place of each relevant document; 0 for those past ``k``."""
    relevant_ids = _relevant_ids(relevant)
    hits, total = 0, 0.0
    for rank, names in enumerate(ranking[:k], start=1):
        if here := len(relevant_ids.intersection(names)):
            hits += 1
            total += here * hits / rank
    return total / len(relevant_ids)


def precision(close: AbstractSet[str], relevant: Relevance) -> float:
    """Return the share of the close documents that is judged relevant, 0 to 1; NaN where none is close."""
    return len(_relevant_ids(relevant) & close) / len(close) if close else math.nan


def cut_loss(listed: AbstractSet[str], uncut: Sequence[str], relevant: Relevance) -> float:
    """Return the share of the relevant documents that are not listed, of the first ``CUT_AT``, 0 to 1."""
    relevant_ids = _relevant_ids(relevant)
    return len(relevant_ids.intersection(uncut[:CUT_AT]) - listed) / len(relevant_ids)


def of_query(ranked: Found, relevant: Relevance) -> dict[str, float]:
    """Return all measures of one query by name. ``relevant`` must hold a score above 0 (else ValueError)."""
    if not _relevant_ids(relevant):
        raise ValueError("a query without a relevant document has no measures")
    seen, ranking = set[str](), list[tuple[str, ...]]()
    for names in ranked.ranking:  # each document at its first place only; a place may be left without any
        ranking.append(tuple(name for name in dict.fromkeys(names) if name not in seen))
        seen.update(names)
    values = [
        *(recall(ranking, relevant, k) for k in RECALL_AT),
        reciprocal_rank(ranking, relevant, MRR_AT),
        *(ndcg(ranking, relevant, k) for k in NDCG_AT),
        average_precision(ranking, relevant, MAP_AT),
        *(success(ranking, relevant, k) for k in SUCCESS_AT),
        precision(ranked.close, relevant),
        cut_loss(ranked.listed, ranked.uncut, relevant),
    ]
    return dict(zip(NAMES, values, strict=True))


def table(
    rankings: Mapping[str, Found], judgements: Mapping[str, Relevance]
) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """Return the queries with a relevant document, in the order of ``judgements``, and their measures with
    the shape (queries, len(NAMES)), NaN where a query has none. A query not in ``found`` found nothing."""
    judged = {query: relevant for query, relevant in judgements.items() if _relevant_ids(relevant)}
    rows = [
        list(of_query(rankings.get(query, NOTHING), relevant).values()) for query, relevant in judged.items()
    ]
    return tuple(judged), np.array(rows, np.float64).reshape(len(rows), len(NAMES))


def means(values: NDArray[np.float64]) -> dict[str, float]:
    """Return each column's average in a ``table`` by name, over the queries that have one; 0 without any."""
    known = (column[~np.isnan(column)] for column in values.T)
    return {name: math.fsum(column) / max(1, len(column)) for name, column in zip(NAMES, known, strict=True)}


def _relevant_ids(relevant: Relevance) -> set[str]:
    return {name for name, score in relevant.items() if score > 0}


def _gain(scores: Iterable[int]) -> float:
    return math.fsum(score / math.log2(rank + 1) for rank, score in enumerate(scores, start=1))


RESAMPLES = 1_000
FLIPS = 10_000  # The number of random sign assignments
LEVEL = 0.95
SEED = 2007
_CHUNK = 1_000
"""The number of sign assignments computed together, which keeps the memory for 10,000 queries at 80 MB."""
_ROUNDING = 1e-10
"""The tolerance, as a share of all differences, below which sums differ only by the order of adding."""

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MeanDifference:
    """The advantage of the second of two runs by one measure, on average over the queries."""

    mean: float
    low: float
    high: float  # The upper end of the 95 % interval of the mean
    p: float
    """The frequency, above 0 and at most 1, of as large a difference by chance alone in either direction."""


def intervals(values: Values) -> Values:
    """Return the 95 % interval of each column's mean: shape (queries, measures) to (measures, 2), low then
    high.

    A query without a measure (NaN) takes no part in its mean. Returns zeros where there are no queries.
    """
    queries, measures = values.shape
    if not queries:
        return np.zeros((measures, 2))
    resampled = np.random.default_rng(SEED).multinomial(queries, np.full(queries, 1 / queries), RESAMPLES)
    known = ~np.isnan(values)
    counts = np.maximum(resampled @ known, 1)
    means = resampled.astype(np.float64) @ np.where(known, values, 0) / counts
    tail = 50 * (1 - LEVEL)
    return np.asarray(np.percentile(means, [tail, 100 - tail], axis=0).T, np.float64)


def paired(first: Values, second: Values) -> list[MeanDifference]:
    """Return each measure's difference, second less first; both (queries, measures) with the same query in a
    row. A query that lacks a measure (NaN) in one of them is left out of its difference.

    Raises ValueError for unlike shapes or no queries.
    """
    if first.shape != second.shape or not len(first):
        raise ValueError("two runs over the same queries are needed")
    differences = second - first
    known = [column[~np.isnan(column)] for column in differences.T]
    return [
        MeanDifference(float(column.sum()) / max(1, len(column)), float(low), float(high), randomised(column))
        for column, (low, high) in zip(known, intervals(differences), strict=True)
    ]


def randomised(differences: Values) -> float:
    """Return the two-sided p of the hypothesis that both runs are alike; 1 when no query differs.

    Queries without a difference say nothing and are left out. With random sign assignments the observed one
    counts in addition, so that p is never 0.
    """
    nonzero = differences[differences != 0]
    if not len(nonzero):
        return 1.0
    least = abs(float(nonzero.sum())) - _ROUNDING * float(np.abs(nonzero).sum())
    chance, extreme = np.random.default_rng(SEED), 0
    for start in range(0, FLIPS, _CHUNK):
        bits = chance.integers(0, 2, (min(_CHUNK, FLIPS - start), len(nonzero)), np.int8)
        sums = (bits.astype(np.float64) * 2 - 1) @ nonzero
        extreme += int(np.count_nonzero(np.abs(sums) >= least))
    return (extreme + 1) / (FLIPS + 1)


FEW_MARKS = 5  # The number of marks below which figures by feedback mean nothing
_WAYS = {
    "without_learning": (False, False),
    "from_other_searches": (True, False),
    "as_searched": (True, True),
}
"""Whether a repeated search learns from feedback, and whether also from its own."""


class RankPassages(Protocol):
    """Repeats a search as it is answered today."""

    def __call__(self, query: str, *, learn: bool, ignoring: Collection[str]) -> Sequence[int]:
        """Return the close passages by id, best first; empty for a text that is no valid query.

        ``learn`` includes the feedback, except that of the searches ``ignoring``.
        """


def of_feedback(marks: Sequence[Feedback], rank: RankPassages, reporter: Reporter) -> dict[str, Any]:
    """Return the command line's JSON document, with figures for all marks and by the month in which they were
    given. Marks on passages that are not in the library are only counted. Raises Cancelled."""
    present = [mark for mark in marks if mark.passage_id]
    rankings: dict[str, dict[str, Sequence[int]]] = {way: {} for way in _WAYS}
    queries = list(dict.fromkeys(mark.query for mark in present))
    for done, query in enumerate(queries, start=1):
        reporter.check()
        reporter.progress(Message("Asking again what was marked"), done, len(queries))
        for way, (learn, own) in _WAYS.items():
            rankings[way][query] = rank(query, learn=learn, ignoring=() if own else (query,))

    def measured(some: Sequence[Feedback]) -> dict[str, Any]:
        return {
            "marks": len(some),
            "up": sum(mark.verdict is Verdict.UP for mark in some),
            "queries": len({mark.query for mark in some}),
            **{way: by_marks(some, rankings[way]) for way in _WAYS},
        }

    by_month: dict[str, list[Feedback]] = {}
    for mark in present:
        by_month.setdefault(f"{mark.given_at:%Y-%m}", []).append(mark)
    note = ""
    if not present:
        note = "Nothing was marked yet that is in this library. Mark results with a thumb while you search."
    elif len(present) < FEW_MARKS:
        number = "1 mark is" if len(present) == 1 else f"{len(present)} marks are"
        note = f"Only {number} there, too few to mean anything. Look again when there are more."
    return {
        "not_here": len(marks) - len(present),
        "enough": len(present) >= FEW_MARKS,
        "note": note,
        **measured(present),
        "by_month": [{"month": month, **measured(some)} for month, some in sorted(by_month.items())],
    }


def by_marks(marks: Iterable[Feedback], rankings: Mapping[str, Sequence[int]]) -> dict[str, float | None]:
    """Return precision and recall, 0 to 1, of the close passages of each search by the marks on them; None
    where no search has what is measured."""
    verdicts_by_query: dict[str, dict[int, bool]] = {}
    for mark in marks:
        verdicts_by_query.setdefault(mark.query, {})[mark.passage_id] = mark.verdict is Verdict.UP
    judged = [(rankings[query], verdicts) for query, verdicts in verdicts_by_query.items()]

    def precision(k: int) -> float | None:
        return _mean_share(
            [verdicts[id_] for id_ in close[:k] if id_ in verdicts] for close, verdicts in judged
        )

    def recall(k: int | None) -> float | None:
        helpful = ((close[:k], [id_ for id_, up in verdicts.items() if up]) for close, verdicts in judged)
        return _mean_share([id_ in close for id_ in ids] for close, ids in helpful)

    figures = {f"precision@{k}": precision(k) for k in (5, 10)}
    return figures | {"recall": recall(None), "recall@10": recall(10)}


def _mean_share(values: Iterable[Sequence[bool]]) -> float | None:
    """Return the mean share of true values, without the searches that have none at all."""
    shares = [sum(some) / len(some) for some in values if some]
    return round(math.fsum(shares) / len(shares), 4) if shares else None
