"""Finds invented additions: a run of unmatched words in a claim that follows its source, and an outcome.

A claim that is reworded throughout has gaps too, but everywhere. A gap of several words in a claim that has
hardly any other is a statement of its own. An outcome of a case is one in a single word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from briefbank.summary.checks.support.aligning import SAME, Alignment, WordMatch
from briefbank.summary.checks.support.conflict import Conflict
from briefbank.text.stemming import stem

_LEAST_GAP, _LEAST_REST = 4, 0.88
"""The least number of adjacent content words without a match, and the least share of the others that
match."""
_COPIED_GAP, _COPIED_REST = 2, 0.95
"""The same limits for a claim that copies; there the share counts only words taken over literally."""
_COPIED_RUN = 5
"""The number of tokens in a row that make a copy."""
_LEAST_WEIGHT = 0.5
"""The weight below which words neither make a gap nor close one."""
_LEAST_OVERLAP = 0.5
"""The context overlap below which, in a copy, only the very word counts: "saw" somewhere is no "witness"
here."""
_OUTCOMES = frozenset(
    stem(word)
    for word in str.split(
        "affirm reverse vacate remand overturn uphold overrule acquit convict dismiss reinstate resentence"
    )
)


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Yield the first outcome that the source lacks, and the longest gap, where the rest is covered."""
    yield from _invented_outcome(alignment)
    copies = _copies(alignment)
    pairs = zip(alignment.claim.words, alignment.matches, strict=True)
    heavy = [(word, _strength(matches, copies)) for word, matches in pairs if word.weight >= _LEAST_WEIGHT]
    start, end = _gap([not strength for _, strength in heavy])
    rest = [strength for _, strength in (*heavy[:start], *heavy[end:])]
    if rest and (_added(end - start, rest) or (copies and _added_to_copy(end - start, rest))):
        longest = max((word for word, _ in heavy[start:end]), key=lambda word: len(word.written))
        yield Conflict(
            f"It adds what its source does not say: “{longest.written}”.",
            "Leave out everything that the numbered sentences do not say.",
        )


def _invented_outcome(alignment: Alignment) -> Iterator[Conflict]:
    """Yield the outcome of a case, in words of which the source has neither the same nor the opposite."""
    for word, matches in zip(alignment.claim.words, alignment.matches, strict=True):
        if not matches and word.stems[0] in _OUTCOMES:
            yield Conflict(
                f"It reports an outcome that its source does not: “{word.written}”.",
                "Say that it is asked or argued; report a ruling only where the numbered sentences do.",
            )
            return


def _copies(alignment: Alignment) -> bool:
    claim = alignment.claim.tokens
    return any(
        SequenceMatcher(None, source.tokens, claim, autojunk=False).find_longest_match().size >= _COPIED_RUN
        for source in alignment.sources
    )


def _strength(matches: Sequence[WordMatch], copies: bool) -> float:
    """Return the strength of the best match that counts here; an opposite is no gap."""
    counting = [m for m in matches if not copies or m.strength == SAME or m.near >= _LEAST_OVERLAP]
    return max((SAME if match.opposite else match.strength for match in counting), default=0.0)


def _added(gap: int, rest: Sequence[float]) -> bool:
    return gap >= _LEAST_GAP and sum(map(bool, rest)) >= _LEAST_REST * len(rest)


def _added_to_copy(gap: int, rest: Sequence[float]) -> bool:
    copied = sum(strength == SAME for strength in rest) >= _COPIED_REST * len(rest)
    return gap >= _COPIED_GAP and copied


def _gap(missing: Sequence[bool]) -> tuple[int, int]:
    """Return the half-open range of the longest run of missing words."""
    best = (0, 0)
    start = 0
    for at, lacks in enumerate(missing):
        if not lacks:
            start = at + 1
        elif at + 1 - start > best[1] - best[0]:
            best = (start, at + 1)
    return best
