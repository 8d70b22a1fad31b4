"""Reads dates as courts and lawyers write them.

It accepts "January 23, 2019", "Sept. 3, 2020", "13th day of September, 2019", "01/23/2019" and "2019-01-23".
Years before 1700 or after 2099, and days that no calendar has, are rejected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
DATE = re.compile(
    rf"\b(?:(?P<month>{_MONTH})\.?\s{{0,2}}(?P<day>\d{{1,2}})(?:st|nd|rd"
    rf"|th)?\s?,?\s{{0,2}}(?P<year>(?:1[789]|20)\d\d)"
    rf"|(?P<day2>\d{{1,2}})(?:st|nd|rd"
    rf"|th)?\s+(?:day\s+of\s+)?(?P<month2>{_MONTH})\.?\s?,?\s{{0,2}}(?P<year2>(?:1[789]|20)\d\d)"
    r"|(?P<month3>\d{1,2})[/-](?P<day3>\d{1,2})[/-](?P<year3>(?:19|20)\d\d|\d\d(?!\w))"
    r"|(?P<year4>(?:19|20)\d\d)-(?P<month4>\d\d)-(?P<day4>\d\d))(?![\dOILSB|])",
    re.IGNORECASE,
)
"""A letter after the date may be a misread digit, so '01/23/20l9' and the like do not match."""


def dates_in(text: str) -> Iterator[tuple[int, date]]:
    """Yield the dates of a text with their offsets, in order. Month comes before day, as in American
    courts."""
    for match in DATE.finditer(text):
        found = _date(match)
        if found:
            yield match.start(), found


def first_date(text: str) -> date | None:
    """Return the first date of a text, or None."""
    return next((found for _, found in dates_in(text)), None)


def whole_date(text: str) -> date | None:
    """Return the date that a text consists of, or None where it is anything else."""
    match = DATE.fullmatch(text[:80].strip(" ,."))
    return _date(match) if match else None


def format_date(day: date) -> str:
    """Return a date in words, the same on every computer: "1 July 2013"."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def _date(match: re.Match[str]) -> date | None:
    for suffix in ("", "2", "3", "4"):
        year, month, day = (match.group(f"{part}{suffix}") for part in ("year", "month", "day"))
        if year:
            return _checked(_year(year), _MONTHS.get(month.lower(), 0) or _number(month), int(day))
    return None


def _number(text: str) -> int:
    return int(text) if text.isdigit() else 0


def _year(text: str) -> int:
    if len(text) == 4:
        return int(text)
    short = int(text)
    return 2000 + short if short < 70 else 1900 + short


def _checked(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:  # 02/30/2019, 13/01/2020
        return None
