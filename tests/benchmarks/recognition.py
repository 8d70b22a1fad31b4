"""Seconds per scanned page from drop to searchable words, against plain Tesseract on the same page images."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pypdfium2

from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.benchmarks.machine import SHARED

SCANS = ("judicial-conference-1995-09", "scan-only-order", "scan-only-written-opinions-memo")
DPI = 300


def measure() -> dict[str, object]:
    """Both sides use all cores."""
    files = [SHARED / "pdf" / f"{name}.pdf" for name in SCANS]
    with tempfile.TemporaryDirectory() as folder:
        images = _images(files, Path(folder))
        started = time.perf_counter()
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(_tesseract, images))
        bare_s = (time.perf_counter() - started) / len(images)
        with Library.open(Path(folder) / "library") as library:
            started = time.perf_counter()
            outcomes = library.add(files, QuietReporter())
            ours_s = (time.perf_counter() - started) / len(images)
    return {
        "pages": len(images),
        "recognised_pages": sum(o.document.ocr_pages for o in outcomes if o.document),
        "s_per_page": round(ours_s, 2),
        "plain_tesseract_s_per_page": round(bare_s, 2),
        "throughput_ratio": round(bare_s / ours_s, 3),
    }


def _images(files: list[Path], folder: Path) -> list[Path]:
    images = []
    for path in files:
        with pypdfium2.PdfDocument(path) as pdf:
            for number, page in enumerate(pdf):
                image = folder / f"{path.stem}-{number}.png"
                page.render(scale=DPI / 72, grayscale=True).to_pil().save(image)
                images.append(image)
    return images


def _tesseract(image: Path) -> None:
    command = ["tesseract", str(image), str(image.with_suffix("")), "-l", "eng", "--dpi", str(DPI)]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "OMP_THREAD_LIMIT": "1"})
