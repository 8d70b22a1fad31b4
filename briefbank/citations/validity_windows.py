"""The period in which a provision is in force, read from its own words and reconciled between its versions.

Codes state it in a few places: brackets after the section's name ("[Effective until January 1, 2016.]"), a
line of its own ("Effective: July 1, 2013"), a sentence on the provision itself ("This section is repealed on
January 1, 2020"), and the history at the end ("L.2013, c.111, s.3, eff. Aug. 8, 2013"; "amended to be
effective September 1, 1994"). A date anywhere else is about something else, and a year alone is no window.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from briefbank.domain.authorities import ALWAYS, Window
from briefbank.text.dates import dates_in

_WINDOW_WORDS = re.compile(
    r"\b(?:eff\b|effective|(?:in)?operative|in force|in effect|repeal|expir|sunset"
    r"|tak\w{1,3} effect|took effect)",
    re.IGNORECASE,
)
"""Words of which every text with a window holds one."""
_BACK = 240
"""The number of characters before a date that may tell its meaning."""
_DAY = timedelta(days=1)
_HISTORY_RANK = 2
_ON = r"(?: (?:only|date|dates|on|as of|from(?: and after)?))*[:.]? ?(?:midnight (?:on|of) )?$"
_UNTIL = re.compile(
    rf"\b(?:effective|operative|in force|in effect|remains? effective)(?: only)? (?:until|before){_ON}"
    rf"|\binoperative{_ON}",
    re.IGNORECASE,
)
"""Words before the day after the last one."""
_THROUGH = re.compile(
    rf"\b(?:effective|operative|in force|in effect|remains? effective)(?: only)? through{_ON}"
    r"|\b(?:expires?|expired|sunsets?|sunset date|expiration date|(?:shall|will) (?:expire|sunset))"
    rf"(?: at midnight)?{_ON}",
    re.IGNORECASE,
)
"""Words before the last day itself."""
_PAIR = re.compile(r",? (?:and )?(?:(?P<until>until|ending before)|to|through|thru|ending(?: on)?|[-–—]) ?")
"""Words between the first day and the last one, or (``until``) the day after the last one."""
_FROM = re.compile(
    r"\b(?:eff\.?|effective(?: dates?)?|operative(?: date)?|(?:takes?|took|taking) effect|in effect)"
    rf"{_ON}|\beffective dates?[.:] [^\[\]]{{0,60}}?\. ?$",
    re.IGNORECASE,
)
_REPEALED = re.compile(r"\brepealed\b(?! and (?:re|super))|\b(?:shall be|is) repealed\b", re.IGNORECASE)
_REPEALED_ON = re.compile(rf"\brepealed,?(?: effective| eff\.)?{_ON}", re.IGNORECASE)
_PART = re.compile(
    r"\b(?:sub(?:section|division|chapter|s?\.)s?|paragraphs?|clauses?|par\.) ?\S{0,12}", re.IGNORECASE
)
_OTHER_VERSION = re.compile(r"\b(?:see|versions?|texts?|provisions?)\b[^\[\]]{0,60}$", re.IGNORECASE)
_SELF = re.compile(
    r"(?:^|[.;\n]\s?|\) ?)(?:This|The provisions of this) (?:section|act|chapter|article|title|rule"
    r"|directive|part|order|policy)[ ,][^.;\n]{0,60}?\b(?:shall|will|is|was|takes?|took|becomes?|became"
    r"|expires?|expired|remains?|sunsets?)\b(?![^.;\n]{0,100}\bthe \w+ (?:effective|in effect))"
    r"[^.;\n]{0,100}$",
    re.IGNORECASE,
)
"""A sentence about the provision that contains it."""
_HISTORY = re.compile(
    r"\b(?:L\. ?\d{4}|P\.L\. ?\d{4}|Pub\. L\.|Acts,? \d{4}|Stats?\.,? \d{4}|Laws,? \d{4})"
    r"|(?:^|[;,.\[(\n:] ?|\bas )(?:added|amended|enacted|adopted|renumbered|repealed|history|source"
    r"|credits)\b"
    r"|\beff\.? ?$|\bto be effective ?$",
    re.IGNORECASE,
)
_STARTS_LINE = re.compile(
    r"(?:^|\n|[.\])] ?)(?:effective(?: dates?)?|operative(?: date)?|expir(?:es|ed|ation date)"
    r"|sunset(?: date)?|repealed(?:,? effective)?|in effect)\b[^\n.;]{0,40}$",
    re.IGNORECASE,
)
_BEGINS_BRACKET = re.compile(r"\W?(?:effective|repealed|expire|operative|in effect)", re.IGNORECASE)
_ENDS_LINE = re.compile(rf"(?:{_PAIR.pattern}.{{6,20}}?\d{{4}})?[.;]?\s*(?:$|\n|[\])])")
_CLAUSE = re.compile(r"[;\[(\n]|\.\s+(?=[A-Z][a-z]{2,})")


class _DatedBound(NamedTuple):
    """A first or last day that a date gives.

    The lowest ``rank`` prevails: 0 for a bracket, 1 for a sentence, 2 for the history.
    """

    rank: int
    first: date | None
    last: date | None


def read(text: str) -> Window:
    """Return the window in which the provision with this text is in force, as far as the text tells.

    Any thread; never raises; linear time.
    """
    bounds = list(_dated_bounds(text)) if _WINDOW_WORDS.search(text) else []
    first, first_rank = _latest((each.rank, each.first) for each in bounds)
    last, last_rank = _latest((each.rank, each.last) for each in bounds)
    if first and last and last < first:
        if first_rank == last_rank:
            return ALWAYS
        first, last = (None, last) if last_rank < first_rank else (first, None)
    return Window(first, last)


def _latest(found: Iterator[tuple[int, date | None]]) -> tuple[date | None, int]:
    """Return the latest day of the lowest rank, and the rank: a history ends with the last change."""
    days = [(rank, day) for rank, day in found if day is not None]
    if not days:
        return None, -1
    rank = min(rank for rank, _ in days)
    return max(day for own, day in days if own == rank), rank


def _dated_bounds(text: str) -> Iterator[_DatedBound]:
    above: tuple[int, int] | None = None
    for day, start, end in dates_in(text):
        pair = _PAIR.fullmatch(text, above[0], start) if above else None
        if above and pair:
            yield _DatedBound(above[1], None, _before(day) if pair.group("until") else day)
            above = None
            continue
        before = text[max(0, start - _BACK) : start]
        rank = _rank(before, text, end)
        found = None if rank is None else _bound_of(before, day, rank)
        above = (end, found.rank) if found and found.first else None
        if found:
            yield found


def _rank(before: str, text: str, end: int) -> int | None:
    """Return the rank of a date by its introduction; None for a date that is not the provision's own."""
    opening = max(before.rfind("["), before.rfind("("))
    inside = before[opening + 1 :]
    if opening >= 0 and not ("]" in inside or ")" in inside) and _BEGINS_BRACKET.match(inside):
        return None if _OTHER_VERSION.search(inside) else 0
    if _SELF.search(before):
        return 1
    if _HISTORY.search(before[before.rfind("\n") + 1 :]):
        return _HISTORY_RANK
    return 1 if _STARTS_LINE.search(before) and _ENDS_LINE.match(text, end) else None


def _bound_of(before: str, day: date, rank: int) -> _DatedBound | None:
    """Return the first or last day that the words before a date make of it; None for neither."""
    tail = before[-90:]
    clause = before[max((m.end() for m in _CLAUSE.finditer(before)), default=0) :]
    repealed = _REPEALED.search(clause) is not None
    if repealed and rank == _HISTORY_RANK and _PART.search(clause):
        return None
    if _UNTIL.search(tail):
        return _DatedBound(rank, None, _before(day))
    if _THROUGH.search(tail):
        return _DatedBound(rank, None, day)
    if _REPEALED_ON.search(tail) or (repealed and _FROM.search(tail)):
        return _DatedBound(min(rank, 1), None, _before(day))
    return _DatedBound(rank, day, None) if _FROM.search(tail) else None


def _before(day: date) -> date:
    return day - _DAY if day > date.min else day


# --- between versions ------------------------------------------------------------------------------


def settled(windows: Sequence[Window]) -> list[Window]:
    """Complete the windows of one provision's versions.

    A window without an end ends the day before the next one begins. Stated overlaps stay, and a window
    without a beginning ends no other. O(n log n).
    """
    begins = sorted({window.first for window in windows if window.first is not None})
    return [_with_end(window, begins) for window in windows]


def _with_end(window: Window, begins: Sequence[date]) -> Window:
    if window.first is None or window.last is not None:
        return window
    after = bisect_right(begins, window.first)
    return Window(window.first, begins[after] - _DAY) if after < len(begins) else window
