"""Checks that every number, date and time of a claim stands in its source and counts the same thing there.

A number may be written differently ("five-year", "5 years") and a date less exactly ("March 2015"). The claim
may name the counted thing differently, unless the source gives another number of that very thing. Units of
time, money and measure must be the same, and so must limits such as "up to" and "at least".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from briefbank.domain.citations import Citation
from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks import amounts, value_contexts
from briefbank.summary.checks.bounds import follows, in_part, relation, stands_so
from briefbank.summary.checks.citation_parts import ranges
from briefbank.summary.checks.clocks import clocks
from briefbank.summary.checks.number_parsing import CITING, ORDER, SOFT, Figure, figures
from briefbank.summary.checks.plain import PlainClaim, masked
from briefbank.text.dates import WrittenDate, written_dates

_OPTIONAL_UNITS = SOFT | {"", "counts", "bag", ORDER}
"""The units that a claim may omit or replace by another word."""
_LENGTHS = {
    "minute": Fraction(1, 60), "hour": Fraction(1), "day": Fraction(24), "week": Fraction(168),
    "month": Fraction(1), "year": Fraction(12), "decade": Fraction(120), "century": Fraction(1200),
}  # fmt: skip
"""The length of a unit of time in hours, or in months; a month has no fixed number of days."""
_IN_MONTHS = frozenset(("month", "year", "decade", "century"))
_COUNTED = re.compile(r"\d{1,30}(?:/[1-9]\d{0,29})?")
_DECADE = re.compile(r"(?<=\b\d{3}0)'s\b")
"""The apostrophe of "the 1990's", removed without shifting positions."""
_BOUND_WORDS = {
    "most": "up to",
    "least": "at least",
    "more": "more than",
    "less": "less than",
    "nearly": "almost",
    "before": "before",
    "by": "by",
    "after": "after",
}


def find(compared: PlainClaim) -> Iterator[ClaimFinding]:
    """Yield numbers, dates and times that are not the source's."""
    claim = _masked(_DECADE.sub("s ", compared.claim), compared.claim_citations)
    texts = [_DECADE.sub("s ", source) for source in compared.sources]
    pairs = zip(texts, compared.source_citations, strict=True)
    sources = [_masked(text, cited, years=True) for text, cited in pairs]
    yield from _dates(claim, texts)
    known = [figure for source in sources for figure in figures(source)]
    said = [figure for figure in figures(claim) if figure.unit != ORDER and not _is_adverb(figure)]
    distinct = list(dict.fromkeys(known))
    by_value = _by_value(distinct)
    for figure in dict.fromkeys(said):
        alike = dict.fromkeys(other for value in _values(figure) for other in by_value.get(value, ()))
        yield from _figure(figure, list(alike), distinct, sources)
    yield from _repeated(said, known)
    if not compared.verbatim:
        yield from amounts.find(claim, sources, figures(claim), distinct)
        yield from value_contexts.find(claim, sources)


def _by_value(known: Sequence[Figure]) -> dict[str, list[Figure]]:
    found: dict[str, list[Figure]] = {}
    for figure in known:
        for value in _values(figure):
            found.setdefault(value, []).append(figure)
    return found


def _values(figure: Figure) -> Iterator[str]:
    """Yield the number, and its value in a common unit: 24 months and two years are the same time, half and
    50 percent the same part."""
    yield figure.value
    if figure.ordinal or not _COUNTED.fullmatch(figure.value):
        return
    number = Fraction(figure.value)
    if figure.unit in _LENGTHS:
        yield f"{number * _LENGTHS[figure.unit]} {'months' if figure.unit in _IN_MONTHS else 'hours'}"
    elif figure.unit == "percent" or (not figure.unit and number < 1):
        yield f"{number / 100 if figure.unit else number} of a whole"


def _masked(text: str, citations: Sequence[Citation], years: bool = False) -> str:
    """Blank out the numbers of citations, which are compared as citations; keep their years, if wanted."""
    found = ranges(text, citations)
    return masked(
        text, [(start, end) for start, end, tail in found for end in ((end,) if years else (tail,))]
    )


def _dates(claim: str, sources: Sequence[str]) -> Iterator[ClaimFinding]:
    known_days = [day for source in sources for day in written_dates(source)]
    known_times = [time for source in sources for time in clocks(source)]
    for day in written_dates(claim):
        if _stands(day, known_days):
            yield from _relation(claim, day, sources)
        else:
            yield _missing("date", claim[day.start : day.end].strip(" ."))
    for time in clocks(claim):
        if not any(time.within(other) for other in known_times):
            yield _missing("time", claim[time.start : time.end].strip(" ."))


def _stands(day: WrittenDate, known: Collection[WrittenDate]) -> bool:
    """Tell whether a date is one of the source's, or less exact than one.

    A day without a year may take the year from another date, where the source has one year only.
    """
    if any(day.within(other) for other in known):
        return True
    years = {other.year for other in known if other.year}
    bare = WrittenDate(0, day.month, day.day, 0, 0)
    return years == {day.year} and any(not o.year and day.month == o.month and bare.within(o) for o in known)


def _relation(claim: str, day: WrittenDate, sources: Sequence[str]) -> Iterator[ClaimFinding]:
    """Check the relation to a date (before, after, on, early or late in it) against each mention in the
    source."""
    said, part = relation(claim, day)
    bare = WrittenDate(0, day.month, day.day, 0, 0)
    places = [(source, each) for source in sources for each in written_dates(source)]
    same = [place for place in places if day.within(place[1])] or [p for p in places if bare.within(p[1])]
    known = [(*relation(source, each), each) for source, each in same]
    written, text = claim[day.start : day.end].strip(" ."), " ".join(sources)
    if not any(stands_so(said, other, text) for other, _, _ in known):
        if said == "on" and (left := _BOUND_WORDS.get(known[0][0])):
            words = f"The source says “{left} {written}”, and the limit is left out."
            yield ClaimFinding(ClaimFault.CAVEAT, words, f"Keep “{left}” with the date {written}.")
        else:
            words = f"The source does not say “{said}” of the date {written}."
            yield ClaimFinding(
                ClaimFault.UNSUPPORTED, words, f"Give the date {written} as the source gives it."
            )
    elif not any(in_part(part, day, other, each) for _, other, each in known):
        words = f"The source does not say that it was {part} in {written}."
        yield ClaimFinding(ClaimFault.UNSUPPORTED, words, f"Give the date {written} as the source gives it.")


def _missing(what: str, written: str, fault: ClaimFault = ClaimFault.UNSUPPORTED) -> ClaimFinding:
    words = f"The {what} {written} does not stand in the source."
    return ClaimFinding(fault, words, f"Take the {what} from the source or leave it out.")


def _figure(
    figure: Figure, alike: Sequence[Figure], known: Sequence[Figure], sources: Sequence[str]
) -> Iterator[ClaimFinding]:
    """Check one number; ``alike`` are the source's figures with the same value."""
    same = [other for other in alike if _same_kind(figure, other)]
    if not same:
        if not _is_one_of(figure, known, sources):
            fault = ClaimFault.CITATION if figure.unit in CITING else ClaimFault.UNSUPPORTED
            yield _missing("number", figure.written, fault)
        return
    counted = [other for other in same if _same_unit(figure, other)]
    if (not counted or _counts_other(figure, counted, known)) and not _is_one_of(figure, known, sources):
        words = f"The number {figure.written} counts something else in the source."
        yield ClaimFinding(
            ClaimFault.UNSUPPORTED, words, "Say of each number what the source says that it counts."
        )
    elif counted and not any(follows(figure.bound, other.bound) for other in counted):
        yield _bound(figure, counted[0])


def _same_kind(figure: Figure, other: Figure) -> bool:
    return figure.ordinal == other.ordinal or bool(
        figure.unit or other.unit or set(figure.things) & set(other.things)
    )


def _same_unit(figure: Figure, other: Figure) -> bool:
    if figure.ordinal != other.ordinal:
        return _numbers_same(*((other, figure) if figure.ordinal else (figure, other)))
    if figure.value != other.value or figure.unit == other.unit or (not figure.unit and not figure.things):
        return True
    if figure.unit in _OPTIONAL_UNITS and other.unit in _OPTIONAL_UNITS:
        return True
    return figure.unit == "identifier" or (other.unit == "identifier" and figure.unit in CITING)


def _numbers_same(number: Figure, place: Figure) -> bool:
    """Tell whether a cardinal and an ordinal mean the same: "Count 2" and "the second count", "number four"
    and "the fourth photograph"."""
    return number.unit in ("", "number", *place.things) or place.unit in (number.unit, f"{number.unit}s")


def _counts_other(figure: Figure, counted: Sequence[Figure], known: Sequence[Figure]) -> bool:
    """Tell whether the source gives another number of this very thing."""
    things = set(figure.things)
    if not things or any(things & set(other.things) for other in counted):
        return False
    alike = (figure.unit, figure.ordinal)
    others = (o for o in known if o.value != figure.value and (o.unit, o.ordinal) == alike)
    return any(figure.things[0] in other.things for other in others)


def _is_one_of(figure: Figure, known: Sequence[Figure], sources: Sequence[str]) -> bool:
    """Tell whether "one gun" may stand for "a gun": the source has no other number of guns. A single year,
    mile or dollar must be called one in the source."""
    if figure.value != "1" or figure.ordinal or figure.written.lower() != "one":
        return False
    if figure.unit not in _OPTIONAL_UNITS:
        single = re.compile(rf"\b(?:a|an|the|per|each|every) {figure.unit}\b", re.IGNORECASE)
        return any(single.search(source) for source in sources)
    counts = (other for other in known if other.value != "1" and not other.ordinal)
    return not any(figure.things[:1] == other.things[:1] for other in counts)


def _is_adverb(figure: Figure) -> bool:
    """Tell whether an ordinal is an adverb: "He returned the license first"."""
    return figure.ordinal and figure.value == "1" and not figure.unit and not figure.things


def _bound(figure: Figure, other: Figure) -> ClaimFinding:
    if other.bound in _BOUND_WORDS and not figure.bound:
        said = _BOUND_WORDS[other.bound]
        words = f"The source limits the number {figure.written} (“{said}”), and the limit is left out."
        return ClaimFinding(ClaimFault.CAVEAT, words, f"Keep “{said}” with the number {figure.written}.")
    words = f"The source does not limit the number {figure.written} in this way."
    return ClaimFinding(
        ClaimFault.UNSUPPORTED, words, f"Give the number {figure.written} as the source gives it."
    )


def _repeated(said: Sequence[Figure], known: Sequence[Figure]) -> Iterator[ClaimFinding]:
    """Yield numbers that a claim has more often than its source: one took the place of another number."""
    have = Counter(figure.value for figure in known)
    counted = (each.value for each in said if each.unit != "identifier" and not each.ordinal)
    for value, times in Counter(counted).items():
        if have[value] and times > have[value] and value != "1":
            written = next(figure.written for figure in said if figure.value == value)
            words = f"The number {written} stands more often here than in the source."
            yield ClaimFinding(ClaimFault.UNSUPPORTED, words, "Take each number from the source.")
