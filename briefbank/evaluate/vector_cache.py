"""Caches the vectors of measured texts on disk, so that the same data set is embedded only once.

Embedding takes most of the time of a measurement. The vectors lie in one SQLite file for each encoder under
the models folder (``cache/<encoder>.sqlite``), under a hash of the text; the texts themselves are not stored.
The file can be deleted at any time. It is used for measuring only: a library keeps its vectors in its own
index.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from briefbank.embedding.encoders import Encoder

BATCH = 128
"""The number of texts embedded between two commits."""

_TABLE = "CREATE TABLE IF NOT EXISTS vectors (text BLOB PRIMARY KEY, vector BLOB NOT NULL)"


class CachedEncoder:
    """An encoder with a cache on disk. Any thread; each call opens the file anew."""

    def __init__(self, encoder: Encoder, folder: Path, check: Callable[[], None] = lambda: None) -> None:
        """``check`` is called before each batch and may raise to stop."""
        self._encoder = encoder
        self._check = check
        self._path = folder / f"{_file_name(encoder.name)}.sqlite"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    @property
    def name(self) -> str:
        return self._encoder.name

    @property
    def dimensions(self) -> int:
        return self._encoder.dimensions

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors of shape (n, dimensions), as the encoder itself gives them."""
        keys = [_key(text) for text in texts]
        with self._open() as database:
            known = _read(database, keys)
            missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
            for batch in _batches(list(missing)):
                self._check()
                vectors = self._encoder.encode_passages([missing[key] for key in batch]).astype(np.float32)
                rows = [(key, vector.tobytes()) for key, vector in zip(batch, vectors, strict=True)]
                with database:
                    database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
                known.update(rows)
        stacked = [np.frombuffer(known[key], np.float32) for key in keys]
        return np.vstack(stacked) if stacked else np.zeros((0, self.dimensions), np.float32)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """Encode a query without the cache, because its time is part of what is measured."""
        return self._encoder.encode_query(text)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=60)) as database:
            database.execute(_TABLE)
            yield database


def _read(database: sqlite3.Connection, keys: Sequence[bytes]) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for batch in _batches(keys):
        marks = ",".join("?" * len(batch))
        found.update(database.execute(f"SELECT text, vector FROM vectors WHERE text IN ({marks})", batch))
    return found


def _batches(keys: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    return (keys[start : start + BATCH] for start in range(0, len(keys), BATCH))


def _key(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _file_name(name: str) -> str:
    """Return a file name for an encoder's name, different for different names."""
    readable = re.sub(r"[^A-Za-z0-9._-]+", "-", name)[:80]
    return f"{readable}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
