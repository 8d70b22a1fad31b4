"""Parsers of command-line values, which raise argparse's own error with a sentence."""

from __future__ import annotations

import argparse
from datetime import date

from briefbank.text.dates import typed_day


def day(text: str) -> date:
    """Parse a date in any common form."""
    found = typed_day(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"“{text}” is not a date. Write it as 3/15/2015 or 2015-03-15.")
    return found


def positive(text: str) -> int:
    """Parse a whole number of 1 or more."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number of 1 or more.")
    return number
