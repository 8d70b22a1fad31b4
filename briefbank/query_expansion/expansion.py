"""The local model's aids joined to search: each aid works by itself, and each step is kept for inspection.

The ordinary search comes first. Then come the aids that are switched on, always in the same order: a question
of several parts is decomposed; it is searched by issue, rule, application and conclusion; it is searched in
other words; it is searched in steps; and last the first passages of all that were found are scored. An aid
whose model fails, or whose answer is of no use, leaves the search as it was before it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from briefbank.api.generated import QueryExpansionApi
from briefbank.domain.local_models import Generator
from briefbank.domain.query_expansion import Aid, AidedAnswer, AidStep
from briefbank.domain.searches import SearchRequest
from briefbank.jobs import Reporter
from briefbank.query_expansion import multi_step_search, scoring, wordings
from briefbank.query_expansion.aided_search import AidedSearch, AidProgress
from briefbank.query_expansion.model_client import Check, NoHelp
from briefbank.query_expansion.provision_chooser import ProvisionChooser
from briefbank.query_expansion.ranking_merger import MOST_SCORE
from briefbank.query_expansion.recutting import SectionRecutter
from briefbank.search.dependencies import Reranker
from briefbank.search.searcher import Searcher

SEARCH_AIDS = (Aid.DECOMPOSITION, Aid.IRAC, Aid.REWRITING, Aid.STEPS, Aid.SCORING)
"""The aids that help a search, in the order in which they run."""

NONE_ON = "The local model may not help with searches. Switch on what it may do in Settings."
NO_MODEL = "No local model is ready. Choose one in Settings, where it is also said what is missing."
NOT_CUT = "The local model may not cut documents. Switch that on in Settings."
EXACT = "This search asks for exact words, numbers or a passage, to which other words can add nothing."
ONE_PART = "The question has one part, so it was not taken apart."
NOTHING_TO_ORDER = "Fewer than two passages were found, so there is nothing to order."

BY_OTHER_WORDS = "Found by other words for your question that the local model wrote."
BY_PART = "Found by a part of your question that the local model searched by itself."


class Aids(QueryExpansionApi):
    """The aids of a library, for any thread. Without a model, or with nothing switched on, everything is as
    if there were no aids."""

    def __init__(
        self,
        searcher: Searcher,
        on: Callable[[], frozenset[Aid]],
        model: Callable[[], Generator | None],
        comparing: Callable[[], Reranker | None],
        recutting: SectionRecutter | None = None,
    ) -> None:
        """``on`` returns what is switched on. ``model`` returns None without a model. ``comparing`` returns
        the office's own cross-encoder, which chooses provisions where CHOOSING is off. ``recutting`` is None
        where documents are not to be cut anew."""
        self._searcher, self._on, self._model, self._comparing = searcher, on, model, comparing
        self._recutting = recutting

    def unavailable(self) -> str:
        if self._on().isdisjoint(SEARCH_AIDS):
            return NONE_ON
        return "" if self._model() else NO_MODEL

    def search(self, request: SearchRequest, reporter: Reporter) -> AidedAnswer:
        wanted, model = self._on(), self._model()
        if model is None or wanted.isdisjoint(SEARCH_AIDS):
            return AidedAnswer(self._searcher.search(request), (), "")
        started = time.perf_counter()
        reporter.progress("Searching", 0, 0)
        course = AidedSearch(self._searcher, request, reporter)
        help_along(course, wanted, model)
        reporter.check()
        answer = course.answer()
        more, gone = course.more_and_gone(answer)
        timed = replace(answer, took_ms=(time.perf_counter() - started) * 1000)
        return AidedAnswer(timed, tuple(course.steps), model.name, more, gone)

    def chooser(self, check: Check = lambda: None) -> Reranker | None:
        """Return the reranker for the provision finder's candidates: the local model where CHOOSING is on,
        which ``check`` stops by raising, else the office's own."""
        model = self._model() if Aid.CHOOSING in self._on() else None
        return ProvisionChooser(model, check) if model else self._comparing()

    def may_cut(self) -> bool:
        return Aid.SEGMENTING in self._on() and None not in (self._model(), self._recutting)

    def recut(self, document_id: int, reporter: Reporter) -> AidStep:
        model = self._model()
        if Aid.SEGMENTING not in self._on() or self._recutting is None:
            return AidStep(Aid.SEGMENTING, "", failed=NOT_CUT)
        if model is None:
            return AidStep(Aid.SEGMENTING, "", failed=NO_MODEL)
        return self._recutting.recut(document_id, model, reporter)


def help_along(course: AidedSearch, wanted: Collection[Aid], model: Generator) -> None:
    """Run the wanted search aids in their order. Raises as ``Aids.search``."""
    for aid in SEARCH_AIDS:
        if aid in wanted:
            _run_aid(aid, course, model)


def _run_aid(aid: Aid, course: AidedSearch, model: Generator) -> None:
    """Run one aid, as one step or, for STEPS, several."""
    if aid is Aid.STEPS and not course.exact:
        multi_step_search.walk(course, model)
        return
    with course.step(aid, _STAGES[aid]) as done:
        if course.exact:
            raise NoHelp(EXACT)
        _RUNNERS[aid](course, model, done)


def _search_by_irac(course: AidedSearch, model: Generator, done: AidProgress) -> None:
    texts = wordings.irac(course.asked.parsed, model, course.reporter.check)
    course.search(done, texts, BY_OTHER_WORDS, beside=False)
    done.said = f"Searched also by issue, rule, application and conclusion: {_searches(len(texts))}."


def _search_rewrites(course: AidedSearch, model: Generator, done: AidProgress) -> None:
    texts = wordings.rewrites(course.asked.parsed, model, course.reporter.check)
    course.search(done, texts, BY_OTHER_WORDS, beside=False)
    done.said = f"Searched your question also in other words: {_searches(len(texts))}."


def _search_parts(course: AidedSearch, model: Generator, done: AidProgress) -> None:
    if not wordings.is_complex(course.asked.parsed):
        done.said = ONE_PART
        return
    texts = wordings.parts(course.asked.parsed, model, course.reporter.check)
    course.search(done, texts, BY_PART, beside=True)
    done.said = f"Searched your question also part by part: {_searches(len(texts))}."


def _order_by_score(course: AidedSearch, model: Generator, done: AidProgress) -> None:
    hits = course.first(scoring.FIRST)
    if len(hits) < 2:
        done.said = NOTHING_TO_ORDER
        return
    texts = [hit.passage.text for hit in hits]
    scores = scoring.scores(course.asked.parsed.text, texts, model, course.reporter.check)
    course.score(hits, scores)
    done.weighed = tuple(
        f"Passage {at}, {hit.citation}: {score} of {MOST_SCORE}"
        for at, (hit, score) in enumerate(zip(hits, scores, strict=False), start=1)
    )
    done.said = f"Read the first {len(scores)} passages and weighed how well each answers."


def _searches(count: int) -> str:
    return "1 search" if count == 1 else f"{count} searches"


_RUNNERS: Mapping[Aid, Callable[[AidedSearch, Generator, AidProgress], None]] = {
    Aid.DECOMPOSITION: _search_parts,
    Aid.IRAC: _search_by_irac,
    Aid.REWRITING: _search_rewrites,
    Aid.SCORING: _order_by_score,
}
_STAGES: Mapping[Aid, str] = {
    Aid.DECOMPOSITION: "The local model takes the question apart",
    Aid.IRAC: "The local model writes issue, rule, application and conclusion",
    Aid.REWRITING: "The local model writes the question in other words",
    Aid.STEPS: "The local model plans searches",
    Aid.SCORING: "The local model reads the first passages",
}
