"""The filings of ../shared/data as the application reads them, for measures of reading; read anew each time.

Briefs that are there as bare text are written to text files first, and go the way of any text file.
"""

from __future__ import annotations

import gzip
import json
import os
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from briefbank.domain.pages import PageSource, RawPage
from briefbank.extraction import pdf
from briefbank.extraction.convert import to_pdf
from briefbank.extraction.pdf import read_page
from briefbank.extraction.pdfium import opened

SHARED = Path(__file__).parents[3] / "shared" / "data"


@dataclass(frozen=True, slots=True)
class Filing:
    """A document's name and its pages."""

    name: str
    pages: tuple[RawPage, ...]
    converted: bool


def with_text(limit: int | None = None) -> Iterator[Filing]:
    """The PDFs with text of their own on most pages, then the briefs that are there as text; ``limit``: the
    first so many of each. Nothing where the data is not there."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for filing in pool.map(_pdf, sorted((SHARED / "pdf").glob("*.pdf"))[:limit]):
            if filing is not None:
                yield filing
        yield from pool.map(_text, _briefs(limit), chunksize=4)


def _pdf(path: Path) -> Filing | None:
    pages = _pages(path)
    readable = [page for page in pages if pdf.assess(page).verdict not in ("missing", "bad")]
    return Filing(path.name, tuple(readable), converted=False) if 2 * len(readable) > len(pages) else None


def _briefs(limit: int | None) -> list[tuple[str, str]]:
    path = SHARED / "text" / "amicus-briefs.jsonl.gz"
    if not path.is_file():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [(str(row["_id"]), str(row["text"])) for row in rows][:limit]


def _text(brief: tuple[str, str]) -> Filing:
    name, text = brief
    with tempfile.TemporaryDirectory(prefix="briefbank-") as folder:
        source, copy = Path(folder, "brief.txt"), Path(folder, "brief.pdf")
        source.write_text(text, encoding="utf-8")
        to_pdf(source, copy)
        return Filing(name, tuple(_pages(copy)), converted=True)


def _pages(path: Path) -> list[RawPage]:
    with opened(path) as source:
        pages = [read_page(source, index, layered=True) for index in range(len(source))]
    return [page for page in pages if page.source is not PageSource.GAP]
