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
    are turned; 0.0 when it has no clear lines."""
    import numpy as np

    ink = (grey < int(grey.mean() * 0.8)).astype(np.float32)
    if not 0.002 < float(ink.mean()) < 0.5:
        return 0.0
    steps = round(RANGE_DEGREES / STEP_DEGREES)
    angles = [step * STEP_DEGREES for step in range(-steps, steps + 1)]
    best_angle, best_gain = 0.0, _FAINTEST_GAIN
    for picture, sign in ((ink, 1.0), (ink.T, -1.0)):
        scores = [_sharpness(picture, angle) for angle in angles]
        gain = max(scores) / max(scores[steps], 1e-9)
        if max(scores) >= max(_sharpness(ink, 0.0), _sharpness(ink.T, 0.0)) and gain > best_gain:
            best_angle, best_gain = sign * angles[scores.index(max(scores))], gain
    return best_angle


def _sharpness(ink: Any, angle: float) -> float:
    """How unevenly ink is spread over the lines of the picture sheared by ``angle``."""
    import numpy as np

    height, width = ink.shape
    shift = np.tan(np.radians(angle)) * np.arange(width)
    rows, columns = np.nonzero(ink)
    lines = np.rint(rows - shift[columns]).astype(np.int64)
    lines -= lines.min() if lines.size else 0
    sums = np.bincount(lines, minlength=height + width)
    return float(np.square(np.diff(sums)).sum())
