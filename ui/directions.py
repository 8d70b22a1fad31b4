"""Texts of any direction and length beside others: names may be Hebrew or Arabic, or very long."""

from __future__ import annotations

import textwrap
import unicodedata
from html import escape

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
TIP_LETTERS = 80
"""In one line of a tip."""


def isolated(text: str) -> str:
    """Text that may run from right to left, kept from turning around what stands beside it in a line.

    What runs from left to right stays as it is. Source: Unicode Standard Annex 9, explicit isolates.
    """
    backwards = any(unicodedata.bidirectional(each) in ("R", "AL") for each in text)
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}" if backwards else text


def tip(text: str) -> str:
    """A text as a tip, in lines of a width that is good to read: tips break no lines by themselves."""
    return plain_tip("\n".join(textwrap.wrap(text, TIP_LETTERS)) if len(text) > TIP_LETTERS else text)


def plain_tip(text: str) -> str:
    """A text from a document or a file's name as a tip. Qt takes what looks like mark-up for mark-up, and
    would load the pictures that it names."""
    return f'<p style="white-space:pre">{escape(text)}</p>' if "<" in text else text
