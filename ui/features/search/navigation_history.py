"""Questions, and the history of searches with its way back, like a browser's."""

from __future__ import annotations

from dataclasses import dataclass, replace

from briefbank.domain.searches import SearchRequest
from ui.features.search.result_list import ListPosition

KEPT = 100  # The most steps of the history


@dataclass(frozen=True, slots=True)
class Question:
    """A request and its origin."""

    request: SearchRequest
    origin: str = ""
    """The passage or selected text that the search starts from, in words for a person; otherwise empty."""
    by_pause: bool = False  # The search was started by a pause in typing, so its text may be unfinished

    def same_step(self, other: Question) -> bool:
        """Tell whether both questions are one step of the history: they differ at most in order and limit."""
        mine, others = self.request, other.request
        return replace(mine, order=others.order, limit=others.limit) == others


@dataclass(slots=True)
class HistoryStep:
    """A question whose answer was on the screen, and the place where the person left it."""

    question: Question
    place: ListPosition | None = None
    used: bool = False
    """Something was done with its answer, so it is worth going back to even if its text was unfinished."""


class NavigationHistory:
    """The steps in order, one of which is the present one. GUI thread."""

    def __init__(self) -> None:
        self._steps: list[HistoryStep] = []
        self._now = -1

    @property
    def now(self) -> HistoryStep | None:
        return self._steps[self._now] if self._steps else None

    def answered(self, question: Question, left: ListPosition | None) -> None:
        """Add a step for an answer that replaces the one before, which was left at ``left``.

        A question that was still being typed is not kept, and the steps ahead are forgotten.
        """
        now = self.now
        if now is not None and now.question.same_step(question):
            now.question = question
            return
        if now is not None and question.by_pause and now.question.by_pause and not now.used:
            self._now -= 1
        elif now is not None:
            now.place = left
        self._steps = [*self._steps[: self._now + 1], HistoryStep(question)][-KEPT:]
        self._now = len(self._steps) - 1

    def use(self) -> None:
        """Mark the present step as used."""
        if self.now is not None:
            self.now.used = True

    def can_go(self, by: int) -> bool:
        return 0 <= self._now + by < len(self._steps)

    def go(self, by: int, left: ListPosition | None) -> HistoryStep | None:
        """Move to the step before (-1) or after (1) and return it; None when there is none."""
        if not self.can_go(by):
            return None
        self._steps[self._now].place = left
        self._now += by
        return self._steps[self._now]
