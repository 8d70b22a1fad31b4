"""The look at a made office of 50,000 files, and the time until the first of them can be searched.

The files are small ones of every kind; the office's folders are four deep. The bare baseline walks the same
folders, asks for the size of each file and reads its first 64 KiB, with one thread.
"""

from __future__ import annotations

import os
import random
import resource
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TypeVar

import docx
from reportlab.pdfgen.canvas import Canvas

from briefbank.domain.ingest import FileProgress
from briefbank.errors import Cancelled
from briefbank.ingest.ingestion import MASS
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.text.file_names import LeaveOut

T = TypeVar("T")

FILES, CLIENTS, YEARS = 50_000, 400, 16
SEED = 24
PATTERNS = ("*.wbk", "~$*", "*/Client 01*/*")
_HEAD_BYTES = 65_536
_DAY_S = 86_400
_SENTENCE = "the court erred when it denied the motion to suppress evidence seized without a warrant"
_WORDS = tuple(_SENTENCE.split())


def measure() -> dict[str, float | int]:
    with tempfile.TemporaryDirectory() as folder:
        office = Path(folder) / "Appeals"
        make(office, FILES)
        before = cpu_s()
        bare_s, read = timed(lambda: bare_look(office))
        bare_cpu_s = cpu_s() - before
        with Library.open(Path(folder) / "library") as library:
            before = cpu_s()
            look_s, result = timed(lambda: library.ingest.survey([office], QuietReporter()))
        look_cpu_s = cpu_s() - before
        assert result is not None and len(result.files) == read == FILES
        totals_s, _ = timed(lambda: result.totals(LeaveOut(PATTERNS)))
        with Library.open(Path(folder) / "library") as library:
            first_s, queued_s = until_searchable(library, office)
    return {
        "files": FILES,
        "look_s": round(look_s, 1),
        "bare_look_s": round(bare_s, 1),
        "look_cpu_s": round(look_cpu_s, 1),
        "bare_look_cpu_s": round(bare_cpu_s, 1),
        "cpu_ratio": round(look_cpu_s / bare_cpu_s, 1),
        "patterns_counted_s": round(totals_s, 2),
        "all_queued_s": round(queued_s, 1),
        "first_document_searchable_s": round(first_s, 1),
    }


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the seconds that some work took, and its result."""
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


def cpu_s() -> float:
    """Return the processor's seconds of this process and of its children that have ended."""
    spent = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(item.ru_utime + item.ru_stime for item in spent)


def bare_look(office: Path) -> int:
    """Return the number of files, after a look at each without any program around it."""
    files = 0
    for folder, _, names in os.walk(office):
        for name in names:
            path = Path(folder) / name
            path.stat()
            with path.open("rb") as file:
                file.read(_HEAD_BYTES)
            files += 1
    return files


def until_searchable(library: Library, office: Path) -> tuple[float, float]:
    """Return the seconds until the first document can be searched, and until all files are queued; both work
    at the same time, as in the window."""
    began = time.perf_counter()
    reporter = _UntilFirst(library, began)
    queue = threading.Thread(target=reporter.queue, args=(office,))
    queue.start()
    reporter.some_queued.wait()
    with suppress(Cancelled):
        library.ingest.run(reporter)
    queue.join()
    return reporter.first_s, reporter.queued_s


class _UntilFirst(QuietReporter):
    """Stops the work once the first document can be searched and all files are queued."""

    def __init__(self, library: Library, began: float) -> None:
        super().__init__()
        self._library, self._began = library, began
        self.first_s = self.queued_s = 0.0
        self.some_queued = threading.Event()

    def queue(self, office: Path) -> None:
        self._library.ingest.enqueue([office], _Queueing(self.some_queued))
        self.queued_s = time.perf_counter() - self._began
        self.some_queued.set()

    def file(self, event: FileProgress) -> None:
        if event.outcome is not None and event.outcome.document is not None and not self.first_s:
            self.first_s = time.perf_counter() - self._began

    def check(self) -> None:
        if self.first_s and self.queued_s:
            raise Cancelled
        super().check()


class _Queueing(QuietReporter):
    def __init__(self, some_queued: threading.Event) -> None:
        super().__init__()
        self._some_queued, self._files = some_queued, 0

    def file(self, event: FileProgress) -> None:
        self._files += 1
        if self._files > MASS:  # the first batch is in the ledger
            self._some_queued.set()


def make(office: Path, files: int) -> None:
    """Make the office: 3 of 10 files are PDFs, 2 Word, 3 texts, 1 a spreadsheet, 1 a program."""
    chance = random.Random(SEED)
    now = time.time()
    kinds = (".pdf", ".pdf", ".pdf", ".docx", ".docx", ".txt", ".txt", ".txt", ".xls", ".exe")
    for number in range(files):
        client = f"Client {number // len(kinds) % CLIENTS:03}"
        folder = office / str(2010 + number % YEARS) / client / "Filed"
        folder.mkdir(parents=True, exist_ok=True)
        kind = kinds[number % len(kinds)]
        path = folder / f"brief {number}{kind}"
        path.write_bytes(contents(kind, f"matter {number} {' '.join(chance.choices(_WORDS, k=300))}", chance))
        age = number % 5000 * _DAY_S
        os.utime(path, (now - age, now - age))


def contents(kind: str, text: str, chance: random.Random) -> bytes:
    """Return the bytes of a file; those of PDFs differ in their ends only, behind what readers look at."""
    if kind == ".xls":
        return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + chance.randbytes(20_000)
    if kind == ".exe":
        return b"MZ" + chance.randbytes(8_000)
    if kind == ".txt":
        return text.encode()
    return (_pdf() + f"% {text[:20]}\n".encode()) if kind == ".pdf" else _word()


@cache
def _pdf() -> bytes:
    buffer = BytesIO()
    canvas = Canvas(buffer)
    for page in range(12):
        for line in range(36):
            canvas.drawString(72, 740 - 18 * line, f"{page} {line} {' '.join(_WORDS)}"[:80])
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


@cache
def _word() -> bytes:
    buffer, document = BytesIO(), docx.Document()
    for number in range(60):
        document.add_paragraph(f"{number}. {' '.join(_WORDS * 4)}")
    document.save(buffer)
    return buffer.getvalue()
