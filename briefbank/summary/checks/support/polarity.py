"""Opposites and denials: granted for denied, and a "not" that was dropped or added."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from briefbank.summary.checks.support.aligning import SAME, Alignment, Match, relation
from briefbank.summary.checks.support.conflict import Conflict
from briefbank.summary.checks.support.denials import FAILING, LIGHT_DEEDS, NEGATORS, PREVENTING, Denied
from briefbank.summary.checks.support.lexicon import stem_of
from briefbank.summary.checks.support.people import person_of
from briefbank.summary.checks.support.roles import Likeness, likeness
from briefbank.summary.checks.support.statements import Statement, statements
from briefbank.summary.checks.support.words import Denial, Sentence, Word

_LEAST_NEAR = 1.5
"""Neighbours that an opposite must share before it is taken to be about the same thing."""
_LEAST_NEAR_SAME = 0.25
"""The same for the very word, denied on one side only."""
_DENYING = PREVENTING | frozenset(
    stem_of(word)
    for word in str.split(
        "lack fail except disfavor oppose only impermissible impossible insufficient inadequate invalid "
        "unable end cease criticize beyond exceed rare omit absence defective deficient wrong error err "
        "suppress without disagree dissent differ divide doubt contrary unlike silent missing alone "
        "against seldom few expire lapse revoke cancel stale obsolete former void"
    )
)
"""Stems with which a source denies something without a "not"."""
_PREFIXED = re.compile(r"(?:un(?!der|it|ion|iv|iq|less|til)|non|dis(?!trict|cuss|play|tanc|tinct))[a-z]{5,}")
"""Words that deny what follows their prefix: unreasonable, nonviolent, dislike."""
_FIELD = frozenset(
    stem_of(word)
    for word in str.split(
        "challenge attack claim error question issue concern violation ground objection argument problem "
        "doubt"
    )
)
"""Stems behind which an adjective only says of what kind: a constitutional challenge, a validity question."""
_AS_NEAR = 0.5
"""Of the neighbours of a contrary match, the share that another match must have to count instead of it."""
_ENDING_DENIALS = FAILING | {"not"}
_ASKING = frozenset(str.split("whether if asks ? question questions"))
_LEAST_WEIGHT = 0.5
"""Of a word whose denial counts: that the brief does not "say" something denies nothing."""


def find(alignment: Alignment) -> Iterator[Conflict]:
    """What the claim denies and its source says, and the other way round."""
    contrary = [*_contrary(alignment), *_turned(alignment)]
    for match in contrary:
        yield _conflict(match)
    if not contrary:
        yield from _added(alignment)


def _turned(alignment: Alignment) -> Iterator[Match]:
    """A verb and its opposite, said of the same, where the source nowhere says the verb of it."""
    known = [each for source in alignment.sources for each in statements(source)]
    for claimed in statements(alignment.claim):
        beside = [
            each for each in known if relation(claimed.verb.stems, each.verb.stems) and _fits(claimed, each)
        ]
        matches = [_match(claimed.verb, each.verb) for each in beside]
        if (
            not _said_too(claimed, known)
            and matches
            and all(match.contrary and match.opposite for match in matches)
        ):
            yield matches[0]


def _said_too(claimed: Statement, known: Sequence[Statement]) -> bool:
    """Whether the source also says it of who may be the same: acquitted of one, convicted of another."""
    same = (each for each in known if relation(claimed.verb.stems, each.verb.stems) > 0)
    return any(
        each.verb.denied is claimed.verb.denied
        and Likeness.NO not in (likeness(claimed.agent, each.agent), likeness(claimed.patient, each.patient))
        for each in same
    )


def _fits(claimed: Statement, said: Statement) -> bool:
    """Whether two statements have a side in common, and none that differs."""
    sides = {likeness(claimed.agent, said.agent), likeness(claimed.patient, said.patient)}
    return Likeness.YES in sides and Likeness.NO not in sides


def _match(word: Word, source: Word) -> Match:
    related = relation(word.stems, source.stems)
    return Match(word, source, max(0.0, related), related < 0, 0.0)


def _contrary(alignment: Alignment) -> Iterator[Match]:
    asked = any(map(_asks, alignment.sources))
    for word, matches in zip(alignment.claim.words, alignment.matches, strict=True):
        if (
            (word.weight < _LEAST_WEIGHT and word.stems[0] not in LIGHT_DEEDS)
            or person_of(word.stems) is not None
            or not matches
            or not matches[0].contrary
        ):
            continue
        if asked and not matches[0].opposite and _is_asked(alignment.claim, word):
            continue
        least = _LEAST_NEAR if matches[0].opposite or matches[0].strength < SAME else _LEAST_NEAR_SAME
        if (
            (matches[0].near >= least or len(alignment.claim.words) == 1)
            and not _denied_beside(alignment, matches[0])
            and not _denied_after(alignment, matches[0])
            and not _of_another(alignment, matches[0])
            and not _is_field(alignment, matches[0])
            and not _said_elsewhere(matches)
        ):
            yield matches[0]


def _of_another(alignment: Alignment, match: Match) -> bool:
    """Whether the source says it of somebody else: no contradiction."""
    claimed = [each for each in statements(alignment.claim) if each.verb == match.word]
    source = alignment.sources[match.source.sentence]
    said = [each for each in statements(source) if each.verb == match.source]
    return any(
        Likeness.NO in (likeness(one.agent, other.agent), likeness(one.patient, other.patient))
        for one in claimed
        for other in said
    )


def _is_asked(sentence: Sentence, word: Word) -> bool:
    """Whether a word stands in a question, or behind the word that asks."""
    tokens = [token.lower() for token in sentence.tokens]
    return "?" in tokens or not _ASKING.isdisjoint(tokens[: word.place])


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


def _denied_after(alignment: Alignment, match: Match) -> bool:
    """Whether the source denies it at the end of a later clause: "asked to sign it, and she refused"."""
    if match.word.denied is not Denied.YES or match.opposite:
        return False
    tokens = [token.lower() for token in alignment.sources[match.source.sentence].tokens]
    ends = (n for n in range(match.source.place + 1, len(tokens)) if tokens[n] in _ENDING_DENIALS)
    return any(n + 1 == len(tokens) or not tokens[n + 1][0].isalpha() for n in ends)


def _is_field(alignment: Alignment, match: Match) -> bool:
    """Whether an adjective only says what kind of challenge or question it is."""
    words = alignment.claim.words
    behind = words[words.index(match.word) + 1 :][:1]
    return match.opposite and bool(behind) and behind[0].stems[0] in _FIELD


def _said_elsewhere(matches: Sequence[Match]) -> bool:
    """Whether another place of the source, nearly as near, says the very word as the claim does."""
    return any(
        each.strength == SAME
        and not each.contrary
        and each.near >= _AS_NEAR * matches[0].near
        and each.source.sentence != matches[0].source.sentence
        for each in matches[1:]
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
    if _asks(alignment.claim) and any(map(_asks, alignment.sources)):
        return
    for denial in alignment.claim.denials:
        if denial.head is not None and not _accounted(alignment, denial):
            yield Conflict(
                f"It has “{denial.written}”, and its source denies nothing.",
                "Leave out every “not” and “no” that the numbered sentences do not have.",
            )


def _denies(sentence: Sentence) -> bool:
    tokens = [token.lower() for token in sentence.tokens]
    return bool(sentence.denials) or any(
        token in NEGATORS or stem_of(token) in _DENYING or _PREFIXED.match(token) for token in tokens
    )


def _has_opposite(alignment: Alignment) -> bool:
    return any(match.opposite for matches in alignment.matches for match in matches)


def _accounted(alignment: Alignment, denial: Denial) -> bool:
    """Whether the source has the denying word itself as a content word: "lack", "fail"."""
    return any(
        word is denial.head and any(match.source.denied is not Denied.NO for match in matches)
        for word, matches in zip(alignment.claim.words, alignment.matches, strict=True)
    )
