"""One aided search: the results so far, what each further search adds, and how their rankings become one.

Every further search goes through :class:`Searcher` with the filters, the day of the law and the excluded
documents of the original search, and its text is never read as operators. Results that are not law on the
days of the question are dropped.

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

MOVED_UP = Message("Moved up: the local model found that it answers better than others.")
MOVED_DOWN = Message("Moved down: the local model found that others answer better.")
BROUGHT_IN = Message("Among the results because the local model found that it answers well.")
FIRST_HITS = 20  # The first passages of a further search that count as its results


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
            self._scored = merged(question, self._rewordings, self._parts)
        kept = staying(self._scored, question, self._close, CLOSE_SHARE)
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
        self._scored = reordered(self.ranking().candidates, groups, scores)
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


REWORDINGS = 0.8  # The weight of all rewordings together, where the question has 1
BESIDE = 0.9  # The factor on the relevance to a part; above the share from which a passage is close
SCORED = 0.3
"""The weight of the highest score, where the best relevance has 1: a passage overtakes no other that is
better by more, whatever it says of itself."""
MOST_SCORE = 3

Candidates = Sequence[Candidate]
_ById = dict[int, Candidate]


def merged(
    question: Candidates, rewordings: Sequence[Candidates], parts: Sequence[Candidates]
) -> list[Candidate]:
    """Return the candidates of all rankings; ties keep the order of the question, then of the rest."""
    if not rewordings and not parts:
        return list(question)
    average = _average(_relative(question), [_relative(ranking) for ranking in rewordings if ranking])
    by_id = _relative(average.values())
    for part in parts:
        for number, candidate in _relative(part).items():
            lower = _scaled(candidate, BESIDE)
            by_id[number] = _better(by_id[number], lower) if number in by_id else lower
    best = question[0].relevance if question else 1.0
    return [_scaled(candidate, best) for candidate in _best_first(by_id.values())]


def reordered(
    candidates: Candidates, groups: Sequence[Sequence[int]], scores: Sequence[int]
) -> list[Candidate]:
    """Return the candidates with the relevances of some redistributed among them by a model's scores.

    ``groups`` hold passages that move together, the one that was scored first; scores are 0 to MOST_SCORE.
    Ties keep their order, and the set of candidates stays the same.
    """
    by_id = {candidate.passage_id: candidate for candidate in candidates}
    scored = [(group, score) for group, score in zip(groups, scores, strict=False) if group[0] in by_id]
    scored.sort(key=lambda pair: -by_id[pair[0][0]].relevance)
    relevances = [by_id[group[0]].relevance for group, _ in scored]
    top = max(relevances, default=0.0) or 1.0
    worth = [r / top + SCORED * score / MOST_SCORE for r, (_, score) in zip(relevances, scored, strict=True)]
    order = sorted(range(len(scored)), key=lambda rank: -worth[rank])
    for relevance, rank in zip(relevances, order, strict=True):
        group = scored[rank][0]
        shift = relevance - by_id[group[0]].relevance
        for number in by_id.keys() & set(group):
            former = by_id[number]
            moved = max(0.0, former.relevance + shift)
            by_id[number] = replace(former, relevance=moved, compared=former.compared + shift)
    return _best_first(by_id.values())


def staying(candidates: Candidates, question: Candidates, close: Collection[int], share: float) -> Candidates:
    """Return the candidates with those that were ``close`` to the question kept above the cut at ``share`` of
    the best relevance: what a person saw without the model does not disappear because of it.

    The order above the cut stays as it is.
    """
    if not candidates or not question:
        return candidates
    own = {candidate.passage_id: candidate for candidate in question if candidate.passage_id in close}
    cut, plain_cut = share * candidates[0].relevance, share * question[0].relevance
    raised = []
    for candidate in candidates:
        if plain := own.get(candidate.passage_id):
            # positive feedback lifts passages from below the cut, and goes on doing so
            least = cut if plain.relevance >= plain_cut else plain.relevance
            if candidate.relevance < least:
                candidate = replace(_scaled(plain, least / plain.relevance), relevance=least)
        raised.append(candidate)
    return _best_first(raised)


def _best_first(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda candidate: -candidate.relevance)


def _relative(candidates: Iterable[Candidate]) -> _ById:
    """Return the candidates by id, scaled so that the best has the relevance 1."""
    by_id = {candidate.passage_id: candidate for candidate in candidates}
    best = max((candidate.relevance for candidate in by_id.values()), default=0.0)
    return {number: _scaled(candidate, 1 / best if best > 0 else 1.0) for number, candidate in by_id.items()}


def _average(question: _ById, rewordings: Sequence[_ById]) -> _ById:
    if not rewordings:
        return question
    weighted = [(ranking, REWORDINGS / len(rewordings)) for ranking in rewordings]
    if question:
        weighted.insert(0, (question, 1.0))
    missing = {at: _stand_in(ranking) for at, (ranking, _) in enumerate(weighted)}
    return {
        number: _summed(
            number,
            [
                _scaled(ranking.get(number, missing[at]), share)
                for at, (ranking, share) in enumerate(weighted)
            ],
        )
        for number in dict.fromkeys(number for ranking, _ in weighted for number in ranking)
    }


def _stand_in(ranking: _ById) -> Candidate:
    """Return what stands for a missing passage: zero, or the ranking's last where it was truncated."""
    nothing = Candidate(0, 0.0, False, None)
    if len(ranking) < USUAL.depth:
        return nothing
    last = next(reversed(ranking.values()))
    return replace(nothing, relevance=last.relevance, shares=last.shares, compared=last.compared)


def _scaled(candidate: Candidate, factor: float) -> Candidate:
    shares = {channel: share * factor for channel, share in candidate.shares.items()}
    relevance, compared = candidate.relevance * factor, candidate.compared * factor
    return replace(candidate, relevance=relevance, shares=shares, compared=compared)


def _summed(number: int, candidates: Candidates) -> Candidate:
    shares: dict[str, float] = {}
    for candidate in candidates:
        for channel, share in candidate.shares.items():
            shares[channel] = shares.get(channel, 0.0) + share
    return Candidate(
        number,
        sum(candidate.relevance for candidate in candidates),
        any(candidate.has_words for candidate in candidates),
        max((candidate.cosine for candidate in candidates if candidate.cosine is not None), default=None),
        shares,
        sum(candidate.compared for candidate in candidates),
    )


def _better(first: Candidate, second: Candidate) -> Candidate:
    """Return the more relevant of the two, with what is known of the passage from both."""
    both = _summed(first.passage_id, [first, second])
    better = second if second.relevance > first.relevance else first
    return replace(better, has_words=both.has_words, cosine=both.cosine)
