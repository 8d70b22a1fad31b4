"""Tests of the vector cache: texts are encoded once per encoder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from briefbank.errors import Cancelled
from briefbank.evaluate.data_sets import CACHE_BATCH, CachedEncoder
from tests.stand_ins.encoders import Buckets


def test_texts_are_encoded_once_and_returned_unchanged_in_order(tmp_path: Path) -> None:
    inner = Buckets()
    texts = [f"text number {n}" for n in range(CACHE_BATCH + 7)] + ["text number 0", "\ud800"]
    first = CachedEncoder(inner, tmp_path).encode_passages(texts)
    assert inner.passages == CACHE_BATCH + 8
    again = CachedEncoder(inner, tmp_path).encode_passages(texts[::-1])
    assert inner.passages == CACHE_BATCH + 8
    np.testing.assert_array_equal(first, again[::-1])
    np.testing.assert_allclose(first[3], inner.encode_query(texts[3]))


def test_no_texts_give_no_rows(tmp_path: Path) -> None:
    assert CachedEncoder(Buckets(), tmp_path).encode_passages([]).shape == (0, 64)


def test_another_encoder_has_vectors_of_its_own(tmp_path: Path) -> None:
    class Other(Buckets):
        name = "buckets: test/2"

    CachedEncoder(Buckets(), tmp_path).encode_passages(["a"])
    other = Other()
    CachedEncoder(other, tmp_path).encode_passages(["a"])
    assert other.passages == 1


def test_texts_are_not_kept_on_disk(tmp_path: Path) -> None:
    CachedEncoder(Buckets(), tmp_path).encode_passages(["a very private sentence"])
    assert all(b"private" not in path.read_bytes() for path in tmp_path.iterdir())


def test_stopping_keeps_what_was_encoded_before(tmp_path: Path) -> None:
    inner = Buckets()
    calls: list[int] = []

    def check() -> None:
        calls.append(1)
        if len(calls) == 2:
            raise Cancelled

    texts = [f"t{n}" for n in range(2 * CACHE_BATCH)]
    with pytest.raises(Cancelled):
        CachedEncoder(inner, tmp_path, check).encode_passages(texts)
    CachedEncoder(inner, tmp_path).encode_passages(texts)
    assert inner.passages == 2 * CACHE_BATCH
