"""The vectors of a table as plain arrays in files, which are mapped into memory instead of being read.

A program that searches once would otherwise import LanceDB and read the whole table for it: two seconds for
200,000 vectors, where mapping takes a millisecond and the search reads each vector once. The table is the
truth. The arrays are named after the versions of the table that they were made from, and are not used with
any other. Like the table they may come from elsewhere: sizes and types are checked here, and a thorough check
compares every vector with the table.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import uuid
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.format import open_memmap
from numpy.typing import NDArray

from briefbank.embedding.exact_neighbours import Vectors
from briefbank.files import delete

log = logging.getLogger(__name__)

_PREFIX = "mapped-"
_NUMBER = np.dtype(np.int64)
_FILES = ("passages.npy", "documents.npy", "vectors.npy")


def read(table: Path, stamp: AbstractSet[str], dimensions: int) -> Vectors | None:
    """Map the arrays that were made of a table in this state; None where there are no sound ones."""
    folder = _folder(table, stamp)
    try:
        passages, documents, matrix = (np.asarray(open_memmap(folder / name, mode="r")) for name in _FILES)
    except (OSError, ValueError, OverflowError):
        return None
    rows = passages.shape[:1]
    is_sound = (
        (passages.dtype, passages.shape) == (_NUMBER, rows)
        and (documents.dtype, documents.shape) == (_NUMBER, rows)
        and (matrix.dtype, matrix.shape) == (np.dtype(np.float32), (*rows, dimensions))
        and matrix.flags.c_contiguous
    )
    return Vectors.of(passages, documents, matrix) if is_sound else None


def exist(table: Path, stamp: AbstractSet[str]) -> bool:
    """Tell whether there are arrays of a table in this state."""
    return _folder(table, stamp).is_dir()


def write(table: Path, stamp: AbstractSet[str], vectors: Vectors) -> None:
    """Write the arrays of a table in this state in one step, and delete those of other states.

    The caller holds the index's write lock. A full disk, or one that cannot be written to, leaves none.
    """
    delete_all(table)
    draft = table / f"{_PREFIX}{uuid.uuid4().hex}"
    rows = vectors.size
    try:
        draft.mkdir(mode=0o700)
        arrays: tuple[NDArray[Any], ...] = (
            vectors.passages[:rows],
            vectors.documents[:rows],
            vectors.matrix[:rows],
        )
        for name, array in zip(_FILES, arrays, strict=True):
            with (draft / name).open("wb") as file:
                np.save(file, array, allow_pickle=False)
                file.flush()
                os.fsync(file.fileno())
        draft.rename(_folder(table, stamp))
    except OSError as error:
        log.warning("vectors are not mapped: errno %s", error.errno)
        shutil.rmtree(draft, ignore_errors=True)


def delete_all(table: Path) -> None:
    """Delete the arrays of every state. What another program has open stays where a system insists on it."""
    for path in table.glob(f"{_PREFIX}*"):
        delete(path)


def _folder(table: Path, stamp: AbstractSet[str]) -> Path:
    digest = hashlib.blake2b("\n".join(sorted(stamp)).encode(), digest_size=8).hexdigest()
    return table / f"{_PREFIX}{digest}"
