"""One aided search: the results so far, and what each further search adds.

Every further search goes through :class:`Searcher` with the filters, the day of the law and the excluded
documents of the original search, and its text is never read as operators. Results that are not law on the
days of the question are dropped.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
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
from briefbank.text.messages import NO_MESSAGE, Message, joined

MOVED_UP = Message("Moved up: the local model found that it answers better than others.")
MOVED_DOWN = Message("Moved down: the local model found that others answer better.")
BROUGHT_IN = Message("Among the results because the local model found that it answers well.")
FIRST_HITS = 20
"""The first passages of a further search that count as its results."""


@dataclass(slots=True)
class AidProgress:
    """The work of one aid as it goes on; it ends as an AidStep."""

    said: Message = NO_MESSAGE
    wrote: tuple[str, ...] = ()
    weighed: tuple[Message, ...] = ()
    searched: int = 0
    new_hits: list[Hit] = field(default_factory=list)
    """Passages that no earlier search has as a close result, best first."""


class AidedSearch:
    """One aided search, for one thread."""

    def __init__(self, searcher: Searcher, request: SearchRequest, reporter: Reporter) -> None:
        """Run the ordinary search. Raises as ``Searcher.search`` does."""
        self.searcher, self.request, self.reporter = searcher, request, reporter
        self.question = searcher.rank(request)
        self.steps: list[AidStep] = []
        self._rewordings: list[Sequence[Candidate]] = []
        self._parts: list[Sequence[Candidate]] = []
        self._scored: list[Candidate] | None = None
        results = searcher.results(self.question, request.order)
        self.plain = searcher.answer(request, results)
        self._close = frozenset(item.passage.id for item in results.close)
        self._reasons = dict.fromkeys(sorted(self._close), NO_MESSAGE)
        """The local model's reason for each passage that belongs to the answer whatever words it has."""

    @property
    def exact(self) -> bool:
        """Whether the search has one right answer, to which other words can add nothing."""
        return self.question.exact or self.question.like is not None

    @contextmanager
    def step(self, aid: Aid, stage: Message) -> Iterator[AidProgress]:
        """Record the work of the block as one step, also where it raises NoHelp, which ends here."""
        self.reporter.check()
        self.reporter.progress(stage, len(self.steps), 0)
        work, failed, started = AidProgress(), NO_MESSAGE, time.perf_counter()
        try:
            yield work
        except NoHelp as reason:
            work.said, failed = NO_MESSAGE, reason.message
        seconds, new = time.perf_counter() - started, len(work.new_hits)
        self.steps.append(
            AidStep(aid, work.said, work.wrote, work.weighed, work.searched, new, seconds, failed)
        )

    def search(self, work: AidProgress, texts: Sequence[str], reason: Message, *, beside: bool) -> None:
        """Search for each of the texts; ``reason`` is attached to every passage that only these find.

        ``beside``: the texts ask for something else than the question; they do not reword it.
        """
        work.wrote = (*work.wrote, *texts)
        days = self.question.law.days
        # the new text does not contain a day that only the question's text names
        as_of = days.last if days.source is DaySource.IN_TEXT else self.request.as_of
        best = replace(self.request, literal=True, as_of=as_of, order=Order.BEST, limit=FIRST_HITS)
        for text in texts:
            self.reporter.check()
            work.searched += 1
            request = replace(best, text=text)
            try:
                ranked = self.searcher.rank(request)
                close = self.searcher.answer(request, self.searcher.results(ranked, request.order)).close
            except QueryError:  # nothing in it can be searched for
                continue
            outside = self.question.law.outside([candidate.passage_id for candidate in ranked.candidates])
            usable = [candidate for candidate in ranked.candidates if candidate.passage_id not in outside]
            (self._parts if beside else self._rewordings).append(usable if close else [])
            self._scored = None
            for hit in close:
                if hit.passage.id not in self._reasons and hit.passage.id not in outside:
                    self._reasons[hit.passage.id] = reason
                    work.new_hits.append(hit)

    def ranking(self) -> Ranking:
        """Return the question's ranking joined with the results of all further searches."""
        question = self.question.candidates
        if self._scored is None:
            self._scored = ranking_merger.joined(question, self._rewordings, self._parts)
        kept = ranking_merger.staying(self._scored, question, self._close, CLOSE_SHARE)
        return replace(self.question, candidates=tuple(kept))

    def first(self, limit: int) -> tuple[Hit, ...]:
        """Return the best passages so far, whatever order was chosen."""
        return self._answer(replace(self.request, order=Order.BEST, limit=limit)).hits

    def score(self, hits: Sequence[Hit], scores: Sequence[int]) -> None:
        """Order the first ``len(scores)`` of ``hits`` by their scores too, with all passages folded into
        each, and attach a reason to each result that moves by it."""
        groups = [group(hit) for hit in hits[: len(scores)]]
        scored = {passages[0] for passages in groups}
        before = [hit.passage.id for hit in self.answer().close]
        self._scored = ranking_merger.reordered(self.ranking().candidates, groups, scores)
        after = [hit.passage.id for hit in self.answer().close]
        reasons = {number: BROUGHT_IN for number in after if number in scored and number not in before}
        if self.request.order is Order.BEST:  # positions show nothing of it where dates decide the order
            earlier = [number for number in before if number in scored and number in after]
            later = [number for number in after if number in scored and number in before]
            for at, number in enumerate(later):
                if (former := earlier.index(number)) != at:
                    reasons[number] = MOVED_UP if at < former else MOVED_DOWN
        for number, said in reasons.items():
            self._reasons[number] = joined((self._reasons.get(number, NO_MESSAGE), said))

    def answer(self) -> SearchAnswer:
        """Return the question's answer with all that was found for it. Raises as ``Searcher.search`` does."""
        if not self._rewordings and not self._parts and self._scored is None:
            return self.plain
        return self._answer(self.request)

    def _answer(self, request: SearchRequest) -> SearchAnswer:
        results = self.searcher.results(self.ranking(), request.order, self._reasons)
        return self.searcher.answer(request, results, self._reasons)

    def more_and_gone(self, answer: SearchAnswer) -> tuple[int, int]:
        """Count the close results of ``answer`` that the plain search lacks, and those of it that ``answer``
        lacks."""
        shown = {number for hit in answer.close for number in group(hit)}
        more = sum(self._close.isdisjoint(group(hit)) for hit in answer.close)
        return more, sum(shown.isdisjoint(group(hit)) for hit in self.plain.close)


def group(hit: Hit) -> list[int]:
    """Return the passages that one result stands for, its own first."""
    return [hit.passage.id, *(version.passage_id for version in (*hit.versions, *hit.copies))]
