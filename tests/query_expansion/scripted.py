"""A model that answers what a test wrote down, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from briefbank.domain.local_models import Answer, Ending, Message

Reply = str | Exception | Ending
"""Text, what is raised, or how an answer that is not complete ends."""


@dataclass
class Scripted:
    """Answers ``replies`` in turn, or what ``reply`` says of each question."""

    replies: Sequence[Reply] = ()
    reply: Callable[[Message], Reply] | None = None
    name: str = "Scripted"
    fingerprint: str = "0" * 64
    asked: list[Message] = field(default_factory=list)

    def ask(
        self,
        message: Message,
        *,
        on_written: Callable[[int], None] = lambda tokens: None,
        check: Callable[[], None] = lambda: None,
    ) -> Answer:
        check()
        self.asked.append(message)
        said = self.reply(message) if self.reply else self.replies[len(self.asked) - 1]
        if isinstance(said, Ending):
            return Answer("1. cut off in the", said, 1, 1, 0.0)
        if isinstance(said, Exception):
            raise said
        return Answer(said, Ending.COMPLETE, 1, 1, 0.0)
