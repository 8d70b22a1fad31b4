"""A request that was read, with everything that its channels need; and its query vector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.passages import Passage
from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.search.asked import Asked
from briefbank.search.channels import Channel, LexicalChannel, MeaningSide, QueryEncoder
from briefbank.search.classes import PARAMETERS, USUAL, Parameters
from briefbank.search.in_force import InForce
from briefbank.search.query import ParsedQuery, Part

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Question:
    """A request that was read."""

    asked: Asked
    parsed: ParsedQuery
    like: Passage | None
    filters: Filters
    law: InForce
    index: LexicalChannel
    side: MeaningSide | None
    """Encoder and vectors that belong together, for the whole of this search."""

    @property
    def parameters(self) -> Parameters:
        """The retrieval parameters of its class."""
        return PARAMETERS[self.parsed.query_class] if self.asked.switches.adaptive else USUAL

    @property
    def depth(self) -> int:
        """The number of passages taken from each channel."""
        exact = self.asked.looked_at if self.parsed.exact_only else 0
        return max(self.asked.depth, self.parameters.depth, exact)

    def uses(self, channel: Channel) -> bool:
        """Tell whether a channel is asked."""
        return self.asked.uses(channel)

    def lexical(self, part: Part | None = None) -> LexicalQuery:
        """Return the query by words alone: numbers are a channel of their own."""
        asked = self.parsed.lexical(part)
        return replace(asked, identifiers=(), context_weight=self.parameters.context)

    def lexical_queries(self) -> list[LexicalQuery]:
        """Return one query for each paragraph; the context goes with the question."""
        parts = self.parsed.parts if len(self.parsed.parts) > 1 else (None,)
        return [self.lexical(part) for part in parts]


def direction(parsed: ParsedQuery, encoder: QueryEncoder, parameters: Parameters) -> Vector:
    """Return the query's vector, of length one: its paragraphs' mean direction, the context with its
    share."""
    total = _mean([encoder.encode_query(part.meaning) for part in parsed.parts])
    if parsed.scene is not None:
        scene, share = encoder.encode_query(parsed.scene.meaning), parameters.context_meaning
        total = _mean([(1.0 - share) * total, share * scene])
    return total


def _mean(vectors: Sequence[Vector]) -> Vector:
    total = np.sum(vectors, axis=0, dtype=np.float32)
    length = float(np.linalg.norm(total))
    return np.asarray(total / length if length else total, dtype=np.float32)
