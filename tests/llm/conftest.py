"""One tiny model for all tests here, and one process that runs it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.domain.summaries import ModelFile
from briefbank.llm import inspection
from briefbank.llm.running import LocalModel
from briefbank.sandbox import guard
from tests.llm import tiny


@pytest.fixture(scope="session")
def tiny_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.write(tmp_path_factory.mktemp("tiny") / "tiny.gguf")


def described(path: Path) -> ModelFile:
    return inspection.describe(path)


def model_of(path: Path, **named: object) -> LocalModel:
    file = described(path)
    return LocalModel(
        lambda check: file, fingerprint="0" * 64, initializer=guard.engage, confine=None, **named
    )  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def model(tiny_path: Path) -> Iterator[LocalModel]:
    local_model = model_of(tiny_path)
    yield local_model
    local_model.close()
