"""PDF files with text, as many as a benchmark needs, made of real paragraphs."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from tests.benchmarks.machine import paragraphs

PARAGRAPHS_ON_A_PAGE = 2
WORDS_ON_A_LINE = 10
LINES_ON_A_PAGE = 40


def write_files(folder: Path, count: int, pages: int) -> None:
    """``count`` files of ``pages`` pages each into a new folder; no page is like another."""
    folder.mkdir(parents=True)
    texts = iter(paragraphs(count * pages * PARAGRAPHS_ON_A_PAGE))
    for number in range(count):
        canvas = Canvas(str(folder / f"{number:04}.pdf"))
        for _ in range(pages):
            draw(canvas, " ".join(next(texts) for _ in range(PARAGRAPHS_ON_A_PAGE)).split())
        canvas.save()


def draw(canvas: Canvas, words: list[str]) -> None:
    """Draw words on a page, and end it."""
    lines = range(0, min(len(words), WORDS_ON_A_LINE * LINES_ON_A_PAGE), WORDS_ON_A_LINE)
    for number, start in enumerate(lines):
        canvas.drawString(72, 780 - 18 * number, " ".join(words[start : start + WORDS_ON_A_LINE]))
    canvas.showPage()
