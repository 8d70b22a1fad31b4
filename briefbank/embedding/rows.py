"""The rows of the dense index: one for each window of a passage, and many of them as columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

ROWS_PER_COMMIT = 4096


@dataclass(frozen=True, slots=True)
class DenseRow:
    """One vector of a passage, L2-normalised, shape (dimensions,); a long passage has several rows."""

    passage_id: int
    document_id: int
    text_hash: str
    """The ``text_hash`` of the embedded text: the passage's text, or a window of it."""
    vector: NDArray[np.float32]


class Columns(NamedTuple):
    """Rows as columns; n of each."""

    passages: NDArray[np.int64]
    documents: NDArray[np.int64]
    hashes: list[str]
    matrix: NDArray[np.float32]

    @classmethod
    def of(cls, rows: Sequence[DenseRow]) -> Columns:
        return cls(
            np.array([row.passage_id for row in rows], np.int64),
            np.array([row.document_id for row in rows], np.int64),
            [row.text_hash for row in rows],
            np.stack([row.vector for row in rows]).astype(np.float32, copy=False),
        )

    @property
    def numbers(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
        """The columns without the hashes."""
        return self.passages, self.documents, self.matrix


def parts(rows: Iterable[Sequence[DenseRow]], check: Callable[[], None]) -> Iterator[list[DenseRow]]:
    """Yield the rows in lists large enough for a commit; ``check`` is called for each part that comes in."""
    waiting: list[DenseRow] = []
    for part in rows:
        check()
        waiting += part
        if len(waiting) >= ROWS_PER_COMMIT:
            yield waiting
            waiting = []
    if waiting:
        yield waiting
