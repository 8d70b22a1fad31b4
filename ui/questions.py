"""What was asked, and the way back to it: a short history of searches, as a browser keeps pages."""

from __future__ import annotations

from dataclasses import dataclass, replace

from briefbank.models import SearchRequest
from ui.widgets.result_list import Place

KEPT = 100
"""Steps of the history."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request, and how it came about."""

    request: SearchRequest
    origin: str = ""
    """For a search from a passage or from selected text: what it is from, for a person."""
    by_pause: bool = False
    """Asked by a pause in typing, so that what was typed may be unfinished."""

    def same_step(self, other: Question) -> bool:
        """Whether going back from one to the other would show nothing else: order and length aside."""
        mine, others = self.request, other.request
        return replace(mine, order=others.order, limit=others.limit) == others


@dataclass(slots=True)
class Step:
    """A question whose answer was on the screen, and the place that was left there."""

    question: Question
    place: Place | None = None
    used: bool = False
    """Something was done with its answer: it is worth going back to, also when its words were unfinished."""


class History:
    """The steps in order, one of which is the present one. GUI thread."""

    def __init__(self) -> None:
        self._steps: list[Step] = []
        self._now = -1

    @property
    def now(self) -> Step | None:
        return self._steps[self._now] if self._steps else None

    def answered(self, question: Question, left: Place | None) -> None:
        """An answer takes the place of the one before, which was left at ``left``.

        A question that was still being typed is not kept, and what lay ahead is forgotten.
        """
        now = self.now
        if now is not None and now.question.same_step(question):
            now.question = question
            return
        if now is not None and question.by_pause and now.question.by_pause and not now.used:
            self._now -= 1
        elif now is not None:
            now.place = left
        self._steps = [*self._steps[: self._now + 1], Step(question)][-KEPT:]
        self._now = len(self._steps) - 1

    def use(self) -> None:
        """Something was done with the present answer."""
        if self.now is not None:
            self.now.used = True

    def can_go(self, by: int) -> bool:
        return 0 <= self._now + by < len(self._steps)

    def go(self, by: int, left: Place | None) -> Step | None:
        """The step before (-1) or after (1), which is the present one now; None when there is none."""
        if not self.can_go(by):
            return None
        self._steps[self._now].place = left
        self._now += by
        return self._steps[self._now]
