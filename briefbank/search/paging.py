"""Decides how many candidates an exact search checks for a page that lies behind those checked before."""

from __future__ import annotations

from math import ceil

from briefbank.search.operator_verification import MOST_CHECKED
from briefbank.search.selection import Results

DEEPEST = 16 * MOST_CHECKED
"""The most candidates that an exact search checks when a user scrolls to them: a few seconds, once."""
DEEPER = 4
"""The least factor by which more candidates are checked when a page lies behind those that were."""
ROOM = 1.1
"""A margin, since older candidates may match less often than those that were checked."""


def deeper(results: Results, end: int) -> int:
    """Return how many candidates to check for the results up to ``end``; 0 where more would find no more.

    They are in proportion to the results found so far, so that a far jump is one search and not a row of ever
    longer ones.
    """
    found, max_checked = len(results.shown.found), results.ranking.max_checked
    if found >= end or results.ranking.complete or max_checked >= DEEPEST:
        return 0
    return min(DEEPEST, max(DEEPER * max_checked, ceil(ROOM * max_checked / max(1, found) * end)))
