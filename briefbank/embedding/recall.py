"""Compares the answers of a search with an exact scan: how many of the nearest passages it finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

NEAREST = 10
"""The nearest passages to each query that a search should find."""


def spread(total: int, count: int) -> list[int]:
    """Return up to ``count`` rows, evenly spread over ``total``; the same each time."""
    if not total:
        return []
    found: list[int] = np.unique(np.linspace(0, total - 1, min(count, total)).astype(np.int64)).tolist()
    return found


def most_rows(passages: NDArray[np.int64]) -> int:
    """Return the most rows that one passage has; 1 without rows. ``passages``: that of each row."""
    return int(np.unique(passages, return_counts=True)[1].max(initial=1))


def found_of(hits: Sequence[tuple[int, float]], enough: float) -> int:
    """Count the answers that are as near as they must be to be among the nearest."""
    return sum(score >= enough - 1e-6 for _, score in hits)


def tenth_best(
    queries: NDArray[np.float32],
    batches: Iterable[tuple[NDArray[np.int64], NDArray[np.float32]]],
    rows_each: int,
) -> NDArray[np.float32]:
    """Return each query's cosine with the last of its nearest passages, by an exact scan, shape (n,).

    ``batches`` are passages and vectors of rows, and ``rows_each`` the most that one passage has.
    """
    kept = NEAREST * rows_each  # enough rows for ten passages, whatever windows they have
    best = np.full((len(queries), kept), -2.0, np.float32)
    owners = np.full((len(queries), kept), -1, np.int64)
    for passages, matrix in batches:
        scores = np.hstack([best, queries @ matrix.T])
        ids = np.broadcast_to(passages, (len(queries), len(passages)))
        first = np.argpartition(scores, -kept, axis=1)[:, -kept:]
        best = np.take_along_axis(scores, first, axis=1)
        owners = np.take_along_axis(np.hstack([owners, ids]), first, axis=1)
    order = np.argsort(-best, axis=1)
    best = np.take_along_axis(best, order, axis=1)
    owners = np.take_along_axis(owners, order, axis=1)
    return np.array([_last_nearest(*each) for each in zip(best, owners, strict=True)], np.float32)


def _last_nearest(scores: NDArray[np.float32], passages: NDArray[np.int64]) -> float:
    """Return the best score of the last of the ``NEAREST`` first passages; scores from high to low."""
    _, first = np.unique(passages, return_index=True)
    return float(scores[np.sort(first)][:NEAREST][-1])
