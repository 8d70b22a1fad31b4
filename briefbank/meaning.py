"""Meaning in the background: embeds passages that wait for it and keeps the dense index in step.

The encoder and LanceDB take a second or more to load, so both are loaded on first need and never at start;
until then a search uses words alone.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from briefbank.catalogue.store import Catalogue
from briefbank.errors import BriefBankError, IndexFault
from briefbank.hashes import text_hash
from briefbank.index.dense import DenseIndex, DenseRow, place_of
from briefbank.index.embedding import Encoder
from briefbank.jobs import Reporter
from briefbank.locks import ProcessLock
from briefbank.models import Passage
from briefbank.paths import LibraryPaths

log = logging.getLogger(__name__)

BATCH_PASSAGES = 256
"""Passages embedded between two commits: some seconds of work that a stop can lose."""

STAGE = "Preparing meaning"

Vectors = Mapping[str, NDArray[np.float32]]
"""By the hash of the passage's text."""


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
        """The encoder, loaded on the first call (seconds)."""
        with self._loading:
            if self._encoder is None:
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
            return self.rebuild(reporter)
        done = 0
        reporter.progress(STAGE, done, total)
        while batch := self._catalogue.passages_without_vector(self.encoder().name, BATCH_PASSAGES):
            self._embed(dense, batch, reporter)
            done += len(batch)
            reporter.progress(STAGE, done, max(done, total))
        if done:
            with self._lock():
                dense.optimise()
                dense.forget_other_encoders()
        return done

    def _embed(self, dense: DenseIndex, batch: Sequence[Passage], reporter: Reporter) -> None:
        rows = self._rows(batch, {}, reporter)
        with self._lock():
            present = self._catalogue.passages_by_id([row.passage_id for row in rows])
            dense.add([row for row in rows if row.passage_id in present])
            self._catalogue.mark_embedded(present, self.encoder().name)

    def remove(self, document_id: int) -> None:
        """Take a document's vectors out. The caller holds the library's lock.

        Where that cannot be done the vectors stay, without their passage, until the index is rebuilt.
        """
        if self._paths.dense.exists():
            try:
                self._open().remove(document_id)
            except BriefBankError as error:
                log.warning("vectors of a removed document stay: %s", error.detail)

    def rebuild(self, reporter: Reporter) -> int:
        """Make the index anew, using again the vectors that it still holds; the number of passages in it.

        What has no vector is embedded first, in batches, so that the library's lock is held only for copying.
        """
        dense = self._open_or_replace()
        known = self._catalogue.passage_ids(searchable_only=True)
        with self._lock():
            self._catalogue.clear_embedded()
            self._catalogue.mark_embedded(known & dense.ids(), self.encoder().name)
        self.embed_pending(reporter)
        with self._lock():
            known = self._catalogue.passage_ids(searchable_only=True)
            dense.rebuild(self._all_rows(dense, known, reporter), reporter.check)
            self._catalogue.mark_embedded(known, self.encoder().name)
        return len(known)

    def _open_or_replace(self) -> DenseIndex:
        try:
            return self._open()
        except IndexFault:
            with self._lock():
                shutil.rmtree(place_of(self._paths.dense, self.encoder().name))
                return self._open()

    def _all_rows(self, dense: DenseIndex, known: set[int], reporter: Reporter) -> Iterator[list[DenseRow]]:
        done = 0
        for _, passages in self._catalogue.iterate_documents_with_passages():
            wanted = [passage for passage in passages if passage.id in known]
            vectors = dense.vectors_by_hash(text_hash(passage.text) for passage in wanted)
            yield self._rows(wanted, vectors, reporter)
            done += len(wanted)
            reporter.progress(STAGE, done, len(known))

    def _rows(self, passages: Sequence[Passage], vectors: Vectors, reporter: Reporter) -> list[DenseRow]:
        """Rows for passages, encoding those whose vector is not in ``vectors`` (by text hash)."""
        reporter.check()
        hashes = [text_hash(passage.text) for passage in passages]
        missing = {key: p.text for key, p in zip(hashes, passages, strict=True) if key not in vectors}
        made = self.encoder().encode_passages(list(missing.values())) if missing else ()
        found = {**vectors, **dict(zip(missing, made, strict=True))}
        return [
            DenseRow(p.id, p.document_id, key, found[key]) for key, p in zip(hashes, passages, strict=True)
        ]
