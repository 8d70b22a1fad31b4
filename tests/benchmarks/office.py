"""An office's server as a program of its own, asked over HTTPS on the loopback through egress workers, as
clients do.

``office_hour``: the memory of the server and of its search processes, read every five minutes over an hour in
which fifty clients search, count, open and list. Each client asks something every ten to thirty seconds, and
few searches are alike. A level is a growth of a few mebibytes in the second half hour.

``offline``: how long documents take into an offline copy, beside adding them where the office is. The files
are PDFs with text of 12 pages each. Adding them ends when all can be searched by words and by meaning; so
does taking them along. A second exchange finds nothing new. Both begin warm: the library is open, and the
offline copy has one document.
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
from typing import Any

import psutil

from briefbank import paths as places
from briefbank.domain.maintenance import EncryptionState
from briefbank.domain.office import OfflineChoice
from briefbank.domain.searches import SearchRequest
from briefbank.embedding.encoders import load_encoder
from briefbank.errors import QueryError
from briefbank.jobs import QuietReporter
from briefbank.network import membership
from briefbank.network.egress_client import EgressClient
from briefbank.office.library import OfficeLibrary
from briefbank.office.link import Credentials, Link, call
from briefbank.office.offline_matters import OfflineMatters, opened
from tests.benchmarks.libraries import build, write_files
from tests.benchmarks.processes import cost
from tests.office.program import PASSWORD, ServerProgram
from tests.support.measuring import paragraphs

CLIENTS, WORKERS = 50, 4  # The clients, and the egress workers that they share: fifty would be all its work
PAUSE_S, LOOK_EVERY_S, QUERY_WORDS = (10.0, 30.0), 300.0, 5
SMALL_MIB = 30  # Processes below this size are helpers of Python's own
PAGES = 12
QUIET = QuietReporter()


def office_hour(passages: int, seconds: int) -> dict[str, Any]:
    """Return the requests that were answered, and the private mebibytes of the server's processes."""
    os.environ.setdefault("BRIEFBANK_MODELS", str(places.models_folder()))
    texts = paragraphs(passages)
    with tempfile.TemporaryDirectory() as temporary, ExitStack() as stack:
        folder = Path(temporary)
        build(folder / "library", passages, load_encoder())
        server = ServerProgram(folder / "server", folder / "library")
        server.prepare(folder / "invitation.json")
        stack.callback(server.stop)
        links = _enrolled_links(server, folder / "invitation.json", stack, CLIENTS)
        assert server.process is not None
        process, ends = psutil.Process(server.process.pid), time.monotonic() + seconds
        with ThreadPoolExecutor(CLIENTS) as clients:
            using = [clients.submit(_use, client, link, texts, ends) for client, link in enumerate(links)]
            memory = _memory_until(ends, process)
            requests = sum(client.result() for client in using)
    return {"requests": requests, "minutes": round(LOOK_EVERY_S / 60), "memory_private_mib": memory}


def _use(client: int, link: Link, texts: Sequence[str], ends: float) -> int:
    """Ask as a person does until the time is over: search, count, and read the first document that is found.
    Return the number of requests."""
    chance, count = random.Random(client), 0
    while (left := ends - time.monotonic()) > 0:
        time.sleep(min(left, chance.uniform(*PAUSE_S)))
        words = chance.choice(texts).split()[3 : 3 + QUERY_WORDS]
        request = SearchRequest(" ".join(words), words_only=chance.random() < 0.5)
        with suppress(QueryError):  # small words alone, which are refused
            answer = call(link, "search", request)
            call(link, "breakdown", request)
            count += 2
            for hit in answer.hits[:1]:
                call(link, "documents.passages", hit.document.id)
                call(link, "authorities.of_document", hit.document.id)
                count += 2
    return count


def _memory_until(ends: float, server: psutil.Process) -> list[list[int]]:
    """Return the private mebibytes of the server and of those that search, at the start and every few
    minutes."""
    looks: list[list[int]] = []
    while True:
        sizes = [round(item.memory_full_info().uss / 2**20) for item in (server, *server.children())]
        looks.append([size for size in sizes if size > SMALL_MIB])
        print(f"private MiB, {len(looks)}: {looks[-1]}", file=sys.stderr, flush=True)
        left = ends - time.monotonic()
        if left <= 0:
            return looks
        time.sleep(min(LOOK_EVERY_S, left))


def _enrolled_links(server: ServerProgram, invitation: Path, stack: ExitStack, clients: int) -> list[Link]:
    """Start the server, and return links to it from so many computers, at each of which another person is
    signed in, once it has loaded its models."""
    for number in range(clients):
        server.command("person", f"Person {number}", "--role", "editor", typed=f"{PASSWORD}\n")
    server.start()
    links = list[Link]()
    workers = list[EgressClient]()
    for number in range(clients):
        server.command("invite", str(invitation))
        read = membership.read_invitation(invitation)
        if number < WORKERS:
            workers.append(EgressClient(read.address, read.pin))
            stack.callback(workers[-1].close)
        link = Link(workers[number % WORKERS].exchange, Credentials())
        link.credentials.device = link.enrol(read.code, f"desk {number}")
        link.sign_in(f"Person {number}", PASSWORD)
        links.append(link)
    while not call(links[0], "search", SearchRequest("warm up")).meaning_used:
        time.sleep(0.5)
    return links


def offline(files: int) -> dict[str, Any]:
    """Return seconds by the clock, and of processors by all processes that have a part in it."""
    os.environ.setdefault("BRIEFBANK_MODELS", str(places.models_folder()))
    with tempfile.TemporaryDirectory() as temporary, ExitStack() as stack:
        folder = Path(temporary)
        write_files(folder / "briefs", files, PAGES)
        with OfficeLibrary.open(folder / "library") as library:
            library.embedding.warm()
            words = cost(lambda: library.ingest.add([folder / "briefs"], QUIET))
            meaning = cost(lambda: library.embedding.embed_pending(QUIET))
            choice = OfflineChoice(documents=tuple(document.sha256 for document in library.documents.each()))
            totals = library.documents.totals()
        server = ServerProgram(folder / "server", folder / "library")
        server.prepare(folder / "invitation.json")
        stack.callback(server.stop)
        (link,) = _enrolled_links(server, folder / "invitation.json", stack, 1)
        copy = OfflineMatters(link, folder / "offline", opened, lambda _place: EncryptionState.YES)
        copy.take(OfflineChoice(documents=choice.documents[:1]), QUIET)
        taken = cost(lambda: copy.take(choice, QUIET))
        again = cost(lambda: copy.sync(QUIET))
        with opened(folder / "offline", QUIET) as library:
            assert library.documents.totals() == totals and library.embedding.waiting() == 0
    return {
        "documents": totals[0],
        "passages": totals[1],
        "adding_words": words,
        "adding_meaning": meaning,
        "taking_along": taken,
        "nothing_new": again,
        "times_adding": {name: round((words[name] + meaning[name]) / taken[name], 1) for name in taken},
    }
