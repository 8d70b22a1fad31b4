"""Two statements made one: the beginning of a sentence of the source, and the end of another.

Told by what is copied: two runs of words that no one sentence has, with nothing between them that joins two
statements. Facts that are merged in other words are not seen here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from briefbank.summary.checks.support.aligning import Alignment
from briefbank.summary.checks.support.conflict import Conflict

_LEAST_START, _LEAST_END = 2, 4
"""Tokens in a row that are taken to be a subject, and what is said of it, from two sentences."""
_LEAST_COPIED = 0.85
"""Share of the claim that the two runs make up."""
_OF_ONE = 0.95
"""Share of the claim that one sentence has in this order, if it is of that sentence alone."""
_POINTING = frozenset(str.split("he she it they this that these those his her its their who which there"))
"""A sentence that begins so may speak of what the one before named; a summary then names it again."""
_JOINING = frozenset(
    str.split(", ; : and but or while whereas because since as that which who when where if ( —")
)
"""What stands between two statements of a sentence."""


def find(alignment: Alignment) -> Iterator[Conflict]:
    """One conflict where the claim begins as one sentence of the source and ends as another."""
    claim = [token.lower() for token in alignment.claim.tokens]
    sources = [[token.lower() for token in source.tokens] for source in alignment.sources]
    if any(_runs_through(source, claim) for source in sources):
        return
    for first in sources:
        start = _copied(claim, first)
        for second in sources:
            end = _copied(claim[::-1], second[::-1])
            own = second[: len(second) - end]
            if second is not first and _POINTING.isdisjoint(own) and own and _merged(claim, start, end):
                yield Conflict(
                    "It joins parts of different sentences of its source to one statement.",
                    "Keep what is said of one thing apart from what is said of another.",
                )
                return


def _runs_through(source: Sequence[str], claim: Sequence[str]) -> bool:
    """Whether one sentence has nearly all of the claim in its order."""
    matcher = SequenceMatcher(None, source, claim, autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks()) >= _OF_ONE * len(claim)


def _copied(claim: Sequence[str], source: Sequence[str]) -> int:
    """Tokens at the beginning of the claim that stand in a row in the source."""
    starts = (at for at in range(len(source)) if source[at : at + 1] == claim[:1])
    return max((_shared(claim, source[at:]) for at in starts), default=0)


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    size = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        size += 1
    return size


def _merged(claim: Sequence[str], start: int, end: int) -> bool:
    """Whether two runs make up the claim, and meet within a statement."""
    if start < _LEAST_START or end < _LEAST_END or start + end < _LEAST_COPIED * len(claim):
        return False
    meeting = claim[max(0, min(start, len(claim) - end) - 1) : max(start, len(claim) - end) + 1]
    return _JOINING.isdisjoint(meeting)
