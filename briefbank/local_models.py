"""Values of a local language model: what it is asked, what it answers, and what is known of its file.

``local_model`` runs such models; ``summary`` and ``aids`` ask them through the Protocol :class:`Generator`
and know nothing of where they run. Whatever a model wrote is an :class:`Answer`; it stays in the program.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

WORDS_PER_TOKEN = 0.7
"""English prose: about 1.4 tokens a word with the vocabularies of 32,000 to 128,000 pieces."""


@dataclass(frozen=True, slots=True)
class Message:
    """One question to a model. Text of a brief belongs into ``data``, where it is fenced off as data."""

    instructions: str
    """What the model is to do; written by BriefBank alone."""
    data: str
    """What it is to do it with: untrusted text. Handed over as the user's turn, never as instructions."""
    grammar: str = ""
    """GBNF with the rule ``root`` that the answer must follow; empty: any text."""
    most_tokens: int = 400
    limit_s: float = 180.0
    """For the whole answer, reading of the prompt included."""


class Ending(StrEnum):
    """Why an answer ended."""

    COMPLETE = "complete"
    """The model said so, or the grammar allowed no more."""
    LENGTH = "length"
    """``most_tokens`` were written, or the model's memory was full."""
    TIME = "time"
    """``limit_s`` was over."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model wrote: untrusted. Invalid UTF-8 in it was replaced by U+FFFD."""

    text: str
    ending: Ending
    prompt_tokens: int
    tokens: int
    seconds: float
    """From the question to the last token."""


class Generator(Protocol):
    """A model that answers. Any thread; questions are answered one after the other."""

    @property
    def name(self) -> str:
        """What to call it before a person: the name in its file, or the file's."""

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the model's file, 64 hexadecimal digits; what is kept of its answers is kept by it."""

    def ask(
        self,
        message: Message,
        *,
        on_written: Callable[[int], None] = lambda tokens: None,
        check: Callable[[], None] = lambda: None,
    ) -> Answer:
        """The answer. ``on_written`` hears how many tokens are written so far; ``check`` is called some times
        a second and stops the model by raising, within two seconds, without losing what was loaded.

        Raises what ``check`` raises, ModelFault (the model's process ended, was killed or did not answer;
        the next question starts it anew), ModelRefused (its file cannot be used, or memory is short), TooLong
        (this question is longer than the model can look at) and Cancelled (the model is let go).
        """


@dataclass(frozen=True, slots=True)
class Fitness:
    """How a model did as a second reader: asked about made-up claims whether their source says them.

    One that is plainly unfit is not asked about all of them.
    """

    caught: int
    """Claims that their source does not say, and to which it said no,"""
    wrong: int
    """of so many such claims that it was asked about."""
    passed: int
    """Claims that their source says, and to which it said yes,"""
    right: int
    """of so many."""
    fit: bool
    """Whether it does well enough to have a sentence withheld."""


@dataclass(frozen=True, slots=True)
class ModelFile:
    """What a GGUF file says of itself, and what it will cost here. Sizes in bytes."""

    path: Path
    name: str
    architecture: str
    """'llama', 'qwen2', …"""
    parameters: int
    precision: str
    """'Q4_K - Medium', 'F16', …"""
    context: int
    """Tokens that it was trained to look at."""
    licence: str
    """As the file names it; empty where it does not."""
    file_bytes: int
    sha256: str
    memory_bytes: int
    """Estimated: weights, its memory of the text, buffers."""
    memory_free: int
    """Available on this computer when that was estimated."""
    words_per_second: float
    """Estimated from this computer's memory speed; 0 where it could not be measured."""
    advice: tuple[str, ...] = ()
    """What a person should read before choosing it, sentences: no instruct model, no licence named."""
    second_reader: Fitness | None = None
    """What a test run found on this computer; None: none did yet."""


@dataclass(frozen=True, slots=True)
class ModelTrial:
    """What a test run of a model measured here."""

    load_s: float
    tokens_per_second: float
    memory_bytes: int
    """Taken by the model's process at most."""
    follows_grammar: bool
    """Whether its answer had the form that was asked for; one that has not is of no use for summaries."""
    summary_s: float
    """Estimated for one summary: 1,000 tokens read, 300 written. Each correction, and each sentence that a
    second reader is asked about, comes on top."""
    second_reader: Fitness | None = None
    """None: it was stopped before that was found out, or does not follow grammars and was not asked."""
