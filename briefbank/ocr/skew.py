"""How far the lines of a scanned page are from level, from a small picture of it.

The method is the old one by projection (Postl 1986): the sums of ink along the lines vary most when the page
is turned so that its lines are level. It is run on both directions, because a page may lie on its side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

RANGE_DEGREES = 6.0
STEP_DEGREES = 0.4
_FAINTEST_GAIN = 1.03
"""A page without clear lines (a photograph) is not called skewed."""


def skew_degrees(grey: NDArray[Any]) -> float:
    """Degrees, within plus or minus RANGE_DEGREES, by which the lines of a 2-D grey picture (0 is black)
    are turned clockwise; 0.0 when it has no clear lines."""
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
    if max(scores) <= _FAINTEST_GAIN * max(scores[steps], 1e-9):
        return 0.0
    return sign * angles[scores.index(max(scores))]


def _sharpness(down: Any, along: Any, angle: float, size: int) -> float:
    """How unevenly ink at the points (``down``, ``along``) is spread over lines sheared by ``angle``."""
    import numpy as np

    lines = np.rint(down - np.tan(np.radians(angle)) * along).astype(np.int64)
    sums = np.bincount(lines - lines.min(), minlength=size)
    return float(np.square(np.diff(sums)).sum())
