"""Pages per second of a fax in TIFF from drop to searchable words, against plain Tesseract in parallel.

Both read the same 20 pages, filings drawn at 300 dpi in black and white, with the same number of processes.
Plain Tesseract is given the pictures ready made; what is dropped is one file, which is copied, converted,
recognised, composed to a reading copy, read and stored.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pypdfium2
from PIL import Image

from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.benchmarks.machine import text_pdfs
from tests.benchmarks.recognition import DPI, cost, plain

PAGES = 20
A_FILE = 5  # The pages of each filing, so that the fax has several kinds


def measure() -> dict[str, object]:
    """Plain Tesseract runs before and after, so that a machine that slows down meanwhile harms both."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        pages = list(islice(_pages(), PAGES))
        images = [folder / f"{number}.png" for number in range(len(pages))]
        fax, first = folder / "fax.tif", folder / "first.tif"
        pages[0].save(fax, save_all=True, append_images=pages[1:], compression="group4", dpi=(DPI, DPI))
        pages[-1].save(first, compression="group4", dpi=(DPI, DPI))
        for page, image in zip(pages, images, strict=True):
            page.save(image, dpi=(DPI, DPI))
        with Library.open(folder / "library") as library:
            library.ingest.add([first], QuietReporter())  # brings the child processes up
            before, cpu_before = cost(lambda: plain(images))
            ours, our_cpu = cost(lambda: _add(library, fax))
            after, cpu_after = cost(lambda: plain(images))
    bare, bare_cpu = (before + after) / 2, (cpu_before + cpu_after) / 2
    return {
        "pages": len(images),
        "processes": os.cpu_count(),
        "pages_per_s": round(len(images) / ours, 3),
        "plain_tesseract_pages_per_s": round(len(images) / bare, 3),
        "throughput_ratio": round(bare / ours, 3),
        "cpu_ratio": round(bare_cpu / our_cpu, 3),
    }


def _pages() -> Iterator[Image.Image]:
    for path in text_pdfs():
        with pypdfium2.PdfDocument(path) as pdf:
            for page in islice(pdf, A_FILE):
                yield (
                    page.render(scale=DPI / 72, grayscale=True)
                    .to_pil()
                    .convert("1", dither=Image.Dither.NONE)
                )


def _add(library: Library, fax: Path) -> None:
    (outcome,) = library.ingest.add([fax], QuietReporter())
    assert outcome.document is not None and outcome.document.ocr_pages == PAGES, outcome.reason
