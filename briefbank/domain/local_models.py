"""Values of a local language model: its questions, its answers, and the facts about its file.

``llm`` runs such models; ``summary`` and ``query_expansion`` ask them through the Protocol :class:`Generator`
and know nothing of where they run. Everything that a model wrote is an :class:`Answer`; it stays in the
program.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

WORDS_PER_TOKEN = 0.7
"""The ratio for English prose: about 1.4 tokens a word with vocabularies of 32,000 to 128,000 pieces."""


@dataclass(frozen=True, slots=True)
class Message:
    """One question to a model. The text of a brief belongs in ``data``, where it is fenced off as data."""

    instructions: str
    """The task for the model; written by BriefBank alone."""
    data: str
    """The untrusted text to work on. It is passed as the user's turn, never as instructions."""
    grammar: str = ""
    """The grammar in GBNF, with the rule ``root``, that the answer must follow; empty for any text."""
    most_tokens: int = 400
    limit_s: float = 180.0
    """The time limit for the whole answer, reading of the prompt included."""


class Ending(StrEnum):
    """The reason why an answer ended."""

    COMPLETE = "complete"
    """The model ended it, or the grammar allowed no more."""
    LENGTH = "length"
    """``most_tokens`` were written, or the model's context was full."""
    TIME = "time"
    """``limit_s`` was over."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The text that a model wrote; untrusted. Invalid UTF-8 in it was replaced by U+FFFD."""

    text: str
    ending: Ending
    prompt_tokens: int
    tokens: int
    seconds: float
    """The time from the question to the last token."""


class Generator(Protocol):
    """A model that answers. Any thread; questions are answered one after the other."""

    @property
    def name(self) -> str:
        """Return the name to show to people: the one in the model's file, or the file's own."""

    @property
    def fingerprint(self) -> str:
        """Return the SHA-256 of the model's file, 64 hexadecimal digits. Stored answers are keyed by it."""

    def ask(
        self,
        message: Message,
        *,
        on_written: Callable[[int], None] = lambda tokens: None,
        check: Callable[[], None] = lambda: None,
    ) -> Answer:
        """Return the answer.

        ``on_written`` receives the number of tokens written so far. ``check`` is called several times a
        second and stops the model by raising, within two seconds, and the model stays loaded.

        Raises what ``check`` raises, ModelFault (the model's process ended, was killed or did not answer; the
        next question starts it anew), ModelRefused (its file cannot be used, or memory is short), TooLong
        (the question is longer than the model's context) and Cancelled (the model is being unloaded).
        """


@dataclass(frozen=True, slots=True)
class Fitness:
    """The performance of a model as a second reader: does it recognise whether a source supports a made-up
    claim?

    A model that is plainly unfit is not asked about all claims.
    """

    caught: int
    """The number of unsupported claims that it rejected."""
    wrong: int
    """The number of unsupported claims that it was asked about."""
    passed: int
    """The number of supported claims that it accepted."""
    right: int
    """The number of supported claims that it was asked about."""
    fit: bool
    """True when it does well enough to have a sentence withheld."""


@dataclass(frozen=True, slots=True)
class ModelFile:
    """The facts in a GGUF file, and its cost on this computer. Sizes are in bytes."""

    path: Path
    name: str
    architecture: str
    """The architecture, such as 'llama' or 'qwen2'."""
    parameters: int
    precision: str
    """The quantization, such as 'Q4_K - Medium' or 'F16'."""
    context: int
    """The length in tokens of the context that it was trained for."""
    licence: str
    """The licence as the file names it; empty where it names none."""
    file_bytes: int
    sha256: str
    memory_bytes: int
    """The estimated memory for weights, context and buffers."""
    memory_free: int
    """The memory available on this computer at the time of the estimate."""
    words_per_second: float
    """The speed estimated from this computer's memory speed; 0 where it could not be measured."""
    advice: tuple[str, ...] = ()
    """Sentences for a person who chooses the model: no instruct model, no licence named."""
    second_reader: Fitness | None = None
    """The result of a test run on this computer; None before the first."""


@dataclass(frozen=True, slots=True)
class ModelTrial:
    """The measurements of a test run of a model on this computer."""

    load_s: float
    tokens_per_second: float
    memory_bytes: int
    """The peak memory of the model's process."""
    follows_grammar: bool
    """True when its answer had the requested form. A model without that ability is useless for summaries."""
    summary_s: float
    """The estimated time for one summary: 1,000 tokens read, 300 written. Corrections, and sentences checked
    by a second reader, take additional time."""
    second_reader: Fitness | None = None
    """The result as a second reader. None when the run was stopped before, or the model does not follow
    grammars and was not asked."""
