"""Forgives a slip in an ordinary word: one that no passage has is replaced by its nearest that some have.

Only words are touched, never numbers, citations or quoted text, and the interpretation says what was done.
The words one slip away (a letter missing, added, wrong, or two swapped) are tried against the word index,
which answers each in microseconds; the one that most passages have is taken. (Norvig, "How to Write a
Spelling Corrector".)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from string import ascii_lowercase

SHORTEST = 5
"""Shorter words have too many neighbours."""
LONGEST = 20
WORDS_LIMIT = 6
"""At most so many unknown words are looked at, to bound the time."""
MINIMUM_PASSAGES = 2
"""A neighbour in a single passage may itself be a slip."""


def corrections(words: Sequence[str], frequency: Callable[[str], int]) -> dict[str, str]:
    """For each word that no passage has, the word to search for instead, where there is one."""
    unknown = [word for word in words if _ordinary(word) and frequency(word) == 0][:WORDS_LIMIT]
    found = ((word, _nearest(word, frequency)) for word in unknown)
    return {word: nearest for word, nearest in found if nearest}


def _ordinary(word: str) -> bool:
    return SHORTEST <= len(word) <= LONGEST and word.isascii() and word.isalpha()


def _nearest(word: str, frequency: Callable[[str], int]) -> str:
    best, passages = "", MINIMUM_PASSAGES - 1
    for candidate in dict.fromkeys(_one_slip_away(word)):
        if (count := frequency(candidate)) > passages:
            best, passages = candidate, count
    return best


def _one_slip_away(word: str) -> Iterator[str]:
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        if tail:
            yield head + tail[1:]
            yield from (head + letter + tail[1:] for letter in ascii_lowercase)
        yield from (head + letter + tail for letter in ascii_lowercase)
