"""Measures removing one document, and 500 at once, from a library of 200,000 passages without a trace.

The vectors are random numbers, so nothing is embedded. The baseline copies each file that has data of the
removed documents. One document is in one segment of the lexical index, 500 are in all segments.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

from briefbank.catalogue import document_rows
from briefbank.catalogue.schema import open_catalogue
from briefbank.citator.graph import Graph
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.index.lexical import LexicalIndex
from briefbank.ingest.families import Families
from briefbank.jobs import QuietReporter, Reporter
from briefbank.maintenance import documents
from briefbank.maintenance.health import Health, LibraryParts
from briefbank.paths import LibraryPaths
from briefbank.storage.lease import ProcessLock
from tests.benchmarks.indexing import RandomVectors, texts_of_200k
from tests.benchmarks.library_factory import fill

MANY = 500
QUIET: Reporter = QuietReporter()


def measure() -> dict[str, object]:
    """Measure three removals of one document and one of many, which takes some minutes."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        paths = LibraryPaths(Path(folder) / "library")
        paths.create()
        catalogue = stack.enter_context(closing(open_catalogue(paths.catalogue)))
        lexical = stack.enter_context(closing(LexicalIndex(paths.lexical)))
        lock = ProcessLock(paths.lock, wait_s=10.0)
        meaning = stack.enter_context(closing(EmbeddingIndexer(paths, catalogue, lock, RandomVectors)))
        fill(catalogue, lexical, texts_of_200k())
        meaning.embed_pending(QUIET)
        parts = LibraryParts(paths, catalogue, lexical, meaning, Families(catalogue), Graph(catalogue), lock)
        parts.graph.rebuild(lock, lambda: None)
        health = Health(parts, lock, set, lambda document, reporter: None)
        ids = [document.id for document in document_rows.iterate(catalogue)]
        segments = sorted(paths.lexical.glob("g-*/*.idx"), key=lambda path: path.stat().st_size)
        rest = [paths.catalogue, *_files(paths.dense)]
        bare = {
            "one": timed(lambda: _rewrite([*rest, *segments[-1].parent.glob(f"{segments[-1].stem}.*")])),
            "many": timed(lambda: _rewrite([*rest, *_files(paths.lexical)])),
        }
        ones = [timed(partial(documents.remove, parts, health, [id_], QUIET)) for id_ in ids[10:13]]
        spread = ids[100 :: len(ids) // (MANY + 100)][:MANY]
        many = timed(partial(documents.remove, parts, health, spread, QUIET))
    one = sorted(ones)[1]
    return {
        "documents": len(ids),
        "one_s": one[0],
        "one_processor_s": one[1],
        "many": MANY,
        "many_s": many[0],
        "many_processor_s": many[1],
        "bare_rewriting_for_one_s": bare["one"][0],
        "bare_rewriting_for_many_s": bare["many"][0],
        "ratio_of_one_to_bare": round(bare["one"][0] / one[0], 3),
        "ratio_of_many_to_bare": round(bare["many"][0] / many[0], 3),
    }


def timed(act: Callable[[], object], digits: int = 2) -> tuple[float, float]:
    """Return the seconds that something takes, by the clock and of the processor."""
    started, worked = time.perf_counter(), time.process_time()
    act()
    return round(time.perf_counter() - started, digits), round(time.process_time() - worked, digits)


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _rewrite(paths: Iterable[Path]) -> None:
    """Write a copy of each file to the disk."""
    for path in paths:
        copy = path.with_name(f"{path.name}.copy")
        with copy.open("wb") as file:
            file.write(path.read_bytes())
            file.flush()
            os.fsync(file.fileno())
        copy.unlink()
