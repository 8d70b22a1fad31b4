"""Recognised words as invisible text, set by OCRmyPDF's own renderer.

The renderer wants lines with a baseline, which engines do not all give; it is estimated from the boxes of the
words. Runs in a child process.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from briefbank.models import OcrWord

_MOST_SLOPE = 0.02
"""Rise over run: 1.1 degrees. Pages further off level than MIN_SKEW_DEGREES are straightened."""

_SLOPE_WORDS = 5
_DESCENT = 0.27
"""How far g and p reach below the baseline, as a share of the height of capital letters above it."""

_LEAST_HEIGHT = 1.0


def write(pages: Iterable[tuple[float, float, Sequence[OcrWord]]], target: Path) -> None:
    """A PDF of transparent pages, each ``(width, height, words)`` in points, with words at their boxes."""
    from ocrmypdf.font import BuiltinFontProvider, MultiFontManager
    from ocrmypdf.fpdf_renderer import Fpdf2MultiPageRenderer

    elements = [(number, _page(*page), 72.0) for number, page in enumerate(pages)]
    # Without the fonts of the system, so that a page comes out alike everywhere.
    fonts = MultiFontManager(font_provider=BuiltinFontProvider())
    Fpdf2MultiPageRenderer(elements, fonts).render(target)


def _page(width: float, height: float, words: Sequence[OcrWord]) -> Any:
    from ocrmypdf.models.ocr_element import BoundingBox, OcrClass, OcrElement

    lines = [list(group) for _, group in groupby(words, key=lambda word: word.line)]
    slope = _slope(lines)
    return OcrElement(
        ocr_class=OcrClass.PAGE,
        bbox=BoundingBox(0.0, 0.0, width, height),
        children=[_line(line, slope) for line in lines],
    )


def _line(words: Sequence[OcrWord], slope: float) -> Any:
    from ocrmypdf.models.ocr_element import Baseline, BoundingBox, OcrClass, OcrElement

    left, right = min(word.box.x0 for word in words), max(word.box.x1 for word in words)
    baseline = _low([word.box.y1 - slope * (word.box.x0 - left) for word in words])
    # A fifth of the words have no letter as high as a capital: the higher ones tell the size of the print.
    tops = _low([word.box.y0 - slope * (word.box.x0 - left) for word in words])
    height = max(_LEAST_HEIGHT, baseline - tops)
    descent = _DESCENT * height
    return OcrElement(
        ocr_class=OcrClass.LINE,
        bbox=BoundingBox(left, baseline - height, right, baseline + descent),
        baseline=Baseline(slope=slope, intercept=-descent),
        children=[_word(word) for word in words],
    )


def _word(word: OcrWord) -> Any:
    from ocrmypdf.models.ocr_element import BoundingBox, OcrClass, OcrElement

    box = BoundingBox(word.box.x0, word.box.y0, word.box.x1, word.box.y1)
    return OcrElement(ocr_class=OcrClass.WORD, bbox=box, text=word.text)


def _slope(lines: Sequence[Sequence[OcrWord]]) -> float:
    """How the lines of the page fall to the right, the median over its longer lines: one line alone is
    misled by the letters that reach below it."""
    slopes = [_fall(line) for line in lines if len(line) >= _SLOPE_WORDS]
    return max(-_MOST_SLOPE, min(_MOST_SLOPE, median(slopes))) if slopes else 0.0


def _fall(words: Sequence[OcrWord]) -> float:
    """The least-squares slope of the words' lower edges."""
    xs = [(word.box.x0 + word.box.x1) / 2 for word in words]
    ys = [word.box.y1 for word in words]
    middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - middle_x) ** 2 for x in xs)
    shared = sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True))
    return shared / spread if spread else 0.0


def _low(values: Sequence[float]) -> float:
    """The first quartile."""
    return quantiles(values, n=4, method="inclusive")[0] if len(values) > 1 else values[0]
