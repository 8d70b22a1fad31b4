"""Finds reusable vectors of a library's passages, so that none is made twice.

Embedding is slow; a vector is found again by the hash of the embedded text, in the index itself or in a
backup. A passage of several windows counts as known only with all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from briefbank.catalogue.store import Catalogue
from briefbank.domain.passages import UNSEARCHED_ROLES, Passage
from briefbank.embedding.dense import DenseIndex
from briefbank.embedding.embedded_text import embedded_windows
from briefbank.embedding.rows import DenseRow
from briefbank.jobs import Reporter

ASKED_AT_ONCE = 1024
"""Passages whose vectors are looked up in one query to the index: each query reads much of its hashes."""


class VectorSource(Protocol):
    """A source of vectors by the hash of the embedded text."""

    def vectors_by_hash(self, hashes: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        """Return the vectors that it has, each of shape (dimensions,)."""


def known_rows(
    catalogue: Catalogue, sources: Sequence[VectorSource], reporter: Reporter
) -> Iterator[list[DenseRow]]:
    """Yield the rows of searchable passages that have all their vectors in the sources, the first of which
    is asked first. Raises StoreError and IndexFault."""
    searchable, _, _ = catalogue.searchable_id_totals()
    done = 0
    for passages in _batches(catalogue):
        yield rows_of(passages, sources)
        done += len(passages)
        reporter.progress("Preparing meaning", done, searchable)


def rows_of(passages: Iterable[Passage], sources: Iterable[VectorSource]) -> list[DenseRow]:
    """Return the rows of those passages that have all their vectors in the sources."""
    wanted = [(passage, tuple(embedded_windows(passage))) for passage in passages]
    lacking = {key for _, hashes in wanted for key in hashes}
    vectors: dict[str, NDArray[np.float32]] = {}
    for source in sources:
        vectors |= source.vectors_by_hash(lacking)
        lacking -= vectors.keys()
    whole = [(passage, hashes) for passage, hashes in wanted if vectors.keys() >= set(hashes)]
    return [DenseRow(p.id, p.document_id, key, vectors[key]) for p, hashes in whole for key in hashes]


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


def _batches(catalogue: Catalogue) -> Iterator[list[Passage]]:
    """Yield the searchable passages, whole documents together until there are enough for one query."""
    waiting: list[Passage] = []
    for _, passages in catalogue.iterate_documents_with_passages():
        waiting += [passage for passage in passages if passage.role not in UNSEARCHED_ROLES]
        if len(waiting) >= ASKED_AT_ONCE:
            yield waiting
            waiting = []
    if waiting:
        yield waiting
