"""Tests of stored facts about model files: private, tolerant of damage, and never used for another file."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from briefbank.domain.summaries import Fitness
from briefbank.summary.local_model_manager import ModelFacts, Sign, sign_of

A, B, QUESTIONS = "a" * 64, "b" * 64, "0123456789abcdef"
FIT, UNFIT = Fitness(18, 20, 19, 20, fit=True), Fitness(3, 8, 7, 7, fit=False)
FITNESS = {"caught": 3, "wrong": 8, "passed": 7, "right": 7, "fit": False}


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "a.gguf"
    path.write_bytes(b"x")
    return path


def sign(path: Path) -> Sign:
    result = sign_of(path)
    assert result is not None
    return result


@pytest.fixture
def kept(tmp_path: Path) -> ModelFacts:
    return ModelFacts(tmp_path / "local-models.json")


def test_what_is_kept_is_there_for_the_next_program(kept: ModelFacts, model: Path, tmp_path: Path) -> None:
    kept.keep_sha256(sign(model), A)
    kept.keep_fitness(A, QUESTIONS, FIT)
    kept.keep_fitness(B, QUESTIONS, UNFIT)
    later = ModelFacts(tmp_path / "local-models.json")
    assert later.sha256(sign(model)) == A
    assert (later.fitness(A, QUESTIONS), later.fitness(B, QUESTIONS)) == (FIT, UNFIT)


def test_a_hash_does_not_hold_for_a_file_that_changed(kept: ModelFacts, model: Path) -> None:
    kept.keep_sha256(sign(model), A)
    os.utime(model, ns=(1, 1))
    assert kept.sha256(sign(model)) == ""


def test_a_file_that_is_gone_has_no_hash(kept: ModelFacts, model: Path) -> None:
    kept.keep_sha256(sign(model), A)
    model.unlink()
    assert sign_of(model) is None and kept.sha256(None) == ""


def test_a_verdict_holds_for_its_model_and_its_questions_alone(kept: ModelFacts) -> None:
    kept.keep_fitness(A, QUESTIONS, FIT)
    assert kept.fitness(B, QUESTIONS) is None
    assert kept.fitness(A, "another") is None


def test_a_new_verdict_takes_the_place_of_that_on_former_questions(kept: ModelFacts) -> None:
    kept.keep_fitness(A, QUESTIONS, FIT)
    kept.keep_fitness(A, "another", UNFIT)
    assert kept.fitness(A, QUESTIONS) is None
    assert kept.fitness(A, "another") == UNFIT


def test_a_file_that_was_moved_keeps_its_verdict(kept: ModelFacts, model: Path, tmp_path: Path) -> None:
    kept.keep_sha256(sign(model), A)
    kept.keep_fitness(A, QUESTIONS, FIT)
    moved = model.rename(tmp_path / "b.gguf")
    assert kept.sha256(sign(moved)) == ""
    kept.keep_sha256(sign(moved), A)
    assert kept.fitness(A, QUESTIONS) == FIT


def test_only_this_user_can_read_it(kept: ModelFacts, tmp_path: Path) -> None:
    kept.keep_fitness(A, QUESTIONS, FIT)
    if os.name != "nt":
        assert stat.S_IMODE((tmp_path / "local-models.json").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{",
        b'{"hashes": "\xff"}',
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"hashes": 3, "second_readers": []}',
        b'{"hashes": {"a": 3}, "second_readers": {"a": 3}}',
        b'{"caught": 1' + b"0" * 5000 + b"}",
        b'{"/models/a.gguf|1|2": "' + A.encode() + b'"}',
    ],
    ids=lambda content: content[:20].decode("ascii", "replace"),
)
def test_a_damaged_file_is_no_list_and_is_written_anew(
    kept: ModelFacts, model: Path, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "local-models.json").write_bytes(content)
    assert kept.sha256(sign(model)) == ""
    assert kept.fitness(A, QUESTIONS) is None
    kept.keep_sha256(sign(model), A)
    kept.keep_fitness(A, QUESTIONS, UNFIT)
    assert (kept.sha256(sign(model)), kept.fitness(A, QUESTIONS)) == (A, UNFIT)


@pytest.mark.parametrize(
    "fitness",
    [
        None,
        3,
        {},
        FITNESS | {"fit": 1},
        FITNESS | {"caught": "3"},
        FITNESS | {"caught": 3.0},
        FITNESS | {"caught": True},
        FITNESS | {"caught": -1},
        FITNESS | {"caught": 9},
        FITNESS | {"passed": 8},
        {name: value for name, value in FITNESS.items() if name != "right"},
    ],
)
def test_a_verdict_that_makes_no_sense_is_none(kept: ModelFacts, tmp_path: Path, fitness: object) -> None:
    (tmp_path / "local-models.json").write_text(
        json.dumps({"second_readers": {f"{A} {QUESTIONS}": fitness, f"{B} {QUESTIONS}": FITNESS}})
    )
    assert kept.fitness(A, QUESTIONS) is None
    assert kept.fitness(B, QUESTIONS) == UNFIT, "the others still count"


def test_a_hash_that_is_none_is_not_believed(kept: ModelFacts, model: Path, tmp_path: Path) -> None:
    kept.keep_sha256(sign(model), A)
    file = tmp_path / "local-models.json"
    file.write_text(file.read_text().replace(A, "A" * 63))
    assert kept.sha256(sign(model)) == ""


def test_the_oldest_facts_go_before_the_list_grows_without_end(kept: ModelFacts) -> None:
    hashes = [f"{number:064x}" for number in range(60)]
    for sha256 in hashes:
        kept.keep_fitness(sha256, QUESTIONS, FIT)
    assert kept.fitness(hashes[0], QUESTIONS) is None
    assert kept.fitness(hashes[-1], QUESTIONS) == FIT


def test_a_folder_that_cannot_be_written_to_costs_only_the_next_wait(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    kept = ModelFacts(tmp_path / "file" / "local-models.json")
    kept.keep_fitness(A, QUESTIONS, FIT)
    assert kept.fitness(A, QUESTIONS) is None
