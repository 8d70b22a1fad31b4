"""Latency and memory of searching 20,000 and 200,000 real paragraphs, beside the bare parts of a search.

The 20,000 are every tenth of the 200,000, so that both are of the same kind. Their vectors are the model's
own and are kept between runs (see ``evaluate.data_sets``). Embedding all 200,000 would take most of an
hour; of the others, each has the vector of one of the 20,000, turned by one of a few random rotations, with
some noise: as clustered as real ones, and as costly to search, but not near the queries that their words are
near to. So this measures what searching by meaning costs, not what it finds.

Bare parts, in the same run: one encoding of a query; the first hundred by one stemmed field of Tantivy over
the same texts; and an exact scan of as many vectors with NumPy. Operator queries stand beside the same bare
Tantivy, which ranks plain words and checks nothing.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import tantivy
from numpy.typing import NDArray

from briefbank import paths as places
from briefbank.catalogue.schema import open_catalogue
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.embedding.encoders import Encoder, load_encoder
from briefbank.evaluate.data_sets import CachedEncoder
from briefbank.index.lexical import LexicalIndex
from briefbank.index.segments import WRITER_BYTES
from briefbank.jobs import QuietReporter
from briefbank.paths import LibraryPaths
from briefbank.storage.lease import ProcessLock
from tests.benchmarks.library_factory import fill
from tests.benchmarks.machine import SHARED

LARGE = 200_000
SMALL_OF_LARGE = 10  # Every tenth paragraph is in the small library too
ROTATIONS = 9
NOISE = 0.3  # The length of the noise beside a vector of length one

Matrix = NDArray[np.float32]


class StretchedEncoder:
    """Embeds a first lot of texts with the model; from ``stretch`` on, vectors of other texts are made up
    from those of the first."""

    def __init__(self, encoder: Encoder, folder: Path) -> None:
        self._encoder = CachedEncoder(encoder, folder)
        self._known: dict[str, Matrix] = {}
        self._matrix: Matrix | None = None
        self._chance = np.random.default_rng(0)
        self._rotations: list[Matrix] = []

    @property
    def name(self) -> str:
        return self._encoder.name

    @property
    def dimensions(self) -> int:
        return self._encoder.dimensions

    def stretch(self) -> None:
        """Embed nothing any more."""
        self._matrix = np.vstack(list(self._known.values()))
        shape = (self.dimensions, self.dimensions)
        turned = (np.linalg.qr(self._chance.standard_normal(shape))[0] for _ in range(ROTATIONS))
        self._rotations = [rotation.astype(np.float32) for rotation in turned]

    def encode_passages(self, texts: Sequence[str]) -> Matrix:
        """Shape (n, dimensions), rows of length one."""
        if self._matrix is None:
            vectors = self._encoder.encode_passages(texts)
            self._known.update(zip(texts, vectors, strict=True))
            return vectors
        stretched = self._stretched_rows(self._matrix, len(texts))
        return np.vstack([self._known.get(text, row) for text, row in zip(texts, stretched, strict=True)])

    def encode_query(self, text: str) -> Matrix:
        return self._encoder.encode_query(text)

    def _stretched_rows(self, matrix: Matrix, count: int) -> Matrix:
        rotation = self._rotations[int(self._chance.integers(ROTATIONS))]
        rows = matrix[self._chance.integers(len(matrix), size=count)] @ rotation
        noise = self._chance.standard_normal(rows.shape, np.float32) * (NOISE / self.dimensions**0.5)
        noisy = rows + noise
        return np.asarray(noisy / np.linalg.norm(noisy, axis=1, keepdims=True), np.float32)


def measure() -> dict[str, object]:
    """Three minutes, and as long again the first time, when 20,000 paragraphs are embedded."""
    return measure_sizes(texts_of_all())


def measure_sizes(texts: Sequence[str]) -> dict[str, object]:
    """Every tenth of the texts, and all of them."""
    encoder = StretchedEncoder(load_encoder(), places.models_folder() / "cache")
    small = _measured(texts[::SMALL_OF_LARGE], encoder)
    encoder.stretch()
    large = _measured(texts, encoder)
    return {
        "small": small,
        "large": large,
        "growth_of_whole_p50": _complexity(large, small, "whole_ms", "p50"),
        "growth_of_whole_p95": _complexity(large, small, "whole_ms", "p95"),
        "growth_of_words_only_p50": _complexity(large, small, "words_only_ms", "p50"),
        "growth_of_operators_p95": _complexity(large, small, "operators_ms", "p95"),
        "private_mib_per_100000_passages": _per_100000(large, small),
    }


def _measured(texts: Sequence[str], encoder: StretchedEncoder) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        library, bare = Path(folder) / "library", Path(folder) / "bare"
        build_library(LibraryPaths(library), texts, encoder)
        build_bare(bare, texts)
        command = [sys.executable, "-m", "tests.benchmarks.searched_library", str(library), str(bare)]
        completed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return {"passages": len(texts), **json.loads(completed.stdout)}


def build_library(paths: LibraryPaths, texts: Sequence[str], encoder: StretchedEncoder) -> None:
    paths.create()
    with closing(open_catalogue(paths.catalogue)) as catalogue:
        with closing(LexicalIndex(paths.lexical)) as lexical:
            fill(catalogue, lexical, texts, cited=True)
        lock = ProcessLock(paths.lock, wait_s=0)
        with closing(EmbeddingIndexer(paths, catalogue, lock, lambda: encoder)) as meaning:
            meaning.embed_pending(QuietReporter())


def build_bare(folder: Path, texts: Sequence[str]) -> None:
    """An index of one stemmed field, and nothing else."""
    folder.mkdir()
    schema = tantivy.SchemaBuilder().add_text_field("text", tokenizer_name="en_stem").build()
    writer = tantivy.Index(schema, str(folder)).writer(WRITER_BYTES, 1)
    for text in texts:
        document = tantivy.Document()
        document.add_text("text", text)
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()


def _complexity(large: dict[str, Any], small: dict[str, Any], what: str, percentile: str) -> float:
    return round(float(large[what][percentile]) / max(0.1, float(small[what][percentile])), 2)


def _per_100000(large: dict[str, Any], small: dict[str, Any]) -> float:
    """Mebibytes of index and vectors; what an open library takes at any size is left out."""
    more = float(large["private_mib_with_vectors"]) - float(small["private_mib_with_vectors"])
    return round(more * 1e5 / (int(large["passages"]) - int(small["passages"])), 1)


def texts_of_all() -> list[str]:
    """Return the first LARGE paragraphs, including short and repeated ones."""
    with gzip.open(SHARED / "eval" / "paragraphs-200k.jsonl.gz", "rt") as lines:
        return [json.loads(line)["text"] for line, _ in zip(lines, range(LARGE), strict=False)]
