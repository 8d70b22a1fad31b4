"""Applies feedback to the order of results, and says what moved and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from briefbank.domain.searches import Order
from briefbank.search import feedback, ranking
from briefbank.search.feedback import Adjustment
from briefbank.search.ranking import Found


@dataclass(frozen=True, slots=True)
class FeedbackOrder:
    """Results in their order, with the reason for each passage on which feedback counts."""

    found: tuple[Found, ...]
    reasons: Mapping[int, str]


def with_marks(found: Sequence[Found], nudges: Mapping[int, Adjustment], order: Order) -> FeedbackOrder:
    """Return the same results in their order with feedback; without any on them, as they are."""
    before = [item.passage.id for item in found]
    counted = {passage_id: nudges[passage_id] for passage_id in before if passage_id in nudges}
    if not counted:
        return FeedbackOrder(tuple(found), {})
    if order is Order.NEWEST:
        after = feedback.newest_first(before, counted)
    else:
        scored = [(item.passage.id, ranking.weight(item)) for item in found]
        after = feedback.best_first(scored, counted)
    moved = feedback.moves(before, after)
    by_id = {item.passage.id: item for item in found}
    reasons = {passage_id: nudge.text(moved.get(passage_id, 0)) for passage_id, nudge in counted.items()}
    return FeedbackOrder(tuple(by_id[passage_id] for passage_id in after), reasons)
