"""The look of each standing of an authority: an icon and two colours. Also tells which of several counts."""

from __future__ import annotations

from collections.abc import Iterable

from briefbank.domain.authorities import GoodLawEntry, Standing
from ui.style.theme import Colours

ICONS = {
    Standing.GOOD: "done",
    Standing.QUESTIONED: "questioned",
    Standing.LIMITED: "limited",
    Standing.OVERRULED: "refused",
    Standing.SUPERSEDED: "superseded",
    Standing.AMENDED: "correct",
}

GRAVITY = (
    Standing.OVERRULED,
    Standing.SUPERSEDED,
    Standing.LIMITED,
    Standing.QUESTIONED,
    Standing.AMENDED,
    Standing.GOOD,
)
"""The standings, the gravest first: an authority that is listed twice is shown with the graver."""


def gravest(entries: Iterable[GoodLawEntry]) -> Standing | None:
    """Return the standing of an authority by these lines of the list; None for none."""
    return min((entry.standing for entry in entries), key=GRAVITY.index, default=None)


def standing_colours(standing: Standing, c: Colours) -> tuple[str, str]:
    """Return ink and ground, by whether it holds, needs a look, or is gone."""
    if standing is Standing.GOOD:
        return c.good, c.good_soft
    if standing in (Standing.OVERRULED, Standing.SUPERSEDED):
        return c.bad, c.bad_soft
    return c.warn, c.warn_soft
