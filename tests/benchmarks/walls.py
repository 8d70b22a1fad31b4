"""Searches by a person from whom documents are hidden, over 200,000 passages: a few, a hundredth, nearly all;
and the memory that their library takes.

Bare, in the same run: the same searches of the whole library.
"""

from __future__ import annotations

import gc
import random
import tempfile
import time
from pathlib import Path

import psutil

from briefbank import paths as places
from briefbank.domain.documents import ALL
from briefbank.domain.searches import SearchRequest
from briefbank.embedding.encoders import load_encoder
from briefbank.evaluate.data_sets import CachedEncoder
from briefbank.office.library import OfficeLibrary
from briefbank.office.walled_library import HidingRules
from briefbank.paths import LibraryPaths
from briefbank.sandbox.guard import give_back_memory
from tests.benchmarks.clustered_vectors import ClusteredVectors
from tests.benchmarks.indexing import texts_of_200k
from tests.benchmarks.large_library import build
from tests.benchmarks.office import PASSAGES, QUERIES, REAL, WORDS, timed_searches

SHARES = {"five_documents": 0.001, "a_hundredth": 0.01, "all_but_a_hundredth": 0.99}


def measure() -> dict[str, object]:
    """Five minutes, most of them for making the library."""
    texts, encoder = texts_of_200k(), CachedEncoder(load_encoder(), places.models_folder() / "cache")
    real = encoder.encode_passages(texts[::REAL])
    chance = random.Random(5)
    queries = [" ".join(chance.choice(texts).split()[3 : 3 + WORDS]) for _ in range(QUERIES)]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "library"
        build(LibraryPaths(root), PASSAGES, texts, ClusteredVectors(real), encoder.name)
        with OfficeLibrary.open(root) as library:
            library.warm()
            documents = list(library.documents.ids(ALL))
            result: dict[str, object] = {"whole_ms": timed_searches(library.search, queries)}
            for name, share in SHARES.items():
                hidden = chance.sample(documents, round(share * len(documents)))
                result[name] = _walled(library, hidden, queries)
    return result


def _walled(library: OfficeLibrary, hidden: list[int], queries: list[str]) -> dict[str, object]:
    rules = HidingRules(frozenset(library.documents.get(id_).sha256 for id_ in hidden))
    began = time.perf_counter()
    library.keep_apart(lambda: dict.fromkeys(library.hidden_by(rules), "hidden"))
    put_up = time.perf_counter() - began
    with tempfile.TemporaryDirectory() as links:
        before = _private_mib()
        visible = library.without(rules, Path(links))
        visible.search(SearchRequest(queries[0]))
        opened = _private_mib()
        taken = timed_searches(visible.search, queries)
        memory = {"opened": round(opened - before, 1), "after_searches": round(_private_mib() - before, 1)}
        visible.close()
    return {"documents": len(hidden), "put_up_s": round(put_up, 2), "search_ms": taken, "mib": memory}


def _private_mib() -> float:
    """Return the memory of this process alone, without mapped files and what it could give back."""
    gc.collect()
    give_back_memory()
    memory = psutil.Process().memory_info()
    return float((memory.rss - memory.shared) / 2**20)
