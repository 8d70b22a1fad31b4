"""The vectors of one library in LanceDB tables on disk: the only module that uses LanceDB.

*Processor.* The wheels of LanceDB, and of other native libraries around the vectors, need AVX2, FMA and F16C
(Intel's Haswell of 2013 and later, AMD's Excavator of 2015 and later). On an older one the first call ends
the program with an illegal instruction, so this is checked before any of them is imported.

*Changes.* Every change is a new version of a table; ``tidy`` joins small fragments and deletes files that
only older versions used. Each row has a hash of itself, so that a vector altered on the disk is never used.

*Several tables.* Removing a document from the disk means rewriting the table and partitions that hold it:
32 and 465 seconds of processor time for one table of five million vectors. Tables therefore have a bounded
size. Rows go into the smallest one, and into a new one where all are full; all rows of a passage are in one
table, so that the nearest passages are the best of the tables' nearest. The first table lies in the folder
itself.

*Searching on disk.* Vectors are put into partitions, with a code of one bit for each dimension. A search
probes a share of the partitions, and then reads the whole vectors of the nearest rows. Of a million clustered
vectors, shares of 0.08, 0.125, 0.2 and 0.4 found 0.953, 0.978, 0.993 and 0.997 of the ten nearest to real
queries. Of five million in ten tables, 3, 5 and 10 vectors read for each row wanted found
0.994, 0.997 and 0.998, for 270, 330 and 460 ms of processor time.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import platform
import re
import threading
import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from briefbank.embedding.vectors import HELPERS, ROWS_FIRST, best_of_each, mean_direction
from briefbank.errors import BriefBankError
from briefbank.files import delete, sync_folder
from briefbank.text.messages import NO_MESSAGE, Message, listed

NEEDED = {"AVX2": "AVX2", "FMA3": "FMA", "F16C": "F16C"}
"""The common names of the required features by NumPy's names."""
WHAT_TO_DO = Message("Search by words works. For search by meaning, open the library on a newer computer.")


def missing_features() -> Message:
    """Return a sentence on what the processor lacks; empty when it lacks nothing, or when that is unknown.

    NumPy asks the processor itself when it is imported, on every system. Its table has no public name.
    """
    if platform.machine().lower() not in {"x86_64", "amd64"}:
        return NO_MESSAGE
    try:
        table = importlib.import_module("numpy._core._multiarray_umath")
    except ImportError:  # another version of NumPy
        return NO_MESSAGE
    known: Mapping[str, bool] = getattr(table, "__cpu_features__", {})
    missing = [common for name, common in NEEDED.items() if not known.get(name, True)]
    if not missing:
        return NO_MESSAGE
    return Message(
        "Search by meaning needs a processor with {listed}, which the one in this computer lacks.",
        listed=listed(missing),
    )


def require_processor() -> None:
    """Raise BriefBankError in place of the illegal instruction that would follow."""
    if sentence := missing_features():
        raise BriefBankError(sentence, WHAT_TO_DO, detail="processor")


TABLE = "passages"
MOST_VERSIONS = 48  # The versions after which a table is tidied without being asked
READ_AT_ONCE = 4096  # The rows in memory of a table that is read whole
ROWS_PER_PARTITION = 1000
SHARE, LEAST_PROBES = 0.2, 20  # The partitions that a search probes: this share of them, and at least so many
RESCORED, RESCORED_OF_PART, LEAST_RESCORED = 10, 3, 1_000
"""Rows whose whole vectors are read: for each row wanted, the same in one of several tables, and at least."""
INDEXED_SHARE = 0.8
"""The share of rows in partitions below which these are rebuilt."""
_ROW_HASH = "row_hash"
_VERSION_SUFFIX = ".manifest"
_VERSION_BYTES = 1 << 26  # The largest list of a version's files, some hundred bytes for each

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
        os.environ.setdefault("LANCEDB_LOG", "error")  # its warnings would go to the terminal
        import lancedb

        database = lancedb.connect(str(self.folder))
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
        self._table.delete(f"passage_id IN ({_sql_list(passages)})")
        self._tidy_many_versions()

    def write_without(self, documents: Iterable[int]) -> None:
        """Rewrite all rows but these documents', in one commit; ``tidy`` deletes old files and partitions.

        LanceDB marks deleted rows and keeps their bytes while under a tenth of a file is deleted.
        """
        kept = self._table.search().where(f"document_id NOT IN ({_sql_list(documents)})").to_batches()
        self._table.add(kept, mode="overwrite")

    def tidy(self) -> None:
        """Join small fragments and delete old versions. Who reads one now starts over (``DenseIndex``)."""
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
        """Return text hashes and vectors of those rows of a batch with all columns that are as stored."""
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

    def behind(self) -> bool:
        """Tell whether so many rows are outside the partitions that searches on disk are slow."""
        names = [index.name for index in self._table.list_indices() if index.columns == ["vector"]]
        stats = self._table.index_stats(names[0]) if names else None
        return (stats.num_indexed_rows if stats is not None else 0) < INDEXED_SHARE * self.count()

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

    def _partitions(self) -> int:
        return max(1, self.count() // ROWS_PER_PARTITION)

    def nearest(self, vector: Matrix, limit: int, part: float = 1.0) -> list[tuple[int, float]]:
        """Return each passage once with its best cosine, best first; up to ``limit`` of them.

        Approximate where there are partitions; each cosine is exact. ``part`` says what part ``limit`` is of
        the passages wanted of several tables: so many fewer rows are read whole.
        """
        query = self._table.search(vector, vector_column_name="vector").distance_type("dot")
        probes = max(LEAST_PROBES, round(SHARE * self._partitions()))
        query = query.nprobes(probes).select(["passage_id", "_distance"])
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


def _row_hash(passage: int, document: int, text_hash: str, vector: Matrix) -> bytes:
    row = f"{passage} {document} {text_hash} ".encode() + vector.astype("<f4", copy=False).tobytes()
    return hashlib.blake2b(row, digest_size=16).digest()


def _sql_list(values: Iterable[int]) -> str:
    """Return numbers as a list in SQL, which has at least one."""
    return ",".join(str(int(value)) for value in values) or "-1"


MOST_ROWS = 500_000  # The rows with which a table is full
MOST_LISTED = 4096  # The most passages asked for by their numbers, rather than among the numbers of all rows
MARGIN, LEAST_ASKED = 2, 10
"""The passages first asked of each table, as a multiple of its part of those wanted, and at least."""
FULL_SHARE = 0.8
"""The share of the passages asked of a table that, when it is among the best of all, has more asked of it."""
_NAME, _DRAFT = "table-{}", "draft-{}"
_NUMBERED = re.compile(r"table-([1-9][0-9]{0,3})")
_pool = ThreadPoolExecutor(HELPERS + 1, thread_name_prefix="tables")


class LanceTables:
    """The tables in a folder. Writers must be serialised by the caller; readers may be any threads.

    Tables are opened when they are needed, as ``Lance`` says, and raise what it does.
    """

    def __init__(self, folder: Path, dimensions: int) -> None:
        self.folder = folder
        self._dimensions = dimensions
        self._tables = [Lance(path, dimensions) for path in self._folders()]

    def stamp(self) -> frozenset[str]:
        """Return the names of all tables' versions, which change with every change, by any program."""
        return frozenset(
            version if path == self.folder else f"{path.name}/{version}"
            for path in self._folders()
            for version in Lance(path, self._dimensions).stamp()
        )

    def _folders(self) -> list[Path]:
        """Return the folders of the tables, the first one's first."""
        numbered = {
            int(name[1]): path
            for path in self.folder.iterdir()
            if (name := _NUMBERED.fullmatch(path.name)) and path.is_dir() and not path.is_symlink()
        }
        return [self.folder, *(numbered[at] for at in sorted(numbered))]

    def is_tidy(self) -> bool:
        return all(table.is_tidy() for table in self._tables)

    def latest(self) -> None:
        known = {table.folder: table for table in self._tables}
        for table in known.values():
            table.latest()
        self._tables = [known.get(path) or Lance(path, self._dimensions) for path in self._folders()]

    def count(self) -> int:
        return sum(table.count() for table in self._tables)

    def add(self, passages: Numbers, documents: Numbers, hashes: Sequence[str], matrix: Matrix) -> None:
        """Add rows to one table in one commit; the first of each argument belongs to the first row."""
        smallest = min(self._tables, key=Lance.count)
        table = smallest if smallest.count() < MOST_ROWS else self._new_table()
        table.add(passages, documents, hashes, matrix)

    def _new_table(self) -> Lance:
        """Make an empty table under a temporary name and rename it when complete. Delete incomplete ones."""
        for incomplete in self.folder.glob(_DRAFT.format("*")):
            delete(incomplete)
        draft = self.folder / _DRAFT.format(uuid.uuid4().hex)
        draft.mkdir(mode=0o700)
        Lance(draft, self._dimensions).make()
        last = _NUMBERED.fullmatch(self._tables[-1].folder.name)
        path = self.folder / _NAME.format(int(last[1]) + 1 if last else 2)
        draft.rename(path)
        sync_folder(self.folder)
        table = Lance(path, self._dimensions)
        self._tables = [*self._tables, table]
        return table

    def delete(self, passages: Collection[int]) -> None:
        """Delete the rows of these passages; their vectors stay in the files for a while."""
        for table in self._tables:
            if _present(table, passages):
                table.delete(passages)

    def holds(self, documents: Collection[int]) -> bool:
        return any(table.count(f"document_id IN ({_sql_list(documents)})") for table in self._tables)

    def remove(self, documents: Collection[int]) -> None:
        """Write the tables anew that hold these documents, without them, and leave no byte of them.

        Rows that were replaced may lie in a table that holds no others of the same document, so a table with
        any is written anew. Such tables come first: after a stop ``holds`` says that there is more to do.
        """
        condition = f"document_id IN ({_sql_list(documents)})"
        concerned = {table.folder: table.count(condition) > 0 for table in self._tables}
        for table in sorted(self._tables, key=lambda table: concerned[table.folder]):
            if concerned[table.folder] or table.has_deleted_rows():
                table.write_without(documents)
            if not table.is_tidy():
                table.tidy()

    def tidy(self) -> None:
        """Join small fragments and delete old versions, where a table has any."""
        for table in self._tables:
            if not table.is_tidy():
                table.tidy()

    def present(self, passages: Collection[int]) -> list[int]:
        return list(chain.from_iterable(_present(table, passages) for table in self._tables))

    def passages(self) -> Iterator[Numbers]:
        for table in self._tables:
            yield from _passages(table)

    def all_rows(self) -> tuple[Numbers, Numbers, Matrix]:
        """Return passage ids, document ids and vectors, copied: (n,), (n,), (n, dimensions)."""
        passages, documents = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
        vectors = [np.empty((0, self._dimensions), np.float32)]
        for table in self._tables:
            for batch in table.read(["passage_id", "document_id", "vector"]):
                passages.append(batch["passage_id"].to_numpy())
                documents.append(batch["document_id"].to_numpy())
                vectors.append(table.matrix(batch))
        return np.concatenate(passages), np.concatenate(documents), np.concatenate(vectors)

    def contents(self) -> Iterator[tuple[list[str], Matrix]]:
        """Yield text hashes and vectors, n of them, (n, dimensions), some thousands at a time."""
        return chain.from_iterable(table.contents() for table in self._tables)

    def damaged(self) -> set[int]:
        passages: set[int] = set()
        for table in self._tables:
            for batch in table.read():
                ids = batch["passage_id"].to_numpy()
                passages.update(ids[~table.are_intact(batch)].tolist())
        return passages

    def with_hashes(self, hashes: Collection[str]) -> dict[str, Matrix]:
        """Return one vector for each of the text hashes (hexadecimal digits) that some row has.

        Reads all hashes: 32 MB for a million rows.
        """
        quoted = ",".join(f"'{value}'" for value in hashes if value.isalnum())
        return self._by_hash(f"text_hash IN ({quoted})") if quoted else {}

    def of_documents(self, documents: Collection[int]) -> dict[str, Matrix]:
        """Return the vectors of documents by the hashes of their texts. Reads only their rows."""
        return self._by_hash(f"document_id IN ({_sql_list(documents)})")

    def _by_hash(self, condition: str) -> dict[str, Matrix]:
        vectors: dict[str, Matrix] = {}
        for table in self._tables:
            for batch in table.read(condition=condition):
                vectors |= zip(*table.intact(batch), strict=True)
        return vectors

    def hashes_of(self, passages: Collection[int]) -> dict[int, set[str]]:
        """Return the text hashes of all rows of each passage that has a row. Reads two columns."""
        by_passage: dict[int, set[str]] = {}
        searched = np.fromiter(passages, np.int64)
        for table in self._tables if passages else ():
            for batch in table.read(["passage_id", "text_hash"]):
                ids = batch["passage_id"].to_numpy()
                rows = np.flatnonzero(np.isin(ids, searched))
                for id_, value in zip(
                    ids[rows].tolist(), batch["text_hash"].take(rows).to_pylist(), strict=True
                ):
                    by_passage.setdefault(id_, set()).add(value)
        return by_passage

    def vector_of(self, passage: int) -> Matrix | None:
        """Return the ``mean_direction`` of a passage's rows, shape (dimensions,); None without rows."""
        for table in self._tables:
            parts = [table.matrix(batch) for batch in table.read(["vector"], f"passage_id = {int(passage)}")]
            if any(map(len, parts)):
                return mean_direction(np.concatenate(parts))
        return None

    def behind(self) -> bool:
        return any(table.behind() for table in self._tables)

    def partition(self) -> None:
        for table in self._tables:
            if table.behind():
                table.partition()

    def nearest(
        self, vector: Matrix, documents: Collection[int] | None, limit: int
    ) -> list[tuple[int, float]]:
        """Return each passage once with its best cosine, best first; up to ``limit`` of them, of all
        documents or, exactly, of these.

        Each table is asked for its part of the passages if they were spread evenly, and a margin; one that
        has nearly so many of the best is asked for more, and reads more rows whole for it.
        """
        tables = self._tables
        if documents is not None:
            condition = f"document_id IN ({_sql_list(documents)})"
            return _best([table.nearest_exact(vector, limit, condition) for table in tables], limit)
        part = max(LEAST_ASKED, round(MARGIN * limit / len(tables)))
        limits = dict.fromkeys(range(len(tables)), min(limit, part))
        asking, answers = list(limits), dict[int, list[tuple[int, float]]]()

        def ask(at: int) -> list[tuple[int, float]]:
            return tables[at].nearest(vector, limits[at], limits[at] / limit)

        while asking:
            answers |= zip(asking, _pool.map(ask, asking), strict=True)
            best = _best(answers.values(), limit)
            among = Counter(at for at, hits in answers.items() for hit in hits if hit[1] >= best[-1][1])
            asking = [at for at, few in limits.items() if few < limit and among[at] > FULL_SHARE * few]
            limits |= {at: min(limit, 2 * limits[at]) for at in asking}
        return best


def _passages(table: Lance, condition: str = "") -> Iterator[Numbers]:
    for batch in table.read(["passage_id"], condition):
        yield batch["passage_id"].to_numpy()


def _present(table: Lance, passages: Collection[int]) -> list[int]:
    """Return those of the passages that have a row. Reads no other column: 15 ms for a million rows."""
    few = len(passages) <= MOST_LISTED
    batches = _passages(table, f"passage_id IN ({_sql_list(passages)})" if few else "")
    ids = np.concatenate([np.empty(0, np.int64), *batches])
    searched = ids if few else ids[np.isin(ids, np.fromiter(passages, np.int64))]
    return [int(id_) for id_ in np.unique(searched)]


def _best(answers: Iterable[Sequence[tuple[int, float]]], limit: int) -> list[tuple[int, float]]:
    """Return the ``limit`` best of the tables' answers, each passage of which is in one table alone."""
    return sorted(chain.from_iterable(answers), key=lambda hit: (-hit[1], hit[0]))[:limit]
