"""How much of a page is picture: what tells a scan from a page that was written.

Pictures that stand side by side count together, because scanners cut pages into strips. On a page without
any text, drawings count too: text that was turned into outlines needs text recognition like a scan.
"""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.models import Box
from briefbank.reading.objects import Drawn
from briefbank.reading.pdfium import Display, union

STAMP = 200
"""A page with fewer characters may hold no more than a filing stamp: then all that is drawn on it counts."""

OUTLINES = 300
"""So many drawn shapes on a page that has a stamp's worth of text are letters, not rules and frames."""

LEAST = 0.001
"""A page on which anything at all is drawn never counts as empty."""


def picture_share(drawn: Sequence[Drawn], shown: Display, characters: int, *, annotated: bool) -> float:
    """The share, 0 to 1, of the displayed page that pictures cover; drawings count on a page with next to
    no ``characters`` of text when there are enough of them to be text turned into outlines.

    ``drawn`` holds all objects of a page with fewer than ``STAMP`` characters, and the pictures of any other.
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


def _clipped(item: Drawn, shown: Display) -> Box:
    return shown.clipped(shown.box(*item.corners))


def _area(box: Box) -> float:
    return (box.x1 - box.x0) * (box.y1 - box.y0)


def _extent(drawn: Sequence[Drawn], shown: Display) -> float:
    """The area of the smallest box around everything drawn."""
    boxes = [_clipped(item, shown) for item in drawn]
    whole = boxes[0] if boxes else Box(0.0, 0.0, 0.0, 0.0)
    for box in boxes[1:]:
        whole = union(whole, box)
    return _area(whole)
