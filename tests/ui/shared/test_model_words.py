"""Tests that the window's statements about a local model agree with its estimates and measurements."""

from __future__ import annotations

from dataclasses import replace

from briefbank.llm import cost
from briefbank.llm.header import Header, Tensor
from tests.stand_ins.library.local_model import MODEL, TRIAL
from ui.shared import model_texts

TENSOR = Tensor("blk.0.ffn_up.weight", (10, 10), 0, 0)


def test_the_estimate_and_the_test_run_count_words_alike() -> None:
    estimated = cost.words_per_second(Header({}, (TENSOR,), 0), {TENSOR.name: 100}, 100 * 100.0)
    file, measured = replace(MODEL, words_per_second=estimated), replace(TRIAL, tokens_per_second=100.0)
    assert "About 70 words a second" in model_texts.speed(file)
    assert "writes 70 words a second" in model_texts.trial(measured)


def test_the_time_of_a_summary_is_not_told_as_the_most_that_it_takes() -> None:
    assert (
        "One summary takes about 71 seconds, longer where sentences are corrected or checked a second time."
        in model_texts.trial(TRIAL)
    )
