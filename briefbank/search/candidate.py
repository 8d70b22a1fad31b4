"""A candidate of a search, and a relevant passage: each with where its relevance comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from briefbank.domain.documents import Document, Version
from briefbank.domain.passages import Passage
from briefbank.domain.searches import Tier
from briefbank.search.query import ParsedQuery


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


@dataclass(frozen=True, slots=True)
class Found:
    """A relevant passage with what is known of it.

    ``copies`` are passages that were folded into it, of which ``nearly`` have not quite its words;
    ``versions`` are passages of older versions of its document that say nearly the same.
    """

    candidate: Candidate
    passage: Passage
    document: Document
    copies: tuple[Version, ...] = ()
    nearly: int = 0
    versions: tuple[Version, ...] = ()
    recency: float = 1.0
    """The factor on its relevance for its date; see ``factors``."""
    authority: float = 1.0
    """The factor for the kind of its document."""
    pages: tuple[str, ...] = ()
    """The labels that were asked for and that its pages have. Such a passage is folded into no other."""
    asked_for: bool = False
    """Whether it is the text of a provision that was asked for by its number, which stands first in any
    order."""
    tier: Tier = Tier.CLOSE
    wider: ParsedQuery | None = None
    """The wider query that found it, where it has only some of what was asked for."""
