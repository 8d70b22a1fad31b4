"""Parses dates as people type them into a filter, in English and in the language of the window."""

from __future__ import annotations

from datetime import date

from briefbank.text.dates import MONTHS, typed_days
from ui.i18n import translate


def typed_range(text: str) -> tuple[date, date] | None:
    """Return the first and last day of what was typed: '2015', '3/2015', 'March 3, 2015', '3 de marzo de
    2015'; None when it is no date."""
    months = [translate.month(number) for number in range(1, len(MONTHS) + 1)]
    words = " ".join(word for word in text.split() if word.lower() != "de")
    return typed_days(words) or typed_days(words, months)
