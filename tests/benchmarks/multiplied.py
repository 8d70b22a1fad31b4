"""``python -m tests.benchmarks.multiplied LIBRARY [TIMES]``: searches of a library too large for this disk.

The indexes of a large library are asked as if it had ``TIMES`` as many passages: the same segments of words
stand in the list as often under other names, and the same tables of vectors beside each other, as links that
take no room. So each search does what it would do in so large a library, but for what the disk would have to
read more often, and finds each passage as many times. Asked as they are first, in the same run. Prints one
JSON object: milliseconds, and MiB of private memory that the indexes take.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import sys
import tempfile
import uuid
from contextlib import closing
from functools import partial
from pathlib import Path

import psutil

from briefbank.citations import citations
from briefbank.domain.searches import Filters
from briefbank.embedding.dense import DenseIndex
from briefbank.embedding.encoders import load_encoder
from briefbank.index.lexical import LexicalIndex
from briefbank.index.segments import LIST
from briefbank.paths import LibraryPaths
from briefbank.sandbox import guard
from briefbank.search.parsing import parse
from tests.benchmarks.scaled_library import DEPTH, times_of
from tests.benchmarks.search_queries import PLAIN

TIMES = 4
_TABLES = "passages.lance"


def main(library: Path, times: int) -> None:
    guard.engage()
    encoder = load_encoder()
    vectors = [encoder.encode_query(query) for query in PLAIN]
    paths = LibraryPaths(library)
    with tempfile.TemporaryDirectory(dir=library.parent) as temporary:
        folder = Path(temporary)
        multiply_words(paths.lexical, folder / "words", times)
        multiply_vectors(paths.dense, folder / "vectors", times)
        result: dict[str, object] = {}
        for name, words, dense in (
            ("as_it_is", paths.lexical, paths.dense),
            ("multiplied", folder / "words", folder / "vectors"),
        ):
            before = _private_mib()
            with (
                closing(LexicalIndex(words)) as lexical,
                closing(DenseIndex(dense, encoder.name, encoder.dimensions)) as index,
            ):
                queries = [parse(query, citations.find).lexical() for query in PLAIN]
                result[name] = {
                    "passages": lexical.size(),
                    "words_ms": times_of([partial(lexical.search, one, Filters(), DEPTH) for one in queries]),
                    "meaning_ms": times_of([partial(index.search, one, None, DEPTH) for one in vectors]),
                    "private_mib": round(_private_mib() - before),
                }
            gc.collect()
    print(json.dumps(result))


def multiply_words(source: Path, target: Path, times: int) -> None:
    """Create a lexical index of hard links that has each segment ``times`` times."""
    generation = _copied(source, target)
    listed = json.loads((generation / LIST).read_text())
    once = list(listed["segments"])
    for _ in range(times - 1):
        for segment in once:
            other = uuid.uuid4()
            stem = segment["segment_id"].replace("-", "")
            for path in generation.glob(f"{stem}.*"):
                os.link(path, generation / path.name.replace(stem, other.hex))
            listed["segments"].append(segment | {"segment_id": str(other)})
    (generation / LIST).unlink()
    (generation / LIST).write_text(json.dumps(listed))


def multiply_vectors(source: Path, target: Path, times: int) -> None:
    """Create a vector index of hard links that has each table ``times`` times."""
    for encoder in source.glob("e-*"):
        generation = _copied(encoder, target / encoder.name)
        tables = [generation, *sorted(generation.glob("table-*"))]
        for number in range(len(tables) + 1, len(tables) * times + 1):
            table = tables[(number - 1) % len(tables)]
            copy = generation / f"table-{number}"
            shutil.copytree(table / _TABLES, copy / _TABLES, copy_function=os.link)


def _copied(source: Path, target: Path) -> Path:
    """Copy an index as links; return the folder of the generation in use."""
    shutil.copytree(source, target, copy_function=os.link)
    sentinel = json.loads((target / "index.json").read_text())
    return target / str(sentinel["generation"])


def _private_mib() -> float:
    return float(psutil.Process().memory_full_info().uss) / 2**20


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else TIMES)
