"""The vectors of one library in LanceDB tables of bounded size, so that a change writes little anew.

A document can only be removed from the disk by writing anew the table and the partitions that hold it. With
one table of five million vectors that took 32 and 465 seconds of processor time; with several it takes what
one of them takes, whatever the size of the library. Rows go into the smallest table, and into a new one where
all are full; a table that has lost rows is filled again. All rows of a passage are in one table, so that the
nearest passages are the best of the tables' nearest. The first table lies in the folder itself.
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
from numpy.typing import NDArray

from briefbank.embedding.exact_neighbours import HELPERS
from briefbank.embedding.lance import Lance
from briefbank.embedding.recall import NEAREST, found_of, most_rows, spread, tenth_best
from briefbank.files import delete, sync_folder

MOST_ROWS = 500_000
"""The rows with which a table is full."""
MARGIN = 2
"""The passages first asked of each table, as a multiple of its part of those wanted."""
FULL_SHARE = 0.8
"""The share of the passages asked of a table that, when it is among the best of all, has more asked of it."""
_NAME, _DRAFT = "table-{}", "draft-{}"
_NUMBERED = re.compile(r"table-([1-9][0-9]{0,3})")


class LanceTables:
    """The tables in a folder. Writers must be serialised by the caller; readers may be any threads.

    Tables are opened when they are needed, as ``Lance`` says, and raise what it does.
    """

    def __init__(self, folder: Path, dimensions: int) -> None:
        self.folder = folder
        self._dimensions = dimensions
        self._tables = [Lance(place, dimensions) for place in self._places()]

    def stamp(self) -> frozenset[str]:
        """Return the names of all tables' versions, which change with every change, by any program."""
        return frozenset(chain.from_iterable(map(self._versions, self._places())))

    def _versions(self, place: Path) -> Iterator[str]:
        within = "" if place == self.folder else f"{place.name}/"
        return (within + version for version in Lance(place, self._dimensions).stamp())

    def _places(self) -> list[Path]:
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
        self._tables = [known.get(place) or Lance(place, self._dimensions) for place in self._places()]

    def count(self) -> int:
        """Return the rows of all tables."""
        return sum(table.count() for table in self._tables)

    # --- changing --------------------------------------------------------------------------------

    def add(
        self,
        passages: NDArray[np.int64],
        documents: NDArray[np.int64],
        hashes: Sequence[str],
        matrix: NDArray[np.float32],
    ) -> None:
        """Add rows to one table in one commit; the first of each argument belongs to the first row."""
        self._table_with_room().add(passages, documents, hashes, matrix)

    def _table_with_room(self) -> Lance:
        smallest = min(self._tables, key=Lance.count)
        return smallest if smallest.count() < MOST_ROWS else self._new_table()

    def _new_table(self) -> Lance:
        """Make an empty table. It gets its name when it is whole, so that a stop leaves no half one."""
        for left in self.folder.glob(_DRAFT.format("*")):
            delete(left)
        draft = self.folder / _DRAFT.format(uuid.uuid4().hex)
        draft.mkdir(mode=0o700)
        Lance(draft, self._dimensions).make()
        last = _NUMBERED.fullmatch(self._tables[-1].folder.name)
        place = self.folder / _NAME.format(int(last[1]) + 1 if last else 2)
        draft.rename(place)
        sync_folder(self.folder)
        made = Lance(place, self._dimensions)
        self._tables = [*self._tables, made]
        return made

    def delete(self, passages: Collection[int]) -> None:
        """Delete the rows of these passages; their vectors stay in the files for a while."""
        for table in self._tables:
            if table.present(passages):
                table.delete(passages)

    def holds(self, documents: Collection[int]) -> bool:
        """Tell whether some row belongs to these documents."""
        return any(table.holds(documents) for table in self._tables)

    def remove(self, documents: Collection[int]) -> None:
        """Write the tables anew that hold these documents, without them, and leave no byte of them.

        Rows that were replaced may lie in a table that holds no others of the same document, so a table with
        any is written anew. Such tables come first: after a stop ``holds`` says that there is more to do.
        """
        held = {table.folder: table.holds(documents) for table in self._tables}
        for table in sorted(self._tables, key=lambda table: held[table.folder]):
            if held[table.folder] or table.has_deleted_rows():
                table.write_without(documents)
            if not table.is_tidy():
                table.tidy()

    def tidy(self) -> None:
        """Join small fragments and delete old versions, where a table has any."""
        for table in self._tables:
            if not table.is_tidy():
                table.tidy()

    # --- reading ---------------------------------------------------------------------------------

    def numbers(self, name: str) -> NDArray[np.int64]:
        """Return an integer column, shape (rows,)."""
        return np.concatenate([table.numbers(name) for table in self._tables])

    def present(self, passages: Collection[int]) -> list[int]:
        """Return those of the passages that have a row."""
        return list(chain.from_iterable(table.present(passages) for table in self._tables))

    def all_rows(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
        """Return passage ids, document ids and vectors: (n,), (n,), (n, dimensions)."""
        passages, documents, vectors = zip(*(table.all_rows() for table in self._tables), strict=True)
        return np.concatenate(passages), np.concatenate(documents), np.concatenate(vectors)

    def contents(self) -> Iterator[tuple[list[str], NDArray[np.float32]]]:
        """Yield text hashes and vectors, n of them, (n, dimensions), some thousands at a time."""
        return chain.from_iterable(table.contents() for table in self._tables)

    def passages(self) -> Iterator[NDArray[np.int64]]:
        """Yield the passages of all rows, some thousands at a time."""
        return chain.from_iterable(table.passages() for table in self._tables)

    def damaged(self) -> set[int]:
        """Return the passages with a row that is not as it was stored."""
        return set().union(*(table.damaged() for table in self._tables))

    def with_hashes(self, hashes: Collection[str]) -> dict[str, NDArray[np.float32]]:
        """Return one vector for each of the hashes (hexadecimal digits) that some row has."""
        found: dict[str, NDArray[np.float32]] = {}
        for table in self._tables:
            found |= table.with_hashes(hashes)
        return found

    def of_documents(self, documents: Collection[int]) -> dict[str, NDArray[np.float32]]:
        """Return the vectors of documents by the hashes of their texts."""
        found: dict[str, NDArray[np.float32]] = {}
        for table in self._tables:
            found |= table.of_documents(documents)
        return found

    def hashes_of(self, passages: Collection[int]) -> dict[int, set[str]]:
        """Return the text hashes of all rows of each passage that has a row."""
        found: dict[int, set[str]] = {}
        for table in self._tables:
            found |= table.hashes_of(passages)
        return found

    # --- searching on disk -----------------------------------------------------------------------

    def behind(self) -> bool:
        """Tell whether ``partition`` would speed up searches."""
        return any(table.behind() for table in self._tables)

    def partition(self, *, retrain: bool = False) -> None:
        """Partition the tables that are behind, and with ``retrain`` all of them; index their text hashes."""
        for table in self._tables:
            if retrain or table.behind():
                table.partition()
            if table.lacks_hashes():
                table.index_hashes()

    def nearest(
        self, vector: NDArray[np.float32], documents: Collection[int] | None, limit: int
    ) -> list[tuple[int, float]]:
        """Return each passage once with its best cosine, best first; up to ``limit`` of them, of all
        documents or of these, as ``Lance`` finds them."""
        if documents is not None:
            return _best([table.nearest_of(vector, documents, limit) for table in self._tables], limit)
        return self._nearest(vector, limit)

    def _nearest(self, vector: NDArray[np.float32], limit: int) -> list[tuple[int, float]]:
        """Ask each table for its part of the passages if they were spread evenly, and a margin; one that has
        nearly so many of the best is asked for more, and reads more rows whole for it."""
        tables = self._tables
        part = max(NEAREST, round(MARGIN * limit / len(tables)))
        wanted = dict.fromkeys(range(len(tables)), min(limit, part))
        asking, found = list(wanted), dict[int, list[tuple[int, float]]]()

        def ask(at: int) -> list[tuple[int, float]]:
            return tables[at].nearest(vector, wanted[at], wanted[at] / limit)

        while asking:
            found |= zip(asking, _pool.map(ask, asking), strict=True)
            best = _best(found.values(), limit)
            among = Counter(at for at, hits in found.items() for hit in hits if hit[1] >= best[-1][1])
            asking = [at for at, few in wanted.items() if few < limit and among[at] > FULL_SHARE * few]
            wanted |= {at: min(limit, 2 * wanted[at]) for at in asking}
        return best

    def recall(self, count: int) -> tuple[int, int]:
        """Search for the ten nearest passages to each of ``count`` stored vectors (all, where there are
        fewer); return how many are found, and how many there are. Reads all vectors once, 10 s for a million,
        or none where a search reads all itself."""
        queries, passages = self._sample(count), self.numbers("passage_id")
        expected = len(queries) * min(NEAREST, len(np.unique(passages)))
        if all(table.reads_all() for table in self._tables):
            return expected, expected
        least = tenth_best(queries, self.batches(), most_rows(passages))
        each = zip(queries, least, strict=True)
        return sum(found_of(self._nearest(query, NEAREST), enough) for query, enough in each), expected

    def batches(self) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32]]]:
        """Yield passages and vectors of all rows, some thousands at a time."""
        return chain.from_iterable(table.batches() for table in self._tables)

    def _sample(self, count: int) -> NDArray[np.float32]:
        """Return up to ``count`` vectors, evenly spread over the tables; the same each time."""
        counts = [table.count() for table in self._tables]
        ends = np.cumsum(counts)
        rows = np.array(spread(int(ends[-1]), count), np.int64)
        parts = [
            rows[(rows >= end - size) & (rows < end)] - (end - size)
            for end, size in zip(ends, counts, strict=True)
        ]
        return np.concatenate(
            [t.vectors_at(part.tolist()) for t, part in zip(self._tables, parts, strict=True)]
        )

    def vector_of(self, passage: int) -> NDArray[np.float32] | None:
        """Return what ``Lance.vector_of`` does, of the table that has the passage."""
        found = (table.vector_of(passage) for table in self._tables)
        return next((vector for vector in found if vector is not None), None)


_pool = ThreadPoolExecutor(HELPERS + 1, thread_name_prefix="tables")


def _best(answers: Iterable[Sequence[tuple[int, float]]], limit: int) -> list[tuple[int, float]]:
    """Return the ``limit`` best of the tables' answers, each passage of which is in one table alone."""
    return sorted(chain.from_iterable(answers), key=lambda hit: (-hit[1], hit[0]))[:limit]
