"""A language model that gives scripted answers and records its prompts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from briefbank.domain.summaries import Ending, ModelAnswer, Prompt

Reply = str | Exception | ModelAnswer  # Text, what is raised, or an answer that is not complete
FINGERPRINT = "ab" * 32


def cut_off(ending: Ending, text: str = "1. cut off in the") -> ModelAnswer:
    """An answer that ended before it was complete."""
    return ModelAnswer(text, ending, 1, 1, 0.0)


@dataclass
class ScriptedModel:
    """Answers ``replies`` in turn, or what ``reply`` says of each question."""

    replies: Sequence[Reply] = ()
    reply: Callable[[Prompt], Reply] | None = None
    name: str = "Scripted"
    fingerprint: str = FINGERPRINT
    asked: list[Prompt] = field(default_factory=list)

    def ask(
        self,
        message: Prompt,
        *,
        on_written: Callable[[int], None] = lambda tokens: None,
        check: Callable[[], None] = lambda: None,
    ) -> ModelAnswer:
        check()
        self.asked.append(message)
        reply = self.reply(message) if self.reply else self.replies[len(self.asked) - 1]
        if isinstance(reply, ModelAnswer):
            return reply
        if isinstance(reply, Exception):
            raise reply
        tokens = len(reply.split())
        on_written(tokens)
        return ModelAnswer(reply, Ending.COMPLETE, 1, tokens, 0.0)
