"""Compares opposites and negations: granted for denied, and a "not" that was dropped or added."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from briefbank.summary.checks.support.aligning import SAME, Alignment, WordMatch, relation
from briefbank.summary.checks.support.conflict import Conflict
from briefbank.summary.checks.support.denials import FAILING, LIGHT_DEEDS, NEGATORS, PREVENTING, DenialDegree
from briefbank.summary.checks.support.person_kinds import person_of
from briefbank.summary.checks.support.roles import Likeness, likeness
from briefbank.summary.checks.support.sentence_words import ContentWord, Negation, Sentence
from briefbank.summary.checks.support.statements import VerbStatement, statements
from briefbank.text.stemming import stem

_LEAST_OVERLAP = 1.5
"""The context overlap from which on an opposite is taken to be about the same thing."""
_LEAST_OVERLAP_SAME = 0.25
"""The context overlap required of the very word, denied on one side only."""
_DENYING = PREVENTING | frozenset(
    stem(word)
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
_KIND_NOUNS = frozenset(
    stem(word)
    for word in str.split(
        "challenge attack claim error question issue concern violation ground objection argument problem "
        "doubt"
    )
)
"""Stems before which an adjective only names a kind: a constitutional challenge, a validity question."""
_OVERLAP_SHARE = 0.5
"""The share of a contrary match's context overlap that another match must have to replace it."""
_ENDING_DENIALS = FAILING | {"not"}
_ASKING = frozenset(str.split("whether if asks ? question questions"))
_LEAST_WEIGHT = 0.5
"""The least weight of a word whose negation counts: that the brief does not "say" something denies
nothing."""


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Yield what the claim denies and its source says, and the reverse."""
    contrary = [*_contrary_matches(alignment), *_opposed_verbs(alignment)]
    for match in contrary:
        yield _conflict(match)
    if not contrary:
        yield from _added_negations(alignment)


def _opposed_verbs(alignment: Alignment) -> Iterator[WordMatch]:
    """Yield a verb and its opposite with the same agent or patient, where the source nowhere says the verb of
    them."""
    known = [each for source in alignment.sources for each in statements(source)]
    for claimed in statements(alignment.claim):
        comparable = [
            each
            for each in known
            if relation(claimed.verb.stems, each.verb.stems) and _same_participants(claimed, each)
        ]
        matches = [_match(claimed.verb, each.verb) for each in comparable]
        if (
            not _is_also_said(claimed, known)
            and matches
            and all(match.contrary and match.opposite for match in matches)
        ):
            yield matches[0]


def _is_also_said(claimed: VerbStatement, known: Sequence[VerbStatement]) -> bool:
    """Tell whether the source also says it of somebody who may be the same: acquitted of one, convicted of
    another."""
    same = (each for each in known if relation(claimed.verb.stems, each.verb.stems) > 0)
    return any(
        each.verb.denied is claimed.verb.denied
        and Likeness.NO not in (likeness(claimed.agent, each.agent), likeness(claimed.patient, each.patient))
        for each in same
    )


def _same_participants(claimed: VerbStatement, said: VerbStatement) -> bool:
    """Tell whether two statements have an agent or a patient in common, and neither differs."""
    likenesses = {likeness(claimed.agent, said.agent), likeness(claimed.patient, said.patient)}
    return Likeness.YES in likenesses and Likeness.NO not in likenesses


def _match(word: ContentWord, source: ContentWord) -> WordMatch:
    related = relation(word.stems, source.stems)
    return WordMatch(word, source, max(0.0, related), related < 0, 0.0)


def _contrary_matches(alignment: Alignment) -> Iterator[WordMatch]:
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
        least = _LEAST_OVERLAP if matches[0].opposite or matches[0].strength < SAME else _LEAST_OVERLAP_SAME
        if (
            (matches[0].near >= least or len(alignment.claim.words) == 1)
            and not _denied_nearby(alignment, matches[0])
            and not _denied_after(alignment, matches[0])
            and not _is_of_another(alignment, matches[0])
            and not _names_kind(alignment, matches[0])
            and not _said_elsewhere(matches)
        ):
            yield matches[0]


def _is_of_another(alignment: Alignment, match: WordMatch) -> bool:
    """Tell whether the source says it of somebody else, which is no contradiction."""
    claimed = [each for each in statements(alignment.claim) if each.verb == match.word]
    source = alignment.sources[match.source.sentence]
    said = [each for each in statements(source) if each.verb == match.source]
    return any(
        Likeness.NO in (likeness(one.agent, other.agent), likeness(one.patient, other.patient))
        for one in claimed
        for other in said
    )


def _is_asked(sentence: Sentence, word: ContentWord) -> bool:
    """Tell whether a word stands in a question, or after the word that asks."""
    tokens = [token.lower() for token in sentence.tokens]
    return "?" in tokens or not _ASKING.isdisjoint(tokens[: word.place])


def _asks(sentence: Sentence) -> bool:
    """Tell whether a sentence is a question, which asks about a thing and its denial alike."""
    return not _ASKING.isdisjoint(token.lower() for token in sentence.tokens)


def _denied_nearby(alignment: Alignment, match: WordMatch) -> bool:
    """Tell whether the claim's denial is the source's after all, with another first word: "no interest" for
    "no compelling interest"."""
    if match.word.denied is not DenialDegree.YES or match.opposite:
        return False
    return any(
        each.source.denied is not DenialDegree.NO and each.source.clause == other[0].source.clause
        for word, other in zip(alignment.claim.words, alignment.matches, strict=True)
        if word.clause == match.word.clause and word.denied is not DenialDegree.NO and other
        for each in other
        if not each.opposite
    )


def _denied_after(alignment: Alignment, match: WordMatch) -> bool:
    """Tell whether the source denies it at the end of a later clause: "asked to sign it, and she refused"."""
    if match.word.denied is not DenialDegree.YES or match.opposite:
        return False
    tokens = [token.lower() for token in alignment.sources[match.source.sentence].tokens]
    ends = (n for n in range(match.source.place + 1, len(tokens)) if tokens[n] in _ENDING_DENIALS)
    return any(n + 1 == len(tokens) or not tokens[n + 1][0].isalpha() for n in ends)


def _names_kind(alignment: Alignment, match: WordMatch) -> bool:
    """Tell whether an adjective only says what kind of challenge or question it is."""
    words = alignment.claim.words
    following = words[words.index(match.word) + 1 :][:1]
    return match.opposite and bool(following) and following[0].stems[0] in _KIND_NOUNS


def _said_elsewhere(matches: Sequence[WordMatch]) -> bool:
    """Tell whether another place of the source, nearly as near, says the very word as the claim does."""
    return any(
        each.strength == SAME
        and not each.contrary
        and each.near >= _OVERLAP_SHARE * matches[0].near
        and each.source.sentence != matches[0].source.sentence
        for each in matches[1:]
    )


def _conflict(match: WordMatch) -> Conflict:
    claimed, said = match.word.written, match.source.written
    repair = "Say exactly what the numbered sentences say, with the same “not” and the same outcome."
    if match.opposite:
        return Conflict(
            f"It says the opposite of its source: “{claimed}” where the source says “{said}”.", repair
        )
    if match.word.denied is DenialDegree.YES:
        return Conflict(f"It denies what its source says: “{claimed}”.", repair)
    return Conflict(f"It leaves out that its source denies this: “{said}”.", repair)


def _added_negations(alignment: Alignment) -> Iterator[Conflict]:
    """Yield a "not" in the claim that nothing in the source accounts for."""
    if any(_denies(sentence) for sentence in alignment.sources) or _has_opposite(alignment):
        return
    if _asks(alignment.claim) and any(map(_asks, alignment.sources)):
        return
    for denial in alignment.claim.denials:
        if denial.head is not None and not _is_accounted_for(alignment, denial):
            yield Conflict(
                f"It has “{denial.written}”, and its source denies nothing.",
                "Leave out every “not” and “no” that the numbered sentences do not have.",
            )


def _denies(sentence: Sentence) -> bool:
    tokens = [token.lower() for token in sentence.tokens]
    return bool(sentence.denials) or any(
        token in NEGATORS or stem(token) in _DENYING or _PREFIXED.match(token) for token in tokens
    )


def _has_opposite(alignment: Alignment) -> bool:
    return any(match.opposite for matches in alignment.matches for match in matches)


def _is_accounted_for(alignment: Alignment, denial: Negation) -> bool:
    """Tell whether the source has the denying word itself as a content word: "lack", "fail"."""
    return any(
        word is denial.head and any(match.source.denied is not DenialDegree.NO for match in matches)
        for word, matches in zip(alignment.claim.words, alignment.matches, strict=True)
    )
