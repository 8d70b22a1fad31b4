"""Spelling correction: an ordinary word that no passage has is replaced by its nearest that some have.

Only words are corrected, never numbers, citations or quoted text, and the interpretation says what was done.
The words at edit distance one (a letter missing, added, wrong, or two swapped; seldom the first) are looked
up in the word index, which answers each in microseconds, and the one that most passages have is taken. The
index counts stems, and a stem need not be a word, so a candidate must also stand in some passage as it is
spelled. (Norvig, "How to Write a Spelling Corrector".)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from briefbank.domain.expression import Term
from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.search.dependencies import LexicalChannel

SHORTEST = 5
"""The shortest word that is corrected; shorter ones have too many neighbours."""
LONGEST = 20
TYPED_WORDS = 12
"""The most words of a typed text. A longer one was pasted, in which a name that no passage has is no
error."""
WORDS_LIMIT = 3
"""The most unknown words that are looked up, to bound the time."""
MINIMUM_PASSAGES = 2
"""The fewest passages with a correction; a neighbour in a single passage may itself be an error."""
CANDIDATES_CHECKED = 8


def corrections(words: Sequence[str], lexical: LexicalChannel) -> dict[str, str]:
    """Return for each word that no passage has the word to search for instead, where there is one."""
    if len(words) > TYPED_WORDS:
        return {}
    ordinary = [word for word in words if _ordinary(word)]
    counts = lexical.frequencies(ordinary)
    unknown = [word for word, count in zip(ordinary, counts, strict=True) if count == 0][:WORDS_LIMIT]
    found = ((word, _nearest(word, lexical)) for word in unknown)
    return {word: nearest for word, nearest in found if nearest}


def _ordinary(word: str) -> bool:
    return SHORTEST <= len(word) <= LONGEST and word.isascii() and word.isalpha()


def _nearest(word: str, lexical: LexicalChannel) -> str:
    candidates = list(dict.fromkeys(_at_distance_one(word)))
    counted = dict(zip(candidates, lexical.frequencies(candidates), strict=True))
    known = [candidate for candidate, passages in counted.items() if passages >= MINIMUM_PASSAGES]
    known.sort(key=lambda candidate: -counted[candidate])
    return next(
        (candidate for candidate in known[:CANDIDATES_CHECKED] if _occurs_as_spelled(candidate, lexical)), ""
    )


def _occurs_as_spelled(word: str, lexical: LexicalChannel) -> bool:
    return bool(lexical.search(LexicalQuery(required=Term(word, 0, len(word))), Filters(), 1))


def _at_distance_one(word: str) -> Iterator[str]:
    if word[0] != word[1]:
        yield word[1] + word[0] + word[2:]
    for at in range(1, len(word) + 1):
        head, tail = word[:at], word[at:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        if tail:
            yield head + tail[1:]
            yield from (head + letter + tail[1:] for letter in ascii_lowercase)
        yield from (head + letter + tail for letter in ascii_lowercase)
