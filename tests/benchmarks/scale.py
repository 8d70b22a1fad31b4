"""Libraries of 200,000 and of a million passages: disk, opening, search, memory, changes, backup, restore.

``--passages N,N`` asks for other sizes; the disk needs 16 kB for each passage, the making 0.4 ms of processor
time. The growth of each figure is its exponent from the first size to the last: 0 for what stays the same, 1
for what grows as the library does. ``scaled_library`` says what is measured, ``large_library`` and
``clustered_vectors`` on what; how near the vectors lie is printed beside the real ones.

Bare, in the same run: an index of one stemmed field of Tantivy over the same texts, an exact scan of as many
vectors with NumPy, and LanceDB's scan of the same table.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from briefbank import paths as places
from briefbank.embedding.encoders import load_encoder
from briefbank.evaluate.data_sets import CachedEncoder
from briefbank.maintenance.disks import bytes_of
from briefbank.paths import LibraryPaths
from tests.benchmarks.backing_up import measured
from tests.benchmarks.clustered_vectors import ClusteredVectors, nearest_cosines
from tests.benchmarks.indexing import bare, texts_of_200k
from tests.benchmarks.large_library import altered, build
from tests.benchmarks.library_factory import PASSAGES_EACH
from tests.benchmarks.removing import timed

SIZES = (200_000, 1_000_000)
REAL = 10  # Every tenth paragraph is embedded
QUERIES = 500


def measure(sizes: Sequence[int] = SIZES) -> dict[str, object]:
    """A quarter of an hour, and three minutes more the first time, when 20,000 paragraphs are embedded."""
    texts, encoder = texts_of_200k(), CachedEncoder(load_encoder(), places.models_folder() / "cache")
    real = encoder.encode_passages(texts[::REAL])
    vectors = ClusteredVectors(real)
    generated = vectors.rows(len(real), len(real))
    result = {str(size): _measured(size, texts, vectors, encoder.name) for size in sizes}
    return {
        "cosines_of_real_vectors": nearest_cosines(real, real[:: len(real) // QUERIES]),
        "cosines_of_as_many_made": nearest_cosines(generated, generated[:: len(generated) // QUERIES]),
        **result,
        "growth": _complexity(result[str(sizes[0])], result[str(sizes[-1])], sizes[-1] / sizes[0]),
    }


def _measured(size: int, texts: Sequence[str], vectors: ClusteredVectors, encoder: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        paths, file = LibraryPaths(Path(folder) / "library"), Path(folder) / "added.txt"
        building = timed(lambda: build(paths, size, texts, vectors, encoder))
        _, bare_bytes = bare(Path(folder) / "bare", [altered(texts, number) for number in range(size)])
        file.write_text("\n\n".join(altered(texts, size + number) for number in range(PASSAGES_EACH)))
        stores = {"catalogue": paths.catalogue.stat().st_size}
        stores |= {
            "words": bytes_of(paths.lexical),
            "vectors": bytes_of(paths.dense),
            "bare_tantivy": bare_bytes,
        }
        module = "tests.benchmarks.scaled_library"
        command = [sys.executable, "-m", module, str(paths.root), str(Path(folder) / "bare"), str(file)]
        completed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        print(f"{size} passages, built in {building} s: {completed.stdout}", file=sys.stderr, flush=True)
        backed_up = measured(paths.root)
    per_passage = {name: round(used_bytes / size) for name, used_bytes in stores.items()}
    return {
        "bytes_per_passage": per_passage,
        "building_s": building,
        **json.loads(completed.stdout),
        **backed_up,
    }


def _complexity(small: dict[str, Any], large: dict[str, Any], times: float) -> dict[str, float]:
    """Return the exponents of processor times and memory; none of what was not measured at one size."""
    grown = {
        name: (_number(small[name]), _number(large[name])) for name in small if name != "bytes_per_passage"
    }
    return {
        name: round(math.log(after / before, times), 2)
        for name, (before, after) in grown.items()
        if before > 0 and after > 0 and times > 1
    }


def _number(figure: Any) -> float:
    """Return the processor time of a figure, or the figure."""
    if isinstance(figure, dict):
        return float(figure["processor"])
    return float(np.atleast_1d(figure)[-1])
