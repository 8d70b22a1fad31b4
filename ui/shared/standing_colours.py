"""The look of each standing of an authority: an icon and two colours."""

from __future__ import annotations

from briefbank.domain.authorities import Standing
from ui.style.theme import Colours

ICONS = {
    Standing.GOOD: "done",
    Standing.QUESTIONED: "questioned",
    Standing.LIMITED: "limited",
    Standing.OVERRULED: "refused",
    Standing.SUPERSEDED: "superseded",
    Standing.AMENDED: "correct",
}


def standing_colours(standing: Standing, c: Colours) -> tuple[str, str]:
    """Return ink and ground, by whether it holds, needs a look, or is gone."""
    if standing is Standing.GOOD:
        return c.good, c.good_soft
    if standing in (Standing.OVERRULED, Standing.SUPERSEDED):
        return c.bad, c.bad_soft
    return c.warn, c.warn_soft
