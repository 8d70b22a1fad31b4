"""Any number of vectors as clustered as the real ones that they are made from.

How much of the truth a partitioned search finds depends on how the vectors lie, so vectors that stand for
real ones must lie as those do: as near to their neighbours, as spread out as a whole, and nearer the more
there are. Each lies among a real vector and some of its neighbours (as SMOTE does; Chawla et al. 2002), a
little beside them. Every ``EACH`` times as many as there are real ones are another version of the whole,
turned within groups of successive principal axes: mean and covariance stay, and so do the distances within
it, while its subjects are others. Vectors turned at random would lie around a mean of their own, which
partitions tell apart at once. ``nearest_cosines`` is the proof to print.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]

EACH = 5  # The vectors made of each real one before the whole is turned
NEIGHBOURS = 8  # The neighbours of a real vector towards which others are moved
MOVED = 0.7  # The share of the way to a neighbour, at most
NOISE = 0.45  # The length of what lies beside, next to a vector of length one
AXES_TURNED = 16  # The successive principal axes that are turned into each other
BLOCK = 2048  # The rows made at once


class ClusteredVectors:
    """An endless table of unit vectors: row n is always the same. One thread."""

    def __init__(self, real: Matrix) -> None:
        """``real``: unit vectors, shape (n, dimensions), which are the first n rows."""
        self._real = real
        self._mean = real.mean(axis=0)
        self._axes = np.linalg.eigh(np.cov(real - self._mean, rowvar=False))[1].astype(np.float32)
        self._near = _nearest_rows(real, NEIGHBOURS)
        self._turns: dict[int, Matrix] = {}

    def rows(self, first: int, count: int) -> Matrix:
        """Return ``count`` rows from ``first`` on, shape (count, dimensions)."""
        blocks = range(first // BLOCK, (first + count - 1) // BLOCK + 1)
        matrix = np.vstack([self._block(number) for number in blocks])
        return matrix[first - blocks[0] * BLOCK :][:count]

    def turned(self, queries: Matrix, number: int) -> Matrix:
        """Return queries that lie to the ``number``-th version as they do to the real vectors."""
        return _unit(self._mean + (queries - self._mean) @ self._turn(number))

    def _block(self, number: int) -> Matrix:
        places = np.arange(number * BLOCK, (number + 1) * BLOCK)
        real, chance = self._real[places % len(self._real)], np.random.default_rng(number)
        near = self._near[places % len(self._real)]
        block = real.copy()
        for _ in range(2):
            towards = near[np.arange(BLOCK), chance.integers(NEIGHBOURS, size=BLOCK)]
            block += MOVED * chance.random((BLOCK, 1), np.float32) * (self._real[towards] - real)
        noise = chance.standard_normal(block.shape, np.float32)
        block += noise * (NOISE / block.shape[1] ** 0.5)
        version = places // (EACH * len(self._real))
        for item in np.unique(version):
            block[version == item] = self.turned(block[version == item], int(item))
        return np.where((places < len(self._real))[:, None], real, _unit(block))

    def _turn(self, number: int) -> Matrix:
        """Return the rotation matrix of a version; that of the first is the identity."""
        dimensions = self._real.shape[1]
        if number not in self._turns:
            blocks, chance = np.eye(dimensions, dtype=np.float32), np.random.default_rng(1000 + number)
            for at in range(0, dimensions if number else 0, AXES_TURNED):
                shape = blocks[at : at + AXES_TURNED, at : at + AXES_TURNED].shape
                turn = np.linalg.qr(chance.standard_normal(shape))[0]
                blocks[at : at + AXES_TURNED, at : at + AXES_TURNED] = turn
            self._turns[number] = self._axes @ blocks @ self._axes.T
        return self._turns[number]


def nearest_cosines(matrix: Matrix, queries: Matrix, nearest: int = 10) -> dict[str, float]:
    """Return quantiles over the queries of the cosines with their first and their last of the nearest rows.

    A row that is the query itself does not count.
    """
    scores = queries @ matrix.T
    scores[scores > 1 - 1e-6] = -1
    best = -np.sort(-np.partition(scores, -nearest, axis=1)[:, -nearest:], axis=1)
    return {
        f"{name}_{at}%": round(float(np.percentile(column, at)), 3)
        for name, column in (("first", best[:, 0]), (f"{nearest}th", best[:, -1]))
        for at in (10, 50, 90)
    }


def _nearest_rows(matrix: Matrix, count: int) -> NDArray[np.intp]:
    """Return the rows nearest to each row, itself left out, shape (rows, count), in no order."""
    uploads = []
    for first in range(0, len(matrix), BLOCK):
        scores = matrix[first : first + BLOCK] @ matrix.T
        scores[np.arange(len(scores)), first + np.arange(len(scores))] = -1
        uploads.append(np.argpartition(scores, -count, axis=1)[:, -count:])
    return np.vstack(uploads)


def _unit(matrix: Matrix) -> Matrix:
    return np.asarray(matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-12), np.float32)
