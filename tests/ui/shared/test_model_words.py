"""Tests that the window's statements about a local model agree with its estimates and measurements."""

from __future__ import annotations

from dataclasses import replace

from tests.stand_ins.library.local_model import TRIAL
from ui.shared import model_texts


def test_a_test_run_counts_words() -> None:
    assert "writes 70 words a second" in model_texts.trial(replace(TRIAL, tokens_per_second=100.0))


def test_the_time_of_a_summary_is_not_told_as_the_most_that_it_takes() -> None:
    assert "One summary takes about 71 seconds, longer where sentences are corrected." in model_texts.trial(
        TRIAL
    )
