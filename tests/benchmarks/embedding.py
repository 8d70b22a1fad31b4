"""Passages embedded per second by the application, against a bare loop over the same model."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from briefbank.catalogue.store import Catalogue
from briefbank.embedding.encoders import load_encoder
from briefbank.index.lexical import LexicalIndex
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import LibraryPaths
from tests.benchmarks.machine import paragraphs
from tests.benchmarks.made_library import fill

COUNT = 1500
BATCH = 32


def measure() -> dict[str, object]:
    """Application: catalogue, encoder, LanceDB, catalogue. Bare: the encoder over texts sorted by length."""
    texts = paragraphs(COUNT)
    encoder = load_encoder()
    encoder.encode_passages(texts[:BATCH])
    by_length = sorted(texts, key=len)
    started = time.perf_counter()
    for first in range(0, COUNT, BATCH):
        encoder.encode_passages(by_length[first : first + BATCH])
    bare = COUNT / (time.perf_counter() - started)
    with tempfile.TemporaryDirectory() as folder:
        _fill(Path(folder), texts)
        with Library.open(Path(folder), encoder=encoder) as library:
            library.warm()
            started = time.perf_counter()
            done = library.embedding.embed_pending(QuietReporter())
            ours = done / (time.perf_counter() - started)
    return {
        "passages": done,
        "passages_per_s": round(ours, 1),
        "bare_encoder_passages_per_s": round(bare, 1),
        "ratio": round(ours / bare, 3),
    }


def _fill(folder: Path, texts: list[str]) -> None:
    paths = LibraryPaths(folder)
    paths.create()
    catalogue, lexical = Catalogue.open(paths.catalogue), LexicalIndex(paths.lexical)
    fill(catalogue, lexical, texts)
    lexical.close()
    catalogue.close()
