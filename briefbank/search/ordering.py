"""The order of results: by date or by relevance, then with feedback, which says what moved and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from briefbank.domain.passages import Role
from briefbank.domain.searches import Order
from briefbank.search import feedback
from briefbank.search.candidate import Found
from briefbank.search.feedback import Adjustment

_NARRATIVE = frozenset({Role.FACTS, Role.PROCEDURE})


@dataclass(frozen=True, slots=True)
class OrderedResults:
    """Results in their order, with the reason for each passage on which feedback counts."""

    found: tuple[Found, ...]
    reasons: Mapping[int, str]


def arranged(found: Sequence[Found], order: Order) -> list[Found]:
    """Sort the passages as they are shown, newest or best first.

    Documents without a filing date come last in newest order. Ties in date or relevance are broken by the
    other, then by document and place in it, so that the same search shows the same list.
    """
    return sorted(found, key=_newest_first if order is Order.NEWEST else _best_first)


def by_relevance(found: Sequence[Found]) -> list[Found]:
    """Sort the passages by relevance alone, equal ones by document and place in it."""
    return sorted(found, key=lambda item: (-item.candidate.relevance, item.document.id, item.passage.ordinal))


def arguments_first(found: Sequence[Found]) -> list[Found]:
    """Return the same passages, in which those of a document's facts and procedural history stand after its
    others, at the places that the document has in the list: its argument is what is looked for."""
    narrative: dict[int, list[Found]] = {}
    argument: dict[int, list[Found]] = {}
    for item in found:
        part = narrative if item.passage.role in _NARRATIVE and not item.asked_for else argument
        part.setdefault(item.document.id, []).append(item)
    order = {id_: iter([*argument.get(id_, ()), *items]) for id_, items in narrative.items()}
    return [next(order[item.document.id]) if item.document.id in order else item for item in found]


def with_feedback(found: Sequence[Found], nudges: Mapping[int, Adjustment], order: Order) -> OrderedResults:
    """Return the same results in their order with feedback; without any on them, as they are."""
    before = [item.passage.id for item in found]
    counted = {passage_id: nudges[passage_id] for passage_id in before if passage_id in nudges}
    if not counted:
        return OrderedResults(tuple(found), {})
    if order is Order.NEWEST:
        after = feedback.newest_first(before, counted)
    else:
        after = feedback.best_first([(item.passage.id, _weight(item)) for item in found], counted)
    moved = feedback.moves(before, after)
    by_id = {item.passage.id: item for item in found}
    reasons = {passage_id: nudge.text(moved.get(passage_id, 0)) for passage_id, nudge in counted.items()}
    return OrderedResults(tuple(by_id[passage_id] for passage_id in after), reasons)


def _weight(found: Found) -> float:
    """Return the sort key of the best match: relevance times the factors of date and kind."""
    return found.candidate.relevance * found.recency * found.authority


def _newest_first(found: Found) -> tuple[float | int, ...]:
    filed = found.document.filed or date.min
    return (
        not found.asked_for,
        -filed.toordinal(),
        -found.candidate.relevance,
        found.document.id,
        found.passage.ordinal,
    )


def _best_first(found: Found) -> tuple[float | int, ...]:
    filed = found.document.filed or date.min
    return (
        not found.asked_for,
        -_weight(found),
        -filed.toordinal(),
        found.document.id,
        found.passage.ordinal,
    )
