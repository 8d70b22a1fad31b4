"""Tests that an unsupported processor is reported before native libraries are loaded."""

from __future__ import annotations

import platform

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


def test_the_sentence_names_what_is_missing_of_an_intel_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    for missing, expected in (
        (("AVX2",), "AVX2,"),
        (("AVX2", "FMA3"), "AVX2 and FMA,"),
        (("AVX2", "FMA3", "F16C"), "AVX2, FMA and F16C,"),
    ):
        has(monkeypatch, "AMD64", **{name: name not in missing for name in NEEDED})
        assert expected in missing_features()
    for machine, table in (("AMD64", dict.fromkeys(NEEDED, True)), ("AMD64", {}), ("arm64", {"AVX2": False})):
        has(monkeypatch, machine, **table)
        assert missing_features() == "", table


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
