"""A request that was read, with everything that its channels need."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from briefbank.domain.passages import Passage
from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.search.dependencies import EncoderWithVectors, LexicalChannel, Store
from briefbank.search.in_force import InForce
from briefbank.search.query import ParsedQuery, Subquery
from briefbank.search.query_classes import Parameters

if TYPE_CHECKING:
    from briefbank.search.search_types import ConfiguredRequest


@dataclass(frozen=True, slots=True)
class PreparedRequest:
    """A request that was read."""

    asked: ConfiguredRequest
    parsed: ParsedQuery
    like: Passage | None
    filters: Filters
    law: InForce
    store: Store
    index: LexicalChannel
    embedding: EncoderWithVectors | None
    """Encoder and vectors that belong together, for the whole of this search."""
    parameters: Parameters
    """The retrieval parameters of its class."""
    depth: int
    """The number of passages taken from each channel."""
    first: tuple[int, ...] = ()
    """The first results, for the channels that follow the others."""

    def lexical(self, part: Subquery | None = None) -> LexicalQuery:
        """Return the query by words alone: numbers are a channel of their own."""
        asked = self.parsed.lexical(part)
        return replace(asked, identifiers=(), context_weight=self.parameters.context)

    def lexical_queries(self) -> list[LexicalQuery]:
        """Return one query for each paragraph; the context goes with the question."""
        parts = self.parsed.parts if len(self.parsed.parts) > 1 else (None,)
        return [self.lexical(part) for part in parts]
