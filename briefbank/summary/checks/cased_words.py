"""The words of claims and sources with the features that mark a name: capitals and position."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from briefbank.summary.checks.name_words import (
    ADVERBS,
    ALSO_NAMES,
    OPENERS,
    OPENING_PAIRS,
    POLITE,
    TITLES,
)
from briefbank.summary.checks.plain import FUNCTION_WORDS, in_capitals
from briefbank.summary.checks.support import verbs
from briefbank.text.stemming import stem

_WORD = re.compile(r"(?:[^\W\d_]\.){2,}|[^\W_]+(?:'[^\W_]+)*\.?")
_STARTS = re.compile(r"(?:^|[.?!:;] |[.?!]\" |^[\"'(\[])[\"'(\[]?$")
_SEPARATORS = (" ", "-", " & ", "&")
"""The separators of two parts of one name."""
_SHORT = frozenset(str.split("v vs st no jr sr inc co corp ex rel")) | POLITE | TITLES.keys()
"""The words whose full stop ends no sentence."""
_AFTER_COMMON_WORDS = verbs.DETERMINERS | frozenset(
    str.split(
        "he she it they we i you that there what who whom which how whether him me us them all most many"
    )
)
"""The words that may follow a preposition or an adverb, but never a name."""


@dataclass(frozen=True, slots=True)
class CasedWord:
    """A word with its features in a sentence."""

    small: str
    """The word in lower case, without a possessive ending and full stops."""
    written: str
    opens: bool
    """True for the first word of a sentence or a quotation."""
    follows: bool
    """True when only a space or a joint such as a hyphen separates this word from the one before."""
    before: str
    """The characters between this word and the one before, without white space."""
    owns: bool
    """True for a word with a possessive ending."""
    end: int
    loud: bool
    """True in an all-capitals text, where a capital says nothing."""

    @property
    def capital(self) -> bool:
        return any(sign.isupper() for sign in self.written)


@lru_cache(maxsize=256)
def words(text: str) -> tuple[CasedWord, ...]:
    """Return all words of a text in the plain form, in order."""
    found: list[CasedWord] = []
    end, owns, loud = 0, False, in_capitals(text)
    for match in _WORD.finditer(text):
        written = match.group()
        small = re.sub(r"'s?$", "", written.casefold().replace(".", ""))
        between = text[end : match.start()]
        opens = not found or (
            bool(_STARTS.search(text[max(0, match.start() - 4) : match.start()]))
            and not (between == " " and _is_short(found[-1]))
        )
        follows = between in _SEPARATORS and not owns
        owns = written.endswith(("'s", "'"))
        bare = re.sub(r"'s?$", "", written)
        found.append(CasedWord(small, bare, opens, follows, between.strip(), owns, match.end(), loud))
        end = match.end()
    return tuple(found)


def _is_short(word: CasedWord) -> bool:
    return word.written.endswith(".") and (word.small in _SHORT or (len(word.small) == 1 and word.capital))


def stands_as_name(said: Sequence[CasedWord], at: int) -> bool:
    """Tell whether the first word of a sentence stands where a name would: as a possessor, or before a
    predicate. Asked only of words that may be names."""
    word, after = said[at], said[at + 1] if at + 1 < len(said) else None
    if word.owns or after is None or after.opens:
        return True
    if f"{word.small} {after.small}" in OPENING_PAIRS:
        return False
    if after.before:
        return not ("," in after.before and word.small in ADVERBS)
    if after.capital or after.small in _AFTER_COMMON_WORDS or after.small.isdigit():
        return False
    return is_said_of([each.written for each in said], at + 1)


def is_said_of(written: Sequence[str], at: int) -> bool:
    """Tell whether a word begins the predicate or an attribute of the name before it."""
    small = written[at].lower()
    return (
        small in verbs.FINITE
        or small in verbs.PREPOSITIONS
        or small in verbs.BOUNDS
        or small in ("not", "never", "also", "then", "later", "himself", "herself")
        or small.endswith("ly")
        or verbs.is_verb(written, at)
        or verbs.is_participle(small)
    )


def is_common(word: CasedWord) -> bool:
    """Tell whether a word may be capitalised only because a sentence begins with it."""
    return word.small in OPENERS or word.small in FUNCTION_WORDS


def is_name_there(said: Sequence[CasedWord], at: int) -> bool:
    """Tell whether a capitalised word of a source names somebody or something."""
    word = said[at]
    if not word.capital:
        return False
    if word.loud:
        return not is_common(word)
    if not word.opens or not is_common(word):
        return True
    return word.small in ALSO_NAMES and stands_as_name(said, at)


def common_uses(said: Sequence[CasedWord], wanted: str) -> Iterator[tuple[str, bool]]:
    """Yield for each use of a word, in any form, as no name: the next word (empty for none), and whether it
    is a noun there."""
    for at, word in enumerate(said):
        if stem(word.small) == stem(wanted) and not (word.capital and is_name_there(said, at)):
            after = said[at + 1] if at + 1 < len(said) else None
            if after is None or after.opens or after.before:
                yield "", True
            else:
                written = [each.written for each in said]
                yield after.small, word.owns or is_said_of(written, at + 1)
