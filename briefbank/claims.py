"""Values of generated summaries: the numbered source, what a model claims, and what was found wrong with it.

The six kinds of fault are those of the issue's design: a sentence with any finding is never shown as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Part(StrEnum):
    """What a sentence of a summary tells."""

    ISSUE = "issue"
    FACTS = "facts"


class SourceKind(StrEnum):
    """Where in the document a sentence of the source stands."""

    QUESTION = "question"
    """A question presented."""
    POINT = "point"
    """A point heading."""
    FACT = "fact"
    """A sentence of the statement of facts, or of the procedural history."""
    OTHER = "other"
    """The opening of a document that tells no facts."""


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """One numbered sentence of the document, verbatim, as the model reads it and as claims are checked by."""

    number: int
    """From 1, in the order of the prompt; what a claim names."""
    text: str
    kind: SourceKind
    page: int
    """0-based."""
    passage_id: int
    start: int
    end: int
    """Half-open range of the passage's clean text; (0, 0) for a heading, which stands on ``page``."""


@dataclass(frozen=True, slots=True)
class CitedAuthority:
    """An authority that the whole document cites, and where the material speaks of it."""

    canonical: str
    sort: str
    """See ``models.Citation``."""
    names: tuple[str, ...]
    """Words of a case's name by which it may be called alone, in small letters; empty where unknown."""
    sentences: tuple[int, ...]
    """Numbers of the sentences that cite it in any form, short forms too."""


@dataclass(frozen=True, slots=True)
class Material:
    """What a summary is made from and checked against."""

    document_id: int
    title: str
    sentences: tuple[SourceSentence, ...]
    shortened: bool
    """The document has more questions, points or facts than fit into the prompt."""
    cited: tuple[CitedAuthority, ...] = ()
    """By the whole document, not by these sentences alone."""

    def named(self, numbers: Sequence[int]) -> tuple[SourceSentence, ...]:
        """The sentences of these numbers, in the source's order; numbers that are none are passed over."""
        wanted = set(numbers)
        return tuple(sentence for sentence in self.sentences if sentence.number in wanted)


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence that a model wrote, and the sentences of the source that it names for it."""

    text: str
    sources: tuple[int, ...]
    part: Part


class Fault(StrEnum):
    """The six kinds of fault; the values appear in tables and JSON."""

    UNSUPPORTED = "unsupported claim"
    """Its source does not say this; also a name, number or date that is not there."""
    MISQUOTATION = "misquotation"
    CITATION = "fabricated or altered citation"
    OUTDATED = "outdated authority"
    """It rests on an authority that the office's list says no longer holds."""
    OVERCONFIDENT = "overconfident wording"
    """It says for certain what the source argues, alleges or asks."""
    CAVEAT = "missing caveat"
    """The source limits what it says, and the claim leaves the limit out."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong with a claim."""

    fault: Fault
    words: str
    """What is wrong, a sentence: 'The number 14 does not stand in the source.' For measures and tests, never
    shown or kept: it may repeat the word, name or number that the model made up."""
    repair: str = ""
    """What to tell the model so that it can put this right; empty where it cannot."""


class Outcome(StrEnum):
    """What became of a claim."""

    SHOWN = "shown"
    CORRECTED = "corrected"
    """It failed, was put right once, and passed."""
    WITHHELD = "withheld"


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim after all checks. A withheld one keeps its findings and loses its text."""

    claim: Claim
    outcome: Outcome
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class GeneratedSummary:
    """What a local model made of one document, after all checks."""

    document_id: int
    model: str
    """The model's name."""
    fingerprint: str
    """Of the model's file."""
    prompt_version: int
    claims: tuple[CheckedClaim, ...]
    """In the order in which they are shown; empty when the whole is withheld."""
    withheld_whole: str = ""
    """Why nothing of it is shown, a sentence; empty when something is."""
    seconds: float = 0.0
    sources: tuple[SourceSentence, ...] = ()
    """The sentences that the shown claims name."""

    @property
    def shown(self) -> tuple[CheckedClaim, ...]:
        return tuple(each for each in self.claims if each.outcome is not Outcome.WITHHELD)

    @property
    def withheld(self) -> int:
        """Sentences left out."""
        return sum(each.outcome is Outcome.WITHHELD for each in self.claims)
