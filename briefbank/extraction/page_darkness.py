"""The darkness of places on a rendered page, which shows whether text there is readable."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from briefbank.domain.pages import Box
from briefbank.extraction.drawn_objects import DARK
from briefbank.extraction.pdfium import Display

_MOST_PIXELS = 4_000_000.0

_MIDDLE_SHARE = 0.6
"""The share of a character's box, in both directions, that is examined: black boxes are drawn tight, and
never reach the middle of the neighbouring characters."""

_MIN_DARK_SHARE = 0.6
"""The minimum share of dark pixels under a label in light letters."""

_FAINTEST = 12
"""The largest difference of grey, of 255, that nobody sees."""

_MIN_BAR_WIDTH = 0.45
"""The minimum width of a bar, in heights of its line."""


@dataclass(frozen=True, slots=True)
class Shade:
    """The appearance of the middle of a box."""

    dark: bool
    """The middle is dark on average."""
    spread: float
    """The standard deviation of grey, of 255: close to 0 where nothing is readable."""
    mostly: bool
    """The middle is dark except for a label."""


class View:
    """A part of a page, rendered in grey with its annotations."""

    def __init__(self, page: Any, area: Box, shown: Display, scale: float) -> None:
        """Render ``area`` at ``scale`` pixels per point, or fewer where it is large. Raises
        pypdfium2.PdfiumError."""
        import numpy as np

        width, height = max(area.x1 - area.x0, 1.0), max(area.y1 - area.y0, 1.0)
        left, top = min(area.x0, shown.width - width), min(area.y0, shown.height - height)
        self._left, self._top = max(0.0, left), max(0.0, top)
        self._scale = min(scale, math.sqrt(_MOST_PIXELS / (width * height)))
        right = max(0.0, shown.width - self._left - width)
        bottom = max(0.0, shown.height - self._top - height)
        bitmap = page.render(
            scale=self._scale,
            crop=(self._left, bottom, right, self._top),
            grayscale=True,
            rotation=90 * shown.extra_turns,
        )
        try:
            rows = bitmap.to_numpy().reshape(bitmap.height, -1)
            self._drawn = rows[:, : bitmap.width].astype(np.uint16)  # wide enough for a square
        finally:
            bitmap.close()
        self._height, self._width = self._drawn.shape

    @cached_property
    def _grey(self) -> Any:
        return _summed_area_table(self._drawn)

    @cached_property
    def _squares(self) -> Any:
        return _summed_area_table(self._drawn * self._drawn)

    @cached_property
    def _dark(self) -> Any:
        return _summed_area_table(self._drawn <= DARK)

    def shade(self, box: Box) -> Shade:
        """Return the shade of the middle of a displayed box."""
        left, top, right, bottom = self._pixels(box, _MIDDLE_SHARE, _MIDDLE_SHARE)
        count = (right - left) * (bottom - top)
        grey, squares, dark = (
            float(s[bottom, right] - s[top, right] - s[bottom, left] + s[top, left]) / count
            for s in (self._grey, self._squares, self._dark)
        )
        return Shade(grey <= DARK, math.sqrt(max(0.0, squares - grey * grey)), dark >= _MIN_DARK_SHARE)

    def is_blank(self, box: Box) -> bool:
        """Tell whether nothing can be seen in the middle of a displayed box."""
        left, top, right, bottom = self._pixels(box, _MIDDLE_SHARE, _MIDDLE_SHARE)
        drawn = self._drawn[top:bottom, left:right]
        return int(drawn.max()) - int(drawn.min()) <= _FAINTEST

    def differs(self, other: View, box: Box) -> bool:
        """Tell whether another view of the same area looks different within a displayed box."""
        left, top, right, bottom = self._pixels(box, 1.0, 1.0)
        return bool((self._drawn[top:bottom, left:right] != other._drawn[top:bottom, left:right]).any())

    def has_bar(self, box: Box) -> bool:
        """Tell whether a dark bar that is wider than the stem of a letter lies along a line's middle."""
        import numpy as np

        left, top, right, bottom = self._pixels(box, 1.0, _MIDDLE_SHARE)
        columns = np.diff(self._dark[bottom, left : right + 1] - self._dark[top, left : right + 1])
        light = np.flatnonzero(columns < bottom - top)
        gaps = np.diff(np.concatenate(([-1], light, [right - left]))) - 1
        return bool(gaps.max() >= _MIN_BAR_WIDTH * self._scale * min(box.y1 - box.y0, box.x1 - box.x0))

    def _pixels(self, box: Box, across: float, down: float) -> tuple[int, int, int, int]:
        """Return the pixels of the middle of a box, with these shares of it: left, top, right, bottom, at
        least one."""
        dx, dy = (1 - across) / 2 * (box.x1 - box.x0), (1 - down) / 2 * (box.y1 - box.y0)
        left, right = _pixel_range(
            box.x0 + dx - self._left, box.x1 - dx - self._left, self._scale, self._width
        )
        top, bottom = _pixel_range(
            box.y0 + dy - self._top, box.y1 - dy - self._top, self._scale, self._height
        )
        return left, top, right, bottom


def _pixel_range(start: float, end: float, scale: float, size: int) -> tuple[int, int]:
    first = min(max(int(start * scale), 0), size - 1)
    return first, min(max(math.ceil(end * scale), first + 1), size)


def _summed_area_table(values: Any) -> Any:
    """Return the summed-area table of the values, so that the sum of any rectangle takes four look-ups."""
    import numpy as np

    return np.pad(values.cumsum(0, dtype=np.int64).cumsum(1), ((1, 0), (1, 0)))
