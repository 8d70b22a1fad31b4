"""The graph of authorities: pages a second against reading, and the time for 200,000 passages.

Reading is what ``reading`` measures, the same files from drop to searchable words; the graph is then made
anew from the same library (``Graph.rebuild``), by one thread. Opening is measured as ``bring_up`` asks: are
all documents in the graph?
"""

from __future__ import annotations

import tempfile
import time
from contextlib import closing, nullcontext
from pathlib import Path

from briefbank.catalogue import document_rows
from briefbank.catalogue.schema import open_catalogue
from briefbank.citator.graph import Graph
from briefbank.index.lexical import LexicalIndex
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.benchmarks import reading
from tests.benchmarks.indexing import texts_of_200k
from tests.benchmarks.library_factory import fill

ASKED = 20
COPIES = 3


def measure() -> dict[str, object]:
    """Measure the citation graph, which takes some minutes and a gigabyte of disk."""
    with tempfile.TemporaryDirectory() as folder:
        pages, read_s, graph_s = _beside_reading(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        large = _of_200k(Path(folder))
    return {
        "pages": pages,
        "reading_pages_per_s": round(pages / read_s, 1),
        "graph_pages_per_s": round(pages / graph_s, 1),
        "ratio_to_reading": round(read_s / graph_s, 2),
        **large,
    }


def _beside_reading(folder: Path) -> tuple[int, float, float]:
    """Return the pages, the seconds of reading them with the graph, and those of rebuilding the graph."""
    born_digital = reading.born_digital(folder)
    files = [reading.copy(path, number, folder) for number in range(COPIES) for path in born_digital]
    with Library.open(folder / "library") as library:
        library.ingest.add(born_digital, QuietReporter())  # brings the child processes up
        started = time.perf_counter()
        documents = [o.document for o in library.ingest.add(files, QuietReporter()) if o.document]
        read_s = time.perf_counter() - started
    with closing(open_catalogue(folder / "library" / "catalogue.sqlite")) as catalogue:
        all_pages = sum(document.pages for document in document_rows.iterate(catalogue))
        started = time.perf_counter()
        Graph(catalogue).rebuild(nullcontext, lambda: None)
        graph_s = time.perf_counter() - started
    pages = sum(document.pages for document in documents)
    return pages, read_s, graph_s * pages / all_pages


def _of_200k(folder: Path) -> dict[str, object]:
    texts = texts_of_200k()
    catalogue, lexical = open_catalogue(folder / "catalogue.sqlite"), LexicalIndex(folder / "lexical")
    with closing(catalogue), closing(lexical):
        fill(catalogue, lexical, texts, cited=True)
        graph = Graph(catalogue)
        started = time.perf_counter()
        graph.catch_up(nullcontext, lambda: None)
        seconds = time.perf_counter() - started
        started = time.perf_counter()
        for _ in range(ASKED):
            graph.catch_up(nullcontext, lambda: None)
        asked_ms = (time.perf_counter() - started) * 1000 / ASKED
    return {
        "passages": len(texts),
        "graph_of_all_s": round(seconds, 1),
        "graph_ms_per_passage": round(1000 * seconds / len(texts), 3),
        "asking_whether_it_is_in_step_ms": round(asked_ms, 2),
    }
