"""One LanceDB table of vectors on disk: the only module that uses LanceDB. ``lance_tables`` has several.

Every change is a new version of the table; ``tidy`` joins small fragments and deletes files that only older
versions used, and is called whenever versions have piled up, so that disk use stays near the size of the
rows. LanceDB works on local folders without any network; it is imported on first need (``lancedb_import``).
Each row has a hash of itself (``row_hash``), so that a vector that was altered on the disk is detected and
never used again.

**Searching on disk.** Vectors are put into partitions, which hold a code of one bit for each dimension. A
search probes a share of the partitions, which says which rows are near, and then reads the whole vectors of
the nearest. The smallest share that finds enough is measured each time the partitions are made, for queries
that lie between two passages; vectors without clusters need all of them, and are then searched exactly.
Measured with clustered vectors, as real ones are, the parts of the ten nearest that were found:

    a million, real queries, shares of 0.04, 0.08, 0.125, 0.2, 0.4      0.895, 0.953, 0.978, 0.993, 0.997
    400,000, shares of 0.125, 0.2, 0.3: of the measuring queries        0.981, 0.993, 1.0
                                        of 188 real queries             0.963, 0.984, 0.990
    five million, share 0.125, 200, 800, 2,000 vectors read             0.980, 0.993, 0.995
    five million in ten tables, 3, 5, 10 vectors read a row wanted      0.994, 0.997, 0.998

The last took 270, 330 and 460 ms of processor time: a row among the nearest of all is further to the front
in its own table, so fewer are read of each. With a share of 0.2 the bytes read are 0.8 % of those of all
vectors.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
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
    mean_direction,
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
MOST_LISTED = 4096
"""The most passages asked for by their numbers, rather than among the numbers of all rows."""
ROW_HASH = "row_hash"
_VERSION_SUFFIX = ".manifest"
_VERSION_BYTES = 1 << 26
"""The largest file that lists the files of a version: some hundred bytes for each, and files are merged again
and again."""

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
TRAINED_SHARE = 0.8
"""The share of rows in partitions below which they are made anew; other rows are searched flat."""
INDEXED_SHARE = 0.8
"""The share of rows in the index of text hashes below which it is made anew; others' hashes are read."""
PROBES = "probes.json"
_PROBES_BYTES = 100


class Lance:
    """A table in a folder. Writers must be serialised by the caller; readers may be any threads.

    It is opened, and LanceDB imported, by the first method that needs more than ``stamp``; in an empty folder
    it is made. Methods raise ShortOfMemory, and what LanceDB does: ValueError, OSError, RuntimeError.
    """

    def __init__(self, folder: Path, dimensions: int) -> None:
        self.folder = folder
        self._dimensions = dimensions
        self._probes = folder / PROBES
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
            ROW_HASH: pa.binary(),
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

    def count(self) -> int:
        return int(self._table.count_rows())

    def add(
        self,
        passages: NDArray[np.int64],
        documents: NDArray[np.int64],
        hashes: Sequence[str],
        matrix: NDArray[np.float32],
    ) -> None:
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
        self._table.delete(f"passage_id IN ({_listed(passages)})")
        self._tidy_many_versions()

    def holds(self, documents: Iterable[int]) -> bool:
        """Tell whether some row belongs to these documents."""
        return int(self._table.count_rows(f"document_id IN ({_listed(documents)})")) > 0

    def write_without(self, documents: Iterable[int]) -> None:
        """Rewrite all rows but these documents', in one commit; ``tidy`` deletes old files and partitions.

        LanceDB marks deleted rows and keeps their bytes while under a tenth of a file is deleted.
        """
        kept = self._table.search().where(f"document_id NOT IN ({_listed(documents)})").to_batches()
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

    def numbers(self, name: str) -> NDArray[np.int64]:
        """Return an integer column in row order, shape (rows,)."""
        return np.asarray(self._table.search().select([name]).to_arrow()[name].to_numpy(), np.int64)

    def present(self, passages: Collection[int]) -> list[int]:
        """Return those of the passages that have a row. Reads no other column: 15 ms for a million rows."""
        if len(passages) > MOST_LISTED:
            ids = self.numbers("passage_id")
            return [int(id_) for id_ in np.unique(ids[np.isin(ids, np.fromiter(passages, np.int64))])]
        found = self._table.search().where(f"passage_id IN ({_listed(passages)})").select(["passage_id"])
        return [int(id_) for id_ in np.unique(found.to_arrow()["passage_id"].to_numpy())]

    def all_rows(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
        """Return passage ids, document ids and vectors of one version: (n,), (n,), (n, dimensions)."""
        found = self._table.search().select(["passage_id", "document_id", "vector"]).to_arrow()
        matrix = self._matrix(found["vector"])
        return found["passage_id"].to_numpy(), found["document_id"].to_numpy(), matrix

    def contents(self) -> Iterator[tuple[list[str], NDArray[np.float32]]]:
        """Yield text hashes and vectors of all rows of one version, ``READ_AT_ONCE`` at a time.

        They are asked for by their places. A scan reads ahead: of a million vectors 650 MiB were in memory.
        """
        snapshot = self._open()
        snapshot.checkout(snapshot.version)
        total = snapshot.count_rows()
        for first in range(0, total, READ_AT_ONCE):
            offsets = list(range(first, min(first + READ_AT_ONCE, total)))
            rows = self._intact(snapshot.take_offsets(offsets).to_arrow())
            yield rows["text_hash"].to_pylist(), self._matrix(rows["vector"])

    def passages(self) -> Iterator[NDArray[np.int64]]:
        """Yield the passages of all rows of one version, some thousands at a time."""
        for batch in self._table.search().select(["passage_id"]).to_batches():
            yield batch["passage_id"].to_numpy()

    def damaged(self) -> set[int]:
        """Return the passages with a row that is not as it was stored."""
        found: set[int] = set()
        for batch in self._table.search().to_batches():
            ids = batch["passage_id"].to_numpy()
            found.update(ids[~self._is_intact(batch)].tolist())
        return found

    def with_hashes(self, hashes: Collection[str]) -> dict[str, NDArray[np.float32]]:
        """Return one vector for each of the hashes (hexadecimal digits) that some row has.

        Reads all hashes, or a part of them and those of new rows where ``index_hashes`` was called.
        """
        quoted = ",".join(f"'{value}'" for value in hashes if value.isalnum())
        if not quoted:
            return {}
        found = self._intact(self._table.search().where(f"text_hash IN ({quoted})").to_arrow())
        return dict(zip(found["text_hash"].to_pylist(), self._matrix(found["vector"]), strict=True))

    def of_documents(self, documents: Collection[int]) -> dict[str, NDArray[np.float32]]:
        """Return the vectors of documents by the hashes of their texts. Reads only their rows."""
        found = self._table.search().where(f"document_id IN ({_listed(documents)})").to_arrow()
        rows = self._intact(found)
        return dict(zip(rows["text_hash"].to_pylist(), self._matrix(rows["vector"]), strict=True))

    def hashes_of(self, passages: Collection[int]) -> dict[int, set[str]]:
        """Return the text hashes of all rows of each passage that has a row. Reads two columns."""
        if not passages:
            return {}
        found = self._table.search().select(["passage_id", "text_hash"]).to_arrow()
        ids, hashes = found["passage_id"].to_numpy(), found["text_hash"]
        rows = np.flatnonzero(np.isin(ids, np.fromiter(passages, np.int64)))
        by_passage: dict[int, set[str]] = {}
        for id_, value in zip(ids[rows].tolist(), hashes.take(rows).to_pylist(), strict=True):
            by_passage.setdefault(id_, set()).add(value)
        return by_passage

    # --- searching on disk -----------------------------------------------------------------------

    def behind(self) -> bool:
        """Tell whether so many rows are outside the partitions that searches on disk are slow."""
        return self._indexed_rows("vector") < TRAINED_SHARE * self.count()

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
        write_atomically(self._probes, json.dumps(self._share_needed()).encode())

    def lacks_hashes(self) -> bool:
        """Tell whether so many rows are outside the index of text hashes that ``with_hashes`` is slow."""
        return self._indexed_rows("text_hash") < INDEXED_SHARE * self.count()

    def index_hashes(self) -> None:
        """Index the text hashes, from the start; ``tidy`` adds new rows. A sixth of a second for 500,000.

        For a table with partitions: in another, ``tidy`` would join new rows to the others each time.
        """
        from lancedb.index import BTree

        self._table.create_index("text_hash", config=BTree(), replace=True)

    def nearest(
        self, vector: NDArray[np.float32], limit: int, part: float = 1.0, share: float | None = None
    ) -> list[tuple[int, float]]:
        """Return each passage once with its best cosine, best first; up to ``limit`` of them.

        Approximate where there are partitions; each cosine is exact. ``part`` says what part ``limit`` is of
        the passages wanted of several tables: so many fewer rows are read whole. ``share`` of the partitions
        is probed, by default the measured one; with all of them the search is exact.
        """
        share = self._share() if share is None else share
        if share >= 1.0:
            return self._nearest_exact(vector, limit)
        query = self._table.search(vector, vector_column_name="vector").distance_type("dot")
        query = query.nprobes(self._probe_count(share)).select(["passage_id", "_distance"])
        least_factor, rows = max(RESCORED_OF_PART, round(RESCORED * part)), ROWS_FIRST * limit
        while True:  # until enough passages are among the rows, or no more rows come
            factor = max(least_factor, round(LEAST_RESCORED * part / rows))
            hits = query.refine_factor(factor).limit(rows).to_arrow()
            best: dict[int, float] = {}
            for id_, distance in zip(
                hits["passage_id"].to_pylist(), hits["_distance"].to_pylist(), strict=True
            ):
                best.setdefault(int(id_), 1.0 - float(distance))
            if len(best) >= limit or len(hits) < rows:
                return list(best.items())[:limit]
            rows *= 2

    def nearest_of(
        self, vector: NDArray[np.float32], documents: Collection[int], limit: int
    ) -> list[tuple[int, float]]:
        """Return what ``nearest`` does, of these documents and exactly.

        Their rows are read and nothing else: near these, partitions may hold too few of their passages, and
        LanceDB's own filter reads all vectors.
        """
        return self._nearest_exact(vector, limit, f"document_id IN ({_listed(documents)})")

    def reads_all(self) -> bool:
        """Tell whether a search compares with every row, and so finds all."""
        return self._share() >= 1.0

    def vector_of(self, passage: int) -> NDArray[np.float32] | None:
        """Return the ``mean_direction`` of a passage's rows, shape (dimensions,); None without rows."""
        found = self._table.search().where(f"passage_id = {int(passage)}").select(["vector"]).to_arrow()
        return mean_direction(self._matrix(found["vector"]))

    def vectors_at(self, rows: Sequence[int]) -> NDArray[np.float32]:
        """Return the vectors of rows by their places in the table, shape (n, dimensions)."""
        if not rows:
            return np.empty((0, self._dimensions), np.float32)
        return self._matrix(self._table.take_offsets(list(rows)).select(["vector"]).to_arrow()["vector"])

    def batches(self) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32]]]:
        """Yield passages and vectors of all rows, some thousands at a time."""
        for batch in self._table.search().select(["passage_id", "vector"]).to_batches():
            yield batch["passage_id"].to_numpy(), self._matrix(batch["vector"])

    def _nearest_exact(
        self, vector: NDArray[np.float32], limit: int, condition: str | None = None
    ) -> list[tuple[int, float]]:
        """Compare with each row that fulfils a condition: 20 ms, and a second for a million such rows."""
        rows = self._table.search().select(["passage_id", "vector"])
        ids, scores = [np.empty(0, np.int64)], [np.empty(0, np.float32)]
        for batch in (rows.where(condition) if condition else rows).to_batches():
            ids.append(batch["passage_id"].to_numpy())
            scores.append(self._matrix(batch["vector"]) @ vector)
        return best_of_each(np.concatenate(scores), np.concatenate(ids), limit)

    # --- the share of partitions to probe --------------------------------------------------------

    def _share_needed(self) -> float:
        """Return the smallest share of partitions that finds enough, for queries between two passages each.

        A stored passage is in the middle of its own partition and would be found too easily. Of the shares
        that come to the same number of partitions only the smallest is tried; all of them find everything.
        """
        stored = self.vectors_at(spread(self.count(), 2 * TRIALS))
        halves = np.array_split(stored, 2)
        queries = halves[0][: len(halves[1])] + 0.7 * halves[1]
        queries /= np.maximum(np.linalg.norm(queries, axis=1, keepdims=True), 1e-12)
        passages = self.numbers("passage_id")
        least = tenth_best(queries, self.batches(), most_rows(passages))
        expected = len(queries) * min(NEAREST, len(np.unique(passages)))
        smallest = {self._probe_count(share): share for share in reversed(SHARES[:-1])}
        shares = sorted(smallest.values())
        return next((s for s in shares if self._finds_enough(queries, least, s, expected)), SHARES[-1])

    def _finds_enough(
        self, queries: NDArray[np.float32], least: NDArray[np.float32], share: float, expected: int
    ) -> bool:
        """Return whether a share finds ``LEAST_RECALL`` of what is expected. Stops once it cannot."""
        can_find = expected
        for query, enough in zip(queries, least, strict=True):
            found = found_of(self.nearest(query, NEAREST, share=share), enough)
            can_find -= expected // len(queries) - found
            if can_find < LEAST_RECALL * expected:
                return False
        return True

    def _share(self) -> float:
        try:
            return min(max(float(read_json(self._probes, _PROBES_BYTES)), 0.0), 1.0)
        except (OSError, ValueError, TypeError, OverflowError):
            return UNMEASURED

    def _probe_count(self, share: float) -> int:
        return max(LEAST_PROBES, round(share * self._partitions()))

    # --- internals -------------------------------------------------------------------------------

    def _intact(self, rows: Any) -> Any:
        """Return those of the rows, a pyarrow.Table with all columns, that are as they were stored."""
        return rows.filter(self._is_intact(rows)) if len(rows) else rows

    def _is_intact(self, rows: Any) -> NDArray[np.bool_]:
        """Return for each row of a table or batch whether it is as it was stored."""
        columns = (rows[name].to_pylist() for name in ("passage_id", "document_id", "text_hash"))
        stored = zip(*columns, self._matrix(rows["vector"]), rows[ROW_HASH].to_pylist(), strict=True)
        return np.array([_row_hash(*row) == row_hash for *row, row_hash in stored], np.bool_)

    def _matrix(self, vectors: Any) -> NDArray[np.float32]:
        """Return the vectors of a table (copied) or of a batch (not copied), shape (n, dimensions)."""
        if hasattr(vectors, "chunks"):
            chunks = [chunk.flatten().to_numpy() for chunk in vectors.chunks]
            flat = np.concatenate([np.empty(0, np.float32), *chunks])
        else:
            flat = vectors.flatten().to_numpy()
        return np.asarray(flat, np.float32).reshape(-1, self._dimensions)

    def _partitions(self) -> int:
        return max(1, self.count() // ROWS_PER_PARTITION)

    def _indexed_rows(self, column: str) -> int:
        """Return the rows in the index of a column; none where there is no index."""
        names = [index.name for index in self._table.list_indices() if index.columns == [column]]
        stats = self._table.index_stats(names[0]) if names else None
        return int(stats.num_indexed_rows) if stats is not None else 0


def _row_hash(passage: int, document: int, text_hash: str, vector: NDArray[np.float32]) -> bytes:
    row = f"{passage} {document} {text_hash} ".encode() + vector.astype("<f4", copy=False).tobytes()
    return hashlib.blake2b(row, digest_size=16).digest()


def _listed(values: Iterable[int]) -> str:
    return ",".join(str(int(value)) for value in values) or "-1"
