"""Checks that every number, date and time of a claim stands in its source, of the same unit.

A number may be written in figures or words ("five-year", "5 years"), a date less exactly ("March 2015").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks.compared import ComparedClaim
from briefbank.text.dates import WrittenDate, written_dates
from briefbank.text.numerals import digits, number_words, roman

_UNITS = {
    form: unit
    for unit, forms in {
        "year": "year years yr yrs", "month": "month months", "week": "week weeks", "day": "day days",
        "hour": "hour hours hr hrs", "minute": "minute minutes min mins", "dollar": "dollar dollars $",
        "cent": "cents", "percent": "percent percentage %", "foot": "foot feet ft", "inch": "inch inches",
        "mile": "mile miles", "yard": "yard yards", "block": "block blocks", "pound": "pound pounds lb lbs",
        "ounce": "ounce ounces oz", "gram": "gram grams g", "kilogram": "kilogram kilograms kg kilos",
        "mph": "mph", "decade": "decade decades", "century": "century centuries",
        "a.m": "a.m am", "p.m": "p.m pm",
    }.items()
    for form in forms.split()
}  # fmt: skip
"""Units of time, money and measure, by their spellings."""
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_LABELS = {
    form: label
    for label, forms in {
        "count": "count counts", "point": "point points", "section": "section sections §", "rule": "rule "
        "rules",
        "article": "article articles", "exhibit": "exhibit exhibits", "page": "page pages p pp",
        "degree": "degree degrees", "amendment": "amendment amendments",
    }.items()
    for form in forms.split()
}  # fmt: skip
"""What a number may name, before it or (an ordinal) behind it."""
_LENGTHS = {
    "minute": (Fraction(1, 60), "hours"), "hour": (Fraction(1), "hours"), "day": (Fraction(24), "hours"),
    "week": (Fraction(168), "hours"), "month": (Fraction(1), "months"), "year": (Fraction(12), "months"),
    "decade": (Fraction(120), "months"), "century": (Fraction(1200), "months"),
    "percent": (Fraction(1, 100), "parts"), "part": (Fraction(1), "parts"),
}  # fmt: skip
"""The size of a unit in a common one: two days are 48 hours, half is 50 percent."""
_TOKEN = re.compile(
    r"\d{1,2}:\d\d|\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:st|nd|rd|th)?\b|\d+|[ap]\.m\b"
    r"|[^\W\d_]+(?:'[^\W\d_]+)*|[$%§]",
    re.IGNORECASE,
)
_TWO = re.compile(r"\b(?:both|twice|pair|couple|second|another|either|neither|doubl\w+)\b", re.IGNORECASE)
"""Words that count to two."""
_ROMAN_AFTER = re.compile(r"\b(Points?|Counts?|Parts?|Articles?|Titles?|Exhibits?|Chapters?) ([IVXL]+)\b")
_DECADE = re.compile(r"(?<=\b\d{3}0)'?s\b")
_ADVERBS = frozenset(("first", "second", "third"))
"""Ordinals that often count nothing: "First, the stop was unlawful"."""
_REACH = 2
"""The number of words behind a number within which its unit stands: "five to ten years", "five more "
"years"."""
_LONGEST = 30
"""The most digits of a number with a value; a longer one is compared as it is written."""
_Quantity = tuple[str, str]
"""A value and its unit; an empty unit stands for any."""


def find(compared: ComparedClaim) -> Iterator[ClaimFinding]:
    """Yield the numbers, dates and times that the source does not have."""
    claim = _DECADE.sub("", compared.uncited_claim)
    source = _DECADE.sub("", compared.source)
    known_dates = [day for text in compared.sources for day in written_dates(_DECADE.sub("", text))]
    rest = claim
    for day in written_dates(claim):
        if not _stands(day, known_dates):
            yield _missing("date", claim[day.start : day.end].strip(" ."))
        rest = rest[: day.start] + " " * (day.end - day.start) + rest[day.end :]
    known = {quantity for number, _ in _numbers(source) for quantity in _alike(number)}
    values = {value for value, _ in known}
    if _TWO.search(source):
        known.add(("2", ""))
    for (value, unit), written in _numbers(rest):
        may_count_nothing = not unit and (value == "1" or written.lower() in _ADVERBS)
        if (value in values and not unit) or may_count_nothing:
            continue
        if known.isdisjoint(_alike((value, unit))) and (value, "") not in known:
            yield _missing("number", written)


def _alike(number: _Quantity) -> Iterator[_Quantity]:
    """Yield a quantity, and the same in a common unit."""
    value, unit = number
    yield number
    if unit in _LENGTHS and len(value) < _LONGEST:
        size, common = _LENGTHS[unit]
        yield str(Fraction(value) * size), common


def _stands(day: WrittenDate, known: Sequence[WrittenDate]) -> bool:
    """Return whether a date is the source's, or less exact. A day without a year may take the only year."""
    if any(day.within(other) for other in known):
        return True
    years = {other.year for other in known if other.year}
    return years == {day.year} and any((o.month, o.day) == (day.month, day.day) for o in known if not o.year)


def _numbers(text: str) -> Iterator[tuple[_Quantity, str]]:
    """Yield each number of a text with its wording."""
    tokens = [match.group() for match in _TOKEN.finditer(text)]
    small = [token.lower().removesuffix("'s") for token in tokens]
    at = 0
    while at < len(tokens):
        value, used = "", 1
        if ":" in tokens[at]:
            value = tokens[at].lstrip("0")
        elif tokens[at][0].isdigit():
            written = re.sub(r"[a-z]+$", "", small[at])
            value = str(digits(written)) if len(written) < _LONGEST else written
            if len(written) < _LONGEST and small[at + 1 : at + 2] and small[at + 1] in _SCALES:
                value, used = str(Fraction(value) * _SCALES[small[at + 1]]), 2
        elif (number := number_words(small[at : at + 8])) is not None:
            value, used = str(number[0]), number[2]
        if value:
            yield (value, _unit(small, at, at + used)), " ".join(tokens[at : at + used])
        at += used
    for match in _ROMAN_AFTER.finditer(text):
        yield (str(roman(match[2])), _LABELS.get(match[1].lower(), "")), match.group()


def _unit(small: Sequence[str], at: int, after: int) -> str:
    """Return the label or unit of the number that takes the words from ``at`` to ``after``; "" without "
    "one."""
    before = small[at - 1] if at else ""
    if before == "$":
        return "dollar"
    if before in _LABELS:
        return _LABELS[before]
    if small[at] in ("half", "halves", "quarter", "quarters"):
        return "part"
    words = small[after : after + _REACH]
    return next(
        (_UNITS.get(word) or _LABELS[word] for word in words if word in _UNITS or word in _LABELS), ""
    )


def _missing(what: str, written: str) -> ClaimFinding:
    words = f"The {what} {written} does not stand in the source."
    return ClaimFinding(ClaimFault.UNSUPPORTED, words, f"Take the {what} from the source or leave it out.")
