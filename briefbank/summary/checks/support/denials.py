"""What a "not" reaches: which words of a sentence are denied where they stand.

There is no parser here. The first weighty word behind a denial is surely denied, a few more of its clause may
be, and all others are not; where a word may be denied, nobody is told that it contradicts anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

from briefbank.summary.checks.support.lexicon import Stems, stem_of

Span = tuple[int, int, Stems, float]
"""A content word: half-open range of tokens, stems, weight."""
_LEAST_HEAD = 0.5
"""Weight of a word that a denial surely denies: "no such claim was made" denies the making of nothing."""
NEGATORS = frozenset(
    str.split(
        "not never no neither nor without cannot none nothing nobody hardly scarcely barely seldom rarely "
        "little n't lack lacked "
        "lacks lacking unable absent absence omitted omitting omission omits missing missed"
    )
)
DENYING = frozenset(
    str.split(
        "deny denies denied denying dispute disputes disputed doubt doubts doubted disagree disagrees "
        "disagreed"
    )
)
"""Before "that" or "any": what follows is denied."""
_REQUESTS = frozenset(str.split("motion application request petition motions requests"))
_TURNED_DOWN = frozenset(
    str.split("denied denies denying denial rejected rejects rejecting rejection refused")
)
_VERB_REACH = 6
"""Tokens before what is asked for in which its refusal stands."""
FAILING = frozenset(
    str.split(
        "fail failed fails failing failure refuse refused refuses refusing refusal decline declined "
        "declines declining neglect neglected omit omitted"
    )
)
"""With "to" and what should have been done: a denial of it."""
PREVENTING = frozenset(
    stem_of(word)
    for word in str.split(
        "ban bar forbid forbidden prohibit preclude prevent deter discourage exclude abolish avoid hinder "
        "stop deny refuse reject decline dispute disapprove ignore disregard drop withhold abandon "
        "eliminate want"
    )
)
"""Stems with which a thing is said not to be, or not to be done: what follows may be denied."""
_INSTEAD = frozenset(
    {("rather", "than"), ("instead", "of"), ("want", "of"), ("free", "of"), ("devoid", "of")}
)
"""Before what is not so."""
_LEAVING = frozenset(str.split("leave leaves leaving left"))
"""With "out"."""
_NOT_DENYING = (
    "not only",
    "not just",
    "not merely",
    "not simply",
    "no doubt",
    "no longer than",
    "whether or not",
)
_TOO_REACH = 5
"""Tokens before a verb in which the "too" stands that denies it."""
_REACH, _FAR = 4, 8
"""Content words that a denial may reach within its clause; the first of them it surely does. "Nothing in the
record shows" reaches farther."""
LIGHT_DEEDS = frozenset(
    stem_of(word)
    for word in str.split("give take make use describe explain include get go come mention discuss address")
)
"""Stems of verbs that say little by themselves, and are denied all the same right behind a "not"."""
_MADE = frozenset(stem_of(word) for word in str.split("give take make"))
_DEEDS = ("ion", "ions", "ment", "ments", "al", "ance", "ing", "ings", "ure")
"""Endings of nouns of deeds: who "did not give an instruction" did not instruct."""
_BEHIND = frozenset(str.split("not never absent missing lacking"))
"""Denials that stand behind the word which they deny."""
_LEADS = frozenset(str.split("that and but because yet still"))
"""Before the head of a clause."""
_BREAKS = frozenset(str.split("but . ; ? ! because although while"))
"""What a "nothing" at the head of a clause does not reach beyond; commas may only set off an aside."""
_WANTING = frozenset(str.split("absent missing lacking"))
"""At the end of a clause they say that what its subject names was not there."""
_NOTHING = frozenset(str.split("nothing nobody none neither nor"))


_OF_VERBS = frozenset({"not", "never"})
_PLACES = frozenset(str.split("court courts judge jury grand panel tribunal us it board magistrate congress"))
"""Behind "before" where it may be a place: before the court."""
_OBJECTS = frozenset({"nothing", "nobody", "none"})
"""Alone behind a verb they deny it: "predicted nothing"."""
_OF_OBJECTS = frozenset({"no", "little", *_OBJECTS})
"""Behind a verb they deny its object, and with it perhaps the verb: "used no force"."""


class Denied(Enum):
    """Whether a word is denied where it stands."""

    NO = 0
    PERHAPS = 1
    """In reach of a denial that surely denies another word."""
    YES = 2


def reached_by_denials(
    lowered: Sequence[str], clauses: Sequence[int], spans: Sequence[Span]
) -> tuple[dict[int, Denied], list[tuple[int, int | None]]]:
    """By the place of a word whether it is denied, and each denial's place with that of its head."""
    denied = dict(_prevented(lowered, clauses, spans))
    denied.update(_requested(lowered, spans))
    denied.update(_too_much(lowered, spans))
    heads: list[tuple[int, int | None]] = []
    joined = {place for start, end, *_ in spans if end - start > 1 for place in range(start, end)}
    for at in (n for n in range(len(lowered)) if n not in joined and _denies(lowered, n)):
        reached = _reached(at, clauses, spans, lowered)
        until = lowered[at] in _OF_VERBS and _dates(at, lowered)
        heads.append((at, reached[0] if reached and not until else None))
        _deny(denied, reached, sure=not until)
        if reached and not until and stem_of(lowered[reached[0]]) in _MADE:
            denied.update(dict.fromkeys(_deeds(reached[1:], lowered), Denied.YES))
        if lowered[at] in _WANTING and (at + 1 == len(lowered) or not lowered[at + 1][0].isalnum()):
            denied.update(dict.fromkeys(_before(at, clauses, spans, denied), Denied.PERHAPS))
        if lowered[at] in _OBJECTS and not _follows(at, reached, lowered):
            denied.update(dict.fromkeys(_subject(at, clauses, spans, {}), Denied.YES))
        if lowered[at] in _BEHIND or (lowered[at] in _OF_OBJECTS and not _opens(at, lowered)):
            denied.update(dict.fromkeys(_subject(at, clauses, spans, denied), Denied.PERHAPS))
    return denied, heads


def _deny(denied: dict[int, Denied], reached: Sequence[int], *, sure: bool) -> None:
    """The head is denied, or not after all where it was already; the others may be."""
    for rank, place in enumerate(reached):
        before = denied.get(place, Denied.NO)
        if rank == 0 and sure:
            denied[place] = Denied.NO if before is Denied.YES else Denied.YES
        elif before is not Denied.YES:
            denied[place] = Denied.PERHAPS


def _prevented(
    lowered: Sequence[str], clauses: Sequence[int], spans: Sequence[Span]
) -> Iterator[tuple[int, Denied]]:
    """What a word of preventing reaches in its clause: it may be denied there."""
    for n, (start, end, stems, _) in enumerate(spans):
        if stems[0] in PREVENTING and (end == len(lowered) or lowered[end] != "to"):
            inside = (
                place for place, *_ in spans[n + 1 : n + 1 + _REACH] if clauses[place] == clauses[start]
            )
            yield from ((place, Denied.PERHAPS) for place in inside)


def _requested(lowered: Sequence[str], spans: Sequence[Span]) -> Iterator[tuple[int, Denied]]:
    """What is asked for in "motion to suppress": not done before it is granted, denied if it was."""
    for start, *_ in spans:
        if start > 1 and lowered[start - 1] == "to" and lowered[start - 2] in _REQUESTS:
            refused = not _TURNED_DOWN.isdisjoint(lowered[max(0, start - _VERB_REACH) : start - 2])
            yield start, Denied.YES if refused else Denied.PERHAPS


def _subject(
    at: int, clauses: Sequence[int], spans: Sequence[Span], denied: Mapping[int, Denied]
) -> list[int]:
    """The word before a denial, which may be what is denied: "quotas are not used"."""
    before = [span[0] for span in spans if span[0] < at and clauses[span[0]] == clauses[at]]
    return [place for place in before[-1:] if place not in denied]


def _before(
    at: int, clauses: Sequence[int], spans: Sequence[Span], denied: Mapping[int, Denied]
) -> list[int]:
    """The words of a denial's clause before it."""
    places = (span[0] for span in spans if span[0] < at and clauses[span[0]] == clauses[at])
    return [place for place in places if denied.get(place) is not Denied.YES]


def _is_light(place: int, at: int, lowered: Sequence[str]) -> bool:
    """Whether a verb that says little stands right behind a denial, or behind its "to"."""
    near = place <= at + (3 if lowered[at] in FAILING else 2)
    return (
        near
        and (lowered[at] in _OF_VERBS or lowered[at] in FAILING)
        and stem_of(lowered[place]) in LIGHT_DEEDS
    )


def _deeds(places: Sequence[int], lowered: Sequence[str]) -> list[int]:
    return [place for place in places if lowered[place].endswith(_DEEDS)][:1]


def _too_much(lowered: Sequence[str], spans: Sequence[Span]) -> Iterator[tuple[int, Denied]]:
    """What is "too far away to see" is not seen."""
    for start, *_ in spans:
        if lowered[start - 1 : start] == ["to"] and "too" in lowered[max(0, start - _TOO_REACH) : start - 1]:
            yield start, Denied.YES


def _dates(at: int, lowered: Sequence[str]) -> bool:
    """Whether a denial only says when: "not until", "did not read them before he confessed"."""
    end = next((n for n in range(at, len(lowered)) if not lowered[n][0].isalnum()), len(lowered))
    inside = lowered[at + 1 : end]
    places = [
        n for n, word in enumerate(inside) if word == "before" and _PLACES.isdisjoint(inside[n + 1 : n + 3])
    ]
    return "until" in inside or any(places)


def _follows(at: int, reached: Sequence[int], lowered: Sequence[str]) -> bool:
    """Whether a denial has something of its own behind it, or opens its clause."""
    return _opens(at, lowered) or (bool(reached) and reached[0] <= at + 3 and lowered[at + 1] != "in")


def _opens(at: int, lowered: Sequence[str]) -> bool:
    return at == 0 or not lowered[at - 1].isalpha() or lowered[at - 1] in _LEADS


def _denies(lowered: Sequence[str], at: int) -> bool:
    word = lowered[at]
    if word == "little" and at and lowered[at - 1] in ("a", "the", "his", "her", "their"):
        return False
    if word in NEGATORS:
        said = " ".join(lowered[max(0, at - 2) : at + 3])
        return not any(word in phrase.split() and phrase in said for phrase in _NOT_DENYING)
    following = lowered[at + 1] if at + 1 < len(lowered) else ""
    if at and (lowered[at - 1], word) in _INSTEAD:
        return True
    if word in DENYING:
        return following in ("that", "any") and NEGATORS.isdisjoint(lowered[max(0, at - 2) : at])
    return (word in FAILING and following == "to") or (word in _LEAVING and following == "out")


def _reached(at: int, clauses: Sequence[int], spans: Sequence[Span], lowered: Sequence[str]) -> list[int]:
    """Places of the content words that a denial reaches, the head first: no adverb, no light word."""
    clause = clauses[at + 1] if lowered[at] in DENYING else clauses[at]
    inside = [span for span in spans if span[0] > at and clauses[span[0]] == clause]
    inside = [span for span in inside if lowered[span[0]] not in FAILING]
    inside = inside[: _FAR if lowered[at] in _NOTHING else _REACH]
    if lowered[at] in _NOTHING and _opens(at, lowered):
        end = next((n for n in range(at, len(lowered)) if lowered[n] in _BREAKS), len(lowered))
        inside += [span for span in spans if at < span[0] < end and span not in inside][:_FAR]
    own = [span for span in inside if not lowered[span[0]].endswith("ly")]
    light = own and _is_light(own[0][0], at, lowered)
    strong = own if light else [span for span in own if span[3] >= _LEAST_HEAD]
    ordered = [*strong[:1], *(span for span in inside if span not in strong[:1])]
    return [span[0] for span in ordered]
