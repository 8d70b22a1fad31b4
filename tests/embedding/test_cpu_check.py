"""Tests that an unsupported processor is reported before native libraries are loaded."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest
from numpy._core import _multiarray_umath

from briefbank.catalogue.schema import open_catalogue
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.embedding.lance import NEEDED, missing_features
from briefbank.errors import BriefBankError
from briefbank.paths import LibraryPaths
from briefbank.storage.lease import ProcessLock
from tests.stand_ins.encoders import Buckets


def has(monkeypatch: pytest.MonkeyPatch, machine: str, **table: bool) -> None:
    """Make this computer one of that kind."""
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(_multiarray_umath, "__cpu_features__", table)


def test_numpy_still_tells_what_the_processor_has() -> None:
    if platform.machine().lower() in ("x86_64", "amd64"):
        assert set(NEEDED) <= set(_multiarray_umath.__cpu_features__)
    assert missing_features() == "", "these tests load LanceDB, so nothing can be missing here"


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({"AVX2": True, "FMA3": True, "F16C": True}, ""),
        ({"AVX2": False, "FMA3": True, "F16C": True}, "AVX2,"),
        ({"AVX2": False, "FMA3": False, "F16C": True}, "AVX2 and FMA,"),
        ({"AVX2": False, "FMA3": False, "F16C": False}, "AVX2, FMA and F16C,"),
        ({}, ""),
    ],
)
def test_the_sentence_names_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, table: dict[str, bool], expected: str
) -> None:
    has(monkeypatch, "AMD64", **table)
    sentence = missing_features()
    assert expected in sentence and bool(sentence) == bool(expected)


def test_features_of_intel_are_not_required_of_other_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    has(monkeypatch, "arm64", AVX2=False)
    assert missing_features() == ""


def test_meaning_says_so_and_loads_nothing(
    monkeypatch: pytest.MonkeyPatch, library_paths: LibraryPaths
) -> None:
    has(monkeypatch, "x86_64", AVX2=False)
    catalogue = open_catalogue(library_paths.catalogue)
    meaning = EmbeddingIndexer(library_paths, catalogue, ProcessLock(library_paths.lock, wait_s=1), Buckets)
    with pytest.raises(BriefBankError, match="AVX2"):
        meaning.warm()
    assert "AVX2" in meaning.trouble() and meaning.ids() == set()
    assert meaning.encoder_if_ready() is None
    assert not library_paths.dense.exists()
    catalogue.close()


def test_asking_loads_no_slow_library() -> None:
    code = (
        "import sys; from briefbank.embedding.lance import missing_features\n"
        "missing_features(); print('lancedb' in sys.modules)"
    )
    completed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parents[2]
    )
    assert completed.stdout.strip() == "False", completed.stderr
