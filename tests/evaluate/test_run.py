"""A measurement end to end on a small set, through the real catalogue, word index and vector index."""

from __future__ import annotations

from pathlib import Path

import pytest

from briefbank.errors import Cancelled
from briefbank.evaluate import metrics
from briefbank.evaluate.run import evaluate
from briefbank.jobs import QuietReporter
from tests.evaluate import sets
from tests.evaluate.encoders import Buckets


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIEFBANK_MODELS", str(tmp_path / "models"))


def test_the_figures_have_the_shape_and_the_values_of_the_contract(tmp_path: Path) -> None:
    folder = sets.write(tmp_path / "set")
    figures = evaluate(
        folder, channels=("words", "meaning", "fused"), reporter=QuietReporter(), encoder=Buckets()
    )
    assert list(figures) == ["documents", "queries", "metrics", "latency_ms", "by_channel"]
    assert (figures["documents"], figures["queries"]) == (4, 3)
    assert list(figures["metrics"]) == list(metrics.NAMES)
    assert list(figures["by_channel"]) == ["words", "meaning", "fused"]
    assert figures["by_channel"]["fused"] == figures["metrics"]
    assert figures["metrics"]["recall@1"] == pytest.approx((1 + 1 / 2 + 0) / 3, abs=1e-4)
    assert 0 < figures["latency_ms"]["p50"] <= figures["latency_ms"]["p95"]


def test_a_second_run_encodes_no_document_again_and_a_limit_takes_the_first_queries(tmp_path: Path) -> None:
    folder = sets.write(tmp_path / "set")
    inner = Buckets()
    evaluate(folder, reporter=QuietReporter(), encoder=inner)
    encoded = inner.passages
    figures = evaluate(folder, limit=1, reporter=QuietReporter(), encoder=inner)
    assert inner.passages == encoded == 4
    assert figures["queries"] == 1
    assert figures["metrics"]["recall@1"] == 1.0


def test_the_cut_of_the_relevant_set_does_not_shorten_the_measured_ranking(tmp_path: Path) -> None:
    rows = [{"_id": f"d{n}", "text": f"warrant {'clause ' * n}number{n}"} for n in range(60)]
    judgements = [f"q1\td{n}\t1" for n in range(60)]
    queries = [{"_id": "q1", "text": "warrant"}]
    folder = sets.write(tmp_path / "set", rows, queries, judgements)
    figures = evaluate(folder, reporter=QuietReporter(), encoder=Buckets())
    assert figures["metrics"]["recall@40"] == pytest.approx(40 / 60, abs=1e-3)
    assert figures["metrics"]["map@100"] == 1.0


def test_an_unknown_channel_is_refused_and_a_stop_is_obeyed(tmp_path: Path) -> None:
    folder = sets.write(tmp_path / "set")
    with pytest.raises(ValueError, match="unknown channels"):
        evaluate(folder, channels=("guess",), reporter=QuietReporter(), encoder=Buckets())
    reporter = QuietReporter()
    reporter.cancel()
    with pytest.raises(Cancelled):
        evaluate(folder, reporter=reporter, encoder=Buckets())
