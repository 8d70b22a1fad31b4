"""What every comparison of a claim with its source reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Conflict:
    """One thing in which a claim and its source contradict each other."""

    words: str
    """For a lawyer; see ``claims.Finding``."""
    repair: str
    """For the model."""
