"""Confidence intervals of measured figures, and significance tests between two runs over the same queries.

A figure's interval is the percentile bootstrap over queries (Efron and Tibshirani 1993). Two runs are
compared query by query. The interval of the mean difference comes from the same bootstrap, and its p from the
randomisation test that flips the sign of each query's difference (Fisher; Smucker, Allan and Carterette 2007
recommend it for retrieval). All random numbers are seeded, so that the same values give the same answer
everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 1_000
FLIPS = 10_000
"""The number of random sign assignments; where there are no more in all, each is counted once and p is
exact."""
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
    high: float
    """The upper end of the 95 % interval of the mean."""
    p: float
    """The frequency, above 0 and at most 1, with which chance alone makes as large a difference in either
    direction."""


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
    exact = 2 ** len(nonzero) <= FLIPS
    signs = _all_signs(len(nonzero)) if exact else _drawn_signs(len(nonzero))
    extreme = sum(int(np.count_nonzero(np.abs(some @ nonzero) >= least)) for some in signs)
    return extreme / 2 ** len(nonzero) if exact else (extreme + 1) / (FLIPS + 1)


def _all_signs(count: int) -> Iterator[Values]:
    """Yield every sign assignment of ``count`` numbers, a row each."""
    yield _signed(np.arange(2**count)[:, None] >> np.arange(count) & 1)


def _drawn_signs(count: int) -> Iterator[Values]:
    chance = np.random.default_rng(SEED)
    for start in range(0, FLIPS, _CHUNK):
        rows = min(_CHUNK, FLIPS - start)
        yield _signed(chance.integers(0, 2, (rows, count), np.int8))


def _signed(bits: NDArray[np.integer]) -> Values:
    return bits.astype(np.float64) * 2 - 1
