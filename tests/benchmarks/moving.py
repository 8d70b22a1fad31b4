"""How long a desktop's library takes into an office's, with its catalogue in a file and in PostgreSQL.

Each is a new office, and one that holds a brief already, which takes one document after the other.

The library holds 200 PDFs of 20 pages. Their vectors, of the usual size, are made up, since none is embedded
again. PostgreSQL runs with its own settings: a commit is on the disk.

Bare, in the same run: the folder of the library copied and flushed to the disk.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.benchmarks.made_files import write_files
from tests.postgres import running_server
from tests.stand_ins.encoders import Buckets

FILES, PAGES = 200, 20
QUIET = QuietReporter()


class MadeUp(Buckets):
    """Vectors as long as those of the model that BriefBank brings."""

    dimensions = 384


def measure() -> dict[str, object]:
    """Five minutes, most of them for reading the files into the desktop's library."""
    with tempfile.TemporaryDirectory() as temporary, ExitStack() as stack:
        folder = Path(temporary)
        desk, passages = _desk(folder), 0
        size = sum(each.stat().st_size for each in desk.rglob("*") if each.is_file())
        bare = _seconds(lambda: _bare_copy(desk, folder / "bare"))
        server = stack.enter_context(running_server(settings=()))
        figures: dict[str, object] = {}
        own = folder / "own.txt"
        own.write_text("POINT I\n\nTHE HERON\n\nThe heron stood in the wagon and looked out.\n")
        places = {
            "file": None,
            "postgresql": server.new_catalogue(),
            "file_with_a_brief": None,
            "postgresql_with_a_brief": server.new_catalogue(),
        }
        for name, place in places.items():
            with Library.open(folder / name, encoder=MadeUp(), database=place) as office:
                if name.endswith("brief"):
                    office.ingest.add([own], QUIET)
                taken = _seconds(lambda: office.bring_in(desk, QUIET))
                passages = office.documents.totals()[1]
            figures[name] = {"seconds": round(taken, 2), "times_bare": round(taken / bare, 1)}
        return {
            "documents": FILES,
            "passages": passages,
            "megabytes": round(size / 1e6, 1),
            "bare_seconds": round(bare, 2),
            **figures,
        }


def _desk(folder: Path) -> Path:
    write_files(folder / "briefs", FILES, PAGES)
    with Library.open(folder / "desk", encoder=MadeUp()) as library:
        library.ingest.add([folder / "briefs"], QUIET)
        library.embedding.embed_pending(QUIET)
    return folder / "desk"


def _bare_copy(source: Path, target: Path) -> None:
    shutil.copytree(source, target)
    os.sync()


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
