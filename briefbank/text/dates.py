"""Reads dates and numbers as courts and lawyers write them.

A date is written "January 23, 2019", "Sept. 3, 2020", "13th day of September, 2019", "01/23/2019" or
"2019-01-23", the month before the day as in American courts, or in Spanish "23 de enero de 2019". Some
callers need whole dates (``dates_in``), others also what is less exact, as "March 2015" (``written_dates``).
What is typed into a field may be written in more ways; it is a year, a month or a day, and stands for all its
days (``typed_days``, ``typed_day``). Numbers stand in words ("twenty five") or are Roman.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from briefbank.text.messages import Message

MONTHS = (
    *(Message("January"), Message("February"), Message("March"), Message("April"), Message("May")),
    *(Message("June"), Message("July"), Message("August"), Message("September"), Message("October")),
    *(Message("November"), Message("December")),
)
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
"""The pattern of a month's name, or of its abbreviation without the full stop; ignore case."""
_SPANISH_MONTHS = tuple(
    str.split("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre")
)
_SPANISH_MONTH = "|".join((*_SPANISH_MONTHS, "setiembre"))
_SHORTEST_MONTH = 3
_FIRST_YEAR = 1700  # The first year of a whole date in a text; an earlier one was misread
_LAST_YEAR = 2099  # The last year of a day that is typed; a later one is a slip
_CENTURY_PIVOT = 70
"""The two-digit year below which the present century is meant, where nobody says which day it is."""
_YEAR, _YEAR_TYPED = r"(?:1[6-9]|20)\d\d", r"(?:1[6-9]|[2-9]\d)\d\d"
_DAY, _MONTH_NUMBER = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])"
_ORDINAL = r"(?:st|nd|rd|th)?"
_MORE_DAYS = rf"(?:(?:,|\s?-|\sand|\sor|\sto|\sthrough)+\s?{_DAY}{_ORDINAL}(?![\d:/%]))*"
_END = r"(?![\dOILSB|])"
"""A letter after the date may be a misread digit, so '01/23/20l9' and the like do not match."""
_NAMED_ALONE = (
    r"(?-i:January|February|March|April|June|July|August|September|October|November|December"
    r"|JANUARY|FEBRUARY|APRIL|JUNE|JULY|AUGUST|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER"
    r"|(?<=\bin )May|(?<=\bof )May|(?<=\bsince )May|(?<=\blast )May|(?<=\buntil )May|(?<=\bby )May)"
)


def _pattern(year: str, *others: str) -> re.Pattern[str]:
    """Return the pattern of a date with years of this form, whole or partial, in one of the usual forms or of
    ``others``. The number behind a group's name is that of the form."""
    of_year = rf"\s?,?\s{{0,2}}(?:of\s)?(?P<year%d>{year}){_END}"
    forms = (
        rf"\b(?P<month1>{MONTH})\.?\s{{0,2}}(?P<day1>{_DAY}){_ORDINAL}"
        rf"(?:(?={year}{_END})|(?![\d:/%]|,\d{{3}}(?!\d)|\.\d))(?P<others>{_MORE_DAYS})(?:{of_year % 1})?",
        rf"(?<![\w.$-])(?P<day2>{_DAY}){_ORDINAL}\s+(?:day\s+)?(?:of\s+)?(?P<month2>{MONTH})\b\.?"
        rf"(?:{of_year % 2}|(?!\s?\d))",
        rf"\b(?P<month3>{MONTH})\b\.?{of_year % 3}",
        rf"(?<![\w.$/-])(?P<month4>{_MONTH_NUMBER})(?P<sign>[/.-])(?P<day4>{_DAY})(?P=sign)(?P<year4>{year})"
        rf"(?!/\d|[.-]\d){_END}",
        rf"(?<![\w.$/-])(?P<year5>{year})-(?P<month5>\d\d)-(?P<day5>\d\d)(?!-){_END}",
        rf"\b(?P<month6>{_NAMED_ALONE})\b",
        rf"(?<![\w.$/:-])(?P<year7>{year})(?![\w%:/]|-\w|,\d{{3}}|\.\d| (?:percent|dollars)\b)",
    )
    return re.compile("|".join((*forms, *others)), re.IGNORECASE)


_WRITTEN = _pattern(
    _YEAR,
    rf"(?<![\w.$/-])(?P<month8>{_MONTH_NUMBER})[/-](?P<day8>{_DAY})[//](?P<year8>\d\d)(?![\w/|]|[.-]\d)",
    rf"(?<![\w.$/-])(?P<day9>{_DAY})(?:ro|er|\.?º)?\s+de\s+(?P<month9>{_SPANISH_MONTH})"
    rf"(?:,|\s+del?(?:\s+año)?)\s+(?P<year9>{_YEAR}){_END}",
)
_TYPED = _pattern(
    _YEAR_TYPED,
    rf"(?P<year8>{_YEAR_TYPED})[/-](?P<month8>{_MONTH_NUMBER})(?:[/-](?P<day8>{_DAY}))?",
    rf"(?P<month9>{_MONTH_NUMBER})[/.-](?P<year9>{_YEAR_TYPED})",
    rf"(?P<month10>{_MONTH_NUMBER})[/-](?P<day10>{_DAY})[/-](?P<year10>\d\d)",
)
_AROUND_A_NAME = re.compile(r"(?<=\d)-(?=[^\W\d])|(?<=[^\W\d])-(?=\d)")  # The hyphens of '15-Mar-2015'


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date, whole or partial, and its half-open range; 0 stands for a missing year, month or day."""

    year: int
    month: int
    day: int
    start: int
    end: int

    def within(self, other: WrittenDate) -> bool:
        """Tell whether ``other`` says all that this date says, and perhaps more."""
        mine, theirs = (self.year, self.month, self.day), (other.year, other.month, other.day)
        return all(one in (0, another) for one, another in zip(mine, theirs, strict=True))


def written_dates(text: str, today: date | None = None) -> Iterator[WrittenDate]:
    """Yield the whole and partial dates of a text in order; a calendar may lack them. Takes linear time.
    Of what happened by ``today``, a year of two digits is the latest that has come: '41' is 1941."""
    for match in _WRITTEN.finditer(text):
        yield from _dates_of(match, today)


def dates_in(text: str, today: date | None = None) -> Iterator[tuple[date, int, int]]:
    """Yield the whole dates of a text that a calendar has, in order, each with its half-open range."""
    for written in written_dates(text, today):
        if written.year >= _FIRST_YEAR and 1 <= written.day <= _days_of_month(written.year, written.month):
            yield date(written.year, written.month, written.day), written.start, written.end


def first_date(text: str, today: date | None = None) -> date | None:
    return next((day for day, _, _ in dates_in(text, today)), None)


def whole_date(text: str, today: date | None = None) -> date | None:
    """Return the date that a text consists of, or None where it is anything else."""
    plain = text[:80].strip(" ,.")
    days = [day for day, start, end in dates_in(plain, today) if end - start == len(plain)]
    return days[0] if len(days) == 1 else None


def latest_today(today: date) -> date:
    """Return the latest day that it may be somewhere on earth, or by a clock that is a little ahead."""
    return today + timedelta(days=1)


def typed_days(
    typed: str, months: Sequence[str] = MONTHS, today: date | None = None
) -> tuple[date, date] | None:
    """Return the first and last day of a typed year, month or day; None if it is no date. A year is 1600 or
    later; one of two digits stands only behind month and day. ``months`` are the months' names in the
    language of the person who types."""
    words = _AROUND_A_NAME.sub(" ", typed.lower()).split()
    numbers = [month_number(word, months) for word in words]
    english = (MONTHS[n - 1] if n else word for word, n in zip(words, numbers, strict=True))
    match = _TYPED.fullmatch(" ".join(english).rstrip(".,;"))
    days = list(_dates_of(match, today)) if match else []
    if len(days) != 1 or not days[0].year:
        return None
    year, month, day = days[0].year, days[0].month, days[0].day
    if not month:
        return date(year, 1, 1), date(year, 12, 31)
    last = _days_of_month(year, month)
    return (date(year, month, day or 1), date(year, month, day or last)) if day <= last else None


def typed_day(typed: str, today: date | None = None) -> date | None:
    """Return the day that was typed, of the years 1700 to 2099; None if it is no day. ``today`` as in
    ``written_dates``."""
    days = typed_days(typed, today=today)
    if days is None or days[0] != days[1] or not _FIRST_YEAR <= days[0].year <= _LAST_YEAR:
        return None
    return days[0]


def month_number(word: str, months: Sequence[str] = MONTHS) -> int:
    """Return 1 to 12 for a month's name or its first letters, with a full stop or without; 0 for others."""
    small = word.lower().rstrip(".,")
    if small == "sept":
        return 9
    named = (number for number, name in enumerate(months, 1) if name.lower().startswith(small))
    return next(named, 0) if len(small) >= _SHORTEST_MONTH else 0


def format_date(day: date) -> Message:
    """Return a date in words as American courts write it, the same on every computer: "July 1, 2013"."""
    return Message("{month} {day}, {year}", month=MONTHS[day.month - 1], day=day.day, year=day.year)


def _dates_of(match: re.Match[str], today: date | None) -> Iterator[WrittenDate]:
    """Yield the dates of one match: "March 3, 4 and 9, 2015" has three."""
    parts = {name.rstrip("0123456789"): part for name, part in match.groupdict().items() if part}
    month, year = parts.get("month", "0").lower().replace("setiembre", "septiembre"), parts.get("year", "0")
    number = int(month) if month.isdecimal() else month_number(month) or month_number(month, _SPANISH_MONTHS)
    if len(year) == len("19"):
        next_year = latest_today(today).year + 1 - 2000 if today else _CENTURY_PIVOT
        year = f"{20 if int(year) < next_year else 19}{year}"
    for day in (parts.get("day", "0"), *re.findall(r"\d+", parts.get("others", ""))):
        yield WrittenDate(int(year), number, int(day), *match.span())


def _days_of_month(year: int, month: int) -> int:
    """Return how many days a month has; 0 where there is no such month."""
    return calendar.monthrange(year, month)[1] if 1 <= month <= 12 else 0


_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_LARGE = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_FIRST = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_TENTHS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
CARDINALS = {word: number for number, word in enumerate(_ONES.split())} | {
    word: 10 * number for number, word in enumerate(_TENS.split(), 2)
}
ORDINALS = (
    {word: number for number, word in enumerate(_FIRST.split(), 1)}
    | {word: 10 * number for number, word in enumerate(_TENTHS.split(), 2)}
    | {"hundredth": 100}
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_ROMAN_PARTS = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC")),
    *((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


def number_words(words: Sequence[str]) -> tuple[int, int] | None:
    """Return the number with which a run of lower-case words begins, and how many words it takes; None where
    none begins. "Twenty" and "five" are one number, "two" and "five" are two."""
    total = part = used = 0
    for at, word in enumerate(words):
        value = CARDINALS.get(word, ORDINALS.get(word))
        continues = value is not None and (
            not used or part % 100 == 0 or (part % 10 == 0 and part % 100 >= 20 and 0 < value < 10)
        )
        if value is not None and continues:
            part += value
            if word in ORDINALS:
                return total + part, at + 1
        elif used and word == "hundred":
            part *= 100
        elif used and word in _LARGE:
            total, part = total + part * _LARGE[word], 0
        elif word == "and" and used and part >= 100 and words[at + 1 : at + 2] and words[at + 1] in CARDINALS:
            continue
        else:
            break
        used = at + 1
    return (total + part, used) if used else None


def roman_value(written: str) -> int:
    """Return the value of a Roman numeral up to 399; 0 for anything else."""
    values = [_ROMAN.get(letter, 0) for letter in written.lower()]
    if not values or 0 in values:
        return 0
    return sum(-a if a < b else a for a, b in zip(values, (*values[1:], 0), strict=True))


def roman_numeral(number: int) -> str:
    """Return the Roman numeral of a number in capitals; from 4000 on it begins anew."""
    text, rest = "", number % 4000
    for value, letters in _ROMAN_PARTS:
        text, rest = text + letters * (rest // value), rest % value
    return text
