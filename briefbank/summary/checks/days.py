"""Dates and times of day in every form in which briefs write them, whole or partial.

Unlike ``briefbank.text.dates``, which reads whole dates only, this module also reads "March 2015", "March 3"
and "2015": a summary may date something less exactly, but not otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

_NAMES = (
    "january|jan",
    "february|feb",
    "march|mar",
    "april|apr",
    "may",
    "june|jun",
    "july|jul",
    "august|aug",
    "september|sept|sep",
    "october|oct",
    "november|nov",
    "december|dec",
)
_MONTHS = {name: number for number, names in enumerate(_NAMES, 1) for name in names.split("|")}
_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\b\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?(?![\d:/%]|,\d{3}|\.\d)"
_MORE_DAYS = r"(?P<more>(?:(?:,| ?-| and| or| to| through|, and)+ ?\d{1,2}(?:st|nd|rd|th)?(?![\d:/%]))*)"
_YEAR = r"(?P<year>(?:1[6-9]|20)\d\d)(?![\d:/%]|,\d{3}|\.\d|-\d)"
_PATTERNS = (
    re.compile(rf"\b{_MONTH} ?{_DAY}{_MORE_DAYS}(?:,? ?(?:of )?{_YEAR})?", re.IGNORECASE),
    re.compile(rf"(?<![\w.$-]){_DAY} (?:day )?(?:of )?{_MONTH}(?:,? ?(?:of )?{_YEAR})?", re.IGNORECASE),
    re.compile(rf"\b{_MONTH},? ?(?:of )?{_YEAR}", re.IGNORECASE),
    re.compile(
        r"(?<![\w.$/-])(?P<month>\d{1,2})(?P<sign>[/.-])(?P<day>\d{1,2})(?P=sign)"
        r"(?P<year>(?:1[6-9]|20)\d\d|\d\d)(?![\w/]|[.-]\d)"
    ),
    re.compile(r"(?<![\w.$/-])(?P<year>(?:1[6-9]|20)\d\d)-(?P<month>\d\d)-(?P<day>\d\d)(?![\w/-])"),
    re.compile(
        r"\b(?P<month>January|February|March|April|June|July|August|September|October|November|December"
        r"|JANUARY|FEBRUARY|APRIL|JUNE|JULY|AUGUST|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER"
        r"|(?<=\bin )May|(?<=\bof )May|(?<=\bsince )May|(?<=\blast )May|(?<=\buntil )May|(?<=\bby )May)\b"
    ),
    re.compile(
        r"(?<![\w.$/:-])(?P<year>(?:1[6-9]|20)\d\d)(?![\w%:/]|-\w|,\d{3}|\.\d| (?:percent|dollars)\b)"
    ),
)
_CLOCK = re.compile(
    r"(?<![\w.$/:-])(?P<hour>\d{1,2})(?::(?P<minute>\d\d))? ?(?P<half>[ap])\.? ?m\b\.?"
    r"|(?<![\w.$/:-])(?P<hour2>\d{1,2}):(?P<minute2>\d\d)(?![\d:]|-\d)"
    r"|\b(?P<word>noon|midnight)\b",
    re.IGNORECASE,
)
_CENTURY_PIVOT = 70
"""The two-digit year below which the present century is meant, as in ``briefbank.text.dates``."""


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date, whole or partial; 0 stands for a missing year, month or day."""

    year: int
    month: int
    day: int
    start: int
    end: int

    def within(self, other: PartialDate) -> bool:
        """Tell whether ``other`` says all that this date says, and perhaps more."""
        mine, theirs = (self.year, self.month, self.day), (other.year, other.month, other.day)
        return all(one in (0, another) for one, another in zip(mine, theirs, strict=True))


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time of day: its minutes since noon or midnight, and its half, 'a', 'p' or empty where it is not
    said."""

    minutes: int
    half: str
    start: int
    end: int

    def within(self, other: TimeOfDay) -> bool:
        return self.minutes == other.minutes and self.half in ("", other.half)


def days(text: str) -> list[PartialDate]:
    """Return all whole and partial dates of a plain text, in no order. Takes linear time."""
    found: list[PartialDate] = []
    masked = text
    for pattern in _PATTERNS:
        for match in pattern.finditer(masked):
            found += _dates_of(match)
            masked = masked[: match.start()] + " " * (match.end() - match.start()) + masked[match.end() :]
    return found


def _dates_of(match: re.Match[str]) -> Iterator[PartialDate]:
    """Yield the dates of one match: "March 3, 4 and 9, 2015" has three."""
    parts = match.groupdict()
    year, month = _year(parts.get("year") or "0"), _month(parts.get("month") or "0")
    for day in (parts.get("day") or "0", *re.findall(r"\d+", parts.get("more") or "")):
        yield PartialDate(year, month, int(day), match.start(), match.end())


def _month(written: str) -> int:
    return int(written) if written.isdigit() else _MONTHS[written.lower()]


def _year(written: str) -> int:
    if len(written) != 2:
        return int(written)
    return int(written) + (2000 if int(written) < _CENTURY_PIVOT else 1900)


def clocks(text: str) -> Iterator[TimeOfDay]:
    """Yield all times of day of a plain text, in order."""
    for match in _CLOCK.finditer(text):
        if match["word"]:
            yield TimeOfDay(0, "p" if match["word"].lower() == "noon" else "a", *match.span())
        else:
            hour, minute = match["hour"] or match["hour2"], match["minute"] or match["minute2"] or "0"
            half = (match["half"] or ("p" if int(hour) > 12 else "")).lower()
            yield TimeOfDay(int(hour) % 12 * 60 + int(minute), half, *match.span())


def stands(day: PartialDate, known: Collection[PartialDate]) -> bool:
    """Tell whether a date is one of the source's, or less exact than one.

    A day without a year may take the year from another date, where the source has one year only.
    """
    if any(day.within(other) for other in known):
        return True
    years = {other.year for other in known if other.year}
    bare = PartialDate(0, day.month, day.day, 0, 0)
    return years == {day.year} and any(not o.year and day.month == o.month and bare.within(o) for o in known)
