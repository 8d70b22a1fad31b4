"""Finds two statements merged into one: the beginning of one source sentence and the end of another.

The evidence is copied text: two runs of words that no single sentence has, with no conjunction between them.
Facts merged in other words are not found here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from briefbank.summary.checks.support.aligning import Alignment
from briefbank.summary.checks.support.conflict import Conflict

_LEAST_START, _LEAST_END = 2, 4
"""The fewest tokens in a row that are taken to be a subject and a predicate from two sentences."""
_LEAST_COPIED = 0.85
"""The least share of the claim that the two runs make up."""
_SINGLE_SOURCE = 0.95
"""The share of the claim that one sentence has in this order if the claim comes from that sentence alone."""
_REFERRING = frozenset(str.split("he she it they this that these those his her its their who which there"))
"""Words with which a sentence may refer to what the one before named; a summary then names it again."""
_JOINING = frozenset(
    str.split(", ; : and but or while whereas because since as that which who when where if ( —")
)
"""The separators of two statements of a sentence."""


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Yield one conflict where the claim begins as one source sentence and ends as another."""
    claim = [token.lower() for token in alignment.claim.tokens]
    sources = [[token.lower() for token in source.tokens] for source in alignment.sources]
    if any(_is_from_one(source, claim) for source in sources):
        return
    for first in sources:
        start = _copied(claim, first)
        for second in sources:
            end = _copied(claim[::-1], second[::-1])
            own = second[: len(second) - end]
            if second is not first and _REFERRING.isdisjoint(own) and own and _merged(claim, start, end):
                yield Conflict(
                    "It joins parts of different sentences of its source to one statement.",
                    "Keep what is said of one thing apart from what is said of another.",
                )
                return


def _is_from_one(source: Sequence[str], claim: Sequence[str]) -> bool:
    """Tell whether one sentence has nearly all of the claim in its order."""
    matcher = SequenceMatcher(None, source, claim, autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks()) >= _SINGLE_SOURCE * len(claim)


def _copied(claim: Sequence[str], source: Sequence[str]) -> int:
    """Return how many tokens at the claim's beginning stand in a row in the source."""
    starts = (at for at in range(len(source)) if source[at : at + 1] == claim[:1])
    return max((_common_prefix(claim, source[at:]) for at in starts), default=0)


def _common_prefix(one: Sequence[str], other: Sequence[str]) -> int:
    size = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        size += 1
    return size


def _merged(claim: Sequence[str], start: int, end: int) -> bool:
    """Tell whether two runs make up the claim, and meet within a statement."""
    if start < _LEAST_START or end < _LEAST_END or start + end < _LEAST_COPIED * len(claim):
        return False
    meeting = claim[max(0, min(start, len(claim) - end) - 1) : max(start, len(claim) - end) + 1]
    return _JOINING.isdisjoint(meeting)
