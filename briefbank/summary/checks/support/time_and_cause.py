"""Compares temporal order, cause and effect, and comparisons; also finds invented causes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from briefbank.summary.checks.support.aligning import SAME, Alignment, relation
from briefbank.summary.checks.support.conflict import Conflict
from briefbank.summary.checks.support.sentence_words import ContentWord, Sentence

_EARLIER_FIRST = (
    "before|until|prior to|ahead of|and then|then|preceded(?! by)|followed by|afterwards|afterward|and later"
)
_LATER_FIRST = "after|following|upon|subsequent to|preceded by|followed(?! by)"
_SIMULTANEOUS = "when|whereupon|once|as soon as"
"""Connectives of what comes first in the source, where a claim may say that both happened together."""
_EFFECT_FIRST = (
    "because(?: of)?|due to|owing to|on account of|as a result of|resulted from|stem(?:s|med)? from"
    "|(?:was|were|is|are) caused by|thanks to|by reason of|attributable to"
)
_CAUSE_FIRST = (
    "(?:has |have |had )?(?:led|leads|leading) to|(?:has |have |had )?(?:gave|given|gives|giving) rise to"
    "|caus(?:ed|es|ing)|result(?:ed|s|ing) in|so that|therefore|consequently|as a consequence|which is why"
    "|prompt(?:ed|s|ing)|brought about|produc(?:ed|es|ing)|contribut(?:ed|es|ing) to|trigger(?:ed|s|ing)"
)
_MORE_FIRST = (
    r"(?!(?:rather|other|less|fewer|lower|smaller|lighter|shorter|weaker)\b)(?:more|\w+er) (?:\w+ ){0,4}?than"
)
_LESS_FIRST = r"(?:less|fewer|lower|smaller|lighter|shorter|weaker) (?:\w+ ){0,4}?than"
_REACH = 7
"""The number of content words on each side that a connection joins."""
_SYNONYM_FACTOR = 0.5
"""The factor for mere synonyms here, where the two sides are often related: to write, a report."""
_LEAST_CROSSED = 1.4
"""The weight that must stand on the wrong sides before two things count as exchanged."""

_KINDS: tuple[tuple[str, str, bool], ...] = (
    ("order", _EARLIER_FIRST, False),
    ("order", _LATER_FIRST, True),
    ("when", _SIMULTANEOUS, True),
    ("cause", _EFFECT_FIRST, True),
    ("cause", _CAUSE_FIRST, False),
    ("comparison", _MORE_FIRST, False),
    ("comparison", _LESS_FIRST, True),
)
_PATTERNS = tuple(
    (kind, re.compile(rf"(?<!\w)(?:{words})(?!\w)"), reversed_order) for kind, words, reversed_order in _KINDS
)
_INVENTED = re.compile(
    rf"(?<!\w)(?:{_EFFECT_FIRST}|caus(?:ed|es|ing)|result(?:ed|s|ing) in|therefore|consequently|in order to"
    r"|so as to|out of fear|out of spite)(?!\w)"
)
_ANY_CAUSE = re.compile(
    r"(?<!\w)(?:because|since|due|owing|therefore|thus|hence|so|consequen\w+|result\w*|lead\w*|led|caus\w+|reason\w*"
    r"|grounds?|bas(?:ed|is|es)|given|for|as|accordingly|account|stem\w*|rise|prompt\w*|trigger\w*|produc\w+"
    r"|order|effects?|impact|contribut\w+|why|from|by|brought|creat\w+|through)(?!\w)"
)
_UNIT = re.compile(
    r"(?<!\w)(?:[\d.,]+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|few|several|some|within)"
    r" (minute|hour|day|week|month|year)s?(?!\w)"
)
_LEAST_WEIGHT = 0.5
_NO_CAUSE = "Say what happened without saying why, unless the numbered sentences say why."
_SAME_KIND = ("when", "order")
"""The pair of kinds that count as the same: the source's first kind expresses the claim's second."""
_WORDS = {
    "order": "It turns round what came first.",
    "cause": "It turns round what led to what.",
    "comparison": "It turns round what is compared with what.",
}


@dataclass(frozen=True, slots=True)
class Connection:
    """Two things that a text joins: the earlier and the later, cause and effect, more and less."""

    kind: str
    first: tuple[ContentWord, ...]
    second: tuple[ContentWord, ...]


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Yield connections of the claim that the source has the other way round, or not at all."""
    known = [each for source in alignment.sources for each in _connections(source)]
    for claimed in (each for each in _connections(alignment.claim) if each.kind != "when"):
        same = [
            each for each in known if each.kind == claimed.kind or (each.kind, claimed.kind) == _SAME_KIND
        ]
        if any(0 < _aligned_weight(claimed, each) >= _crossed_weight(claimed, each) for each in same):
            continue
        if any(_crossed_weight(claimed, each) >= _LEAST_CROSSED for each in same):
            yield Conflict(
                _WORDS[claimed.kind], "Keep the order and the direction of the numbered sentences."
            )
            return
    yield from _invented_cause(alignment)
    yield from _other_unit(alignment)
    yield from _unsupported_cause(alignment)


def _invented_cause(alignment: Alignment) -> Iterator[Conflict]:
    said = _INVENTED.search(alignment.claim.spaced)
    if said and not any(_ANY_CAUSE.search(source.spaced) for source in alignment.sources):
        yield Conflict(
            f"It gives a cause (“{said[0]}”), and its source gives none.",
            _NO_CAUSE,
        )


def _other_unit(alignment: Alignment) -> Iterator[Conflict]:
    """Yield another unit of time, such as hours for days; the numbers with them are compared elsewhere."""
    claimed = set(_UNIT.findall(alignment.claim.spaced))
    said = {unit for source in alignment.sources for unit in _UNIT.findall(source.spaced)}
    for unit in sorted(claimed - said if said else ()):
        yield Conflict(
            f"It speaks of {unit}s where its source speaks of {sorted(said)[0]}s.",
            "Give times as the numbered sentences give them.",
        )
        return


def _unsupported_cause(alignment: Alignment) -> Iterator[Conflict]:
    """Yield a cause that the source does not mention, where it may well give another."""
    known = {word for word, matches in zip(alignment.claim.words, alignment.matches, strict=True) if matches}
    for claimed in _connections(alignment.claim):
        heavy = [word for word in claimed.first if word.weight >= _LEAST_WEIGHT]
        if claimed.kind == "cause" and heavy and known.isdisjoint(heavy):
            longest = max(heavy, key=lambda word: len(word.written))
            yield Conflict(f"It gives a cause that its source does not give: “{longest.written}”.", _NO_CAUSE)
            return


def _connections(sentence: Sentence) -> Iterator[Connection]:
    text, starts = sentence.spaced, _offsets(sentence.tokens)
    for kind, pattern, reversed_order in _PATTERNS:
        for match in pattern.finditer(text):
            start, end = starts.index(match.start()), _token_at(starts, match.end())
            left, right = _arguments(sentence, start, end)
            if left and right:
                other = reversed_order or (match[0] == "until" and _denies_before(sentence, start))
                yield Connection(kind, *((right, left) if other else (left, right)))


def _denies_before(sentence: Sentence, place: int) -> bool:
    """Tell whether "until" is "not until", so that what follows it came first."""
    return any(denial.place < place for denial in sentence.denials)


def _offsets(tokens: Sequence[str]) -> list[int]:
    """Return the offset of each token in the tokens joined by single spaces."""
    found, at = [], 0
    for token in tokens:
        found.append(at)
        at += len(token) + 1
    return found


def _token_at(starts: Sequence[int], offset: int) -> int:
    return next((n for n, start in enumerate(starts) if start >= offset), len(starts))


def _arguments(
    sentence: Sentence, start: int, end: int
) -> tuple[tuple[ContentWord, ...], tuple[ContentWord, ...]]:
    """Return the words before and after a connective; where it opens a part, a comma separates the two."""
    opens = start == 0 or sentence.tokens[start - 1] in {",", ";", "("}
    comma = next((n for n in range(end, len(sentence.tokens)) if sentence.tokens[n] == ","), None)
    if opens and comma is not None and not any(word.place < start for word in sentence.words):
        right = tuple(word for word in sentence.words if end <= word.place < comma)
        return tuple(word for word in sentence.words if word.place > comma)[:_REACH], right
    left = tuple(word for word in sentence.words if word.place < start)[-_REACH:]
    return left, tuple(word for word in sentence.words if word.place >= end)[:_REACH]


def _aligned_weight(one: Connection, other: Connection) -> float:
    return _shared_weight(one.first, other.first) + _shared_weight(one.second, other.second)


def _crossed_weight(one: Connection, other: Connection) -> float:
    """Return the weight of exchanged words; zero unless both sides are exchanged."""
    first, second = _shared_weight(one.first, other.second), _shared_weight(one.second, other.first)
    return first + second if first and second else 0.0


def _shared_weight(some: Sequence[ContentWord], others: Sequence[ContentWord]) -> float:
    return sum(word.weight * max((_likeness(word, each) for each in others), default=0.0) for word in some)


def _likeness(word: ContentWord, other: ContentWord) -> float:
    related = relation(word.stems, other.stems)
    return related if related == SAME else _SYNONYM_FACTOR * max(0.0, related)
