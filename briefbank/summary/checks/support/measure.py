"""Whether a claim is supported by the sentences that it names: conflicts first, then how much is covered.

An entailment-like measure without a model of language inference: what contradicts the source fails by itself,
with the word at fault; the rest is a weighted mean of four shares (``coverage.Coverage``) against one
threshold. Weights and threshold were set on the half "fit" of the gold file of claims
(``tests/evaluate/gold/claims``), as low as the catch there allowed, since claims that are honestly reworded
share fewer words with their source than wrong ones that copy it. ``python -m tests.evaluate.claims`` prints
what this gives on each half, and ``briefbank evaluate --summaries`` what on real briefs with known edits.

Who does what to whom is read without a parser (``statements``), so that a passive, a noun made of a verb or
another verb of the same family is compared with what it stands for. Beyond it stay a new verb between known
persons, opposites that no list has, and facts merged with no person or verb in common. A logistic model over
the shares and the verbs that are found (5-fold by document) did no better than these weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from briefbank.claims import Claim, Fault, Finding, SourceSentence
from briefbank.summary.checks.support import (
    additions,
    connections,
    edits,
    intentions,
    merging,
    polarity,
    quantity,
    roles,
    rulings,
)
from briefbank.summary.checks.support.aligning import Alignment, align
from briefbank.summary.checks.support.conflict import Conflict
from briefbank.summary.checks.support.coverage import Coverage, coverage, missing
from briefbank.summary.checks.support.words import read
from briefbank.summary.checks.types import Embed
from briefbank.summary.sentences import sentence_ranges

THRESHOLD = 0.55
"""The least support of a claim that is shown."""
_WHOLE, _WEAKEST, _TOGETHER, _MEANING = 0.3, 0.2, 0.2, 0.3
"""What each share counts; without an encoder the covered share takes the place of the meaning."""
_IN_CONFLICT = 0.4
"""Of the support that is left to a claim that contradicts its source: never enough."""
_CONFLICTS: tuple[Callable[[Alignment], Iterator[Conflict]], ...] = (
    edits.find,
    polarity.find,
    roles.find,
    quantity.find,
    intentions.find,
    connections.find,
    rulings.find,
    additions.find,
    merging.find,
)
_REPAIR = "Say only what the numbered sentences say, in words close to theirs, and name these sentences."


def support(text: str, sources: Sequence[str], embed: Embed | None) -> float:
    """How far the sentences of the source say this, 0 to 1; THRESHOLD or more: they do.

    The same on every computer up to the encoder's rounding. A few milliseconds without ``embed``. Any thread.
    """
    alignment = _aligned(text, sources)
    score = _score(coverage(alignment, embed))
    return score * _IN_CONFLICT if _conflicts(alignment)[1] else score


def told(
    claim: Claim, sources: Sequence[SourceSentence], embed: Embed | None
) -> Iterator[tuple[str, Finding]]:
    """Why the sentences that a claim names do not support it, each finding behind the name of the comparison
    that made it, or "score"; nothing where they do.

    ``sources`` are the sentences that it names, one at least, in their order. Any thread.
    """
    alignment = _aligned(claim.text, [sentence.text for sentence in sources])
    name, found = _conflicts(alignment)
    for each in found:
        yield name, Finding(Fault.UNSUPPORTED, each.words, each.repair)
    if not found and _score(coverage(alignment, embed)) < THRESHOLD:
        yield "score", Finding(Fault.UNSUPPORTED, _lacking(alignment), _REPAIR)


def _aligned(text: str, sources: Sequence[str]) -> Alignment:
    parts = [part for source in sources for part in _parts(source)]
    return align(read(text), [read(part, number) for number, part in enumerate(parts)])


def _parts(source: str) -> Iterator[str]:
    """The statements of a numbered sentence: a heading or a list may hold several."""
    for start, end in sentence_ranges(source):
        yield from (part for part in source[start:end].split(";") if part.strip())


def _conflicts(alignment: Alignment) -> tuple[str, tuple[Conflict, ...]]:
    """What the claim says against its source, as the first comparison that finds something tells it, and the
    name of this comparison.

    A copy says nothing against its source, whatever its words.
    """
    if not _copied(alignment):
        for find in _CONFLICTS:
            if found := tuple(dict.fromkeys(find(alignment))):
                return find.__module__.rpartition(".")[-1], found
    return "", ()


def _copied(alignment: Alignment) -> bool:
    """Whether the claim is a whole statement of the source, word for word."""
    return any(source.tokens == alignment.claim.tokens for source in alignment.sources)


def _score(share: Coverage) -> float:
    return (
        _WHOLE * share.whole
        + _WEAKEST * share.weakest
        + _TOGETHER * share.together
        + _MEANING * share.meaning
    )


def _lacking(alignment: Alignment) -> str:
    word = missing(alignment)
    if word is None:
        return "It joins what its source does not join."
    return f"Its source does not say this: “{word.written}”."
