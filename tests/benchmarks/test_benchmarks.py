"""Made libraries are whole, and the runner runs a measure and keeps its figures."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from briefbank.catalogue import passage_rows
from briefbank.catalogue.schema import open_catalogue
from briefbank.embedding.dense import DenseIndex
from briefbank.index.lexical import LexicalIndex
from briefbank.sandbox import guard
from tests.benchmarks import __main__ as runner
from tests.benchmarks.libraries import ClusteredVectors, altered, build
from tests.embedding.vectors import unit
from tests.stand_ins.encoders import Buckets


def test_a_made_library_is_whole_and_its_texts_differ(
    shared_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRIEFBANK_MODELS", str(tmp_path / "models"))
    paths = build(tmp_path / "library", 90, Buckets())
    with (
        closing(open_catalogue(paths.catalogue)) as catalogue,
        closing(LexicalIndex(paths.lexical)) as lexical,
        closing(DenseIndex(paths.dense, Buckets.name, Buckets.dimensions)) as dense,
    ):
        known = passage_rows.all_ids(catalogue, searchable_only=True)
        assert len(known) == 90 and lexical.ids() == dense.ids() == known and not catalogue.faults()
    texts = [f"The court held so in {1900 + at}. It was argued by Miller. So was {at}." for at in range(50)]
    assert len({altered(texts, number) for number in range(1000)}) > 950


def test_vectors_are_the_same_however_they_are_requested_and_begin_with_the_real_ones() -> None:
    real, block = unit(300, dimensions=32), ClusteredVectors.BLOCK
    whole = ClusteredVectors(real).rows(0, 3 * block)
    assert np.array_equal(whole[:300], real)
    assert np.array_equal(
        ClusteredVectors(real).rows(block - 7, block + 20), whole[block - 7 : 2 * block + 13]
    )
    assert np.allclose(np.linalg.norm(whole, axis=1), 1, atol=1e-5)


@pytest.mark.nightly
def test_the_runner_prints_and_keeps_the_figures_of_a_measure(
    shared_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(guard, "engage", lambda: None)  # which nothing takes off this process again
    runner.main(["opening", "--sizes", "9"])
    assert '"bare_ms"' in capsys.readouterr().out
    runner.keep("opening", {"page": 7}, tmp_path / "results.json")
    kept = json.loads((tmp_path / "results.json").read_text())
    assert kept["opening"]["page"] == 7 and kept["opening"]["machine"]["cores"]


@pytest.mark.parametrize("measure", runner.MEASURES.values(), ids=lambda measure: measure.name)
def test_every_measure_names_a_function(measure: runner.Measure) -> None:
    module, _, name = measure.function.partition(":")
    source = (Path(runner.__file__).parent / f"{module}.py").read_text("utf-8")
    assert f"def {name}(" in source
