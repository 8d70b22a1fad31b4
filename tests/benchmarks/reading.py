"""Pages per second of text PDFs from drop to searchable words, against bare text extraction by PDFium.

Both sides read the same files with the same number of processes; the bare side before ours and after it,
because a machine that others share is not always equally fast. The filings are few, so each is read several
times, with a comment at its end that makes it another file.
"""

from __future__ import annotations

import tempfile
import time
from multiprocessing import get_context
from pathlib import Path

import pypdfium2

from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.sandbox.guard import processors
from tests.benchmarks.machine import text_pdfs

COPIES = 6


def measure() -> dict[str, object]:
    """Files that needed OCR for a page are left out of both sides, so that only reading is timed."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        originals = born_digital(folder)
        files = [copy(path, number, folder) for number in range(COPIES) for path in originals]
        before = extract_bare(files)
        pages, seconds = _ours(files, originals, folder)
        bare_pages, bare_s = map(sum, zip(before, extract_bare(files), strict=True))
    return {
        "files": len(files),
        "pages": pages,
        "processes": processors(),
        "pages_per_s": round(pages / seconds, 1),
        "bare_extraction_pages_per_s": round(bare_pages / bare_s, 1),
        "ratio": round(pages / seconds / (bare_pages / bare_s), 3),
    }


def born_digital(folder: Path) -> list[Path]:
    """The files whose pages all have text of their own."""
    with Library.open(folder / "warm-up") as library:
        outcomes = library.ingest.add(text_pdfs(), QuietReporter())
    return [o.path for o in outcomes if o.document is not None and o.document.ocr_pages == 0]


def copy(path: Path, number: int, folder: Path) -> Path:
    """A copy that is another file."""
    target = folder / f"{number}-{path.name}"
    target.write_bytes(path.read_bytes() + b"\n%% copy %d\n" % number)
    return target


def _ours(files: list[Path], first: list[Path], folder: Path) -> tuple[int, float]:
    with Library.open(folder / "library") as library:
        library.ingest.add(first, QuietReporter())  # brings the child processes up
        started = time.perf_counter()
        documents = [o.document for o in library.ingest.add(files, QuietReporter()) if o.document]
        return sum(document.pages for document in documents), time.perf_counter() - started


def extract_bare(files: list[Path]) -> tuple[int, float]:
    with get_context("spawn").Pool(processors()) as pool:
        pool.map(_extract, files[: 2 * processors()], chunksize=1)  # brings them up
        started = time.perf_counter()
        pages = sum(pool.map(_extract, files, chunksize=1))
        return pages, time.perf_counter() - started


def _extract(path: Path) -> int:
    with pypdfium2.PdfDocument(path) as pdf:
        for page in pdf:
            page.get_textpage().get_text_range()
        return len(pdf)
