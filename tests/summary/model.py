"""A model made of answers written beforehand: for what no real one does when it is told to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence

from briefbank.domain.local_models import Answer, Ending, Message

FINGERPRINT = "ab" * 32


class Scripted:
    """Answers in order; an exception among the answers is raised. What it was asked is kept.

    It answers no to every question of the second reader, and so is not fit as one.
    """

    def __init__(self, *answers: str | Exception, ending: Ending = Ending.COMPLETE) -> None:
        self._answers = list(answers)
        self._ending = ending
        self.asked: list[Message] = []

    @property
    def name(self) -> str:
        return "Scripted"

    @property
    def fingerprint(self) -> str:
        return FINGERPRINT

    def ask(
        self,
        message: Message,
        *,
        on_written: Callable[[int], None] = lambda tokens: None,
        check: Callable[[], None] = lambda: None,
    ) -> Answer:
        check()
        if message.most_tokens < 10:  # the second reader's questions
            return Answer("no", Ending.COMPLETE, 1, 1, 0.0)
        self.asked.append(message)
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        on_written(len(answer.split()))
        return Answer(answer, self._ending, 1, len(answer.split()), 0.0)


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
