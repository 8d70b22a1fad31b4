"""Values of searches helped by a local model: the available aids, and the steps taken."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from briefbank.domain.searches import SearchAnswer


class Aid(StrEnum):
    """A task of a local model other than summaries. Each is off until a person switches it on in Settings."""

    IRAC = "irac"
    """Search by issue, rule, application and conclusion too, as the model would write them."""
    REWRITING = "rewriting"
    """Search by paraphrases of the question too."""
    DECOMPOSITION = "decomposition"
    """Search each part of a compound question by itself."""
    SCORING = "scoring"
    """Rank the first 20 passages by the model's judgment of how well they answer."""
    SEGMENTING = "segmenting"
    """Split long sections of a document where the model finds a change of subject."""
    CHOOSING = "choosing"
    """Choose the governing provision among the candidates."""
    STEPS = "steps"
    """Search in several steps: plan, search, read, refine; at most 6, in this library alone."""


@dataclass(frozen=True, slots=True)
class AidStep:
    """One step of the local model, successful or not."""

    aid: Aid
    said: str
    """A sentence by BriefBank on what was done: 'Searched your question in 2 other wordings.'"""
    wrote: tuple[str, ...] = ()
    """The model's output as it was used: search words, never prose. It is generated text and only
    displayed."""
    weighed: tuple[str, ...] = ()
    """The model's judgment of each passage that it read, in BriefBank's words: 'Passage 4, State v. Doe, p.
    7: 3 of 3'."""
    searched: int = 0
    """The number of searches made with it."""
    new: int = 0
    """The number of passages that only these searches found."""
    seconds: float = 0.0
    failed: str = ""
    """A sentence that says why the step failed, while the search went on without it; empty when it
    succeeded."""


@dataclass(frozen=True, slots=True)
class AidedAnswer:
    """An ordinary answer, made of passages alone, and the steps that led to it."""

    answer: SearchAnswer
    steps: tuple[AidStep, ...]
    model: str
    """The model's name."""
    more: int = 0
    """The number of shown results that the unaided search does not find."""
    gone: int = 0
    """The number of results that the unaided search shows and this answer, of the same length, ranks further
    down."""
