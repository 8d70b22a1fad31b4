"""One LanceDB table of vectors on disk: the only module that uses LanceDB. ``lance_tables`` has several.

Every change is a new version of the table; ``tidy`` joins small fragments and deletes files that only older
versions used. Each row has a hash of itself, so that a vector that was altered on the disk is detected and
never used again.

*Searching on disk.* Vectors are put into partitions, which hold a code of one bit for each dimension. A
search probes a share of the partitions, which says which rows are near, and then reads the whole vectors of
the nearest. The smallest share that finds enough is measured each time the partitions are made; vectors
without clusters need all of them, and are then searched exactly. Of a million clustered vectors, shares of
0.08, 0.125,
0.2 and 0.4 found 0.953, 0.978, 0.993 and 0.997 of the ten nearest to real queries; of five million in ten
tables, 3, 5 and 10 vectors read for each row wanted found 0.994, 0.997 and 0.998, for 270, 330 and 460 ms of
processor time.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from briefbank.embedding.lancedb_import import import_lancedb
from briefbank.embedding.vectors import (
    NEAREST,
    ROWS_FIRST,
    best_of_each,
    found_of,
    most_rows,
    spread,
    tenth_best,
)
from briefbank.files import read_json, write_atomically
from briefbank.storage.model_files import MEANING_BYTES, refuse_small_address_space

TABLE = "passages"
MOST_VERSIONS = 48
"""The versions after which a table is tidied without being asked."""
READ_AT_ONCE = 4096
"""The rows in memory of a table that is read whole."""
ROWS_PER_PARTITION = 1000
SHARES = (0.06, 0.125, 0.2, 0.3, 0.5, 1.0)
"""The shares of the partitions that a search may probe."""
LEAST_PROBES = 20
"""The least number of partitions that a search probes."""
UNMEASURED = 0.25
"""The share where the record of the measured one cannot be read."""
RESCORED, RESCORED_OF_PART, LEAST_RESCORED = 10, 3, 1_000
"""The rows of which whole vectors are read: for each row wanted, for each where the table is one of several,
and at least."""
TRIALS, LEAST_RECALL = 100, 0.99
"""The queries by which the share is measured, and the part of their nearest passages that must be found."""
INDEXED_SHARE = 0.8
"""The share of rows in partitions, or in the index of text hashes, below which these are made anew."""
PROBES = "probes.json"
_PROBES_BYTES = 100
_ROW_HASH = "row_hash"
_VERSION_SUFFIX = ".manifest"
_VERSION_BYTES = 1 << 26
"""The largest file that lists the files of a version: some hundred bytes for each, and files are merged again
and again."""

Matrix = NDArray[np.float32]
Numbers = NDArray[np.int64]


class Lance:
    """A table in a folder. Writers must be serialised by the caller; readers may be any threads.

    It is opened, and LanceDB imported, by the first method that needs more than ``stamp``; in an empty folder
    it is made. Methods raise ShortOfMemory, and what LanceDB does: ValueError, OSError, RuntimeError.
    """

    def __init__(self, folder: Path, dimensions: int) -> None:
        self.folder = folder
        self._dimensions = dimensions
        self._versions = folder / f"{TABLE}.lance" / "_versions"
        self._opening = threading.Lock()
        self._opened: Any = None

    @property
    def _table(self) -> Any:
        with self._opening:
            if self._opened is None:
                self._opened = self._open()
            return self._opened

    def make(self) -> None:
        """Make the table, where there is none."""
        self._opened = self._open()

    def _open(self) -> Any:
        """Open the table. Raises ValueError for an implausibly large list of a version's files, which LanceDB
        would read into memory whole."""
        refuse_small_address_space(MEANING_BYTES)
        database = import_lancedb().connect(str(self.folder))
        if self._versions.exists():
            if any(path.stat().st_size > _VERSION_BYTES for path in self._versions.iterdir()):
                raise ValueError("version")
            return database.open_table(TABLE)
        import pyarrow as pa

        columns = {
            "passage_id": pa.int64(),
            "document_id": pa.int64(),
            "text_hash": pa.string(),
            "vector": pa.list_(pa.float32(), self._dimensions),
            _ROW_HASH: pa.binary(),
        }
        return database.create_table(TABLE, schema=pa.schema(list(columns.items())))

    def stamp(self) -> frozenset[str]:
        """Return the names of the versions, which change with every change to the table, by any program."""
        return frozenset(path.name for path in self._versions.iterdir())

    def is_tidy(self) -> bool:
        """Tell whether there is a single version, as ``tidy`` leaves it."""
        return sum(name.endswith(_VERSION_SUFFIX) for name in self.stamp()) == 1

    def latest(self) -> None:
        """Load the changes of other programs."""
        if self._opened is not None:
            self._opened.checkout_latest()

    def count(self, condition: str | None = None) -> int:
        """Return the number of rows, or of those that fulfil a condition in SQL."""
        return int(self._table.count_rows(condition))

    def add(self, passages: Numbers, documents: Numbers, hashes: Sequence[str], matrix: Matrix) -> None:
        """Add rows in one commit; the first of each argument belongs to the first row."""
        import pyarrow as pa

        vectors = pa.FixedSizeListArray.from_arrays(pa.array(matrix.ravel()), self._dimensions)
        rows = zip(passages.tolist(), documents.tolist(), hashes, matrix, strict=True)
        row_hashes = pa.array([_row_hash(*row) for row in rows], pa.binary())
        columns = [pa.array(passages), pa.array(documents), pa.array(hashes), vectors, row_hashes]
        self._table.add(pa.Table.from_arrays(columns, schema=self._table.schema))
        self._tidy_many_versions()

    def delete(self, passages: Iterable[int]) -> None:
        """Delete the rows of these passages; their vectors stay in the files for a while."""
        self._table.delete(f"passage_id IN ({listed(passages)})")
        self._tidy_many_versions()

    def write_without(self, documents: Iterable[int]) -> None:
        """Rewrite all rows but these documents', in one commit; ``tidy`` deletes old files and partitions.

        LanceDB marks deleted rows and keeps their bytes while under a tenth of a file is deleted.
        """
        kept = self._table.search().where(f"document_id NOT IN ({listed(documents)})").to_batches()
        self._table.add(kept, mode="overwrite")

    def tidy(self) -> None:
        """Join small fragments and delete old versions at once.

        Another program that reads an older version at this moment has to start over (``DenseIndex`` does).
        """
        self._table.optimize(cleanup_older_than=timedelta(milliseconds=1), delete_unverified=True)

    def _tidy_many_versions(self) -> None:
        if len(self.stamp()) > MOST_VERSIONS:
            self.tidy()

    def has_deleted_rows(self) -> bool:
        """Tell whether files hold rows that were deleted, as ``delete`` leaves them."""
        folder = self._versions.parent / "_deletions"
        return folder.is_dir() and any(folder.iterdir())

    def read(self, columns: Sequence[str] | None = None, condition: str = "") -> Iterator[Any]:
        """Yield the rows in order, or those that fulfil a condition in SQL, as record batches of pyarrow with
        these columns (None: all). No other column is read."""
        rows = self._table.search()
        rows = rows.where(condition) if condition else rows
        yield from (rows.select(list(columns)) if columns else rows).to_batches()

    def contents(self) -> Iterator[tuple[list[str], Matrix]]:
        """Yield text hashes and vectors of all rows of one version, ``READ_AT_ONCE`` at a time.

        They are asked for by their places. A scan reads ahead: of a million vectors 650 MiB were in memory.
        """
        snapshot = self._open()
        snapshot.checkout(snapshot.version)
        total = snapshot.count_rows()
        for first in range(0, total, READ_AT_ONCE):
            offsets = list(range(first, min(first + READ_AT_ONCE, total)))
            for batch in snapshot.take_offsets(offsets).to_arrow().combine_chunks().to_batches():
                yield self.intact(batch)

    def intact(self, batch: Any) -> tuple[list[str], Matrix]:
        """Return the text hashes and vectors of those rows of a batch with all columns that are as they were
        stored."""
        kept = batch.filter(self.are_intact(batch)) if batch.num_rows else batch
        return kept["text_hash"].to_pylist(), self.matrix(kept)

    def are_intact(self, batch: Any) -> NDArray[np.bool_]:
        """Return for each row of a batch with all columns whether it is as it was stored."""
        columns = (batch[name].to_pylist() for name in ("passage_id", "document_id", "text_hash"))
        stored = zip(*columns, self.matrix(batch), batch[_ROW_HASH].to_pylist(), strict=True)
        return np.array([_row_hash(*row) == row_hash for *row, row_hash in stored], np.bool_)

    def matrix(self, batch: Any) -> Matrix:
        """Return the vectors of a batch, shape (n, dimensions), without copying them."""
        flat = batch["vector"].flatten().to_numpy()
        return np.asarray(flat, np.float32).reshape(-1, self._dimensions)

    def vectors_at(self, rows: Sequence[int]) -> Matrix:
        """Return the vectors of rows by their places in the table, shape (n, dimensions)."""
        taken = self._table.take_offsets(list(rows)).select(["vector"]).to_arrow() if rows else None
        parts = [self.matrix(batch) for batch in taken.to_batches()] if taken else []
        return np.concatenate([np.empty((0, self._dimensions), np.float32), *parts])

    def behind(self) -> bool:
        """Tell whether so many rows are outside the partitions that searches on disk are slow."""
        return self._indexed_rows("vector") < INDEXED_SHARE * self.count()

    def partition(self) -> None:
        """Partition the vectors for searching on disk, from the start. Seconds for 100,000 rows.

        Partitions hold codes (RaBitQ; Gao and Long 2024), a twelfth of the vectors' size, or whole vectors
        where the codes would not fill bytes. The small fragments are joined first: joining them later would
        write the partitions a second time.
        """
        self.tidy()
        from lancedb.index import IvfFlat, IvfRq

        kind = IvfFlat if self._dimensions % 8 else IvfRq
        config = kind(distance_type="dot", num_partitions=self._partitions())
        self._table.create_index("vector", config=config, replace=True)
        write_atomically(self.folder / PROBES, json.dumps(self._share_needed()).encode())

    def index_hashes(self) -> None:
        """Index the text hashes where many rows are outside of their index; ``tidy`` adds new rows. A sixth
        of a second for 500,000.

        For a table with partitions: in another, ``tidy`` would join new rows to the others each time.
        """
        if self._indexed_rows("text_hash") < INDEXED_SHARE * self.count():
            from lancedb.index import BTree

            self._table.create_index("text_hash", config=BTree(), replace=True)

    def _indexed_rows(self, column: str) -> int:
        """Return the rows in the index of a column; none where there is no index."""
        names = [index.name for index in self._table.list_indices() if index.columns == [column]]
        stats = self._table.index_stats(names[0]) if names else None
        return int(stats.num_indexed_rows) if stats is not None else 0

    def _partitions(self) -> int:
        return max(1, self.count() // ROWS_PER_PARTITION)

    def reads_all(self) -> bool:
        """Tell whether a search compares with every row, and so finds all."""
        return self._share() >= 1.0

    def nearest(
        self, vector: Matrix, limit: int, part: float = 1.0, share: float | None = None
    ) -> list[tuple[int, float]]:
        """Return each passage once with its best cosine, best first; up to ``limit`` of them.

        Approximate where there are partitions; each cosine is exact. ``part`` says what part ``limit`` is of
        the passages wanted of several tables: so many fewer rows are read whole. ``share`` of the partitions
        is probed, by default the measured one; with all of them the search is exact.
        """
        share = self._share() if share is None else share
        if share >= 1.0:
            return self.nearest_exact(vector, limit)
        query = self._table.search(vector, vector_column_name="vector").distance_type("dot")
        query = query.nprobes(self._probe_count(share)).select(["passage_id", "_distance"])
        least_factor, rows = max(RESCORED_OF_PART, round(RESCORED * part)), ROWS_FIRST * limit
        while True:  # until enough passages are among the rows, or no more rows come
            factor = max(least_factor, round(LEAST_RESCORED * part / rows))
            hits = query.refine_factor(factor).limit(rows).to_arrow()
            best: dict[int, float] = {}
            ids, distances = hits["passage_id"].to_pylist(), hits["_distance"].to_pylist()
            for id_, distance in zip(ids, distances, strict=True):
                best.setdefault(int(id_), 1.0 - float(distance))
            if len(best) >= limit or len(hits) < rows:
                return list(best.items())[:limit]
            rows *= 2

    def nearest_exact(self, vector: Matrix, limit: int, condition: str = "") -> list[tuple[int, float]]:
        """Return what ``nearest`` does, by comparing with each row that fulfils a condition: 20 ms, and a
        second for a million such rows. Near the rows of few documents, partitions may hold too few of them,
        and LanceDB's own filter reads all vectors."""
        ids, scores = [np.empty(0, np.int64)], [np.empty(0, np.float32)]
        for batch in self.read(["passage_id", "vector"], condition):
            ids.append(batch["passage_id"].to_numpy())
            scores.append(self.matrix(batch) @ vector)
        return best_of_each(np.concatenate(scores), np.concatenate(ids), limit)

    def passages_and_vectors(self) -> Iterator[tuple[Numbers, Matrix]]:
        """Yield passages and vectors of all rows, some thousands at a time."""
        for batch in self.read(["passage_id", "vector"]):
            yield batch["passage_id"].to_numpy(), self.matrix(batch)

    def _share_needed(self) -> float:
        """Return the smallest share of partitions that finds enough, for queries between two passages each.

        A stored passage is in the middle of its own partition and would be found too easily. Of the shares
        that come to the same number of partitions only the smallest is tried; all of them find everything.
        """
        stored = self.vectors_at(spread(self.count(), 2 * TRIALS))
        halves = np.array_split(stored, 2)
        queries = halves[0][: len(halves[1])] + 0.7 * halves[1]
        queries /= np.maximum(np.linalg.norm(queries, axis=1, keepdims=True), 1e-12)
        passages = np.concatenate([ids for ids, _ in self.passages_and_vectors()] or [np.empty(0, np.int64)])
        least = tenth_best(queries, self.passages_and_vectors(), most_rows(passages))
        expected = len(queries) * min(NEAREST, len(np.unique(passages)))
        smallest: dict[int, float] = {self._probe_count(share): share for share in reversed(SHARES[:-1])}
        for share in sorted(smallest.values()):
            can_find = expected
            for query, enough in zip(queries, least, strict=True):
                hits = found_of(self.nearest(query, NEAREST, share=share), enough)
                can_find -= expected // len(queries) - hits
                if can_find < LEAST_RECALL * expected:
                    break
            else:
                return share
        return SHARES[-1]

    def _share(self) -> float:
        try:
            return min(max(float(read_json(self.folder / PROBES, _PROBES_BYTES)), 0.0), 1.0)
        except (OSError, ValueError, TypeError, OverflowError):
            return UNMEASURED

    def _probe_count(self, share: float) -> int:
        return max(LEAST_PROBES, round(share * self._partitions()))


def _row_hash(passage: int, document: int, text_hash: str, vector: Matrix) -> bytes:
    row = f"{passage} {document} {text_hash} ".encode() + vector.astype("<f4", copy=False).tobytes()
    return hashlib.blake2b(row, digest_size=16).digest()


def listed(values: Iterable[int]) -> str:
    """Return numbers as a list in SQL, which has at least one."""
    return ",".join(str(int(value)) for value in values) or "-1"
