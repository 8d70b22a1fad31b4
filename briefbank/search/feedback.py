"""What thumbs of earlier searches change in the ranking of this one. Values in, values out.

A thumb was given in one search on one passage. In a search that is like it (``likeness``) the passage's
relevance is multiplied by 1 plus an amount of at most ``MOST``, up or down:

- A mark of this very search stands alone and counts in full. A person's word on this question needs no
  inference from others.
- Marks of other searches add up, but their sum levels off, and it never exceeds the likeness of the nearest
  of them. A hundred marks from searches that are hardly like this one still change hardly anything.
- Thumbs up and thumbs down are summed apart, so that another thumb up never does harm.

*Why in proportion to relevance.* Adding the same amount to every passage would lift what has nothing to do
with the question furthest, seen from where it stands. In proportion, thumbs up lift a passage only over such
as are less than (1 + MOST) times as relevant, whatever is done.

*Why a bound on places too.* Where many passages are about equally relevant, a small amount is many places:
fifty thumbs down, or thumbs up on everything else, could bury a good passage. So no passage stands more than
PLACES lower than it would without any mark. ``python -m tests.search.simulated_users`` (users with known
preferences, new searches on the topics that they marked): the preferred share of the first five rises from
0.41 to 0.72 with 0.15 and 5, and to no more without the bound; the best passage of a search could be brought
down by 13 places without it. Twice the amount would bring 0.86, and let passages overtake that are clearly
more to the point.

*Never out.* Whether a passage is in the relevant set is decided with ``for_cut``, which knows thumbs up
only, against the best passage's relevance before any thumb. So thumbs down on it, and thumbs up on others,
change a passage's place and never take it out of the set. Marks do not fade with time: what was said stays
until it is taken back.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from briefbank.models import Verdict
from briefbank.search.pieces import shortened

MOST = 0.15
"""The largest share of its relevance that a passage can gain or lose."""
LEAST = 0.001
"""Smaller amounts are left out: nothing moves by them, and no reason should be shown."""
PLACES = 5
"""No passage stands more places lower than it would without any mark."""
SHOWN_LETTERS = 60
"""Of an earlier search, where it is named as a reason."""


@dataclass(frozen=True, slots=True)
class Learned:
    """One mark that counts in this search."""

    query: str
    verdict: Verdict
    likeness: float
    """Of its search and this one, above 0, at most 1."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """What all marks on one passage come to."""

    amount: float
    """From -MOST to MOST, never 0."""
    marks: tuple[Learned, ...]
    """Those that count, the likest search first."""

    def text(self, places: int = 0) -> str:
        """Why, for a person, as in "Up 2: you marked this for “pretext stop”".

        ``places``: how far the passage moved up (negative: down). Where others moved further and it moved
        against its marks, only the marks are named.
        """
        wanted = Verdict.UP if self.amount > 0 else Verdict.DOWN
        named = [mark for mark in self.marks if mark.verdict is wanted]
        helpful = "this" if wanted is Verdict.UP else "this as not helpful"
        query = shortened(named[0].query, SHOWN_LETTERS)
        said = f"ou marked {helpful} for “{query}”{_others(len(named) - 1)}"
        if places * self.amount <= 0:
            return f"Y{said}"
        return f"{'Up' if places > 0 else 'Down'} {abs(places)}: y{said}"


def nudges(
    likenesses: Mapping[str, float], marks: Iterable[tuple[str, int, Verdict]], own: str
) -> dict[int, Nudge]:
    """What to change, by passage id.

    ``likenesses``: how alike earlier searches are to this one (0 to 1; those left out are not alike).
    ``marks``: search, passage and thumb; ``own``: this search as marks name it.
    """
    given: dict[int, dict[str, Learned]] = {}
    for query, passage_id, verdict in marks:
        likeness = 1.0 if query == own else min(1.0, likenesses.get(query, 0.0))
        if likeness > 0:
            given.setdefault(passage_id, {})[query] = Learned(query, verdict, likeness)
    found = {passage_id: _nudge(list(learned.values()), own) for passage_id, learned in given.items()}
    return {passage_id: nudge for passage_id, nudge in found.items() if abs(nudge.amount) >= LEAST}


def for_cut(relevance: float, nudge: Nudge | None) -> float:
    """A passage's relevance for deciding whether it is in the relevant set: never less than without marks.

    To be compared with the best passage's relevance as it is without any mark.
    """
    return relevance * (1.0 + max(0.0, nudge.amount)) if nudge else relevance


def best_first(scored: Sequence[tuple[int, float]], nudges: Mapping[int, Nudge]) -> list[int]:
    """The passages of a relevant set in their order with marks.

    ``scored``: passage ids with their relevance without marks (0 to 1), best first.
    """
    wanted = sorted(scored, key=lambda each: -each[1] * (1.0 + _amount(nudges, each[0])))
    return _held([passage_id for passage_id, _ in scored], [passage_id for passage_id, _ in wanted])


def newest_first(ordered: Sequence[int], nudges: Mapping[int, Nudge]) -> list[int]:
    """The same for passages that are ordered by date: one with marks moves by up to PLACES, either way."""

    def place(at: int) -> tuple[float, float]:
        amount = _amount(nudges, ordered[at])
        return at - round(PLACES * amount / MOST), -amount

    return _held(ordered, [ordered[at] for at in sorted(range(len(ordered)), key=place)])


def moves(before: Sequence[int], after: Sequence[int]) -> dict[int, int]:
    """By how many places each passage moved up (negative: down); only those that moved and are in both."""
    places = {passage_id: at for at, passage_id in enumerate(before)}
    moved = {
        passage_id: places[passage_id] - at for at, passage_id in enumerate(after) if passage_id in places
    }
    return {passage_id: up for passage_id, up in moved.items() if up}


def _held(before: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """The wanted order, but no passage more than PLACES lower than before.

    Place after place takes the passage that must not fall any further, or else the next one wanted. Only one
    can be at its limit at a time, so that each limit is kept.
    """
    placed: dict[int, None] = {}
    waiting = iter(wanted)
    for at in range(len(before)):
        limit = before[at - PLACES] if at >= PLACES else None
        if limit is None or limit in placed:
            limit = next(passage_id for passage_id in waiting if passage_id not in placed)
        placed[limit] = None
    return list(placed)


def _amount(nudges: Mapping[int, Nudge], passage_id: int) -> float:
    nudge = nudges.get(passage_id)
    return nudge.amount if nudge else 0.0


def _nudge(learned: Sequence[Learned], own: str) -> Nudge:
    counted = [mark for mark in learned if mark.query == own] or list(learned)
    marks = tuple(sorted(counted, key=lambda mark: (-mark.likeness, mark.query)))
    if marks[0].query == own:
        return Nudge(MOST if marks[0].verdict is Verdict.UP else -MOST, marks)
    return Nudge(MOST * (_together(marks, Verdict.UP) - _together(marks, Verdict.DOWN)), marks)


def _together(marks: Sequence[Learned], verdict: Verdict) -> float:
    """0 to the likeness of the nearest search: one mark counts for three quarters of it, three for all."""
    likenesses = [mark.likeness for mark in marks if mark.verdict is verdict]
    nearest = max(likenesses, default=0.0)
    return nearest * math.tanh(math.fsum(likenesses) / nearest) if nearest else 0.0


def _others(number: int) -> str:
    if not number:
        return ""
    return f" and {number} other search{'es' if number > 1 else ''}"
