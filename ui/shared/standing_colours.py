"""The look of each standing of an authority: an icon and two colours."""

from __future__ import annotations

from briefbank.domain.authorities import GONE, Extent, Standing
from ui.style.theme import Colours

_ICONS = {
    Standing.OVERRULED: "refused",
    Standing.REVERSED: "reversed",
    Standing.VACATED: "vacated",
    Standing.ABROGATED: "abrogated",
    Standing.INVALIDATED: "invalidated",
    Standing.REPEALED: "repealed",
    Standing.SUPERSEDED: "superseded",
    Standing.DISAPPROVED: "disapproved",
    Standing.AMENDED: "correct",
    Standing.MODIFIED: "modified",
    Standing.LIMITED: "limited",
    Standing.QUESTIONED: "questioned",
    Standing.GOOD: "done",
}
ICONS = {standing: _ICONS[standing.whole] for standing in Standing}


def standing_colours(standing: Standing, c: Colours) -> tuple[str, str]:
    """Return ink and ground, by whether it holds, has a history on other grounds, needs a look, or is
    gone."""
    if standing is Standing.GOOD:
        return c.good, c.good_soft
    if standing.extent is Extent.ON_OTHER_GROUNDS:
        return c.accent, c.accent_soft
    if standing in GONE:
        return c.bad, c.bad_soft
    return c.warn, c.warn_soft
