"""Seconds from a drop of real briefs as PDFs until their words can be found, beside Recoll and bare PDFium.

The 102 amicus briefs are set as PDFs, 46 lines a page. Recoll (``recollcmd`` of Debian) indexes the same
folder with its defaults, two threads and all; it is left out where it is not installed. Recoll keeps words;
BriefBank keeps pages, captions, sections, citations, treatments and versions as well. In turns, ``ROUNDS``
times, each with a new index; medians are compared, of the clock and of the processor.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import tempfile
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from reportlab.pdfgen.canvas import Canvas

from briefbank.domain.ingest import FileStatus
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.benchmarks.machine import SHARED
from tests.benchmarks.reading import extract_bare

ROUNDS = 3
LINES, COLUMNS = 46, 85


def measure() -> dict[str, object]:
    """Two minutes."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        briefs = folder / "briefs"
        pages = write_briefs(briefs)
        sides: dict[str, Callable[[Path], None]] = {
            "bare": lambda _: bare(briefs),
            "ours": lambda workspace: ours(briefs, workspace),
        }
        if shutil.which("recollindex"):
            sides["recoll"] = lambda workspace: recoll(briefs, workspace)
        taken: dict[str, list[tuple[float, float]]] = {name: [] for name in sides}
        for number in range(ROUNDS):
            for name, run in sides.items():
                (workspace := folder / f"{name}-{number}").mkdir()
                taken[name].append(timed(run, workspace))
    seconds = {name: median(wall for wall, _ in times) for name, times in taken.items()}
    processor = {name: median(cpu for _, cpu in times) for name, times in taken.items()}
    result: dict[str, object] = {
        "pages": pages,
        **{f"{name}_s": round(value, 2) for name, value in seconds.items()},
        **{f"{name}_processor_s": round(value, 2) for name, value in processor.items()},
        "ratio_to_bare": round(seconds["bare"] / seconds["ours"], 3),
    }
    if "recoll" in seconds:
        result["times_of_recoll"] = round(seconds["ours"] / seconds["recoll"], 2)
    return result


def write_briefs(folder: Path) -> int:
    """Set the briefs as PDFs; return their pages."""
    folder.mkdir()
    pages = 0
    with gzip.open(SHARED / "text" / "amicus-briefs.jsonl.gz", "rt") as rows:
        for number, row in enumerate(rows):
            paragraphs = json.loads(row)["text"].split("\n")
            lines = [line for paragraph in paragraphs for line in textwrap.wrap(paragraph, COLUMNS) or [""]]
            canvas = Canvas(str(folder / f"brief-{number}.pdf"))
            for first in range(0, len(lines), LINES):
                canvas.setFont("Times-Roman", 12)
                text = canvas.beginText(72, 740)
                text.setLeading(15)
                for line in lines[first : first + LINES]:
                    text.textLine(line)
                canvas.drawText(text)
                canvas.showPage()
                pages += 1
            canvas.save()
    return pages


def timed(run: Callable[[Path], None], workspace: Path) -> tuple[float, float]:
    """Return the seconds of the clock and of the processor, ended children included."""
    before, started = os.times(), time.perf_counter()
    run(workspace)
    wall, after = time.perf_counter() - started, os.times()
    return wall, sum(after[:4]) - sum(before[:4])


def bare(briefs: Path) -> None:
    extract_bare(sorted(briefs.iterdir()))


def ours(briefs: Path, workspace: Path) -> None:
    """Open a library, add the folder, and close it, so that its children count."""
    with Library.open(workspace / "library") as library:
        outcomes = library.ingest.add([briefs], QuietReporter())
    assert all(outcome.status is FileStatus.ADDED for outcome in outcomes), outcomes


def recoll(briefs: Path, workspace: Path) -> None:
    (workspace / "recoll.conf").write_text(f"topdirs = {briefs}\n")
    subprocess.run(
        ["recollindex", "-c", str(workspace), "-z"],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"HOME": str(workspace)},
    )
