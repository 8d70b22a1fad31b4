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
    SHOW = "show"
    """Show it in its folder, where a person can open it in its own program. BriefBank does not: a system runs
    some files, or what is in them."""
    LEAVE_OUT = "leave out"
    """Pass it over from now on, also in watched folders and folders that are added later."""
    TAKE_BACK = "take back"
    """End that it is left out."""


THOROUGH = frozenset({NextStep.REPAIR, NextStep.MORE_TIME, NextStep.CAREFULLY})
"""The steps that add a file thoroughly: with repair, longer limits and more careful recognition."""

NEXT_STEPS: Mapping[Refusal, tuple[NextStep, ...]] = {
    Refusal.UNREADABLE: (NextStep.AGAIN, NextStep.SHOW, NextStep.LEAVE_OUT),
    Refusal.FORMAT: (NextStep.SHOW, NextStep.AGAIN, NextStep.LEAVE_OUT),
    Refusal.PROTECTED: (NextStep.PASSWORD, NextStep.SHOW, NextStep.LEAVE_OUT),
    Refusal.DAMAGED: (NextStep.REPAIR, NextStep.SHOW, NextStep.LEAVE_OUT),
    Refusal.BEYOND_REPAIR: (NextStep.SHOW, NextStep.AGAIN, NextStep.LEAVE_OUT),
    Refusal.TOO_LARGE: (NextStep.SHOW, NextStep.AGAIN, NextStep.LEAVE_OUT),
    Refusal.MEMORY: (NextStep.REPAIR, NextStep.AGAIN, NextStep.SHOW, NextStep.LEAVE_OUT),
    Refusal.TOO_SLOW: (NextStep.MORE_TIME, NextStep.SHOW, NextStep.LEAVE_OUT),
    Refusal.NO_TEXT: (NextStep.CAREFULLY, NextStep.SHOW, NextStep.LEAVE_OUT),
    Refusal.RECOGNITION: (NextStep.AGAIN, NextStep.SHOW, NextStep.LEAVE_OUT),
    Refusal.OTHER: (NextStep.AGAIN, NextStep.SHOW, NextStep.LEAVE_OUT),
}
"""The next steps after each refusal, the most promising first."""
