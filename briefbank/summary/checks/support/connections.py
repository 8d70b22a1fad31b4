"""What came before what, what led to what, and what is more than what; also a cause that was made up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from briefbank.summary.checks.support.aligning import SAME, Alignment, relation
from briefbank.summary.checks.support.conflict import Conflict
from briefbank.summary.checks.support.words import Sentence, Word

_EARLIER_FIRST = (
    "before|until|prior to|ahead of|and then|then|preceded(?! by)|followed by|afterwards|afterward|and later"
)
_LATER_FIRST = "after|following|upon|subsequent to|preceded by|followed(?! by)"
_AT_ONCE = "when|whereupon|once|as soon as"
"""Of what comes first in the source; a claim may say it of what goes along."""
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
"""Content words on each side that a connection joins."""
_LOOSE = 0.5
"""What a word that only says the same counts here, where the two sides are often kin: to write, a report."""
_LEAST_CROSSED = 1.4
"""Weight that must stand on the wrong sides before two things count as exchanged."""

_KINDS: tuple[tuple[str, str, bool], ...] = (
    ("order", _EARLIER_FIRST, False),
    ("order", _LATER_FIRST, True),
    ("when", _AT_ONCE, True),
    ("cause", _EFFECT_FIRST, True),
    ("cause", _CAUSE_FIRST, False),
    ("comparison", _MORE_FIRST, False),
    ("comparison", _LESS_FIRST, True),
)
_PATTERNS = tuple((kind, re.compile(rf"(?<!\w)(?:{words})(?!\w)"), turned) for kind, words, turned in _KINDS)
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
_LOOSER = ("when", "order")
"""What a source has of the first kind tells the order that a claim has of the second."""
_WORDS = {
    "order": "It turns round what came first.",
    "cause": "It turns round what led to what.",
    "comparison": "It turns round what is compared with what.",
}


@dataclass(frozen=True, slots=True)
class Connection:
    """Two things that a text joins: the earlier and the later, cause and effect, more and less."""

    kind: str
    first: tuple[Word, ...]
    second: tuple[Word, ...]


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Connections of the claim that the source has the other way round, or has not at all."""
    known = [each for source in alignment.sources for each in _connections(source)]
    for claimed in (each for each in _connections(alignment.claim) if each.kind != "when"):
        same = [each for each in known if each.kind == claimed.kind or (each.kind, claimed.kind) == _LOOSER]
        if any(0 < _straight(claimed, each) >= _crossed(claimed, each) for each in same):
            continue
        if any(_crossed(claimed, each) >= _LEAST_CROSSED for each in same):
            yield Conflict(
                _WORDS[claimed.kind], "Keep the order and the direction of the numbered sentences."
            )
            return
    yield from _made_up(alignment)
    yield from _another_span(alignment)
    yield from _another_cause(alignment)


def _made_up(alignment: Alignment) -> Iterator[Conflict]:
    said = _INVENTED.search(alignment.claim.spaced)
    if said and not any(_ANY_CAUSE.search(source.spaced) for source in alignment.sources):
        yield Conflict(
            f"It gives a cause (“{said[0]}”), and its source gives none.",
            _NO_CAUSE,
        )


def _another_span(alignment: Alignment) -> Iterator[Conflict]:
    """Hours for days: the numbers with them are compared elsewhere."""
    claimed = set(_UNIT.findall(alignment.claim.spaced))
    said = {unit for source in alignment.sources for unit in _UNIT.findall(source.spaced)}
    for unit in sorted(claimed - said if said else ()):
        yield Conflict(
            f"It speaks of {unit}s where its source speaks of {sorted(said)[0]}s.",
            "Give times as the numbered sentences give them.",
        )
        return


def _another_cause(alignment: Alignment) -> Iterator[Conflict]:
    """A cause of which the source has no word, where it may well give another."""
    known = {word for word, matches in zip(alignment.claim.words, alignment.matches, strict=True) if matches}
    for claimed in _connections(alignment.claim):
        heavy = [word for word in claimed.first if word.weight >= _LEAST_WEIGHT]
        if claimed.kind == "cause" and heavy and known.isdisjoint(heavy):
            longest = max(heavy, key=lambda word: len(word.written))
            yield Conflict(f"It gives a cause that its source does not give: “{longest.written}”.", _NO_CAUSE)
            return


def _connections(sentence: Sentence) -> Iterator[Connection]:
    text, starts = sentence.spaced, _starts(sentence.tokens)
    for kind, pattern, turned in _PATTERNS:
        for match in pattern.finditer(text):
            start, end = starts.index(match.start()), _token_at(starts, match.end())
            left, right = _sides(sentence, start, end)
            if left and right:
                other = turned or (match[0] == "until" and _denies_before(sentence, start))
                yield Connection(kind, *((right, left) if other else (left, right)))


def _denies_before(sentence: Sentence, place: int) -> bool:
    """Whether "until" is "not until": what stands behind it came first."""
    return any(denial.place < place for denial in sentence.denials)


def _starts(tokens: Sequence[str]) -> list[int]:
    """Where each token begins in the tokens joined by single spaces."""
    found, at = [], 0
    for token in tokens:
        found.append(at)
        at += len(token) + 1
    return found


def _token_at(starts: Sequence[int], offset: int) -> int:
    return next((n for n, start in enumerate(starts) if start >= offset), len(starts))


def _sides(sentence: Sentence, start: int, end: int) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """What stands before a connection and behind it; where it opens a part, a comma parts them."""
    opens = start == 0 or sentence.tokens[start - 1] in {",", ";", "("}
    comma = next((n for n in range(end, len(sentence.tokens)) if sentence.tokens[n] == ","), None)
    if opens and comma is not None and not any(word.place < start for word in sentence.words):
        right = tuple(word for word in sentence.words if end <= word.place < comma)
        return tuple(word for word in sentence.words if word.place > comma)[:_REACH], right
    left = tuple(word for word in sentence.words if word.place < start)[-_REACH:]
    return left, tuple(word for word in sentence.words if word.place >= end)[:_REACH]


def _straight(one: Connection, other: Connection) -> float:
    return _shared(one.first, other.first) + _shared(one.second, other.second)


def _crossed(one: Connection, other: Connection) -> float:
    """Zero unless both sides are exchanged."""
    first, second = _shared(one.first, other.second), _shared(one.second, other.first)
    return first + second if first and second else 0.0


def _shared(some: Sequence[Word], others: Sequence[Word]) -> float:
    return sum(word.weight * max((_likeness(word, each) for each in others), default=0.0) for word in some)


def _likeness(word: Word, other: Word) -> float:
    related = relation(word.stems, other.stems)
    return related if related == SAME else _LOOSE * max(0.0, related)
