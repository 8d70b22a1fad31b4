"""The semantic channel: the passages whose vectors are nearest to that of the query.

The vectors of several paragraphs without a final question are averaged.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from briefbank.errors import IndexFault
from briefbank.search.channels.channel import Channel, ExplainedResult
from briefbank.search.query import Parameters, ParsedQuery
from briefbank.search.search_types import Query, Scored
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.embedding.encoders import Encoder

log = logging.getLogger(__name__)

Vector = NDArray[np.float32]

SIMILAR = 0.40
"""The cosine from which a passage is called similar; see ``selection``."""
VERY_SIMILAR = 0.60
"""The cosine from which a passage is called very similar; the median of relevant passages."""


class Semantic(Channel):
    """The channel of sentence vectors."""

    name = "meaning"
    factor = Message("Nearness in meaning")
    graded = True

    def weight(self, parameters: Parameters) -> float:
        return parameters.semantic

    def applies(self, query: Query) -> bool:
        return query.embedding is not None and not query.parsed.exact_only

    def ask(self, query: Query) -> Scored | None:
        embedding, like = query.embedding, query.like
        if embedding is None:
            return None
        vector = embedding.dense.vector_of(like.id) if like else None
        if vector is None:
            vector = query_vector(query.parsed, embedding.encoder, query.parameters)
        try:
            return query.nearest(vector)
        except IndexFault as fault:
            log.warning("searching without embeddings: %s", fault.detail)
            return None

    def reasons(self, result: ExplainedResult) -> list[Message]:
        cosine = result.candidate.cosine
        if cosine is None or cosine < SIMILAR:
            return []
        return [
            Message("Very similar in meaning") if cosine >= VERY_SIMILAR else Message("Similar in meaning")
        ]


SEMANTIC = Semantic()


def query_vector(parsed: ParsedQuery, encoder: Encoder, parameters: Parameters) -> Vector:
    """Return the query's vector, of length one: its paragraphs' mean direction, the context with its
    share."""
    total = _mean([encoder.encode_query(part.sentence) for part in parsed.parts])
    if parsed.context is not None:
        context, share = encoder.encode_query(parsed.context.sentence), parameters.context_semantic
        total = _mean([(1.0 - share) * total, share * context])
    return total


def _mean(vectors: Sequence[Vector]) -> Vector:
    total = np.sum(vectors, axis=0, dtype=np.float32)
    length = float(np.linalg.norm(total))
    return np.asarray(total / length if length else total, dtype=np.float32)
