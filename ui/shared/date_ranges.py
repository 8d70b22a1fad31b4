"""Parses dates as people type them into a filter: a year, a month or a day, and the days that it covers."""

from __future__ import annotations

import calendar
import re
from datetime import date

from briefbank.text.dates import MONTHS
from ui.i18n import translate

_YEAR = re.compile(r"(\d{4})")
_MONTH_NUMBER = re.compile(r"(\d{1,2})[/.-](\d{4})")
_ISO_MONTH = re.compile(r"(\d{4})-(\d{1,2})")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_AMERICAN = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})")
_WORDS = re.compile(r"(?:(\d{1,2})\s+)?([a-záéíóú]{3,10})\.?\s+(?:(\d{1,2}),?\s+)?(\d{4})")


def typed_range(text: str) -> tuple[date, date] | None:
    """Return the first and last day of what was typed ('2015', '3/2015', 'March 2015', '3/15/2015',
    '2015-03-15').

    Months are known in English and in the language of the window ('3 de marzo de 2015'). Numbers alone are
    read the American way, month first. None when it is no date.
    """
    found = _parts(" ".join(word for word in text.lower().split() if word != "de"))
    if found is None:
        return None
    year, month, day = found
    if not 1 <= year <= 9999 or not 0 <= month <= 12:
        return None
    if not month:
        return date(year, 1, 1), date(year, 12, 31)
    last = calendar.monthrange(year, month)[1]
    if not 0 <= day <= last:
        return None
    return date(year, month, day or 1), date(year, month, day or last)


def _parts(text: str) -> tuple[int, int, int] | None:
    """Return year, month and day; 0 for what was not typed."""
    if match := _YEAR.fullmatch(text):
        return int(match[1]), 0, 0
    if match := _ISO.fullmatch(text):
        return int(match[1]), int(match[2]) or 13, int(match[3]) or 99
    if match := _AMERICAN.fullmatch(text):
        return int(match[3]), int(match[1]) or 13, int(match[2]) or 99
    if match := _ISO_MONTH.fullmatch(text):
        return int(match[1]), int(match[2]) or 13, 0
    if match := _MONTH_NUMBER.fullmatch(text):
        return int(match[2]), int(match[1]) or 13, 0
    if match := _WORDS.fullmatch(text):
        if match[1] and match[3]:
            return None
        return int(match[4]), _month(match[2]), int(match[1] or match[3] or 0)
    return None


def _month(word: str) -> int:
    """Return 1 to 12 for a month's name or its first letters; 13, which no date has, for anything else."""
    for number, name in enumerate(MONTHS, start=1):
        if name.lower().startswith(word) or translate.month(number).lower().startswith(word):
            return number
    return 13 if word != "sept" else 9
