"""The memory of an office server over an hour in which fifty clients search, count, open and list.

Over 200,000 passages; each client asks something every ten to thirty seconds, and few searches are alike. The
memory of the server and of its search processes is read every five minutes. A level is a growth of a few
mebibytes in the second half hour.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import psutil

from briefbank import paths as places
from briefbank.domain.searches import SearchRequest
from briefbank.embedding.encoders import load_encoder
from briefbank.errors import QueryError
from briefbank.evaluate.data_sets import CachedEncoder
from briefbank.office.link import Link, call
from briefbank.paths import LibraryPaths
from tests.benchmarks.clustered_vectors import ClusteredVectors
from tests.benchmarks.indexing import texts_of_200k
from tests.benchmarks.large_library import build
from tests.benchmarks.office import (
    CLIENTS,
    PASSAGES,
    REAL,
    WORDS,
    enrolled_links,
    processes_of,
    wait_until_idle,
)
from tests.office.program import ServerProgram

LASTS_S, LOOK_EVERY_S = 3_600.0, 300.0
PAUSE_S = (10.0, 30.0)


def measure() -> dict[str, object]:
    """An hour, and ten minutes for making the library."""
    texts, encoder = texts_of_200k(), CachedEncoder(load_encoder(), places.models_folder() / "cache")
    real = encoder.encode_passages(texts[::REAL])
    os.environ.setdefault("BRIEFBANK_MODELS", str(places.models_folder()))
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        root, invitation = Path(folder) / "library", Path(folder) / "invitation.json"
        build(LibraryPaths(root), PASSAGES, texts, ClusteredVectors(real), encoder.name)
        server = ServerProgram(root.with_name("server"), root)
        server.prepare(invitation)
        links = enrolled_links(server, invitation, stack)
        assert server.process is not None
        process = psutil.Process(server.process.pid)
        wait_until_idle(process)
        ends = time.monotonic() + LASTS_S
        with ThreadPoolExecutor(CLIENTS) as clients:
            submits = [
                clients.submit(_use, client, links[client % len(links)], texts, ends)
                for client in range(CLIENTS)
            ]
            private = _memory_until(ends, process)
            requests = sum(item.result() for item in submits)
        server.stop()
    return {"requests": requests, "minutes": round(LOOK_EVERY_S / 60), "memory_private_mib": private}


def _use(client: int, link: Link, texts: Sequence[str], ends: float) -> int:
    """Ask as a person does until the time is over, and return how often."""
    chance, count = random.Random(client), 0
    while time.monotonic() < ends:
        time.sleep(chance.uniform(*PAUSE_S))
        words = chance.choice(texts).split()
        request = SearchRequest(" ".join(words[3 : 3 + WORDS]), words_only=chance.random() < 0.5)
        with suppress(QueryError):  # small words alone, which are refused
            count += _look_through(link, request)
    return count


def _look_through(link: Link, request: SearchRequest) -> int:
    """Search, count, and read the first document that is found; return the number of requests."""
    answer = call(link, "search", request)
    call(link, "breakdown", request)
    for hit in answer.hits[:1]:
        call(link, "documents.passages", hit.document.id)
        call(link, "authorities.of_document", hit.document.id)
    return 2 + 2 * bool(answer.hits)


def _memory_until(ends: float, server: psutil.Process) -> list[list[int]]:
    """Return the private mebibytes of the server's processes, at the start and after every few minutes."""
    uploads = []
    while True:
        uploads.append([item.private_mib for item in processes_of(server).values()])
        print(f"private MiB, {len(uploads)}: {uploads[-1]}", file=sys.stderr, flush=True)
        left = ends - time.monotonic()
        if left <= 0:
            return uploads
        time.sleep(min(LOOK_EVERY_S, left))
