"""The positions of a document's pages below each other at a given scale and turn; pure numbers, no widget."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from briefbank.domain.pages import Box

GAP = 14.0  # The space between two pages and above the first, in logical pixels
SIDE = 18.0  # The space left and right of the widest page
SCREEN = 96 / 72  # The logical pixels per point at 100 %
LEGIBLE = 400  # The width of a view in pixels below which a page is hard to read
STEPS = (0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0)
"""The sizes that Larger and Smaller go through; 1.0 is the size of the paper."""


class Fit(Enum):
    """What the scale follows when the size of the view changes."""

    WIDTH = "width"
    PAGE = "page"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class PageDisplay:
    """The display of a document: its clockwise quarter turns and its size."""

    turns: int = 0
    fit: Fit = Fit.WIDTH
    zoom: float = 1.0  # The size when nothing is fitted


class PageGeometry:
    """Pages centred under each other. Sizes are points, results logical pixels.

    ``papers`` are the pages as the file shows them, ``sizes`` the same after the turn. Boxes and characters
    of a page are in coordinates of its paper; what is seen is in those of the turned page.
    """

    def __init__(self, papers: Sequence[tuple[float, float]], scale: float, turns: int = 0) -> None:
        self.papers = list(papers)
        self.scale = scale
        self.turns = turns % 4
        self.sizes = [(height, width) for width, height in papers] if turns % 2 else self.papers
        self.tops: list[float] = []
        y = GAP
        for _width, height in self.sizes:
            self.tops.append(y)
            y += height * scale + GAP
        self.height = y
        self.widest = max((width for width, _ in self.sizes), default=0.0)
        self.width = self.widest * scale + 2 * SIDE

    def fit_scale(self, room: float) -> float:
        """Return the scale at which the widest page fills a viewport ``room`` pixels wide."""
        return max(0.1, (room - 2 * SIDE) / self.widest) if self.widest else 1.0

    def page_scale(self, page: int, width: float, height: float) -> float:
        """Return the scale at which a whole page fits into a viewport of this size."""
        if not 0 <= page < len(self.sizes):
            return self.fit_scale(width)
        across, down = self.sizes[page]
        return max(0.05, min((width - 2 * SIDE) / across, (height - 2 * GAP) / down))

    def page_at(self, y: float) -> int:
        """Return the page at a height of the whole, for a gap the one above; 0 before the first."""
        return max(0, bisect_right(self.tops, y) - 1)

    def between(self, top: float, bottom: float) -> range:
        """Return the pages that show between two heights."""
        if not self.sizes:
            return range(0)
        return range(self.page_at(top), self.page_at(bottom) + 1)

    def page_size(self, page: int) -> tuple[float, float]:
        width, height = self.sizes[page]
        return width * self.scale, height * self.scale

    def seen(self, page: int, box: Box) -> Box:
        """Return the position of a box of the paper on the turned page, in points."""
        width, height = self.papers[page]
        x0, y0, x1, y1 = box.x0, box.y0, box.x1, box.y1
        turned = (
            (x0, y0, x1, y1),
            (height - y1, x0, height - y0, x1),
            (width - x1, height - y1, width - x0, height - y0),
            (y0, width - x1, y1, width - x0),
        )
        return Box(*turned[self.turns])

    def on_paper(self, page: int, x: float, y: float) -> tuple[float, float]:
        """Return the point of the paper that is seen at a point of the turned page."""
        width, height = self.papers[page]
        return ((x, y), (y, height - x), (width - x, height - y), (width - y, x))[self.turns]


def step_from(zoom: float, by: int) -> float:
    """Return the next larger (1) or smaller (-1) step; a value within 1 % of a step counts as that step."""
    if by > 0:
        return STEPS[min(bisect_right(STEPS, zoom * 1.01), len(STEPS) - 1)]
    return STEPS[max(bisect_left(STEPS, zoom * 0.99) - 1, 0)]
