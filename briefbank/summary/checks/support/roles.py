"""Compares who did what to whom: each verb of the claim with the same verb of its source.

A claim is faulted only where every statement of the source with this verb contradicts it: agent and patient
are exchanged, one replaces the other, or the source says it of another person.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from briefbank.summary.checks.support.aligning import SAME, Alignment, relation
from briefbank.summary.checks.support.conflict import Conflict
from briefbank.summary.checks.support.denials import DenialDegree
from briefbank.summary.checks.support.lexicon import lexicon, stems_of
from briefbank.summary.checks.support.person_kinds import PRIVATE, differ, person_of
from briefbank.summary.checks.support.statements import NounPhrase, VerbStatement, statements
from briefbank.summary.checks.support.verbs import RECIPROCAL, TITLES
from briefbank.text.stemming import stem

_FRAME_NOUNS = frozenset(
    stem(word) for word in str.split("brief amici amicus source passage court question issue")
)
"""Nouns that are agents of a summary's frame, or too general to be distinguished."""
_THROUGH_COUNSEL = frozenset(
    stem(word)
    for word in str.split(
        "argue contend claim maintain assert allege submit urge insist move object appeal challenge contest "
        "seek ask request concede raise respond reply rely point oppose press waive"
    )
)
"""Verbs of what a party does in court, which is the same whether the party or its counsel is named."""
_PARTY, _COUNSEL = person_of(stems_of("defendant")), person_of(stems_of("counsel"))
_REPAIR = "Keep who did it and to whom it was done as in the numbered sentences."


class Likeness(Enum):
    """The likeness of two phrases; UNKNOWN where one is missing or may include the other."""

    NO = 0
    UNKNOWN = 1
    YES = 2


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Yield the first verb with exchanged participants, or of which the source says something of another."""
    said = [each for source in alignment.sources for each in statements(source)]
    for claimed in statements(alignment.claim):
        same = [each for each in said if relation(claimed.verb.stems, each.verb.stems) > 0]
        exact = [each for each in same if relation(claimed.verb.stems, each.verb.stems) == SAME] or same
        if _is_given_back(claimed, said) or (
            exact and all(_contradicts(claimed, each, said) for each in exact)
        ):
            yield Conflict(f"It turns round who did what: “{claimed.verb.written}”.", _REPAIR)
            return


def _is_given_back(claimed: VerbStatement, said: Sequence[VerbStatement]) -> bool:
    """Tell whether the giver in the claim is the receiver in the source, whatever the verb."""
    same = [each for each in said if likeness(claimed.patient, each.patient) is Likeness.YES]
    return bool(claimed.other) and any(
        likeness(claimed.agent, receiver) is Likeness.YES
        and likeness(claimed.other[0], each.agent) is Likeness.YES
        for each in same
        for receiver in each.other
    )


def _contradicts(claimed: VerbStatement, said: VerbStatement, others: Sequence[VerbStatement]) -> bool:
    agent_heads = [each.agent.head.stems[0] for each in (claimed, said) if each.agent is not None]
    if not _FRAME_NOUNS.isdisjoint(agent_heads) or {claimed.verb.denied, said.verb.denied} == {
        DenialDegree.YES,
        DenialDegree.NO,
    }:
        return False
    if _through_counsel(claimed, said):
        return False
    agents = likeness(claimed.agent, said.agent, others)
    patients = likeness(claimed.patient, said.patient, others)
    if _exchanged(claimed, said, agents, patients):
        return True
    if agents is Likeness.NO:
        open_ended = claimed.patient is None or said.patient is None
        return (patients is Likeness.YES or open_ended) and _is_another(claimed.agent, said.agent, others)
    apart = agents is Likeness.YES or claimed.agent is None
    return apart and _are_different_persons(claimed.patient, said.patient, others)


def _through_counsel(claimed: VerbStatement, said: VerbStatement) -> bool:
    """Tell whether one side names the defendant as arguing and the other the defense."""
    if claimed.agent is None or said.agent is None or claimed.verb.stems[0] not in _THROUGH_COUNSEL:
        return False
    return {_own_kind(claimed.agent), _own_kind(said.agent)} == {_PARTY, _COUNSEL}


def _exchanged(claimed: VerbStatement, said: VerbStatement, agents: Likeness, patients: Likeness) -> bool:
    """Tell whether a participant of the claim stands in the place of another."""
    if claimed.agent is None or claimed.verb.stems[0] in RECIPROCAL or agents is Likeness.YES:
        return False
    if patients is not Likeness.YES and likeness(claimed.patient, said.agent) is Likeness.YES:
        return True
    if agents is Likeness.NO or said.agent is None:
        receivers = [likeness(claimed.agent, each) is Likeness.YES for each in said.other]
        return any(receivers) or bool(said.agent and likeness(claimed.agent, said.patient) is Likeness.YES)
    return False


def likeness(
    one: NounPhrase | None, other: NounPhrase | None, others: Sequence[VerbStatement] = ()
) -> Likeness:
    """Compare persons by their kind and other things by their nouns."""
    if one is None or other is None:
        return Likeness.UNKNOWN
    kinds = _kind(one, others), _kind(other, others)
    if differ(*kinds):
        return Likeness.NO
    if relation(one.head.stems, other.head.stems) > 0 or kinds[0] == kinds[1] is not None:
        return Likeness.NO if _are_distinguished(one, other, others) else Likeness.YES
    if _overlap(one, other) or _is_name(one) or _is_name(other) or None not in kinds:
        return Likeness.UNKNOWN
    return Likeness.NO


def _kind(phrase: NounPhrase, others: Sequence[VerbStatement] = ()) -> int | None:
    """Return the kind of person by the phrase itself, or by what the source calls the same name elsewhere."""
    own = _own_kind(phrase)
    if own is not None or not _is_name(phrase):
        return own
    named = [each for each in _phrases(others) if each.head.stems == phrase.head.stems]
    return next((kind for each in named if (kind := _own_kind(each)) is not None), None)


def _own_kind(phrase: NounPhrase) -> int | None:
    kinds = (person_of(word.stems) for word in reversed(phrase.name))
    titled = any(word.written.lower() in TITLES for word in phrase.before)
    return next((kind for kind in kinds if kind is not None), PRIVATE if titled else None)


def _phrases(others: Sequence[VerbStatement]) -> Iterator[NounPhrase]:
    for each in others:
        yield from (phrase for phrase in (each.agent, each.patient, *each.other) if phrase is not None)


def _is_name(phrase: NounPhrase) -> bool:
    """Tell whether a phrase is a name, which may be anybody's: only the document says whose."""
    return phrase.head.written[0].isupper() and phrase.head.stems not in lexicon().groups


def _are_distinguished(one: NounPhrase, other: NounPhrase, others: Sequence[VerbStatement]) -> bool:
    """Tell whether two phrases are distinguished, as the younger and the older: their modifiers deny each
    other, or the source has one of each."""
    if any(relation(first.stems, second.stems) < 0 for first in one.before for second in other.before):
        return True
    twins = [each for each in _phrases(others) if each.head.stems == one.head.stems == other.head.stems]
    return bool(one.before and other.before) and any(
        _share_modifier(one, each) and not _share_modifier(one, other) and not _share_modifier(other, each)
        for each in twins
    )


def _share_modifier(one: NounPhrase, other: NounPhrase) -> bool:
    return any(relation(first.stems, second.stems) > 0 for first in one.before for second in other.before)


def _overlap(one: NounPhrase, other: NounPhrase) -> bool:
    """Tell whether the two phrases share any word: an owner, a part, a kind."""
    return any(
        relation(first.stems, second.stems) > 0
        for first in (*one.name, *one.behind)
        for second in (*other.name, *other.behind)
    )


def _is_another(claimed: NounPhrase | None, said: NounPhrase | None, others: Sequence[VerbStatement]) -> bool:
    """Tell whether two phrases are different persons, or different things of which the source says something
    else."""
    if (
        claimed is None
        or said is None
        or claimed.head.stems[0] in _FRAME_NOUNS
        or said.head.stems[0] in _FRAME_NOUNS
    ):
        return False
    return _are_different_persons(claimed, said, others) or any(
        each.agent is not None and each.agent.head.stems == claimed.head.stems for each in others
    )


def _are_different_persons(
    one: NounPhrase | None, other: NounPhrase | None, others: Sequence[VerbStatement]
) -> bool:
    """Tell whether two persons are surely not the same."""
    if one is None or other is None:
        return False
    kinds = _kind(one, others), _kind(other, others)
    return differ(*kinds) or (None not in kinds and _are_distinguished(one, other, others))
