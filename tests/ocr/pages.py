"""Recognising and composing in tests: what an intake does with both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psutil

from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.extraction.pdf import read_page
from briefbank.extraction.pdfium import opened
from briefbank.ocr.engines import OcrEngine
from briefbank.ocr.reading_copy import compose
from briefbank.ocr.tesseract import PageLimits, Tesseract
from tests.stand_ins.hanging import hang


@contextmanager
def tesseract(jobs: int | None = None) -> Iterator[Tesseract]:
    engine = Tesseract(jobs)
    try:
        yield engine
    finally:
        engine.close()


def recognised(
    engine: OcrEngine, source: Path, orders: Sequence[PageOrder], check: Callable[[], None] = lambda: None
) -> list[RecognisedPage]:
    """The pages in their order; fails when a temporary file is left."""
    work = source.parent / "work"
    work.mkdir(exist_ok=True)
    pages: list[RecognisedPage] = []
    try:
        engine.recognise(source, orders, work, on_page=pages.append, check=check)
    finally:
        assert list(work.iterdir()) == []
    return sorted(pages, key=lambda page: page.index)


def recognised_text(page: RecognisedPage) -> str:
    return " ".join(word.text for word in page.words)


def texts(source: Path, pages: Sequence[RecognisedPage], target: Path | None = None) -> list[str]:
    """Return the text that the extraction gets from each page of the reading copy."""
    target = target or source.with_suffix(".copy.pdf")
    compose(source, pages, target)
    recognised = {page.index for page in pages}
    with opened(target) as copy:
        read = [read_page(copy, i, layered=False, recognised=i in recognised) for i in range(len(copy))]
    return [" ".join(page.raw.split()) for page in read]


def tesseract_processes() -> list[psutil.Process]:
    """Return the running Tesseract processes that this program started, directly or not."""
    below = psutil.Process().children(recursive=True)
    return [p for p in below if p.is_running() and p.name() == "tesseract" and p.status() != "zombie"]


def hang_on_page(source: Path, order: PageOrder, folder: Path, limits: PageLimits) -> RecognisedPage:
    """Stand in for the recognition of a page that never ends."""
    hang()
