"""A candidate of a search: a passage with its relevance, and where that comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that a channel found."""

    passage_id: int
    relevance: float
    """The fused score, 0 to 1; 1 is the best of every channel that was asked."""
    has_words: bool
    """Whether a channel listed it that finds what was typed."""
    cosine: float | None
    """The semantic similarity, -1 to 1; None when the meaning channel did not list it."""
    shares: Mapping[str, float] = field(default_factory=dict)
    """The part of each channel in the relevance, by its name; they add up to it, with ``compared``."""
    compared: float = 0.0
    """The relevance that a reranker added, or took (negative)."""
