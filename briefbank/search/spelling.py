"""Forgives a slip in an ordinary word: one that no passage has is replaced by its nearest that some have.

Only words are touched, never numbers, citations or quoted text, and the interpretation says what was done.
The words one slip away (a letter missing, added, wrong, or two swapped; seldom the first) are tried against
the word index, which answers each in microseconds, and the one that most passages have is taken. The index
counts stems, and a stem need not be a word, so a candidate must also stand in some passage as it is spelled.
(Norvig, "How to Write a Spelling Corrector".)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from briefbank.expression import Term
from briefbank.models import Filters, LexicalQuery
from briefbank.search.channels import LexicalChannel

SHORTEST = 5
"""Shorter words have too many neighbours."""
LONGEST = 20
TYPED_WORDS = 12
"""With more words a text was pasted, in which a name that no passage has is no slip."""
WORDS_LIMIT = 3
"""At most so many unknown words are looked at, to bound the time."""
MINIMUM_PASSAGES = 2
"""A neighbour in a single passage may itself be a slip."""
CANDIDATES_CHECKED = 8


def corrections(words: Sequence[str], lexical: LexicalChannel) -> dict[str, str]:
    """For each word that no passage has, the word to search for instead, where there is one."""
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
    candidates = list(dict.fromkeys(_one_slip_away(word)))
    counted = dict(zip(candidates, lexical.frequencies(candidates), strict=True))
    known = [candidate for candidate, passages in counted.items() if passages >= MINIMUM_PASSAGES]
    known.sort(key=lambda candidate: -counted[candidate])
    return next(
        (candidate for candidate in known[:CANDIDATES_CHECKED] if _spelled_so(candidate, lexical)), ""
    )


def _spelled_so(word: str, lexical: LexicalChannel) -> bool:
    return bool(lexical.search(LexicalQuery(required=Term(word, 0, len(word))), Filters(), 1))


def _one_slip_away(word: str) -> Iterator[str]:
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
