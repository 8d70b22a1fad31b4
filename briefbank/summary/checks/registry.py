"""The registry of the checks that compare a claim with its sources word by word.

``checking`` makes these, and two that need more than the claim: ``outdated`` asks the office's list of what
still holds, ``support`` judges whether the sources say it at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from briefbank.domain.claims import ClaimFinding
from briefbank.summary.checks import caveats, certainty, cites, figures, lookalikes, names, quotations
from briefbank.summary.checks.plain import PlainClaim


class Check(Protocol):
    """A module that compares a claim with its sources word by word. ``findings_by_check`` gives its
    ``__name__``."""

    __name__: str

    def find(self, compared: PlainClaim, /) -> Iterable[ClaimFinding]:
        """Yield what the sources do not bear out."""


CHECKS: tuple[Check, ...] = (lookalikes, quotations, cites, figures, names, certainty, caveats)
"""The checks, in the order in which they are made. A new one is a module of its own and a name here."""
