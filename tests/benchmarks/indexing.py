"""200,000 passages into catalogue, lexical index and vectors: time, and bytes for each passage.

Bare, in the same run: tantivy-py writing the same texts, as one stemmed field, into one index. Embedding so
many takes most of an hour (``embedding`` measures its speed), so the vectors are random numbers here; they
take as much room and as long to store as real ones.
"""

from __future__ import annotations

import gzip
import json
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import tantivy
from numpy.typing import NDArray

from briefbank.catalogue import document_rows
from briefbank.catalogue.schema import open_catalogue
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.index.lexical import LexicalIndex
from briefbank.index.segments import WRITER_BYTES
from briefbank.jobs import QuietReporter
from briefbank.maintenance.disks import bytes_of
from briefbank.paths import LibraryPaths
from briefbank.storage.lease import ProcessLock
from tests.benchmarks.library_factory import fill
from tests.benchmarks.machine import SHARED

DIMENSIONS = 384
OPENINGS = 5


class RandomVectors:
    """Stands for an encoder that takes no time."""

    name = "random"
    dimensions = DIMENSIONS

    def __init__(self) -> None:
        self._numbers = np.random.default_rng(0)

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = self._numbers.standard_normal((len(texts), DIMENSIONS), np.float32)
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        return self.encode_passages([text])[0]


def measure() -> dict[str, object]:
    """Measure indexing, which takes some minutes and two gigabytes of disk."""
    texts = texts_of_200k()
    with tempfile.TemporaryDirectory() as folder:
        bare_s, bare_bytes = bare(Path(folder) / "bare", texts)
        paths = LibraryPaths(Path(folder) / "library")
        paths.create()
        words_s = _words(paths, texts)
        rebuild_s, compared_ms = _again(paths)
        vectors_s = _vectors(paths)
        catalogue = paths.catalogue.stat().st_size
        words, vectors = bytes_of(paths.lexical), bytes_of(paths.dense)
    count = len(texts)
    return {
        "passages": count,
        "catalogue_and_words_s": round(words_s, 1),
        "catalogue_and_words_passages_per_s": round(count / words_s),
        "rebuild_of_words_s": round(rebuild_s, 1),
        "bare_tantivy_s": round(bare_s, 1),
        "bare_tantivy_passages_per_s": round(count / bare_s),
        "ratio_of_rebuild_to_bare": round(bare_s / rebuild_s, 3),
        "comparing_index_and_catalogue_at_opening_ms": round(compared_ms, 1),
        "storing_random_vectors_s": round(vectors_s, 1),
        "bytes_per_passage": {
            "text": round(sum(len(text.encode()) for text in texts) / count),
            "catalogue": round(catalogue / count),
            "words": round(words / count),
            "bare_tantivy": round(bare_bytes / count),
            "vectors": round(vectors / count),
        },
    }


def texts_of_200k() -> list[str]:
    """Return all paragraphs, including short and repeated ones."""
    with gzip.open(SHARED / "eval" / "paragraphs-200k.jsonl.gz", "rt") as lines:
        return [json.loads(line)["text"] for line in lines]


def bare(folder: Path, texts: Sequence[str]) -> tuple[float, int]:
    """Return the seconds and bytes of the bare engine."""
    folder.mkdir()
    schema = tantivy.SchemaBuilder().add_text_field("text", tokenizer_name="en_stem").build()
    started = time.perf_counter()
    writer = tantivy.Index(schema, str(folder)).writer(WRITER_BYTES, 1)
    for text in texts:
        document = tantivy.Document()
        document.add_text("text", text)
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()
    return time.perf_counter() - started, bytes_of(folder)


def _words(paths: LibraryPaths, texts: Sequence[str]) -> float:
    with closing(open_catalogue(paths.catalogue)) as catalogue, closing(LexicalIndex(paths.lexical)) as index:
        started = time.perf_counter()
        fill(catalogue, index, texts)
        return time.perf_counter() - started


def _again(paths: LibraryPaths) -> tuple[float, float]:
    """Return the seconds of rebuilding the lexical index, and the milliseconds of counting it as opening
    does."""
    with closing(open_catalogue(paths.catalogue)) as catalogue, closing(LexicalIndex(paths.lexical)) as index:
        started = time.perf_counter()
        index.rebuild(document_rows.iterate_with_passages(catalogue), lambda: None)
        rebuilt = time.perf_counter()
        for _ in range(OPENINGS):
            index.id_totals()
        return rebuilt - started, (time.perf_counter() - rebuilt) * 1000 / OPENINGS


def _vectors(paths: LibraryPaths) -> float:
    with closing(open_catalogue(paths.catalogue)) as catalogue:
        meaning = EmbeddingIndexer(paths, catalogue, ProcessLock(paths.lock, wait_s=0), RandomVectors)
        meaning.warm()
        started = time.perf_counter()
        meaning.embed_pending(QuietReporter())
        seconds = time.perf_counter() - started
        meaning.close()
        return seconds
