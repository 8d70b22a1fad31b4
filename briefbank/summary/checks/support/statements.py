"""Reads who does what to whom without a parser: each verb of a sentence with its agent and its patient.

A verb is recognised by its form and the word before it. Its subject is the noun before it that depends on no
preposition, its object the first noun after it. The passive, "X's denial of Y by Z", shared and relative
subjects and infinitives are brought into the same shape. Where the position shows nothing the participant
stays empty, so that a comparison can distinguish "another" from "not known".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from briefbank.summary.checks.support import verbs
from briefbank.summary.checks.support.person_kinds import person_of
from briefbank.summary.checks.support.sentence_words import ContentWord, Sentence

_SEPARATING = verbs.SIGNS | verbs.BOUNDS | verbs.FINITE
_RECEIVING = frozenset({"to", "against"})
_BY_REACH = 5
"""The number of tokens after a passive verb that are searched for its "by"."""


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A noun with its modifiers."""

    head: ContentWord
    before: tuple[ContentWord, ...] = ()
    """The words before the noun: "younger" of "younger brother", "officer" of "Officer Reyes"."""
    behind: tuple[ContentWord, ...] = ()
    """The words that depend on the noun, "van" of "the driver of the van", and its owner, "landlord" of "the
    landlord's dog"."""

    @property
    def name(self) -> tuple[ContentWord, ...]:
        """The words before the head and the head, in their order."""
        return (*self.before, self.head)


@dataclass(frozen=True, slots=True)
class VerbStatement:
    """A verb, or a noun of action, with its participants; None where they are not given."""

    verb: ContentWord
    agent: NounPhrase | None
    patient: NounPhrase | None
    other: tuple[NounPhrase, ...] = ()
    """The recipients: to whom, against whom."""


def is_person(phrase: NounPhrase) -> bool:
    """Tell whether a phrase is a person, by the lists of persons or by a name."""
    return any(person_of(word.stems) is not None for word in phrase.name) or phrase.head.written[0].isupper()


@dataclass(frozen=True, slots=True)
class _Tokens:
    tokens: tuple[str, ...]
    at: dict[int, ContentWord]
    verbs: tuple[int, ...]


@lru_cache(maxsize=1024)
def statements(sentence: Sentence) -> tuple[VerbStatement, ...]:
    """Return all statements of a sentence in the order of their verbs; linear time but for short looks
    back."""
    tokens = tuple(token.lower() for token in sentence.tokens)
    at = {word.place + n: word for word in sentence.words for n in range(len(word.stems))}
    read = _Tokens(tokens, at, tuple(n for n in sorted(at) if verbs.is_verb(sentence.tokens, n)))
    found: list[VerbStatement] = []
    subjects: dict[int, NounPhrase | None] = {}
    for place in read.verbs:
        found.append(_verb_statement(read, place, subjects))
    found.extend(_noun_statements(read))
    return tuple(sorted(found, key=lambda each: each.verb.place))


def _verb_statement(read: _Tokens, place: int, subjects: dict[int, NounPhrase | None]) -> VerbStatement:
    subject = _subject(read, place, subjects)
    subjects[place] = subject
    last = place + len(read.at[place].stems) - 1 if read.at[place].place == place else place
    by = _by(read, last)
    if _is_passive(read, place) or _is_shared_passive(read, place, last):
        return VerbStatement(read.at[place], _phrase_after(read, by + 1) if by else None, subject)
    if by == last + 1 and verbs.is_participle(read.tokens[place]):
        return VerbStatement(read.at[place], _phrase_after(read, by + 1), _phrase_before(read, place))
    return VerbStatement(read.at[place], subject, _phrase_after(read, last + 1), _receivers(read, last + 1))


def _receivers(read: _Tokens, start: int) -> tuple[NounPhrase, ...]:
    """Return the persons after "to" and "against", up to the next verb or sign."""
    end = start
    while end < len(read.tokens) and not _is_boundary(read, end):
        end += 1
    places = [n for n in range(start, end) if read.tokens[n] in _RECEIVING]
    found = (_phrase_after(read, n + 1) for n in places)
    return tuple(phrase for phrase in found if phrase is not None and is_person(phrase))


def _subject(read: _Tokens, place: int, subjects: dict[int, NounPhrase | None]) -> NounPhrase | None:
    """Return the phrase before the verb and its helpers, or the subject of the verb with which it is
    joined."""
    start = place
    while start and (read.tokens[start - 1] in verbs.HELPERS or read.tokens[start - 1].endswith("ly")):
        start -= 1
    before = read.tokens[start - 1] if start else ""
    earlier = [n for n in read.verbs if n < start]
    if "to" in read.tokens[start:place]:
        return _controller(read, start, earlier, subjects)
    if before in verbs.JOINING:
        return subjects.get(earlier[-1]) if earlier else None
    if before in verbs.RELATIVE:
        comma = start > 1 and read.tokens[start - 2] == ","
        return _last_phrase(read, start - 2 if comma else start - 1)
    if read.tokens[place].endswith("ing") and before in verbs.PREPOSITIONS:
        return subjects.get(earlier[-1]) if earlier else None
    if before == ",":
        return _before_aside(read, start - 1, subjects, earlier)
    return _antecedent(read, start, subjects) or _phrase_before(read, start)


def _before_aside(
    read: _Tokens, end: int, subjects: dict[int, NounPhrase | None], earlier: Sequence[int]
) -> NounPhrase | None:
    """Return the subject before an aside, "amici" in "amici, a group of judges, urge"; or that of an earlier
    verb, as in "stopped, searched"."""
    opening = next((n for n in range(end - 1, -1, -1) if read.tokens[n] in verbs.SIGNS), None)
    if opening is None or read.tokens[opening] != ",":
        return subjects.get(earlier[-1]) if earlier else None
    return _phrase_before(read, opening)


def _antecedent(read: _Tokens, end: int, subjects: dict[int, NounPhrase | None]) -> NounPhrase | None:
    """Return what "who" stands for in "the man who saw the car fled", and not the car."""
    start = end
    while start and not _is_boundary(read, start - 1):
        start -= 1
    if start - 1 not in subjects:
        return None
    opening = start - 2
    while opening > 0 and read.tokens[opening] in verbs.HELPERS:
        opening -= 1
    return subjects[start - 1] if opening >= 0 and read.tokens[opening] in verbs.RELATIVE else None


def _controller(
    read: _Tokens, start: int, earlier: Sequence[int], subjects: dict[int, NounPhrase | None]
) -> NounPhrase | None:
    """Return the subject of an infinitive: of "to stop", after "ordered the driver", the driver; after
    "refused", who refused; after "the driver's failure", the driver."""
    if start and read.tokens[start] == "to" and verbs.is_undertaking(read.tokens[start - 1]):
        return _owner(read, start - 1)
    if not earlier:
        return None
    if any(read.tokens[n] in _SEPARATING for n in range(earlier[-1] + 1, start)):
        return None
    told = _phrase_after(read, earlier[-1] + 1)
    if told is not None and told.head.place < start:
        return told if is_person(told) and not _is_passive(read, earlier[-1]) else None
    pronoun = any(token in verbs.OBJECTS for token in read.tokens[earlier[-1] + 1 : start])
    return None if pronoun else subjects.get(earlier[-1])


def _is_passive(read: _Tokens, place: int) -> bool:
    """Tell whether a participle follows a form of "be", with only adverbs between."""
    if not verbs.is_participle(read.tokens[place]):
        return False
    for n in range(place - 1, max(-1, place - 4), -1):
        if read.tokens[n] in verbs.BE:
            return True
        if read.tokens[n] not in verbs.HELPERS and not read.tokens[n].endswith("ly"):
            return False
    return False


def _is_shared_passive(read: _Tokens, place: int, last: int) -> bool:
    """Tell whether a participle shares the "was" of an earlier one: "was reversed and a new trial
    ordered"."""
    earlier = [n for n in read.verbs if n < place]
    joined = (
        bool(earlier)
        and "and" in read.tokens[earlier[-1] : place]
        and verbs.is_participle(read.tokens[place])
    )
    return joined and _is_passive(read, earlier[-1]) and _phrase_after(read, last + 1) is None


def _by(read: _Tokens, place: int) -> int | None:
    for n in range(place + 1, min(len(read.tokens), place + 1 + _BY_REACH)):
        if read.tokens[n] in verbs.SIGNS:
            return None
        if read.tokens[n] == "by":
            return n
    return None


def _phrase_before(read: _Tokens, end: int) -> NounPhrase | None:
    """Return the phrase that ends before a place: as far back as a verb, a sign or a joining word.

    After an opening "in this case" or "after two hours" a further determiner starts it, if there is one.
    """
    start = end
    while start and not _is_boundary(read, start - 1):
        start -= 1
    parted = [
        n
        for n in range(start + 1, end)
        if read.tokens[n] in verbs.DETERMINERS and not _begins_modifier(read, n - 1) and n - 1 in read.at
    ]
    if parted:
        return _phrase(read, parted[-1], end)
    return None if start < end and _begins_modifier(read, start) else _phrase(read, start, end)


def _last_phrase(read: _Tokens, end: int) -> NounPhrase | None:
    """Return the last noun before a place, whatever it depends on: the antecedent of "who"."""
    start = end
    while start and not _is_boundary(read, start - 1) and not _begins_modifier(read, start - 1):
        start -= 1
    return _phrase(read, start, end)


def _phrase_after(read: _Tokens, start: int) -> NounPhrase | None:
    """Return the first phrase from a place on, unless a word before it begins another part."""
    end = start
    while end < len(read.tokens) and not _is_boundary(read, end):
        end += 1
    first = next((n for n in range(start, end) if n in read.at), None)
    if first is None or any(
        _begins_modifier(read, n) or read.tokens[n] in verbs.PRONOUNS for n in range(start, first)
    ):
        return None
    second = next((n for n in range(first + 1, end) if read.tokens[n] in verbs.DETERMINERS), end)
    parted = second < end and not any(_begins_modifier(read, n) for n in range(first, second))
    return _phrase(read, start, second if parted else end)


def _begins_modifier(read: _Tokens, n: int) -> bool:
    """Tell whether a preposition begins a modifier of the noun before; not so in "five of the jurors"."""
    counted = n > 0 and read.tokens[n] == "of" and read.tokens[n - 1] in verbs.COUNTING
    return read.tokens[n] in verbs.PREPOSITIONS and not counted


def _is_boundary(read: _Tokens, n: int) -> bool:
    token = read.tokens[n]
    if token == "." and n and read.tokens[n - 1] in verbs.TITLES:
        return False
    return token in verbs.SIGNS or token in verbs.BOUNDS or token in verbs.FINITE or n in read.verbs


def _phrase(read: _Tokens, start: int, end: int) -> NounPhrase | None:
    """Return the phrase in this range: words up to the first preposition are the noun's own, and an owner is
    separate."""
    own: list[ContentWord] = []
    behind: list[ContentWord] = []
    in_modifier = False
    for n in range(start, end):
        token = read.tokens[n]
        if token in verbs.PRONOUNS and not own:
            return None
        word = read.at.get(n)
        if word is not None and word.place != n:
            continue
        if token == "'" and not in_modifier:
            behind, own = [*behind, *own], []
        in_modifier = (
            in_modifier or _begins_modifier(read, n) or (bool(own) and _is_modifying_participle(read, n))
        )
        if word is None or token.endswith("ly"):
            continue
        (behind if in_modifier else own).append(word)
    return NounPhrase(own[-1], tuple(own[:-1]), tuple(behind)) if own else None


def _is_modifying_participle(read: _Tokens, n: int) -> bool:
    """Tell whether a participle modifies the noun before: "the injunction prohibiting the school"."""
    following = read.tokens[n + 1] if n + 1 < len(read.tokens) else ""
    return read.tokens[n].endswith("ing") and following in verbs.DETERMINERS


def _noun_statements(read: _Tokens) -> Iterator[VerbStatement]:
    """Yield statements of nouns of action: "the court's denial of the motion", "the search of the car by
    police"."""
    for n, word in sorted(read.at.items()):
        if n in read.verbs or word.place != n or not verbs.is_deed(read.tokens[n]):
            continue
        following = read.tokens[n + 1] if n + 1 < len(read.tokens) else ""
        of = _phrase_after(read, n + 2) if following == "of" else None
        by = _by(read, n)
        agent = _phrase_after(read, by + 1) if by else _owner(read, n)
        if agent or of:
            yield VerbStatement(word, agent, of)


def _owner(read: _Tokens, n: int) -> NounPhrase | None:
    for place in range(n - 1, max(-1, n - 4), -1):
        if read.tokens[place] == "'" or read.tokens[place] == "s":
            end = place if read.tokens[place] == "'" else place - 1
            return _phrase_before(read, end)
        if place not in read.at:
            return None
    return None
