"""Values of searches that a local model helped with: which help there is, and what was done step by step."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from briefbank.models import SearchAnswer


class Aid(StrEnum):
    """What a local model may do beside summaries; each is off until a person switches it on in Settings."""

    IRAC = "irac"
    """Search also by issue, rule, application and conclusion, as the model would write them."""
    REWRITING = "rewriting"
    """Search also by the question in other words."""
    DECOMPOSITION = "decomposition"
    """Search a question of several parts part by part."""
    SCORING = "scoring"
    """Order the first 20 passages by how well the model finds that they answer."""
    SEGMENTING = "segmenting"
    """Cut long sections of a document where the model finds that the matter turns."""
    CHOOSING = "choosing"
    """Choose the governing provision among the candidates."""
    STEPS = "steps"
    """Search in several steps: plan, search, read, refine; at most 6, in this library alone."""


@dataclass(frozen=True, slots=True)
class AidStep:
    """One thing that the local model did, or was asked for in vain."""

    aid: Aid
    said: str
    """What was done, a sentence of BriefBank's own: 'Searched your question in 2 other wordings.'"""
    wrote: tuple[str, ...] = ()
    """What the model wrote, as it was used: search words, never prose. Generated text, to be painted only."""
    weighed: tuple[str, ...] = ()
    """What the model made of each passage that it read, in BriefBank's words: 'Passage 4, State v. Doe, p. 7:
    3 of 3'."""
    searched: int = 0
    """Searches made with it."""
    new: int = 0
    """Passages that these found and nothing before had."""
    seconds: float = 0.0
    failed: str = ""
    """Why it did not help, a sentence; the search went on without it. Empty when it did."""


@dataclass(frozen=True, slots=True)
class AidedAnswer:
    """An ordinary answer, made of passages alone, and how it was come by."""

    answer: SearchAnswer
    steps: tuple[AidStep, ...]
    model: str
    """The model's name."""
    more: int = 0
    """Results shown that the search by itself does not have."""
    gone: int = 0
    """Results that the search by itself shows and this answer, which shows as many, does not: they stand
    further down."""
