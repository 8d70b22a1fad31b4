"""Adds many files by a cluster while its programs are killed at random, and compares with one computer:

    python -m tests.office.cluster.kills [--files 500] [--kills 100] [--workers 3] [--pdf FOLDER …] [--apart]

Prints one JSON document, and ends with 1 where the two libraries differ.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from briefbank.jobs import QuietReporter
from briefbank.office.library import OfficeLibrary
from tests.benchmarks.libraries import write_files
from tests.ingest.killed import contents, differences
from tests.office.cluster import slow_network
from tests.office.cluster.programs import BROKER, ClusterPrograms, await_done, has_vectors_of, waiting
from tests.office.program import ADDRESS

BETWEEN_S = (0.2, 3.0)  # The time between two kills


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--pages", type=int, default=4)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--pdf", type=Path, nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--delay", type=float, default=0.0, help="seconds to each worker and back")
    parser.add_argument("--loss", type=float, default=0.0, help="the share of packets that get lost")
    parser.add_argument("--apart", action="store_true", help="each worker in a network of its own")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        os.environ["BRIEFBANK_HOME"] = str(folder / "home")
        dropped = [*options.pdf]
        if options.files:
            write_files(folder / "dropped", options.files, options.pages)
            dropped.append(folder / "dropped")
        chance = random.Random(options.seed)
        with ExitStack() as stack:
            names = [f"worker-{number}" for number in range(options.workers)]
            apart: dict[str, str] = {}
            if options.apart:
                network_names = stack.enter_context(
                    slow_network.networks(len(names), options.delay, options.loss)
                )
                apart = dict(zip(names, network_names, strict=True))
            result = run(folder, dropped, options.kills, names, chance, apart)
    json.dump(result, sys.stdout, indent=2)
    return 1 if result["differences"] else 0


def run(
    folder: Path,
    dropped: list[Path],
    most_kills: int,
    names: Sequence[str],
    chance: random.Random,
    apart: Mapping[str, str],
) -> dict[str, object]:
    """Add the dropped files both ways, and return the times, the kills and the differences."""
    began = time.monotonic()
    with OfficeLibrary.open(folder / "alone" / "library") as alone:
        alone.ingest.add(dropped, QuietReporter())
        alone.embedding.embed_pending(QuietReporter())
    alone_s = time.monotonic() - began
    host = slow_network.SERVER if apart else ADDRESS
    cluster = ClusterPrograms(folder, folder / "library", host, apart)
    try:
        cluster.prepare()
        cluster.enqueue(dropped)
        cluster.start_all(names)
        began, kills = time.monotonic(), Counter[str]()
        while kills.total() < most_kills and waiting(cluster.library):
            threading.Event().wait(chance.uniform(*BETWEEN_S))
            name = chance.choice([*names, BROKER, "server"])
            kills[name] += 1
            if name == "server":
                cluster.server.stop(signal.SIGKILL)
                cluster.server.start()
            else:
                cluster.kill(name)
                cluster.start(name)
        await_done(cluster.library, 3600.0)
        seconds = time.monotonic() - began
        status = cluster.server.stop()
    finally:
        cluster.close()
    differ = differences(contents(cluster.library), contents(folder / "alone" / "library"))
    if not has_vectors_of(cluster.library, folder / "alone" / "library"):
        differ["vectors"] = ["not the same"]
    with OfficeLibrary.open(cluster.library) as library:
        documents, passages = library.documents.totals()
    return {
        "documents": documents,
        "passages": passages,
        "seconds_alone": round(alone_s),
        "seconds_killed": round(seconds),
        "kills": dict(kills),
        "exit_status_of_server": status,
        "differences": differ,
    }


if __name__ == "__main__":
    sys.exit(main())
