"""The first half of a search: from a request to all candidates, best first.

Each channel is asked for its list and the lists are fused. Then the channels that follow the others are
asked, the effect of feedback is fetched, and a reranker (where the office has one) reads the first results.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from briefbank.domain.expression import Expression, Not, Term
from briefbank.domain.passages import Passage
from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.errors import NotInLibrary
from briefbank.search import fusion, spelling
from briefbank.search.asked_day import days_of
from briefbank.search.candidate import Candidate
from briefbank.search.channels import registry
from briefbank.search.channels.channel import Channel
from briefbank.search.channels.numbers import NUMBERS
from briefbank.search.channels.words import WORDS
from briefbank.search.classes import PARAMETERS, USUAL
from briefbank.search.dependencies import LexicalChannel, Scored
from briefbank.search.in_force import InForce
from briefbank.search.narrowed import FilterResolver
from briefbank.search.operator_verification import OperatorVerifier
from briefbank.search.parsing import parse
from briefbank.search.prepared_request import PreparedRequest
from briefbank.search.query import ParsedQuery
from briefbank.search.search_values import ConfiguredRequest, Ranking, SearchDependencies
from briefbank.search.switches import Part

FIRST_RESULTS = 10
"""The results that the channels which follow the others are given."""
COMPARED = 50
"""The first results that a reranker reads."""
COMPARING_S = 1.5
"""The seconds that it may take."""


class Retrieval:
    """Asks the channels of one library. Any thread."""

    def __init__(self, parts: SearchDependencies) -> None:
        self._parts = parts
        self._narrowing = FilterResolver(parts.store, parts.state)

    def rank(self, asked: ConfiguredRequest) -> Ranking:
        """Return every candidate that is law on the days asked for, best first.

        Raises QueryError, NotInLibrary, IndexFault and StoreError.
        """
        question = self._question(asked)
        ranking = self._with_provision_texts(self._in_force(asked, question), question)
        return self._reranked(self._with_feedback(ranking, asked, question), asked)

    def candidates(self, asked: ConfiguredRequest) -> list[int]:
        """Return passages that may match an exact search, up to ``looked_at``, without checking any of them.

        Raises as ``rank``.
        """
        question = self._question(asked)
        if question.parsed.required is None:
            return [passage_id for passage_id, _ in NUMBERS.ask(question)]
        query = question.lexical()
        return [each for each, _ in question.index.search(query, question.filters, asked.looked_at)]

    def _question(self, asked: ConfiguredRequest) -> PreparedRequest:
        parts, request = self._parts, asked.request
        like = self._passage(request.like) if request.like else None
        parsed = self._parsed(asked, like)
        law = InForce(parts.windows, days_of(request, parsed, parts.store, parts.today()))
        scope = self._narrowing.of(request.filters)
        meaning = None if request.words_only else parts.meaning()
        index, side = scope.words(parts.lexical), scope.side(meaning)
        parameters = PARAMETERS[parsed.query_class] if asked.switches.on(Part.ADAPTIVE) else USUAL
        depth = max(asked.depth, parameters.depth, asked.looked_at if parsed.exact_only else 0)
        return PreparedRequest(parsed, like, scope.filters, law, parts.store, index, side, parameters, depth)

    def _with_provision_texts(self, ranking: Ranking, question: PreparedRequest) -> Ranking:
        """Mark the texts of provisions that were asked for by number, which come first."""
        named = (*question.parsed.cited, *question.parsed.identifiers)
        if not named or question.like is not None:
            return ranking
        having = [c.passage_id for c in ranking.candidates if c.shares.get(NUMBERS.name)]
        return replace(ranking, texts=frozenset(self._parts.texts(named, having)))

    def _in_force(self, asked: ConfiguredRequest, question: PreparedRequest) -> Ranking:
        """Rank anew without outdated texts, if there are any among the candidates or may be behind them."""
        whole, law = self._ranked(asked, question), question.law
        if not law.days.sets_apart_later and not law.outside(each.passage_id for each in whole.candidates):
            return whole
        filters = question.filters
        if law.days.sets_apart_later:
            filters = replace(filters, written_by=law.days.last)
        index, side = law.words(question.index), law.side(question.side)
        inside = self._ranked(asked, replace(question, filters=filters, index=index, side=side))
        return replace(inside, whole=whole)

    def _ranked(self, asked: ConfiguredRequest, question: PreparedRequest) -> Ranking:
        parsed, like = question.parsed, question.like
        ranking = (
            self._required_ranking(asked, question)
            if parsed.required is not None
            else self._fused_ranking(asked, question)
        )
        if apart := asked.request.apart:
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

    def _verification(self, index: LexicalChannel) -> OperatorVerifier:
        return OperatorVerifier(index, self._parts.store, self._parts.matcher)

    # --- reading the query -----------------------------------------------------------------------

    def _passage(self, passage_id: int) -> Passage:
        found = self._parts.store.passages_by_id([passage_id])
        if passage_id not in found:
            raise NotInLibrary(
                "This passage is no longer in the library.", "Search again to see what is there."
            )
        return found[passage_id]

    def _parsed(self, asked: ConfiguredRequest, like: Passage | None) -> ParsedQuery:
        request, switches = asked.request, asked.switches
        text = like.text if like else request.text
        literal = request.literal or like is not None
        parsed = parse(
            text, self._parts.find_citations, literal=literal, splitting=switches.on(Part.SPLITTING)
        )
        if switches.on(Part.SPELLING) and not literal:
            parsed = parsed.corrected(spelling.corrections(parsed.words, self._parts.lexical))
        if like is not None:
            cited = (each.canonical for each in like.citations if each.canonical)
            return replace(parsed, cited=tuple(dict.fromkeys(cited)), identifiers=(), cases=())
        if switches.on(Part.THESAURUS) and not literal and parsed.words:
            parsed = replace(parsed, related=self._parts.related(parsed.words, parsed.plain))
        return parsed

    # --- the channels ----------------------------------------------------------------------------

    def _fused_ranking(self, asked: ConfiguredRequest, question: PreparedRequest) -> Ranking:
        answers = {channel: channel.ask(question) for channel in _asked_first(asked, question)}
        lists = {channel: found for channel, found in answers.items() if found is not None}
        ready = question.side is not None and len(lists) == len(answers)
        cut = question.parsed.exact_only and len(lists.get(NUMBERS, ())) >= question.depth
        candidates = self._fused(asked, question, lists)
        return Ranking(question.parsed, candidates, ready, question.law, complete=not cut)

    def _required_ranking(self, asked: ConfiguredRequest, question: PreparedRequest) -> Ranking:
        """Rank matches of the required part by the plain words beside the operators and by the channels."""
        order, looked_at = asked.request.order, asked.looked_at
        held = self._verification(question.index).held(question.lexical(), question.filters, order, looked_at)
        lists: dict[Channel, Scored] = {WORDS: held.scored}
        inside = {passage_id for passage_id, _ in held.scored}
        for channel in _asked_first(asked, question) if inside else ():
            if channel is not WORDS:
                lists[channel] = [each for each in channel.ask(question) or () if each[0] in inside]
        shares = fusion.weights(lists, question.parameters)
        candidates = fusion.fuse(lists, shares, question.depth)
        return Ranking(
            question.parsed,
            tuple(candidates),
            question.side is not None,
            question.law,
            complete=held.complete,
            passages=held.passages,
            documents=held.documents,
        )

    # --- fusing and reranking --------------------------------------------------------------------

    def _fused(
        self, asked: ConfiguredRequest, question: PreparedRequest, lists: Mapping[Channel, Scored]
    ) -> tuple[Candidate, ...]:
        """Fuse the lists, then let the channels that follow the others change the order."""
        parameters, depth = question.parameters, question.depth
        plain = fusion.fuse(lists, fusion.weights(lists, parameters), depth)
        known = replace(question, first=tuple(each.passage_id for each in plain[:FIRST_RESULTS]))
        following = [channel for channel in _taking_part(asked, known) if channel.follows]
        near = {channel: found for channel in following if (found := channel.ask(known))}
        if not near:
            return tuple(plain)
        lists = {**lists, **near}
        return tuple(fusion.levelled(fusion.fuse(lists, fusion.weights(lists, parameters), depth), plain))

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

    def _with_feedback(
        self, ranking: Ranking, asked: ConfiguredRequest, question: PreparedRequest
    ) -> Ranking:
        """Add the effect of feedback; never for exact identifiers, nor for passages similar to another."""
        learned = self._parts.learned
        exact = ranking.parsed.exact_only and ranking.parsed.required is None
        if learned is None or exact or ranking.like or not ranking.candidates:
            return ranking
        if not asked.switches.on(Part.FEEDBACK):
            return ranking
        encoder = question.side.encoder if question.side else None
        nudges = learned.nudges(asked.request.text, encoder, None, asked.ignoring)
        return replace(ranking, nudges=nudges)

    def _reranked(self, ranking: Ranking, asked: ConfiguredRequest) -> Ranking:
        """Reorder the first results by the reranker's scores.

        They share out the relevances that they had: where relevance falls off stays as it was.
        """
        reranker = self._parts.reranker()
        first = ranking.candidates[:COMPARED]
        if reranker is None or ranking.exact or not asked.compares:
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


def _taking_part(asked: ConfiguredRequest, question: PreparedRequest) -> list[Channel]:
    """Return the channels of a search, those first that answer at once."""
    by_speed = sorted(registry.CHANNELS, key=lambda channel: not channel.verbatim)
    wanted = (each for each in by_speed if asked.uses(each) and each.weight(question.parameters))
    return [each for each in wanted if each.applies(question)]


def _asked_first(asked: ConfiguredRequest, question: PreparedRequest) -> list[Channel]:
    return [channel for channel in _taking_part(asked, question) if not channel.follows]


def _excluding(
    candidates: Sequence[Candidate], passages: Mapping[int, Passage], excluded: Collection[int]
) -> tuple[Candidate, ...]:
    """Return the candidates whose passages exist and stand in none of these documents."""
    there = (each for each in candidates if each.passage_id in passages)
    return tuple(each for each in there if passages[each.passage_id].document_id not in excluded)


def _moved(candidate: Candidate, relevance: float) -> Candidate:
    return replace(candidate, relevance=relevance, compared=relevance - candidate.relevance)
