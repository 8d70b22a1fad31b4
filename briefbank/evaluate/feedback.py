"""Evaluates search by an office's own feedback: precision and recall on its library, over time.

Every search with feedback (thumbs up or down) is repeated, as it would be answered today, in three ways:

- *without* anything learned;
- learned *from other searches* only, as if the search had received no feedback itself: what a new search on
  the same subject gains;
- *as searched*, with its own feedback included. The measure uses the same feedback, so this is too
  favourable; it shows that feedback has the effect that people were promised.

People judge only what they see, so their opinion of the rest is unknown. Precision at k is therefore the
share of thumbs up among those of the first k results that have a thumb. Recall is the share of the passages
with thumbs up that are close, or among the first ten. All figures are means over searches. Time
is the month in which thumbs were given.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from briefbank.domain.searches import Feedback, Verdict
from briefbank.jobs import Reporter
from briefbank.text.messages import Message

FEW = 5
"""The number of marks below which the figures mean nothing."""
PRECISION_AT = (5, 10)
RECALL_AT = 10

Rankings = Mapping[str, Sequence[int]]
"""The close passages of each search by id, best first."""
Figures = dict[str, float | None]
"""Figures by name, 0 to 1; None where no search has what is measured."""


class RankPassages(Protocol):
    """Repeats a search as it is answered today."""

    def __call__(self, query: str, *, learn: bool, ignoring: Collection[str]) -> Sequence[int]:
        """Return the close passages by id, best first; empty for a text that is no valid query.

        ``learn`` includes the feedback, except that of the searches ``ignoring``.
        """


@dataclass(frozen=True, slots=True)
class FeedbackMode:
    """One way of repeating every search."""

    learn: bool
    own_marks: bool


WAYS = {
    "without_learning": FeedbackMode(learn=False, own_marks=False),
    "from_other_searches": FeedbackMode(learn=True, own_marks=False),
    "as_searched": FeedbackMode(learn=True, own_marks=True),
}


def evaluate(marks: Sequence[Feedback], rank: RankPassages, reporter: Reporter) -> dict[str, Any]:
    """Return the command line's JSON document. Marks on passages that are not in the library are only
    counted.

    Runs three searches for each search with marks. Raises Cancelled.
    """
    present = [mark for mark in marks if mark.passage_id]
    rankings = _rankings(list(dict.fromkeys(mark.query for mark in present)), rank, reporter)
    months = sorted({_month(mark) for mark in present})
    return {
        "not_here": len(marks) - len(present),
        "enough": len(present) >= FEW,
        "note": _note(len(present)),
        **_measured(present, rankings),
        "by_month": [
            {"month": month, **_measured([mark for mark in present if _month(mark) == month], rankings)}
            for month in months
        ],
    }


def figures(marks: Sequence[Feedback], rankings: Rankings) -> Figures:
    """Return precision and recall of rankings by the marks on them."""
    verdicts_by_query: dict[str, dict[int, Verdict]] = {}
    for mark in marks:
        verdicts_by_query.setdefault(mark.query, {})[mark.passage_id] = mark.verdict
    judged = [(rankings[query], verdicts) for query, verdicts in verdicts_by_query.items()]
    values: Figures = {
        f"precision@{k}": _mean([_precision(ranked[:k], verdicts) for ranked, verdicts in judged])
        for k in PRECISION_AT
    }
    values["recall"] = _mean([_recall(ranked, verdicts) for ranked, verdicts in judged])
    values[f"recall@{RECALL_AT}"] = _mean(
        [_recall(ranked[:RECALL_AT], verdicts) for ranked, verdicts in judged]
    )
    return values


def _rankings(queries: Sequence[str], rank: RankPassages, reporter: Reporter) -> dict[str, Rankings]:
    """Return the rankings by the name of the way of searching."""
    rankings: dict[str, dict[str, Sequence[int]]] = {name: {} for name in WAYS}
    for done, query in enumerate(queries, start=1):
        reporter.check()
        reporter.progress(Message("Asking again what was marked"), done, len(queries))
        for name, way in WAYS.items():
            ignoring = () if way.own_marks else (query,)
            rankings[name][query] = rank(query, learn=way.learn, ignoring=ignoring)
    return dict(rankings)


def _measured(marks: Sequence[Feedback], rankings: Mapping[str, Rankings]) -> dict[str, Any]:
    return {
        "marks": len(marks),
        "up": sum(mark.verdict is Verdict.UP for mark in marks),
        "queries": len({mark.query for mark in marks}),
        **{name: _rounded(figures(marks, rankings[name])) for name in WAYS},
    }


def _precision(shown: Sequence[int], verdicts: Mapping[int, Verdict]) -> float | None:
    judged = [verdicts[passage_id] is Verdict.UP for passage_id in shown if passage_id in verdicts]
    return sum(judged) / len(judged) if judged else None


def _recall(shown: Collection[int], verdicts: Mapping[int, Verdict]) -> float | None:
    helpful = [passage_id for passage_id, verdict in verdicts.items() if verdict is Verdict.UP]
    return sum(passage_id in shown for passage_id in helpful) / len(helpful) if helpful else None


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def _rounded(values: Figures) -> Figures:
    return {name: value if value is None else round(value, 4) for name, value in values.items()}


def _month(mark: Feedback) -> str:
    return f"{mark.given_at:%Y-%m}"


def _note(number: int) -> str:
    if not number:
        return "Nothing was marked yet that is in this library. Mark results with a thumb while you search."
    if number < FEW:
        marks = "1 mark is" if number == 1 else f"{number} marks are"
        return f"Only {marks} there, too few to mean anything. Look again when there are more."
    return ""
