"""Where the pages of a document stand below each other at a given scale; pure numbers, no widget."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

GAP = 14.0
"""Between two pages and above the first, in logical pixels."""
SIDE = 18.0
"""Left and right of the widest page."""


class PageGeometry:
    """Pages centred under each other. Sizes are points, results logical pixels."""

    def __init__(self, sizes: Sequence[tuple[float, float]], scale: float) -> None:
        self.sizes = list(sizes)
        self.scale = scale
        self.tops: list[float] = []
        y = GAP
        for _width, height in self.sizes:
            self.tops.append(y)
            y += height * scale + GAP
        self.height = y
        self.widest = max((width for width, _ in self.sizes), default=0.0)
        self.width = self.widest * scale + 2 * SIDE

    def fit_scale(self, room: float) -> float:
        """The scale at which the widest page fills a viewport ``room`` pixels wide."""
        return max(0.1, (room - 2 * SIDE) / self.widest) if self.widest else 1.0

    def page_at(self, y: float) -> int:
        """The page at a height of the whole, the one above for a gap; 0 before the first."""
        return max(0, bisect_right(self.tops, y) - 1)

    def between(self, top: float, bottom: float) -> range:
        """The pages that show between two heights."""
        if not self.sizes:
            return range(0)
        return range(self.page_at(top), self.page_at(bottom) + 1)

    def page_size(self, page: int) -> tuple[float, float]:
        width, height = self.sizes[page]
        return width * self.scale, height * self.scale
