"""How long a desktop's library takes into an office's, with its catalogue in a file and in PostgreSQL.

Each is a new office, and one that holds a brief already, which takes one document after the other.

The library holds 200 PDFs of 20 pages. Their vectors, of the usual size, are made up, since none is embedded
again. PostgreSQL runs with its own settings: a commit is on the disk. Two other libraries have the same pages
in files as large as scans, in grey and in colour.

Bare, in the same run: the folder of the library copied and flushed to the disk.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pikepdf

from briefbank.jobs import QuietReporter
from briefbank.office.library import OfficeLibrary
from briefbank.office.postgres_database import PostgresPlace
from tests.benchmarks.file_factory import write_files
from tests.stand_ins.encoders import Buckets
from tests.support.postgres import running_server

FILES, PAGES = 200, 20
SCAN_BYTES, COLOUR_BYTES = 5_000_000, 25_000_000  # The sizes of a brief of 20 pages that were scanned
QUIET = QuietReporter()


class StandInEncoder(Buckets):
    """Vectors as long as those of the model that BriefBank brings."""

    dimensions = 384


def measure() -> dict[str, object]:
    """Ten minutes, most of them for reading the files into the desktops' libraries."""
    with tempfile.TemporaryDirectory() as temporary, ExitStack() as stack:
        folder = Path(temporary)
        server = stack.enter_context(running_server(settings=()))
        places = {"file": None, "postgresql": server.new_catalogue()}
        places |= {"file_with_a_brief": None, "postgresql_with_a_brief": server.new_catalogue()}
        return {
            "documents": FILES,
            "texts": _moved(folder / "texts", 0, places),
            "scans": _moved(folder / "scans", SCAN_BYTES, {"file": None}),
            "scans_in_colour": _moved(folder / "colour", COLOUR_BYTES, {"file": None}),
        }


def _moved(folder: Path, padding: int, places: Mapping[str, PostgresPlace | None]) -> dict[str, object]:
    """Measure the move of one library into an office's with its catalogue in each of these places."""
    client, own = _client(folder, padding), folder / "own.txt"
    own.write_text("POINT I\n\nTHE HERON\n\nThe heron stood in the wagon and looked out.\n")
    size = sum(path.stat().st_size for path in client.rglob("*") if path.is_file())
    bare = _seconds(lambda: _bare_copy(client, folder / "bare"))
    figures: dict[str, object] = {"megabytes": round(size / 1e6, 1), "bare_seconds": round(bare, 2)}
    for name, database in places.items():
        with OfficeLibrary.open(folder / name, encoder=StandInEncoder(), database=database) as office:
            if name.endswith("brief"):
                office.ingest.add([own], QUIET)
            taken = _seconds(partial(office.bring_in, client, QUIET))
        figures[name] = {"seconds": round(taken, 2), "times_bare": round(taken / bare, 1)}
    return figures


def _client(folder: Path, padding: int) -> Path:
    write_files(folder / "briefs", FILES, PAGES)
    for item in (folder / "briefs").iterdir() if padding else ():
        with pikepdf.open(item, allow_overwriting_input=True) as pdf:
            pdf.Root.Padding = pdf.make_stream(os.urandom(padding))
            pdf.save(item)
    with OfficeLibrary.open(folder / "desk", encoder=StandInEncoder()) as library:
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
