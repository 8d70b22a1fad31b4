"""The dense index of a library: vectors of passages, kept in LanceDB and searched by cosine; and the texts of
a passage that are embedded.

Up to ``MEMORY_BYTES`` the vectors are also held in memory and searched exactly (``vectors``), mapped from
files where the table has not changed since these were written. A larger library is searched on disk
(``lance``). Vectors are expensive to make, so each row carries the hash of the embedded text, and a
rebuild reuses the vectors of texts that have not changed.

A model reads only so much of a text: the default one 256 word pieces, and 60 of 100 passages of 102 amicus
briefs are longer. So a long passage has several rows, one for each *window* of its text, and is as near to a
query as the nearest of them. On statutes for wills that raised recall@10 by vectors from 0.41 to 0.51; a mean
of the windows' vectors gained nothing, and neither did windows that overlap. Headings are not embedded: put
before the text they lowered recall@10 from 0.411 to 0.384 or less.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import threading
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.pages import Passage
from briefbank.embedding.lance import LanceTables
from briefbank.embedding.vectors import Vectors, are_mapped, delete_mapped, read_mapped, write_mapped
from briefbank.errors import IndexFault, StoreBusy, StoreReadOnly
from briefbank.files import read_json
from briefbank.paths import UNFINISHED
from briefbank.sandbox.guard import give_back_memory
from briefbank.storage import library_folder
from briefbank.storage.generations import SENTINEL, SENTINEL_BYTES, Generations, translate_errors
from briefbank.text.characters import text_hash
from briefbank.text.language import sentence_ends

T = TypeVar("T")

SCHEMA_VERSION = 1
ROWS_PER_COMMIT = 4096
MEMORY_BYTES = 512 * 1024**2
"""The most bytes of vectors held in memory: about 350,000 of 384 numbers; at 1.7 for each passage of a brief
that is 200,000 passages, some 1,400 long briefs."""
_OWN = re.compile(r"e-[0-9a-f]{16}|" + UNFINISHED)  # Names of our own files in the folder of vectors
WINDOW_PARTS = 210
"""The most words and punctuation marks in a window; about 160 words of a brief.

Marks count because each is a word piece, and citations are full of them: in briefs a word has 1.37 pieces in
the middle and up to 1.8, a word or mark 1.08 and up to 1.18, so that 210 of them are within 256.
"""
NEAR_PARTS = 16
"""How far from the even place a window may end for the sake of a sentence. With 8 to 16 recall is as without
sentences (recall@10 0.51 to 0.52), with 24 and more it falls (0.49), because windows become too unlike."""

_PART = re.compile(r"\w+|[^\w\s]")
ATTEMPTS = 5
"""The most attempts to read a table that a writer, in this or another program, may tidy at any moment."""


@dataclass(frozen=True, slots=True)
class DenseRow:
    """One vector of a passage, L2-normalised, shape (dimensions,); a long passage has several rows."""

    passage_id: int
    document_id: int
    text_hash: str  # The ``text_hash`` of the embedded text: the passage's text, or a window of it
    vector: NDArray[np.float32]


def _columns(
    rows: Sequence[DenseRow],
) -> tuple[NDArray[np.int64], NDArray[np.int64], list[str], NDArray[np.float32]]:
    return (
        np.array([row.passage_id for row in rows], np.int64),
        np.array([row.document_id for row in rows], np.int64),
        [row.text_hash for row in rows],
        np.stack([row.vector for row in rows]).astype(np.float32, copy=False),
    )


def place_of(folder: Path, encoder_name: str) -> Path:
    """Return the folder of one encoder's vectors in a library's folder of vectors; it need not exist."""
    return folder / f"e-{hashlib.blake2b(encoder_name.encode(), digest_size=8).hexdigest()}"


def stored(folder: Path) -> dict[str, int]:
    """Return the encoders with vectors in a library's folder: their dimensions by their names.

    Needs neither LanceDB nor an encoder. Vectors of other versions and unreadable ones are left out.
    """
    dimensions_by_name = {}
    for path in sorted(folder.glob(f"e-*/{SENTINEL}")):
        try:
            built_with = read_json(path, SENTINEL_BYTES)["built_with"]
            name, dimensions = str(built_with["encoder"]), int(built_with["dimensions"])
        except (OSError, ValueError, KeyError, TypeError, OverflowError):
            continue
        if built_with.get("schema") == SCHEMA_VERSION and place_of(folder, name) == path.parent:
            dimensions_by_name[name] = dimensions
    return dimensions_by_name


def forget_all_but(folder: Path, encoder_names: Collection[str]) -> None:
    """Delete all vectors in a library's folder but these encoders'. Raises StoreError and IndexFault.

    The caller makes sure that no other program writes to the library meanwhile.
    """
    kept = {place_of(folder, name) for name in encoder_names}
    with translate_errors("forget"):
        for path in folder.iterdir():
            if path not in kept and _OWN.fullmatch(path.name):
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def delete_all(folder: Path) -> None:
    """Delete all vectors of a library that is set aside; other files in their folder stay. Never raises."""
    library_folder.delete_folder(folder, lambda name: bool(_OWN.fullmatch(name)))


class DenseIndex:
    """The vectors of one library and one encoder, made when there are none; ``folder`` is for all encoders.

    Opening maps the vectors, or else imports LanceDB and reads them: about two seconds. Any thread may search
    while one writes; writers wait for each other, in other programs up to ten seconds, then StoreBusy.
    Changes by other programs are seen by the next search. Raises IndexFault for an index that is damaged:
    delete its ``place_of``, open, and ``rebuild``. Another encoder's vectors stay until ``forget_all_but``.
    """

    def __init__(
        self, folder: Path, encoder_name: str, dimensions: int, *, memory_bytes: int = MEMORY_BYTES
    ) -> None:
        built_with = {"schema": SCHEMA_VERSION, "encoder": encoder_name, "dimensions": dimensions}
        self._generations = Generations(place_of(folder, encoder_name), built_with, home=folder.parent)
        self._dimensions = dimensions
        self._memory_bytes = memory_bytes
        self._opening = threading.RLock()
        self._state: _Snapshot | None = None
        self._generations.create(lambda path: self._fill(path, (), lambda: None))
        self._generations.clear_leftovers_if_free()
        self._map_if_free(self._current_state())

    def close(self) -> None:
        """Release table and memory; calls after it open them again. Not while another call runs."""
        with self._opening:
            self._state = None

    def add(self, rows: Sequence[DenseRow]) -> None:
        """Store passages' vectors in one commit, in place of all older ones of these passages: ``rows``
        must hold all their windows. Raises StoreBusy, StoreFull, StoreReadOnly, IndexFault."""
        if not rows:
            return
        with self._generations.writing(), translate_errors("add"):
            state = self._current_state()
            vectors = state.vectors
            if replaced := state.present({row.passage_id for row in rows}):
                state.lance.delete(replaced)
                vectors = vectors.without(vectors.rows_of(replaced)) if vectors else None
            passages, documents, hashes, matrix = _columns(rows)
            state.lance.add(passages, documents, hashes, matrix)
            self._publish(state, vectors.with_rows(passages, documents, matrix) if vectors else None)

    def remove(self, *document_ids: int) -> None:
        """Delete the vectors of documents, from the disk too; other encoders' vectors are another index's.

        The tables that hold them are rewritten, once for all documents: 1.5 seconds for 200,000 passages. On
        disk, searches are slower until ``optimise``. Raises as ``add``.
        """
        with self._generations.writing(), translate_errors("remove"):
            state = self._current_state()
            if state.lance.is_tidy() and not state.lance.holds(document_ids):
                return
            vectors = state.vectors
            delete_mapped(state.lance.folder)  # first: a stop after this leaves none of them
            state.lance.remove(document_ids)
            self._publish(state, vectors.without(vectors.of_documents(document_ids)) if vectors else None)

    def optimise(self) -> None:
        """Compact the files and, in a library too large for memory, partition what is not yet, or has fallen
        behind. Raises as ``add``."""
        with self._generations.writing(), translate_errors("optimise"):
            state = self._current_state()
            if state.vectors is None:
                state.lance.partition()
            state.lance.tidy()
            self._publish(state, state.vectors)
        self._map_if_free(self._current_state())

    def rebuild(self, rows: Iterable[Sequence[DenseRow]], check: Callable[[], None]) -> None:
        """Build a new index beside this one and put it in its place in one step.

        Searches and ``vectors_by_hash`` (for the code that makes the rows) go on in the old one meanwhile; if
        anything raises, the old one stays. ``check`` is called for each part and may raise Cancelled.
        """
        with self._generations.writing():
            self._generations.replace(lambda path: self._fill(path, rows, check))
            self._map_if_free(self._current_state())
            self._generations.clear_leftovers()

    def search(
        self, vector: NDArray[np.float32], document_ids: Collection[int] | None, limit: int
    ) -> list[tuple[int, float]]:
        """Return up to ``limit`` nearest passages, best first, each with its nearest row's cosine (-1 to 1).

        ``vector`` has length one and shape (dimensions,). With ``document_ids`` only passages of these are
        searched; the filter applies before the search and not after it, so that ``limit`` is reached when
        enough pass.
        """
        if limit < 1 or (document_ids is not None and not document_ids):
            return []
        return self._ask(
            "search", lambda state: (state.vectors or state.lance).nearest(vector, document_ids, limit)
        )

    def stamp(self) -> tuple[bytes, frozenset[str]]:
        """Return a value that changes with every change of the vectors, by this or another program."""
        state = self._current_state()
        return state.generation, state.stamp

    def behind(self) -> bool:
        """Tell whether ``optimise`` would speed up searches: a much changed library too large for memory."""
        return self._ask("behind", lambda state: state.vectors is None and state.lance.behind())

    def vector_of(self, passage_id: int) -> NDArray[np.float32] | None:
        """Return a passage's own vector, shape (dimensions,): the ``middle`` of its rows'; None if none."""
        return self._ask("vector", lambda state: (state.vectors or state.lance).vector_of(passage_id))

    def ids(self) -> set[int]:
        return self._ask("ids", lambda state: {id_ for ids in state.lance.passages() for id_ in ids.tolist()})

    def present(self, passage_ids: Collection[int]) -> set[int]:
        return self._ask("present", lambda state: set(state.present(passage_ids)))

    def hashes_of(self, passage_ids: Collection[int]) -> dict[int, set[str]]:
        """Return the stored text hashes of each of these passages; passages without any are left out."""
        return self._ask("hashes", lambda state: state.lance.hashes_of(passage_ids))

    def damaged(self) -> set[int]:
        """Return the passages with a vector that is not as it was stored. Reads everything."""
        return self._ask("damaged", lambda state: state.lance.damaged() | state.misread())

    def vectors_by_hash(self, hashes: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        """Return the stored vectors by text hash; texts without one are left out."""
        keys = set(hashes)
        return self._ask("hashes", lambda state: state.lance.with_hashes(keys))

    def vectors_of(self, document_ids: Collection[int]) -> dict[str, NDArray[np.float32]]:
        """Return the vectors of documents by text hash."""
        return self._ask("documents", lambda state: state.lance.of_documents(document_ids))

    def contents(self) -> Iterator[tuple[list[str], NDArray[np.float32]]]:
        """Yield the text hash and the vector of each row, (n, dimensions), some thousands at a time, for a
        backup; those that came already may come once more when a writer interferes."""
        return self._read_in_parts("contents", lambda state: state.lance.contents())

    def passages(self) -> Iterator[NDArray[np.int64]]:
        """Yield the passages of all rows as ``contents`` does."""
        return self._read_in_parts("passages", lambda state: state.lance.passages())

    def _ask(self, step: str, question: Callable[[_Snapshot], T]) -> T:
        """Answer from the current state; from a newer one when a writer tidied away the files being read."""
        return next(self._read_in_parts(step, lambda state: iter([question(state)])))

    def _read_in_parts(self, step: str, parts_of: Callable[[_Snapshot], Iterator[T]]) -> Iterator[T]:
        """Yield the parts of the current state; all anew when a writer tidied away the files being read."""
        for attempt in range(ATTEMPTS):
            state = self._current_state()
            try:
                with translate_errors(step):
                    yield from parts_of(state)
                return
            except IndexFault:
                if attempt == ATTEMPTS - 1:
                    raise
                with self._opening:
                    if self._state is state:
                        self._state = None

    def _fill(self, path: Path, rows: Iterable[Sequence[DenseRow]], check: Callable[[], None]) -> None:
        with translate_errors("fill"):
            lance = LanceTables(path, self._dimensions)
        for part in _parts(rows, check):
            with translate_errors("fill"):
                lance.add(*_columns(part))
        with translate_errors("fill"):
            if self._too_large(lance.count()):
                lance.partition()
            lance.tidy()

    def _current_state(self) -> _Snapshot:
        """Return the state that matches the disk now.

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

    def _read(self, generation: bytes) -> _Snapshot:
        state = self._state
        with translate_errors("open"):
            if state is None or state.generation != generation:
                lance = LanceTables(self._generations.current(), self._dimensions)
            elif state.stamp == state.lance.stamp():
                return state
            else:
                lance = state.lance
            stamp = lance.stamp()  # first: a change that another program makes now is seen by the next call
            lance.latest()
            self._state = _Snapshot(generation, stamp, lance, self._vectors(lance, stamp))
            return self._state

    def _vectors(self, lance: LanceTables, stamp: frozenset[str]) -> Vectors | None:
        """Return the vectors of a table in this state; None where they are too many for memory."""
        mapped = read_mapped(lance.folder, stamp, self._dimensions)
        if mapped is not None and not self._too_large(mapped.size):
            return mapped
        if self._too_large(lance.count()):
            return None
        vectors = Vectors(*lance.all_rows())
        give_back_memory()
        return vectors

    def _map_if_free(self, state: _Snapshot) -> None:
        """Write the vectors to be mapped by the next program, unless another one writes just now.

        While passages are being embedded, versions of the table pile up, and what is written now would be of
        no use a moment later.
        """
        vectors, table = state.vectors, state.lance.folder
        if not vectors or not vectors.size or are_mapped(table, state.stamp):
            return
        with suppress(StoreBusy, StoreReadOnly), self._generations.writing(wait=False):
            if state.stamp == state.lance.stamp() and state.lance.is_tidy():
                write_mapped(table, state.stamp, vectors)

    def _publish(self, state: _Snapshot, vectors: Vectors | None) -> None:
        """Make our own change visible without reading everything back."""
        with self._opening:
            if vectors is not None and self._too_large(vectors.size):
                vectors = None
            self._state = _Snapshot(state.generation, state.lance.stamp(), state.lance, vectors)

    def _too_large(self, rows: int) -> bool:
        return rows * self._dimensions * 4 > self._memory_bytes


def _parts(rows: Iterable[Sequence[DenseRow]], check: Callable[[], None]) -> Iterator[list[DenseRow]]:
    """Yield the rows in lists large enough for a commit; ``check`` is called for each part that comes in."""
    waiting: list[DenseRow] = []
    for part in rows:
        check()
        waiting += part
        if len(waiting) >= ROWS_PER_COMMIT:
            yield waiting
            waiting = []
    if waiting:
        yield waiting


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """The state on disk as of ``stamp``; ``vectors`` is None for a library too large for memory."""

    generation: bytes
    stamp: frozenset[str]
    lance: LanceTables
    vectors: Vectors | None

    def present(self, passages: Collection[int]) -> list[int]:
        if self.vectors is None:
            return self.lance.present(passages)
        ids = np.fromiter(passages, np.int64)
        return [int(id_) for id_ in ids[np.isin(ids, self.vectors.passages)]]

    def misread(self) -> set[int]:
        """Return the passages whose vectors in memory are not those of the table."""
        if self.vectors is None:
            return set()
        stored, mapped = Vectors(*self.lance.all_rows()).ordered(), self.vectors.ordered()
        if not np.array_equal(stored.passages, mapped.passages):
            return set(stored.passages.tolist())
        return set(stored.passages[(stored.matrix != mapped.matrix).any(axis=1)].tolist())


def embedded_texts(passage: Passage) -> tuple[str, ...]:
    """Return the texts that the passage's vectors are made of, in reading order and each once: the whole
    text, or its windows.

    A text of up to ``WINDOW_PARTS``, also an empty one, is one window and stays as it is. A longer one is cut
    into as few windows as will do, of nearly the same length. Linear time. Any thread.
    """
    text = passage.text
    starts = [match.start() for match in _PART.finditer(text)]
    if len(starts) <= WINDOW_PARTS:
        return (text,)
    borders = [0, *(starts[cut] for cut in _cuts(text, starts)), len(text)]
    return tuple(dict.fromkeys(text[start:end].strip() for start, end in pairwise(borders)))


def embedded_windows(passage: Passage) -> dict[str, str]:
    """Return its ``embedded_texts`` by the hashes under which their vectors are kept, here and in backups:
    equal texts, equal vectors."""
    return {text_hash(text): text for text in embedded_texts(passage)}


def marked_as(encoder_name: str) -> str:
    """Return the mark of a passage in the catalogue once all its windows are stored. It names the encoder and
    the size of the windows, since a change of either asks for other vectors."""
    return f"{encoder_name}, windows of {WINDOW_PARTS}"


def _cuts(text: str, starts: Sequence[int]) -> Iterator[int]:
    """Yield the words or marks with which another window begins."""
    total, begin = len(starts), 0
    sentences = {bisect_left(starts, end) for end in sentence_ends(text)}

    def follows_space(at: int) -> bool:
        return 0 < at < total and text[starts[at] - 1].isspace()

    for windows in range(-(-total // WINDOW_PARTS), 1, -1):
        even = begin + round((total - begin) / windows)
        least, most = total - (windows - 1) * WINDOW_PARTS, begin + WINDOW_PARTS
        near = range(max(least, even - NEAR_PARTS), min(most, even + NEAR_PARTS) + 1)
        begin = (
            _nearest(even, near, sentences.__contains__)
            or _nearest(even, range(least, most + 1), follows_space)
            or even
        )
        yield begin


def _nearest(even: int, allowed: range, is_place: Callable[[int], bool]) -> int:
    return min(filter(is_place, allowed), key=lambda at: (abs(at - even), at), default=0)


class VectorSource(Protocol):
    def vectors_by_hash(self, hashes: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        """Return the vectors that it has, each of shape (dimensions,)."""


def rows_of(passages: Iterable[Passage], sources: Iterable[VectorSource]) -> list[DenseRow]:
    """Return the rows of those passages that have all their vectors in the sources."""
    hashed = [(passage, tuple(embedded_windows(passage))) for passage in passages]
    lacking = {key for _, hashes in hashed for key in hashes}
    vectors: dict[str, NDArray[np.float32]] = {}
    for source in sources:
        vectors |= source.vectors_by_hash(lacking)
        lacking -= vectors.keys()
    whole = [(passage, hashes) for passage, hashes in hashed if vectors.keys() >= set(hashes)]
    return [DenseRow(p.id, p.document_id, key, vectors[key]) for p, hashes in whole for key in hashes]
