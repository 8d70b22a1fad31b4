"""Asks a local model for help, and vets the search texts that it wrote before anything is searched for.

A model makes up authorities, and a made-up number in a search would bring passages that happen to have it to
the top. So every citation, case name and number that the question itself lacks is removed. What is left must
be words about the question: an answer that shares no word with it is refused.

A case without a reporter is recognised by "v.", "versus" or "against" between its parties, or by "In re" or
"Ex parte" before its one name; a name by itself ("Gant") cannot be told from other words. A number behind
"section", "Penal Law" or "CPL" names an authority, however it is written: "12", "twelve", "XII", "twelfth",
"(b)". There it is kept only where the question, too, has it as the number of an authority: the 10 of "at 10
pm" does not make section 10 the question's own. Elsewhere one spelled word is a word like any other ("two
officers"), and several in a row are a number ("eleven ninety-two").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from briefbank.citations import citations
from briefbank.domain.summaries import Generator, Prompt
from briefbank.errors import ModelFault, TooLong
from briefbank.llm import questions
from briefbank.llm.questions import NOTHING_LEFT, STOPPED, TOO_MUCH, Check, Form, NoHelp
from briefbank.search import typed_text
from briefbank.search.query import ParsedQuery
from briefbank.search.typed_text import word_set
from briefbank.text.dates import CARDINALS, ORDINALS
from briefbank.text.language import ENGLISH_STOP_WORDS

MOST_WORDS = 25
LEAST_WORDS = 2
"""The least number of different content words: a single one, or one over and over, is no question."""
_STEM = 6  # The letters that count: "reverse", "reversed" and "reversal" are one word

T = TypeVar("T")


def ask(model: Generator, message: Prompt, form: Form[T], check: Check) -> T:
    """Return the model's answer. Raises NoHelp, ModelRefused (other questions would be refused too) and what
    ``check`` raises."""
    try:
        return questions.ask(model, replace(message, grammar=form.grammar), form.read, check)
    except ModelFault as fault:
        raise NoHelp(STOPPED) from fault
    except TooLong as refused:
        raise NoHelp(TOO_MUCH) from refused


def searchable(texts: Sequence[str], parsed: ParsedQuery) -> tuple[str, ...]:
    """Return those texts that may be searched for beside a question, each once, cleaned, in order.

    Raises NoHelp when none is left, and when all of them together share no word with the question.
    """
    cleaned = [own_words(text, parsed.text) for text in texts]
    usable = tuple(dict.fromkeys(text for text in cleaned if len(set(_content_words(text))) >= LEAST_WORDS))
    stems = {word[:_STEM] for word in parsed.words}
    if not stems.intersection(word[:_STEM] for text in usable for word in _content_words(text)):
        raise NoHelp(NOTHING_LEFT)
    return usable


def own_words(text: str, question: str) -> str:
    """Return a text without authorities and numbers that the question lacks; at most MOST_WORDS."""
    own = {citation.canonical for citation in citations.find(question)}
    for citation in reversed(citations.find(text)):
        if citation.canonical not in own:
            text = f"{text[: citation.start]} {text[citation.end :]}"
    for pattern in _CASES:
        known = {_parties(match) for match in pattern.finditer(question)}
        for match in reversed(list(pattern.finditer(text))):
            if _parties(match) not in known:
                text = f"{text[: match.start()]} {text[match.end() :]}"
    return " ".join(_without_unknown_numbers(text, question)[:MOST_WORDS]).strip(" ,-'")


def _content_words(text: str) -> list[str]:
    words = (typed_text.bare(piece).lower() for piece in text.split())
    return [word for word in words if len(word) > 1 and word not in ENGLISH_STOP_WORDS]


_BEFORE = r"(?<!\S)(?:(?:[A-Z]\S*(?<![,;:])|of|the)\s+){0,3}"
"""The first words of a party's name, as in "State of New Jersey"."""
_AFTER = r"(?:(?<![,;:])\s+(?:[A-Z]\S*|(?:of|the)(?!\S))){0,3}"
_CASES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_BEFORE}(\S+)\s+(?i:v\.?|vs\.?|versus|contra)\s+(\S+){_AFTER}",
        rf"{_BEFORE}([A-Z]\S*)\s+against\s+([A-Z]\S*){_AFTER}",  # "evidence against him" is no case
        rf"(?<!\S)()(?i:in\s+re|ex\s+parte|ex\s+rel\.?)\s+(\S+){_AFTER}",
        rf"(?<!\S)()(?i:matter\s+of)\s+([A-Z]\S*){_AFTER}",
    )
)
"""Case names. Their groups are the words nearest to the one between the parties."""


def _parties(match: re.Match[str]) -> tuple[str, ...]:
    return tuple(typed_text.bare(word).casefold() for word in match.groups())


AHEAD = 6  # The words behind a number that may name the law it belongs to: "twelve of the New York Penal Law"
_SPELLED = frozenset(CARDINALS) | ORDINALS.keys() | word_set("oh fourty hundred thousand million thousandth")
_LINKS = word_set("and or to through thru point dash hyphen comma &")
"""Words between the number of one authority and the next, or inside one."""
_LAWS = word_set("law code act amendment constitution statute cpl cplr vtl ucc mpc")
_MARKERS = _LAWS | word_set("subsection paragraph par para clause subdivision subd subpart canon")
_SHORT_NAME = re.compile(r"[A-Z]{2,5}")
"""An abbreviation in capitals, which may name a code with its section spelled out behind it. Figures behind
it may be those of the question's facts ("BAC 0.15")."""
_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_HYPHENS = re.compile(r"[-–—‑/()]+")


def _without_unknown_numbers(text: str, question: str) -> list[str]:
    known, known_authorities = _known_numbers(question)
    words = _words(text)
    kept = [True] * len(words)
    for start, end, of_authority in _numbers(words):
        allowed = known_authorities if of_authority else known
        known_end = next((at for at in range(end, start, -1) if _value(words[start:at]) in allowed), start)
        kept[known_end:end] = [False] * (end - known_end)
    for at, word in enumerate(words):
        before, after = kept[at - 1 : at], kept[at + 1 : at + 2]
        if _core(word) in _LINKS and before == after == [False]:
            kept[at] = False  # the "and" between two numbers
        if not word.strip("§"):
            kept[at] = after == [True] and _has_figures(words[at + 1])
    return [word for word, keep in zip(words, kept, strict=True) if keep]


def _known_numbers(question: str) -> tuple[set[str], set[str]]:
    """Return the question's numbers, and those of them that are numbers of authorities."""
    known, authorities = set[str](), set[str]()
    words = _words(question)
    for start, end, of_authority in _numbers(words):
        named = of_authority or typed_text.is_identifier(_core(words[start]), "")
        for at in range(start + 1, end + 1):
            # "section 1983 a claim": the 1983 stands alone, but "one" of "one hundred twenty" does not
            if _has_figures(words[start]) or not any(_core(word) in _SPELLED for word in words[at:end]):
                known.add(_value(words[start:at]))
                authorities |= {_value(words[start:at])} if named else set()
    return known, authorities


def _words(text: str) -> list[str]:
    """Return the words of a text. Figures stay whole, since "2C:44-1" is one number; a number in words is
    split at its hyphens."""
    words: list[str] = []
    for piece in typed_text.joined(text.split()):
        parts = [part for part in _HYPHENS.split(piece) if part]
        split = len(parts) > 1 and not _has_figures(piece)
        split = split and (_announces(parts[0], "") or any(_core(part) in _SPELLED for part in parts))
        words += parts if split else [piece] if piece else []
    return words


def _numbers(words: Sequence[str]) -> Iterator[tuple[int, int, bool]]:
    """Yield the ranges of words that stand for a number, without words such as "two" that count something,
    and whether the number is that of an authority."""
    at, announced = 0, False
    while at < len(words):
        announced = announced or "§" in words[at]
        end = at
        while end < len(words) and _goes_on(words[end], words[at], announced, first=end == at):
            end += 1
        if end == at:
            after = words[at + 1] if at + 1 < len(words) else ""
            announced = _announces(words[at], after) or (announced and _core(words[at]) in _LINKS)
            at += 1
            continue
        of_authority = announced or _is_of_law(words[end : end + AHEAD])
        if of_authority or end - at > 1 or _has_figures(words[at]):
            yield at, end, of_authority
        at = end


def _goes_on(word: str, start: str, announced: bool, *, first: bool) -> bool:
    """Tell whether a word belongs to the number that starts with ``start``. Figures start another."""
    if _has_figures(word):
        return first
    core = _core(word)
    if not announced:
        return core in _SPELLED and not _has_figures(start)
    numeral = core.strip("()")
    letter_or_roman = numeral and ((len(numeral) == 1 and numeral.isalpha()) or _ROMAN.fullmatch(numeral))
    return core in _SPELLED or bool(letter_or_roman and not _announces(word, ""))


def _announces(word: str, after: str) -> bool:
    """Tell whether the number of an authority follows a word."""
    singular = _core(word).removesuffix("s")
    marker = typed_text.is_marker(word) or typed_text.is_marker(singular) or singular in _MARKERS
    short = _SHORT_NAME.fullmatch(word.replace(".", "").strip(",;:"))
    return marker or bool(short and _core(after) in _SPELLED)


def _is_of_law(after: Sequence[str]) -> bool:
    """Tell whether the words behind a number name a law that it belongs to: "Amendment", "of the Penal
    Law"."""
    laws = [_core(word).removesuffix("s") in _LAWS for word in after]
    return any(laws[:1]) or (bool(after) and _core(after[0]) == "of" and any(laws))


def _value(words: Sequence[str]) -> str:
    """Return the number that words stand for, however they are joined: "404(b)" is "404 b"."""
    return "".join(re.sub(r"[()]", "", _core(word)) for word in words)


def _core(word: str) -> str:
    return typed_text.bare(word).casefold()


def _has_figures(word: str) -> bool:
    return any(sign.isnumeric() for sign in word)
