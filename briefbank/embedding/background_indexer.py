"""The embedding indexer: embeds pending passages in the background, keeps the dense index in step with the
catalogue.

The encoder and LanceDB take a second or more to load, so both are loaded on first need and never at start;
until then a search uses the lexical index alone. A passage has a vector for each window of its text
(``dense``), stored in one commit, and is marked in the catalogue after that. The passages of the newest
briefs come first, and no text is embedded twice. Another model that is chosen embeds all passages anew; the
vectors of former models are deleted when that is done.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from briefbank.api.library import EmbeddingApi
from briefbank.catalogue import document_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.domain.pages import UNSEARCHED_ROLES, Passage
from briefbank.embedding.dense import (
    DenseIndex,
    DenseRow,
    VectorSource,
    embedded_windows,
    forget_all_but,
    marked_as,
    place_of,
    rows_of,
    stored,
)
from briefbank.embedding.encoders import Encoder, load_encoder, model_name
from briefbank.embedding.lance import missing_features, require_processor
from briefbank.errors import BriefBankError, IndexFault
from briefbank.jobs import Reporter
from briefbank.paths import LibraryPaths
from briefbank.storage.lease import ProcessLock
from briefbank.text.messages import NO_MESSAGE, Message

log = logging.getLogger(__name__)

BATCH_PASSAGES = 256  # Passages embedded between two commits: some seconds of work that a stop can lose
SORTED_TOGETHER = 16 * BATCH_PASSAGES
"""Passages of one portion, which are sorted by the length of their texts, and whose vectors are looked for in
the index by one query: it reads much of its hashes."""
ASKED_AT_ONCE = 1024
"""Passages whose vectors are looked up in one query to the index: each query reads much of its hashes."""
PORTIONS_A_ROUND = 8
"""Portions after which the newest documents are asked for again, some minutes: those added meanwhile come
before older ones. Asking means passing over the marks of all passages."""


@dataclass(frozen=True, slots=True)
class ActiveModel:
    """A model and the index of its vectors; a search needs both."""

    encoder: Encoder
    dense: DenseIndex

    @property
    def name(self) -> str:
        """The encoder's name, which marks in the catalogue and folders of vectors go by."""
        return self.encoder.name


@dataclass(frozen=True, slots=True)
class IndexDifference:
    """Differences between index and catalogue, in passages; all 0 when they agree."""

    lost: int  # Passages marked as embedded that are not in the index
    unmarked: int  # Passages in the index that are still marked as pending
    left_over: int  # Passages in the index that are not in the catalogue


class EmbeddingIndexer(EmbeddingApi):
    """The embeddings of one library. Any thread; writes are serialised by the library's lock."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Database,
        lock: ProcessLock,
        load: Callable[[], Encoder],
        *,
        chosen_folder: Callable[[], Path | None] = lambda: None,
        read_only: Callable[[], Message] = lambda: NO_MESSAGE,
    ) -> None:
        """``load`` loads the chosen model, and ``chosen_folder`` returns its folder (None: the model that
        comes with BriefBank). ``read_only`` says why nothing can be embedded here; empty where it can.
        """
        self._paths, self._catalogue, self._lock = paths, catalogue, lock
        self._load, self._chosen_folder, self._read_only = load, chosen_folder, read_only
        self._choosing = threading.RLock()
        self._encoder: Encoder | None = None
        self._model: ActiveModel | None = None

    def close(self) -> None:
        """Release tables and memory. Not while another call runs."""
        if self._model is not None:
            self._model.dense.close()

    def model_name(self) -> str:
        return model_name(self._chosen_folder())

    def try_out(self, folder: Path) -> None:
        load_encoder(folder)

    def encoder(self) -> Encoder:
        """Return the chosen encoder, loaded on the first call (seconds).

        Raises BriefBankError when it cannot be loaded, or when the processor is too old for LanceDB.
        """
        with self._choosing:
            if self._encoder is None:
                require_processor()
                self._encoder = self._load()
            return self._encoder

    def model(self) -> ActiveModel:
        """Return the chosen model and its index, made if missing. Raises BriefBankError, IndexFault."""
        with self._choosing:
            if self._model is None:
                encoder = self.encoder()
                dense = DenseIndex(self._paths.dense, encoder.name, encoder.dimensions)
                self._model = ActiveModel(encoder, dense)
            return self._model

    def warm(self) -> None:
        """Load the model, and encode once so that the first search does not pay for it.

        A dense index that does not open is left for ``check`` to report: search by words goes on working.
        Raises BriefBankError when there is no model to search with.
        """
        try:
            self.model().encoder.encode_query("warm up")
        except IndexFault as fault:
            log.warning("dense index does not open: %s", fault.detail)

    def ready(self) -> ActiveModel | None:
        """Return an encoder and its index, for one search; None while they are not loaded. Never waits."""
        return self._model

    def encoder_if_ready(self) -> Encoder | None:
        model = self.ready()
        return model.encoder if model else None

    def vector_of(self, passage_id: int) -> NDArray[np.float32] | None:
        """Return a passage's own vector, shape (dimensions,), the normalised mean of its windows' vectors;
        None while nothing is loaded or it has none. Raises IndexFault."""
        model = self.ready()
        return model.dense.vector_of(passage_id) if model else None

    def choose_again(self) -> None:
        with self._choosing:
            self._encoder = self._model = None
        self.warm()

    def _is_chosen(self, model: ActiveModel) -> bool:
        """Tell whether no other model was chosen since ``model`` was returned."""
        return model.encoder is self._encoder

    def trouble(self) -> Message:
        """Return why the chosen model cannot be used; empty if it can or its index only needs a rebuild."""
        try:
            self.encoder()
            return NO_MESSAGE
        except BriefBankError as error:
            return error.message

    def ids(self) -> set[int]:
        """Return the passages that have embeddings for search; none when the index does not open."""
        try:
            return self.model().dense.ids()
        except BriefBankError:
            return set()

    def waiting(self) -> int:
        """Return how many passages are still to be embedded; 0 when there is no model to do it."""
        try:
            return passage_rows.count_without_vector(self._catalogue, marked_as(self.encoder().name))
        except BriefBankError:
            return 0

    def disagreement(self, known: AbstractSet[int]) -> IndexDifference:
        """Compare index and marks with ``known``, the passages that ought to have embeddings."""
        try:
            indexed = self.model().dense.ids()
        except IndexFault:
            indexed = set()
        waiting = passage_rows.ids_without_vector(self._catalogue, marked_as(self.encoder().name))
        return IndexDifference(
            lost=len(known - indexed - waiting),
            unmarked=len(waiting & indexed),
            left_over=len(indexed - known),
        )

    def altered(self, known: AbstractSet[int], reporter: Reporter) -> int:
        """Count the passages of ``known`` whose vectors differ from those of their text.

        About 5,000 passages a second. Raises Cancelled, StoreError and IndexFault.
        """
        dense = self.model().dense
        marked = known & dense.ids() - passage_rows.ids_without_vector(
            self._catalogue, marked_as(self.encoder().name)
        )
        whole = {id_ for some in _stored_whole(self._catalogue, dense, marked, reporter) for id_ in some}
        return len(marked - whole | dense.damaged() & known)

    def active(self) -> ActiveModel | None:
        """Return the model with the library's vectors, for a backup; None without any.

        Raises BriefBankError when the encoder or the index cannot be loaded.
        """
        return self.model() if self._paths.dense.exists() else None

    def vectors_of(self, document_ids: Sequence[int], encoder_name: str) -> dict[str, NDArray[np.float32]]:
        """Return the vectors of documents by text hash; none where another model answers now. Raises
        BriefBankError when model or index cannot be loaded."""
        model = self.model()
        return dict(model.dense.vectors_of(document_ids)) if model.name == encoder_name else {}

    def embed_pending(self, reporter: Reporter) -> int:
        if self._read_only():
            return 0
        done = 0
        while True:
            model, count = self._embed_chosen(reporter)
            done += count
            if model is None or self._is_chosen(model):
                return done

    def _embed_chosen(self, reporter: Reporter) -> tuple[ActiveModel | None, int]:
        """Embed what is pending for the chosen model; return it, None if nothing was, and the count."""
        mark = marked_as(self.encoder().name)
        highest, documents = self._pending(mark)
        if not documents and (not self._paths.dense.exists() or self._is_settled()):
            return None, 0
        try:
            model, anew = self.model(), False
        except IndexFault:
            model, anew = self._chosen_model(reporter), True
        if anew or marked_as(model.name) != mark:  # other marks: another was chosen just now
            mark = marked_as(model.name)
            highest, documents = self._pending(mark)
        ids = [id_ for id_, _ in documents]
        waiting = set(passage_rows.ids_without_vector_of(self._catalogue, mark, ids))
        total = len(waiting)
        # Vectors that are stored only lack their marks, as after a stop between the two.
        for whole in _stored_whole(self._catalogue, model.dense, model.dense.present(waiting), reporter):
            passage_rows.mark_embedded(self._catalogue, whole, mark)
            total -= len(whole)
        del waiting  # of a library that is embedded anew these are all numbers
        done, stage = 0, Message("Preparing search by meaning with {shown}", shown=shown(model.name))
        if total:
            reporter.progress(stage, done, total)
        for embedded in self._embed_newest(model, documents, highest, reporter):
            done += embedded
            reporter.progress(stage, done, max(done, total))
        self._finish(model, changed=done > 0)
        return model, done

    def _is_settled(self) -> bool:
        """Tell whether ``_finish`` has nothing to do."""
        names, model = stored(self._paths.dense).keys(), self._model
        return names == {self.encoder().name} and not (model and model.dense.behind())

    def _chosen_model(self, reporter: Reporter) -> ActiveModel:
        """Return the chosen model, with its index made anew where that cannot be opened."""
        try:
            return self.model()
        except IndexFault as fault:
            log.warning("dense index is made anew: %s", fault.detail)
            self._rebuild_index([], reporter)
            return self.model()

    def _pending(self, mark: str) -> tuple[int, list[tuple[int, int]]]:
        """Return the highest number of a passage, and the documents with pending passages, each with their
        number. Reads the marks of all passages: 0.2 s for a million."""
        highest = passage_rows.highest_id(self._catalogue)  # first: what comes meanwhile is looked for again
        return highest, passage_rows.documents_without_vector(self._catalogue, mark)

    def _embed_newest(
        self, model: ActiveModel, pending: list[tuple[int, int]], highest: int, reporter: Reporter
    ) -> Iterator[int]:
        """Embed pending passages, those of the newest documents first, until there are none or another model
        is chosen; yield how many were stored."""
        mark = marked_as(model.name)
        while pending and self._is_chosen(model):
            portions = _portions(pending)
            for documents in islice(portions, PORTIONS_A_ROUND):
                waiting = passage_rows.without_vector(self._catalogue, mark, documents)
                for count in self._embed(model, waiting, reporter):
                    yield count
                    if not self._is_chosen(model):
                        return
            if next(portions, None) is None and passage_rows.highest_id(self._catalogue) == highest:
                return
            highest, pending = self._pending(mark)

    def _embed(self, model: ActiveModel, passages: Sequence[Passage], reporter: Reporter) -> Iterator[int]:
        """Embed passages and store their vectors a batch at a time; yield the size of each batch.

        No text is embedded twice, nor one whose vector the index has. Texts of similar length are embedded
        together, which wastes less on padding.
        """
        windows = {passage.id: embedded_windows(passage) for passage in passages}
        known = model.dense.vectors_by_hash({key for texts in windows.values() for key in texts})
        ordered = sorted(passages, key=lambda passage: max(map(len, windows[passage.id].values())))
        for at in range(0, len(ordered), BATCH_PASSAGES):
            reporter.check()
            batch = ordered[at : at + BATCH_PASSAGES]
            new = {k: text for p in batch for k, text in windows[p.id].items() if k not in known}
            if new:
                known.update(zip(new, model.encoder.encode_passages(list(new.values())), strict=True))
            with self._lock():
                present = passage_rows.by_ids(self._catalogue, [passage.id for passage in batch])
                whole = [passage for passage in batch if passage.id in present]
                rows = [
                    DenseRow(p.id, p.document_id, key, known[key]) for p in whole for key in windows[p.id]
                ]
                model.dense.add(rows)
                passage_rows.mark_embedded(self._catalogue, present, marked_as(model.name))
            yield len(batch)

    def _finish(self, model: ActiveModel, *, changed: bool) -> None:
        """Tidy up when everything is embedded: also delete the vectors of all other models."""
        with self._lock():
            with self._choosing:  # else a model that is chosen meanwhile would lose its first vectors
                if not self._is_chosen(model):
                    return
                forget_all_but(self._paths.dense, [model.name])
            if changed or model.dense.behind():
                model.dense.optimise()

    def remove(self, *document_ids: int) -> None:
        """Remove documents' vectors, of all models. The caller holds the library's lock.

        Where that cannot be done the vectors stay, without their passages, until the index is rebuilt.
        Vectors that no version or model of ours can read any more are deleted. Loads no model.
        """
        if not self._paths.dense.exists() or missing_features():
            return
        try:
            indexes = stored(self._paths.dense)
            forget_all_but(self._paths.dense, indexes)
            model = self._model
            for name, dimensions in indexes.items():
                if model is not None and model.name == name:
                    model.dense.remove(*document_ids)
                else:
                    DenseIndex(self._paths.dense, name, dimensions, memory_bytes=0).remove(*document_ids)
        except BriefBankError as error:
            log.warning("vectors of a removed document stay: %s", error.detail)

    def rebuild(self, reporter: Reporter) -> None:
        """Rebuild the index, reusing the vectors that it still holds, and embed passages without one."""
        self._rebuild_index([], reporter)
        self.embed_pending(reporter)

    def take_over(self, vectors: VectorSource, reporter: Reporter) -> None:
        """Rebuild the index of ``vectors`` and its own; the passages of which neither has all are pending.

        For a catalogue that was replaced: vectors of former models are deleted, because its passages have
        other numbers now.
        """
        self._rebuild_index([vectors], reporter)
        with self._lock(), self._choosing:
            forget_all_but(self._paths.dense, [self.model().name])

    def add_known(
        self, vectors: VectorSource, reporter: Reporter, documents: Collection[int] | None = None
    ) -> None:
        """Store the vectors of pending passages, of all documents or of these, whose windows are all among
        ``vectors``; the others stay pending. After the last of some documents call ``finish_known``. Raises
        Cancelled, BriefBankError and IndexFault."""
        model = self._chosen_model(reporter)
        mark = marked_as(model.name)
        pending = passage_rows.documents_without_vector(self._catalogue, mark)
        if documents is not None:
            pending = [entry for entry in pending if entry[0] in documents]
        for some in _portions(pending):
            reporter.check()
            with self._lock():
                rows = rows_of(passage_rows.without_vector(self._catalogue, mark, some), [vectors])
                model.dense.add(rows)
                passage_rows.mark_embedded(self._catalogue, {row.passage_id for row in rows}, mark)
        if documents is None:
            self.finish_known(reporter, changed=bool(pending))

    def finish_known(self, reporter: Reporter, *, changed: bool = True) -> None:
        """Tidy up after ``add_known``."""
        self._finish(self._chosen_model(reporter), changed=changed)

    def discard(self) -> None:
        """Delete all vectors and their marks: the catalogue was replaced and no model can be loaded."""
        with self._lock(), self._choosing:
            passage_rows.clear_embedded(self._catalogue)
            self.close()
            self._model = None
            if self._paths.dense.exists():
                forget_all_but(self._paths.dense, [])

    def _rebuild_index(self, vectors: Sequence[VectorSource], reporter: Reporter) -> None:
        """Clear the marks first, so that after a stop in the middle they promise nothing; embedding then
        marks again what the index holds."""
        try:
            model = self.model()
            deque(model.dense.passages(), maxlen=0)
        except IndexFault:  # an empty index in place of one that cannot be read
            with self._lock(), self._choosing:
                self._model = None
                shutil.rmtree(place_of(self._paths.dense, self.encoder().name), ignore_errors=True)
                model = self.model()
        with self._lock():
            passage_rows.clear_embedded(self._catalogue)
            rows = _known_rows(self._catalogue, [*vectors, model.dense], reporter)
            model.dense.rebuild(rows, reporter.check)
            for passages in model.dense.passages():  # which has whole passages alone
                passage_rows.mark_embedded(self._catalogue, passages.tolist(), marked_as(model.name))


def shown(encoder_name: str) -> str:
    """Return the model's name as shown to a person: without the hash of its files."""
    return encoder_name.partition("@")[0]


def _portions(pending: Iterable[tuple[int, int]]) -> Iterator[list[int]]:
    """Yield documents, given with the number of their passages, in lists with enough passages to sort."""
    documents, passages = list[int](), 0
    for document_id, count in pending:
        documents.append(document_id)
        passages += count
        if passages >= SORTED_TOGETHER:
            yield documents
            documents, passages = [], 0
    if documents:
        yield documents


def _known_rows(
    catalogue: Database, sources: Sequence[VectorSource], reporter: Reporter
) -> Iterator[list[DenseRow]]:
    """Yield the rows of searchable passages that have all their vectors in the sources, asked in order; whole
    documents together until there are enough for one query. Raises StoreError and IndexFault."""
    searchable = passage_rows.searchable_id_totals(catalogue).count
    waiting, done = list[Passage](), 0
    for _, passages in document_rows.iterate_with_passages(catalogue):
        waiting += [passage for passage in passages if passage.role not in UNSEARCHED_ROLES]
        if len(waiting) >= ASKED_AT_ONCE:
            yield rows_of(waiting, sources)
            done += len(waiting)
            reporter.progress(Message("Preparing search by meaning"), done, searchable)
            waiting = []
    if waiting:
        yield rows_of(waiting, sources)
        reporter.progress(Message("Preparing search by meaning"), done + len(waiting), searchable)


def _stored_whole(
    catalogue: Database, dense: DenseIndex, passage_ids: AbstractSet[int], reporter: Reporter
) -> Iterator[list[int]]:
    """Yield those of the passages whose windows in the index are exactly those that would be made now.

    About 5,000 passages a second. Raises Cancelled, StoreError and IndexFault.
    """
    stored = dense.hashes_of(passage_ids)
    ids = sorted(stored)
    for at in range(0, len(ids), ASKED_AT_ONCE):
        reporter.check()
        reporter.progress(Message("Preparing search by meaning"), at, len(ids))
        passages = passage_rows.by_ids(catalogue, ids[at : at + ASKED_AT_ONCE])
        yield [id_ for id_, passage in passages.items() if stored[id_] == embedded_windows(passage).keys()]
