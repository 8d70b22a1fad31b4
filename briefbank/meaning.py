"""Meaning in the background: embeds passages that wait for it and keeps the dense index in step.

The encoder and LanceDB take a second or more to load, so both are loaded on first need and never at start;
until then a search uses words alone.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from briefbank.catalogue.store import Catalogue
from briefbank.errors import BriefBankError, IndexFault
from briefbank.hashes import text_hash
from briefbank.index import processor
from briefbank.index.dense import DenseIndex, place_of
from briefbank.index.embedding import Encoder
from briefbank.index.rows import DenseRow
from briefbank.jobs import Reporter
from briefbank.locks import ProcessLock
from briefbank.models import Passage
from briefbank.paths import LibraryPaths

log = logging.getLogger(__name__)

BATCH_PASSAGES = 256
"""Passages embedded between two commits: some seconds of work that a stop can lose."""

ASKED_AT_ONCE = 1024
"""Passages whose vectors are looked for in one question to the index: each reads all of its hashes."""

FETCHED_AT_ONCE = 16 * BATCH_PASSAGES
"""Passages taken from the catalogue in one go: finding those that wait means passing over all that do not."""

STAGE = "Preparing meaning"

Vectors = Mapping[str, NDArray[np.float32]]
"""By the hash of the passage's text."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Numbers of passages; all 0 when index and catalogue agree."""

    lost: int
    """Marked as embedded, and not in the index."""
    unmarked: int
    """In the index, and waiting to be embedded all the same."""
    left_over: int
    """In the index, and not in the catalogue."""


class Meaning:
    """The dense side of one library. Any thread; writes are serialised by the library's lock."""

    def __init__(
        self, paths: LibraryPaths, catalogue: Catalogue, lock: ProcessLock, load: Callable[[], Encoder]
    ) -> None:
        self._paths = paths
        self._catalogue = catalogue
        self._lock = lock
        self._load = load
        self._loading = threading.RLock()
        self._encoder: Encoder | None = None
        self._dense: DenseIndex | None = None

    def close(self) -> None:
        with self._loading:
            if self._dense is not None:
                self._dense.close()

    # --- what is loaded --------------------------------------------------------------------------

    def encoder(self) -> Encoder:
        """The encoder, loaded on the first call (seconds).

        Raises BriefBankError when it cannot be loaded, or when the processor is too old for LanceDB.
        """
        with self._loading:
            if self._encoder is None:
                processor.require()
                self._encoder = self._load()
            return self._encoder

    def warm(self) -> None:
        """Load both, and encode once so that the first search does not pay for it.

        A dense index that does not open is left for ``check`` to report: words go on working.
        """
        self.encoder().encode_query("warm up")
        try:
            self._open()
        except IndexFault as fault:
            log.warning("dense index does not open: %s", fault.detail)

    def encoder_if_ready(self) -> Encoder | None:
        return self._encoder

    def dense_if_ready(self) -> DenseIndex | None:
        return self._dense

    def _open(self) -> DenseIndex:
        """The index of the present encoder. Raises IndexFault when it is damaged."""
        encoder = self.encoder()
        with self._loading:
            if self._dense is None:
                self._dense = DenseIndex(self._paths.dense, encoder.name, encoder.dimensions)
            return self._dense

    # --- keeping in step -------------------------------------------------------------------------

    def trouble(self) -> str:
        """Why meaning cannot be searched at all; empty when it can or an index only needs a rebuild."""
        try:
            self.encoder()
        except BriefBankError as error:
            return str(error)
        return ""

    def ids(self) -> set[int]:
        """The passages that the dense index holds; none when it does not open."""
        try:
            return self._open().ids()
        except BriefBankError:
            return set()

    def waiting(self) -> int:
        """How many passages are still to be embedded; none are when there is no model to do it."""
        try:
            return self._catalogue.count_without_vector(self.encoder().name)
        except BriefBankError:
            return 0

    def embed_pending(self, reporter: Reporter) -> int:
        """Embed what waits, a batch at a time, until nothing does; the number of passages embedded.

        An index that does not open is made anew first. Raises Cancelled, StoreError, and BriefBankError when
        the model cannot be loaded.
        """
        total = self._catalogue.count_without_vector(self.encoder().name)
        if not total:
            return 0
        try:
            dense = self._open()
        except IndexFault as fault:
            log.warning("dense index is made anew: %s", fault.detail)
            self.take_over({}, reporter)
            dense = self._open()
        self._mark_what_is_there(dense)
        done = 0
        reporter.progress(STAGE, done, total)
        for batch in self._waiting_batches():
            self._embed(dense, batch, reporter)
            done += len(batch)
            reporter.progress(STAGE, done, max(done, total))
        if done:
            with self._lock():
                dense.optimise()
                dense.forget_other_encoders()
        return done

    def _mark_what_is_there(self, dense: DenseIndex) -> None:
        """After a stop between vectors and their marks, so that nothing is embedded twice."""
        known = self._catalogue.passage_ids(searchable_only=True)
        held = known & dense.ids()
        if len(held) > len(known) - self.waiting():
            self._catalogue.mark_embedded(held, self.encoder().name)

    def _waiting_batches(self) -> Iterator[list[Passage]]:
        """What waits, until nothing does; texts of like length together, which wastes less on padding."""
        while waiting := self._catalogue.passages_without_vector(self.encoder().name, FETCHED_AT_ONCE):
            waiting.sort(key=lambda passage: len(passage.text))
            yield from (waiting[at : at + BATCH_PASSAGES] for at in range(0, len(waiting), BATCH_PASSAGES))

    def _embed(self, dense: DenseIndex, batch: Sequence[Passage], reporter: Reporter) -> None:
        reporter.check()
        vectors = self.encoder().encode_passages([passage.text for passage in batch])
        with self._lock():
            present = self._catalogue.passages_by_id([passage.id for passage in batch])
            rows = [
                DenseRow(p.id, p.document_id, text_hash(p.text), vector)
                for p, vector in zip(batch, vectors, strict=True)
                if p.id in present
            ]
            dense.add(rows)
            self._catalogue.mark_embedded(present, self.encoder().name)

    def remove(self, *document_ids: int) -> None:
        """Take documents' vectors out. The caller holds the library's lock.

        Where that cannot be done the vectors stay, without their passages, until the index is rebuilt.
        """
        if self._paths.dense.exists():
            try:
                self._open().remove(*document_ids)
            except BriefBankError as error:
                log.warning("vectors of a removed document stay: %s", error.detail)

    # --- as a whole ------------------------------------------------------------------------------

    def disagreement(self, known: AbstractSet[int]) -> Disagreement:
        """How index and marks differ from ``known``, the passages that ought to be found by meaning."""
        held, waiting = self.ids(), self._catalogue.ids_without_vector(self.encoder().name)
        return Disagreement(
            lost=len(known - held - waiting), unmarked=len(waiting & held), left_over=len(held - known)
        )

    def contents(self) -> tuple[str, list[str], NDArray[np.float32]] | None:
        """Encoder, text hashes and vectors, shape (n, dimensions), for a backup; None where there are none.

        Raises BriefBankError when the encoder or the index cannot be loaded.
        """
        if not self._paths.dense.exists():
            return None
        return self.encoder().name, *self._open().contents()

    def rebuild(self, reporter: Reporter) -> None:
        """Make the index anew, using again the vectors that it still holds, and embed what has none."""
        self.take_over({}, reporter)
        self.embed_pending(reporter)

    def take_over(self, vectors: Vectors, reporter: Reporter) -> int:
        """Make the index anew of ``vectors`` and those that it still holds; the passages that it now has.

        The others wait to be embedded. Marks are taken back first, so that after a stop in the middle they
        promise nothing; embedding then marks again what the index holds.
        """
        dense = self._open_or_replace()
        taken: set[int] = set()
        with self._lock():
            self._catalogue.clear_embedded()
            dense.rebuild(self._taken(dense, vectors, taken, reporter), reporter.check)
            self._catalogue.mark_embedded(taken, self.encoder().name)
        return len(taken)

    def _taken(
        self, dense: DenseIndex, vectors: Vectors, taken: set[int], reporter: Reporter
    ) -> Iterator[list[DenseRow]]:
        """Rows of all searchable passages whose vector is known; ``taken`` receives their ids."""
        wanted = self._catalogue.passage_ids(searchable_only=True)
        done = 0
        for passages in self._batches(wanted):
            keys = {text_hash(passage.text) for passage in passages}
            given = {key: vectors[key] for key in keys if key in vectors}
            rows = _known_rows(passages, {**dense.vectors_by_hash(keys - given.keys()), **given})
            taken.update(row.passage_id for row in rows)
            yield rows
            done += len(passages)
            reporter.progress(STAGE, done, len(wanted))

    def _batches(self, wanted: AbstractSet[int]) -> Iterator[list[Passage]]:
        """The wanted passages, whole documents together until there are enough for one question."""
        waiting: list[Passage] = []
        for _, passages in self._catalogue.iterate_documents_with_passages():
            waiting += [passage for passage in passages if passage.id in wanted]
            if len(waiting) >= ASKED_AT_ONCE:
                yield waiting
                waiting = []
        if waiting:
            yield waiting

    def _open_or_replace(self) -> DenseIndex:
        """The index, or an empty one in place of what cannot be read."""
        try:
            dense = self._open()
            dense.ids()
            return dense
        except IndexFault:
            with self._lock(), self._loading:
                shutil.rmtree(place_of(self._paths.dense, self.encoder().name), ignore_errors=True)
                self._dense = None
                return self._open()


def _known_rows(passages: Sequence[Passage], vectors: Vectors) -> list[DenseRow]:
    """Rows of those passages whose vector is there, by text hash."""
    keyed = [(text_hash(passage.text), passage) for passage in passages]
    return [DenseRow(p.id, p.document_id, key, vectors[key]) for key, p in keyed if key in vectors]
