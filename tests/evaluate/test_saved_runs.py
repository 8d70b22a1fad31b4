"""Tests of saving evaluation runs and comparing them query by query."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from briefbank.domain.searches import Order
from briefbank.evaluate import metrics, runs
from briefbank.evaluate.data_sets import PartNames
from briefbank.evaluate.runs import FUSED, ChannelResult, Run, SavedRunError
from tests.support.command import run as command

QUERIES = tuple(f"q{n}" for n in range(6))
COUNT = len(metrics.NAMES)


PARTS = PartNames("minilm@1234", "compare", {"built_in": 400, "own": 2})


def run_with(
    values: Sequence[float],
    *,
    fingerprint: str = "f",
    channels: tuple[str, ...] = (FUSED,),
    order: Order = Order.BEST,
) -> Run:
    table = np.broadcast_to(np.asarray(values, np.float64)[:, None], (len(values), COUNT))
    queries = QUERIES[: len(values)]
    measured = ChannelResult(queries, table, ("topic",) * len(values))
    by_channel = dict.fromkeys(channels, measured)
    return Run("set", 10, fingerprint, (), PARTS, order, 0, (1.0,), by_channel, {})


def save(path: Path, run: Run) -> Path:
    runs.write(path, run)
    return path


def test_a_run_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    run = run_with([0.1, 1 / 3, 0, 1], channels=(FUSED, "words"))
    again = runs.read(save(tmp_path / "run.json", run))
    assert (again.data_set, again.fingerprint, again.queries) == ("set", "f", QUERIES[:4])
    assert list(again.values) == [FUSED, "words"]
    np.testing.assert_array_equal(again.values["words"], run.fused.values)


def test_a_measure_that_a_query_lacks_is_kept_as_null_and_left_out_of_the_comparison(tmp_path: Path) -> None:
    """Two queries have a difference of 1/2 each; of the third one run has nothing."""
    first = save(tmp_path / "a.json", run_with([0.0, 0.0, math.nan]))
    second = save(tmp_path / "b.json", run_with([0.5, 0.5, 1.0]))
    assert "NaN" not in first.read_text()
    compared = runs.of_comparison(runs.read(first), runs.read(second))
    result = compared["differences"][FUSED]["precision"]
    assert result["difference"] == 0.5 and result["p"] == pytest.approx(0.5, abs=0.03)


def test_two_runs_are_compared_by_the_channels_that_both_have(tmp_path: Path) -> None:
    first = save(tmp_path / "a.json", run_with([0.0, 0.5, 0.5, 0.0, 1.0, 0.25], channels=(FUSED, "words")))
    second = save(tmp_path / "b.json", run_with([0.5, 1.0, 1.0, 0.5, 1.0, 0.75], channels=(FUSED, "meaning")))
    compared = runs.of_comparison(runs.read(first), runs.read(second))
    assert list(compared["differences"]) == [FUSED]
    assert list(compared["differences"][FUSED]) == list(metrics.NAMES)
    result = compared["differences"][FUSED]["recall@5"]
    assert result["difference"] == pytest.approx(2.5 / 6, abs=1e-4)
    assert result["p"] == pytest.approx(2 / 2**5, abs=0.01)
    assert result["interval"][0] > 0


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (run_with([1, 0]), run_with([1, 0, 1]), "did not ask the same queries: 2 of set and 3 of set"),
        (run_with([1, 0]), run_with([1, 0], fingerprint="g"), "same --limit"),
        (run_with([]), run_with([]), "asked no query"),
    ],
)
def test_runs_over_other_queries_or_none_are_not_compared(
    tmp_path: Path, first: Run, second: Run, expected: str
) -> None:
    kept = [runs.read(save(tmp_path / f"{n}.json", run)) for n, run in enumerate((first, second))]
    with pytest.raises(SavedRunError, match=expected):
        runs.compare(kept[0], kept[1])


def _without(key: str) -> str:
    document = {"version": 1, "data_set": "s", "fingerprint": "f", "without": [], "classes": {"q": "topic"}}
    document |= {"measures": list(metrics.NAMES), "channels": {FUSED: {"q": [0.0] * COUNT}}}
    del document[key]
    return json.dumps(document)


def _with(**values: object) -> str:
    document = json.loads(_without("data_set")) | {"data_set": "s", **values}
    return json.dumps(document)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "7",
        '{"version": 2}',
        "\udcff",
        _without("channels"),
        _without("measures"),
        _without("classes"),
        _with(order="oldest"),
        _with(measures=["recall@1"]),
        _with(measures=["recall@1"] * COUNT),
    ],
)
def test_a_file_that_is_no_saved_run_is_refused_by_name(tmp_path: Path, content: str) -> None:
    path = tmp_path / "figures.json"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(SavedRunError, match=r"figures\.json is not a saved run"):
        runs.read(path)


def test_a_file_that_cannot_be_written_is_reported_before_measuring_and_when_writing(tmp_path: Path) -> None:
    for path in (tmp_path / "none" / "run.json", tmp_path):
        with pytest.raises(SavedRunError, match="could not be written"):
            runs.require_place(path)
        with pytest.raises(SavedRunError, match="could not be written"):
            runs.write(path, run_with([1.0]))
    runs.require_place(tmp_path / "run.json")


def test_the_command_line_compares_kept_runs_and_says_what_it_cannot_compare(tmp_path: Path) -> None:
    first = save(tmp_path / "a.json", run_with([0.0, 0.5, 0.5]))
    second = save(tmp_path / "b.json", run_with([0.5, 1.0, 1.0]))
    command_result = command(tmp_path, "evaluate", "--compare", str(first), str(second))
    assert command_result.status == 0
    assert json.loads(command_result.output)["differences"][FUSED]["mrr@10"]["difference"] == 0.5
    result = command(tmp_path, "evaluate", "--compare", str(first), str(second), as_json=False)
    assert result.status == 0 and "+0.5000" in result.output and "3 queries of set" in result.output
    assert "Second run: minilm@1234, reranker compare." in " ".join(result.output.split())
    missing = command(tmp_path, "evaluate", "--compare", str(first), str(tmp_path / "c.json"))
    assert missing.status == 2 and "c.json" in missing.errors
    nothing = command(tmp_path, "evaluate")
    assert nothing.status == 2 and "Name a data set" in nothing.errors
