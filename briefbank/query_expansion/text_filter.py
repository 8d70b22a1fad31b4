"""Cleans what a model wrote before it is searched for.

A model makes up authorities. A made-up number in a search would bring passages that happen to have it to the
top and tell a lawyer that the question has to do with it. So every number, citation and case name that the
question itself lacks is removed before the search. What is left must be words about the question: an answer
that shares no word with it is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.citations import citations
from briefbank.query_expansion import cases, numbers
from briefbank.query_expansion.model_client import NoHelp
from briefbank.search import identifiers
from briefbank.search.query import ParsedQuery
from briefbank.search.wording import STOP_WORDS

MOST_WORDS = 25
LEAST_WORDS = 2
"""The least number of different content words: a single one, or one over and over, is no question."""
_STEM = 6
"""The letters that count: "reverse", "reversed" and "reversal" are one word."""

NOTHING_LEFT = "The local model wrote nothing about your question that could be searched for."


def searchable(texts: Sequence[str], parsed: ParsedQuery) -> tuple[str, ...]:
    """Return those texts that may be searched for beside a question, each once, cleaned, in order.

    Raises NoHelp when none is left, and when all of them together share no word with the question.
    """
    cleaned = [own_words(text, parsed.text) for text in texts]
    found = tuple(dict.fromkeys(text for text in cleaned if len(set(_content_words(text))) >= LEAST_WORDS))
    asked = {word[:_STEM] for word in parsed.words}
    if not asked.intersection(word[:_STEM] for text in found for word in _content_words(text)):
        raise NoHelp(NOTHING_LEFT)
    return found


def own_words(text: str, asked: str) -> str:
    """Return a text without authorities and numbers that the question ``asked`` lacks; at most MOST_WORDS."""
    own = {each.canonical for each in citations.find(asked)}
    for each in reversed(citations.find(text)):
        if each.canonical not in own:
            text = f"{text[: each.start]} {text[each.end :]}"
    known = asked.split()
    pieces = numbers.without_unknown(cases.without_unknown(text.split(), known), known)
    return " ".join(pieces[:MOST_WORDS]).strip(" ,-'")


def _content_words(text: str) -> list[str]:
    words = (identifiers.bare(piece).lower() for piece in text.split())
    return [word for word in words if len(word) > 1 and word not in STOP_WORDS]
