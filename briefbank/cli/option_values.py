"""Parsers of command-line values, which raise argparse's own error with a sentence."""

from __future__ import annotations

import argparse
from datetime import date


def day(text: str) -> date:
    """Parse a date written as 2015-03-01."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is not a date. Write it as 2015-03-01.") from None


def positive(text: str) -> int:
    """Parse a whole number of 1 or more."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number of 1 or more.")
    return number
