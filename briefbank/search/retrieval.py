"""The first half of a search: from a request to all candidates, best first.

Each channel is asked for its list and the lists are fused. Then the co-citation channel is searched, the
effect of feedback is fetched, and a reranker (where the office has one) reads the first results.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from briefbank.domain.expression import Expression, Not, Term
from briefbank.domain.passages import Passage
from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.errors import IndexFault, NotInLibrary
from briefbank.search import fusion, spelling, walking
from briefbank.search.asked import Asked, Parts, Ranking
from briefbank.search.asked_day import days_of
from briefbank.search.channels import (
    Channel,
    LexicalChannel,
    Scored,
)
from briefbank.search.fusion import Candidate
from briefbank.search.holding import Holding
from briefbank.search.in_force import InForce
from briefbank.search.narrowed import Narrowing
from briefbank.search.parsing import parse
from briefbank.search.query import ParsedQuery
from briefbank.search.question import Question, Vector, direction

log = logging.getLogger(__name__)

FIRST_RESULTS = 10
"""The results whose authorities the graph channel searches."""
COMPARED = 50
"""The first results that a reranker reads."""
COMPARING_S = 1.5
"""The seconds that it may take."""


class Retrieval:
    """Asks the channels of one library. Any thread."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._narrowing = Narrowing(parts.store, parts.state)

    def rank(self, asked: Asked) -> Ranking:
        """Return every candidate that is law on the days asked for, best first.

        Raises QueryError, NotInLibrary, IndexFault and StoreError.
        """
        question = self._question(asked)
        ranking = self._with_provision_texts(self._in_force(question), question)
        return self._reranked(self._with_feedback(ranking, question), question)

    def candidates(self, asked: Asked) -> list[int]:
        """Return passages that may match an exact search, up to ``looked_at``, without checking any of them.

        Raises as ``rank``.
        """
        question = self._question(asked)
        if question.parsed.required is None:
            return [passage_id for passage_id, _ in self._numbers(question)]
        query = question.lexical()
        return [each for each, _ in question.index.search(query, question.filters, asked.looked_at)]

    def _question(self, asked: Asked) -> Question:
        parts, request = self._parts, asked.request
        like = self._passage(request.like) if request.like else None
        parsed = self._parsed(asked, like)
        law = InForce(parts.windows, days_of(request, parsed, parts.store, parts.today()))
        scope = self._narrowing.of(request.filters)
        meaning = None if request.words_only else parts.meaning()
        index, side = scope.words(parts.lexical), scope.side(meaning)
        return Question(asked, parsed, like, scope.filters, law, index, side)

    def _with_provision_texts(self, ranking: Ranking, question: Question) -> Ranking:
        """Mark the texts of provisions that were asked for by number, which come first."""
        named = (*question.parsed.cited, *question.parsed.identifiers)
        if not named or question.like is not None:
            return ranking
        having = [c.passage_id for c in ranking.candidates if c.shares.get(Channel.NUMBERS)]
        return replace(ranking, texts=frozenset(self._parts.texts(named, having)))

    def _in_force(self, question: Question) -> Ranking:
        """Rank anew without outdated texts, if there are any among the candidates or may be behind them."""
        whole, law = self._ranked(question), question.law
        if not law.days.sets_apart_later and not law.outside(each.passage_id for each in whole.candidates):
            return whole
        filters = question.filters
        if law.days.sets_apart_later:
            filters = replace(filters, written_by=law.days.last)
        index, side = law.words(question.index), law.side(question.side)
        inside = self._ranked(replace(question, filters=filters, index=index, side=side))
        return replace(inside, whole=whole)

    def _ranked(self, question: Question) -> Ranking:
        parsed, like = question.parsed, question.like
        ranking = (
            self._required_ranking(question) if parsed.required is not None else self._fused_ranking(question)
        )
        if apart := question.asked.request.apart:
            ranking = replace(ranking, candidates=self._without_documents(ranking.candidates, apart))
        if like is None:
            return ranking
        return replace(ranking, like=like, candidates=self._without_own_document(ranking.candidates, like))

    def stands(self, part: Expression) -> bool:
        """Tell whether an operator's part matches anywhere in the library; for a wide part, whether it does
        among the first candidates. Raises IndexFault and StoreError."""
        query = LexicalQuery(required=part)
        if isinstance(part, Term | Not):  # for these the index itself is right
            return bool(self._parts.lexical.search(query, Filters(), 1))
        return self._verification(self._parts.lexical).count(query, Filters()) > 0

    def _verification(self, index: LexicalChannel) -> Holding:
        return Holding(index, self._parts.store, self._parts.matcher)

    # --- reading the query -----------------------------------------------------------------------

    def _passage(self, passage_id: int) -> Passage:
        found = self._parts.store.passages_by_id([passage_id])
        if passage_id not in found:
            raise NotInLibrary(
                "This passage is no longer in the library.", "Search again to see what is there."
            )
        return found[passage_id]

    def _parsed(self, asked: Asked, like: Passage | None) -> ParsedQuery:
        request, switches = asked.request, asked.switches
        text = like.text if like else request.text
        literal = request.literal or like is not None
        parsed = parse(text, self._parts.find_citations, literal=literal, splitting=switches.splitting)
        if switches.spelling and not literal:
            parsed = parsed.corrected(spelling.corrections(parsed.words, self._parts.lexical))
        if like is not None:
            cited = (each.canonical for each in like.citations if each.canonical)
            return replace(parsed, cited=tuple(dict.fromkeys(cited)), identifiers=(), cases=())
        if switches.thesaurus and not literal and parsed.words:
            parsed = replace(parsed, related=self._parts.related(parsed.words, parsed.plain))
        return parsed

    # --- the channels ----------------------------------------------------------------------------

    def _fused_ranking(self, question: Question) -> Ranking:
        lists: dict[Channel, Scored] = {}
        if question.uses(Channel.WORDS) and question.parsed.words:
            lists[Channel.WORDS] = self._words(question)
        if question.uses(Channel.NUMBERS) and question.parsed.asks_numbers and question.like is None:
            lists[Channel.NUMBERS] = self._numbers(question)
        vector, ready = self._vector(question)
        if vector is not None and question.uses(Channel.MEANING):
            near = self._nearest(question, vector)
            ready = near is not None
            if near is not None:
                lists[Channel.MEANING] = near
        cut = question.parsed.exact_only and len(lists.get(Channel.NUMBERS, ())) >= question.depth
        candidates = self._fused(question, lists)
        return Ranking(question.parsed, candidates, ready, question.law, complete=not cut)

    def _required_ranking(self, question: Question) -> Ranking:
        """Rank matches of the required part by the plain words beside the operators and by embeddings."""
        order = question.asked.request.order
        looked_at = question.asked.looked_at
        held = self._verification(question.index).held(question.lexical(), question.filters, order, looked_at)
        lists = {Channel.WORDS: held.scored}
        inside = {passage_id for passage_id, _ in held.scored}
        if question.uses(Channel.NUMBERS) and question.parsed.asks_numbers and inside:
            lists[Channel.NUMBERS] = [each for each in self._numbers(question) if each[0] in inside]
        vector, ready = self._vector(question)
        if vector is not None and question.uses(Channel.MEANING) and inside:
            near = self._nearest(question, vector) or []
            lists[Channel.MEANING] = [each for each in near if each[0] in inside]
        shares = fusion.weights(lists, question.parameters)
        candidates = fusion.fuse(lists, shares, question.depth)
        return Ranking(
            question.parsed,
            tuple(candidates),
            ready,
            question.law,
            complete=held.complete,
            passages=held.passages,
            documents=held.documents,
        )

    def _words(self, question: Question) -> Scored:
        lists = [
            question.index.search(query, question.filters, question.depth)
            for query in question.lexical_queries()
        ]
        return fusion.average(lists)[: question.depth]

    def _numbers(self, question: Question) -> Scored:
        """Return passages with the numbers or cases word for word, or that cite the authorities in any
        form."""
        parsed, lexical = question.parsed, question.index
        named = LexicalQuery(identifiers=(*parsed.identifiers, *parsed.cases))
        lists = []
        if named.identifiers:
            lists.append(lexical.search(named, question.filters, question.depth))
        if parsed.cited:
            alike = dict.fromkeys(parsed.cited, 1.0)
            lists.append(lexical.citing(alike, question.filters, question.depth))
        return fusion.average([found for found in lists if found] or [[]])

    def _vector(self, question: Question) -> tuple[Vector | None, bool]:
        """Return the query vector, where embeddings are used; and whether they are ready."""
        side = question.side
        if side is None:
            return None, False
        encoder, dense = side.encoder, side.dense
        if question.parsed.exact_only:
            return None, True
        if question.like is not None and (own := dense.vector_of(question.like.id)) is not None:
            return own, True
        return direction(question.parsed, encoder, question.parameters), True

    def _nearest(self, question: Question, vector: Vector) -> Scored | None:
        """Return the nearest passages; None where the vector index fails, to go on by words."""
        filters, side = question.filters, question.side
        allowed = None if filters == Filters() else self._parts.store.document_ids(filters)
        if allowed is not None and not allowed:
            return []
        if side is None:
            return None
        try:
            return side.dense.search(vector, allowed, question.depth)
        except IndexFault as fault:
            log.warning("searching without meaning: %s", fault.detail)
            return None

    # --- fusing and reranking --------------------------------------------------------------------

    def _fused(self, question: Question, lists: dict[Channel, Scored]) -> tuple[Candidate, ...]:
        parameters = question.parameters
        plain = fusion.fuse(lists, fusion.weights(lists, parameters), question.depth)
        if not question.uses(Channel.CITATIONS) or not parameters.neighbours:
            return tuple(plain)
        near = self._neighbours(question, [each.passage_id for each in plain[:FIRST_RESULTS]])
        if not near:
            return tuple(plain)
        lists = {**lists, Channel.CITATIONS: near}
        joined = fusion.fuse(lists, fusion.weights(lists, parameters), question.depth)
        return tuple(walking.levelled(joined, plain))

    def _neighbours(self, question: Question, first: Sequence[int]) -> Scored:
        """Return passages that cite the authorities that the query and the first results cite."""
        passages = self._parts.store.passages_by_id(first)
        cited = {
            number: list(dict.fromkeys(each.canonical for each in passage.citations if each.canonical))
            for number, passage in passages.items()
        }
        weights = walking.authorities(first, cited, question.parsed.cited)
        near = question.index.citing(weights, question.filters, question.depth) if weights else []
        return walking.with_bare(near, first, cited, weights)

    def _without_own_document(self, candidates: Sequence[Candidate], like: Passage) -> tuple[Candidate, ...]:
        """Return the candidates without the passage's own document and its other versions: similar passages
        are wanted, not itself."""
        passages = self._parts.store.passages_by_id([each.passage_id for each in candidates])
        documents = self._parts.store.documents_by_id({p.document_id for p in passages.values()})
        own = self._parts.store.documents_by_id([like.document_id]).get(like.document_id)
        family = own.family if own else 0
        excluded = {number for number, each in documents.items() if family and each.family == family}
        return _excluding(candidates, passages, {*excluded, like.document_id})

    def _without_documents(
        self, candidates: Sequence[Candidate], apart: Collection[int]
    ) -> tuple[Candidate, ...]:
        """Return the candidates without the passages of some documents."""
        passages = self._parts.store.passages_by_id([each.passage_id for each in candidates])
        return _excluding(candidates, passages, apart)

    def _with_feedback(self, ranking: Ranking, question: Question) -> Ranking:
        """Add the effect of feedback; never for exact identifiers, nor for passages similar to another."""
        learned, asked = self._parts.learned, question.asked
        exact = ranking.parsed.exact_only and ranking.parsed.required is None
        if learned is None or not asked.switches.feedback or exact or ranking.like or not ranking.candidates:
            return ranking
        encoder = question.side.encoder if question.side else None
        nudges = learned.nudges(asked.request.text, encoder, None, asked.ignoring)
        return replace(ranking, nudges=nudges)

    def _reranked(self, ranking: Ranking, question: Question) -> Ranking:
        """Reorder the first results by the reranker's scores.

        They share out the relevances that they had: where relevance falls off stays as it was.
        """
        reranker = self._parts.reranker()
        first = ranking.candidates[:COMPARED]
        if reranker is None or ranking.exact or not question.asked.compares:
            return ranking
        passages = self._parts.store.passages_by_id([each.passage_id for each in first])
        first = tuple(each for each in first if each.passage_id in passages)
        if len(first) < 2:
            return ranking
        scores = reranker.score(
            " ".join(part.meaning for part in ranking.parsed.all_parts),
            [passages[each.passage_id].text for each in first],
            limit_s=COMPARING_S,
        )
        if np.isnan(scores).any():
            return ranking
        best = max(float(scores.max()), 1e-9)
        top = max(first[0].relevance, 1e-9)
        joined = [each.relevance / top + float(s) / best for each, s in zip(first, scores, strict=True)]
        order = sorted(range(len(first)), key=lambda at: (-joined[at], at))
        moved = [_moved(first[at], first[place].relevance) for place, at in enumerate(order)]
        return replace(ranking, candidates=(*moved, *ranking.candidates[COMPARED:]))


def _excluding(
    candidates: Sequence[Candidate], passages: Mapping[int, Passage], excluded: Collection[int]
) -> tuple[Candidate, ...]:
    """Return the candidates whose passages exist and stand in none of these documents."""
    there = (each for each in candidates if each.passage_id in passages)
    return tuple(each for each in there if passages[each.passage_id].document_id not in excluded)


def _moved(candidate: Candidate, relevance: float) -> Candidate:
    return replace(candidate, relevance=relevance, compared=relevance - candidate.relevance)
