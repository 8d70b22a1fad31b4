"""Writes recognised words as invisible text, with OCRmyPDF's own renderer.

The renderer needs lines with a baseline, which not all engines provide; the baseline is estimated from the
boxes of the words. Runs in a child process.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from briefbank.domain.pages import OcrWord

_MAX_SLOPE = 0.02
"""The maximum slope, rise over run: 1.1 degrees. Pages with more skew than MIN_SKEW_DEGREES are
straightened."""

_MIN_SLOPE_WORDS = 5
_DESCENT = 0.27
"""The depth of g and p below the baseline, as a share of the height of capital letters above it."""

_MIN_HEIGHT = 1.0


def write(pages: Iterable[tuple[float, float, Sequence[OcrWord]]], target: Path) -> None:
    """Write a PDF of transparent pages, each ``(width, height, words)`` in points, with words at their
    boxes."""
    from ocrmypdf.font import BuiltinFontProvider, MultiFontManager
    from ocrmypdf.fpdf_renderer import Fpdf2MultiPageRenderer

    elements = [(number, _page(*page), 72.0) for number, page in enumerate(pages)]
    # System fonts are not used, so that a page is the same everywhere.
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
    baseline = _first_quartile([word.box.y1 - slope * (word.box.x0 - left) for word in words])
    # A fifth of the words have no letter as high as a capital: the higher words give the font size.
    tops = _first_quartile([word.box.y0 - slope * (word.box.x0 - left) for word in words])
    height = max(_MIN_HEIGHT, baseline - tops)
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
    """Return the downward slope of the page's lines to the right, the median over its longer lines: a single
    line is distorted by descenders."""
    slopes = [_line_slope(line) for line in lines if len(line) >= _MIN_SLOPE_WORDS]
    return max(-_MAX_SLOPE, min(_MAX_SLOPE, median(slopes))) if slopes else 0.0


def _line_slope(words: Sequence[OcrWord]) -> float:
    """Return the least-squares slope of the words' lower edges."""
    xs = [(word.box.x0 + word.box.x1) / 2 for word in words]
    ys = [word.box.y1 for word in words]
    middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - middle_x) ** 2 for x in xs)
    shared = sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True))
    return shared / spread if spread else 0.0


def _first_quartile(values: Sequence[float]) -> float:
    """Return the first quartile."""
    return quantiles(values, n=4, method="inclusive")[0] if len(values) > 1 else values[0]
