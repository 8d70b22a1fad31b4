"""One LanceDB table of vectors on disk: the only module that talks to LanceDB.

Every change is a new version of the table; ``tidy`` joins small pieces and deletes what older versions alone
used, and is called whenever versions have piled up, so that disk use stays near the size of the rows.
LanceDB works on local folders without any network; its import takes over a second and is done on first need.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

TABLE = "passages"
MOST_VERSIONS = 48
"""Changes before a table is tidied without being asked."""
ROWS_PER_PARTITION = 1000
PROBED_SHARE = 0.25
"""The share of the partitions that a search looks into. On 200,000 clustered vectors 20 % gave recall@10 of
1.0 and 12 % gave 0.98, in 7 ms both."""
TRAINED_SHARE = 0.8
"""With less than this share of the rows in partitions they are made anew; other rows are searched flat."""


class Lance:
    """A table in a folder. Writers must be serialised by the caller; readers are any threads."""

    def __init__(self, folder: Path, dimensions: int) -> None:
        """Open, or make in an empty folder. Raises what LanceDB does: ValueError, OSError, RuntimeError."""
        import lancedb

        self._dimensions = dimensions
        self._versions = folder / f"{TABLE}.lance" / "_versions"
        database = lancedb.connect(str(folder))
        if self._versions.exists():
            self._table: Any = database.open_table(TABLE)
        else:
            self._table = database.create_table(TABLE, schema=self._schema())

    def stamp(self) -> frozenset[str]:
        """Changes with every change to the table, by whatever program: the names of its versions."""
        return frozenset(path.name for path in self._versions.iterdir())

    def latest(self) -> None:
        """See what other programs have changed."""
        self._table.checkout_latest()

    def count(self) -> int:
        return int(self._table.count_rows())

    def add(
        self,
        passages: NDArray[np.int64],
        documents: NDArray[np.int64],
        hashes: Sequence[str],
        matrix: NDArray[np.float32],
    ) -> None:
        """Rows in one commit; the matrix has one row for each passage."""
        import pyarrow as pa

        vectors = pa.FixedSizeListArray.from_arrays(pa.array(matrix.ravel()), self._dimensions)
        columns = [pa.array(passages), pa.array(documents), pa.array(hashes), vectors]
        self._table.add(pa.Table.from_arrays(columns, schema=self._schema()))
        if self._piled_up():
            self.tidy()

    def delete(self, passages: Iterable[int]) -> None:
        """The rows of these passages; their vectors stay in the files for a while."""
        self._table.delete(f"passage_id IN ({_listed(passages)})")
        if self._piled_up():
            self.tidy()

    def holds(self, documents: Iterable[int]) -> bool:
        """Whether some row is of these documents."""
        return int(self._table.count_rows(f"document_id IN ({_listed(documents)})")) > 0

    def write_without(self, documents: Iterable[int]) -> None:
        """Write all rows anew but these documents', in one commit; old files go by ``tidy``, partitions too.

        LanceDB marks deleted rows and keeps their bytes while under a tenth of a file is deleted.
        """
        kept = self._table.search().where(f"document_id NOT IN ({_listed(documents)})").to_batches()
        self._table.add(kept, mode="overwrite")

    def tidy(self) -> None:
        """Join small pieces and delete old versions at once.

        Another program that reads an older version at this moment has to start over (``DenseIndex`` does).
        """
        self._table.optimize(cleanup_older_than=timedelta(milliseconds=1), delete_unverified=True)

    def column(self, name: str) -> Any:
        """All of a column in row order, as a pyarrow.ChunkedArray."""
        return self._table.search().select([name]).to_arrow()[name]

    def numbers(self, name: str) -> NDArray[np.int64]:
        """An integer column, shape (rows,)."""
        return np.asarray(self.column(name).to_numpy(), np.int64)

    def all_rows(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
        """Passage ids, document ids and vectors of one and the same version: (n,), (n,), (n, dimensions)."""
        found = self._table.search().select(["passage_id", "document_id", "vector"]).to_arrow()
        matrix = self._matrix(found["vector"])
        return found["passage_id"].to_numpy(), found["document_id"].to_numpy(), matrix

    def contents(self) -> tuple[list[str], NDArray[np.float32]]:
        """Text hashes and vectors of one and the same version: n of them, (n, dimensions)."""
        found = self._table.search().select(["text_hash", "vector"]).to_arrow()
        return found["text_hash"].to_pylist(), self._matrix(found["vector"])

    def with_hashes(self, hashes: Collection[str]) -> dict[str, NDArray[np.float32]]:
        """One vector for each of the hashes (hexadecimal digits) that some row has."""
        quoted = ",".join(f"'{value}'" for value in hashes if value.isalnum())
        if not quoted:
            return {}
        found = (
            self._table.search().where(f"text_hash IN ({quoted})").select(["text_hash", "vector"]).to_arrow()
        )
        return dict(zip(found["text_hash"].to_pylist(), self._matrix(found["vector"]), strict=True))

    # --- searching on disk -----------------------------------------------------------------------

    def partition(self) -> None:
        """Prepare searching on disk, where it was not or has fallen behind. Minutes for millions of rows.

        The small pieces are joined first: joining them later would write the partitions a second time.
        """
        from lancedb.index import IvfFlat

        total = self.count()
        if self._trained_rows() >= TRAINED_SHARE * total:
            return
        self.tidy()
        config = IvfFlat(distance_type="dot", num_partitions=self._partitions(total))
        self._table.create_index("vector", config=config, replace=True)

    def nearest(
        self, vector: NDArray[np.float32], documents: Collection[int] | None, limit: int
    ) -> list[tuple[int, float]]:
        """Passage ids and cosines, best first. Approximate where partitions are there and no filter is set.

        A filter is applied before the search and that is exact: near the few documents that pass, partitions
        may hold too few of their passages.
        """
        query = self._table.search(vector, vector_column_name="vector").distance_type("dot").limit(limit)
        if documents is None:
            query = query.nprobes(max(20, round(PROBED_SHARE * self._partitions(self.count()))))
        else:
            query = query.bypass_vector_index().where(
                f"document_id IN ({_listed(documents)})", prefilter=True
            )
        found = query.select(["passage_id", "_distance"]).to_arrow()
        pairs = zip(found["passage_id"].to_pylist(), found["_distance"].to_pylist(), strict=True)
        return [(int(id_), 1.0 - float(distance)) for id_, distance in pairs]

    # --- inside ----------------------------------------------------------------------------------

    def _schema(self) -> Any:
        import pyarrow as pa

        vector = pa.list_(pa.float32(), self._dimensions)
        columns = {
            "passage_id": pa.int64(),
            "document_id": pa.int64(),
            "text_hash": pa.string(),
            "vector": vector,
        }
        return pa.schema(list(columns.items()))

    def _matrix(self, column: Any) -> NDArray[np.float32]:
        chunks = [chunk.flatten().to_numpy(zero_copy_only=True) for chunk in column.chunks]
        flat = np.concatenate(chunks) if chunks else np.empty(0, np.float32)
        return np.asarray(flat, np.float32).reshape(-1, self._dimensions)

    def _piled_up(self) -> bool:
        return len(self.stamp()) > MOST_VERSIONS

    def _partitions(self, rows: int) -> int:
        return max(1, rows // ROWS_PER_PARTITION)

    def _trained_rows(self) -> int:
        names = [index.name for index in self._table.list_indices() if index.columns == ["vector"]]
        stats = self._table.index_stats(names[0]) if names else None
        return int(stats.num_indexed_rows) if stats is not None else 0


def _listed(values: Iterable[int]) -> str:
    return ",".join(str(int(value)) for value in values) or "-1"
