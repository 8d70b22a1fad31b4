"""A model made of answers written beforehand: for what no real one does when it is told to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from briefbank.domain.summaries import Ending, ModelAnswer, Prompt
from tests.stand_ins.models import Reply, ScriptedModel


class UnfitModel(ScriptedModel):
    """Answers no to every question of the second reader, and so is not fit as one."""

    def __init__(self, *answers: Reply) -> None:
        super().__init__(answers)

    def ask(self, message: Prompt, **given: Any) -> ModelAnswer:
        if message.most_tokens < 10:  # the second reader's questions
            return ModelAnswer("no", Ending.COMPLETE, 1, 1, 0.0)
        return super().ask(message, **given)


Said = tuple[Sequence[int], str]


def written(issue: Iterable[Said] = (), facts: Iterable[Said] = ()) -> str:
    """A reply as the grammar allows it."""
    parts = {"issue": issue, "facts": facts}
    return json.dumps(
        {
            part: [{"sources": list(sources), "text": text} for sources, text in said]
            for part, said in parts.items()
        }
    )


def corrected(*texts: str) -> str:
    """A reply to the question for corrections."""
    return json.dumps({"texts": texts})
