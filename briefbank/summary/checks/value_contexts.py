"""Checks that numbers, dates and times stand with the same words as in the source.

"Five years on Count 1 and ten on Count 2" has the same numbers as its reverse. So each sentence is cut where
one value's words end and the next one's begin, and of two values of one kind a claim must not put the first
where its source has the second. A word decides only if it stands with one of the two alone. Words that the
source does not have decide nothing, so that a free rewording does not count as an exchange.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks.clocks import TimeOfDay, clocks
from briefbank.summary.checks.number_parsing import ORDER, Figure, figures
from briefbank.summary.checks.plain import FUNCTION_WORDS, WORD, masked
from briefbank.summary.checks.units import LABELS, UNITS
from briefbank.text.dates import WrittenDate, written_dates
from briefbank.text.stemming import stem

_PRONOUNS = frozenset(str.split("he his him she her they them their i my we our"))
_BASE_PRONOUN = {
    "his": "he",
    "him": "he",
    "her": "she",
    "them": "they",
    "their": "they",
    "my": "i",
    "our": "we",
}
_SEPARATORS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"[;:]|(?:^|(?<=[a-z]{3})|(?<=[)\"]))\.(?= [A-Z])",
        r"\b(?:and|but|or|while|whereas|when|as|though|although|until|who|which|that|then|plus)\b",
        r"[,()]|\bwith\b",
    )
)
"""Separators between one value's words and the next one's, strongest first."""
_CLOSING_PARENTHESIS = re.compile(r" ?\([^()]*\)|\)(?=[,;]| and\b| or\b)")
"""A closing parenthesis as in "24 (Harvard), 37 (Yale)" and "Harvard (24), Yale (37)"."""
_RANGE_WORDS = frozenset(str.split("to of through until"))
"""Words between two related values, neither of which stands for the other: "two of five", "from 5 to 10"."""
_CONJUNCTION = re.compile(r"^[;:,(). ]*(?:(?:and|but|or|while|whereas|then|plus)\b[ ,]*)*", re.IGNORECASE)
_CONTINUES = re.compile(
    r"^(?:on|in|at|for|to|of|by|from|with|after|before|since|until|another|an?|the other)\b", re.IGNORECASE
)
_ENUMERATES = re.compile(r"\) (?!and\b|or\b)\w")
"""The text after the number of a list item: "(1) the stop, (2) the search"."""
_NEXT = re.compile(r"[ -]?([A-Za-z%]+)")
_WITH_NUMBERS = frozenset(str.split("old age aged ages about almost nearly approximately exactly only just"))
"""Words that belong to the number, not to its context."""
_SAME_UNIT = {"counts": "count"}
_DETERMINED = frozenset(str.split("the a an this that these those his her its their one another"))
_GROUPS = {
    **dict.fromkeys(str.split("second minute hour day week month year decade century"), "time"),
    **dict.fromkeys(str.split("gram kilogram milligram ounce pound"), "weight"),
    **dict.fromkeys(str.split("foot inch mile yard meter millimeter block"), "length"),
}
"""Units that may replace each other."""


@dataclass(frozen=True, slots=True)
class _Value:
    """A number, date or time of day in a text."""

    kind: str
    value: Figure | WrittenDate | TimeOfDay
    start: int
    end: int

    def stands_for(self, other: _Value) -> bool:
        """Tell whether ``other``, of the source, says this value or more."""
        mine, theirs = self.value, other.value
        if isinstance(mine, WrittenDate) and isinstance(theirs, WrittenDate):
            return mine.within(theirs)
        if isinstance(mine, TimeOfDay) and isinstance(theirs, TimeOfDay):
            return mine.within(theirs)
        if isinstance(mine, Figure) and isinstance(theirs, Figure):
            return (mine.value, mine.unit) == (theirs.value, theirs.unit)
        return False


@dataclass(slots=True)
class _Place:
    """A value with the words around it, nearest first."""

    value: _Value
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    around: set[str] = field(default_factory=set)
    """The words around the value, with those between two values that may belong to either."""
    among: int = 1
    """The number of values in the list or range that contains this one."""


def find(claim: str, sources: Sequence[str]) -> Iterator[ClaimFinding]:
    """Yield values that stand where the source has another of the same kind."""
    known = list(_source_places(sources))
    for place in _places(claim):
        rivals = [each for each in known if each.value.kind == place.value.kind]
        own = [each for each in rivals if place.value.stands_for(each.value)]
        own_words = {word for each in own for word in each.around}
        others = [each for each in rivals if each not in own]
        # a statement about all of a list need not hold of each
        listed = place.among > 1 and all(each.among == 1 for each in own)
        if own and not listed and any(_is_exchanged(place, own_words, each.around) for each in others):
            written = claim[place.value.start : place.value.end].strip(" .")
            words = f"“{written}” stands with something else in the source."
            yield ClaimFinding(
                ClaimFault.UNSUPPORTED, words, "Say of each number and date what the source says of it."
            )
    yield from _reversed_ranges(claim, sources)


def _source_places(sources: Sequence[str]) -> Iterator[_Place]:
    """Yield the places of all sources; "he" in one source may be anyone named in those before."""
    named: set[str] = set()
    for source in sources:
        first = WORD.search(source)
        before = named if first and first[0].lower() in _PRONOUNS else set[str]()
        for place in _places(source):
            place.around |= before
            yield place
        named |= {stem(match[0]) for match in WORD.finditer(source) if match[0][0].isupper()}


def _reversed_ranges(claim: str, sources: Sequence[str]) -> Iterator[ClaimFinding]:
    """Yield "five of two" for "two of five", "from 10 to 5" for "from 5 to 10"."""
    known = {pair for source in sources for pair in _ranges(source)}
    for one, other in _ranges(claim):
        if (other, one) in known and (one, other) not in known:
            words = "Two numbers of a range or a share are the other way round in the source."
            yield ClaimFinding(ClaimFault.UNSUPPORTED, words, "Keep the order of the numbers of the source.")


def _ranges(text: str) -> Iterator[tuple[str, str]]:
    """Yield the values on both sides of "of" and "to"."""
    values = sorted(_values(text), key=lambda each: each.start)
    for one, other in pairwise(values):
        between = [match[0].lower() for match in WORD.finditer(text[one.end : max(one.end, other.start)])]
        joined = _RANGE_WORDS.intersection(between) and not _words(" ".join(between))
        if joined and isinstance(other.value, type(one.value)):
            yield _value_text(one), _value_text(other)


def _value_text(value: _Value) -> str:
    known = value.value
    if isinstance(known, Figure):
        return known.value
    if isinstance(known, WrittenDate):
        return f"{known.year} {known.month} {known.day}"
    return f"{known.minutes} {known.half}"


def _is_exchanged(place: _Place, own: set[str], others: set[str]) -> bool:
    """Tell whether a value stands with another value's words and with none of its own."""
    if place.around & (own - others):
        return False
    nearest = (next((w for w in side if w not in own & others), "") for side in (place.before, place.after))
    return any(word in others - own for word in nearest if word)


def _places(text: str) -> Iterator[_Place]:
    by_kind: dict[str, list[_Value]] = {}
    for value in sorted(_values(text), key=lambda each: each.start):
        by_kind.setdefault(value.kind, []).append(value)
    for values in by_kind.values():
        yield from _places_of_kind(text, values)


def _values(text: str) -> Iterator[_Value]:
    for day in written_dates(text):
        yield _Value("date", day, day.start, day.end)
    for time in clocks(text):
        yield _Value("time of day", time, time.start, time.end)
    for figure in figures(text):
        item = not figure.unit and _ENUMERATES.match(text, figure.end)
        if figure.unit not in ("identifier", "vague", ORDER) and not item:
            kind = _GROUPS.get(figure.unit, figure.unit) or " ".join(figure.things[:1])
            yield _Value(f"{kind} {figure.ordinal}", figure, figure.start, _past_unit(text, figure.end))


def _past_unit(text: str, end: int) -> int:
    while (word := _NEXT.match(text, end)) and (word[1].lower() in UNITS or word[1].lower() in _WITH_NUMBERS):
        end = word.end()
    return end


def _places_of_kind(text: str, values: Sequence[_Value]) -> Iterator[_Place]:
    """Yield the values of one kind, each with its words; the values of a list or a range share theirs."""
    groups = _grouped(text, values)
    gaps = [text[one[-1].end : other[0].start] for one, other in pairwise(groups)]
    left, inherited = _words(text[: groups[0][0].start]), list[str]()
    shared: set[str] = set()
    for number, group in enumerate(groups):
        last = number == len(gaps)
        parts = [_SEPARATORS[0].split(text[group[-1].end :])[0]] if last else _split(gaps[number])
        whole = not last and len(parts) == 1
        after = [] if whole else _words(parts[0])
        middle = set(_words(parts[0])) if whole else {word for part in parts[1:-1] for word in _words(part)}
        near = left[::-1]
        around = {*left, *inherited, *after, *shared, *middle}
        yield from (_Place(value, near, after, around, len(group)) for value in group)
        if not last:
            carried = [] if whole else _inherited(parts[-1], [*inherited, *left])
            inherited = [word for word in carried if not word[-1].isdigit()]
            left, shared = [] if whole else _words(parts[-1]), middle


def _grouped(text: str, values: Sequence[_Value]) -> list[list[_Value]]:
    groups = [[values[0]]]
    for one, other in pairwise(values):
        if _words(text[one.end : other.start]) or one.end > other.start:
            groups.append([other])
        else:
            groups[-1].append(other)
    return groups


def _split(gap: str) -> list[str]:
    """Split the text between two values where a new part may begin: at least two parts, or one where nothing
    divides it."""
    if closed := _CLOSING_PARENTHESIS.match(gap):
        return [gap[: closed.end()], gap[closed.end() :]]
    for pattern in _SEPARATORS:
        if places := [match.start() for match in pattern.finditer(gap)]:
            return [gap[one:other] for one, other in pairwise([0, *places, len(gap)])]
    return [gap]


def _inherited(part: str, left: Sequence[str]) -> list[str]:
    """Return the words that a part inherits because it continues what came before: in "was held for 5 days
    and 10 hours" both were held; "was arrested on May 3 and tried on May 9" has one person."""
    rest = _CONJUNCTION.sub("", part)
    first = WORD.match(rest)
    if not rest.strip() or _CONTINUES.match(rest):
        return list(left)
    if first and first[0].lower() in _PRONOUNS:
        return list(left[:-1])
    if first and (first[0].lower() in _DETERMINED or first[0][0].isupper()):
        return []
    return list(left[:-1])


def _words(text: str) -> list[str]:
    """Return the stems of a part's words, persons and numbers included, numbers normalized."""
    numbers = [each for each in figures(text) if each.unit != ORDER]
    found = {each.start: f"{_SAME_UNIT.get(each.unit, each.unit)} {each.value}" for each in numbers}
    for match in WORD.finditer(masked(text, [(each.start, each.end) for each in numbers])):
        small = match[0].lower()
        if small in _PRONOUNS:
            found[match.start()] = _BASE_PRONOUN.get(small, small)
        elif not any(small in each for each in (FUNCTION_WORDS, UNITS, LABELS, _WITH_NUMBERS)):
            found[match.start()] = stem(small)
    return [found[at] for at in sorted(found)]
