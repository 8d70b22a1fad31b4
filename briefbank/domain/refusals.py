"""The reasons why files are refused, and the next steps that a person may take after each.

Window and command line offer what this registry has."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Refusal(StrEnum):
    """The reason why a file was not added. The values are stored."""

    UNREADABLE = "unreadable"
    FORMAT = "format"
    PROTECTED = "protected"
    DAMAGED = "damaged"
    BEYOND_REPAIR = "beyond repair"
    """It was tried again with repair."""
    TOO_LARGE = "too large"
    MEMORY = "memory"
    TOO_SLOW = "too slow"
    NO_TEXT = "no text"
    RECOGNITION = "recognition"
    OTHER = "other"


class NextStep(StrEnum):
    """A step that a person may take with a refused file."""

    AGAIN = "again"
    """Add it again as it is."""
    REPAIR = "repair"
    """Add it again thoroughly: damage is passed over, pages are drawn and recognised as pictures."""
    MORE_TIME = "more time"
    """Add it again thoroughly, because its reading reached a limit."""
    CAREFULLY = "carefully"
    """Add it again thoroughly, because recognition found no words."""
    PASSWORD = "password"
    OPEN = "open"
    """Open it in its own program, from which it can be saved as PDF."""
    SHOW = "show"
    """Show it in its folder."""
    LEAVE_OUT = "leave out"
    """Pass it over from now on, also in watched folders and folders that are added later."""
    TAKE_BACK = "take back"
    """End that it is left out."""


THOROUGH = frozenset({NextStep.REPAIR, NextStep.MORE_TIME, NextStep.CAREFULLY})
"""The steps that add a file thoroughly: with repair, longer limits and more careful recognition."""

_LOOK = (NextStep.OPEN, NextStep.SHOW)
NEXT_STEPS: Mapping[Refusal, tuple[NextStep, ...]] = {
    Refusal.UNREADABLE: (NextStep.AGAIN, NextStep.SHOW, NextStep.LEAVE_OUT),
    Refusal.FORMAT: (*_LOOK, NextStep.AGAIN, NextStep.LEAVE_OUT),
    Refusal.PROTECTED: (NextStep.PASSWORD, *_LOOK, NextStep.LEAVE_OUT),
    Refusal.DAMAGED: (NextStep.REPAIR, *_LOOK, NextStep.LEAVE_OUT),
    Refusal.BEYOND_REPAIR: (*_LOOK, NextStep.AGAIN, NextStep.LEAVE_OUT),
    Refusal.TOO_LARGE: (*_LOOK, NextStep.AGAIN, NextStep.LEAVE_OUT),
    Refusal.MEMORY: (NextStep.REPAIR, NextStep.AGAIN, *_LOOK, NextStep.LEAVE_OUT),
    Refusal.TOO_SLOW: (NextStep.MORE_TIME, *_LOOK, NextStep.LEAVE_OUT),
    Refusal.NO_TEXT: (NextStep.CAREFULLY, *_LOOK, NextStep.LEAVE_OUT),
    Refusal.RECOGNITION: (NextStep.AGAIN, *_LOOK, NextStep.LEAVE_OUT),
    Refusal.OTHER: (NextStep.AGAIN, *_LOOK, NextStep.LEAVE_OUT),
}
"""The next steps after each refusal, the most promising first."""
