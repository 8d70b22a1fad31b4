"""Pages per second of text PDFs from drop to searchable words, against bare text extraction by PDFium."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import pypdfium2

from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.models import Document
from tests.benchmarks.machine import text_pdfs


def measure() -> dict[str, object]:
    """Files that needed OCR for a page are left out of both sides, so that only reading is timed."""
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder) / "warm-up") as library:
        outcomes = library.add(text_pdfs(), QuietReporter())
    born_digital = [o.path for o in outcomes if o.document is not None and o.document.ocr_pages == 0]
    bare_pages, bare_s = _bare(born_digital)
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder) / "library") as library:
        library.add(born_digital[:1], QuietReporter())  # brings the child process up
        started = time.perf_counter()
        documents = [o.document for o in library.add(born_digital[1:], QuietReporter()) if o.document]
        ours_s = time.perf_counter() - started
    ours = _pages(documents) / ours_s
    bare = bare_pages / bare_s
    return {
        "files": len(born_digital),
        "pages": bare_pages,
        "pages_per_s": round(ours, 1),
        "bare_extraction_pages_per_s": round(bare, 1),
        "ratio": round(ours / bare, 3),
    }


def _pages(documents: list[Document]) -> int:
    return sum(document.pages for document in documents)


def _bare(files: list[Path]) -> tuple[int, float]:
    pages = 0
    started = time.perf_counter()
    for path in files:
        with pypdfium2.PdfDocument(path) as pdf:
            for page in pdf:
                page.get_textpage().get_text_range()
                pages += 1
    return pages, time.perf_counter() - started
