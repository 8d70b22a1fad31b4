"""Measures the skew of the lines of a scanned page, on a reduced image of it.

The projection profile method (Postl 1986) is used: the sums of ink along the lines vary most when the page is
rotated so that its lines are horizontal. Both directions are tried, because a page may be sideways.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

RANGE_DEGREES = 6.0
STEP_DEGREES = 0.4
_MIN_GAIN = 1.03
"""The minimum gain in sharpness; a page without clear lines (a photograph) has no skew."""


def skew_degrees(grey: NDArray[Any]) -> float:
    """Return the clockwise skew in degrees of the lines of a 2-D grey image (0 is black).

    The result is within plus or minus RANGE_DEGREES, and 0.0 for an image without clear lines.
    """
    import numpy as np

    ink = grey < int(grey.mean() * 0.8)
    if not 0.002 < float(ink.mean()) < 0.5:
        return 0.0
    steps = round(RANGE_DEGREES / STEP_DEGREES)
    angles = [step * STEP_DEGREES for step in range(-steps, steps + 1)]
    rows, columns = np.nonzero(ink)
    size = sum(ink.shape)
    across = [_sharpness(rows, columns, angle, size) for angle in angles]
    along = [_sharpness(columns, rows, angle, size) for angle in angles]
    scores, sign = (across, 1.0) if max(across) >= max(along) else (along, -1.0)
    if max(scores) <= _MIN_GAIN * max(scores[steps], 1e-9):
        return 0.0
    return sign * angles[scores.index(max(scores))]


def _sharpness(down: Any, along: Any, angle: float, size: int) -> float:
    """Return how unevenly ink at the points (``down``, ``along``) is distributed over lines sheared by
    ``angle``."""
    import numpy as np

    lines = np.rint(down - np.tan(np.radians(angle)) * along).astype(np.int64)
    sums = np.bincount(lines - lines.min(), minlength=size)
    return float(np.square(np.diff(sums)).sum())
