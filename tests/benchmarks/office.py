"""An office server over 200,000 passages: one client beside the library itself, and fifty that type at once.

The server is a program of its own, asked over HTTPS on the loopback through egress workers, as clients do. A
client types: it searches by words at each pause, and in full at the end, with a second or two between. Its
catalogue is a file, and after that the same in PostgreSQL with PostgreSQL's own settings.

Bare, in the same run: the same searches of the same library in this process.
"""

from __future__ import annotations

import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import psutil

from briefbank import paths as places
from briefbank.domain.searches import SearchRequest
from briefbank.embedding.encoders import load_encoder
from briefbank.evaluate.data_sets import CachedEncoder
from briefbank.network import membership
from briefbank.network.egress_client import EgressClient
from briefbank.office.library import OfficeLibrary
from briefbank.office.link import Credentials, Link, call
from briefbank.office.postgres_database import PostgresPlace
from briefbank.paths import LibraryPaths
from tests.benchmarks.clustered_vectors import ClusteredVectors
from tests.benchmarks.indexing import texts_of_200k
from tests.benchmarks.large_library import build
from tests.office.program import PASSWORD, ServerProgram
from tests.support.postgres import running_server

PASSAGES, REAL = 200_000, 100
QUERIES, WORDS = 120, 5
SMALL_MIB, IDLE_S = 30, 0.1
"""Processes below this size are helpers of Python's own; less work than this in two seconds is none."""
CLIENTS, TYPED, WORKERS = 50, 8, 4
"""The clients, the searches of each, and the egress workers that they share: fifty would be the machine's
whole work."""


def measure() -> dict[str, object]:
    """Ten minutes, half of them for making the library."""
    texts, encoder = texts_of_200k(), CachedEncoder(load_encoder(), places.models_folder() / "cache")
    real = encoder.encode_passages(texts[::REAL])
    chance = random.Random(5)
    queries = [" ".join(chance.choice(texts).split()[3 : 3 + WORDS]) for _ in range(QUERIES)]
    os.environ.setdefault("BRIEFBANK_MODELS", str(places.models_folder()))
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        root, invitation = Path(folder) / "library", Path(folder) / "invitation.json"
        build(LibraryPaths(root), PASSAGES, texts, ClusteredVectors(real), encoder.name)
        result = {"file": _measured(root, None, invitation, queries)}
        postgres = stack.enter_context(running_server(settings=()))
        database = postgres.new_catalogue()
        with closing(database.open()) as catalogue:
            catalogue.replace_by(LibraryPaths(root).catalogue, lambda: None)
        LibraryPaths(root).catalogue.unlink()
        result["postgresql"] = _measured(root, database, invitation, queries)
    return result


def _measured(
    root: Path, database: PostgresPlace | None, invitation: Path, queries: Sequence[str]
) -> dict[str, object]:
    """Return the figures of a library, in this process and over the wire."""
    result: dict[str, object] = {"local_ms": _local(root, database, queries)}
    server = ServerProgram(root.with_name(f"server-{'database' if database else 'file'}"), root)
    server.prepare(invitation, database)
    with ExitStack() as stack:
        links = enrolled_links(server, invitation, stack)
        assert server.process is not None
        process = psutil.Process(server.process.pid)
        wait_until_idle(process)
        result["wire_ms"] = _quantiles(_timed(links[0], queries))
        before, busy = processes_of(process), psutil.cpu_times()
        began = time.perf_counter()
        result["typing_ms"] = _quantiles(_typing(links, queries))
        took, idle = time.perf_counter() - began, psutil.cpu_times().idle - busy.idle
        after = processes_of(process)
        result["typing_processor_s"] = [round(after[pid].cpu_s - before[pid].cpu_s, 1) for pid in before]
        result["typing_s"], result["idle_processor_s"] = round(took, 1), round(idle, 1)
        for name in ("private_mib", "with_share_mib"):
            result[f"memory_{name}"] = [
                [getattr(item, name) for item in some.values()] for some in (before, after)
            ]
    server.stop()
    return result


def enrolled_links(server: ServerProgram, invitation: Path, stack: ExitStack) -> list[Link]:
    """Start the server, and return links to it from computers at which one person is signed in."""
    server.start()
    links = []
    for _ in range(WORKERS):
        server.command("invite", str(invitation))
        read = membership.read_invitation(invitation)
        client = EgressClient(read.address, read.pin)
        stack.callback(client.close)
        link = Link(client.exchange, Credentials())
        link.credentials.device = link.enrol(read.code, "desk")
        link.sign_in("Ada", PASSWORD)
        links.append(link)
    wait_for_meaning(links[0])
    return links


def wait_for_meaning(link: Link) -> None:
    """Search until the models are loaded, which takes the server some seconds."""
    while not call(link, "search", SearchRequest("warm up")).meaning_used:
        time.sleep(0.5)


@dataclass(frozen=True, slots=True)
class Used:
    """What a process of the server has used: the server's own is the first, then those that search."""

    cpu_s: float
    private_mib: int
    with_share_mib: int  # With its share of the memory that it has in common with others


def processes_of(server: psutil.Process) -> dict[int, Used]:
    result = {}
    for item in (server, *server.children()):
        memory, times = item.memory_full_info(), item.cpu_times()
        used = Used(times.user + times.system, round(memory.uss / 2**20), round(memory.pss / 2**20))
        if used.private_mib > SMALL_MIB:
            result[item.pid] = used
    return result


def wait_until_idle(server: psutil.Process) -> None:
    """Wait until the processes that search have loaded their models."""
    used = -1.0
    while (now := sum(item.cpu_s for item in processes_of(server).values())) - used > IDLE_S:
        used = now
        time.sleep(2.0)


def _local(root: Path, database: PostgresPlace | None, queries: Sequence[str]) -> dict[str, float]:
    with OfficeLibrary.open(root, database=database) as library:
        library.warm()
        return timed_searches(library.search, queries)


def timed_searches(search: Callable[[SearchRequest], object], queries: Sequence[str]) -> dict[str, float]:
    """Return median and 95th percentile of searches in milliseconds."""
    return _quantiles(_each(lambda text: search(SearchRequest(text)), queries))


def _timed(link: Link, queries: Sequence[str]) -> list[float]:
    return _each(lambda text: call(link, "search", SearchRequest(text)), queries)


def _each(search: Callable[[str], object], queries: Sequence[str]) -> list[float]:
    """Return the milliseconds of each search, after a few that are not counted."""
    taken = []
    for text in [*queries[:10], *queries]:
        began = time.perf_counter()
        search(text)
        taken.append((time.perf_counter() - began) * 1000)
    return taken[10:]


def _typing(links: Sequence[Link], queries: Sequence[str]) -> list[float]:
    def typed(client: int) -> list[float]:
        chance, link, taken = random.Random(client), links[client % len(links)], []
        for number in range(TYPED):
            time.sleep(chance.uniform(1.0, 3.0))
            request = SearchRequest(chance.choice(queries), words_only=number % 2 == 0)
            began = time.perf_counter()
            call(link, "search", request)
            taken.append((time.perf_counter() - began) * 1000)
        return taken

    with ThreadPoolExecutor(CLIENTS) as clients:
        return [item for taken in clients.map(typed, range(CLIENTS)) for item in taken]


def _quantiles(taken: Sequence[float]) -> dict[str, float]:
    cuts = statistics.quantiles(taken, n=20)
    return {"p50": round(cuts[9], 1), "p95": round(cuts[18], 1)}
