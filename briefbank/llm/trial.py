"""A test run of a model: its question, a short made-up case with an answer in a fixed form, and the
verdict."""

from __future__ import annotations

import re

from briefbank.domain.local_models import Ending, Message, ModelTrial
from briefbank.llm.running import TimedAnswer

_CASE = (
    "An officer stopped a car for a broken light. He asked the driver to step out and searched the trunk, "
    "where he found a handgun. The driver had not agreed to the search and the officer had no warrant. The "
    "trial court held that the search was lawful, because the officer smelled marijuana when he came near. "
)
MESSAGE = Message(
    instructions="Say whether the officer had a warrant, and give the reason in one sentence.",
    data=_CASE * 5,
    grammar=(r'root ::= "{\"warrant\": \"" ("yes" | "no") "\", \"reason\": \"" [A-Za-z0-9 ,.]{20,160} "\"}"'),
    most_tokens=120,
    limit_s=120.0,
)
"""The question of the test run, about 350 tokens: long enough to measure the speed of reading."""
_FORM = re.compile(r'\{"warrant": "(yes|no)", "reason": "[A-Za-z0-9 ,.]{20,160}"\}')
_READ, _WRITTEN = 1000, 300
"""The tokens of a summary's prompt and answer, when the answer is right at once and nothing is read a second
time."""


def judged(told: TimedAnswer, load_s: float) -> ModelTrial:
    """Return the verdict. Speeds are 0, and the time of a summary infinite, where the model wrote nothing."""
    answer = told.answer
    reading = answer.prompt_tokens / told.prompt_s if told.prompt_s and answer.tokens else 0.0
    writing_s = answer.seconds - told.prompt_s
    writing = (answer.tokens - 1) / writing_s if answer.tokens > 1 and writing_s > 0 else 0.0
    return ModelTrial(
        load_s=load_s,
        tokens_per_second=writing,
        memory_bytes=told.memory_bytes,
        follows_grammar=answer.ending is Ending.COMPLETE and _FORM.fullmatch(answer.text) is not None,
        summary_s=_READ / reading + _WRITTEN / writing if reading and writing else float("inf"),
    )
