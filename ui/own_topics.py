"""The lanes of the window for one of two like parts: what one asks never takes the place of the other's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from briefbank.models import FileProgress
from ui.jobs import Job, Lane, Work


class Lanes(Protocol):
    """What the parts of a reader ask of Jobs, which has it, and OwnTopics too; it says what each does."""

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
    """The same lanes and threads as those of the Jobs that it is made from, with topics of its own.

    It is handed to the second reader beside the first, whose parts name their topics alike. Closing stays
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
