"""Latency of a whole search over 20,000 real paragraphs, beside its bare parts.

The queries are plain-language questions as defenders type them. Bare parts, in the same run: one encoding of
the query, and an exact scan of all vectors with NumPy.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from briefbank.catalogue.store import Catalogue
from briefbank.index.embedding import load_encoder
from briefbank.index.lexical import LexicalIndex
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.models import SearchRequest
from briefbank.paths import LibraryPaths
from tests.benchmarks.machine import paragraphs
from tests.benchmarks.made_library import fill

COUNT = 20_000
ROUNDS = 4

QUERIES = (
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


def measure() -> dict[str, object]:
    """Embedding the paragraphs takes most of the time this benchmark needs."""
    encoder = load_encoder()
    texts = paragraphs(COUNT)
    with tempfile.TemporaryDirectory() as folder:
        paths = LibraryPaths(Path(folder))
        paths.create()
        catalogue, lexical = Catalogue.open(paths.catalogue), LexicalIndex(paths.lexical)
        fill(catalogue, lexical, texts)
        lexical.close()
        catalogue.close()
        with Library.open(Path(folder), encoder=encoder) as library:
            words = _times(library)
            started = time.perf_counter()
            library.embed_pending(QuietReporter())
            embedding_s = time.perf_counter() - started
            library.warm()
            whole = _times(library)
    encode = [_timed(partial(encoder.encode_query, f"{query} again")) for query in QUERIES]
    matrix = np.random.default_rng(0).standard_normal((COUNT, encoder.dimensions)).astype(np.float32)
    vector = matrix[0]
    scan = [_timed(lambda: np.argpartition(matrix @ vector, -100)) for _ in QUERIES]
    return {
        "passages": len(texts),
        "searches": len(whole),
        "whole_ms": _percentiles(whole),
        "words_only_ms": _percentiles(words),
        "bare_encoder_ms": _percentiles(encode),
        "bare_exact_scan_ms": _percentiles(scan),
        "ratio_p50_to_bare_parts": round(
            float(np.median(whole)) / (float(np.median(encode)) + float(np.median(scan))), 2
        ),
        "embedding_s": round(embedding_s),
    }


def _times(library: Library) -> list[float]:
    library.search(SearchRequest(QUERIES[0]))
    asked = [f"{query} {'please ' * turn}".strip() for turn in range(ROUNDS) for query in QUERIES]
    return [_timed(partial(library.search, SearchRequest(text))) for text in asked]


def _timed(call: Callable[[], object]) -> float:
    """Milliseconds."""
    started = time.perf_counter()
    call()
    return (time.perf_counter() - started) * 1000


def _percentiles(times: list[float]) -> dict[str, float]:
    return {
        "p50": round(float(np.percentile(times, 50)), 1),
        "p95": round(float(np.percentile(times, 95)), 1),
    }
