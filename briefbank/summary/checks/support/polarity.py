"""Opposites and denials: granted for denied, and a "not" that was dropped or added."""

from __future__ import annotations

from collections.abc import Iterator

from briefbank.summary.checks.support.aligning import SAME, Alignment, Match
from briefbank.summary.checks.support.conflict import Conflict
from briefbank.summary.checks.support.denials import Denied
from briefbank.summary.checks.support.lexicon import stem_of
from briefbank.summary.checks.support.words import Denial, Sentence

_LEAST_NEAR = 1.5
"""Neighbours that an opposite must share before it is taken to be about the same thing."""
_LEAST_NEAR_SAME = 0.25
"""The same for the very word, denied on one side only."""
_DENYING = frozenset(
    stem_of(word)
    for word in str.split(
        "forbid forbidden prohibit bar ban reject deny exclude lack preclude refuse prevent decline "
        "fail except disfavor oppose only impermissible impossible insufficient inadequate invalid "
        "unable stop end cease avoid dispute criticize beyond exceed rare omit absence defective "
        "deficient wrong error err suppress"
    )
)
"""Stems with which a source denies something without a "not"."""
_ASKING = frozenset(str.split("whether if asks ? question questions"))
_LEAST_WEIGHT = 0.5
"""Of a word whose denial counts: that the brief does not "say" something denies nothing."""


def find(alignment: Alignment) -> Iterator[Conflict]:
    """What the claim denies and its source says, and the other way round."""
    contrary = list(_contrary(alignment))
    for match in contrary:
        yield _conflict(match)
    if not contrary:
        yield from _added(alignment)


def _contrary(alignment: Alignment) -> Iterator[Match]:
    asked = _asks(alignment.claim) and any(map(_asks, alignment.sources))
    for word, matches in zip(alignment.claim.words, alignment.matches, strict=True):
        if word.weight < _LEAST_WEIGHT or not matches or not matches[0].contrary:
            continue
        if asked and not matches[0].opposite:
            continue
        least = _LEAST_NEAR if matches[0].opposite or matches[0].strength < SAME else _LEAST_NEAR_SAME
        if (matches[0].near >= least or len(alignment.claim.words) == 1) and not _denied_beside(
            alignment, matches[0]
        ):
            yield matches[0]


def _asks(sentence: Sentence) -> bool:
    """Whether it is a question, which is asked of a thing and of its denial alike."""
    return not _ASKING.isdisjoint(token.lower() for token in sentence.tokens)


def _denied_beside(alignment: Alignment, match: Match) -> bool:
    """Whether the claim's denial is the source's after all, with another first word: "no interest" for "no
    compelling interest"."""
    if match.word.denied is not Denied.YES or match.opposite:
        return False
    return any(
        each.source.denied is not Denied.NO and each.source.clause == other[0].source.clause
        for word, other in zip(alignment.claim.words, alignment.matches, strict=True)
        if word.clause == match.word.clause and word.denied is not Denied.NO and other
        for each in other
        if not each.opposite
    )


def _conflict(match: Match) -> Conflict:
    claimed, said = match.word.written, match.source.written
    repair = "Say exactly what the numbered sentences say, with the same “not” and the same outcome."
    if match.opposite:
        return Conflict(
            f"It says the opposite of its source: “{claimed}” where the source says “{said}”.", repair
        )
    if match.word.denied is Denied.YES:
        return Conflict(f"It denies what its source says: “{claimed}”.", repair)
    return Conflict(f"It leaves out that its source denies this: “{said}”.", repair)


def _added(alignment: Alignment) -> Iterator[Conflict]:
    """A "not" in the claim that nothing in the source accounts for."""
    if any(_denies(sentence) for sentence in alignment.sources) or _has_opposite(alignment):
        return
    for denial in alignment.claim.denials:
        if denial.head is not None and not _accounted(alignment, denial):
            yield Conflict(
                f"It has “{denial.written}”, and its source denies nothing.",
                "Leave out every “not” and “no” that the numbered sentences do not have.",
            )


def _denies(sentence: Sentence) -> bool:
    return bool(sentence.denials) or any(stem_of(token.lower()) in _DENYING for token in sentence.tokens)


def _has_opposite(alignment: Alignment) -> bool:
    return any(match.opposite for matches in alignment.matches for match in matches)


def _accounted(alignment: Alignment, denial: Denial) -> bool:
    """Whether the source has the denying word itself as a content word: "lack", "fail"."""
    return any(
        word is denial.head and any(match.source.denied is not Denied.NO for match in matches)
        for word, matches in zip(alignment.claim.words, alignment.matches, strict=True)
    )
