"""The rows of a list: results in two tiers, and the lines between them that fold others away.

Beneath the first passage of a brief stands a line that folds its further ones, where results are grouped by
brief. Above the less close results stands a line that says so. The tiers are grouped apart, and a text of law
is not grouped: each of its sections may be the one that is looked for.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice

from briefbank.domain.searches import SearchAnswer

FEW_BRIEFS = 5  # The number of close briefs below which the less close results are shown from the beginning

BriefKey = tuple[int, int]
"""A document and whether its less close passages are meant; 0 and the place of a result that stands alone."""


@dataclass(frozen=True, slots=True)
class Group:
    """The line beneath the first passage of a brief."""

    key: BriefKey
    first: int  # The place of the first passage in the answer, counted from 0
    more: int  # The number of further passages
    at_least: bool  # There may be more than these
    collapsed: bool


@dataclass(frozen=True, slots=True)
class TierLine:
    """The line above the less close results."""

    first: int  # The place of the first of them in the answer, counted from 0
    passages: int
    briefs: int  # The number of their briefs that have no close passage; each text of law counts as one
    collapsed: bool


Line = Group | TierLine
Row = Line | int  # A line, or a result's place in the answer, counted from 0


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of an answer."""

    rows: Sequence[Row]
    lines: dict[int, Line]
    """The line that folds each further passage and, while they are hidden, each less close one, by its
    place."""


def few_are_close(answer: SearchAnswer) -> bool:
    """Tell whether so few briefs are close that the less close results are worth seeing at once."""
    return len(_briefs(answer, 0, answer.total)) < FEW_BRIEFS


def arranged(
    answer: SearchAnswer, *, grouping: bool, unfolded: Collection[BriefKey], less_close_shown: bool
) -> Rows:
    """Return the rows of an answer. ``unfolded``: the groups whose further passages are shown."""
    if not grouping and not answer.less_close:
        return Rows(range(answer.total), {})
    lines: dict[int, Line] = {}
    rows = _of_tier(answer, 0, answer.total, grouping, unfolded, lines)
    if answer.less_close:
        new = _briefs(answer, answer.total, answer.listed) - _briefs(answer, 0, answer.total)
        line = TierLine(answer.total, answer.less_close, len(new), not less_close_shown)
        rows.append(line)
        if less_close_shown:
            rows += _of_tier(answer, answer.total, answer.listed, grouping, unfolded, lines)
        else:
            lines.update(dict.fromkeys(range(answer.total, answer.listed), line))
    return Rows(rows, lines)


def _of_tier(
    answer: SearchAnswer,
    start: int,
    end: int,
    grouping: bool,
    unfolded: Collection[BriefKey],
    lines: dict[int, Line],
) -> list[Row]:
    """Return the rows of the results from ``start`` to ``end``, and add the lines of further passages."""
    if not grouping:
        return list(range(start, end))
    places: dict[BriefKey, list[int]] = {}
    for index in range(start, end):
        document = answer.briefs[index] if index < len(answer.briefs) else 0
        places.setdefault((document, start >= answer.total) if document else (0, index), []).append(index)
    rows: list[Row] = []
    for key, (first, *others) in places.items():
        rows.append(first)
        if others:
            line = Group(key, first, len(others), answer.total_is_least, key not in unfolded)
            lines.update(dict.fromkeys(others, line))
            rows += [line] if line.collapsed else [line, *others]
    return rows


def _briefs(answer: SearchAnswer, start: int, end: int) -> set[BriefKey]:
    places = enumerate(islice(answer.briefs, start, end), start)
    return {(document, 0) if document else (0, index) for index, document in places}
