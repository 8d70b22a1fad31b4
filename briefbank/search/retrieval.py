"""Asks the channels and fuses their lists: from a query to all candidates, best first.

Each channel is asked for its list and the lists are fused; then the channels that follow the others are
asked. Operators without plain words ask for every passage that matches. Plain words beside operators are
searched as they are alone, within the passages that match. Where some candidates are not the law of the days
asked for, the channels are asked for as many others; the first ranking then says what stands apart.

A list that would name few documents goes on with the others: they are asked for the passages that come next
(``Ranking.further``). What was asked for exactly is asked for more widely there: the words of operators as
plain words, a number without its last part. Conditions on the document (its judge, its kind) and what is
excluded hold there, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from briefbank.domain.searches import Not, Order, conjuncts
from briefbank.search import fusion
from briefbank.search.channels import registry
from briefbank.search.channels.channel import Channel
from briefbank.search.channels.identifiers import NUMBERS
from briefbank.search.channels.words import WORDS
from briefbank.search.dependencies import Scored
from briefbank.search.filters import OperatorVerifier, VerifiedMatches, filters_of
from briefbank.search.loosening import widened
from briefbank.search.query import parameters_of
from briefbank.search.search_types import Candidate, Query, Ranking
from briefbank.text import page_numbers
from briefbank.text.docket_numbers import query_keys

FIRST_RESULTS = 10
"""The results that the channels which follow the others are given."""


def retrieve(query: Query, *, nearby: bool) -> Ranking:
    """Return every candidate that is law on the days asked for, best first. ``nearby``: the list may go on
    with other documents.

    Raises QueryError, IndexFault and StoreError.
    """
    ranking, law = _ranked(query), query.law
    if law.days.sets_apart_later or law.outside(candidate.passage_id for candidate in ranking.candidates):
        filters = query.filters
        if law.days.sets_apart_later:
            filters = replace(filters, written_by=law.days.last)
        index, embedding = law.words(query.index), law.embedding(query.embedding)
        query = replace(query, filters=filters, index=index, embedding=embedding)
        ranking = replace(_ranked(query), whole=ranking)
    ranking = replace(ranking, texts=_named_by_number(ranking, query))
    further = partial(_nearby, ranking, query) if nearby and ranking.complete else None
    return replace(ranking, further=further)


def unchecked(query: Query) -> list[int]:
    """Return passages that may match an exact search, up to ``max_checked``, without checking any of them.

    Raises as ``retrieve``.
    """
    if query.parsed.required is None:
        return [passage_id for passage_id, _ in NUMBERS.ask(query)]
    scored = query.index.search(query.lexical(), query.filters, query.max_checked)
    return [passage_id for passage_id, _ in scored]


def _ranked(query: Query) -> Ranking:
    """Ask the channels, fuse their lists, and leave out the documents that the request excludes."""
    lists = _lists(query)
    candidates = tuple(_fused(query, lists))
    matches = lists.matches if query.parsed.exact else None
    if matches:
        complete = matches.complete
    else:
        numbers = lists.by_channel.get(NUMBERS, ())
        complete = not (query.parsed.exact_only and len(numbers) >= query.depth)
    return Ranking(
        query.parsed,
        _without_excluded(candidates, query),
        lists.meaning_ready,
        query.law,
        complete=complete,
        max_checked=query.max_checked,
        like=query.like,
        passages=matches.passages if matches else {},
        documents=matches.documents if matches else {},
    )


# --- the channels ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Lists:
    """The lists of the channels that answer at once, best first."""

    query: Query
    """The query that they answered; its operators that are filters are among its filters."""
    by_channel: Mapping[Channel, Scored]
    meaning_ready: bool
    matches: VerifiedMatches | None = None
    """The passages that match the operators, where there are any."""
    within: Collection[int] | None = None
    """The passages to which all lists are limited; None: to none."""


def _lists(query: Query) -> _Lists:
    """Ask each channel that answers at once.

    Where operators are all that was asked for, every match is a candidate, in the order of the request.
    Beside plain words the best of the channels' lists are taken that match.
    """
    parsed, exact, required = query.parsed, query.parsed.exact, query.parsed.required
    if required is not None and not exact:
        filters, required = filters_of(required, query.filters)
        query = replace(query, filters=filters, parsed=parsed.with_required(required))
    channels = _answering_first(query)
    if required is None:
        lists = _answers(channels, query)
        ready = query.embedding is not None and len(lists) == len(channels)
        return _Lists(query, lists, ready)
    verifier = OperatorVerifier(query.index, query.store, query.services.matcher)
    order = query.request.order if exact else Order.BEST
    matches = verifier.verify(query.lexical(), query.filters, order, query.max_checked)
    matching = {passage_id for passage_id, _ in matches.scored}
    others = [channel for channel in channels if channel is not WORDS]
    if exact:
        by_others = _answers(others, query) if matching else {}
        lists = {WORDS: matches.scored, **_within(by_others, matching)}
        return _Lists(query, lists, query.embedding is not None, matches, matching)
    deep = replace(query, depth=max(query.depth, query.max_checked))
    if matches.complete:
        among = frozenset(query.store.documents_of(matching).values())
        deep = replace(deep, filters=replace(query.filters, among=among))
    lists = {WORDS: [scored for scored in matches.scored if scored[1] > 0], **_answers(others, deep)}
    if not matches.complete:
        listed = {passage_id for scored in lists.values() for passage_id, _ in scored}
        matching |= verifier.matching(required, listed - matching)
    ready = query.embedding is not None and len(lists) == len(others) + 1
    cut = {channel: scored[: query.depth] for channel, scored in _within(lists, matching).items()}
    return _Lists(query, cut, ready, matches, matching)


def _fused(query: Query, lists: _Lists) -> Sequence[Candidate]:
    """Fuse the lists, then let the channels that follow the others change the order, unless every match is a
    result."""
    known, parameters, depth = dict(lists.by_channel), query.parameters, query.depth
    plain = fusion.fuse(known, fusion.weights(known, parameters), depth)
    if lists.matches and query.parsed.exact:
        return plain
    first = tuple(candidate.passage_id for candidate in plain[:FIRST_RESULTS])
    query = replace(lists.query, first=first)
    following = _answers([channel for channel in _taking_part(query) if channel.follows], query)
    if lists.within is not None:
        following = _within(following, lists.within)
    following = {channel: scored for channel, scored in following.items() if scored}
    if not following:
        return plain
    known |= following
    return fusion.levelled(fusion.fuse(known, fusion.weights(known, parameters), depth), plain)


def _answers(channels: Iterable[Channel], query: Query) -> dict[Channel, Scored]:
    """Return the list of each channel whose index did not fail."""
    answers = {channel: channel.ask(query) for channel in channels}
    return {channel: scored for channel, scored in answers.items() if scored is not None}


def _within(lists: Mapping[Channel, Scored], passage_ids: Collection[int]) -> dict[Channel, Scored]:
    return {
        channel: [(passage_id, score) for passage_id, score in scored if passage_id in passage_ids]
        for channel, scored in lists.items()
    }


def _taking_part(query: Query) -> list[Channel]:
    """Return the channels of a search, those first that answer at once."""
    by_speed = sorted(registry.CHANNELS, key=lambda channel: not channel.verbatim)
    return [
        channel
        for channel in by_speed
        if query.uses(channel) and channel.weight(query.parameters) and channel.applies(query)
    ]


def _answering_first(query: Query) -> list[Channel]:
    return [channel for channel in _taking_part(query) if not channel.follows]


# --- documents that are left out or come first -------------------------------------------------------


def _without_excluded(candidates: tuple[Candidate, ...], query: Query) -> tuple[Candidate, ...]:
    """Return the candidates without the documents that the request excludes, and without the document of the
    passage to which similar ones are wanted and its versions."""
    like, excluded, store = query.like, query.request.excluded_documents, query.store
    if like is None and not excluded:
        return candidates
    document_of = store.documents_of([candidate.passage_id for candidate in candidates])
    if like is not None:
        documents = store.documents_by_id({like.document_id, *document_of.values()}, named=False)
        family = documents[like.document_id].family if like.document_id in documents else 0
        versions = {id_ for id_, document in documents.items() if family and document.family == family}
        excluded = excluded | versions | {like.document_id}
    left_out = {None, *excluded}
    return tuple(c for c in candidates if document_of.get(c.passage_id) not in left_out)


def _named_by_number(ranking: Ranking, query: Query) -> frozenset[int]:
    """Return the candidates that are the text of a provision, or of a document or page, that was asked for by
    its number: they come first."""
    named = (*query.parsed.cited, *query.parsed.identifiers)
    if not named or query.like is not None:
        return frozenset()
    having = [c.passage_id for c in ranking.candidates if c.shares.get(NUMBERS.name)]
    texts = query.services.texts(named, having)
    return frozenset({*texts, *_of_dockets(having, query), *_of_pages(having, query)})


def _of_dockets(passage_ids: Sequence[int], query: Query) -> Iterator[int]:
    """Yield the passages of the documents whose own docket number was asked for."""
    if any(map(query_keys, query.parsed.identifiers)):
        documents_of = query.store.documents_of(passage_ids)
        documents = query.store.documents_by_id(set(documents_of.values()), named=False)
        own = {id_ for id_, document in documents.items() if query.parsed.own_dockets(document)}
        yield from (passage_id for passage_id in passage_ids if documents_of.get(passage_id) in own)


def _of_pages(passage_ids: Sequence[int], query: Query) -> Iterator[int]:
    """Yield the passages of the pages whose label was asked for."""
    if any(map(page_numbers.key, query.parsed.identifiers)):
        for passage_id, passage in query.store.passages_by_id(passage_ids).items():
            if query.parsed.own_pages(passage):
                yield passage_id


# --- further documents -------------------------------------------------------------------------------


def _nearby(ranking: Ranking, query: Query) -> Ranking | None:
    """Return candidates of the documents that have none in the ranking, with lower relevances. None where
    nothing more can be asked for."""
    parsed, store = query.parsed, query.store
    listed = set(store.documents_of([candidate.passage_id for candidate in ranking.candidates]).values())
    if not parsed.exact and parsed.required is None:
        among = frozenset(store.document_ids(query.filters) - listed)
        if not among:
            return None
        further = _ranked(replace(query, filters=replace(query.filters, among=among)))
        return _below(further, further.candidates, ranking)
    wider = widened(parsed)
    if wider is None:
        return None
    parameters = parameters_of(wider.query_class, alone=True)
    further = _ranked(replace(query, parsed=wider, parameters=parameters, depth=parameters.depth))
    document_of = store.documents_of([candidate.passage_id for candidate in further.candidates])
    others = {passage_id for passage_id, document in document_of.items() if document not in listed}
    others -= _excluded(query, others)
    return _below(further, [c for c in further.candidates if c.passage_id in others], ranking)


def _excluded(query: Query, passage_ids: Iterable[int]) -> set[int]:
    """Return those of the passages that have what the search excludes."""
    verifier, ids = OperatorVerifier(query.index, query.store, query.services.matcher), list(passage_ids)
    parts = [part.part for part in conjuncts(query.parsed.required) if isinstance(part, Not)]
    return {passage_id for part in parts for passage_id in verifier.matching(part, ids)}


def _below(further: Ranking, candidates: Sequence[Candidate], above: Ranking) -> Ranking:
    """Return the ranking with these candidates, scaled to stand below those of the ranking ``above``."""
    scale = above.candidates[-1].relevance if above.candidates else 1.0
    lower = (fusion.scaled(candidate, scale, candidate.relevance * scale) for candidate in candidates)
    return replace(further, candidates=tuple(lower))
