"""``python -m tests.benchmarks.scaled_library LIBRARY BARE FILE``: what one large library takes.

A process of its own, so that its memory is that of an open library and nothing else. BARE is an index of one
stemmed field of Tantivy; FILE is added and removed again. Prints one JSON object. Times are of the clock and
of the processor, in seconds, or percentiles of milliseconds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import lancedb
import numpy as np
import psutil
import tantivy
from numpy.typing import NDArray

from briefbank.domain.searches import Filters, SearchRequest
from briefbank.embedding.encoders import load_encoder
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.sandbox import guard
from tests.benchmarks.removing import timed
from tests.benchmarks.search_queries import PLAIN
from tests.benchmarks.searched_library import BEST, bare_words, percentiles

DEPTH = 200  # The passages that a search takes of each channel
FEW = 12  # The documents that some searches are narrowed to


def main(folder: Path, bare: Path, file: Path) -> None:
    guard.engage()
    encoder, quiet = load_encoder(), QuietReporter()
    vectors = [encoder.encode_query(query) for query in PLAIN]
    private, resident = _memory()
    library: list[Library] = []
    result: dict[str, object] = {
        "opening_s": timed(lambda: library.append(Library.open(folder, encoder=encoder))),
        "warming_s": timed(lambda: library[0].warm()),
        "first_search_s": timed(lambda: library[0].search(SearchRequest("warm up"))),
    }
    with library[0] as opened:
        dense = opened.embedding.model().dense
        ids = [document.id for document in opened.documents.each()]
        few = frozenset(ids[:: len(ids) // FEW])
        words, everything = (
            [SearchRequest(item, words_only=True) for item in PLAIN],
            map(SearchRequest, PLAIN),
        )
        narrow = [SearchRequest(item, filters=Filters(among=few)) for item in PLAIN]
        result |= {
            "words_ms": times_of([partial(opened.search, request) for request in words]),
            "meaning_ms": times_of([partial(dense.search, vector, None, DEPTH) for vector in vectors]),
            "meaning_in_few_documents_ms": times_of([partial(dense.search, v, few, DEPTH) for v in vectors]),
            "whole_ms": times_of([partial(opened.search, request) for request in everything]),
            "whole_in_few_documents_ms": times_of([partial(opened.search, request) for request in narrow]),
        }
        now_private, now_resident = _memory()
        result |= {
            "private_mib": round(now_private - private),
            "mapped_mib": round(now_resident - now_private - (resident - private)),
            "adding_s": timed(lambda: opened.ingest.add([file], quiet)),
            "embedding_s": timed(lambda: opened.embedding.embed_pending(quiet)),
        }
        added = list(opened.documents.each())[-1].id
        result |= {
            "removing_s": timed(lambda: opened.documents.remove(added)),
            "optimising_s": timed(lambda: opened.embedding.embed_pending(quiet)),
            "checking_s": timed(lambda: opened.maintenance.check(quiet)),
        }
    print(json.dumps(result | _bare(folder, bare, vectors)))


def _bare(folder: Path, bare: Path, vectors: Sequence[NDArray[np.float32]]) -> dict[str, object]:
    index = tantivy.Index.open(str(bare))
    ask = bare_words(index)
    matrix = np.ones((index.searcher().num_docs, len(vectors[0])), np.float32)
    places = folder.glob("dense/**/passages.lance")
    tables = [lancedb.connect(str(path.parent)).open_table("passages") for path in places]

    def flat(vector: object) -> object:
        queries = (table.search(vector, vector_column_name="vector") for table in tables)
        scans = (query.distance_type("dot").bypass_vector_index().limit(BEST) for query in queries)
        return [scan.select(["passage_id", "_distance"]).to_arrow() for scan in scans]

    return {
        "bare_tantivy_ms": times_of([partial(ask, query) for query in PLAIN]),
        "bare_exact_scan_ms": times_of([partial(np.matmul, matrix, vector) for vector in vectors]),
        "bare_lancedb_scan_ms": times_of([partial(flat, vector) for vector in vectors[:5]]),
    }


def times_of(asks: Sequence[Callable[[], object]]) -> dict[str, float]:
    """Return milliseconds by the clock, and of the processor on average, after one that is not timed."""
    asks[0]()
    taken = [timed(ask, digits=5) for ask in asks]
    processor = round(1000 * float(np.mean([worked for _, worked in taken])), 2)
    return {**percentiles([1000 * clock for clock, _ in taken]), "processor": processor}


def _memory() -> tuple[float, float]:
    """Return the MiB of this process that are its own, and all that are resident."""
    memory = psutil.Process().memory_full_info()
    return memory.uss / 2**20, memory.rss / 2**20


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
