"""Finds reusable vectors of a library's passages, so that none is made twice.

Embedding is slow; a vector is found again by the hash of the embedded text, in the index itself or in a
backup. A passage of several windows counts as known only with all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

import numpy as np
from numpy.typing import NDArray

from briefbank.catalogue.store import Catalogue
from briefbank.domain.passages import Passage
from briefbank.embedding.dense import DenseIndex
from briefbank.embedding.embedded_text import embedded_windows
from briefbank.embedding.legacy_vectors import VectorSource
from briefbank.embedding.rows import DenseRow
from briefbank.jobs import Reporter

ASKED_AT_ONCE = 1024
"""Passages whose vectors are looked up in one query to the index: each query reads all of its hashes."""

VectorsByHash = Mapping[str, NDArray[np.float32]]
"""Vectors by the hash of the embedded text."""


def known_rows(
    catalogue: Catalogue, dense: VectorSource, vectors: VectorsByHash, taken: set[int], reporter: Reporter
) -> Iterator[list[DenseRow]]:
    """Yield rows of searchable passages with all vectors in ``vectors`` or ``dense``; ``taken`` gets their
    ids.

    Raises StoreError and IndexFault.
    """
    wanted = catalogue.passage_ids(searchable_only=True)
    done = 0
    for passages in _batches(catalogue, wanted):
        wanted_of = [(passage, tuple(embedded_windows(passage))) for passage in passages]
        keys = {key for _, hashes in wanted_of for key in hashes}
        given = {key: vectors[key] for key in keys if key in vectors}
        rows = _rows(wanted_of, {**dense.vectors_by_hash(keys - given.keys()), **given})
        taken.update(row.passage_id for row in rows)
        yield rows
        done += len(passages)
        reporter.progress("Preparing meaning", done, len(wanted))


def rows_of(passages: Iterable[Passage], vectors: VectorsByHash) -> list[DenseRow]:
    """Return the rows of those passages that have all their vectors among ``vectors``."""
    return _rows([(passage, tuple(embedded_windows(passage))) for passage in passages], vectors)


def stored_whole(
    catalogue: Catalogue, dense: DenseIndex, passage_ids: AbstractSet[int], reporter: Reporter
) -> Iterator[list[int]]:
    """Yield those of the passages whose windows in the index are exactly those that would be made now.

    About 5,000 passages a second. Raises Cancelled, StoreError and IndexFault.
    """
    held = dense.hashes_of(passage_ids)
    ids = sorted(held)
    for at in range(0, len(ids), ASKED_AT_ONCE):
        reporter.check()
        reporter.progress("Preparing meaning", at, len(ids))
        found = catalogue.passages_by_id(ids[at : at + ASKED_AT_ONCE])
        yield [id_ for id_, passage in found.items() if held[id_] == embedded_windows(passage).keys()]


def _batches(catalogue: Catalogue, wanted: AbstractSet[int]) -> Iterator[list[Passage]]:
    """Yield the wanted passages, whole documents together until there are enough for one query."""
    waiting: list[Passage] = []
    for _, passages in catalogue.iterate_documents_with_passages():
        waiting += [passage for passage in passages if passage.id in wanted]
        if len(waiting) >= ASKED_AT_ONCE:
            yield waiting
            waiting = []
    if waiting:
        yield waiting


def _rows(wanted: Sequence[tuple[Passage, tuple[str, ...]]], vectors: VectorsByHash) -> list[DenseRow]:
    whole = [(passage, hashes) for passage, hashes in wanted if vectors.keys() >= set(hashes)]
    return [DenseRow(p.id, p.document_id, key, vectors[key]) for p, hashes in whole for key in hashes]
