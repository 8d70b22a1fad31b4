"""Tests of the measures of a summary's text against their definitions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from briefbank.domain.summaries import SourceKind
from tests.evaluate.summaries.relevance import NAMES, MeasuredSummary, measures
from tests.evaluate.summary_factory import material

SOURCE = material(
    [
        (SourceKind.QUESTION, "car?"),
        (SourceKind.FACT, "car"),
        (SourceKind.FACT, "house"),
        (SourceKind.FACT, "car house"),
    ]
)


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Two dimensions: whether a text tells of the car, and of the house."""
    rows = np.array([["car" in text, "house" in text] for text in texts], np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, 1), np.float32)


def test_each_measure_is_what_its_definition_says() -> None:
    result = measures([MeasuredSummary(SOURCE, ("car",), (1, 3), written=4, faithful=3)], embed)
    assert result == {
        "faithfulness": 3 / 4,
        "answer_relevance": 1.0,
        "context_relevance": pytest.approx(2 / 3),
        "context_utilisation": 2 / 4,
        "context_precision": 0.0,
    }


def test_measures_are_means_over_the_briefs_that_have_them() -> None:
    without_issue = material([(SourceKind.FACT, "car"), (SourceKind.FACT, "house")])
    summaries = [
        MeasuredSummary(SOURCE, ("house",), (2,), 1, 1),
        MeasuredSummary(without_issue, ("car",), (1,), 2, 1),
    ]
    result = measures(summaries, embed)
    assert result["faithfulness"] == 3 / 4
    assert result["answer_relevance"] == 0.0
    assert result["context_precision"] == 1.0
    assert result["context_utilisation"] == pytest.approx((1 / 4 + 1 / 2) / 2)


@pytest.mark.parametrize("summaries", [[], [MeasuredSummary(material([]), (), (), 0, 0)]])
def test_a_measure_without_data_is_none(summaries: list[MeasuredSummary]) -> None:
    assert measures(summaries, embed) == dict.fromkeys(NAMES)
