"""Questions of an aid to the local model: one short question with an answer in a fixed form.

The model is held to the form by a grammar, and the form is checked once more here. A grammar that is not
kept, an answer that was cut off and a model that follows words found in a passage must all end in the same
way: the aid does not help, and the search goes on without it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from briefbank.domain.local_models import Ending, Generator, Message
from briefbank.errors import ModelFault, TooLong

LINE_CHARACTERS = 140
"""The longest search text: about twenty words, as many as a search gains from."""
QUESTION_WORDS = 200
"""The most words of the question that the model sees; a pasted statement of facts may be longer."""

STOPPED = "The local model stopped before it had answered."
TOO_LONG = "The local model took too long to answer."
TOO_MUCH = "The text is longer than the local model can look at."
UNFINISHED = "The local model did not come to an end."
OTHER_FORM = "The local model’s answer was not of the form that was asked for."

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


def one_line(text: str) -> str:
    """Return the form of one search text, as GBNF. Where ``text``, the question, has no digit, no digit can
    be written, which prevents most made-up numbers; the others are taken out (``written``)."""
    signs = "0-9.:()" if any(sign.isdigit() for sign in text) else ""
    return f"line ::= [A-Za-z] [A-Za-z{signs} ,'-]{{7,{LINE_CHARACTERS - 1}}}"


def numbered_form(text: str, least: int, most: int) -> str:
    """Return the form of ``least`` to ``most`` search texts, each on its numbered line, as GBNF."""
    lines = [f'"{"" if at == 1 else chr(92) + "n"}{at}. " line' for at in range(1, most + 1)]
    form = " ".join(lines[:least]) + "".join(f" ({line}" for line in lines[least:]) + ")?" * (most - least)
    return f"root ::= {form}\n{one_line(text)}"


def numbered(text: str, least: int, most: int) -> list[str]:
    """Return the search texts of an answer in that form. Raises NoHelp for any other."""
    found = text.strip().split("\n")
    heads = [f"{at}. " for at in range(1, len(found) + 1)]
    if not least <= len(found) <= most or not all(map(str.startswith, found, heads)):
        raise NoHelp(OTHER_FORM)
    return [line_of(line[len(head) :]) for line, head in zip(found, heads, strict=True)]


def line_of(text: str) -> str:
    """Return one search text. Raises NoHelp for a text that is too long, blank or not printable."""
    if not text.strip() or len(text) > LINE_CHARACTERS or not text.isprintable():
        raise NoHelp(OTHER_FORM)
    return text.strip()


def question(text: str) -> str:
    """Return what the model is shown of the question: one paragraph of at most QUESTION_WORDS words."""
    return " ".join(re.split(r"\s+", text.strip())[:QUESTION_WORDS])
