"""Generated vectors for the tests of the vector index."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from briefbank.embedding.dense import DenseIndex

D = 16
ON_DISK = 0  # Bytes allowed in memory: none, so that LanceDB itself searches


def unit(count: int, seed: int = 0, dimensions: int = D) -> NDArray[np.float32]:
    matrix = np.random.default_rng(seed).normal(size=(count, dimensions)).astype(np.float32)
    return np.asarray(matrix / np.linalg.norm(matrix, axis=1, keepdims=True), np.float32)


def hashes_in(index: DenseIndex) -> list[str]:
    """The text hash of each row."""
    return [value for hashes, _ in index.contents() for value in hashes]


class KnownVectors(dict[str, NDArray[np.float32]]):
    """Vectors by the hash of their text, all of an index or none."""

    def __init__(self, index: DenseIndex | None = None) -> None:
        for hashes, matrix in index.contents() if index else ():
            self.update(zip(hashes, matrix, strict=True))

    def vectors_by_hash(self, hashes: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        return {key: self[key] for key in hashes if key in self}
