"""One LanceDB table of vectors on disk: the only module that uses LanceDB. ``lance_tables`` has several.

Every change is a new version of the table; ``tidy`` joins small fragments and deletes files that only older
versions used, and is called whenever versions have piled up, so that disk use stays near the size of the
rows. LanceDB works on local folders without any network; it is imported on first need (``lancedb_import``).
Each row has a hash of itself (``row_hash``), so that a vector that was altered on the disk is detected and
never used again.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from briefbank.embedding.exact_neighbours import ROWS_FIRST, best_of_each, mean_direction
from briefbank.embedding.lancedb_import import import_lancedb
from briefbank.embedding.recall import NEAREST, found_of, most_rows, spread, tenth_best
from briefbank.files import read_json, write_atomically
from briefbank.storage.memory import MEANING_BYTES, refuse_small_address_space

TABLE = "passages"
MOST_VERSIONS = 48
"""The versions after which a table is tidied without being asked."""
ROWS_PER_PARTITION = 1000
SHARES = (0.06, 0.125, 0.2, 0.3, 0.5, 1.0)
"""The shares of the partitions that a search may probe. The smallest share that finds enough is measured each
time the partitions are made; vectors without clusters need all of them, and are then searched exactly. Of a
million vectors as clustered as real ones, real queries found with shares of 0.04, 0.08, 0.125, 0.2 and 0.4
these parts of their ten nearest: 0.895, 0.953, 0.978, 0.993, 0.997. With 0.2 the bytes read are 0.8 % of
those of all vectors."""
RESCORED = 10
"""The rows of which whole vectors are read for each row wanted. Partitions hold a code of one bit for each
dimension, which only says which rows these should be."""
RESCORED_OF_PART = 3
"""The least such rows where a table is one of several: a row that is among the nearest of all is further to
the front in its own table. Of five million clustered vectors in ten tables 3, 5 and 10 found 0.994, 0.997 and
0.998 of the ten nearest, for 270, 330 and 460 ms of processor time on a busy computer."""
LEAST_RESCORED = 1_000
"""The least such rows. Of five million clustered vectors a share of 0.125 found 0.980, 0.993 and 0.995 of the
ten nearest when 200, 800 and 2,000 were read; a search of so many takes a few milliseconds more."""
UNMEASURED = 0.25
"""The share for partitions whose measurement cannot be read."""
LEAST_PROBES = 20
LEAST_RECALL = 0.99
"""The required recall of the ten nearest passages to each of ``TRIALS``, the 0.99 that a library is held to.
The trials lie between two passages. Of 400,000 clustered vectors shares of 0.125, 0.2 and 0.3 found 0.981,
0.993 and 1.0 of theirs, and 0.963, 0.984 and 0.990 of those of 188 real queries."""
TRIALS = 100
PROBES = "probes.json"
_PROBES_BYTES = 100
_VERSION_SUFFIX = ".manifest"
_VERSION_BYTES = 1 << 26
"""The largest file that lists the files of a version: some hundred bytes for each, and files are merged again
and again."""
READ_AT_ONCE = 4096
"""The rows in memory of a table that is read whole."""
ROW_HASH = "row_hash"
_HASH_INDEX = "BTree"
TRAINED_SHARE = 0.8
"""The share of rows in partitions below which they are made anew; other rows are searched flat."""
INDEXED_SHARE = 0.8
"""The share of rows in the index of text hashes below which it is made anew; others' hashes are read."""
MOST_LISTED = 4096
"""The most passages asked for by their numbers, rather than among the numbers of all rows."""


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
        refuse_small_address_space(MEANING_BYTES)
        database = import_lancedb().connect(str(self.folder))
        if not self._versions.exists():
            return database.create_table(TABLE, schema=self._schema())
        self._refuse_huge_versions()
        table = database.open_table(TABLE)
        if table.schema.names != self._schema().names:
            raise ValueError("columns")
        return table

    def _refuse_huge_versions(self) -> None:
        """Raise ValueError for an implausibly large version file; LanceDB reads it into memory whole."""
        if any(path.stat().st_size > _VERSION_BYTES for path in self._versions.iterdir()):
            raise ValueError("version")

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
        columns = [pa.array(passages), pa.array(documents), pa.array(hashes), vectors]
        rows = zip(passages.tolist(), documents.tolist(), hashes, matrix, strict=True)
        columns.append(pa.array([_row_hash(*row) for row in rows], pa.binary()))
        self._table.add(pa.Table.from_arrays(columns, schema=self._table.schema))
        if self._has_many_versions():
            self.tidy()

    def delete(self, passages: Iterable[int]) -> None:
        """Delete the rows of these passages; their vectors stay in the files for a while."""
        self._table.delete(f"passage_id IN ({_listed(passages)})")
        if self._has_many_versions():
            self.tidy()

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

    def has_deleted_rows(self) -> bool:
        """Tell whether files hold rows that were deleted, as ``delete`` leaves them."""
        folder = self._versions.parent / "_deletions"
        return folder.is_dir() and any(folder.iterdir())

    def column(self, name: str) -> Any:
        """Return a whole column in row order, as a pyarrow.ChunkedArray."""
        return self._table.search().select([name]).to_arrow()[name]

    def numbers(self, name: str) -> NDArray[np.int64]:
        """Return an integer column, shape (rows,)."""
        return np.asarray(self.column(name).to_numpy(), np.int64)

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
        moment = self._open()
        moment.checkout(moment.version)
        rows = moment.count_rows()
        for first in range(0, rows, READ_AT_ONCE):
            places = list(range(first, min(first + READ_AT_ONCE, rows)))
            found = self._intact(moment.take_offsets(places).to_arrow())
            yield found["text_hash"].to_pylist(), self._matrix(found["vector"])

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
        held: dict[int, set[str]] = {}
        for id_, value in zip(ids[rows].tolist(), hashes.take(rows).to_pylist(), strict=True):
            held.setdefault(id_, set()).add(value)
        return held

    # --- searching on disk -----------------------------------------------------------------------

    def behind(self) -> bool:
        """Tell whether so many rows are outside the partitions, or these are of another kind, that searches
        on disk are slow."""
        return self._indexed_rows("vector", self._index_kind().__name__) < TRAINED_SHARE * self.count()

    def partition(self) -> None:
        """Partition the vectors for searching on disk, from the start. Seconds for 100,000 rows.

        The small fragments are joined first: joining them later would write the partitions a second time.
        """
        self.tidy()
        config = self._index_kind()(distance_type="dot", num_partitions=self._partitions(self.count()))
        self._table.create_index("vector", config=config, replace=True)
        write_atomically(self._probes, json.dumps(self._share_needed()).encode())

    def lacks_hashes(self) -> bool:
        """Tell whether so many rows are outside the index of text hashes that ``with_hashes`` is slow."""
        return self._indexed_rows("text_hash", _HASH_INDEX) < INDEXED_SHARE * self.count()

    def index_hashes(self) -> None:
        """Index the text hashes, from the start; ``tidy`` adds new rows. A sixth of a second for 500,000.

        For a table with partitions: in another, ``tidy`` would join new rows to the others each time.
        """
        from lancedb.index import BTree

        self._table.create_index("text_hash", config=BTree(), replace=True)

    def nearest(self, vector: NDArray[np.float32], limit: int, part: float = 1.0) -> list[tuple[int, float]]:
        """Return each passage once with its best cosine, best first; up to ``limit`` of them.

        Approximate where there are partitions; each cosine is exact. ``part`` says what part ``limit`` is of
        the passages wanted of several tables: so many fewer rows are read whole.
        """
        return self._nearest_in_share(vector, self._share(), limit, part)

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
            yield batch["passage_id"].to_numpy(), self._batch_matrix(batch)

    def _nearest_in_share(
        self, vector: NDArray[np.float32], share: float, limit: int, part: float = 1.0
    ) -> list[tuple[int, float]]:
        """Search as ``nearest`` does, in this share of the partitions; exactly, in all of them."""
        if share >= 1.0:
            return self._nearest_exact(vector, limit)
        query = self._table.search(vector, vector_column_name="vector").distance_type("dot")
        probes, least = self._probe_count(share), LEAST_RESCORED * part
        each = max(RESCORED_OF_PART, round(RESCORED * part))
        return self._best_passages(
            lambda rows: query.nprobes(probes).refine_factor(max(each, round(least / rows))), limit
        )

    def _nearest_exact(
        self, vector: NDArray[np.float32], limit: int, condition: str | None = None
    ) -> list[tuple[int, float]]:
        """Compare with each row that fulfils a condition: 20 ms, and a second for a million such rows."""
        rows = self._table.search().select(["passage_id", "vector"])
        ids, scores = [np.empty(0, np.int64)], [np.empty(0, np.float32)]
        for batch in (rows.where(condition) if condition else rows).to_batches():
            ids.append(batch["passage_id"].to_numpy())
            scores.append(self._batch_matrix(batch) @ vector)
        return best_of_each(np.concatenate(scores), np.concatenate(ids), limit)

    @staticmethod
    def _best_passages(make_query: Callable[[int], Any], limit: int) -> list[tuple[int, float]]:
        """Return the first ``limit`` passages among the rows that a query for so many finds, with their best
        cosines.

        More rows are fetched until that many passages are among them, or no more rows come.
        """
        rows = ROWS_FIRST * limit
        while True:
            found = make_query(rows).limit(rows).select(["passage_id", "_distance"]).to_arrow()
            ids, distances = found["passage_id"].to_pylist(), found["_distance"].to_pylist()
            best: dict[int, float] = {}
            for id_, distance in zip(ids, distances, strict=True):
                best.setdefault(int(id_), 1.0 - float(distance))
            if len(best) >= limit or len(ids) < rows:
                return list(best.items())[:limit]
            rows *= 2

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
        wanted = len(queries) * min(NEAREST, len(np.unique(passages)))
        smallest = {self._probe_count(share): share for share in reversed(SHARES[:-1])}
        shares = sorted(smallest.values())
        return next((s for s in shares if self._finds_enough(queries, least, s, wanted)), SHARES[-1])

    def _finds_enough(
        self, queries: NDArray[np.float32], least: NDArray[np.float32], share: float, wanted: int
    ) -> bool:
        """Tell whether a share finds ``LEAST_RECALL`` of what is wanted; asks no further once it cannot."""
        can_find = wanted
        for query, enough in zip(queries, least, strict=True):
            found = found_of(self._nearest_in_share(query, share, NEAREST), enough)
            can_find -= wanted // len(queries) - found
            if can_find < LEAST_RECALL * wanted:
                return False
        return True

    def _share(self) -> float:
        try:
            return min(max(float(read_json(self._probes, _PROBES_BYTES)), 0.0), 1.0)
        except (OSError, ValueError, TypeError, OverflowError):
            return UNMEASURED

    def _probe_count(self, share: float) -> int:
        return max(LEAST_PROBES, round(share * self._partitions(self.count())))

    # --- internals -------------------------------------------------------------------------------

    def _schema(self) -> Any:
        import pyarrow as pa

        vector = pa.list_(pa.float32(), self._dimensions)
        columns = {
            "passage_id": pa.int64(),
            "document_id": pa.int64(),
            "text_hash": pa.string(),
            "vector": vector,
            ROW_HASH: pa.binary(),
        }
        return pa.schema(list(columns.items()))

    def _intact(self, rows: Any) -> Any:
        """Return those of the rows, a pyarrow.Table with all columns, that are as they were stored."""
        return rows.filter(self._is_intact(rows)) if len(rows) else rows

    def _is_intact(self, rows: Any) -> NDArray[np.bool_]:
        """Tell for each row of a table or batch whether it is as it was stored."""
        columns = (rows[name].to_pylist() for name in ("passage_id", "document_id", "text_hash", ROW_HASH))
        passages, documents, hashes, known = columns
        vectors = rows["vector"]
        chunks = getattr(vectors, "chunks", [vectors])
        matrix = np.concatenate([chunk.flatten().to_numpy() for chunk in chunks])
        each = zip(passages, documents, hashes, matrix.reshape(-1, self._dimensions), known, strict=True)
        return np.array([_row_hash(*row) == said for *row, said in each], np.bool_)

    def _matrix(self, column: Any) -> NDArray[np.float32]:
        chunks = [chunk.flatten().to_numpy(zero_copy_only=True) for chunk in column.chunks]
        flat = np.concatenate(chunks) if chunks else np.empty(0, np.float32)
        return np.asarray(flat, np.float32).reshape(-1, self._dimensions)

    def _batch_matrix(self, batch: Any) -> NDArray[np.float32]:
        flat = np.asarray(batch["vector"].flatten().to_numpy(), np.float32)
        return flat.reshape(-1, self._dimensions)

    def _has_many_versions(self) -> bool:
        return len(self.stamp()) > MOST_VERSIONS

    def _partitions(self, rows: int) -> int:
        return max(1, rows // ROWS_PER_PARTITION)

    def _index_kind(self) -> Any:
        """Return the kind of partitions: of codes (RaBitQ; Gao and Long 2024), a twelfth of the vectors'
        size; of whole vectors where the codes would not fill bytes."""
        from lancedb.index import IvfFlat, IvfRq

        return IvfFlat if self._dimensions % 8 else IvfRq

    def _indexed_rows(self, column: str, kind: str) -> int:
        """Return the rows in the index of a column; none where there is no index of this kind."""
        indices = [each for each in self._table.list_indices() if each.columns == [column]]
        names = [each.name for each in indices if each.index_type == kind]
        stats = self._table.index_stats(names[0]) if names else None
        return int(stats.num_indexed_rows) if stats is not None else 0


def _row_hash(passage: int, document: int, text_hash: str, vector: NDArray[np.float32]) -> bytes:
    said = f"{passage} {document} {text_hash} ".encode() + vector.astype("<f4", copy=False).tobytes()
    return hashlib.blake2b(said, digest_size=16).digest()


def _listed(values: Iterable[int]) -> str:
    return ",".join(str(int(value)) for value in values) or "-1"
