"""Recognises pages of reports and compares their words with the text that the publisher made of them.

That text comes from another engine, so it says how far two agree, not how right one is. Order does not count,
since the two order columns differently: a word is right as often as the other text has it.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

import pypdfium2

from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.ocr.tesseract import Tesseract
from tests.support.measuring import SHARED, Score, print_scores

_WORD = re.compile(r"[^\W\d_]{3,}")  # Figures of tables are read in either text as they come


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pages", type=int, help="the first so many pages of each file only")


def main(options: argparse.Namespace) -> None:
    scores = {}
    with closing(Tesseract()) as engine:
        for reference in sorted((SHARED / "pdf").glob("*.reference.txt")):
            name = reference.name.removesuffix(".reference.txt")
            read, pages = recognised(engine, SHARED / "pdf" / f"{name}.pdf", options.pages)
            printed = Counter(_WORD.findall(reference.read_text("utf-8", "replace").casefold()))
            same = (read & printed).total()
            # Of some pages alone the words of the others cannot be met.
            marked = 0 if options.pages else printed.total()
            scores[f"{name}, {pages} pages"] = Score(same, read.total(), same, marked)
    print_scores(scores, misses=False)


def recognised(engine: Tesseract, file: Path, most_pages: int | None) -> tuple[Counter[str], int]:
    """Return the words of the file's pages with their number, and the number of pages."""
    with pypdfium2.PdfDocument(file) as document:
        orders = [PageOrder(at, replace_text=True) for at in range(len(document))][:most_pages]
    words: Counter[str] = Counter()

    def on_page(page: RecognisedPage) -> None:
        words.update(_WORD.findall(" ".join(word.text for word in page.words).casefold()))

    with tempfile.TemporaryDirectory() as work:
        engine.recognise(file, orders, Path(work), on_page=on_page, check=lambda: None)
    return words, len(orders)
