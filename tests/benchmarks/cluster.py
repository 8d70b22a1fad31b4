"""How much of a computer's work on files the cluster's engine costs, and what slow lines cost beside.

Two workers, a broker and a server on one computer, and the same files added by one process. Throughput
counts from the first file that was added until all can be searched by meaning, so that no start counts; the
processor's time is that of all programs and their children to their ends, less that of the same programs with
nothing to do.

Where networks of their own can be made, four workers lie behind lines of 50 ms that lose one packet of a
hundred, and are compared with four without.
"""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pikepdf

from tests.benchmarks.file_factory import write_files
from tests.network.programs import PROJECT
from tests.office.cluster import slow_network
from tests.office.cluster.programs import BROKER, ClusterPrograms, await_done
from tests.office.program import ADDRESS
from tests.support import scan_factory

TEXTS, PAGES = 240, 20
SCANS, SCANNED_PAGES = 16, 8
DELAY_S, LOSS = 0.05, 0.01
WITHIN_S = 1800.0


def measure() -> dict[str, object]:
    """A quarter of an hour."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        os.environ["BRIEFBANK_HOME"] = str(folder / "home")
        dropped = folder / "dropped"
        write_files(dropped, TEXTS, PAGES)
        for number in range(SCANS):
            _scan(dropped / f"scan-{number}.pdf", number)
        _alone(folder / "first", [])  # it makes the model ready
        nothing = _by_cluster(folder / "nothing", [], 2)
        alone = _alone(folder / "alone", [dropped])
        two = _by_cluster(folder / "two", [dropped], 2)
        figures: dict[str, object] = {
            "files": TEXTS + SCANS,
            "pages": TEXTS * PAGES + SCANS * SCANNED_PAGES,
            "alone": alone,
            "two_workers": two,
            "starts_of_programs_processor_seconds": nothing["processor_seconds"],
            "throughput_of_alone": round(alone["seconds"] / two["seconds"], 2),
            "processor_of_alone": round(
                (two["processor_seconds"] - nothing["processor_seconds"]) / alone["processor_seconds"], 2
            ),
        }
        if slow_network.why_not():
            return figures
        near = _by_cluster(folder / "near", [dropped], 4)
        with slow_network.networks(4, DELAY_S, LOSS) as networks:
            far = _by_cluster(folder / "far", [dropped], 4, networks)
        return figures | {
            "four_workers": near,
            "four_workers_far": far,
            "throughput_of_near": round(near["seconds"] / far["seconds"], 2),
        }


def _scan(path: Path, number: int) -> None:
    """Write a scan of which no page is like another's."""
    words = [f"{word}{number}{page}" for page, word in enumerate(("heron", "badger") * (SCANNED_PAGES // 2))]
    scan_factory.pdf(path, *words)
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == SCANNED_PAGES


def _alone(folder: Path, dropped: Sequence[Path]) -> dict[str, float]:
    library = folder / "library"
    command = [sys.executable, "-m", "briefbank", "--library", str(library), "add", *map(str, dropped)]
    with _processor_time() as took:
        subprocess.run(
            command if dropped else [*command[:-1], "search", "nothing"],
            cwd=PROJECT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    return {"seconds": _since_first_file(library), "processor_seconds": took[0]}


def _by_cluster(
    folder: Path, dropped: Sequence[Path], workers: int, networks: Sequence[str] = ()
) -> dict[str, float]:
    folder.mkdir()
    names = [f"worker-{number}" for number in range(workers)]
    apart: Mapping[str, str] = dict(zip(names, networks, strict=True)) if networks else {}
    host = slow_network.SERVER if networks else ADDRESS
    cluster = ClusterPrograms(folder, folder / "library", host, apart)
    with _processor_time() as took, closing(cluster):
        cluster.prepare()
        cluster.enqueue(dropped)
        cluster.start_all(names)
        await_done(cluster.library, WITHIN_S)
        seconds = _since_first_file(cluster.library)
        cluster.server.stop()
        for name in (*names, BROKER):
            cluster.stop(name)
    return {"seconds": seconds, "processor_seconds": took[0]}


@contextmanager
def _processor_time() -> Iterator[list[float]]:
    """Put the processor seconds of all programs that end meanwhile into a list."""
    took = [0.0]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    yield took
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took[0] = round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 1)


def _since_first_file(library: Path) -> float:
    """Return the seconds since the first file was added; 0 without files."""
    with closing(sqlite3.connect(f"file:{library / 'catalogue.sqlite'}?mode=ro", uri=True)) as connection:
        first = connection.execute("SELECT min(finished_at) FROM intake").fetchone()[0]
    if first is None:
        return 0.0
    return round(
        (datetime.now(UTC) - datetime.fromisoformat(str(first)).replace(tzinfo=UTC)).total_seconds(), 1
    )
