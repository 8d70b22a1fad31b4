"""Saves the vectors of a library in a backup, in portions, and finds them again by the hash of their text.

A portion is a file of some thousand vectors: no more of them are ever in memory. It ends behind a text whose
hash says so, wherever in the index that stands. Documents that are added or removed therefore change the
portions that hold them and leave all others as they were, for the next backup to share.
"""

from __future__ import annotations

import hashlib
import logging
import math
import os
import sqlite3
import struct
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from briefbank import files
from briefbank.catalogue.sqlite_database import translate_errors

log = logging.getLogger(__name__)

MOST_ROWS = 16_384  # The most vectors in a portion: 25 MB of 384 numbers
_LAST = "000"  # The first digits of the hash of a text that ends a portion: one in 4,096 does
_AT_ONCE = 4096
_HASH_BYTES, _NAME_BYTES = 128, 4096  # The limits for a hash and for the name of an encoder
_LOCAL_HEADER = struct.Struct("<4s22xHH")
_INDEX = "CREATE TABLE place (hash BLOB PRIMARY KEY, portion INTEGER, number INTEGER) WITHOUT ROWID"
_SCRATCH = ("PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA cache_size = -32768", _INDEX)
"""An interruption may leave anything of the file, which is rebuilt each time."""


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


def fingerprint(encoder: str, hashes: Iterable[str]) -> str:
    """Return digits that identify vectors: the same for one encoder and the same texts."""
    digest = hashlib.blake2b(encoder.encode(), digest_size=12)
    for value in sorted(hashes):
        digest.update(value.encode())
    return digest.hexdigest()


def save_vectors(path: Path, encoder: str, hashes: Sequence[str], matrix: NDArray[np.float32]) -> str:
    """Write vectors, (n, dimensions), with their n text hashes; return the file's hash. Raises OSError."""
    with path.open("wb") as file:
        np.savez(file, encoder=np.array(encoder), hashes=np.array(hashes, "S"), matrix=matrix)
    with files.open_regular(path) as written:
        return hashlib.file_digest(written, "sha256").hexdigest()


def encoder_of(path: Path) -> str:
    """Return the encoder whose vectors a file holds. Raises OSError, and ValueError for any other file."""
    with files.open_regular(path) as untrusted:
        return _encoder(untrusted)


class SavedVectors:
    """The vectors of one encoder in the files of a backup. One thread.

    Where each stands is noted in a file of SQLite, some fifty bytes for a vector, and each is read when it is
    asked for, so that memory does not grow with the backup. Files that cannot be read, or of another encoder,
    count as empty. What a file says of its sizes is compared with its real size.
    """

    def __init__(
        self,
        paths: Iterable[Path],
        encoder: str,
        dimensions: int,
        scratch: Path,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """Note the places in ``scratch``, which is rebuilt. Raises StoreError and what ``check`` does."""
        self._dimensions = dimensions
        self._portions: list[tuple[Path, int]] = []
        scratch.unlink(missing_ok=True)
        with translate_errors():
            self._places = sqlite3.connect(scratch, isolation_level=None, check_same_thread=False)
            for statement in _SCRATCH:
                self._places.execute(statement)
        try:
            for path in paths:
                check()
                self._note_file(path, encoder)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._places.close()

    def _note_file(self, path: Path, encoder: str) -> None:
        """Note the vectors of one file, if it has any of the encoder."""
        with translate_errors():
            self._places.execute("BEGIN")
        try:
            with files.open_regular(path) as untrusted:
                if _encoder(untrusted) == encoder:
                    self._note(path, untrusted)
        except (OSError, ValueError) as error:
            log.warning("vectors of the backup cannot be read: %s", type(error).__name__)
        with translate_errors():
            self._places.execute("COMMIT")

    def _note(self, path: Path, untrusted: BinaryIO) -> None:
        matrix, hashes = _array(untrusted, "matrix"), _array(untrusted, "hashes")
        if matrix.dtype != np.float32 or matrix.shape != (*hashes.shape, self._dimensions):
            raise ValueError("vectors")
        if hashes.dtype.kind != "S" or len(hashes.shape) != 1 or hashes.dtype.itemsize > _HASH_BYTES:
            raise ValueError("hashes")
        portion = len(self._portions)
        self._portions.append((path, matrix.start))
        untrusted.seek(hashes.start)
        for first in range(0, hashes.shape[0], _AT_ONCE):
            some = min(_AT_ONCE, hashes.shape[0] - first)
            content = np.frombuffer(untrusted.read(some * hashes.dtype.itemsize), hashes.dtype)
            rows = ((value, portion, at) for at, value in enumerate(content.tolist(), start=first))
            with translate_errors():
                self._places.executemany("INSERT OR IGNORE INTO place VALUES (?, ?, ?)", rows)

    def vectors_by_hash(self, hashes: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        """Return the vectors that there are, each of shape (dimensions,)."""
        by_portion = defaultdict[int, list[tuple[int, str]]](list)
        with translate_errors():
            for key in set(hashes):
                query = "SELECT portion, number FROM place WHERE hash = ?"
                for portion, number in self._places.execute(query, (key.encode(),)):
                    by_portion[portion].append((number, key))
        vectors: dict[str, NDArray[np.float32]] = {}
        for portion, rows in by_portion.items():
            vectors |= self._read(*self._portions[portion], sorted(rows))
        return vectors

    def _read(
        self, path: Path, start: int, rows: Iterable[tuple[int, str]]
    ) -> Iterator[tuple[str, NDArray[np.float32]]]:
        """Yield the vectors at some rows of a file, but none with what are no numbers."""
        size = 4 * self._dimensions
        try:
            with files.open_regular(path) as untrusted:
                for number, key in rows:
                    untrusted.seek(start + number * size)
                    vector = np.frombuffer(untrusted.read(size), np.float32)
                    if vector.shape == (self._dimensions,) and np.isfinite(vector).all():
                        yield key, vector
        except (OSError, ValueError) as error:
            log.warning("vectors of the backup cannot be read: %s", type(error).__name__)


class _Array(NamedTuple):
    """An array in an uncompressed ``npz`` file, as it says of itself."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    start: int  # The place of its first byte in the file


def _array(untrusted: BinaryIO, name: str) -> _Array:
    """Find one array of a file that ``save_vectors`` wrote. Raises ValueError for any other."""
    try:
        with zipfile.ZipFile(untrusted) as archive:
            member = archive.getinfo(f"{name}.npy")
    except (zipfile.BadZipFile, KeyError, NotImplementedError, RuntimeError, EOFError) as error:
        raise ValueError("archive") from error
    untrusted.seek(member.header_offset)
    header = untrusted.read(_LOCAL_HEADER.size)
    if len(header) < _LOCAL_HEADER.size or member.compress_type != zipfile.ZIP_STORED:
        raise ValueError("packed")
    mark, name_bytes, extra_bytes = _LOCAL_HEADER.unpack(header)
    begin = member.header_offset + _LOCAL_HEADER.size + name_bytes + extra_bytes
    end = begin + member.file_size
    untrusted.seek(begin)
    if mark != b"PK\x03\x04" or end > _size(untrusted) or np.lib.format.read_magic(untrusted) != (1, 0):
        raise ValueError("version")
    shape, is_by_column, dtype = np.lib.format.read_array_header_1_0(untrusted)
    start = untrusted.tell()
    if dtype.hasobject or is_by_column or min(shape, default=0) < 0:
        raise ValueError("kind")
    if math.prod(shape) * dtype.itemsize != end - start:
        raise ValueError("size")
    return _Array(dtype, shape, start)


def _encoder(untrusted: BinaryIO) -> str:
    said = _array(untrusted, "encoder")
    if said.dtype.kind != "U" or said.shape or said.dtype.itemsize > _NAME_BYTES:
        raise ValueError("encoder")
    untrusted.seek(said.start)
    return str(np.frombuffer(untrusted.read(said.dtype.itemsize), said.dtype)[0])


def _size(file: BinaryIO) -> int:
    return os.fstat(file.fileno()).st_size
