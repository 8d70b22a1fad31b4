"""Questions of an aid to the local model: one short question, whose answer ``vetting`` checks.

An answer that was cut off, like one in another form, ends in one way: the aid does not help, and the search
goes on without it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from briefbank.domain.local_models import Ending, Generator, Message
from briefbank.errors import ModelFault, TooLong

QUESTION_WORDS = 200
"""The most words of the question that the model sees; a pasted statement of facts may be longer."""

STOPPED = "The local model stopped before it had answered."
TOO_LONG = "The local model took too long to answer."
TOO_MUCH = "The text is longer than the local model can look at."
UNFINISHED = "The local model did not come to an end."

Check = Callable[[], None]


class NoHelp(Exception):
    """Raised when the model's answer is of no use. The message says why, a sentence for a person."""


def answered(model: Generator, message: Message, check: Check) -> str:
    """Return the model's whole answer.

    Raises NoHelp, ModelRefused (other questions would be refused too) and what ``check`` raises.
    """
    try:
        answer = model.ask(message, check=check)
    except ModelFault as fault:
        raise NoHelp(STOPPED) from fault
    except TooLong as refused:
        raise NoHelp(TOO_MUCH) from refused
    if answer.ending is Ending.TIME:
        raise NoHelp(TOO_LONG)
    if answer.ending is not Ending.COMPLETE:
        raise NoHelp(UNFINISHED)
    return answer.text


def question(text: str) -> str:
    """Return what the model is shown of the question: one paragraph of at most QUESTION_WORDS words."""
    return " ".join(re.split(r"\s+", text.strip())[:QUESTION_WORDS])
