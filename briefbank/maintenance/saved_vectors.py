"""Saves the vectors of a library in a backup, in portions, and finds them again by the hash of their text.

A portion is a file of some thousand rows: no more of them are ever in memory. A row is the hash of a text and
its vector. A portion ends behind a text whose hash says so, wherever in the index that stands. Documents that
are added or removed therefore change the portions that hold them and leave all others as they were, for the
next backup to share. The name of a file is made of the encoder and the texts, and so proves both.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from briefbank import files

log = logging.getLogger(__name__)

MOST_ROWS = 16_384  # The most vectors in a portion: 25 MB of 384 numbers
_LAST = "000"  # The first digits of the hash of a text that ends a portion: one in 4,096 does
_HASH_BYTES = 32


def portions(
    contents: Iterable[tuple[Sequence[str], NDArray[np.float32]]],
) -> Iterator[tuple[list[str], NDArray[np.float32]]]:
    """Yield text hashes and vectors, which come in parts of any size, in portions for one file each."""
    hashes, vectors, waiting = list[str](), list[NDArray[np.float32]](), 0
    for some, matrix in contents:
        start = 0
        for at, value in enumerate(some, start=1):
            waiting += 1
            if value.startswith(_LAST) or waiting == MOST_ROWS:
                yield [*hashes, *some[start:at]], np.concatenate([*vectors, matrix[start:at]])
                hashes, vectors, waiting, start = [], [], 0, at
        hashes += some[start:]
        vectors.append(matrix[start:].copy())
    if waiting:
        yield hashes, np.concatenate(vectors)


def portion_name(encoder: str, hashes: Iterable[str]) -> str:
    """Return the name of a file with vectors: the same for one encoder and the same texts."""
    digest = hashlib.blake2b(encoder.encode(), digest_size=12)
    for value in sorted(hashes):
        digest.update(value.encode())
    return f"vectors-{digest.hexdigest()}.rows"


def save_vectors(path: Path, hashes: Sequence[str], matrix: NDArray[np.float32]) -> str:
    """Write vectors, (n, dimensions), with their n text hashes; return the file's hash. Raises OSError."""
    rows = np.empty(len(hashes), _row_type(matrix.shape[1]))
    rows["hash"], rows["vector"] = hashes, matrix
    content = rows.tobytes()
    path.write_bytes(content)
    return hashlib.sha256(content).hexdigest()


def _row_type(dimensions: int) -> np.dtype[Any]:
    return np.dtype([("hash", f"S{_HASH_BYTES}"), ("vector", "<f4", (dimensions,))])


class SavedVectors:
    """The vectors of one encoder in the files of a backup. One thread.

    The hashes are in memory, forty bytes for a vector, and each vector is read when it is asked for. A file
    that cannot be read, or whose name is not that of this encoder and its texts, counts as empty.
    """

    def __init__(
        self, paths: Iterable[Path], encoder: str, dimensions: int, check: Callable[[], None] = lambda: None
    ) -> None:
        """Read the hashes. Raises what ``check`` does, which is called for each file."""
        self._type = _row_type(dimensions)
        self._paths, self._ends = list[Path](), [0]
        hashes = [np.empty(0, f"S{_HASH_BYTES}")]
        for path in paths:
            check()
            try:
                hashes.append(self._hashes(path, encoder))
            except (OSError, ValueError) as error:
                log.warning("vectors of the backup cannot be read: %s", type(error).__name__)
                continue
            self._paths.append(path)
            self._ends.append(self._ends[-1] + len(hashes[-1]))
        all_hashes = np.concatenate(hashes)
        self._order = np.argsort(all_hashes, kind="stable")
        self._sorted = all_hashes[self._order]

    @property
    def size(self) -> int:
        return len(self._order)

    def _hashes(self, path: Path, encoder: str) -> NDArray[Any]:
        """Return the hashes of one file. Raises OSError, and ValueError for a file of something else."""
        with files.open_regular(path) as untrusted:
            content = untrusted.read(MOST_ROWS * self._type.itemsize + 1)
        hashes = np.frombuffer(content, self._type)["hash"].copy()
        if portion_name(encoder, (value.decode("ascii") for value in hashes.tolist())) != path.name:
            raise ValueError("another encoder")
        return hashes

    def vectors_by_hash(self, hashes: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        """Return the vectors that there are, each of shape (dimensions,)."""
        keys = np.array(sorted(set(hashes)), f"S{_HASH_BYTES}")
        positions = np.searchsorted(self._sorted, keys)
        inside = positions < self.size
        keys, positions = keys[inside], positions[inside]
        same = self._sorted[positions] == keys
        keys, rows = keys[same], self._order[positions[same]]
        vectors: dict[str, NDArray[np.float32]] = {}
        for path, start, end in zip(self._paths, self._ends, self._ends[1:], strict=False):
            in_file = (rows >= start) & (rows < end)
            if in_file.any():
                vectors |= self._read(path, (rows[in_file] - start).tolist(), keys[in_file].tolist())
        return vectors

    def _read(
        self, path: Path, rows: Sequence[int], keys: Sequence[bytes]
    ) -> Iterator[tuple[str, NDArray[np.float32]]]:
        """Yield the vectors at some rows of a file, but none with what are no numbers."""
        try:
            with files.open_regular(path) as untrusted:
                for row, key in sorted(zip(rows, keys, strict=True)):
                    untrusted.seek(row * self._type.itemsize)
                    vector = np.frombuffer(untrusted.read(self._type.itemsize), self._type)["vector"][0]
                    if np.isfinite(vector).all():
                        yield key.decode("ascii"), vector
        except (OSError, ValueError, IndexError) as error:
            log.warning("vectors of the backup cannot be read: %s", type(error).__name__)
