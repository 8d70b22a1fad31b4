"""Values of generated summaries: the numbered source, the model's claims, and the faults found in them.

A sentence with any of the six kinds of fault is never shown as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from briefbank.domain.citations import CitationKind


class SummaryPart(StrEnum):
    """The part of a summary to which a sentence belongs."""

    ISSUE = "issue"
    FACTS = "facts"


class SourceKind(StrEnum):
    """The part of the document in which a source sentence stands."""

    QUESTION = "question"
    """A question presented."""
    POINT = "point"
    """A point heading."""
    FACT = "fact"
    """A sentence of the statement of facts, or of the procedural history."""
    OTHER = "other"
    """The opening of a document that states no facts."""


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """One numbered sentence of the document, verbatim, as the model reads it and as claims are checked
    against it."""

    number: int
    """The number that a claim names: from 1, in the order of the prompt."""
    text: str
    kind: SourceKind
    page: int
    """The page, from 0."""
    passage_id: int
    start: int
    end: int
    """The end of a half-open range of the passage's clean text; (0, 0) for a heading, which stands on
    ``page``."""


@dataclass(frozen=True, slots=True)
class CitedAuthority:
    """An authority that the whole document cites, and the sentences that cite it."""

    canonical: str
    kind: CitationKind
    names: tuple[str, ...]
    """Words of a case's name that may stand for the case alone, in lower case; empty where unknown."""
    sentences: tuple[int, ...]
    """Numbers of the sentences that cite it in any form, short forms included."""


@dataclass(frozen=True, slots=True)
class SummarySource:
    """The source from which a summary is made and against which it is checked."""

    document_id: int
    title: str
    sentences: tuple[SourceSentence, ...]
    shortened: bool
    """True when the document has more questions, points or facts than fit into the prompt."""
    cited: tuple[CitedAuthority, ...] = ()
    """Authorities that the whole document cites, not only these sentences."""

    def named(self, numbers: Sequence[int]) -> tuple[SourceSentence, ...]:
        """Return the sentences with these numbers, in the source's order; unknown numbers are ignored."""
        wanted = set(numbers)
        return tuple(sentence for sentence in self.sentences if sentence.number in wanted)


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence that a model wrote, with the source sentences that it names in support."""

    text: str
    sources: tuple[int, ...]
    part: SummaryPart


class ClaimFault(StrEnum):
    """The six kinds of fault; the values appear in tables and JSON."""

    UNSUPPORTED = "unsupported claim"
    """The source does not say this, or does not contain the name, number or date."""
    MISQUOTATION = "misquotation"
    CITATION = "fabricated or altered citation"
    OUTDATED = "outdated authority"
    """The claim rests on an authority that the office's list says no longer holds."""
    OVERCONFIDENT = "overconfident wording"
    """The claim states as certain what the source argues, alleges or asks."""
    CAVEAT = "missing caveat"
    """The source limits its statement, and the claim leaves the limit out."""


@dataclass(frozen=True, slots=True)
class ClaimFinding:
    """One fault of a claim."""

    fault: ClaimFault
    words: str
    """A sentence that says what is wrong: 'The number 14 does not stand in the source.' It serves measures
    and tests and is never shown or stored, because it may repeat the word, name or number that the model made
    up."""
    repair: str = ""
    """The instruction with which the model can correct this; empty where it cannot."""


class ClaimOutcome(StrEnum):
    """The outcome of the checks of a claim."""

    SHOWN = "shown"
    CORRECTED = "corrected"
    """The claim failed, was corrected once, and passed."""
    WITHHELD = "withheld"


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim after all checks. A withheld one keeps its findings and loses its text."""

    claim: Claim
    outcome: ClaimOutcome
    findings: tuple[ClaimFinding, ...] = ()


@dataclass(frozen=True, slots=True)
class GeneratedSummary:
    """The summary that a local model wrote of one document, after all checks."""

    document_id: int
    model: str
    """The model's name."""
    fingerprint: str
    """The fingerprint of the model's file."""
    prompt_version: int
    claims: tuple[CheckedClaim, ...]
    """The claims in the order in which they are shown; empty when the whole summary is withheld."""
    withheld_whole: str = ""
    """A sentence that says why nothing is shown; empty when something is."""
    seconds: float = 0.0
    sources: tuple[SourceSentence, ...] = ()
    """The sentences that the shown claims name."""

    @property
    def shown(self) -> tuple[CheckedClaim, ...]:
        return tuple(each for each in self.claims if each.outcome is not ClaimOutcome.WITHHELD)

    @property
    def withheld(self) -> int:
        """Return the number of sentences left out."""
        return sum(each.outcome is ClaimOutcome.WITHHELD for each in self.claims)
