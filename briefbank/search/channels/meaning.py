"""The channel of meaning: the passages whose vectors are nearest to that of the query.

The vectors of several paragraphs without a final question are averaged.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.searches import Filters
from briefbank.errors import IndexFault
from briefbank.search.channels.channel import Channel, ExplainedResult
from briefbank.search.dependencies import EncoderWithVectors, QueryEncoder, Scored
from briefbank.search.query import Parameters, ParsedQuery
from briefbank.search.search_types import Query

log = logging.getLogger(__name__)

Vector = NDArray[np.float32]

MEANING_FLOOR = 0.40
"""The cosine from which a passage is called similar; see ``selection``."""
VERY_NEAR = 0.60
"""The cosine from which a passage is called very similar; the median of relevant passages."""


class Meaning(Channel):
    """The channel of sentence vectors."""

    name = "meaning"
    factor = "Nearness in meaning"
    graded = True

    def weight(self, parameters: Parameters) -> float:
        return parameters.meaning

    def applies(self, query: Query) -> bool:
        return query.embedding is not None and not query.parsed.exact_only

    def ask(self, query: Query) -> Scored | None:
        embedding, filters = query.embedding, query.filters
        if embedding is None:
            return None
        vector = _vector(query, embedding)
        allowed = None if filters == Filters() else query.store.document_ids(filters)
        if allowed is not None and not allowed:
            return []
        try:
            return embedding.dense.search(vector, allowed, query.depth)
        except IndexFault as fault:
            log.warning("searching without embeddings: %s", fault.detail)
            return None

    def reasons(self, result: ExplainedResult) -> list[str]:
        cosine = result.candidate.cosine
        if cosine is None or cosine < MEANING_FLOOR:
            return []
        return ["Very similar in meaning" if cosine >= VERY_NEAR else "Similar in meaning"]


MEANING = Meaning()


def _vector(query: Query, embedding: EncoderWithVectors) -> Vector:
    """Return the vector of the passage to which similar ones are wanted, if it has one; or of the query."""
    if query.like is not None and (own := embedding.dense.vector_of(query.like.id)) is not None:
        return own
    return query_vector(query.parsed, embedding.encoder, query.parameters)


def query_vector(parsed: ParsedQuery, encoder: QueryEncoder, parameters: Parameters) -> Vector:
    """Return the query's vector, of length one: its paragraphs' mean direction, the context with its
    share."""
    total = _mean([encoder.encode_query(part.sentence) for part in parsed.parts])
    if parsed.context is not None:
        context, share = encoder.encode_query(parsed.context.sentence), parameters.context_meaning
        total = _mean([(1.0 - share) * total, share * context])
    return total


def _mean(vectors: Sequence[Vector]) -> Vector:
    total = np.sum(vectors, axis=0, dtype=np.float32)
    length = float(np.linalg.norm(total))
    return np.asarray(total / length if length else total, dtype=np.float32)
