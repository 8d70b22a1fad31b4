"""The vectors of one library in LanceDB tables of bounded size, so that a change writes little anew.

A document can only be removed from the disk by writing anew the table and the partitions that hold it. With
one table of five million vectors that took 32 and 465 seconds of processor time; with several it takes what
one of them takes, whatever the size of the library. Rows go into the smallest table, and into a new one where
all are full. All rows of a passage are in one table, so that the nearest passages are the best of the tables'
nearest. The first table lies in the folder itself.
"""

from __future__ import annotations

import re
import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import numpy as np

from briefbank.embedding.lance import Lance, Matrix, Numbers, listed
from briefbank.embedding.vectors import (
    HELPERS,
    NEAREST,
    found_of,
    mean_direction,
    most_rows,
    spread,
    tenth_best,
)
from briefbank.files import delete, sync_folder

MOST_ROWS = 500_000
"""The rows with which a table is full."""
MOST_LISTED = 4096
"""The most passages asked for by their numbers, rather than among the numbers of all rows."""
MARGIN = 2
"""The passages first asked of each table, as a multiple of its part of those wanted."""
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
        """Tell whether each table is as ``tidy`` leaves it."""
        return all(table.is_tidy() for table in self._tables)

    def latest(self) -> None:
        """Load the changes of other programs."""
        known = {table.folder: table for table in self._tables}
        for table in known.values():
            table.latest()
        self._tables = [known.get(path) or Lance(path, self._dimensions) for path in self._folders()]

    def count(self) -> int:
        """Return the rows of all tables."""
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
        """Tell whether some row belongs to these documents."""
        return any(table.count(f"document_id IN ({listed(documents)})") for table in self._tables)

    def remove(self, documents: Collection[int]) -> None:
        """Write the tables anew that hold these documents, without them, and leave no byte of them.

        Rows that were replaced may lie in a table that holds no others of the same document, so a table with
        any is written anew. Such tables come first: after a stop ``holds`` says that there is more to do.
        """
        condition = f"document_id IN ({listed(documents)})"
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
        """Return those of the passages that have a row."""
        return list(chain.from_iterable(_present(table, passages) for table in self._tables))

    def passages(self) -> Iterator[Numbers]:
        """Yield the passages of all rows, some thousands at a time."""
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
        """Return the passages with a row that is not as it was stored."""
        passages: set[int] = set()
        for table in self._tables:
            for batch in table.read():
                ids = batch["passage_id"].to_numpy()
                passages.update(ids[~table.are_intact(batch)].tolist())
        return passages

    def with_hashes(self, hashes: Collection[str]) -> dict[str, Matrix]:
        """Return one vector for each of the text hashes (hexadecimal digits) that some row has.

        Reads all hashes, or a part of them and those of new rows where tables are partitioned.
        """
        quoted = ",".join(f"'{value}'" for value in hashes if value.isalnum())
        return self._by_hash(f"text_hash IN ({quoted})") if quoted else {}

    def of_documents(self, documents: Collection[int]) -> dict[str, Matrix]:
        """Return the vectors of documents by the hashes of their texts. Reads only their rows."""
        return self._by_hash(f"document_id IN ({listed(documents)})")

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
        """Tell whether ``partition`` would speed up searches."""
        return any(table.behind() for table in self._tables)

    def partition(self, *, retrain: bool = False) -> None:
        """Partition the tables that are behind, and with ``retrain`` all of them. Index the text hashes of
        tables whose index of them is behind."""
        for table in self._tables:
            if retrain or table.behind():
                table.partition()
            table.index_hashes()

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
            condition = f"document_id IN ({listed(documents)})"
            return _best([table.nearest_exact(vector, limit, condition) for table in tables], limit)
        part = max(NEAREST, round(MARGIN * limit / len(tables)))
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

    def recall(self, count: int) -> tuple[int, int]:
        """Search for the ten nearest passages to each of ``count`` stored vectors (all, where there are
        fewer); return how many are found, and how many there are. Reads all vectors once, 10 s for a million,
        or none where a search reads all itself."""
        queries = self._sample(count)
        passages = np.concatenate([np.empty(0, np.int64), *self.passages()])
        expected = len(queries) * min(NEAREST, len(np.unique(passages)))
        if all(table.reads_all() for table in self._tables):
            return expected, expected
        least = tenth_best(queries, self.passages_and_vectors(), most_rows(passages))
        tried = zip(queries, least, strict=True)
        return sum(found_of(self.nearest(query, None, NEAREST), enough) for query, enough in tried), expected

    def passages_and_vectors(self) -> Iterator[tuple[Numbers, Matrix]]:
        """Yield passages and vectors of all rows, some thousands at a time."""
        return chain.from_iterable(table.passages_and_vectors() for table in self._tables)

    def _sample(self, count: int) -> Matrix:
        """Return up to ``count`` vectors, evenly spread over the tables; the same each time."""
        counts = [table.count() for table in self._tables]
        ends = np.cumsum(counts)
        rows = np.array(spread(int(ends[-1]), count), np.int64)
        parts = []
        for table, end, size in zip(self._tables, ends, counts, strict=True):
            inside = rows[(rows >= end - size) & (rows < end)] - (end - size)
            parts.append(table.vectors_at(inside.tolist()))
        return np.concatenate(parts)


def _passages(table: Lance, condition: str = "") -> Iterator[Numbers]:
    for batch in table.read(["passage_id"], condition):
        yield batch["passage_id"].to_numpy()


def _present(table: Lance, passages: Collection[int]) -> list[int]:
    """Return those of the passages that have a row. Reads no other column: 15 ms for a million rows."""
    few = len(passages) <= MOST_LISTED
    ids = np.concatenate(
        [
            np.empty(0, np.int64),
            *_passages(table, f"passage_id IN ({listed(passages)})" if few else ""),
        ]
    )
    searched = ids if few else ids[np.isin(ids, np.fromiter(passages, np.int64))]
    return [int(id_) for id_ in np.unique(searched)]


def _best(answers: Iterable[Sequence[tuple[int, float]]], limit: int) -> list[tuple[int, float]]:
    """Return the ``limit`` best of the tables' answers, each passage of which is in one table alone."""
    return sorted(chain.from_iterable(answers), key=lambda hit: (-hit[1], hit[0]))[:limit]
