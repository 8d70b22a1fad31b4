"""Pages per second of the Tesseract engine, from PDF to stored words, against plain Tesseract in parallel.

Both read the same pages with the same number of processes. Plain Tesseract is given the pictures ready made;
the engine draws them, looks for skew and packs the words for the catalogue. Composing the reading copy is
measured beside it.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pypdfium2

from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.ocr.engines import pack
from briefbank.ocr.reading_copy import compose
from briefbank.ocr.tesseract import Tesseract
from tests.benchmarks.machine import SHARED

SCANS = ("judicial-conference-1995-09", "scan-only-order", "scan-only-written-opinions-memo")
DPI = 300


def measure() -> dict[str, object]:
    """Plain Tesseract runs before and after, so that a machine that slows down meanwhile harms both."""
    files = [SHARED / "pdf" / f"{name}.pdf" for name in SCANS]
    with tempfile.TemporaryDirectory() as folder:
        images = _images(files, Path(folder))
        orders = {file: [PageOrder(i) for i in range(_pages(file))] for file in files}
        pages: dict[Path, list[RecognisedPage]] = {}
        before, cpu_before = cost(lambda: plain(images))
        ours, our_cpu = cost(lambda: pages.update(_engine(orders, Path(folder))))
        after, cpu_after = cost(lambda: plain(images))
        composed, _ = cost(lambda: _compose(pages, Path(folder)))
    plain, plain_cpu = (before + after) / 2, (cpu_before + cpu_after) / 2
    return {
        "pages": len(images),
        "processes": os.cpu_count(),
        "pages_per_s": round(len(images) / ours, 3),
        "plain_tesseract_pages_per_s": round(len(images) / plain, 3),
        "throughput_ratio": round(plain / ours, 3),
        "cpu_ratio": round(plain_cpu / our_cpu, 3),
        "composing_s_per_page": round(composed / len(images), 3),
    }


def cost(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds on the clock, and of the processors by this process and those that it started: the latter is
    what counts on a machine that has other work as well."""
    started, used = time.perf_counter(), _processor_s()
    work()
    return time.perf_counter() - started, _processor_s() - used


def _processor_s() -> float:
    """Seconds of the processors so far, with those of processes that live and of those that have ended."""
    mine = psutil.Process()
    return sum(sum(item.cpu_times()[:4]) for item in (mine, *mine.children(recursive=True)))


def _pages(file: Path) -> int:
    with pypdfium2.PdfDocument(file) as document:
        return len(document)


def _engine(orders: dict[Path, list[PageOrder]], folder: Path) -> dict[Path, list[RecognisedPage]]:
    """Recognise all files at once, as the threads of an ingest do; the start of the children counts."""
    engine = Tesseract()

    def read(file: Path) -> tuple[Path, list[RecognisedPage]]:
        result: list[RecognisedPage] = []

        def on_page(page: RecognisedPage) -> None:
            pack(page)
            result.append(page)

        engine.recognise(file, orders[file], folder, on_page=on_page, check=lambda: None)
        return file, result

    try:
        with ThreadPoolExecutor(len(orders)) as pool:
            return dict(pool.map(read, orders))
    finally:
        engine.close()


def _compose(pages: dict[Path, list[RecognisedPage]], folder: Path) -> None:
    for file, result in pages.items():
        compose(file, result, folder / file.name)


def _images(files: list[Path], folder: Path) -> list[Path]:
    images = []
    for path in files:
        with pypdfium2.PdfDocument(path) as pdf:
            for number, page in enumerate(pdf):
                image = folder / f"{path.stem}-{number}.png"
                page.render(scale=DPI / 72, grayscale=True).to_pil().save(image)
                images.append(image)
    return images


def plain(images: list[Path]) -> None:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(_tesseract, images))


def _tesseract(image: Path) -> None:
    command = ["tesseract", str(image), str(image.with_suffix("")), "-l", "eng", "--dpi", str(DPI)]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "OMP_THREAD_LIMIT": "1"})
