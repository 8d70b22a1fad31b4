"""``python -m tests.benchmarks.searched_library LIBRARY BARE``: times and memory of searching one library.

A process of its own, so that its memory is that of an open library and nothing else. In turns with the
library the bare parts of a search are timed, so that both feel whatever else the computer does: one encoding
of the query; the first hundred by the bare Tantivy index BARE. An exact scan of as many vectors with NumPy
comes right after them all: the threads of its matrix product wait busily for the next one, and what is timed
meanwhile takes up to twice as long. Prints one JSON object.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import psutil
import tantivy
from numpy.typing import NDArray

from briefbank.domain.searches import SearchRequest
from briefbank.embedding.encoders import Encoder, load_encoder
from briefbank.errors import QueryError
from briefbank.library import Library
from briefbank.sandbox import guard
from tests.benchmarks.search_queries import OPERATORS, PLAIN

ROUNDS = 4
BEST = 100

Ask = Callable[[str], object]
Times = dict[str, list[float]]  # Milliseconds by what was timed


def main(folder: Path, bare: Path) -> None:
    guard.engage()
    encoder = load_encoder()
    encoder.encode_query("warm up")
    index = tantivy.Index.open(str(bare))
    before = _private_bytes()
    with Library.open(folder, encoder=encoder) as library:
        print(json.dumps(_measured(library, encoder, index, before)))


def _measured(library: Library, encoder: Encoder, index: tantivy.Index, before: int) -> dict[str, object]:
    """Words first, because nothing turns meaning off again; memory before the bare scan takes its own."""

    def search(text: str) -> object:
        return library.search(SearchRequest(text))

    tantivy_alone = bare_words(index)
    words = _in_turns(_varied(), {"words_only_ms": search, "bare_tantivy_ms": tantivy_alone})
    after_words = _private_bytes()
    library.warm()
    refused = [query for query in OPERATORS if not _understood(search, query)]
    memory = _private_bytes()
    bare_parts = {
        "bare_encoder_ms": lambda text: encoder.encode_query(f"{text} again"),
        "bare_tantivy_ms": tantivy_alone,
    }
    whole = _in_turns(_varied(), {"whole_ms": search, **bare_parts})
    querys = [query for _ in range(ROUNDS) for query in OPERATORS if query not in refused]
    operators = _in_turns(querys, {"operators_ms": search, "bare_tantivy_ms": tantivy_alone})
    scan = _bare_scan(index.searcher().num_docs, encoder.dimensions)
    scanned = _in_turns(_varied(), {"bare_exact_scan_ms": scan})
    bare = [*(whole[name] for name in bare_parts), scanned["bare_exact_scan_ms"]]
    return {
        **{name: percentiles(times) for name, times in {**words, **operators, **whole, **scanned}.items()},
        "ratio_whole_to_bare_parts": _ratio(whole["whole_ms"], *bare),
        "ratio_words_only_to_bare_tantivy": _ratio(words["words_only_ms"], words["bare_tantivy_ms"]),
        "ratio_operators_to_bare_tantivy": _ratio(operators["operators_ms"], operators["bare_tantivy_ms"]),
        "slowest_operators_ms": _slowest(querys, operators["operators_ms"]),
        "operator_queries_refused": refused,
        "private_mib_words": round((after_words - before) / 2**20, 1),
        "private_mib_with_vectors": round((memory - before) / 2**20, 1),
    }


def _varied() -> list[str]:
    """The plain queries, a little different in each round, because encoders remember queries."""
    return [f"{query} {'please ' * turn}".strip() for turn in range(ROUNDS) for query in PLAIN]


def _in_turns(queries: Sequence[str], asks: Mapping[str, Ask]) -> Times:
    """Every way of asking, query by query, after one question that is not timed."""
    times: Times = {name: [] for name in asks}
    for ask in asks.values():
        ask("warm up")
    for query in queries:
        for name, ask in asks.items():
            started = time.perf_counter()
            ask(query)
            times[name].append((time.perf_counter() - started) * 1000)
    return times


def _understood(search: Ask, query: str) -> bool:
    try:
        search(query)
    except QueryError:
        return False
    return True


def bare_words(index: tantivy.Index) -> Ask:
    """Asks a bare index of one stemmed field for its first hundred."""
    searcher = index.searcher()

    def ask(text: str) -> object:
        return searcher.search(index.parse_query(" ".join(re.findall(r"\w+", text.lower())), ["text"]), BEST)

    return ask


def _bare_scan(count: int, dimensions: int) -> Ask:
    matrix = np.random.default_rng(0).standard_normal((count, dimensions), np.float32)

    def ask(text: str) -> NDArray[np.intp]:
        return np.argpartition(matrix @ matrix[len(text) % count], -BEST)

    return ask


def percentiles(times: Sequence[float]) -> dict[str, float]:
    """Zeros where nothing was timed."""
    middle, high = np.percentile(times, [50, 95]) if times else (0.0, 0.0)
    return {"p50": round(float(middle), 2), "p95": round(float(high), 2)}


def _ratio(ours: Sequence[float], *bare: Sequence[float]) -> float:
    """The median of the whole beside the sum of the parts' medians."""
    parts = sum(float(np.median(times)) for times in bare)
    return round(float(np.median(ours)) / parts, 2) if ours else 0.0


def _slowest(queries: Sequence[str], times: Sequence[float]) -> dict[str, float]:
    """The medians of the five slowest queries."""
    by_query: Times = {}
    for query, took in zip(queries, times, strict=True):
        by_query.setdefault(query, []).append(took)
    middles = {query: round(float(np.median(durations)), 1) for query, durations in by_query.items()}
    return dict(sorted(middles.items(), key=lambda item: -item[1])[:5])


def _private_bytes() -> int:
    """Return the memory that only this process holds.

    Index files are read through the system's cache and do not count.
    """
    return int(psutil.Process().memory_full_info().uss)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
