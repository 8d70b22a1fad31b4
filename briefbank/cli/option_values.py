"""Parsers of command-line values, which raise argparse's own error with a sentence."""

from __future__ import annotations

import argparse
from datetime import date

from briefbank.domain.hours import Hours
from briefbank.text.dates import typed_day


def day(text: str) -> date:
    """Parse a date in any common form."""
    found = typed_day(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"“{text}” is not a date. Write it as 3/15/2015 or 2015-03-15.")
    return found


def hours(text: str) -> Hours:
    """Parse hours of the day."""
    try:
        return Hours.parsed(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"“{text}” are no hours. Write them as 19:00-06:30.") from error


def port(text: str) -> int:
    """Parse the number of a port."""
    number = positive(text)
    if number > 65_535:
        raise argparse.ArgumentTypeError(f"“{text}” is no port. Choose a number from 1 to 65535.")
    return number


def positive(text: str) -> int:
    """Parse a whole number of 1 or more."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number of 1 or more.")
    return number


def port_or_none(text: str) -> int:
    """Parse the number of a port, or 0 for none."""
    return 0 if text == "0" else port(text)


def positive_or_none(text: str) -> int:
    """Parse a whole number of 1 or more, or 0 where none is chosen."""
    return 0 if text == "0" else positive(text)
