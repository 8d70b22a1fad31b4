"""Who did what to whom: the sides of each verb that claim and source have in common.

A verb's agent and what it is done to are taken from its place in the clause: before and behind it, exchanged
in the passive. A claim is only faulted where both sides are plainly exchanged, or where it names one person
for what the source says of another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from briefbank.summary.checks.support.aligning import Alignment, Match, relation
from briefbank.summary.checks.support.conflict import Conflict
from briefbank.summary.checks.support.lexicon import stem_of
from briefbank.summary.checks.support.people import person_of
from briefbank.summary.checks.support.words import Sentence, Word

_BE = frozenset(str.split("is are was were be been being am get got gets getting"))
_BEFORE_VERB = frozenset(
    str.split("to not will would shall should can could may might must did does do has have had never also")
)
_DETERMINERS = frozenset(str.split("a an the this that these those his her its their our no any each every"))
_PREPOSITIONS = frozenset(
    str.split(
        "of in on at by for from with into upon over under about against between to within through than as"
    )
)
_IRREGULAR = frozenset(
    str.split(
        "held found took taken gave given told said saw seen made went gone came knew known left led "
        "lost met paid ran sent shot sold spoke spoken stole stolen struck taught thought threw thrown "
        "won wrote written brought bought caught chose chosen drew drawn drove driven fell fled forbade "
        "forgot fought heard hid hit hurt kept let put read rose sought set bit beat built began begun "
        "broke broken upheld overthrew withdrew"
    )
)
_SAYING = frozenset(
    stem_of(word)
    for word in str.split(
        "argue contend maintain assert claim insist respond reply answer ask urge seek say state deny "
        "concede admit hold find rule conclude agree disagree reject accept grant affirm reverse "
        "dismiss stop search arrest shoot stab hit rob kill tell give identify chase question see hear "
        "strike beat follow warn threaten accuse call"
    )
)
"""Stems of verbs that also count in the present: what courts, parties and people in a case do."""
_JOINING = frozenset({"and", "or", "but", "then"})
_LEAST_CROSSED = 1.0


@dataclass(frozen=True, slots=True)
class _Sides:
    agent: tuple[Word, ...]
    patient: tuple[Word, ...]


def find(alignment: Alignment) -> Iterator[Conflict]:
    """The first verb whose sides are exchanged, or whose agent is another person."""
    for at, word in enumerate(alignment.claim.words):
        match = alignment.best(at)
        if match is None or not _is_verb(alignment.claim, word):
            continue
        others = [each for each in alignment.matches[at] if not each.opposite and each.near >= match.near]
        verbs = [each for each in others if _is_verb(_sentence(alignment, each), each.source)]
        if verbs and all(_exchanged(alignment, each) for each in verbs):
            yield Conflict(
                f"It turns round who did what: “{word.written}”.",
                "Keep who did it and to whom it was done as in the numbered sentences.",
            )
            return


def _sentence(alignment: Alignment, match: Match) -> Sentence:
    return alignment.sources[match.source.sentence]


def _exchanged(alignment: Alignment, match: Match) -> bool:
    claimed = _sides(alignment.claim, match.word)
    said = _sides(_sentence(alignment, match), match.source)
    crossed = min(_shared(claimed.agent, said.patient), _shared(claimed.patient, said.agent))
    straight = max(_shared(claimed.agent, said.agent), _shared(claimed.patient, said.patient))
    return (crossed >= _LEAST_CROSSED and straight < crossed) or _other_person(claimed.agent, said.agent)


def _other_person(claimed: Sequence[Word], said: Sequence[Word]) -> bool:
    """Whether both agents are persons, and different ones; "the victim's mother" is a mother."""
    one, other = _person(claimed), _person(said)
    return one is not None and other is not None and one != other


def _person(words: Sequence[Word]) -> int | None:
    return next((kind for word in reversed(words) if (kind := person_of(word.stems)) is not None), None)


def _shared(some: Sequence[Word], others: Sequence[Word]) -> float:
    return sum(word.weight for word in some if any(relation(word.stems, each.stems) > 0 for each in others))


def _is_verb(sentence: Sentence, word: Word) -> bool:
    """By its form and the word before it; a noun in doubt is no verb."""
    written = sentence.tokens[word.place].lower()
    before = sentence.tokens[word.place - 1].lower() if word.place else ""
    if before in _BE or before in _BEFORE_VERB:
        return before in _BEFORE_VERB or written.endswith("ed") or written in _IRREGULAR
    present = word.stems[0] in _SAYING and not written.endswith(("ing", "ion", "ment"))
    return before not in _DETERMINERS and (present or written.endswith("ed") or written in _IRREGULAR)


def _sides(sentence: Sentence, verb: Word) -> _Sides:
    left = _before(sentence, verb)
    right = [word for word in sentence.words if word.clause == verb.clause and word.place > verb.place]
    if not _is_passive(sentence, verb):
        return _Sides(_head(sentence, left), tuple(right[:3]))
    by = next(
        (n for n in range(verb.place, len(sentence.tokens)) if sentence.tokens[n].lower() == "by"), None
    )
    agent = tuple(word for word in right if by is not None and word.place > by)[:2]
    return _Sides(agent, _head(sentence, left))


def _before(sentence: Sentence, verb: Word) -> list[Word]:
    """What stands before a verb in its clause; for "and vacated it", before the first verb before."""
    left = [word for word in sentence.words if word.clause == verb.clause and word.place < verb.place]
    if left or verb.place == 0 or sentence.tokens[verb.place - 1].lower() not in _JOINING:
        return left
    earlier = [word for word in sentence.words if word.clause == verb.clause - 1]
    first = next((n for n, word in enumerate(earlier) if _is_verb(sentence, word)), len(earlier))
    return earlier[:first]


def _head(sentence: Sentence, words: Sequence[Word]) -> tuple[Word, ...]:
    """The noun before the verb that no preposition hangs on another one; at most two words of it."""
    for at, word in enumerate(words):
        following = sentence.tokens[word.place + len(word.stems)].lower()
        if following in _PREPOSITIONS:
            return tuple(words[max(0, at - 1) : at + 1])
    return tuple(words[-2:])


def _is_passive(sentence: Sentence, verb: Word) -> bool:
    before = [token.lower() for token in sentence.tokens[max(0, verb.place - 3) : verb.place]]
    return any(token in _BE for token in before) and not any(token == "," for token in before)
