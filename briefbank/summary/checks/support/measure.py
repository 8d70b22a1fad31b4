"""Measures whether a claim is supported by the sentences that it names: first conflicts, then coverage.

The measure resembles entailment without a language-inference model. A contradiction of the source fails the
claim by itself, with the word at fault. Otherwise a weighted mean of four shares (``coverage.Coverage``) is
compared with one threshold. Weights and threshold were set on the half "fit" of the gold file of claims
(``tests/evaluate/gold/claims``). They are as low as the catch there allowed, since honestly reworded claims
share fewer words with their source than wrong ones that copy it. ``python -m tests.evaluate.claims`` prints
the results on each half, and ``briefbank evaluate --summaries`` those on real briefs with known edits.

Who does what to whom is read without a parser (``statements``), so that a passive, a nominalisation or
another verb of the same family is compared with its equivalent. Not covered are a new verb between known
persons, opposites that no list has, and merged facts with no person or verb in common. A logistic model over
the shares and the verbs found (5-fold by document) did no better than these weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from briefbank.domain.claims import Claim, ClaimFault, ClaimFinding, SourceSentence
from briefbank.summary.checks.support import (
    additions,
    copied_text_changes,
    intentions,
    merging,
    polarity,
    quantity,
    roles,
    time_and_cause,
)
from briefbank.summary.checks.support.aligning import Alignment, align
from briefbank.summary.checks.support.conflict import Conflict
from briefbank.summary.checks.support.coverage import Coverage, coverage, missing
from briefbank.summary.checks.support.sentence_words import read
from briefbank.summary.checks.types import Embed
from briefbank.text.sentences import sentence_ranges

THRESHOLD = 0.55
"""The least support of a claim that is shown."""
_WHOLE_WEIGHT, _WEAKEST_WEIGHT, _COHERENCE_WEIGHT, _SIMILARITY_WEIGHT = 0.3, 0.2, 0.2, 0.3
"""The weights of the shares; without an encoder the covered share replaces the similarity."""
_CONFLICTS: tuple[Callable[[Alignment], Iterator[Conflict]], ...] = (
    copied_text_changes.find,
    polarity.find,
    roles.find,
    quantity.find,
    intentions.find,
    time_and_cause.find,
    additions.find,
    merging.find,
)
_REPAIR = "Say only what the numbered sentences say, in words close to theirs, and name these sentences."


def find_unsupported(
    claim: Claim, sources: Sequence[SourceSentence], embed: Embed | None
) -> Iterator[tuple[str, ClaimFinding]]:
    """Yield the reasons why the named sentences do not support a claim, each with the name of the comparison
    that found it, or "score"; nothing where they do.

    ``sources`` are the sentences that the claim names, at least one, in their order. Any thread.
    """
    alignment = _aligned(claim.text, [sentence.text for sentence in sources])
    name, found = _conflicts(alignment)
    for each in found:
        yield name, ClaimFinding(ClaimFault.UNSUPPORTED, each.words, each.repair)
    if not found and _score(coverage(alignment, embed)) < THRESHOLD:
        yield "score", ClaimFinding(ClaimFault.UNSUPPORTED, _shortfall(alignment), _REPAIR)


def _aligned(text: str, sources: Sequence[str]) -> Alignment:
    parts = [part for source in sources for part in _parts(source)]
    return align(read(text), [read(part, number) for number, part in enumerate(parts)])


def _parts(source: str) -> Iterator[str]:
    """Yield the statements of a numbered sentence: a heading or a list may hold several."""
    for start, end in sentence_ranges(source):
        yield from (part for part in source[start:end].split(";") if part.strip())


def _conflicts(alignment: Alignment) -> tuple[str, tuple[Conflict, ...]]:
    """Return the name and the conflicts of the first comparison that finds any.

    A copy never contradicts its source, whatever its words.
    """
    if not _copied(alignment):
        for find in _CONFLICTS:
            if found := tuple(dict.fromkeys(find(alignment))):
                return find.__module__.rpartition(".")[-1], found
    return "", ()


def _copied(alignment: Alignment) -> bool:
    """Tell whether the claim is a whole statement of the source, word for word."""
    return any(source.tokens == alignment.claim.tokens for source in alignment.sources)


def _score(share: Coverage) -> float:
    return (
        _WHOLE_WEIGHT * share.whole
        + _WEAKEST_WEIGHT * share.weakest
        + _COHERENCE_WEIGHT * share.together
        + _SIMILARITY_WEIGHT * share.meaning
    )


def _shortfall(alignment: Alignment) -> str:
    word = missing(alignment)
    if word is None:
        return "It joins what its source does not join."
    return f"Its source does not say this: “{word.written}”."
