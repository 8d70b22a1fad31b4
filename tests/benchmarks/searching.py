"""Latency and memory of searching libraries of several sizes, beside the bare parts of a search.

Each library is searched in a process of its own, so that its memory is that of an open library and nothing
else. In turns with the library the bare parts of a search are timed, so that both feel whatever else the
computer does: one encoding of the query; the first hundred by one stemmed field of Tantivy over the same
texts. An exact scan of as many vectors with NumPy comes right after them all: the threads of its matrix
product wait busily for the next one, and what is timed meanwhile takes up to twice as long. Operator queries
stand beside the same bare Tantivy, which ranks plain words and checks nothing.
"""

from __future__ import annotations

import gc
import json
import re
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import tantivy

from briefbank.domain.searches import SearchRequest
from briefbank.embedding.encoders import Encoder, load_encoder
from briefbank.errors import QueryError
from briefbank.library import Library
from briefbank.sandbox import guard
from tests.benchmarks.libraries import build, build_bare
from tests.benchmarks.processes import child, private_mib
from tests.support.measuring import percentiles, timed

ROUNDS = 4
BEST = 100

PLAIN = (
    "Find me briefs about inevitable discovery",
    "merger",
    "803(c)(27)",
    "Can a juvenile waive his Miranda rights without a parent present?",
    "prosecutor called the defendant a liar in summation",
    "is Terry v. Ohio still good law?",
    "the officer smelled marijuana and searched the trunk of the car without a warrant",
    "ineffective assistance of counsel failure to call an alibi witness",
    "expert testimony about battered woman syndrome",
    "restitution ability to pay",
    "show-up identification suggestive",
    "speedy trial delay of two years",
    "sentence excessive aggravating and mitigating factors",
    "hearsay excited utterance of a child",
    "jury instruction lesser included offence",
    "suppress blood alcohol test refused consent",
    "double jeopardy after mistrial",
    "probation revoked without hearing",
    "competency to stand trial evaluation denied",
    "plea withdrawn because court did not explain consequences",
    "chain of custody of the drugs was broken",
    "confrontation clause lab report analyst absent",
    "self defence retreat duty in own home",
    "search incident to arrest cell phone",
    "joinder of unrelated charges prejudice",
)
"""Questions as defenders type them."""
OPERATORS = (
    '"plain error" /p summation!',
    "suppress! /5 evidence",
    "(car OR automobile OR vehicle) /10 search!",
    "defendant AND confess! NOT miranda",
    '"motion to suppress" w/s den!',
    "court /p state",
    "due +1 process",
    '"probable cause" /s affidavit',
    "ineffective pre/3 counsel",
    "sentenc! /p (aggravat! OR mitigat!)",
    "jury /s instruct! /s reasonable",
    "wom?n /10 batter!",
    "search! /5 seiz! NOT warrant",
    'identif! AND "line up"',
    "statute OR rule OR regulation",
    "right /3 counsel /p waiv!",
    "evidence AND court AND defendant",
    "hearsay % (excited OR dying)",
    '"beyond a reasonable doubt"',
    "child! /p neglect! /p terminat! what must the state prove",
)
"""Narrow and wide ones; the last also has words that only rank."""

Ask = Callable[[str], object]
Times = dict[str, list[float]]  # Milliseconds by what was timed


def searching(*passages: int) -> dict[str, Any]:
    """Return the figures of libraries of so many passages, and how much those of the last are of the
    first's."""
    result = {}
    for count in passages:
        with tempfile.TemporaryDirectory() as folder:
            build(Path(folder) / "library", count, load_encoder())
            build_bare(Path(folder) / "bare", count)
            result[str(count)] = child("searching", Path(folder) / "library", Path(folder) / "bare")
    small, large = result[str(passages[0])], result[str(passages[-1])]
    growth = {
        f"{name}_{at}": round(large[name][at] / max(0.1, small[name][at]), 2)
        for name in ("whole_ms", "words_only_ms", "operators_ms")
        for at in ("p50", "p95")
    }
    more = large["private_mib_with_vectors"] - small["private_mib_with_vectors"]
    per_100000 = more * 1e5 / max(1, passages[-1] - passages[0])
    return {**result, "growth": growth, "private_mib_per_100000_passages": round(per_100000, 1)}


def main(folder: Path, bare: Path) -> None:
    guard.engage()
    encoder, index = load_encoder(), tantivy.Index.open(str(bare))
    encoder.encode_query("warm up")
    before, opened = private_mib(), list[Library]()
    opening = timed(lambda: opened.append(Library.open(folder, encoder=encoder)))
    with opened[0] as library:
        gc.freeze()  # as the programs do: what is loaded is no garbage
        print(json.dumps({"opening_s": opening, **_measured(library, encoder, index, before)}))


def _measured(library: Library, encoder: Encoder, index: tantivy.Index, before: float) -> dict[str, Any]:
    """Words first, because nothing turns meaning off again; memory before the bare scan takes its own."""

    def search(text: str) -> object:
        return library.search(SearchRequest(text))

    def count(text: str) -> object:
        return library.breakdown(SearchRequest(text))

    tantivy_alone = _bare_words(index)
    words = _in_turns(_varied(), {"words_only_ms": search, "bare_tantivy_ms": tantivy_alone})
    after_words = private_mib()
    warming = timed(library.warm)
    refused = [query for query in OPERATORS if not _is_understood(search, query)]
    after_vectors = private_mib()
    bare: dict[str, Ask] = {
        "bare_encoder_ms": lambda text: encoder.encode_query(f"{text} again"),
        "bare_tantivy_ms": tantivy_alone,
    }
    whole = _in_turns(_varied(), {"whole_ms": search, **bare})
    queries = [query for _ in range(ROUNDS) for query in OPERATORS if query not in refused]
    asks = {"operators_ms": search, "counting_ms": count, "bare_tantivy_ms": tantivy_alone}
    operators = _in_turns(queries, asks)
    scanned = _in_turns(_varied(), {"bare_exact_scan_ms": _bare_scan(index, encoder.dimensions)})
    parts = [*(whole[name] for name in bare), scanned["bare_exact_scan_ms"]]
    return {
        "passages": index.searcher().num_docs,
        "warming_s": warming,
        **{name: percentiles(times) for name, times in {**words, **operators, **whole, **scanned}.items()},
        "ratio_whole_to_bare_parts": _ratio(whole["whole_ms"], *parts),
        "ratio_words_only_to_bare_tantivy": _ratio(words["words_only_ms"], words["bare_tantivy_ms"]),
        "ratio_operators_to_bare_tantivy": _ratio(operators["operators_ms"], operators["bare_tantivy_ms"]),
        "operator_queries_refused": refused,
        "private_mib_words": round(after_words - before, 1),
        "private_mib_with_vectors": round(after_vectors - before, 1),
    }


def _varied() -> list[str]:
    """Return the plain queries, a little different in each round, because encoders remember queries."""
    return [f"{query} {'please ' * turn}".strip() for turn in range(ROUNDS) for query in PLAIN]


def _in_turns(queries: Sequence[str], asks: Mapping[str, Ask]) -> Times:
    """Time every way of asking, query by query, after one question that is not timed."""
    times: Times = {name: [] for name in asks}
    for ask in asks.values():
        ask("warm up")
    for query in queries:
        for name, ask in asks.items():
            started = time.perf_counter()
            ask(query)
            times[name].append((time.perf_counter() - started) * 1000)
    return times


def _is_understood(search: Ask, query: str) -> bool:
    try:
        search(query)
    except QueryError:
        return False
    return True


def _bare_words(index: tantivy.Index) -> Ask:
    """Return a function that asks a bare index of one stemmed field for its first hundred."""
    searcher = index.searcher()

    def ask(text: str) -> object:
        return searcher.search(index.parse_query(" ".join(re.findall(r"\w+", text.lower())), ["text"]), BEST)

    return ask


def _bare_scan(index: tantivy.Index, dimensions: int) -> Ask:
    count = index.searcher().num_docs
    matrix = np.random.default_rng(0).standard_normal((count, dimensions), np.float32)
    return lambda text: np.argpartition(matrix @ matrix[len(text) % count], -BEST)


def _ratio(ours: Sequence[float], *bare: Sequence[float]) -> float:
    """Return the median of the whole beside the sum of the parts' medians."""
    parts = sum(float(np.median(times)) for times in bare)
    return round(float(np.median(ours)) / parts, 2) if ours else 0.0


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
