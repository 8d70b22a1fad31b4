"""Summaries and local language models: the source, a model's claims and their faults, questions and answers.

A sentence with any of the six kinds of fault is never shown as it is. ``llm`` runs models; ``summary`` and
``query_expansion`` ask them through :class:`Generator` and do not know where they run. Everything that a
model wrote is a :class:`ModelAnswer`; it stays in the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from briefbank.domain.authorities import CitationKind
from briefbank.text.messages import NO_MESSAGE, Message


class SummaryPart(StrEnum):
    ISSUE = "issue"
    FACTS = "facts"


class SourceKind(StrEnum):
    """The part of the document from which a source sentence comes."""

    QUESTION = "question"
    POINT = "point"
    FACT = "fact"  # a sentence of the statement of facts, or of the procedural history
    OTHER = "other"  # the opening of a document that states no facts


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """A numbered sentence of the document, verbatim: the model reads it; claims are checked against it."""

    number: int  # the number that a claim names: from 1, in the order of the prompt
    text: str
    kind: SourceKind
    page: int  # from 0
    passage_id: int
    start: int
    end: int  # the end of a half-open range of the passage's clean text; an empty range for a heading


@dataclass(frozen=True, slots=True)
class CitedAuthority:
    canonical: str
    kind: CitationKind
    names: tuple[str, ...]
    """Words of a case's name that alone can mean the case, in lower case; empty where unknown."""
    sentences: tuple[int, ...]  # the numbers of the sentences that cite it in any form


@dataclass(frozen=True, slots=True)
class SummarySource:
    document_id: int
    title: str
    sentences: tuple[SourceSentence, ...]
    cited: tuple[CitedAuthority, ...] = ()
    """Authorities that the whole document cites, not only these sentences."""

    def named(self, numbers: Sequence[int]) -> tuple[SourceSentence, ...]:
        """Return the sentences with these numbers, in the source's order; unknown numbers are ignored."""
        return tuple(sentence for sentence in self.sentences if sentence.number in numbers)


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
    CAVEAT = "missing caveat"  # the source limits its statement, and the claim leaves the limit out


@dataclass(frozen=True, slots=True)
class ClaimFinding:
    fault: ClaimFault
    words: str
    """A sentence on what is wrong: 'The number 14 does not stand in the source.' For measurements and tests;
    it is never shown or stored, because it may repeat what the model made up."""
    repair: str = ""  # the instruction by which the model can correct this; empty where it cannot


class ClaimOutcome(StrEnum):
    SHOWN = "shown"
    CORRECTED = "corrected"  # the claim failed, was corrected once, and passed
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
    fingerprint: str  # identifies the model's file
    prompt_version: int
    claims: tuple[CheckedClaim, ...]
    """In the order in which they are shown; empty when the whole summary is withheld."""
    withheld_whole: Message = NO_MESSAGE  # a sentence on why nothing is shown; empty when something is
    seconds: float = 0.0
    sources: tuple[SourceSentence, ...] = ()  # the sentences that the shown claims name

    @property
    def shown(self) -> tuple[CheckedClaim, ...]:
        return tuple(claim for claim in self.claims if claim.outcome is not ClaimOutcome.WITHHELD)

    @property
    def withheld(self) -> int:
        return len(self.claims) - len(self.shown)

    def with_sources(self, source: SummarySource) -> GeneratedSummary:
        """Return the summary with the sentences that its shown claims name."""
        numbers = [number for checked in self.shown for number in checked.claim.sources]
        return replace(self, sources=source.named(numbers))


@dataclass(frozen=True, slots=True)
class SummarySentence:
    """A sentence of a summary, and its page (0-based)."""

    text: str
    page: int
    supported: bool
    part: str  # 'issue', 'facts', or 'opening' for a document that has neither


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary of one document; ``kind`` is 'extractive' or 'generated'."""

    kind: str
    disclaimer: Message
    sentences: tuple[SummarySentence, ...]
    withheld: int = 0

    def part(self, name: str) -> str:
        """Return the sentences of one part, joined by spaces."""
        return " ".join(sentence.text for sentence in self.sentences if sentence.part == name)


WORDS_PER_TOKEN = 0.7
"""The ratio for English prose: about 1.4 tokens a word with vocabularies of 32,000 to 128,000 pieces."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to a model. The text of a brief belongs in ``data``, where it is fenced off as data."""

    instructions: str  # the task for the model; written by BriefBank alone
    data: str  # the untrusted text to work on. It is passed as the user's turn, never as instructions.
    grammar: str = ""  # the grammar in GBNF, with the rule ``root``, of the answer; empty for any text
    most_tokens: int = 400
    limit_s: float = 180.0  # the time limit for the whole answer, reading of the prompt included


class Ending(StrEnum):
    COMPLETE = "complete"  # the model ended it, or the grammar allowed no more
    LENGTH = "length"  # ``most_tokens`` were written, or the model's context was full
    TIME = "time"  # ``limit_s`` was over


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """The text that a model wrote; untrusted. Invalid UTF-8 in it was replaced by U+FFFD."""

    text: str
    ending: Ending
    prompt_tokens: int
    tokens: int
    seconds: float  # the time from the question to the last token
    prompt_s: float = 0.0  # the time until the first token
    memory_bytes: int = 0  # the memory of the model's process at the end


class Generator(Protocol):
    """A model that answers. Any thread; questions are answered one after the other."""

    @property
    def name(self) -> str:
        """Return the name to show to people: the one in the model's file, or the file's own."""

    @property
    def fingerprint(self) -> str:
        """Return 64 hexadecimal digits that identify the model's file. Stored answers are keyed by them."""

    def ask(
        self,
        message: Prompt,
        *,
        on_written: Callable[[int], None] = lambda tokens: None,
        check: Callable[[], None] = lambda: None,
    ) -> ModelAnswer:
        """Return the answer.

        ``on_written`` receives the number of tokens written so far. ``check`` is called several times a
        second and stops the model by raising, within two seconds, and the model stays loaded.

        Raises what ``check`` raises, ModelFault (the model's process ended, was killed or did not answer; the
        next question starts it anew), ModelRefused (its file cannot be used, or memory is short), TooLong
        (the question is longer than the model's context) and Cancelled (the model is being unloaded).
        """


@dataclass(frozen=True, slots=True)
class ModelFile:
    """The facts in a GGUF file, and estimates for this computer. Sizes are in bytes."""

    path: Path
    name: str
    parameters: int
    precision: str  # the quantization, such as 'Q4_K - Medium' or 'F16'
    context: int  # the length of its context in tokens
    licence: str  # as the file names it; empty where it names none
    file_bytes: int
    memory_bytes: int  # the estimated memory for weights, context and buffers
    memory_free: int


@dataclass(frozen=True, slots=True)
class ModelTrial:
    load_s: float
    tokens_per_second: float
    memory_bytes: int
    follows_grammar: bool
    """Whether its answer had the requested form. A model without that ability is useless for summaries."""
    summary_s: float
    """The estimated time for one summary: 1,000 tokens read, 300 written, without corrections."""
