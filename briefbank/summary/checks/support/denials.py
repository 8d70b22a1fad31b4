"""The scope of negation: which words of a sentence are denied.

No parser is used. The first heavy word after a negation is surely denied, a few more of its clause may be,
and all others are not. A word that is only perhaps denied never counts as a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

from briefbank.summary.checks.support.lexicon import Stems
from briefbank.text.stemming import stem

Span = tuple[int, int, Stems, float]
"""A content word: half-open range of tokens, stems, weight."""
_LEAST_HEAD = 0.5
"""The least weight of a word that a negation surely denies: "no such claim was made" does not deny the
making."""
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
"""Verbs that deny what follows, before "that" or "any"."""
_REQUESTS = frozenset(str.split("motion application request petition motions requests"))
_REFUSALS = frozenset(str.split("denied denies denying denial rejected rejects rejecting rejection refused"))
_REFUSAL_REACH = 6
"""The number of tokens before a request that are searched for its refusal."""
FAILING = frozenset(
    str.split(
        "fail failed fails failing failure refuse refused refuses refusing refusal decline declined "
        "declines declining neglect neglected omit omitted"
    )
)
"""Words that deny the verb that follows with "to"."""
PREVENTING = frozenset(
    stem(word)
    for word in str.split(
        "ban bar forbid forbidden prohibit preclude prevent deter discourage exclude abolish avoid hinder "
        "stop deny refuse reject decline dispute disapprove ignore disregard drop withhold abandon "
        "eliminate want"
    )
)
"""Stems of verbs of preventing and refusing, which may deny what follows."""
_DENYING_PAIRS = frozenset(
    {("rather", "than"), ("instead", "of"), ("want", "of"), ("free", "of"), ("devoid", "of")}
)
"""Word pairs that deny what follows."""
_LEAVING = frozenset(str.split("leave leaves leaving left"))
"""The forms of "leave", which deny with "out"."""
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
"""The number of tokens before a verb that are searched for the "too" that denies it."""
_REACH, _LONG_REACH = 4, 8
"""The number of content words that a negation may reach within its clause; it surely denies the first.
"Nothing in the record shows" reaches farther."""
LIGHT_DEEDS = frozenset(
    stem(word)
    for word in str.split("give take make use describe explain include get go come mention discuss address")
)
"""Stems of light verbs, which are denied nevertheless directly after a "not"."""
_LIGHT_MAKING = frozenset(stem(word) for word in str.split("give take make"))
_ACTION_ENDINGS = ("ion", "ions", "ment", "ments", "al", "ance", "ing", "ings", "ure")
"""Endings of nouns of action: who "did not give an instruction" did not instruct."""
_TRAILING_NEGATORS = frozenset(str.split("not never absent missing lacking"))
"""Negations that follow the word which they deny."""
_CLAUSE_OPENERS = frozenset(str.split("that and but because yet still"))
"""Words before the head of a clause."""
_SCOPE_LIMITS = frozenset(str.split("but . ; ? ! because although while"))
"""Limits of the scope of a "nothing" at the head of a clause; commas may only set off an aside."""
_ABSENT = frozenset(str.split("absent missing lacking"))
"""Words that at the end of a clause deny the existence of its subject."""
_LONG_NEGATORS = frozenset(str.split("nothing nobody none neither nor"))


_VERB_NEGATORS = frozenset({"not", "never"})
_BODIES = frozenset(str.split("court courts judge jury grand panel tribunal us it board magistrate congress"))
"""Words that make "before" a matter of place: before the court."""
_OBJECTS = frozenset({"nothing", "nobody", "none"})
"""Objects that alone after a verb deny it: "predicted nothing"."""
_OBJECT_NEGATORS = frozenset({"no", "little", *_OBJECTS})
"""Words that after a verb deny its object, and perhaps the verb with it: "used no force"."""


class DenialDegree(Enum):
    """The degree to which a word is denied."""

    NO = 0
    PERHAPS = 1
    """The word is in the scope of a negation that surely denies another word."""
    YES = 2


def reached_by_denials(
    lowered: Sequence[str], clauses: Sequence[int], spans: Sequence[Span]
) -> tuple[dict[int, DenialDegree], list[tuple[int, int | None]]]:
    """Return for each word's position its degree of denial, and each negation's position with that of its
    head."""
    denied = dict(_prevented(lowered, clauses, spans))
    denied.update(_requested(lowered, spans))
    denied.update(_denied_by_too(lowered, spans))
    heads: list[tuple[int, int | None]] = []
    joined = {place for start, end, *_ in spans if end - start > 1 for place in range(start, end)}
    for at in (n for n in range(len(lowered)) if n not in joined and _denies(lowered, n)):
        reached = _scope(at, clauses, spans, lowered)
        until = lowered[at] in _VERB_NEGATORS and _is_temporal(at, lowered)
        heads.append((at, reached[0] if reached and not until else None))
        _deny(denied, reached, sure=not until)
        if reached and not until and stem(lowered[reached[0]]) in _LIGHT_MAKING:
            denied.update(dict.fromkeys(_action_nouns(reached[1:], lowered), DenialDegree.YES))
        if lowered[at] in _ABSENT and (at + 1 == len(lowered) or not lowered[at + 1][0].isalnum()):
            denied.update(dict.fromkeys(_before(at, clauses, spans, denied), DenialDegree.PERHAPS))
        if lowered[at] in _OBJECTS and not _follows(at, reached, lowered):
            denied.update(dict.fromkeys(_subject(at, clauses, spans, {}), DenialDegree.YES))
        if lowered[at] in _TRAILING_NEGATORS or (lowered[at] in _OBJECT_NEGATORS and not _opens(at, lowered)):
            denied.update(dict.fromkeys(_subject(at, clauses, spans, denied), DenialDegree.PERHAPS))
    return denied, heads


def _deny(denied: dict[int, DenialDegree], reached: Sequence[int], *, sure: bool) -> None:
    """Deny the head, or cancel its denial if it was denied already; the others are denied perhaps."""
    for rank, place in enumerate(reached):
        before = denied.get(place, DenialDegree.NO)
        if rank == 0 and sure:
            denied[place] = DenialDegree.NO if before is DenialDegree.YES else DenialDegree.YES
        elif before is not DenialDegree.YES:
            denied[place] = DenialDegree.PERHAPS


def _prevented(
    lowered: Sequence[str], clauses: Sequence[int], spans: Sequence[Span]
) -> Iterator[tuple[int, DenialDegree]]:
    """Yield the words of its clause that a verb of preventing may deny."""
    for n, (start, end, stems, _) in enumerate(spans):
        if stems[0] in PREVENTING and (end == len(lowered) or lowered[end] != "to"):
            inside = (
                place for place, *_ in spans[n + 1 : n + 1 + _REACH] if clauses[place] == clauses[start]
            )
            yield from ((place, DenialDegree.PERHAPS) for place in inside)


def _requested(lowered: Sequence[str], spans: Sequence[Span]) -> Iterator[tuple[int, DenialDegree]]:
    """Yield the request in "motion to suppress": perhaps not done, and denied if the motion was."""
    for start, *_ in spans:
        if start > 1 and lowered[start - 1] == "to" and lowered[start - 2] in _REQUESTS:
            refused = not _REFUSALS.isdisjoint(lowered[max(0, start - _REFUSAL_REACH) : start - 2])
            yield start, DenialDegree.YES if refused else DenialDegree.PERHAPS


def _subject(
    at: int, clauses: Sequence[int], spans: Sequence[Span], denied: Mapping[int, DenialDegree]
) -> list[int]:
    """Return the word before a negation, which may be the one denied: "quotas are not used"."""
    before = [span[0] for span in spans if span[0] < at and clauses[span[0]] == clauses[at]]
    return [place for place in before[-1:] if place not in denied]


def _before(
    at: int, clauses: Sequence[int], spans: Sequence[Span], denied: Mapping[int, DenialDegree]
) -> list[int]:
    """Return the words of a negation's clause before it."""
    places = (span[0] for span in spans if span[0] < at and clauses[span[0]] == clauses[at])
    return [place for place in places if denied.get(place) is not DenialDegree.YES]


def _is_light(place: int, at: int, lowered: Sequence[str]) -> bool:
    """Tell whether a light verb stands directly after a negation, or after its "to"."""
    near = place <= at + (3 if lowered[at] in FAILING else 2)
    return (
        near
        and (lowered[at] in _VERB_NEGATORS or lowered[at] in FAILING)
        and stem(lowered[place]) in LIGHT_DEEDS
    )


def _action_nouns(places: Sequence[int], lowered: Sequence[str]) -> list[int]:
    return [place for place in places if lowered[place].endswith(_ACTION_ENDINGS)][:1]


def _denied_by_too(lowered: Sequence[str], spans: Sequence[Span]) -> Iterator[tuple[int, DenialDegree]]:
    """Yield what is denied by "too": what is "too far away to see" is not seen."""
    for start, *_ in spans:
        if lowered[start - 1 : start] == ["to"] and "too" in lowered[max(0, start - _TOO_REACH) : start - 1]:
            yield start, DenialDegree.YES


def _is_temporal(at: int, lowered: Sequence[str]) -> bool:
    """Tell whether a negation only gives a time: "not until", "did not read them before he confessed"."""
    end = next((n for n in range(at, len(lowered)) if not lowered[n][0].isalnum()), len(lowered))
    inside = lowered[at + 1 : end]
    places = [
        n for n, word in enumerate(inside) if word == "before" and _BODIES.isdisjoint(inside[n + 1 : n + 3])
    ]
    return "until" in inside or any(places)


def _follows(at: int, reached: Sequence[int], lowered: Sequence[str]) -> bool:
    """Tell whether a negation has an object of its own, or opens its clause."""
    return _opens(at, lowered) or (bool(reached) and reached[0] <= at + 3 and lowered[at + 1] != "in")


def _opens(at: int, lowered: Sequence[str]) -> bool:
    return at == 0 or not lowered[at - 1].isalpha() or lowered[at - 1] in _CLAUSE_OPENERS


def _denies(lowered: Sequence[str], at: int) -> bool:
    word = lowered[at]
    if word == "little" and at and lowered[at - 1] in ("a", "the", "his", "her", "their"):
        return False
    if word in NEGATORS:
        said = " ".join(lowered[max(0, at - 2) : at + 3])
        return not any(word in phrase.split() and phrase in said for phrase in _NOT_DENYING)
    following = lowered[at + 1] if at + 1 < len(lowered) else ""
    if at and (lowered[at - 1], word) in _DENYING_PAIRS:
        return True
    if word in DENYING:
        return following in ("that", "any") and NEGATORS.isdisjoint(lowered[max(0, at - 2) : at])
    return (word in FAILING and following == "to") or (word in _LEAVING and following == "out")


def _scope(at: int, clauses: Sequence[int], spans: Sequence[Span], lowered: Sequence[str]) -> list[int]:
    """Return the positions of the content words in the scope of a negation, the head first; adverbs and light
    words are never the head."""
    clause = clauses[at + 1] if lowered[at] in DENYING else clauses[at]
    inside = [span for span in spans if span[0] > at and clauses[span[0]] == clause]
    inside = [span for span in inside if lowered[span[0]] not in FAILING]
    inside = inside[: _LONG_REACH if lowered[at] in _LONG_NEGATORS else _REACH]
    if lowered[at] in _LONG_NEGATORS and _opens(at, lowered):
        end = next((n for n in range(at, len(lowered)) if lowered[n] in _SCOPE_LIMITS), len(lowered))
        inside += [span for span in spans if at < span[0] < end and span not in inside][:_LONG_REACH]
    own = [span for span in inside if not lowered[span[0]].endswith("ly")]
    light = own and _is_light(own[0][0], at, lowered)
    strong = own if light else [span for span in own if span[3] >= _LEAST_HEAD]
    ordered = [*strong[:1], *(span for span in inside if span not in strong[:1])]
    return [span[0] for span in ordered]
