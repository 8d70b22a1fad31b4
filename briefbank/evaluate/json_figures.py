"""Figures of a run and of a comparison, as the command line's JSON documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from briefbank.evaluate import metrics
from briefbank.evaluate.run import ChannelResult, Run
from briefbank.evaluate.saved_runs import SavedRun, compare
from briefbank.evaluate.significance import MeanDifference, intervals, paired

Json = dict[str, Any]

PLACES = 4


def of_run(run: Run, shown: Sequence[str]) -> Json:
    """Return all figures of a run, those of the ``shown`` channels one by one.

    ``metrics`` are those of the fused search, and ``by_class`` its figures for each class of queries. An
    interval is ``[low, high]``, of 95 %. ``drawn_days`` counts the documents that got a filing date by their
    id. ``ablations`` is present when they were made: a part's contribution is the difference made by its
    absence, with the sign reversed.
    """
    shown = list(dict.fromkeys(shown))
    document = {
        "documents": run.documents,
        "queries": len(run.fused.queries),
        "metrics": _means(run.fused.values),
        "latency_ms": _percentiles(run.times_ms),
        "by_channel": {name: _means(run.by_channel[name].values) for name in shown},
        "intervals": _intervals(run.fused.values),
        "intervals_by_channel": {name: _intervals(run.by_channel[name].values) for name in shown},
        "by_class": _by_class(run.fused),
        "without": list(run.without),
        "order": run.order.value,
        "drawn_days": run.drawn_days,
        **asdict(run.parts),
    }
    return document | ({"ablations": _ablations(run)} if run.ablations else {})


def of_comparison(first: SavedRun, second: SavedRun) -> Json:
    """Return the differences between two saved runs. Raises SavedRunError when they cannot be compared."""
    return {
        "data_set": second.data_set,
        "queries": len(second.queries),
        "without": [list(first.without), list(second.without)],
        "order": [first.order.value, second.order.value],
        "encoder": [first.parts.encoder, second.parts.encoder],
        "reranker": [first.parts.reranker, second.parts.reranker],
        "thesaurus": [dict(first.parts.thesaurus), dict(second.parts.thesaurus)],
        "differences": {name: _differences(found) for name, found in compare(first, second).items()},
    }


def _by_class(measured: ChannelResult) -> Json:
    """Return the figures by query class, the largest class first."""
    classes = np.array(measured.classes, dtype=np.str_)
    names, counts = np.unique(classes, return_counts=True)
    order = sorted(zip(names.tolist(), counts.tolist(), strict=True), key=lambda item: (-item[1], item[0]))
    return {
        name: {
            "queries": count,
            "metrics": _means(measured.values[classes == name]),
            "intervals": _intervals(measured.values[classes == name]),
        }
        for name, count in order
    }


def _ablations(run: Run) -> Json:
    """Return the figures of each search without one part, and their differences from the fused one."""
    if not run.fused.queries:
        return {}
    return {
        name: {
            "metrics": _means(measured.values),
            "differences": _differences(
                dict(zip(metrics.NAMES, paired(run.fused.values, measured.values), strict=True))
            ),
        }
        for name, measured in run.ablations.items()
    }


def _differences(found: Mapping[str, MeanDifference]) -> Json:
    return {
        name: {
            "difference": round(each.mean, PLACES),
            "interval": [round(each.low, PLACES), round(each.high, PLACES)],
            "p": round(each.p, PLACES),
        }
        for name, each in found.items()
    }


def _means(values: NDArray[np.float64]) -> dict[str, float]:
    return _rounded(metrics.means(values))


def _intervals(values: NDArray[np.float64]) -> dict[str, list[float]]:
    return {
        name: [round(float(low), PLACES), round(float(high), PLACES)]
        for name, (low, high) in zip(metrics.NAMES, intervals(values), strict=True)
    }


def _percentiles(times: Sequence[float]) -> dict[str, float]:
    if not times:
        return {"p50": 0.0, "p95": 0.0}
    middle, high = np.percentile(times, [50, 95])
    return {"p50": round(float(middle), 2), "p95": round(float(high), 2)}


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, PLACES) for name, value in values.items()}
