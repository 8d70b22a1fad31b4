"""One aided search: the results so far, what each further search adds, and how their rankings become one.

Every further search goes through :class:`Searcher` with the filters, the day of the law and the excluded
documents of the original search, and its text is never read as operators.

Rewordings of the question are averaged with it, and the question counts more than all of them together
(``REWORDINGS``). A rewording that leads astray therefore moves the first results little, and a passage that
the question did not find must be found by most rewordings to be close. Each part of a question, and each step
of a search, asks for something else. Its results are added with a little less than their own relevance
(``BESIDE``), so that the first of each part are close (``search.selection.CLOSE_SHARE``) and no part ranks
above the whole. Relevances are relative to the best of their search; a passage that is missing in a truncated
list counts as its last one, as in ``search.retrieval``. No passage that is close to the question by itself
stops being close (``staying``). All rankings come best first.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain

from briefbank.domain.searches import Aid, AidStep, Hit, Order, SearchAnswer, SearchRequest
from briefbank.errors import QueryError
from briefbank.jobs import Reporter
from briefbank.llm.questions import NoHelp
from briefbank.search.law import DaySource
from briefbank.search.query import USUAL
from briefbank.search.search_types import Candidate, Ranking
from briefbank.search.searcher import Searcher
from briefbank.search.selection import CLOSE_SHARE
from briefbank.text.messages import NO_MESSAGE, Message, joined

FIRST_HITS = 20  # The first passages of a further search that count as its results
REWORDINGS = 0.8  # The weight of all rewordings together, where the question has 1
BESIDE = 0.9  # The factor on the relevance to a part; above the share from which a passage is close
SCORED = 0.3
"""The weight of the highest score, where the best relevance has 1: a passage overtakes no other that is
better by more, whatever it says of itself."""
MOST_SCORE = 3

Candidates = Sequence[Candidate]


@dataclass(slots=True)
class AidProgress:
    """The work of one aid as it goes on; it ends as an AidStep."""

    said: Message = NO_MESSAGE
    wrote: tuple[str, ...] = ()
    new_hits: list[Hit] = field(default_factory=list)
    """Passages that no earlier search has as a close result, best first."""


class AidedSearch:
    """One aided search, for one thread."""

    def __init__(self, searcher: Searcher, request: SearchRequest, reporter: Reporter) -> None:
        """Run the ordinary search. Raises as ``Searcher.search`` does."""
        self.searcher, self.request, self.reporter = searcher, request, reporter
        self.question = searcher.rank(request)
        self.steps: list[AidStep] = []
        self._rewordings: list[Candidates] = []
        self._parts: list[Candidates] = []
        self._scored: list[Candidate] | None = None
        results = searcher.results(self.question, request.order)
        self.plain = searcher.answer(request, results)
        self._close = frozenset(result.passage.id for result in results.close)
        self._fitting = set(self._close)  # The passages that belong to the answer whatever words they have
        self._reasons: dict[int, Message] = {}

    @property
    def exact(self) -> bool:
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
        seconds = time.perf_counter() - started
        self.steps.append(AidStep(aid, work.said, work.wrote, len(work.new_hits), seconds, failed))

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
            request = replace(best, text=text)
            try:
                ranked = self.searcher.rank(request)
                close = self.searcher.answer(request, self.searcher.results(ranked, request.order)).close
            except QueryError:  # nothing in it can be searched for
                continue
            (self._parts if beside else self._rewordings).append(ranked.candidates if close else ())
            self._scored = None
            for hit in close:
                if hit.passage.id not in self._fitting:
                    self._fitting.add(hit.passage.id)
                    self._reasons[hit.passage.id] = reason
                    work.new_hits.append(hit)

    def ranking(self) -> Ranking:
        """Return the question's ranking joined with the results of all further searches."""
        question = self.question.candidates
        if self._scored is None:
            self._scored = merged(question, self._rewordings, self._parts)
        return replace(self.question, candidates=staying(self._scored, question, self._close))

    def first(self, limit: int) -> tuple[Hit, ...]:
        """Return the best passages so far, whatever order was chosen."""
        return self._answer(replace(self.request, order=Order.BEST, limit=limit)).hits

    def score(self, hits: Sequence[Hit], scores: Sequence[int]) -> None:
        """Order the first ``len(scores)`` of ``hits`` by their scores too, with all passages folded into
        each, and give each score as a reason."""
        groups = [group(hit) for hit in hits[: len(scores)]]
        self._scored = reordered(self.ranking().candidates, groups, scores)
        for (number, *_), score in zip(groups, scores, strict=True):
            said = Message("Score of the local model: {score} of {most}", score=score, most=MOST_SCORE)
            self._reasons[number] = joined((self._reasons.get(number, NO_MESSAGE), said), "; ")

    def answer(self) -> SearchAnswer:
        """Return the question's answer with all that was found for it. Raises as ``Searcher.search`` does."""
        if not self._rewordings and not self._parts and self._scored is None:
            return self.plain
        return self._answer(self.request)

    def _answer(self, request: SearchRequest) -> SearchAnswer:
        results = self.searcher.results(self.ranking(), request.order, self._fitting)
        return self.searcher.answer(request, results, self._reasons)

    def more(self, answer: SearchAnswer) -> int:
        """Count the close results of ``answer`` that the plain search lacks."""
        return sum(self._close.isdisjoint(group(hit)) for hit in answer.close)


def group(hit: Hit) -> list[int]:
    """Return the passages that one result stands for, its own first."""
    return [hit.passage.id, *(version.passage_id for version in (*hit.versions, *hit.copies))]


def merged(
    question: Candidates, rewordings: Sequence[Candidates], parts: Sequence[Candidates]
) -> list[Candidate]:
    """Return the candidates of all rankings; ties keep the order of the question, then of the rest."""
    if not rewordings and not parts:
        return list(question)
    useful = [ranking for ranking in rewordings if ranking]
    weighted = [(question, 1.0), *((ranking, REWORDINGS / len(useful)) for ranking in useful)]
    known = [(_relative(ranking), weight) for ranking, weight in weighted if ranking]
    lasts = [[*r.values()][-1].relevance if len(r) >= USUAL.depth else 0.0 for r, _ in known]
    averages = []
    for number in dict.fromkeys(chain.from_iterable(ranking for ranking, _ in known)):
        both = _better([ranking[number] for ranking, _ in known if number in ranking])
        relevances = (
            weight * (ranking[number].relevance if number in ranking else last)
            for (ranking, weight), last in zip(known, lasts, strict=True)
        )
        averages.append(both.with_relevance(sum(relevances)))
    by_id = _relative(averages)
    for part in parts:
        for number, candidate in _relative(part).items():
            lower = candidate.with_relevance(BESIDE * candidate.relevance)
            by_id[number] = _better([by_id[number], lower]) if number in by_id else lower
    best = question[0].relevance if question else 1.0
    return _best_first(candidate.with_relevance(best * candidate.relevance) for candidate in by_id.values())


def reordered(
    candidates: Candidates, groups: Sequence[Sequence[int]], scores: Sequence[int]
) -> list[Candidate]:
    """Return the candidates with the relevances of some redistributed among them by a model's scores, 0 to
    MOST_SCORE. ``groups`` hold passages that move together, the scored one first. Ties keep their order."""
    by_id = {candidate.passage_id: candidate for candidate in candidates}
    scored = [(group, score) for group, score in zip(groups, scores, strict=True) if group[0] in by_id]
    scored.sort(key=lambda pair: -by_id[pair[0][0]].relevance)
    relevances = [by_id[group[0]].relevance for group, _ in scored]
    top = max(relevances, default=0.0) or 1.0
    worth = [r / top + SCORED * score / MOST_SCORE for r, (_, score) in zip(relevances, scored, strict=True)]
    order = sorted(range(len(scored)), key=lambda rank: -worth[rank])
    for relevance, rank in zip(relevances, order, strict=True):
        moving = scored[rank][0]
        shift = relevance - by_id[moving[0]].relevance
        for number in by_id.keys() & set(moving):
            former = by_id[number]
            moved = max(0.0, former.relevance + shift)
            by_id[number] = former._replace(relevance=moved, compared=former.compared + shift)
    return _best_first(by_id.values())


def staying(candidates: Candidates, question: Candidates, close: Collection[int]) -> tuple[Candidate, ...]:
    """Return the candidates with those that were ``close`` to the question kept above the cut: what a person
    saw without the model does not disappear because of it. The order above the cut stays as it is."""
    if not candidates or not question:
        return tuple(candidates)
    own = {candidate.passage_id: candidate for candidate in question if candidate.passage_id in close}
    cut, plain_cut = CLOSE_SHARE * candidates[0].relevance, CLOSE_SHARE * question[0].relevance
    raised = []
    for candidate in candidates:
        if plain := own.get(candidate.passage_id):
            # positive feedback lifts passages from below the cut, and goes on doing so
            least = cut if plain.relevance >= plain_cut else plain.relevance
            candidate = plain.with_relevance(least) if candidate.relevance < least else candidate
        raised.append(candidate)
    return tuple(_best_first(raised))


def _best_first(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda candidate: -candidate.relevance)


def _relative(candidates: Candidates) -> dict[int, Candidate]:
    """Return the candidates by id, scaled so that the best has the relevance 1."""
    best = max((candidate.relevance for candidate in candidates), default=0.0) or 1.0
    return {c.passage_id: c.with_relevance(c.relevance / best) for c in candidates}


def _better(candidates: Candidates) -> Candidate:
    """Return the most relevant of some candidates of one passage, with what is known of it from all."""
    cosines = [candidate.cosine for candidate in candidates if candidate.cosine is not None]
    has_words = any(candidate.has_words for candidate in candidates)
    best = max(candidates, key=lambda candidate: candidate.relevance)
    return best._replace(has_words=has_words, cosine=max(cosines, default=None))
