"""Tests of the row on the local model in the self-test."""

from __future__ import annotations

from pathlib import Path

import pytest

from briefbank.errors import ModelRefused
from briefbank.maintenance.self_test import local_model_check
from briefbank.summary.local_model_manager import LocalModelManager
from tests.llm import tiny


def test_no_chosen_model_is_no_failure_and_names_the_replacement() -> None:
    passed, detail = local_model_check(None)
    assert passed and "None is chosen" in detail and "own sentences" in detail


@tiny.needs_llama
def test_the_chosen_model_is_loaded_and_answers(tiny_path: Path) -> None:
    office = LocalModelManager(lambda: tiny_path)
    try:
        passed, detail = local_model_check(office)
    finally:
        office.close()
    assert passed and detail == "Tiny Test was loaded and answered."


@tiny.needs_llama
def test_a_model_with_a_missing_file_fails_and_says_where_to_choose_another(tmp_path: Path) -> None:
    passed, detail = local_model_check(LocalModelManager(lambda: tmp_path / "gone.gguf"))
    assert not passed and "Settings" in detail


@tiny.needs_llama
def test_a_damaged_model_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "damaged.gguf").write_bytes(b"GGUF" + b"\0" * 100)
    office = LocalModelManager(lambda: tmp_path / "damaged.gguf")
    with pytest.raises(ModelRefused):
        local_model_check(office)
    office.close()
