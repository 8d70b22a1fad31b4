"""A model made of answers written beforehand: for what no real one does when it is told to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from tests.stand_ins.models import Reply, ScriptedModel


class AnsweringModel(ScriptedModel):
    """Gives the answers in their order."""

    def __init__(self, *answers: Reply) -> None:
        super().__init__(answers)


Said = tuple[Sequence[int], str]


def written(issue: Iterable[Said] = (), facts: Iterable[Said] = ()) -> str:
    """A reply as the grammar allows it."""
    parts = {"issue": issue, "facts": facts}
    return json.dumps(
        {
            part: [{"sources": list(sources), "text": text} for sources, text in claims]
            for part, claims in parts.items()
        }
    )


def corrected(*texts: str) -> str:
    """A reply to the question for corrections."""
    return json.dumps({"texts": texts})
