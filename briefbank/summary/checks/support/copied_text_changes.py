"""Finds small changes in copied text: a "not" added or dropped, one party for another, "all" for "some".

Where a claim follows a sentence of the source word for word, the few differences say more than any alignment
by meaning. Models copy often, and a copy with one word changed is the most dangerous kind of error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from briefbank.summary.checks.support.aligning import Alignment, relation
from briefbank.summary.checks.support.conflict import Conflict
from briefbank.summary.checks.support.denials import DENYING, NEGATORS
from briefbank.summary.checks.support.lexicon import stems_of
from briefbank.summary.checks.support.person_kinds import person_of
from briefbank.text.stemming import stem

_LEAST_COPIED = 0.6
"""The least share of the claim's tokens that must stand in one source sentence in the same order."""
_AUXILIARIES = frozenset(
    str.split("do does did is are was were has have had be been would will could can should may might must")
)
_MODALS = tuple(
    frozenset(words.split())
    for words in (
        "must shall",
        "may might could can",
        "should ought",
        "will would",
        "always",
        "never",
        "sometimes",
    )
)
_QUANTITIES = tuple(
    frozenset(words.split())
    for words in (
        "all every each always",
        "most",
        "many several numerous various",
        "some certain",
        "few",
        "none no",
    )
)
_DEGREES = tuple(frozenset(words.split()) for words in ("more most greater", "less least fewer lesser"))
_REASONS = tuple(frozenset(words.split()) for words in ("because due", "despite notwithstanding although"))
_KINDS = (_MODALS, _QUANTITIES, _DEGREES, _REASONS)
_PREPOSITIONS = frozenset({"of", "to"})
"""Prepositions that accompany "because" and "due"."""
_REPAIR = "Copy the numbered sentence without changing, adding or dropping words within it."
_SHORT = 3
"""The number of letters from which on a token counts as content; shorter words and signs depend on others:
"it", "to", a comma."""
_LONGEST = 3
"""The most tokens of a change that is checked; a longer change is a rewording."""


_Change = tuple[Sequence[str], Sequence[str]]


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Yield changes in what the claim copies from the sentence that it follows most, or from all sentences
    joined."""
    claim = alignment.claim.lowered
    if not claim or not alignment.sources:
        return
    sources = [source.lowered for source in alignment.sources]
    if len(sources) > 1:
        sources.append([token for source in sources for token in source])
    matchers = [SequenceMatcher(None, source, claim, autojunk=False) for source in sources]
    shares = [sum(block.size for block in matcher.get_matching_blocks()) / len(claim) for matcher in matchers]
    most = max(range(len(shares)), key=lambda n: shares[n])
    if shares[most] >= _LEAST_COPIED:
        yield from _changes(sources[most], claim, matchers[most])


def _changes(
    source: Sequence[str], claim: Sequence[str], matcher: SequenceMatcher[str]
) -> Iterator[Conflict]:
    added: list[_Change] = []
    dropped: list[_Change] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        said, claimed = source[a:b], claim[c:d]
        if kind == "equal" or len(said) > _LONGEST or len(claimed) > _LONGEST:
            continue
        if _is_negated(said) != _is_negated(claimed) and _differs_in_negation(said, claimed):
            (added if _is_negated(claimed) else dropped).append((said, claimed))
        elif _exchanged(said, claimed):
            yield Conflict(f"It has “{' '.join(claimed)}” where its source has “{' '.join(said)}”.", _REPAIR)
    if not _balanced(added, dropped, source, claim):
        yield from (_denial(said, claimed) for said, claimed in (*added, *dropped))


def _balanced(
    added: Sequence[_Change], dropped: Sequence[_Change], source: Sequence[str], claim: Sequence[str]
) -> bool:
    """Tell whether a negation only moved, or "denied that" became "said that ... not"; what each then denies
    is compared word by word elsewhere."""
    more = len(dropped) + bool(DENYING & (set(source) - set(claim)))
    return len(added) == more or len(added) + bool(DENYING & (set(claim) - set(source))) == len(dropped)


def _is_negated(tokens: Sequence[str]) -> bool:
    return sum(token in NEGATORS for token in tokens) % 2 == 1


def _differs_in_negation(said: Sequence[str], claimed: Sequence[str]) -> bool:
    """Tell whether a change holds only the negation and the form of its verb, "did not give" and "gave". With
    other words it is another statement."""
    return _content(said) == _content(claimed)


def _content(tokens: Sequence[str]) -> list[str]:
    passed = NEGATORS | _AUXILIARIES
    return [stem(token) for token in tokens if token not in passed and len(token) >= _SHORT]


def _denial(said: Sequence[str], claimed: Sequence[str]) -> Conflict:
    if _is_negated(claimed):
        return Conflict(f"It has “{' '.join(claimed)}”, which its source does not have here.", _REPAIR)
    return Conflict(f"It leaves out “{' '.join(said)}”, which its source has here.", _REPAIR)


def _exchanged(said: Sequence[str], claimed: Sequence[str]) -> bool:
    """Tell whether one person, one duty, or one word and its opposite replaced the other."""
    one, other = stems_of(" ".join(said)), stems_of(" ".join(claimed))
    if one == other or not one or not other:
        return False
    people = person_of(one), person_of(other)
    if None not in people and people[0] != people[1]:
        return True
    return relation(other, one) < 0 or any(_differ_in_kind(kinds, said, claimed) for kinds in _KINDS)


def _differ_in_kind(kinds: Sequence[frozenset[str]], said: Sequence[str], claimed: Sequence[str]) -> bool:
    """Tell whether each side is a single word of these kinds, and not both of the same kind."""
    one, other = ([token for token in tokens if token not in _PREPOSITIONS] for tokens in (said, claimed))
    if len(one) != 1 or len(other) != 1:
        return False
    found = [[n for n, words in enumerate(kinds) if token in words] for token in (*one, *other)]
    return all(found) and found[0] != found[1]
