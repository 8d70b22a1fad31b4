"""Tests that the window's statements about a local model agree with its estimates and measurements."""

from __future__ import annotations

from dataclasses import replace

from briefbank.llm import inspection
from tests.stand_ins.library.local_model import MODEL, TRIAL
from ui.shared import model_texts


def test_the_estimate_and_the_test_run_count_words_alike() -> None:
    estimated = inspection.words_per_second(bytes_per_token=100, bytes_per_second=100 * 100.0)
    file, measured = replace(MODEL, words_per_second=estimated), replace(TRIAL, tokens_per_second=100.0)
    assert "About 70 words a second" in model_texts.speed(file)
    assert "writes 70 words a second" in model_texts.trial(measured)


def test_the_time_of_a_summary_is_not_told_as_the_most_that_it_takes() -> None:
    assert (
        "One summary takes about 71 seconds, longer where sentences are corrected or checked a second time."
        in model_texts.trial(TRIAL)
    )
