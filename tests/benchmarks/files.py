"""What it takes to read, recognise, embed and show documents, beside the bare engines at the same work.

A bare engine runs before ours and after it, because a machine that others share is not always equally fast.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

import psutil
import pypdfium2

from briefbank.catalogue import passage_rows
from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.embedding.dense import embedded_windows
from briefbank.embedding.encoders import Encoder, load_encoder
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.ocr.engines import pack
from briefbank.ocr.reading_copy import compose
from briefbank.ocr.tesseract import Tesseract
from briefbank.sandbox import guard
from briefbank.sandbox.guard import processors
from tests.benchmarks.libraries import write_files, write_long_file
from tests.benchmarks.processes import LOOK_EVERY_S, cost
from tests.support.measuring import SHARED, rows

QUIET = QuietReporter()
SCANS = ("judicial-conference-1995-09", "scan-only-order", "scan-only-written-opinions-memo")
DPI = 300
OPENINGS, READ_S = 7, 2.0  # A person reads so long; the process for the next document starts meanwhile


def reading(copies: int) -> dict[str, Any]:
    """Pages per second of text PDFs from drop to searchable words, against text extraction by PDFium in as
    many processes.

    The filings are few, so each is read several times, with a comment at its end that makes it another file.
    Files that need recognition for a page are left out of both sides.
    """
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        filings = [path for path in sorted((SHARED / "pdf").glob("*.pdf")) if path.stem not in SCANS]
        with Library.open(folder / "warm-up") as library:
            outcomes = library.ingest.add(filings, QUIET)
        originals = [o.path for o in outcomes if o.document is not None and o.document.ocr_pages == 0]
        files = []
        for number in range(copies):
            for path in originals:
                files.append(folder / f"{number}-{path.name}")
                files[-1].write_bytes(path.read_bytes() + b"\n%% copy %d\n" % number)
        before = _extract_all(files)
        with Library.open(folder / "library") as library:
            library.ingest.add(originals, QUIET)  # brings the child processes up
            started = time.perf_counter()
            documents = [o.document for o in library.ingest.add(files, QUIET) if o.document]
            seconds = time.perf_counter() - started
        bare_pages, bare_s = map(sum, zip(before, _extract_all(files), strict=True))
    pages = sum(document.pages for document in documents)
    return {
        "files": len(files),
        "pages": pages,
        "processes": processors(),
        "pages_per_s": round(pages / seconds, 1),
        "bare_extraction_pages_per_s": round(bare_pages / bare_s, 1),
        "ratio": round(pages / seconds / (bare_pages / bare_s), 3),
    }


def _extract_all(files: Sequence[Path]) -> tuple[int, float]:
    with get_context("spawn").Pool(processors()) as pool:
        pool.map(_extract, files[: 2 * processors()], chunksize=1)  # brings them up
        started = time.perf_counter()
        return sum(pool.map(_extract, files, chunksize=1)), time.perf_counter() - started


def _extract(path: Path) -> int:
    with pypdfium2.PdfDocument(path) as pdf:
        for page in pdf:
            page.get_textpage().get_text_range()
        return len(pdf)


def recognition(most_pages: int) -> dict[str, Any]:
    """Pages per second of the Tesseract engine, from PDF to stored words, against plain Tesseract in
    parallel.

    Plain Tesseract is given the pictures ready made; the engine draws them, looks for skew and packs the
    words for the catalogue. Composing the reading copy is measured beside it.
    """
    with tempfile.TemporaryDirectory() as temporary:
        folder, orders, images = Path(temporary), dict[Path, list[PageOrder]](), list[Path]()
        for path in (SHARED / "pdf" / f"{name}.pdf" for name in SCANS):
            with pypdfium2.PdfDocument(path) as pdf:
                orders[path] = [PageOrder(number) for number in range(len(pdf))][:most_pages]
                for order in orders[path]:
                    images.append(folder / f"{path.stem}-{order.index}.png")
                    pdf[order.index].render(scale=DPI / 72, grayscale=True).to_pil().save(images[-1])
        pages: dict[Path, list[RecognisedPage]] = {path: [] for path in orders}
        before = cost(lambda: _plain(images))
        ours = cost(lambda: _recognise(orders, folder, pages))
        after = cost(lambda: _plain(images))
        composing = cost(lambda: _compose(pages, folder))
    plain = {name: (before[name] + after[name]) / 2 for name in before}
    return {
        "pages": len(images),
        "processes": os.cpu_count(),
        "pages_per_s": round(len(images) / ours["s"], 3),
        "plain_tesseract_pages_per_s": round(len(images) / plain["s"], 3),
        "ratio": round(plain["s"] / ours["s"], 3),
        "ratio_of_processor_time": round(plain["processor_s"] / ours["processor_s"], 3),
        "composing_s_per_page": round(composing["s"] / len(images), 3),
    }


def _recognise(
    orders: dict[Path, list[PageOrder]], folder: Path, pages: dict[Path, list[RecognisedPage]]
) -> None:
    """Recognise all files at once, as the threads of an ingest do; the start of the children counts."""
    with closing(Tesseract()) as engine, ThreadPoolExecutor(len(orders)) as pool:

        def recognise(path: Path) -> None:
            def keep(page: RecognisedPage) -> None:
                pack(page)
                pages[path].append(page)

            engine.recognise(path, orders[path], folder, on_page=keep, check=lambda: None)

        list(pool.map(recognise, orders))


def _compose(pages: dict[Path, list[RecognisedPage]], folder: Path) -> None:
    for path, recognised in pages.items():
        compose(path, recognised, folder / path.name)


def _plain(images: Sequence[Path]) -> None:
    def recognise(image: Path) -> None:
        command = ["tesseract", str(image), str(image.with_suffix("")), "-l", "eng", "--dpi", str(DPI)]
        environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
        subprocess.run(command, check=True, capture_output=True, env=environment)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(recognise, images))


def embedding(briefs: int, rounds: int = 3) -> dict[str, Any]:
    """Passages of amicus briefs embedded per second by the application, against the same model over the same
    different texts, the longest first, and nothing else.

    Application: catalogue, windows, encoder, LanceDB, marks. Both in turns, each in a library of its own; the
    medians are compared.
    """
    encoder = load_encoder()
    encoder.encode_passages(["warm"])
    bare_s, ours_s = [], []
    with tempfile.TemporaryDirectory() as temporary:
        added = Path(temporary) / "added"
        texts, passages = _add_briefs(added, briefs, encoder)
        for number in range(rounds):
            started = time.perf_counter()
            encoder.encode_passages(texts)
            bare_s.append(time.perf_counter() - started)
            folder = shutil.copytree(added, Path(temporary) / str(number))
            with Library.open(folder, encoder=encoder) as library:
                library.warm()
                started = time.perf_counter()
                library.embedding.embed_pending(QUIET)
                ours_s.append(time.perf_counter() - started)
    return {
        "passages": passages,
        "different_windows": len(texts),
        "passages_per_s": round(passages / median(ours_s), 1),
        "windows_per_s": round(len(texts) / median(ours_s), 1),
        "bare_windows_per_s": round(len(texts) / median(bare_s), 1),
        "ratio": round(median(bare_s) / median(ours_s), 3),
    }


def _add_briefs(folder: Path, briefs: int, encoder: Encoder) -> tuple[list[str], int]:
    """Make a library of briefs without vectors; return the different texts to embed, the longest first, and
    the number of searchable passages."""
    source = folder.with_name("briefs")
    source.mkdir()
    for number, row in zip(range(briefs), rows("text/amicus-briefs.jsonl.gz"), strict=False):
        (source / f"{number}.txt").write_text(row["text"], encoding="utf-8")
    with Library.open(folder, encoder=encoder) as library:
        library.ingest.add([source], QUIET)
        ids = passage_rows.all_ids(library.catalogue, searchable_only=True)
        windows = [embedded_windows(one) for one in passage_rows.by_ids(library.catalogue, ids).values()]
    different = {key: text for one in windows for key, text in one.items()}
    return sorted(different.values(), key=len, reverse=True), len(windows)


def memory(*files: int) -> dict[str, Any]:
    """Peak memory of an intake of some files of three pages and of many: it does not grow with the drop.

    All processes of the program are counted, each by its proportional share of what it shares with others.
    """
    peaks = {}
    with tempfile.TemporaryDirectory() as temporary:
        for count in files:
            folder = Path(temporary) / str(count)
            write_files(folder / "files", count, pages=3)
            peaks[count] = _peak_mib([sys.executable, "-m", "tests.benchmarks.files", str(folder)])
    named = {f"peak_mib_{count}_files": round(peak, 1) for count, peak in peaks.items()}
    return {**named, "ratio": round(peaks[files[-1]] / peaks[files[0]], 3)}


def _peak_mib(command: Sequence[str]) -> float:
    peak = 0.0
    with subprocess.Popen(command) as program:
        watched = psutil.Process(program.pid)
        while program.poll() is None:
            peak = max(peak, _shared_mib(watched))
            time.sleep(LOOK_EVERY_S)
    if program.returncode:
        raise RuntimeError(f"the intake ended with {program.returncode}")
    return peak


def _shared_mib(process: psutil.Process) -> float:
    try:
        every = (process, *process.children(recursive=True))
        return sum(float(item.memory_full_info().pss) for item in every) / 2**20
    except (psutil.NoSuchProcess, psutil.AccessDenied):  # one ended meanwhile
        return 0.0


def opening(pages: int) -> dict[str, Any]:
    """Milliseconds from opening a long document to the picture of a page far into it, beside PDFium alone in
    one process that opens the file and draws the page at once.

    The work of the reader is measured without its window. The process that draws is there already, as it is
    for every document that is opened more than a moment after the one before; an opening for which it has to
    start is measured, too.
    """
    page = pages * 7 // 9
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write_long_file(folder / "long.pdf", pages)
        with Library.open(folder / "library") as library:
            library.ingest.add([folder / "long.pdf"], QUIET)
            document = next(library.documents.each()).id
            path = library.reader.pdf_path(document)

            def show() -> None:
                with closing(library.reader.open_pages(document)) as view:
                    library.documents.pages(document)
                    view.sizes()
                    view.render(page, 1.0)

            def show_bare() -> None:
                with pypdfium2.PdfDocument(path) as pdf:
                    pdf[page].render(scale=1.0)

            starting = _median_ms(show)
            library.reader.prepare_pages()
            ours, bare = _median_ms(show, pause_s=READ_S), _median_ms(show_bare)
    return {
        "page": page,
        "open_ms": round(ours, 1),
        "open_with_a_process_to_start_ms": round(starting, 1),
        "bare_ms": round(bare, 1),
        "ratio": round(ours / bare, 1),
    }


def _median_ms(work: Callable[[], None], pause_s: float = 0.0) -> float:
    times = []
    for _ in range(OPENINGS):
        time.sleep(pause_s)
        started = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - started))
    return median(times)


def main(folder: Path) -> None:
    """Be the intake whose memory is watched."""
    guard.engage()
    with Library.open(folder / "library") as library:
        library.ingest.add([folder / "files"], QUIET)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
