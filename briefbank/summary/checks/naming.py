"""The words of claims and sources with what tells a name from any other word: its capital and its place."""

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
from briefbank.summary.checks.plain import FUNCTION_WORDS, in_capitals, stem
from briefbank.summary.checks.support import verbs

_WORD = re.compile(r"(?:[^\W\d_]\.){2,}|[^\W_]+(?:'[^\W_]+)*\.?")
_STARTS = re.compile(r"(?:^|[.?!:;] |[.?!]\" |^[\"'(\[])[\"'(\[]?$")
_JOINTS = (" ", "-", " & ", "&")
"""What may stand between two parts of one name."""
_SHORT = frozenset(str.split("v vs st no jr sr inc co corp ex rel")) | POLITE | TITLES.keys()
"""Words whose full stop ends no sentence."""
_BEHIND_COMMON = verbs.DETERMINERS | frozenset(
    str.split(
        "he she it they we i you that there what who whom which how whether him me us them all most many"
    )
)
"""What stands behind a preposition or an adverb, and never behind a name."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its place in a sentence."""

    small: str
    """Without a possessive and full stops, in small letters."""
    written: str
    opens: bool
    """Stands first in a sentence or a quotation."""
    follows: bool
    """Nothing but white space stands between it and the word before."""
    before: str
    """What stands between it and the word before, without white space."""
    owns: bool
    """Has a possessive."""
    end: int
    loud: bool
    """Stands in a text in capitals, where a capital tells nothing."""

    @property
    def capital(self) -> bool:
        return any(sign.isupper() for sign in self.written)


@lru_cache(maxsize=256)
def words(text: str) -> tuple[Word, ...]:
    """All words of a text in the plain form, in order."""
    found: list[Word] = []
    end, owns, loud = 0, False, in_capitals(text)
    for match in _WORD.finditer(text):
        written = match.group()
        small = re.sub(r"'s?$", "", written.casefold().replace(".", ""))
        between = text[end : match.start()]
        opens = not found or (
            bool(_STARTS.search(text[max(0, match.start() - 4) : match.start()]))
            and not (between == " " and _is_short(found[-1]))
        )
        follows = between in _JOINTS and not owns
        owns = written.endswith(("'s", "'"))
        bare = re.sub(r"'s?$", "", written)
        found.append(Word(small, bare, opens, follows, between.strip(), owns, match.end(), loud))
        end = match.end()
    return tuple(found)


def _is_short(word: Word) -> bool:
    return word.written.endswith(".") and (word.small in _SHORT or (len(word.small) == 1 and word.capital))


def stands_as_name(said: Sequence[Word], at: int) -> bool:
    """Whether the first word of a sentence stands where a name would: as the owner of something, or before
    what is said of it. Only asked of words that may be names."""
    word, after = said[at], said[at + 1] if at + 1 < len(said) else None
    if word.owns or after is None or after.opens:
        return True
    if f"{word.small} {after.small}" in OPENING_PAIRS:
        return False
    if after.before:
        return not ("," in after.before and word.small in ADVERBS)
    if after.capital or after.small in _BEHIND_COMMON or after.small.isdigit():
        return False
    return is_said_of([each.written for each in said], at + 1)


def is_said_of(written: Sequence[str], at: int) -> bool:
    """Whether a word begins what is said of the name before it, or hangs on to it."""
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


def is_common(word: Word) -> bool:
    """Whether a capital may have been given to a word only because a sentence begins with it."""
    return word.small in OPENERS or word.small in FUNCTION_WORDS


def is_name_there(said: Sequence[Word], at: int) -> bool:
    """Whether a source's word with a capital names somebody or something there."""
    word = said[at]
    if not word.capital:
        return False
    if word.loud:
        return not is_common(word)
    if not word.opens or not is_common(word):
        return True
    return word.small in ALSO_NAMES and stands_as_name(said, at)


def common_uses(said: Sequence[Word], wanted: str) -> Iterator[tuple[str, bool]]:
    """Of each use of a word in any form that names nobody, the word behind it (empty for none), and whether
    it is a noun there."""
    for at, word in enumerate(said):
        if stem(word.small) == stem(wanted) and not (word.capital and is_name_there(said, at)):
            after = said[at + 1] if at + 1 < len(said) else None
            if after is None or after.opens or after.before:
                yield "", True
            else:
                written = [each.written for each in said]
                yield after.small, word.owns or is_said_of(written, at + 1)
