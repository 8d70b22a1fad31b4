"""The share of a page that images cover, which distinguishes a scan from a digital page.

Adjacent images count together, because scanners cut pages into strips. On a page without any text, drawings
count too: text that was converted to outlines needs text recognition like a scan.
"""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.domain.pages import Box
from briefbank.extraction.drawn_objects import DrawnObject
from briefbank.extraction.pdfium import Display, bounding_box

STAMP = 200
"""The number of characters below which a page may have only a filing stamp, so that all its objects count."""

OUTLINES = 300
"""The number of drawn shapes, on a page with only a stamp's text, that are letters and not rules and
frames."""

LEAST = 0.001
"""The minimum share of a page on which anything is drawn, so that it never counts as empty."""


def picture_share(drawn: Sequence[DrawnObject], shown: Display, characters: int, *, annotated: bool) -> float:
    """Return the share, 0 to 1, of the displayed page that images cover.

    On a page with next to no ``characters`` of text, drawings count when there are enough of them to be text
    converted to outlines. ``drawn`` holds all objects of a page with fewer than ``STAMP`` characters, and the
    images of any other.
    """
    area = shown.width * shown.height
    if area <= 0:
        return 0.0
    pictures = sum(_area(_clipped(item, shown)) for item in drawn if item.kind == "image")
    share = min(1.0, pictures / area)
    if characters == 0 and (drawn or annotated):
        return max(share, LEAST, _extent(drawn, shown) / area)
    if characters < STAMP and sum(item.kind == "path" for item in drawn) >= OUTLINES:
        return max(share, _extent(drawn, shown) / area)
    return share


def _clipped(item: DrawnObject, shown: Display) -> Box:
    return shown.clipped(shown.box(*item.corners))


def _area(box: Box) -> float:
    return (box.x1 - box.x0) * (box.y1 - box.y0)


def _extent(drawn: Sequence[DrawnObject], shown: Display) -> float:
    """Return the area of the smallest box around all objects."""
    boxes = [_clipped(item, shown) for item in drawn]
    return _area(bounding_box(boxes)) if boxes else 0.0
