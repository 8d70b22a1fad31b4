"""The vectors as they are searched by somebody from whom documents are hidden.

A passage's nearness does not depend on other passages, so that the nearest of those that are seen are what a
library without the others would find.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from briefbank.embedding.active_models import ActiveModel
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.embedding.dense import DenseIndex
from briefbank.embedding.encoders import Encoder

FEW = 5_000
"""The hidden passages up to which all are searched for so many more, and the hidden ones dropped. With more,
only the vectors of documents that are seen are read."""


class HiddenDocuments(Protocol):
    """Knows what is hidden at this moment."""

    def hidden(self) -> frozenset[int]:
        """Return the hidden documents."""

    def hidden_passages(self) -> frozenset[int]:
        """Return the passages of hidden documents."""


@dataclass(frozen=True, slots=True)
class VisibleVectors:
    """The vectors of an index without those of hidden documents. Any thread."""

    index: DenseIndex
    visible: HiddenDocuments
    seen_documents: Callable[[], Collection[int]]
    """Returns all documents that are not hidden."""

    def search(
        self, vector: NDArray[np.float32], document_ids: Collection[int] | None, limit: int
    ) -> list[tuple[int, float]]:
        """Return what ``DenseIndex.search`` does."""
        if document_ids is not None:
            return self.index.search(vector, set(document_ids) - self.visible.hidden(), limit)
        hidden = self.visible.hidden_passages()
        if len(hidden) > FEW:
            return self.index.search(vector, self.seen_documents(), limit)
        hits = self.index.search(vector, None, limit + len(hidden))
        return [hit for hit in hits if hit[0] not in hidden][:limit]

    def vector_of(self, passage_id: int) -> NDArray[np.float32] | None:
        """Return a passage's own vector; None where it has none, or is hidden."""
        return None if passage_id in self.visible.hidden_passages() else self.index.vector_of(passage_id)

    def stamp(self) -> object:
        """Return a value that changes with every change of what is seen."""
        return self.index.stamp(), self.visible.hidden()


@dataclass(frozen=True, slots=True)
class VisibleModel:
    """A model and the vectors that are seen."""

    encoder: Encoder
    dense: VisibleVectors


@dataclass(frozen=True, slots=True)
class VisibleEmbedding:
    """The models of a library with the vectors that are seen. Any thread."""

    whole: EmbeddingIndexer
    visible: HiddenDocuments
    seen_documents: Callable[[], Collection[int]]

    def ready(self) -> VisibleModel | None:
        """Return the model that answers now; None while none is loaded."""
        active: ActiveModel | None = self.whole.ready()
        if active is None:
            return None
        return VisibleModel(active.encoder, VisibleVectors(active.dense, self.visible, self.seen_documents))

    def encoder(self) -> Encoder:
        """Return the chosen encoder, loaded on the first call (seconds). Raises BriefBankError."""
        return self.whole.encoder()

    def encoder_if_ready(self) -> Encoder | None:
        return self.whole.encoder_if_ready()

    def vectors_of(self, document_ids: Sequence[int], encoder_name: str) -> dict[str, NDArray[np.float32]]:
        """Return what ``EmbeddingIndexer.vectors_of`` does, of those of the documents that are seen."""
        hidden = self.visible.hidden()
        return self.whole.vectors_of([id_ for id_ in document_ids if id_ not in hidden], encoder_name)
