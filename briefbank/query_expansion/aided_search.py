"""One aided search: the results so far, and what each further search adds.

Every further search goes through :class:`Searcher` with the filters, the day of the law and the excluded
documents of the original search, and its text is never read as operators. Results that are not law on the
days of the question are dropped.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from briefbank.domain.searches import Aid, AidStep, Hit, Order, SearchAnswer, SearchRequest
from briefbank.errors import QueryError
from briefbank.jobs import Reporter
from briefbank.llm.refusals import NoHelp
from briefbank.query_expansion import ranking_merger
from briefbank.search.law import DaySource
from briefbank.search.search_types import Candidate, Ranking
from briefbank.search.searcher import Searcher
from briefbank.search.selection import CLOSE_SHARE

MOVED_UP = "Moved up: the local model found that it answers better than others."
MOVED_DOWN = "Moved down: the local model found that others answer better."
BROUGHT_IN = "Among the results because the local model found that it answers well."
LOOKED_AT = 20
"""The first passages of a further search that count as found by it."""


@dataclass(slots=True)
class AidProgress:
    """The work of one aid as it goes on; it ends as an AidStep."""

    said: str = ""
    wrote: tuple[str, ...] = ()
    weighed: tuple[str, ...] = ()
    searched: int = 0
    found: list[Hit] = field(default_factory=list)
    """Passages that no search before had found, best first."""


class AidedSearch:
    """One aided search, for one thread."""

    def __init__(self, searcher: Searcher, request: SearchRequest, reporter: Reporter) -> None:
        """Runs the ordinary search. Raises as ``Searcher.search`` does."""
        self.searcher, self.request, self.reporter = searcher, request, reporter
        self.asked = searcher.rank(request)
        self.steps: list[AidStep] = []
        self._rewordings: list[Sequence[Candidate]] = []
        self._parts: list[Sequence[Candidate]] = []
        self._scored: list[Candidate] | None = None
        results = searcher.results(self.asked, request.order)
        self.plain = searcher.answer(request, results)
        self._relevant = frozenset(item.passage.id for item in results.close)
        self._known = set(self._relevant)
        self._reasons = dict.fromkeys(sorted(self._relevant), "")
        """The local model's reason for each passage that belongs to the answer whatever words it has."""

    @property
    def exact(self) -> bool:
        """Tell whether the search has one right answer, to which other words can add nothing."""
        return self.asked.exact or self.asked.like is not None

    @contextmanager
    def step(self, aid: Aid, stage: str) -> Iterator[AidProgress]:
        """Record the work of the block as one step, also where it raises NoHelp, which ends here."""
        self.reporter.check()
        self.reporter.progress(stage, len(self.steps), 0)
        done, failed, started = AidProgress(), "", time.perf_counter()
        try:
            yield done
        except NoHelp as reason:
            failed = str(reason)
        seconds, new = time.perf_counter() - started, len(done.found)
        said = "" if failed else done.said
        step = AidStep(aid, said, done.wrote, done.weighed, done.searched, new, seconds, failed)
        self.steps.append(step)

    def search(self, done: AidProgress, texts: Sequence[str], reason: str, *, beside: bool) -> None:
        """Search for each of the texts; ``reason`` is attached to every passage that only these find.

        ``beside``: the texts ask for something else than the question; they do not reword it.
        """
        done.wrote = (*done.wrote, *texts)
        for text in texts:
            self.reporter.check()
            self._search(
                done, self._further_request(text), reason, self._parts if beside else self._rewordings
            )

    def _search(
        self, done: AidProgress, request: SearchRequest, reason: str, lists: list[Sequence[Candidate]]
    ) -> None:
        done.searched += 1
        try:
            ranked = self.searcher.rank(request)
            answer = self.searcher.answer(request, self.searcher.results(ranked, request.order))
        except QueryError:  # nothing in it can be searched for
            return
        outside = self.asked.law.outside(candidate.passage_id for candidate in ranked.candidates)
        hits = answer.close
        lists.append(
            [candidate for candidate in ranked.candidates if candidate.passage_id not in outside]
            if hits
            else []
        )
        self._scored = None
        for hit in hits:
            if hit.passage.id not in self._known and hit.passage.id not in outside:
                self._known.add(hit.passage.id)
                self._reasons[hit.passage.id] = reason
                done.found.append(hit)

    def _further_request(self, text: str) -> SearchRequest:
        """Return the request for a further search. A day that only the question's text names is set in it,
        since the new text does not contain the day."""
        days = self.asked.law.days
        as_of = days.last if days.source is DaySource.IN_TEXT else self.request.as_of
        return replace(self.request, text=text, literal=True, as_of=as_of, order=Order.BEST, limit=LOOKED_AT)

    # --- combining -------------------------------------------------------------------------------

    def ranking(self) -> Ranking:
        """Return the question's ranking joined with all that was found for it."""
        if self._scored is None:
            self._scored = ranking_merger.joined(self.asked.candidates, self._rewordings, self._parts)
        kept = ranking_merger.staying(self._scored, self.asked.candidates, self._relevant, CLOSE_SHARE)
        return replace(self.asked, candidates=tuple(kept))

    def first(self, limit: int) -> tuple[Hit, ...]:
        """Return the best passages so far, whatever order was asked for."""
        return self._answer(replace(self.request, order=Order.BEST, limit=limit)).hits

    def score(self, hits: Sequence[Hit], scores: Sequence[int]) -> None:
        """Order the first ``len(scores)`` of ``hits`` by their scores too, with all passages folded into
        each, and attach a reason to each result that moves by it."""
        groups = [group(hit) for hit in hits[: len(scores)]]
        before = _ids(self.answer())
        self._scored = ranking_merger.reordered(self.ranking().candidates, groups, scores)
        after = _ids(self.answer())
        for number, said in self._move_reasons({passages[0] for passages in groups}, before, after).items():
            self._reasons[number] = f"{self._reasons.get(number, '')} {said}".strip()

    def _move_reasons(
        self, scored: Collection[int], before: Sequence[int], after: Sequence[int]
    ) -> dict[int, str]:
        """Return what scoring did to each result. Positions show nothing of it where dates decide the
        order."""
        there, here = set(before), set(after)
        reasons = {number: BROUGHT_IN for number in after if number in scored and number not in there}
        if self.request.order is Order.BEST:
            earlier = [number for number in before if number in scored and number in here]
            later = [number for number in after if number in scored and number in there]
            for at, number in enumerate(later):
                if (was := earlier.index(number)) != at:
                    reasons[number] = MOVED_UP if at < was else MOVED_DOWN
        return reasons

    def answer(self) -> SearchAnswer:
        """Return the question's answer with all that was found for it. Raises as ``Searcher.search`` does."""
        if not self._rewordings and not self._parts and self._scored is None:
            return self.plain
        return self._answer(self.request)

    def _answer(self, request: SearchRequest) -> SearchAnswer:
        results = self.searcher.results(self.ranking(), request.order, self._reasons)
        return self.searcher.answer(request, results, self._reasons)

    def more_and_gone(self, answer: SearchAnswer) -> tuple[int, int]:
        """Count the close results of ``answer`` that the question alone has not found, and those of the
        question alone that it lacks."""
        shown = {number for hit in answer.close for number in group(hit)}
        more = sum(self._relevant.isdisjoint(group(hit)) for hit in answer.close)
        return more, sum(shown.isdisjoint(group(hit)) for hit in self.plain.close)


def group(hit: Hit) -> list[int]:
    """Return the passages that one result stands for, its own first."""
    return [hit.passage.id, *(version.passage_id for version in (*hit.versions, *hit.copies))]


def _ids(answer: SearchAnswer) -> list[int]:
    return [hit.passage.id for hit in answer.close]
