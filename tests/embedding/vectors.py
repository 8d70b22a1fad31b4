"""Made-up vectors for the tests of the index of vectors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

D = 16
ON_DISK = 0
"""Bytes allowed in memory: none, so that LanceDB itself searches."""


def unit(count: int, seed: int = 0, dimensions: int = D) -> NDArray[np.float32]:
    made = np.random.default_rng(seed).normal(size=(count, dimensions)).astype(np.float32)
    return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), np.float32)
