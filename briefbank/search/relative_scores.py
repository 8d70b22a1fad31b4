"""The scores of one list relative to its best: 1 is "as good as it gets here", 0 "nothing in common"."""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.search.dependencies import Scored


def relative(scored: Scored) -> dict[int, float]:
    """Return the relative scores of a list that comes best first. Negative scores count as 0."""
    best = scored[0][1] if scored else 0.0
    if best <= 0:
        return dict.fromkeys((passage_id for passage_id, _ in scored), 0.0)
    return {passage_id: score / best if score > 0 else 0.0 for passage_id, score in scored}


def average(lists: Sequence[Scored]) -> Scored:
    """Return one list out of several: the mean of the relative scores, best first."""
    if len(lists) == 1:
        return lists[0]
    total: dict[int, float] = {}
    for scored in lists:
        for passage_id, score in relative(scored).items():
            total[passage_id] = total.get(passage_id, 0.0) + score / len(lists)
    return sorted(total.items(), key=lambda item: (-item[1], item[0]))
