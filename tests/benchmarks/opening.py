"""Measures how long drawing a page far into a long document takes, beside PDFium alone in one process.

The work of the reader is measured without its window. The process that draws is there already, as it is for
every document that is opened more than a moment after the one before; the catalogue gives the pages, then
sizes and picture come over the pipe. An opening for which that process has to start is measured too. The
baseline opens the file and draws the page at once.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pypdfium2
from reportlab.pdfgen.canvas import Canvas

from briefbank.jobs import QuietReporter
from briefbank.library import Library

PAGES, PAGE = 900, 700
TIMES = 7
PAUSE_S = 2.0  # The time in which a person reads; the process for the next document starts meanwhile


def measure() -> dict[str, object]:
    """Return the median of several openings, in milliseconds."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write(folder / "long.pdf")
        with Library.open(folder / "library") as library:
            library.ingest.add([folder / "long.pdf"], QuietReporter())
            document = next(library.documents.each()).id
            path = library.reader.pdf_path(document)
            starting = _median(lambda: _open(library, document))
            library.reader.prepare_pages()
            opening = _median(lambda: _open(library, document), pause_s=PAUSE_S)
            bare = _median(lambda: _bare(path))
    return {
        "pages": PAGES,
        "page": PAGE,
        "open_ms": round(opening, 1),
        "open_with_a_process_to_start_ms": round(starting, 1),
        "bare_ms": round(bare, 1),
        "ratio": round(opening / bare, 1),
    }


def _open(library: Library, document: int) -> None:
    view = library.reader.open_pages(document)
    try:
        library.documents.pages(document)
        view.sizes()
        view.render(PAGE, 1.0)
    finally:
        view.close()


def _bare(path: Path) -> None:
    document = pypdfium2.PdfDocument(path)
    document[PAGE].render(scale=1.0)
    document.close()


def _median(work: Callable[[], None], pause_s: float = 0.0) -> float:
    def once() -> float:
        time.sleep(pause_s)
        start = time.perf_counter()
        work()
        return 1000 * (time.perf_counter() - start)

    return median(once() for _ in range(TIMES))


def write(path: Path) -> None:
    canvas = Canvas(str(path), pagesize=(612, 792))
    for page in range(PAGES):
        canvas.setFont("Times-Roman", 12)
        for line in range(38):
            text = (
                f"On page {page} the officer kept the driver at the roadside for minute {line} of the stop."
            )
            canvas.drawString(72, 730 - 17 * line, text)
        canvas.drawCentredString(306, 50, str(page + 1))
        canvas.showPage()
    canvas.save()
