"""Saves the measures of each query of a run, and compares two saved runs.

A saved run is one JSON file: the measures of every query, by channel, under the queries' names; null where a
query has none. It does not hold texts. Two runs can be compared when they asked the same queries under the
same judgements, by the measures that both have.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.searches import Order
from briefbank.errors import BriefBankError
from briefbank.evaluate import metrics
from briefbank.evaluate.collection import PartNames
from briefbank.evaluate.run import Run
from briefbank.evaluate.significance import MeanDifference, paired

VERSION = 1


class SavedRunError(BriefBankError):
    """Raised when a saved run cannot be written, read or compared."""

    default_title = "This is not a saved run."
    default_remedy = "Make one with: briefbank evaluate DATASET_DIR --save FILE"


@dataclass(frozen=True, slots=True)
class SavedRun:
    """A saved run. ``values`` are the measures by channel, with the shape (queries, len(measures))."""

    data_set: str
    fingerprint: str
    without: tuple[str, ...]
    parts: PartNames
    """What it searched with; without names in runs that were saved before these were."""
    order: Order
    """The order of its results."""
    measures: tuple[str, ...]
    queries: tuple[str, ...]
    values: dict[str, NDArray[np.float64]]


def require_place(path: Path) -> None:
    """Raise SavedRunError when there is no folder to write the file into."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise _not_written(path)


def write(path: Path, run: Run) -> None:
    """Write a run to a file. Raises SavedRunError when the file cannot be written."""
    document = {
        "version": VERSION,
        "data_set": run.name,
        "fingerprint": run.fingerprint,
        "without": list(run.without),
        "parts": asdict(run.parts),
        "order": run.order.value,
        "measures": list(metrics.NAMES),
        "classes": dict(zip(run.fused.queries, run.fused.classes, strict=True)),
        "channels": {
            name: dict(zip(measured.queries, _with_nulls(measured.values), strict=True))
            for name, measured in run.by_channel.items()
        },
    }
    try:
        path.write_text(json.dumps(document) + "\n", encoding="utf-8")
    except OSError as error:
        raise _not_written(path, error.strerror or "") from error


def _with_nulls(values: NDArray[np.float64]) -> list[list[float | None]]:
    return [[None if math.isnan(value) else value for value in row] for row in values.tolist()]


def _not_written(path: Path, detail: str = "") -> SavedRunError:
    remedy = "Name a file in a folder that exists and that you may write to."
    return SavedRunError(f"{path.name} could not be written.", remedy, detail=detail)


def read(path: Path) -> SavedRun:
    """Read a saved run. Raises SavedRunError for a file that is missing or is no saved run of this
    version."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SavedRunError(
            f"{path.name} could not be opened.", "Check the file's name.", detail=error.strerror or ""
        ) from error
    except ValueError as error:
        raise SavedRunError(f"{path.name} is not a saved run.") from error
    try:
        return _saved(document)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SavedRunError(f"{path.name} is not a saved run.", detail=type(error).__name__) from error


def _saved(document: Any) -> SavedRun:
    """Return the parsed run. Raises KeyError, TypeError, ValueError or AttributeError for anything else."""
    measures, queries = tuple(map(str, document["measures"])), tuple(document["classes"])
    if document["version"] != VERSION or len(set(measures)) < len(measures):
        raise ValueError("other version, or a measure twice")
    return SavedRun(
        data_set=str(document["data_set"]),
        fingerprint=str(document["fingerprint"]),
        without=tuple(map(str, document["without"])),
        parts=_part_names(document["parts"]),
        order=Order(document["order"]),
        measures=measures,
        queries=queries,
        values={name: _table(by_query, queries, measures) for name, by_query in document["channels"].items()},
    )


def _part_names(document: Any) -> PartNames:
    encoder, reranker = document.get("encoder"), document.get("reranker")
    groups = {str(name): int(number) for name, number in document.get("thesaurus", {}).items()}
    return PartNames(encoder and str(encoder), reranker and str(reranker), groups)


def _table(
    by_query: dict[str, list[float | None]], queries: tuple[str, ...], measures: tuple[str, ...]
) -> NDArray[np.float64]:
    return np.array([by_query[query] for query in queries], np.float64).reshape(len(queries), len(measures))


def compare(first: SavedRun, second: SavedRun) -> dict[str, dict[str, MeanDifference]]:
    """Return second less first, for every channel and by name every measure that both have.

    Raises SavedRunError when the runs did not ask the same queries, or asked none.
    """
    if first.fingerprint != second.fingerprint or first.queries != second.queries:
        raise SavedRunError(
            "These two runs did not ask the same queries: "
            f"{len(first.queries)} of {first.data_set} and {len(second.queries)} of {second.data_set}.",
            "Save both over the same data set, with the same --limit.",
        )
    if not first.queries:
        raise SavedRunError("These runs asked no query.", "Save runs over a data set with judged queries.")
    measures = [name for name in first.measures if name in second.measures]
    shared = [channel for channel in first.values if channel in second.values]
    return {channel: _differences(first, second, channel, measures) for channel in shared}


def _differences(
    first: SavedRun, second: SavedRun, channel: str, measures: Sequence[str]
) -> dict[str, MeanDifference]:
    ours, theirs = (
        run.values[channel][:, [run.measures.index(name) for name in measures]] for run in (first, second)
    )
    return dict(zip(measures, paired(ours, theirs), strict=True))
