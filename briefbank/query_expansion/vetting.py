"""Vets what a local model wrote, before anything is done with it.

*The form.* The model is held to a form by a grammar, and the form is checked once more here. A grammar that
is not kept, and a model that follows words found in a passage, both end in NoHelp.

*The words.* A model makes up authorities. A made-up number in a search would bring passages that happen to
have it to the top and tell a lawyer that the question has to do with it. So every number, citation and case
name that the question itself lacks is removed before the search. What is left must be words about the
question: an answer that shares no word with it is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from briefbank.citations import citations
from briefbank.query_expansion import case_name_filter, number_filter
from briefbank.query_expansion.model_client import NoHelp
from briefbank.search import identifiers
from briefbank.search.query import ParsedQuery
from briefbank.search.question_phrases import STOP_WORDS

LINE_CHARACTERS = 140
"""The longest search text: about twenty words, as many as a search gains from."""
MOST_WORDS = 25
LEAST_WORDS = 2
"""The least number of different content words: a single one, or one over and over, is no question."""
_STEM = 6
"""The letters that count: "reverse", "reversed" and "reversal" are one word."""

OTHER_FORM = "The local model’s answer was not of the form that was asked for."
NOTHING_LEFT = "The local model wrote nothing about your question that could be searched for."

# --- the form ----------------------------------------------------------------------------------------


def choice_form(choices: Collection[str]) -> str:
    """Return the form of one of the choices, as GBNF."""
    return "root ::= " + " | ".join(f'"{each}"' for each in choices)


def chosen(text: str, choices: Collection[str]) -> str:
    """Return the choice that an answer names. Raises NoHelp for any other text."""
    if (said := text.strip()) not in choices:
        raise NoHelp(OTHER_FORM)
    return said


def several_form(choices: Collection[str], most: int) -> str:
    """Return the form of up to ``most`` of the choices, or none, as GBNF."""
    choice = " | ".join(f'"{each}"' for each in choices)
    return f'root ::= "none" | choice (", " choice){{0,{most - 1}}}\nchoice ::= {choice}'


def several_chosen(text: str, choices: Collection[str], most: int) -> list[str]:
    """Return the choices that an answer in that form names. Raises NoHelp for any other."""
    if (said := text.strip()) == "none":
        return []
    named = said.split(", ")
    if len(named) > most or any(each not in choices for each in named):
        raise NoHelp(OTHER_FORM)
    return named


def one_line(text: str) -> str:
    """Return the form of one search text, as GBNF. Where ``text``, the question, has no digit, no digit can
    be written, which prevents most made-up numbers; the others are taken out (``own_words``)."""
    signs = "0-9.:()" if any(sign.isdigit() for sign in text) else ""
    return f"line ::= [A-Za-z] [A-Za-z{signs} ,'-]{{7,{LINE_CHARACTERS - 1}}}"


def labelled_form(text: str, labels: Sequence[str]) -> str:
    """Return the form of one search text behind each label, on lines of their own, as GBNF."""
    form = ' "\\n" '.join(f'"{label}" line' for label in labels)
    return f"root ::= {form}\n{one_line(text)}"


def labelled(text: str, labels: Sequence[str]) -> list[str]:
    """Return the search texts of an answer in that form. Raises NoHelp for any other."""
    lines = text.strip().split("\n")
    if len(lines) != len(labels) or not all(map(str.startswith, lines, labels)):
        raise NoHelp(OTHER_FORM)
    return [_search_text(line[len(label) :]) for line, label in zip(lines, labels, strict=True)]


def numbered_form(text: str, least: int, most: int) -> str:
    """Return the form of ``least`` to ``most`` search texts, each on its numbered line, as GBNF."""
    lines = [f'"{"" if at == 1 else chr(92) + "n"}{at}. " line' for at in range(1, most + 1)]
    form = " ".join(lines[:least]) + "".join(f" ({line}" for line in lines[least:]) + ")?" * (most - least)
    return f"root ::= {form}\n{one_line(text)}"


def numbered(text: str, least: int, most: int) -> list[str]:
    """Return the search texts of an answer in that form. Raises NoHelp for any other."""
    lines = len(text.strip().split("\n"))
    if not least <= lines <= most:
        raise NoHelp(OTHER_FORM)
    return labelled(text, [f"{at}. " for at in range(1, lines + 1)])


def _search_text(text: str) -> str:
    """Return one search text. Raises NoHelp for a text that is too long, blank or not printable."""
    if not text.strip() or len(text) > LINE_CHARACTERS or not text.isprintable():
        raise NoHelp(OTHER_FORM)
    return text.strip()


# --- the words ---------------------------------------------------------------------------------------


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
    pieces = number_filter.without_unknown(case_name_filter.without_unknown(text.split(), known), known)
    return " ".join(pieces[:MOST_WORDS]).strip(" ,-'")


def _content_words(text: str) -> list[str]:
    words = (identifiers.bare(piece).lower() for piece in text.split())
    return [word for word in words if len(word) > 1 and word not in STOP_WORDS]
