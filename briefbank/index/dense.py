"""The meaning index of a library: vectors of passages, kept in LanceDB and searched by cosine.

A long passage has several rows, one for each window of its text that was embedded; a search finds each
passage once, by the nearest of its windows.

Up to ``MEMORY_BYTES`` the vectors are also held in memory and searched exactly (``vectors``); a larger
library is searched on disk (``lance``). Vectors are expensive to make, so each row carries the hash of what
was embedded, and a rebuild takes over the vectors of texts that have not changed.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import threading
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from briefbank.errors import IndexFault
from briefbank.files import read_json
from briefbank.index.former import FormerVectors, Holding
from briefbank.index.generations import SENTINEL, SENTINEL_BYTES, Generations, translated
from briefbank.index.in_use import IN_USE
from briefbank.index.lance import NEAREST, Lance
from briefbank.index.rows import Columns, DenseRow, parts
from briefbank.index.vectors import Vectors
from briefbank.limits import give_back_memory
from briefbank.paths import LEFT
from briefbank.storage import library_folder

T = TypeVar("T")

SCHEMA_VERSION = 1
MEMORY_BYTES = 512 * 1024**2
"""Of vectors held in memory: about 350,000 of 384 numbers; at 1.7 for each passage of a brief that is 200,000
passages, some 1,400 long briefs."""
_OWN = re.compile(
    r"e-[0-9a-f]{16}|g-[0-9a-f]{12}|index\.json(\.[0-9a-f]{12})?|write\.lock|in-use\.json|" + LEFT
)
"""Names in the folder of vectors; the first release kept a single encoder's in the folder itself."""
ATTEMPTS = 5
"""Readings of a table that a writer, in this or another program, may tidy at any moment."""


def place_of(folder: Path, encoder_name: str) -> Path:
    """Where in a library's folder of vectors those of one encoder lie, whether they are there or not."""
    return folder / f"e-{hashlib.blake2b(encoder_name.encode(), digest_size=8).hexdigest()}"


def stored(folder: Path) -> dict[str, int]:
    """The encoders of whose vectors a library's folder holds any: their dimensions by their names.

    Needs neither LanceDB nor an encoder. Those of other versions and those that cannot be read are left out.
    """
    found = {}
    for path in sorted(folder.glob(f"e-*/{SENTINEL}")):
        try:
            built_with = read_json(path, SENTINEL_BYTES)["built_with"]
            name, dimensions = str(built_with["encoder"]), int(built_with["dimensions"])
        except (OSError, ValueError, KeyError, TypeError, OverflowError):
            continue
        if built_with.get("schema") == SCHEMA_VERSION and place_of(folder, name) == path.parent:
            found[name] = dimensions
    return found


def forget_all_but(folder: Path, encoder_names: Collection[str]) -> None:
    """Delete all vectors in a library's folder but these encoders'. Raises StoreError and IndexFault.

    The caller sees to it that no other program writes to the library meanwhile.
    """
    kept = {place_of(folder, name) for name in encoder_names} | {folder / IN_USE}
    with translated("forget"):
        for path in folder.iterdir():
            if path not in kept and _OWN.fullmatch(path.name):
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def delete_all(folder: Path) -> None:
    """Delete all vectors of a library that is set aside; other files in their folder stay. Never raises."""
    library_folder.delete_folder(folder, lambda name: bool(_OWN.fullmatch(name)))


class DenseIndex:
    """The vectors of one library and one encoder, made when there are none; ``folder`` is for all encoders.

    Opening imports LanceDB and reads the vectors: about two seconds. Any thread may search while one writes;
    writers wait for each other, in other programs up to ten seconds, then StoreBusy. Changes by other
    programs are seen by the next search. Raises IndexFault for an index that is damaged: delete its
    ``place_of``, open, and ``rebuild``. Another encoder's vectors stay until ``forget_all_but``.
    """

    def __init__(
        self, folder: Path, encoder_name: str, dimensions: int, *, memory_bytes: int = MEMORY_BYTES
    ) -> None:
        self._generations = _generations(folder, encoder_name, dimensions)
        self._dimensions = dimensions
        self._memory_bytes = memory_bytes
        self._opening = threading.RLock()
        self._state: _State | None = None
        self._generations.create(lambda path: self._fill(path, (), lambda: None))
        self._generations.clear_leftovers_if_free()
        self._fresh()

    @classmethod
    def anew(
        cls,
        folder: Path,
        encoder_name: str,
        dimensions: int,
        rows: Callable[[Holding], Iterable[Sequence[DenseRow]]],
        check: Callable[[], None],
    ) -> DenseIndex:
        """The index beside one that another release built, and put in its place in one step.

        ``rows`` is given what that one holds. If anything raises, the old one stays. Raises as ``add``.
        """
        generations = _generations(folder, encoder_name, dimensions)
        with generations.writing():
            former = FormerVectors(generations.named(), dimensions)
            generations.replace(lambda path: _fill(path, dimensions, rows(former), check, MEMORY_BYTES))
        return cls(folder, encoder_name, dimensions)

    def close(self) -> None:
        """Let go of table and memory; calls after it open them again. Not while another call runs."""
        with self._opening:
            self._state = None

    # --- changing --------------------------------------------------------------------------------

    def add(self, rows: Sequence[DenseRow]) -> None:
        """Store passages' vectors in one commit, in place of all older ones of the same passages.

        So ``rows`` holds all windows of each of its passages. Raises StoreBusy, StoreFull, StoreReadOnly,
        IndexFault.
        """
        if not rows:
            return
        with self._generations.writing(), translated("add"):
            state = self._fresh()
            vectors = state.vectors
            if replaced := state.present({row.passage_id for row in rows}):
                state.lance.delete(replaced)
                vectors = vectors.without(vectors.holding(replaced)) if vectors else None
            columns = Columns.of(rows)
            state.lance.add(*columns)
            self._publish(state, vectors.with_rows(*columns.numbers) if vectors else None)

    def remove(self, *document_ids: int) -> None:
        """Delete the vectors of documents, from the disk too; other encoders' are another index's.

        The files are written anew, once for all documents: 1.5 seconds for 200,000 passages. Past memory,
        searches are slower until ``optimise``. Raises as ``add``.
        """
        with self._generations.writing(), translated("remove"):
            state = self._fresh()
            if not state.lance.holds(document_ids):
                return
            vectors = state.vectors
            state.lance.write_without(document_ids)
            state.lance.tidy()
            self._publish(state, vectors.without(vectors.of_documents(document_ids)) if vectors else None)

    def optimise(self, *, retrain: bool = False) -> None:
        """Compact the files and, for a library past memory, prepare searching on disk. Raises as ``add``.

        That is done where it was not or has fallen behind, and with ``retrain`` in any case.
        """
        with self._generations.writing(), translated("optimise"):
            state = self._fresh()
            if state.vectors is None and (retrain or state.lance.behind()):
                state.lance.partition()
            state.lance.tidy()
            self._publish(state, state.vectors)

    def rebuild(self, rows: Iterable[Sequence[DenseRow]], check: Callable[[], None]) -> None:
        """Build a new index beside this one and put it in its place in one step.

        Searches and ``vectors_by_hash`` (for whoever makes the rows) go on in the old one meanwhile; if
        anything raises, the old one stays. ``check`` is called for each part and may raise Cancelled.
        """
        with self._generations.writing():
            self._generations.replace(lambda path: self._fill(path, rows, check))
            self._fresh()
            self._generations.clear_leftovers()

    # --- asking ----------------------------------------------------------------------------------

    def search(
        self, vector: NDArray[np.float32], document_ids: Collection[int] | None, limit: int
    ) -> list[tuple[int, float]]:
        """Up to ``limit`` nearest passages, best first, each with the cosine (-1 to 1) of its nearest row.

        ``vector`` has length one and shape (dimensions,). With ``document_ids`` only passages of these are
        looked at, before the search and not after it, so that ``limit`` is reached when enough pass.
        """
        if limit < 1 or (document_ids is not None and not document_ids):
            return []
        return self._ask(
            "search", lambda state: (state.vectors or state.lance).nearest(vector, document_ids, limit)
        )

    def stamp(self) -> tuple[bytes, frozenset[str]]:
        """Changes with every change of the vectors, by this or another program."""
        state = self._fresh()
        return state.generation, state.stamp

    def behind(self) -> bool:
        """Whether ``optimise`` would make searches quicker: a library past memory that was much changed."""
        return self._ask("behind", lambda state: state.vectors is None and state.lance.behind())

    def recall(self, count: int) -> tuple[int, int]:
        """Of the ten nearest passages to each of ``count`` stored vectors: how many a search finds, and how
        many there are.

        In memory every search is exact and nothing is read; on disk all vectors are, once.
        """
        return self._ask("recall", lambda state: state.recall(count))

    def vector_of(self, passage_id: int) -> NDArray[np.float32] | None:
        """A passage's own vector, shape (dimensions,): the ``middle`` of its rows'; None without any."""
        return self._ask("vector", lambda state: (state.vectors or state.lance).vector_of(passage_id))

    def ids(self) -> set[int]:
        """The passages that have a vector."""
        return self._ask("ids", lambda state: set(state.passages().tolist()))

    def hashes_of(self, passage_ids: Collection[int]) -> dict[int, set[str]]:
        """The hashes of what is stored of each of these passages; without those of which nothing is."""
        return self._ask("hashes", lambda state: state.lance.hashes_of(passage_ids))

    def damaged(self) -> set[int]:
        """The passages with a vector that is not as it was stored. Reads everything."""
        return self._ask("damaged", lambda state: state.lance.damaged())

    def vectors_by_hash(self, hashes: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        """The stored vectors of those texts, by text hash, that have one."""
        wanted = set(hashes)
        return self._ask("hashes", lambda state: state.lance.with_hashes(wanted))

    def contents(self) -> tuple[list[str], NDArray[np.float32]]:
        """All that is stored, for a backup: the text hash and the vector of each row, (n, dimensions)."""
        return self._ask("contents", lambda state: state.lance.contents())

    # --- inside ----------------------------------------------------------------------------------

    def _ask(self, step: str, question: Callable[[_State], T]) -> T:
        """An answer; from a newer state when a writer tidied away what was being read."""
        for attempt in range(ATTEMPTS):
            state = self._fresh()
            try:
                with translated(step):
                    return question(state)
            except IndexFault:
                if attempt == ATTEMPTS - 1:
                    raise
                self._drop(state)
        raise IndexFault(detail=step)

    def _drop(self, state: _State) -> None:
        with self._opening:
            if self._state is state:
                self._state = None

    def _fill(self, path: Path, rows: Iterable[Sequence[DenseRow]], check: Callable[[], None]) -> None:
        _fill(path, self._dimensions, rows, check, self._memory_bytes)

    def _fresh(self) -> _State:
        """The state that holds what is on disk now.

        Reading may have to start over when another program rebuilds or tidies the table at that moment.
        """
        with self._opening:
            for attempt in range(ATTEMPTS):
                generation = self._generations.stamp()
                try:
                    return self._read(generation)
                except IndexFault:
                    if attempt == ATTEMPTS - 1 and generation == self._generations.stamp():
                        raise
                    self._state = None
            raise IndexFault(detail="table keeps changing")

    def _read(self, generation: bytes) -> _State:
        state = self._state
        with translated("open"):
            if state is None or state.generation != generation:
                lance = Lance(self._generations.current(), self._dimensions)
            elif state.stamp == state.lance.stamp():
                return state
            else:
                lance = state.lance
                lance.latest()
            stamp = lance.stamp()
            vectors = None if self._too_large(lance.count()) else Vectors.of(*lance.all_rows())
            if vectors is not None:
                give_back_memory()
            self._state = _State(generation, stamp, lance, vectors)
            return self._state

    def _publish(self, state: _State, vectors: Vectors | None) -> None:
        """Put a change of our own in force without reading everything back."""
        with self._opening:
            if vectors is not None and self._too_large(vectors.size):
                vectors = None
            self._state = _State(state.generation, state.lance.stamp(), state.lance, vectors)

    def _too_large(self, rows: int) -> bool:
        return _too_large(rows, self._dimensions, self._memory_bytes)


def _generations(folder: Path, encoder_name: str, dimensions: int) -> Generations:
    built_with = {"schema": SCHEMA_VERSION, "encoder": encoder_name, "dimensions": dimensions}
    return Generations(place_of(folder, encoder_name), built_with, home=folder.parent)


def _fill(
    path: Path,
    dimensions: int,
    rows: Iterable[Sequence[DenseRow]],
    check: Callable[[], None],
    memory_bytes: int,
) -> None:
    """Make the table of a new generation."""
    with translated("fill"):
        lance = Lance(path, dimensions)
    for part in parts(rows, check):
        with translated("fill"):
            lance.add(*Columns.of(part))
    with translated("fill"):
        if _too_large(lance.count(), dimensions, memory_bytes):
            lance.partition()
        lance.tidy()


def _too_large(rows: int, dimensions: int, memory_bytes: int) -> bool:
    return rows * dimensions * 4 > memory_bytes


@dataclass(frozen=True, slots=True)
class _State:
    """What is on disk as of ``stamp``; ``vectors`` is None for a library past memory."""

    generation: bytes
    stamp: frozenset[str]
    lance: Lance
    vectors: Vectors | None

    def present(self, passages: Iterable[int]) -> list[int]:
        """Those of the passages that have a row."""
        asked = np.fromiter(passages, np.int64)
        return [int(id_) for id_ in asked[np.isin(asked, self.passages())]]

    def passages(self) -> NDArray[np.int64]:
        """Their ids, one for each row."""
        return self.lance.numbers("passage_id") if self.vectors is None else self.vectors.ids()

    def recall(self, count: int) -> tuple[int, int]:
        """See ``DenseIndex.recall``."""
        if self.vectors is None:
            return self.lance.recall(count)
        asked = min(count, self.vectors.size) * min(NEAREST, len(np.unique(self.vectors.ids())))
        return asked, asked
