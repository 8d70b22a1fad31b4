"""How each standing of an authority looks: an icon and two colours, and which of several counts."""

from __future__ import annotations

from collections.abc import Iterable

from briefbank.law import GoodLawEntry, Standing
from ui.theme import Colours

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
"""The gravest first: an authority that is listed twice is shown as the graver."""


def gravest(entries: Iterable[GoodLawEntry]) -> Standing | None:
    """Where an authority stands by these lines of the list; None for none."""
    return min((entry.standing for entry in entries), key=GRAVITY.index, default=None)


def standing_colours(standing: Standing, c: Colours) -> tuple[str, str]:
    """Ink and ground: what holds, what needs a look, what is gone."""
    if standing is Standing.GOOD:
        return c.good, c.good_soft
    if standing in (Standing.OVERRULED, Standing.SUPERSEDED):
        return c.bad, c.bad_soft
    return c.warn, c.warn_soft
