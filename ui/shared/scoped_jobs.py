"""Jobs with topics of their own for one of two equal parts, so that neither part's jobs displace the
other's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from briefbank.domain.ingest import FileProgress
from ui.jobs import Job, Lane, Work


class Lanes(Protocol):
    """The part of Jobs that the parts of a reader need. OwnTopics has it, too; Jobs documents each method."""

    def start(
        self,
        lane: Lane,
        work: Work,
        *,
        topic: str = "",
        discard: Callable[[Any], None] | None = None,
        files: Callable[[FileProgress], None] | None = None,
    ) -> Job: ...

    def drop(self, topic: str) -> None: ...

    def busy(self, topic: str) -> bool: ...

    def engaged(self, lane: Lane) -> bool: ...


class OwnTopics:
    """A wrapper of Jobs with the same lanes and threads, and topics of its own.

    The second reader gets it, because its parts name their topics as those of the first do. Closing stays
    with the Jobs that it is made from.
    """

    def __init__(self, jobs: Lanes, name: str) -> None:
        self._shared, self._name = jobs, name

    def start(
        self,
        lane: Lane,
        work: Work,
        *,
        topic: str = "",
        discard: Callable[[Any], None] | None = None,
        files: Callable[[FileProgress], None] | None = None,
    ) -> Job:
        return self._shared.start(lane, work, topic=self._own(topic), discard=discard, files=files)

    def drop(self, topic: str) -> None:
        self._shared.drop(self._own(topic))

    def busy(self, topic: str) -> bool:
        return self._shared.busy(self._own(topic))

    def engaged(self, lane: Lane) -> bool:
        return self._shared.engaged(lane)

    def _own(self, topic: str) -> str:
        return f"{topic} {self._name}" if topic else ""
