"""What is known of the computers that share the work on an office's files."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class UnitKind(StrEnum):
    """A kind of work."""

    READING = "reading"
    RECOGNISING = "recognising"
    EMBEDDING = "embedding"


class ComputerState(StrEnum):
    """How a computer of the cluster stands."""

    WORKS = "works"
    RESTS = "rests"
    """Its hours have not begun, or somebody uses it."""
    OTHER_RELEASE = "other release"
    """It has another release of BriefBank than the server."""
    OTHER_ENGINE = "other engine"
    """It has no Tesseract, or another one than the server."""
    OTHER_MODEL = "other model"
    """It has no model for meaning, or another one than the server."""
    NO_MESSAGES = "no messages"
    """The broker's messages do not reach it."""
    NO_ROOM = "no room"
    """Its disk or memory is full."""
    FAULT = "fault"
    """BriefBank made a mistake there; its log has the details."""


UNABLE = frozenset(ComputerState) - {ComputerState.WORKS, ComputerState.RESTS}
"""The states in which a computer cannot do a unit that another one can."""


@dataclass(frozen=True, slots=True)
class ComputerReport:
    """One computer of the cluster."""

    name: str
    places: int
    """The files, or parts of files, that it works on at once."""
    state: ComputerState
    doing: tuple[UnitKind, ...]
    """What it does now."""
    pages_last_hour: int
    """The pages that it read or recognised in the last hour."""


@dataclass(frozen=True, slots=True)
class ClusterReport:
    """All computers of a cluster."""

    computers: tuple[ComputerReport, ...]
    waits_for_place: int
    """The pieces of work that no computer has begun."""
    trouble: str = ""
    """Why the cluster cannot be asked, for people; empty where it can."""

    @property
    def pages_an_hour(self) -> int:
        """Return the pages that all computers read or recognised in the last hour."""
        return sum(each.pages_last_hour for each in self.computers)


@dataclass(frozen=True, slots=True)
class ClusterStatus:
    """How an office's work on files gets on."""

    report: ClusterReport | None
    """None where the office's server does this work itself."""
    files_waiting: int
    """The number of files that wait to be read, or for the text of scanned pages."""
    pages_left: int
    """The number of pages in them, estimated from those that were added."""
    refusals: tuple[tuple[str, int], ...]
    """The reasons of refused files with their number, the most frequent first."""

    @property
    def seconds_left(self) -> float | None:
        """Return the estimate of the time until all is read; None where nothing was read in the last hour."""
        pace = self.report.pages_an_hour if self.report else 0
        return 3600.0 * self.pages_left / pace if pace else None
