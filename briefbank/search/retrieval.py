"""Asks the channels and fuses their lists: from a prepared request to all candidates, best first.

Each channel is asked for its list and the lists are fused; then the channels that follow the others are
asked. Operators without plain words ask for every passage that matches. Plain words beside operators are
searched as they are alone, within the passages that match. Where some candidates are not the law of the days
asked for, all are asked again without those.

A list that would name few documents goes on with the others: they are asked for the passages that come next
(``Ranking.further``). What was asked for exactly is asked for more widely there: the words of operators as
plain words, a number without its last part. Conditions on the document (its judge, its kind) and what is
excluded hold there, too."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from briefbank.domain.expression import Expression, Not, conjuncts
from briefbank.domain.searches import Order
from briefbank.search import fusion
from briefbank.search.candidate import Candidate
from briefbank.search.channels import registry
from briefbank.search.channels.channel import Channel
from briefbank.search.channels.identifiers import NUMBERS
from briefbank.search.channels.words import WORDS
from briefbank.search.dependencies import Scored, Texts
from briefbank.search.loosening import widened
from briefbank.search.operator_verification import MakeMatcher, OperatorVerifier, filters_of
from briefbank.search.prepared_request import PreparedRequest
from briefbank.search.query import ParsedQuery
from briefbank.search.query_classes import parameters_of
from briefbank.search.search_types import Nearby, Ranking
from briefbank.text import page_numbers
from briefbank.text.docket_numbers import query_keys

FIRST_RESULTS = 10
"""The results that the channels which follow the others are given."""


def retrieved(question: PreparedRequest, matcher: MakeMatcher, texts: Texts, *, nearby: bool) -> Ranking:
    """Return every candidate that is law on the days asked for, best first. ``nearby``: the list may go on
    with other documents.

    Raises QueryError, IndexFault and StoreError.
    """
    ranking, law = _ranking(question, matcher), question.law
    if law.days.sets_apart_later or law.outside(each.passage_id for each in ranking.candidates):
        filters = question.filters
        if law.days.sets_apart_later:
            filters = replace(filters, written_by=law.days.last)
        index, embedding = law.words(question.index), law.embedding(question.embedding)
        question = replace(question, filters=filters, index=index, embedding=embedding)
        ranking = replace(_ranking(question, matcher), whole=ranking)
    ranking = _with_texts_asked_for(ranking, question, texts)
    further = partial(_nearby, ranking, question, matcher) if nearby and ranking.complete else None
    return replace(ranking, further=further)


def unchecked(question: PreparedRequest) -> list[int]:
    """Return passages that may match an exact search, up to ``max_checked``, without checking any of them.

    Raises as ``retrieved``.
    """
    if question.parsed.required is None:
        return [passage_id for passage_id, _ in NUMBERS.ask(question)]
    query = question.lexical()
    return [each for each, _ in question.index.search(query, question.filters, question.asked.max_checked)]


def _with_texts_asked_for(ranking: Ranking, question: PreparedRequest, texts: Texts) -> Ranking:
    """Mark the texts of provisions and the documents that were asked for by number, which come first."""
    named = (*question.parsed.cited, *question.parsed.identifiers)
    if not named or question.like is not None:
        return ranking
    having = [c.passage_id for c in ranking.candidates if c.shares.get(NUMBERS.name)]
    asked_for = {*texts(named, having), *_of_dockets(having, question), *_of_pages(having, question)}
    return replace(ranking, texts=frozenset(asked_for))


def _of_dockets(passage_ids: Sequence[int], question: PreparedRequest) -> Iterator[int]:
    """Yield the passages of the documents whose own docket number was asked for."""
    if any(map(query_keys, question.parsed.identifiers)):
        documents_of = question.store.documents_of(passage_ids)
        documents = question.store.documents_by_id(set(documents_of.values()), named=False)
        own = {id_ for id_, document in documents.items() if question.parsed.own_dockets(document)}
        yield from (passage_id for passage_id in passage_ids if documents_of.get(passage_id) in own)


def _of_pages(passage_ids: Sequence[int], question: PreparedRequest) -> Iterator[int]:
    """Yield the passages of the pages whose label was asked for."""
    if any(map(page_numbers.key, question.parsed.identifiers)):
        for passage_id, passage in question.store.passages_by_id(passage_ids).items():
            if question.parsed.own_pages(passage):
                yield passage_id


def _ranking(question: PreparedRequest, matcher: MakeMatcher) -> Ranking:
    if question.parsed.required is None:
        ranking = _fused_ranking(question)
    elif question.parsed.exact:
        ranking = _required_ranking(question, matcher)
    else:
        ranking = _bounded_ranking(question, question.parsed.required, matcher)
    return _without_excluded(ranking, question)


def _without_excluded(ranking: Ranking, question: PreparedRequest) -> Ranking:
    """Return the ranking without the documents that the request excludes, and without the document of the
    passage to which similar ones are wanted and its versions."""
    like, excluded, store = question.like, question.asked.request.excluded_documents, question.store
    if like is None and not excluded:
        return ranking
    standing = store.documents_of([each.passage_id for each in ranking.candidates])
    if like is not None:
        documents = store.documents_by_id({like.document_id, *standing.values()}, named=False)
        family = documents[like.document_id].family if like.document_id in documents else 0
        versions = {number for number, each in documents.items() if family and each.family == family}
        excluded = excluded | versions | {like.document_id}
    kept = (each for each in ranking.candidates if each.passage_id in standing)
    candidates = tuple(each for each in kept if standing[each.passage_id] not in excluded)
    return replace(ranking, like=like, candidates=candidates)


def _nearby(ranking: Ranking, question: PreparedRequest, matcher: MakeMatcher) -> Nearby:
    """Return candidates of the documents that have none in the ranking."""
    parsed, store = question.parsed, question.store
    known = set(store.documents_of([each.passage_id for each in ranking.candidates]).values())
    if parsed.exact or parsed.required is not None:
        wider = widened(parsed)
        if wider is None:
            return Nearby()
        parameters = parameters_of(wider.query_class, alone=True)
        wide = replace(question, parsed=wider, parameters=parameters, depth=parameters.depth)
        candidates = _ranking(wide, matcher).candidates
        documents = store.documents_of([candidate.passage_id for candidate in candidates])
        others = {passage_id for passage_id, document in documents.items() if document not in known}
        others -= _excluded(parsed, question, matcher, others)
        kept = [candidate for candidate in candidates if candidate.passage_id in others]
        return Nearby(_below(kept, ranking.candidates), wider)
    among = frozenset(store.document_ids(question.filters) - known)
    if not among:
        return Nearby()
    within = replace(question, filters=replace(question.filters, among=among))
    return Nearby(_below(_ranking(within, matcher).candidates, ranking.candidates))


def _excluded(
    parsed: ParsedQuery, question: PreparedRequest, matcher: MakeMatcher, passage_ids: Iterable[int]
) -> set[int]:
    """Return those of the passages that have what the search excludes."""
    verifier, ids = OperatorVerifier(question.index, question.store, matcher), list(passage_ids)
    parts = [part.part for part in conjuncts(parsed.required) if isinstance(part, Not)]
    return {passage_id for part in parts for passage_id in verifier.matching(part, ids)}


def _below(candidates: Sequence[Candidate], above: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return candidates of another search with relevances below those of the candidates ``above``."""
    scale = above[-1].relevance if above else 1.0
    return tuple(
        replace(
            candidate,
            relevance=candidate.relevance * scale,
            shares={name: share * scale for name, share in candidate.shares.items()},
        )
        for candidate in candidates
    )


# --- the channels ------------------------------------------------------------------------------------


def _fused_ranking(question: PreparedRequest) -> Ranking:
    answers = {channel: channel.ask(question) for channel in _asked_first(question)}
    lists = {channel: found for channel, found in answers.items() if found is not None}
    ready = question.embedding is not None and len(lists) == len(answers)
    cut = question.parsed.exact_only and len(lists.get(NUMBERS, ())) >= question.depth
    return Ranking(
        question.parsed,
        _fused(question, lists),
        ready,
        question.law,
        complete=not cut,
        max_checked=question.asked.max_checked,
    )


def _bounded_ranking(question: PreparedRequest, required: Expression, matcher: MakeMatcher) -> Ranking:
    """Rank by the plain words and the channels as without operators, among the passages that match."""
    filters, rest = filters_of(required, question.filters)
    question = replace(question, filters=filters)
    plain = replace(question, parsed=question.parsed.with_required(rest))
    ranking = _fused_ranking(plain) if rest is None else _within(plain, rest, matcher)
    return replace(ranking, parsed=question.parsed)


def _within(question: PreparedRequest, required: Expression, matcher: MakeMatcher) -> Ranking:
    """Rank the candidates of the channels that match an expression."""
    verifier = OperatorVerifier(question.index, question.store, matcher)
    max_checked = question.asked.max_checked
    held = verifier.verify(question.lexical(), question.filters, Order.BEST, max_checked)
    matching = {passage_id for passage_id, _ in held.scored}
    deep = replace(question, depth=max(question.depth, max_checked))
    if held.complete:
        among = frozenset(question.store.documents_of(matching).values())
        deep = replace(deep, filters=replace(question.filters, among=among))
    lists: dict[Channel, Scored] = {WORDS: [each for each in held.scored if each[1] > 0]}
    for channel in _asked_first(question):
        if channel is not WORDS and (found := channel.ask(deep)) is not None:
            lists[channel] = found
    if not held.complete:
        others = {passage_id for found in lists.values() for passage_id, _ in found} - matching
        matching |= verifier.matching(required, others)
    inside = {
        channel: [each for each in found if each[0] in matching][: question.depth]
        for channel, found in lists.items()
    }
    ready = question.embedding is not None and len(lists) == len(_asked_first(question))
    return Ranking(question.parsed, _fused(question, inside, matching), ready, question.law)


def _required_ranking(question: PreparedRequest, matcher: MakeMatcher) -> Ranking:
    """Return every passage that matches, ranked by the words of the operators and by the numbers."""
    verifier = OperatorVerifier(question.index, question.store, matcher)
    order, max_checked = question.asked.request.order, question.asked.max_checked
    held = verifier.verify(question.lexical(), question.filters, order, max_checked)
    lists: dict[Channel, Scored] = {WORDS: held.scored}
    inside = {passage_id for passage_id, _ in held.scored}
    for channel in _asked_first(question) if inside else ():
        if channel is not WORDS:
            lists[channel] = [each for each in channel.ask(question) or () if each[0] in inside]
    shares = fusion.weights(lists, question.parameters)
    return Ranking(
        question.parsed,
        tuple(fusion.fuse(lists, shares, question.depth)),
        question.embedding is not None,
        question.law,
        complete=held.complete,
        max_checked=max_checked,
        passages=held.passages,
        documents=held.documents,
    )


def _fused(
    question: PreparedRequest, lists: Mapping[Channel, Scored], within: Collection[int] | None = None
) -> tuple[Candidate, ...]:
    """Fuse the lists, then let the channels that follow the others change the order; ``within`` these
    passages, unless None."""
    parameters, depth = question.parameters, question.depth
    plain = fusion.fuse(lists, fusion.weights(lists, parameters), depth)
    known = replace(question, first=tuple(each.passage_id for each in plain[:FIRST_RESULTS]))
    following = [channel for channel in _taking_part(known) if channel.follows]
    near: dict[Channel, Scored] = {}
    for channel in following:
        found = [each for each in channel.ask(known) or () if within is None or each[0] in within]
        near |= {channel: found} if found else {}
    if not near:
        return tuple(plain)
    lists = {**lists, **near}
    return tuple(fusion.levelled(fusion.fuse(lists, fusion.weights(lists, parameters), depth), plain))


def _taking_part(question: PreparedRequest) -> list[Channel]:
    """Return the channels of a search, those first that answer at once."""
    by_speed = sorted(registry.CHANNELS, key=lambda channel: not channel.verbatim)
    wanted = (each for each in by_speed if question.asked.uses(each) and each.weight(question.parameters))
    return [each for each in wanted if each.applies(question)]


def _asked_first(question: PreparedRequest) -> list[Channel]:
    return [channel for channel in _taking_part(question) if not channel.follows]
