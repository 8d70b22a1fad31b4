"""One search as the aids go through it: what was found so far, and what each further search adds.

Every further search goes through :class:`Searcher` with the filters, the day of the law and the documents
left out of the search that it belongs to, and its text is never read as operators. What it finds and is not
law on the days of the question is dropped.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from briefbank.aided import Aid, AidStep
from briefbank.aids import joining
from briefbank.aids.asking import NoHelp
from briefbank.errors import QueryError
from briefbank.jobs import Reporter
from briefbank.models import Hit, Order, SearchAnswer, SearchRequest
from briefbank.search.asked import Ranking
from briefbank.search.asked_day import Said
from briefbank.search.fusion import Candidate
from briefbank.search.ranking import SHARE
from briefbank.search.searcher import Searcher

MOVED_UP = "Moved up: the local model found that it answers better than others."
MOVED_DOWN = "Moved down: the local model found that others answer better."
BROUGHT_IN = "Among the results because the local model found that it answers well."
LOOKED_AT = 20
"""First passages of a further search that count as found by it."""


@dataclass(slots=True)
class Done:
    """What an aid did, as it goes on; ends as an AidStep."""

    said: str = ""
    wrote: tuple[str, ...] = ()
    weighed: tuple[str, ...] = ()
    searched: int = 0
    found: list[Hit] = field(default_factory=list)
    """Passages that nothing before had, best first."""


class Course:
    """One thread."""

    def __init__(self, searcher: Searcher, request: SearchRequest, reporter: Reporter) -> None:
        """Makes the ordinary search. Raises as ``Searcher.search`` does."""
        self.searcher, self.request, self.reporter = searcher, request, reporter
        self.asked = searcher.rank(request)
        self.steps: list[AidStep] = []
        self._others: list[Sequence[Candidate]] = []
        self._parts: list[Sequence[Candidate]] = []
        self._scored: list[Candidate] | None = None
        self.plain = searcher.answer(request, self.asked)
        shown = (number for hit in self.plain.hits for number in group(hit))
        self._relevant = frozenset([*searcher.relevant_of(self.asked, request.order), *shown])
        self._known = set(self._relevant)
        self._reasons = dict.fromkeys(sorted(self._relevant), "")
        """Of passages that belong to the answer whatever words they have: what the model did for them."""

    @property
    def exact(self) -> bool:
        """Whether the search has one right answer, to which other words can add nothing."""
        return self.asked.exact or self.asked.like is not None

    @contextmanager
    def step(self, aid: Aid, stage: str) -> Iterator[Done]:
        """Keep what is done within as one step, also where it ends in NoHelp, which goes no further."""
        self.reporter.check()
        self.reporter.progress(stage, len(self.steps), 0)
        done, failed, started = Done(), "", time.perf_counter()
        try:
            yield done
        except NoHelp as reason:
            failed = str(reason)
        seconds, new = time.perf_counter() - started, len(done.found)
        said = "" if failed else done.said
        step = AidStep(aid, said, done.wrote, done.weighed, done.searched, new, seconds, failed)
        self.steps.append(step)

    def search(self, done: Done, texts: Sequence[str], reason: str, *, beside: bool) -> None:
        """Search for each of the texts; ``reason`` goes with every passage that only these find.

        ``beside``: the texts ask for something else than the question, and are not its other words.
        """
        done.wrote = (*done.wrote, *texts)
        for text in texts:
            self.reporter.check()
            self._search(done, self._further(text), reason, self._parts if beside else self._others)

    def _search(
        self, done: Done, request: SearchRequest, reason: str, lists: list[Sequence[Candidate]]
    ) -> None:
        done.searched += 1
        try:
            ranked = self.searcher.rank(request)
            hits = self.searcher.answer(request, ranked).hits
        except QueryError:  # nothing in it can be searched for
            return
        outside = self.asked.law.outside(each.passage_id for each in ranked.candidates)
        lists.append([each for each in ranked.candidates if each.passage_id not in outside] if hits else [])
        self._scored = None
        for hit in hits:
            if hit.passage.id not in self._known and hit.passage.id not in outside:
                self._known.add(hit.passage.id)
                self._reasons[hit.passage.id] = reason
                done.found.append(hit)

    def _further(self, text: str) -> SearchRequest:
        """A day that only the question's text names is set for the further search, whose text has it not."""
        days = self.asked.law.days
        as_of = days.last if days.said is Said.IN_TEXT else self.request.as_of
        return replace(self.request, text=text, literal=True, as_of=as_of, order=Order.BEST, limit=LOOKED_AT)

    # --- the whole -------------------------------------------------------------------------------

    def ranking(self) -> Ranking:
        """The question's ranking with all that was found for it."""
        if self._scored is None:
            self._scored = joining.joined(self.asked.candidates, self._others, self._parts)
        share = SHARE[self.request.order]
        kept = joining.staying(self._scored, self.asked.candidates, self._relevant, share)
        return replace(self.asked, candidates=tuple(kept))

    def first(self, limit: int) -> tuple[Hit, ...]:
        """The best passages so far, whatever order was asked for."""
        return self._answer(replace(self.request, order=Order.BEST, limit=limit)).hits

    def score(self, hits: Sequence[Hit], scores: Sequence[int]) -> None:
        """Let the first so many of ``hits`` be ordered by their scores too, with all that is folded into
        each, and say of each result that is moved by it that it is."""
        groups = [group(hit) for hit in hits[: len(scores)]]
        before = _ids(self.answer())
        self._scored = joining.reordered(self.ranking().candidates, groups, scores)
        after = _ids(self.answer())
        for number, said in self._moved({each[0] for each in groups}, before, after).items():
            self._reasons[number] = f"{self._reasons.get(number, '')} {said}".strip()

    def _moved(self, scored: Collection[int], before: Sequence[int], after: Sequence[int]) -> dict[int, str]:
        """What scoring did to results. Their places say nothing of it where dates decide."""
        there, here = set(before), set(after)
        found = {number: BROUGHT_IN for number in after if number in scored and number not in there}
        if self.request.order is Order.BEST:
            earlier = [number for number in before if number in scored and number in here]
            later = [number for number in after if number in scored and number in there]
            for at, number in enumerate(later):
                if (was := earlier.index(number)) != at:
                    found[number] = MOVED_UP if at < was else MOVED_DOWN
        return found

    def answer(self) -> SearchAnswer:
        """The question's answer with all that was found for it. Raises as ``Searcher.search`` does."""
        if not self._others and not self._parts and self._scored is None:
            return self.plain
        return self._answer(self.request)

    def _answer(self, request: SearchRequest) -> SearchAnswer:
        return self.searcher.answer(request, self.ranking(), self._reasons)

    def more_and_gone(self, answer: SearchAnswer) -> tuple[int, int]:
        """How many results it has that the question alone has not found, and how many of those it lacks."""
        shown = {number for hit in answer.hits for number in group(hit)}
        more = sum(self._relevant.isdisjoint(group(hit)) for hit in answer.hits)
        return more, sum(shown.isdisjoint(group(hit)) for hit in self.plain.hits)


def group(hit: Hit) -> list[int]:
    """The passages that one result stands for, its own first."""
    return [hit.passage.id, *(each.passage_id for each in (*hit.versions, *hit.copies))]


def _ids(answer: SearchAnswer) -> list[int]:
    return [hit.passage.id for hit in answer.hits]
