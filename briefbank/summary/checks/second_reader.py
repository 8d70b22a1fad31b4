"""The local model as a second reader: it may withhold what the other checks let pass, never rescue.

Small models answer such questions little better than by chance. So when a model is tried out in Settings, it
is first asked about made-up pairs whose answers are known, which takes minutes on a plain computer. Its
answers about a summary count only where it did well enough on those pairs. A model that was never examined is
not asked.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TypedDict

from briefbank.domain.summaries import (
    Claim,
    ClaimFault,
    ClaimFinding,
    Fitness,
    Generator,
    Prompt,
    SourceSentence,
)
from briefbank.jobs import Reporter
from briefbank.llm.questions import DATA_RULE, ask, choice, fence_lines
from briefbank.llm.refusals import NoHelp
from briefbank.paths import resources_folder
from briefbank.text.messages import Message

EXAMINING = Message("Asking the second reader")
"""The progress stage of ``examine``."""
LEAST_CAUGHT, LEAST_PASSED = 0.8, 0.9
"""The least shares of unsupported pairs caught and of supported pairs passed that make a model fit."""
_INSTRUCTIONS = (
    "You compare a claim with a source. Answer yes if the source says everything that the claim says. Answer "
    "no if the claim adds something, leaves out a “not”, or changes who did what, what was decided, or how "
    f"many. {DATA_RULE} Answer with yes or no only."
)
_FORM = choice(("yes", "no"))
_MOST_TOKENS = 3
_LIMIT_S = 60.0
_ROUNDING = 1e-9


class _Pair(TypedDict):
    source: str
    claim: str
    said: bool


class SecondReader:
    """Doubts claims, with a model that is known to read well enough; else never. Any thread."""

    def __init__(self, generator: Generator, known: Callable[[str], Fitness | None]) -> None:
        """``known`` returns within milliseconds the fitness found for the fingerprint of a model's file; None
        without an examination."""
        self._generator, self._known = generator, known

    def doubts(
        self, claim: Claim, sources: Sequence[SourceSentence], check: Callable[[], None]
    ) -> Iterator[ClaimFinding]:
        """Yield a finding when a fit model says that the sources do not say this; nothing from any other
        model.

        Raises what ``check`` raises, ModelFault and ModelRefused.
        """
        fitness = self._known(self._generator.fingerprint)
        if fitness is None or not fitness.fit:
            return
        if not _says(self._generator, question(claim.text, [source.text for source in sources]), check):
            yield ClaimFinding(
                ClaimFault.UNSUPPORTED,
                "The local model, asked again, did not find this in the source.",
                "Say only what the numbered sentences say, in words close to theirs.",
            )


def examine(generator: Generator, reporter: Reporter) -> Fitness:
    """Examine a model on the packaged pairs: forty questions, minutes on a plain computer.

    Stops early once the model can no longer be fit. Calls ``reporter.progress(EXAMINING, questions, all)``.
    Raises Cancelled, ModelFault and ModelRefused; the answers until then are no verdict.
    """
    correct: dict[bool, list[bool]] = {True: [], False: []}
    fit = True
    for done, pair in enumerate(_pairs()):
        reporter.check()
        reporter.progress(EXAMINING, done, len(_pairs()))
        says = _says(generator, question(pair["claim"], [pair["source"]]), reporter.check)
        correct[pair["said"]].append(says is pair["said"])
        fit = all(answers.count(False) <= _allowed_errors(said) for said, answers in correct.items())
        if not fit:
            break
    caught, passed = correct[False], correct[True]
    return Fitness(sum(caught), len(caught), sum(passed), len(passed), fit)


def question(claim: str, sources: Sequence[str]) -> Prompt:
    """Return the question whether the sources say the claim. Both are fenced as data: one is text of a brief,
    the other a model's."""
    material = fence_lines([f"Source: {' '.join(sources)}", f"Claim: {claim}"])
    return Prompt(
        _INSTRUCTIONS, f"{material}\nDoes the source say this?", _FORM.grammar, _MOST_TOKENS, _LIMIT_S
    )


@cache
def questions_version() -> str:
    """Return a hash that changes with the packaged pairs, the wording of the question or the thresholds,
    because a verdict holds only for these. Raises OSError when the pairs are missing."""
    questions = [(question(pair["claim"], [pair["source"]]), pair["said"]) for pair in _pairs()]
    return hashlib.sha256(repr((questions, LEAST_CAUGHT, LEAST_PASSED)).encode()).hexdigest()[:16]


def _says(generator: Generator, prompt: Prompt, check: Callable[[], None]) -> bool:
    """Tell whether the model answers yes; anything else, even an answer cut short, is a no."""
    try:
        return ask(generator, prompt, _FORM.read, check) == "yes"
    except NoHelp:
        return False


def _allowed_errors(said: bool) -> int:
    """Return how many pairs of a kind may be answered wrongly."""
    pairs = sum(pair["said"] is said for pair in _pairs())
    return pairs - math.ceil((LEAST_PASSED if said else LEAST_CAUGHT) * pairs - _ROUNDING)


@cache
def _pairs() -> tuple[_Pair, ...]:
    """Return the packaged pairs, in their order. Raises OSError when the file is missing."""
    text = (resources_folder() / "second_reader.json").read_text("utf-8")
    return tuple(json.loads(text)["pairs"])
