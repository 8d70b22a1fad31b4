"""Where the pages of a document lie below each other, and what is painted over them: highlights, matches,
selected text, and a remark.

Everything but the remark is painted in the paper's own directions; ``upright`` sets the painter to those of
a turned page. Paper is white in every theme, or dark where a person chose dark pages.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen

from briefbank.domain.pages import Box
from ui.features.reader.page_cache import DARKEST, Marks
from ui.style.theme import colours

GAP = 14.0  # The space between two pages and above the first, in logical pixels
SIDE = 18.0  # The space left and right of the widest page
SCREEN = 96 / 72  # The logical pixels per point at 100 %
SMALL = 0.75 * SCREEN  # The scale below which the usual 12 points of a brief look like less than 9
LARGE = 1.5 * SCREEN  # The largest scale of pages that nobody has sized
TEXT_MARGIN = 12.0  # The space left and right of the text when it is fitted, in logical pixels
LEGIBLE = 400  # The width of a view in pixels below which a page is hard to read
STEPS = (0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0)
"""The sizes that Larger and Smaller go through; 1.0 is the size of the paper."""


class Fit(Enum):
    """What the scale follows when the size of the view changes."""

    AUTO = "auto"  # The width, or the text where the letters would be too small at the width
    WIDTH = "width"
    TEXT = "text"  # The width of the text, without its margins
    PAGE = "page"
    FREE = "free"


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

    def text_scale(self, room: float, text: tuple[float, float]) -> float:
        """Return the scale at which the text fills a viewport ``room`` pixels wide."""
        return max(self.fit_scale(room), (room - 2 * TEXT_MARGIN) / max(1.0, text[1] - text[0]))

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


# --- painting ---

BAR, BESIDE = 3.0, 7.0  # The width of the bar beside a passage and its distance from the words, in pixels


@dataclass(frozen=True)
class PageColours:
    """The colours of paper and ink, and of what is laid over a page."""

    paper: QColor
    ink: QColor
    band: QColor  # The ground of the passage
    bar: QColor  # The bar beside the passage
    words: QColor
    selected: QColor
    match: QColor
    match_edge: QColor
    current: QColor
    current_edge: QColor
    mode: QPainter.CompositionMode  # How a ground is laid over the page, so that the letters stay as they are


WHITE_PAPER = PageColours(
    paper=QColor("#ffffff"),
    ink=QColor("#3a3f45"),
    band=QColor("#fff3c4"),
    bar=QColor("#a86f00"),
    words=QColor("#ffd24d"),
    selected=QColor("#bcd8f8"),
    match=QColor("#e4d6f8"),
    match_edge=QColor("#7a55b5"),
    current=QColor("#ffb672"),
    current_edge=QColor("#7d3400"),
    mode=QPainter.CompositionMode.CompositionMode_Multiply,
)
DARK_PAPER = PageColours(
    paper=QColor(DARKEST, DARKEST, DARKEST),
    ink=QColor("#d0d3d6"),
    band=QColor("#33290a"),
    bar=QColor("#e0a63a"),
    words=QColor("#483500"),
    selected=QColor("#123a66"),
    match=QColor("#3a2a5c"),
    match_edge=QColor("#b79be8"),
    current=QColor("#7a3d00"),
    current_edge=QColor("#ffb672"),
    mode=QPainter.CompositionMode.CompositionMode_Screen,
)


def page_colours(dark: bool) -> PageColours:
    return DARK_PAPER if dark else WHITE_PAPER


@contextmanager
def upright(painter: QPainter, paper: QRectF, turns: int) -> Iterator[QRectF]:
    """Paint as if the page were not turned; yield the paper's rectangle with its corner at (0, 0)."""
    corners = (paper.topLeft(), paper.topRight(), paper.bottomRight(), paper.bottomLeft())
    painter.save()
    painter.translate(corners[turns])
    painter.rotate(90 * turns)
    across, down = (paper.height(), paper.width()) if turns % 2 else (paper.width(), paper.height())
    try:
        yield QRectF(0, 0, across, down)
    finally:
        painter.restore()


def paint_failure(painter: QPainter, failure: str, paper: QRectF, c: PageColours = WHITE_PAPER) -> None:
    """Paint the reason why there is no picture in the middle of the blank paper."""
    painter.setPen(c.ink)
    wrap = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
    painter.drawText(paper.adjusted(40, 40, -40, -40), wrap, failure)


def paint_remark(painter: QPainter, remark: str, paper: QRectF, font: QFont) -> None:
    """Paint a band along the top of the page, in the window's own text size at any zoom."""
    c, wrap = colours(), Qt.TextFlag.TextWordWrap
    painter.setFont(font)
    room = QRectF(0, 0, max(40.0, paper.width() - 28), paper.height())
    words = painter.boundingRect(room, wrap, remark)
    band = QRectF(paper.x(), paper.y(), paper.width(), min(paper.height(), words.height() + 16))
    painter.fillRect(band, QColor(c.warn_soft))
    painter.setPen(QPen(QColor(c.warn), 1))
    painter.drawLine(band.bottomLeft(), band.bottomRight())
    painter.drawText(band.adjusted(14, 8, -14, -8), wrap, remark)


def paint_marks(painter: QPainter, marks: Marks, scale: float, c: PageColours = WHITE_PAPER) -> None:
    """Paint the passage and its words; ``scale`` is in logical pixels per point."""
    for boxes, colour, margin in ((marks.passage, c.band, 2.0), (marks.words, c.words, 0.8)):
        shape = _outline(boxes, scale, margin)
        _lay_over(painter, colour, shape, c)
        if colours().contrast:
            painter.setPen(QPen(c.ink, 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(shape.simplified())
    for column in _columns(marks.passage):  # a bar at the left marks them even without their ground
        left, top = min(box.x0 for box in column) * scale - BESIDE, min(box.y0 for box in column) * scale
        bottom = max(box.y1 for box in column) * scale
        painter.fillRect(QRectF(left, top, BAR, bottom - top), c.bar)


def _columns(boxes: Sequence[Box]) -> list[list[Box]]:
    """Group lines that stand one above the other, separate from those of another column."""
    columns: list[list[Box]] = []
    for box in boxes:
        overlapping = [column for column in columns if any(box.x0 < b.x1 and b.x0 < box.x1 for b in column)]
        columns = [column for column in columns if column not in overlapping]
        columns.append([b for column in overlapping for b in column] + [box])
    return columns


def paint_selection(
    painter: QPainter, boxes: Sequence[Box], scale: float, c: PageColours = WHITE_PAPER
) -> None:
    """Paint the selected text in the way of ``paint_marks``."""
    _lay_over(painter, c.selected, _outline(boxes, scale, 1.0), c)


def paint_found(
    painter: QPainter, boxes: Sequence[Box], chosen: bool, scale: float, c: PageColours = WHITE_PAPER
) -> None:
    """Paint a match on a page; the ``chosen`` one has a strong outline."""
    shape = _outline(boxes, scale, 1.5).simplified()
    _lay_over(painter, c.current if chosen else c.match, shape, c)
    painter.setPen(QPen(c.current_edge, 2) if chosen else QPen(c.match_edge, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(shape)


def _lay_over(painter: QPainter, colour: QColor, shape: QPainterPath, c: PageColours) -> None:
    """Lay a colour over the page like a highlighter, so that the letters stay as they are."""
    painter.save()
    painter.setCompositionMode(c.mode)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPath(shape)
    painter.restore()


def _outline(boxes: Sequence[Box], scale: float, margin: float) -> QPainterPath:
    """Return one outline for all boxes, so that overlaps are not painted darker."""
    shape = QPainterPath()
    shape.setFillRule(Qt.FillRule.WindingFill)
    for box in boxes:
        corner = QPointF(box.x0 * scale, box.y0 * scale)
        rect = QRectF(corner, QPointF(box.x1 * scale, box.y1 * scale))
        shape.addRect(rect.adjusted(-margin, -margin, margin, margin))
    return shape
