"""The result type of the comparisons of a claim with its source."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Conflict:
    """One contradiction between a claim and its source."""

    words: str
    """The explanation for a lawyer; see ``claims.ClaimFinding``."""
    repair: str
    """The repair hint for the model."""
