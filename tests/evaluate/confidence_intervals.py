"""Confidence intervals of shares, such as precision and recall over marked items."""

from __future__ import annotations

import math

_Z = 1.96  # The standard deviations on either side that hold 95 % of a normal distribution


def wilson(part: int, whole: int) -> tuple[float, float]:
    """Return the 95 % score interval of a proportion (E. B. Wilson 1927)."""
    if not whole:
        return 0.0, 1.0
    share, z2 = part / whole, _Z * _Z
    middle = share + z2 / (2 * whole)
    spread = _Z * math.sqrt(share * (1 - share) / whole + z2 / (4 * whole * whole))
    below = 1 + z2 / whole
    return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)
