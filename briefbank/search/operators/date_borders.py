"""The day that ``before:`` and ``after:`` refer to: a year, a month or a day, as lawyers write them.

Before 2015 is before its first day, after 2015 after its last. Numbers are read the American way, the month
first.
"""

from __future__ import annotations

import calendar
import re
from datetime import date

_MONTHS = {name[:3].lower(): number for number, name in enumerate(calendar.month_name) if name}
_YEAR = re.compile(r"(?P<year>\d{4})")
_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?")
_SLASHES = re.compile(r"(?P<month>\d{1,2})[/\-.](?:(?P<day>\d{1,2})[/\-.])?(?P<year>\d{4})")
_WRITTEN = re.compile(r"(?P<name>[a-z]{3,9})\.?[ ](?:(?P<day>\d{1,2})(?:st|nd|rd|th)?,?[ ])?(?P<year>\d{4})")
_DAY_FIRST = re.compile(r"(?P<day>\d{1,2})(?:st|nd|rd|th)?[ ](?P<name>[a-z]{3,9})\.?,?[ ](?P<year>\d{4})")
_FORMS = (_YEAR, _ISO, _SLASHES, _WRITTEN, _DAY_FIRST)
_EARLIEST = 1600


def border(typed: str, *, after: bool) -> date | None:
    """Return the first day of what is typed, or its last one (``after``); None if it is no date."""
    text = " ".join(typed.lower().split()).rstrip(".,;")
    for form in _FORMS:
        if found := form.fullmatch(text):
            parts = found.groupdict()
            return _border(parts, after=after)
    return None


def month_named(word: str) -> bool:
    """Tell whether a word is the name of a month or an abbreviation of it, with a full stop or without."""
    return _month(word.lower().rstrip(".")) is not None


def _border(parts: dict[str, str | None], *, after: bool) -> date | None:
    year, day = int(parts["year"] or 0), parts.get("day")
    name, number = parts.get("name"), parts.get("month")
    month = _month(name) if name else int(number) if number else 0
    if month is None or year < _EARLIEST or month > 12 or (number and month < 1):
        return None
    if not month:
        return date(year, 12, 31) if after else date(year, 1, 1)
    last = calendar.monthrange(year, month)[1]
    if day is None:
        return date(year, month, last if after else 1)
    return date(year, month, int(day)) if 1 <= int(day) <= last else None


def _month(name: str) -> int | None:
    number = _MONTHS.get(name[:3])
    whole = calendar.month_name[number].lower() if number else ""
    return number if number and (whole.startswith(name) or name == "sept") else None
