"""Texts of any direction and length beside others: names may be Hebrew or Arabic, or very long."""

from __future__ import annotations

import textwrap
import unicodedata
from html import escape

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
TIP_LETTERS = 80  # The characters in one line of a tooltip


def isolated(text: str) -> str:
    """Return text isolated from the direction of its neighbours if it may run from right to left.

    Text that runs from left to right stays as it is. Source: Unicode Standard Annex 9, explicit isolates.
    """
    backwards = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}" if backwards else text


def tip(text: str) -> str:
    """Return a text as a tooltip in lines of a readable width: tooltips break no lines by themselves."""
    return plain_tip("\n".join(textwrap.wrap(text, TIP_LETTERS)) if len(text) > TIP_LETTERS else text)


def plain_tip(text: str) -> str:
    """Return a text from a document or a file name as a tooltip. Qt would take what looks like mark-up for
    mark-up, and load the pictures that it names."""
    return f'<p style="white-space:pre">{escape(text)}</p>' if "<" in text else text
